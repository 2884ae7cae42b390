"""Kingmaker through the mails: turns, answers, deadlines, and nothing hidden in any byte."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moderator import titles
from moderator.service import agenda, record
from moderator.store import games
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal.setup import lay_out_all
from moderator.titles.kingmaker.state import State
from tests.clubhouse.hall import NAMES, Hall, Player, text_of, verdicts
from tests.titles.kingmaker_post import state_of
from tests.titles.kingmaker_scenes import SCENES, Scene, scene
from tests.titles.mail_contract import Worlds, sorts, write

KINGMAKER = titles.find("kingmaker")
NORTH = scene(
    {"percy": "red in alnwick", "grey": "red open york", "howard": "blue open masham",
     "roos": "blue open london", "hands": {"red": "saxons", "blue": "scots archers"}},
    drawn="mowbray",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _kingmaker_restored() -> Iterator[None]:
    yield
    titles.add(KINGMAKER)


def begin(hall: Hall, found: Scene, state: State | None = None) -> str:
    """Begin a game at a scene, and send the mails that lead on from there."""
    position = state or state_of(found)
    seats = tuple(dict.fromkeys((*position.seats, *KINGMAKER.seats)))
    titles.add(
        replace(
            KINGMAKER,
            seats=seats,
            new_game=lambda seats, options: deepcopy(position),
            first_phase=found.phase,
        )
    )
    game = hall.begin("kingmaker", NAMES[: len(position.seats)])
    for seat, text in found.mails:
        write(hall, game, seat, text.split(" / "))
    return game


def asked(hall: Hall, game: str) -> list[tuple[str, str]]:
    return [(seat, ask.kind) for seat, ask in hall.waiting(game).items()]


def said(player: Player) -> list[str]:
    """Return the verdicts of the newest acknowledgement, in the order of the lines."""
    return [verdict for _, (verdict, _) in sorted(verdicts(player.receipt).items())]


def state(hall: Hall, game: str) -> State:
    found: State = hall.load(game).run.state
    return found


def test_a_whole_turn_is_one_mail_and_one_sent_ahead_waits_for_nobody(hall: Hall) -> None:
    game = begin(hall, NORTH)
    anna, ben = hall.player("anna"), hall.player("ben")
    write(hall, game, "blue", ["move roos to st albans open", "end"])
    assert said(ben) == ["kept", "kept"]
    write(hall, game, "red", [
        "move grey to helmsley open", "play saxons on grey", "if noble: play nearest home", "end",
    ])  # fmt: skip
    assert said(anna) == ["done", "done", "done", "done"]
    assert asked(hall, game) == [("red", "move")]
    here = state(hall, game)
    assert (here.turn.round, here.nobles["roos"].square) == (2, "st albans")
    assert here.nobles["grey"].awards == ["saxons"]
    assert here.nobles["mowbray"].seat == "red"
    sources = [(who, text, source) for who, kind, text, source in hall.tape(game) if kind == "move"]
    assert ("blue", "move roos to st albans open", "queue") in sources
    assert "Mowbray" in text_of(anna.last)
    assert "Roos moves" in text_of(anna.last)


def test_a_turn_is_paused_previewed_taken_back_corrected_and_skipped(hall: Hall) -> None:
    game = begin(hall, NORTH)
    anna = hall.player("anna")
    write(hall, game, "red", ["move grey to helmsley open", "pause"])
    assert said(anna) == ["done", "done"]
    write(hall, game, "red", ["preview", "move percy to calais", "end"])
    assert verdicts(anna.last)[2][0] == "not done"
    assert asked(hall, game) == [("red", "move")]
    write(hall, game, "red", ["move percy to calais", "attack howard with grey", "end"])
    assert said(anna) == ["not done", "kept", "kept"]
    write(hall, game, "red", ["undo 3"])
    assert "Taken back: end" in text_of(anna.receipt)
    write(hall, game, "red", ["skip"])
    assert asked(hall, game) == [("red", "attack")]
    assert verdicts(anna.receipt)[1][0] == "done"
    write(hall, game, "red", ["undo 9"])
    assert said(anna) == ["not done"]
    write(hall, game, "red", ["end"])
    assert asked(hall, game) == [("blue", "move")]
    assert state(hall, game).nobles["percy"].square == "alnwick"


def test_late_and_double_mails_change_nothing_and_silence_ends_a_turn(hall: Hall) -> None:
    game = begin(hall, NORTH)
    anna = hall.player("anna")
    question = anna.last
    hall.wait(hours=60)
    assert "reminder" in anna.last["Subject"].casefold()
    hall.wait(hours=12 + 24)
    assert asked(hall, game) == [("blue", "move")]
    assert [entry for entry in hall.tape(game) if entry[3] == "deadline"] == [
        ("red", "move", "end", "deadline")
    ]
    anna.reply("move percy to york", mail=question)
    hall.pump()
    assert "too late" in text_of(anna.last) or "closed" in text_of(anna.last)
    raw = hall.player("ben").raw("Re: x", "move roos to st albans open\nend",
                                 to=str(hall.player("ben").last["Reply-To"]))  # fmt: skip
    for _ in range(2):
        hall.player("ben").put(raw)
        hall.pump()
    assert [row.state for row in hall.inbound()][-2:] == ["done", "ignored"]
    assert asked(hall, game) == [("red", "move")]
    assert state(hall, game).nobles["percy"].square == "alnwick"


@pytest.mark.parametrize("how", ["by mail", "beforehand", "by letter", "refused"])
def test_leave_is_given_by_mail_by_standing_order_by_letter_or_refused(
    hall: Hall, how: str
) -> None:
    game = begin(hall, replace(SCENES["passage"], mails=()))
    if how == "beforehand":
        write(hall, game, "blue", ["when passage by red at newcastle town: grant"])
    if how == "by letter":
        write(hall, game, "red", ["end"])
        write(hall, game, "blue", ["grant passage to red at newcastle town", "end"])
        write(hall, game, "green", ["end"])
    write(hall, game, "red", ["move percy to durham by road", "end"])
    if how in {"by mail", "refused"}:
        assert asked(hall, game) == [("blue", "passage")]
        write(hall, game, "blue", ["grant" if how == "by mail" else "refuse"])
    assert asked(hall, game) == [("blue", "move")]
    percy = state(hall, game).nobles["percy"]
    assert (percy.square == "durham") == (how != "refused")


def test_a_defence_by_plan_loses_and_the_captive_is_ransomed_by_mail(hall: Hall) -> None:
    game = begin(hall, SCENES["captive"])
    anna, ben = hall.player("anna"), hall.player("ben")
    assert asked(hall, game) == [("red", "demand"), ("blue", "offer")]
    write(hall, game, "blue", ["offer saxons for scrope"])
    write(hall, game, "red", ["ransom scrope for 1 writ"])
    assert "names terms to Red alone: saxons" in text_of(anna.last)
    write(hall, game, "red", ["accept saxons"])
    write(hall, game, "blue", ["no ransom"])
    assert state(hall, game).factions["red"].hand[:1] == ["saxons"]
    assert state(hall, game).nobles["scrope"].captor == ""
    assert said(ben) == ["done"]


@pytest.mark.parametrize("plan", ["play duke of exeter on herbert", "pass"])
def test_a_defence_is_answered_by_mail_or_beforehand(hall: Hall, plan: str) -> None:
    game = begin(hall, replace(SCENES["defence"], mails=()))
    if plan == "pass":
        write(hall, game, "blue", ["when defence: pass"])
    write(hall, game, "red", ["attack herbert with percy"])
    if plan != "pass":
        assert asked(hall, game) == [("blue", "defence")]
        write(hall, game, "blue", [plan])
        assert asked(hall, game) == [("red", "reinforce")]
        assert "Duke of Exeter" in text_of(hall.player("anna").last)
        write(hall, game, "red", ["pass"])
    assert asked(hall, game) == [("red", "demand"), ("blue", "offer")]
    hall.wait(hours=30)
    assert "herbert" not in state(hall, game).nobles


def test_a_parliament_is_attended_and_its_cards_are_awarded_by_mail(hall: Hall) -> None:
    game = begin(hall, SCENES["attend"])
    assert asked(hall, game) == [("red", "attend"), ("blue", "attend")]
    write(hall, game, "blue", ["send talbot"])
    write(hall, game, "red", ["nobody"])
    assert asked(hall, game) == [("green", "award")]
    write(hall, game, "green", hall.waiting(game)["green"].default.splitlines())
    here = state(hall, game)
    assert here.peace_at == "hereford"
    assert {noble.square for noble in here.nobles.values()} >= {"hereford"}
    assert here.nobles["hastings"].square == here.nobles["talbot"].square == "hereford"


def test_event_choices_are_answered_by_mail_or_by_preference(hall: Hall) -> None:
    game = begin(hall, SCENES["shelter"])
    assert asked(hall, game) == [("blue", "shelter")]
    write(hall, game, "blue", ["le michael to berwick"])
    while asked(hall, game) == [("blue", "ashore")]:
        write(hall, game, "blue", ["inside"])
    assert state(hall, game).ships["le michael"].port == "berwick"
    other = Hall(hall.folder.parent / "other")
    game = begin(other, SCENES["summons"])
    assert asked(other, game) == [("blue", "summons")]
    other.wait(hours=30)
    assert asked(other, game) != [("blue", "summons")]


def test_a_trade_is_offered_and_accepted_by_mail(hall: Hall) -> None:
    game = begin(hall, SCENES["offered"])
    ben, carla = hall.player("ben"), hall.player("carla")
    assert "Scots Archers, for 1 writ" in text_of(ben.last)
    assert not any("for 1 writ" in text_of(mail) for mail in carla.mails)
    write(hall, game, "blue", ["accept 1", "end"])
    assert said(ben) == ["done", "done"]
    here = state(hall, game)
    assert "scots archers" in here.factions["blue"].hand
    assert "writ 2" in here.factions["red"].kept
    write(hall, game, "green", ["decline 1", "end"])
    assert said(carla)[0] == "not done"


CURIOUS = (
    "play marshal on grey", "offer saxons to blue for scots archers", "withdraw 2", "undo 7",
    "offer 1 writ to red for marshal", "give duke of exeter to red", "accept 1", "forget 9",
    "play beaufort in corfe", "summon parliament with writ on hastings",
)  # fmt: skip
"""What anybody might write in any mail to learn something."""


def hidden(found: Scene, seat: str) -> State:
    """Return a scene's position; what *seat* and the mails see of hands stays as it is."""
    position = state_of(found)
    said = " ".join(text for who, text in found.mails if who != seat)
    for place, faction in enumerate(position.factions.values()):
        faction.hand += position.crown_deck[2 * place : 2 * place + 2]
    position.crown_deck = position.crown_deck[2 * len(position.seats) :]
    position.seen = [
        card for faction in position.factions.values() for card in faction.hand
        if current().cards[card].word in said
    ]  # fmt: skip
    position.seen += position.crown_deck[-8:]
    position.event_deck, position.event_discard = (
        position.event_deck[-1:], position.event_deck[:-1],
    )  # fmt: skip
    return position


def part(folder: Path, found: Scene, seat: str) -> Worlds:
    """Return two clubs at the beginning of a scene that *seat* cannot tell apart."""
    quiet = replace(found, mails=())
    position = hidden(found, seat)
    worlds = Worlds.part(folder, lambda hall: begin(hall, quiet, position), seat, Random(seat))
    assert worlds.redealt()
    for who, text in found.mails:
        worlds.each(partial(write, game=worlds.game, seat=who, lines=text.split(" / ")))
    return worlds


def by_default(worlds: Worlds, but: str = "") -> None:
    """Let all who are asked answer by default in both worlds."""
    here, there = (hall.waiting(worlds.game) for hall in (worlds.real, worlds.other))
    assert [(s, a.kind) for s, a in here.items()] == [(s, a.kind) for s, a in there.items()]
    for seat, ask in here.items():
        if seat != but and ask.default == there[seat].default:
            lines = ask.default.splitlines()
            worlds.each(partial(write, game=worlds.game, seat=seat, lines=lines))


@pytest.mark.rule("KM-SEQ-11")
@pytest.mark.rule("KM-CHA-03")
@pytest.mark.parametrize(("name", "seat"), [
    ("defence", "red"), ("attend", "blue"), ("captive", "red"), ("offered", "green"),
])  # fmt: skip
def test_no_byte_of_a_seats_mails_depends_on_what_is_hidden_from_it(
    tmp_path: Path, name: str, seat: str
) -> None:
    worlds = part(tmp_path, SCENES[name], seat)
    game, others = worlds.game, [one for one in worlds.real.seated(worlds.game) if one != seat]
    for lines in (
        ["status", "help", "help rule KM-SEQ-11"], ["preview", *CURIOUS],
        [*CURIOUS, "when defence: pass", "press: What do you hold?"], ["resend"],
    ):  # fmt: skip
        worlds.each(partial(write, game=game, seat=seat, lines=lines))
    worlds.each(partial(write, game=game, seat=others[0], lines=["press: Nothing."]))
    worlds.each(lambda hall: hall.wait(hours=16))
    by_default(worlds, but=seat)
    worlds.each(lambda hall: hall.wait(hours=20))
    found = {kind for kind, _ in sorts(worlds.real, game, seat)}
    assert found >= {"answer", "notice", "press"}
    assert len(found) > 3


def test_what_others_file_write_ahead_or_offer_each_other_shows_in_no_byte(tmp_path: Path) -> None:
    halls = [Hall(tmp_path / "one"), Hall(tmp_path / "two")]
    texts: list[list[bytes]] = []
    for place, hall in enumerate(halls):
        game = begin(hall, SCENES["midlands"])
        if place:
            write(hall, game, "blue", [
                "when defence: pass", "when passage by red: refuse", "grant passage to red at york",
                "lend le michael to red", "offer 1 writ to red for scots archers",
                "move talbot to york", "play duke of exeter on herbert",
            ])  # fmt: skip
            write(hall, game, "red", ["offer scots archers to blue for 1 writ"])
        for lines in (["status"], ["accept 1"], ["preview", "end"], ["resend"]):
            write(hall, game, "green", lines)
        hall.wait(hours=60)
        write(hall, game, "green", ["status"])
        texts.append([bytes(mail) for mail in hall.seated(game)["green"].mails])
    assert len(texts[0]) >= 6
    assert texts[0] == texts[1]


def test_a_view_that_shows_hands_is_caught(tmp_path: Path) -> None:
    worlds = part(tmp_path, SCENES["midlands"], "blue")
    title = titles.find("kingmaker")

    def leaky(state: State, seat: str | None) -> Any:
        hand = state.factions["red"].hand if seat == "blue" else []
        return replace(title.view(state, seat), hand=tuple(hand))

    titles.add(replace(title, view=leaky))
    with pytest.raises(AssertionError, match=r"mail .* to blue"):
        worlds.each(lambda hall: write(hall, worlds.game, "blue", ["status"]))


def test_a_standing_order_ends_with_its_round(hall: Hall) -> None:
    game = begin(hall, NORTH)
    anna = hall.player("anna")
    write(hall, game, "red", ["when passage by blue: grant until round 1"])
    assert "when passage by blue: grant until round 1" in text_of(anna.receipt)
    for _ in range(2):
        write(hall, game, "red", ["end"])
        write(hall, game, "blue", ["end"])
    assert "grant until round 1" not in text_of(anna.last)
    write(hall, game, "red", ["when passage by blue: grant until round 1"])
    assert "Round 1 is over" in text_of(anna.receipt)


def test_who_is_asked_in_secret_is_waited_for_without_a_name(hall: Hall) -> None:
    game = begin(hall, SCENES["attend"])
    secret = [seat for seat, kind in asked(hall, game) if kind == "attend"]
    assert secret
    anybody = next(s for s in hall.load(game).run.state.seats if s not in secret)
    write(hall, game, anybody, ["status"])
    said = text_of(hall.seated(game)[anybody].last)
    assert "replies of other players" in said.casefold()
    assert not [s for s in secret if f"{hall.seated(game)[s].name.title()}, until" in said]


def test_a_game_by_mail_text_loses_nothing_and_its_tape_is_sound(hall: Hall) -> None:
    """Answers by chance, each alone in a mail: whatever can be asked can be answered."""
    game = hall.begin("kingmaker", NAMES[:2], rounds="1", deal="whole")
    rng = Random(2)
    for _ in range(60):
        KINGMAKER.audit(state(hall, game))
        waiting = hall.waiting(game)
        for seat, ask in waiting.items():
            lines = ask.domain.sample(rng).splitlines() or ["ok"]
            hall.seated(game)[seat].reply(
                *lines, *(["end"] if ask.done and rng.random() < 0.6 else [])
            )
        hall.pump()
        if not waiting:
            break
        hall.wait(hours=1)
    assert all(row.state == "done" for row in hall.inbound())
    assert all(row.state == "sent" for row in hall.outbound())
    with hall.database.reading() as session:
        row = games.find(session, game)
        tape = record.tape(session, row)
        assert row.status == "over"
    assert record.check(tape)[1]
    assert "has won" in text_of(hall.player("anna").last) or "wins" in text_of(
        hall.player("anna").last
    )


def test_the_deal_of_others_shows_in_no_byte_before_all_lay_out(tmp_path: Path) -> None:
    dealt = KINGMAKER.new_game(("red", "blue"), KINGMAKER.configure({"deal": "whole"}))
    cards = list(current().cards)
    half = len(cards) // 2
    dealt.factions["red"].dealt, dealt.factions["blue"].dealt = cards[:half:2], cards[1:half:2]
    dealt.crown_deck = [c for c in cards if c not in {*cards[:half:2], *cards[1:half:2]}]

    async def lay_out(table: Any) -> str:
        await lay_out_all(table)
        return "chance"

    def start(hall: Hall) -> str:
        titles.add(
            replace(
                KINGMAKER,
                new_game=lambda seats, options: deepcopy(dealt),
                phases={**KINGMAKER.phases, "setup": lay_out},
            )
        )
        return hall.begin("kingmaker", NAMES[:2], deal="whole")

    worlds = Worlds.part(tmp_path, start, "red", Random(4))
    assert worlds.redealt()
    for lines in (["status"], ["preview", "ok"], ["help give"], ["give marshal to percy"], ["ok"]):
        worlds.each(partial(write, game=worlds.game, seat="red", lines=lines))
    worlds.each(lambda hall: hall.wait(hours=60))
    assert asked(worlds.real, worlds.game) == [("blue", "allocate")]


def test_a_kept_line_that_fails_in_anothers_mail_is_told_to_its_player(hall: Hall) -> None:
    game = begin(hall, NORTH)
    write(hall, game, "blue", ["offer saxons to red for 1 writ"])
    write(hall, game, "red", ["end"])
    said = text_of(hall.seated(game)["blue"].last)
    assert 'Your "offer saxons to red for 1 writ"' in " ".join(said.split())
    assert "was not carried out" in " ".join(said.split())
    assert "offer saxons" not in text_of(hall.seated(game)["red"].last)


def test_a_sheet_that_fails_behind_a_leave_says_why(hall: Hall) -> None:
    found = scene({"percy": "red open york", "neville": "blue in raby", "captured": "blue york"})
    game = begin(hall, found)
    write(hall, game, "red", ["into york with percy", "move neville to durham open", "end"])
    assert asked(hall, game) == [("blue", "entry")]
    write(hall, game, "blue", ["grant"])
    said = " ".join(text_of(hall.seated(game)["red"].last).split())
    assert 'Your "move neville to durham open"' in said
    assert "Neville is not of your faction" in said


def test_the_clock_of_a_turn_runs_on_from_mail_to_mail(hall: Hall) -> None:
    game = begin(hall, NORTH)

    def deadline(seat: str) -> Any:
        with hall.database.reading() as session:
            row = agenda.row(session, games.find(session, game), seat)
            assert row is not None
            return row.deadline

    first = deadline("red")
    for line in ("move grey to helmsley open", "move percy to durham open"):
        hall.wait(hours=10)
        write(hall, game, "red", [line])
        assert asked(hall, game) == [("red", "move")]
        assert deadline("red") == first
    write(hall, game, "red", ["end"])
    assert deadline("blue") > first


def test_a_report_cites_the_ruling_on_which_news_rests(hall: Hall) -> None:
    found = scene(
        {"percy": "red open york", "howard": "blue in london", "henry": "nobody open york"}
    )
    game = begin(hall, found)
    write(hall, game, "red", ["end"])
    said = " ".join(text_of(hall.seated(game)["blue"].last).split())
    assert "KM-ROY-01" in said
    assert "the end of any move counts" in said
