"""Who wrote: tokens, addresses, and what happens to mails that do not prove themselves."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.clubhouse.hall import ADDRESS, Hall, text_of, token_of, verdicts

MOVE = "move beaufort to london"


def moved(hall: Hall, game: str) -> bool:
    return any(text == MOVE for _, _, text, _ in hall.tape(game))


def test_the_token_in_the_address_is_proof_enough(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.write("something else altogether", MOVE, to=str(anna.last["Reply-To"]))
    hall.pump()
    assert moved(hall, game)


def test_the_token_is_read_in_any_case(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.write("", MOVE, to=str(anna.last["Reply-To"]).upper())
    hall.pump()
    assert moved(hall, game)


def test_the_message_id_alone_is_proof_enough(hall: Hall) -> None:
    game = hall.begin()
    hall.player("anna").reply(MOVE, to=ADDRESS)
    hall.pump()
    assert moved(hall, game)


def test_references_alone_are_proof_enough(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.write("", MOVE, headers={"References": f"<a@b.example> {anna.last['Message-ID']}"})
    hall.pump()
    assert moved(hall, game)


def test_where_the_server_knows_no_plus_the_subject_carries_the_token(tmp_path: Path) -> None:
    hall = Hall(tmp_path, club={"plus": False})
    game = hall.begin()
    anna = hall.player("anna")
    assert anna.last["Reply-To"] == ADDRESS
    assert re.search(r"\{#[a-z2-7]{16}\}$", anna.last["Subject"])
    anna.write(f"AW: {anna.last['Subject']}".upper(), MOVE)
    hall.pump()
    assert moved(hall, game)


def test_a_colour_or_name_of_another_is_no_way_to_his_seat(hall: Hall) -> None:
    game = hall.begin()
    ben = hall.player("ben")
    ben.write(f"[{game}] Anna (Red)", MOVE, to=str(ben.last["Reply-To"]))
    hall.pump()
    assert not moved(hall, game)
    assert hall.inbound()[-1].seat == "white"


def test_a_token_written_by_another_address_waits_for_its_players_yes(hall: Hall) -> None:
    game = hall.begin()
    anna, thief = hall.player("anna"), hall.player("thief")
    thief.write("", MOVE, to=str(anna.last["Reply-To"]))
    hall.pump()
    assert not moved(hall, game)
    assert thief.mails == []
    assert hall.inbound()[-1].state == "waiting"
    assert "thief@example.org" in text_of(anna.newest("Is this your other address?"))


def test_a_yes_carries_the_waiting_mail_out_and_makes_the_address_known(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    question = anna.last
    anna.write("", MOVE, to=str(question["Reply-To"]), sender="anna.mobile@phone.example")
    hall.pump()
    anna.reply("Yes.")
    hall.pump()
    assert moved(hall, game)
    assert verdicts(anna.receipt) == {1: ("done", MOVE)}
    anna.write(
        "", "move percy to hull", to=str(question["Reply-To"]),
        sender="anna.mobile@phone.example",
    )  # fmt: skip
    hall.pump()
    assert any("percy" in text for _, _, text, _ in hall.tape(game))


def test_answers_go_to_the_registered_address_only(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    before = len(anna.mails)
    anna.reply(MOVE, headers={"Reply-To": "elsewhere@evil.example"})
    hall.pump()
    assert len(anna.mails) > before
    assert {row.recipient for row in hall.outbound() if row.seat == "red"} == {anna.address}


def test_a_forged_sender_without_token_is_asked_whether_it_was_he(hall: Hall) -> None:
    game = hall.begin()
    thief, anna = hall.player("thief"), hall.player("anna")
    thief.write(f"[{game}] orders", MOVE, sender=anna.address)
    hall.pump()
    assert not moved(hall, game)
    assert "Was this mail yours?" in anna.last["Subject"]
    assert hall.inbound()[-1].state == "waiting"
    anna.reply("yes")
    hall.pump()
    assert moved(hall, game)


def test_a_yes_confirms_the_mail_that_it_answers_and_no_other(hall: Hall) -> None:
    game = hall.begin()
    anna, thief = hall.player("anna"), hall.player("thief")
    address = str(anna.last["Reply-To"])
    anna.write("", MOVE, to=address, sender="anna@phone.example")
    hall.pump()
    mine = anna.newest("Is this your other address?")
    thief.write("", "move percy to hull", to=address)
    hall.pump()
    anna.reply("yes", mail=mine)
    hall.pump()
    assert moved(hall, game)
    assert not any("percy" in text for _, _, text, _ in hall.tape(game))
    assert [row.state for row in hall.inbound()[-3:]] == ["done", "waiting", "done"]
    thief.write("", "end", to=address)
    hall.pump()
    assert hall.inbound()[-1].state == "waiting"


def test_a_yes_vouches_for_all_mails_of_the_address_that_it_makes_known(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    address = str(anna.last["Reply-To"])
    for line in (MOVE, "move percy to hull"):
        anna.write("", line, to=address, sender="anna@phone.example")
    hall.pump()
    anna.reply("yes")
    hall.pump()
    assert moved(hall, game)
    assert any("percy" in text for _, _, text, _ in hall.tape(game))


def test_a_no_or_silence_leaves_the_mail_where_it_is(hall: Hall) -> None:
    game = hall.begin()
    thief, anna = hall.player("thief"), hall.player("anna")
    thief.write("", MOVE, to=str(anna.last["Reply-To"]))
    hall.pump()
    anna.reply("no, that was not me")
    hall.pump()
    assert not moved(hall, game)
    assert [row.state for row in hall.inbound() if row.seat == "red"][-2] == "waiting"


def test_a_player_is_asked_at_most_a_few_times_a_day(hall: Hall) -> None:
    hall.begin()
    thief, anna = hall.player("thief"), hall.player("anna")
    address = str(anna.last["Reply-To"])
    for number in range(9):
        thief.write("", f"end # {number}", to=address)
    hall.pump()
    asked = [mail for mail in anna.mails if "other address" in mail["Subject"]]
    assert len(asked) == hall.club.settings.limits.refusals_a_day
    assert [row.state for row in hall.inbound()].count("waiting") == 9


def test_a_token_that_nobody_has_is_a_strangers(hall: Hall) -> None:
    hall.begin()
    stranger = hall.player("stranger")
    stranger.write("", MOVE, to="play+aaaaaaaaaaaaaaaa@games.example")
    hall.pump()
    assert "you have no seat" in stranger.last["Subject"]


def test_a_stranger_is_answered_three_times_a_day_and_never_quoted(hall: Hall) -> None:
    hall.begin()
    stranger = hall.player("stranger")
    for number in range(8):
        stranger.write("hello", f"buy my wonderful pills {number}")
        hall.pump()
    assert len(stranger.mails) == 3
    assert all("pills" not in text_of(mail) for mail in stranger.mails)
    assert all(mail["Auto-Submitted"] == "auto-replied" for mail in stranger.mails)
    hall.wait(hours=25)
    stranger.write("hello", "buy my pills again")
    hall.pump()
    assert len(stranger.mails) == 4


def test_each_seat_has_a_token_of_its_own(hall: Hall) -> None:
    hall.begin()
    hall.begin()
    tokens = {token_of(mail) for player in hall.players.values() for mail in player.mails}
    assert len(tokens) == 8


@pytest.mark.parametrize("subject", ["Out of office: back on Monday", "Automatic reply: orders"])
def test_what_reads_like_an_absence_is_no_order_without_a_token(hall: Hall, subject: str) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before = len(anna.mails)
    anna.write(subject, MOVE)
    hall.pump()
    assert not moved(hall, game)
    assert hall.inbound()[-1].state == "ignored"
    assert len(anna.mails) == before


def test_a_yes_after_a_week_is_too_late(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before = hall.tape(game)
    anna.write(f"[{game}] orders", MOVE)
    hall.pump()
    question = anna.last
    assert "yours?" in question["Subject"]
    hall.now += timedelta(days=7, minutes=1)
    anna.reply("yes", mail=question)
    hall.pump()
    assert "too late" in anna.last["Subject"].casefold()
    assert hall.tape(game) == before
