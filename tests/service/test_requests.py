"""Lines that are no orders: help, status, preview, standing orders, press."""

from __future__ import annotations

from tests.clubhouse.hall import NAMES, Hall, raw_text_of, text_of, verdicts


def test_help_explains_the_orders_and_a_rule(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("help")
    hall.pump()
    assert "move NOBLE to TOWN" in text_of(anna.last)
    anna.reply("help rule TC-6")
    hall.pump()
    assert "the defender wins a tie" in text_of(anna.last)
    anna.reply("help move")
    hall.pump()
    assert "move percy to hull" in text_of(anna.last)


def test_the_subject_of_an_empty_mail_may_be_the_request(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.write("status", "", to=str(anna.last["Reply-To"]))
    hall.pump()
    assert "Status:" in anna.last["Subject"]


def test_status_says_who_is_waited_for_and_what_is_asked(hall: Hall) -> None:
    hall.begin()
    ben, anna = hall.player("ben"), hall.player("anna")
    ben.reply("status")
    anna.reply("status")
    hall.pump()
    assert "Nothing is asked of you now" in text_of(ben.last)
    assert "Anna" in text_of(ben.last).split("WHOM THE GAME WAITS FOR")[1]
    assert "move percy to hull" in text_of(anna.last)


def test_status_and_orders_in_one_mail_are_both_done(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("status", "move beaufort to london")
    hall.pump()
    assert verdicts(anna.receipt) == {2: ("done", "move beaufort to london")}
    assert anna.newest("Status:")["Message-ID"]


def test_resend_brings_the_last_report_again(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    report = anna.last
    hall.answer(game, "move beaufort to london")
    anna.reply("resend", mail=report)
    hall.pump()
    again = anna.last
    assert again["Message-ID"] != report["Message-ID"]
    assert "SINCE YOUR LAST MAIL" in raw_text_of(again)
    anna.reply("resend")
    hall.pump()
    once_more = raw_text_of(anna.last).split("SINCE")[1]
    assert once_more == raw_text_of(again).split("SINCE")[1]


def test_resend_before_the_start_is_not_done(hall: Hall) -> None:
    game = hall.create()
    anna = hall.player("anna")
    anna.write("", f"join {game}")
    hall.pump()
    anna.reply("resend")
    hall.pump()
    assert verdicts(anna.receipt)[1][0] == "not done"


def test_preview_changes_nothing_and_tells_nobody(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before, others = hall.tape(game), len(hall.player("ben").mails)
    anna.reply("preview", "move beau to lond", "move percy to dover", "move percy to hull")
    hall.pump()
    assert "Preview" in anna.last["Subject"]
    found = verdicts(anna.last)
    assert found[2][0] == "done"
    assert "move beaufort to london" in found[2][1]
    assert found[3][0] == "not done"
    assert found[4][0] == "kept"
    assert hall.tape(game) == before
    assert len(hall.player("ben").mails) == others
    assert hall.load(game).run.given == {}


def test_preview_when_nothing_is_asked_keeps_nothing(hall: Hall) -> None:
    game = hall.begin()
    ben = hall.player("ben")
    ben.reply("preview", "move scrope to york")
    hall.pump()
    assert verdicts(ben.last)[2][0] == "kept"
    hall.answer(game, "end")
    assert hall.waiting(game)["white"].kind == "move"


def test_a_standing_order_is_filed_listed_used_at_once_and_forgotten(hall: Hall) -> None:
    game = hall.begin()
    anna, ben = hall.player("anna"), hall.player("ben")
    ben.reply("when passage by red: yes", "when ransom if gold > 3: yes")
    hall.pump()
    assert [verdict for verdict, _ in verdicts(ben.receipt).values()] == ["done", "done"]
    assert "forget 1" in verdicts(ben.receipt)[1][1]
    ben.reply("standing")
    hall.pump()
    assert "1 when passage by red: yes" in text_of(ben.last)
    anna.reply("move percy to hull")
    hall.pump()
    assert ("white", "passage", "yes", "standing") in hall.tape(game)
    ben.reply("forget 1", "forget 7")
    hall.pump()
    assert [verdict for verdict, _ in verdicts(ben.receipt).values()] == ["done", "not done"]
    assert "when ransom" in verdicts(ben.receipt)[2][1]
    ben.reply("standing")
    hall.pump()
    assert "passage" not in text_of(ben.last)


def test_a_standing_order_filed_while_its_question_is_open_answers_it(hall: Hall) -> None:
    game = hall.begin()
    hall.answer(game, "move percy to hull")
    assert list(hall.waiting(game)) == ["white"]
    ben = hall.player("ben")
    ben.reply("when passage by red: yes")
    hall.pump()
    assert list(hall.waiting(game)) == ["red"]


def test_a_standing_order_whose_test_does_not_hold_is_not_used(hall: Hall) -> None:
    game = hall.begin()
    hall.player("ben").reply("when passage by green: yes")
    hall.pump()
    hall.answer(game, "move percy to hull")
    assert list(hall.waiting(game)) == ["white"]


def test_a_standing_order_that_could_never_be_given_is_refused(hall: Hall) -> None:
    hall.begin()
    ben = hall.player("ben")
    ben.reply("when passage by purple: yes", "when raining: yes", "when passage: perhaps")
    hall.pump()
    assert [verdict for verdict, _ in verdicts(ben.receipt).values()] == ["not done"] * 3


def test_what_is_kept_can_be_taken_back(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.reply("move percy to hull", "move beaufort to london")
    hall.pump()
    anna.reply("undo 2", "undo 9")
    hall.pump()
    assert [verdict for verdict, _ in verdicts(anna.receipt).values()] == ["done", "not done"]
    assert "move beaufort to london" in verdicts(anna.receipt)[1][1]
    hall.answer(game, "yes")
    assert list(hall.waiting(game)) == ["red"]
    assert not any("beaufort" in text for _, _, text, _ in hall.tape(game))


def test_press_to_all_reaches_all_others(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    before = {name: len(hall.player(name).mails) for name in NAMES}
    anna.reply("press: Peace, my lords?", "move beaufort to london")
    hall.pump()
    for name in ("ben", "carla", "dora"):
        player = hall.player(name)
        assert len(player.mails) == before[name] + 1
        assert "Peace, my lords?" in text_of(player.last)
        assert "Anna" in text_of(player.last)
    assert verdicts(anna.receipt)[1][1].startswith("press Peace, my lords?")
    assert verdicts(anna.receipt)[2][0] == "done"


def test_press_to_one_reaches_that_one_alone(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("press to green and Dora:", "Shall we go north?", "move percy to hull", "endpress")
    hall.pump()
    assert "Shall we go north?" in text_of(hall.player("carla").last)
    assert "move percy to hull" in text_of(hall.player("dora").last)
    assert all("north" not in text_of(mail) for mail in hall.player("ben").mails)
    assert list(verdicts(anna.receipt)) == [1]


def test_press_to_nobody_known_is_not_sent(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("press to purple: hello")
    hall.pump()
    assert verdicts(anna.receipt)[1][0] == "not done"
    assert all("hello" not in text_of(mail) for mail in hall.player("ben").mails)


def test_press_is_not_an_order_whatever_it_says(hall: Hall) -> None:
    game = hall.begin()
    before = hall.tape(game)
    hall.player("anna").reply("press to white:", "end", "move percy to hull")
    hall.pump()
    assert hall.tape(game) == before
    assert "move percy to hull" in text_of(hall.player("ben").last)


def test_the_answer_budget_holds_for_reports_sent_again_too(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    before = len(anna.mails)
    for _ in range(12):
        anna.reply("resend", mail=anna.mails[before - 1])
    object.__setattr__(hall.club.settings.limits, "answers_an_hour", 5)
    hall.pump()
    assert len(anna.mails) - before == 5


def test_a_player_joins_another_game_by_a_reply(hall: Hall) -> None:
    hall.begin()
    other = hall.create()
    anna = hall.player("anna")
    anna.reply(f"join {other} as white")
    hall.pump()
    assert hall.seated(other)["white"].name == "anna"
    assert verdicts(anna.receipt)[1][0] == "done"
    anna.reply("join nowhere-9")
    hall.pump()
    assert verdicts(anna.receipt)[1][0] == "not done"


def test_resend_repeats_what_the_moderator_did(hall: Hall) -> None:
    game = hall.begin()
    anna, keeper = hall.player("anna"), hall.keeper
    keeper.write("extend", f"extend {game} 24 because of Easter")
    hall.pump()
    keeper.reply(f"extend {game} 24 because of Easter")
    hall.pump()
    hall.answer(game, "move beaufort to london")
    anna.look()
    report = anna.newest("Round 1")
    anna.reply("resend", mail=report)
    hall.pump()
    assert "because of Easter" in text_of(report) or "of Easter" in text_of(report)
    assert "of Easter" in text_of(anna.last)
