"""The answer to every mail: each line, what became of it, and why."""

from __future__ import annotations

from tests.clubhouse.hall import Hall, raw_text_of, text_of, verdicts


def test_a_line_is_read_in_short_and_echoed_in_full(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.reply("Go the beau to lond")
    hall.pump()
    verdict, said = verdicts(anna.receipt)[1]
    assert verdict == "done"
    assert said.startswith("Go the beau to lond Read as: move beaufort to london")
    assert hall.seat_row(game, "red").receipts == 1


def test_a_line_that_is_wrong_is_not_done_and_the_nearest_is_named(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before = hall.tape(game)
    anna.reply("move percy to dover")
    hall.pump()
    verdict, said = verdicts(anna.receipt)[1]
    assert verdict == "not done"
    assert "No road leads from york to dover" in said
    assert "TC-4" in said
    assert "move percy to" in said.split("Nearest that is allowed:")[1]
    assert hall.tape(game) == before


def test_a_slip_of_the_pen_is_suggested_and_never_carried_out(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before = hall.tape(game)
    anna.reply("move perzy to hull")
    hall.pump()
    verdict, said = verdicts(anna.receipt)[1]
    assert verdict == "not done"
    assert "'perzy'" in said
    assert "move percy to hull" in said
    assert hall.tape(game) == before


def test_an_ambiguous_line_lists_what_it_may_mean(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("move beaufort to l")
    hall.pump()
    verdict, said = verdicts(anna.receipt)[1]
    assert verdict == "not done"
    assert "move beaufort to lincoln" in said
    assert "move beaufort to london" in said


def test_a_line_for_a_later_question_is_kept_and_used_then(hall: Hall) -> None:
    game = hall.begin()
    anna, ben = hall.player("anna"), hall.player("ben")
    anna.reply("move percy to hull", "move beaufort to london")
    hall.pump()
    assert [verdict for verdict, _ in verdicts(anna.receipt).values()] == ["done", "kept"]
    ben.reply("yes")
    hall.pump()
    assert ("red", "move", "move beaufort to london", "queue") in hall.tape(game)


def test_a_refused_line_holds_up_the_lines_below_it_until_it_is_mended(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.reply("move percy to dover", "end")
    hall.pump()
    assert [verdict for verdict, _ in verdicts(anna.receipt).values()] == ["not done", "kept"]
    assert list(hall.waiting(game)) == ["red"]
    anna.reply("move beaufort to london")
    hall.pump()
    moves = [text for who, kind, text, _ in hall.tape(game) if kind == "move"]
    assert moves == ["move beaufort to london", "end"]


def test_quoted_lines_and_signatures_are_counted_and_ignored(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    anna.reply(
        "move beaufort to london",
        "",
        "On Sunday the moderator wrote:",
        "> move percy to hull",
        "> end",
        "-- ",
        "end",
        "Anna",
    )
    hall.pump()
    assert list(verdicts(anna.receipt)) == [1]
    assert "quoted" in raw_text_of(anna.receipt).split("IGNORED")[1]
    moves = [text for _, kind, text, _ in hall.tape(game) if kind == "move"]
    assert moves == ["move beaufort to london"]


def test_a_mail_of_quotes_alone_says_how_to_answer(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("> move percy to hull", "> end")
    hall.pump()
    assert "write your orders without the > in front" in text_of(anna.last)


def test_an_empty_mail_says_that_it_was_empty(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    before = hall.tape(game)
    anna.reply("")
    hall.pump()
    assert "it held no text" in text_of(anna.last)
    assert hall.tape(game) == before


def test_receipts_are_numbered_by_seat(hall: Hall) -> None:
    game = hall.begin()
    anna, ben = hall.player("anna"), hall.player("ben")
    anna.reply("move percy to dover")
    hall.pump()
    ben.reply("hello")
    hall.pump()
    anna.reply("move percy to hull")
    hall.pump()
    receipts = [row.receipt for row in hall.inbound()[-3:]]
    assert receipts == [f"{game}/red/1", f"{game}/white/1", f"{game}/red/2"]
    assert f"(receipt {game}/red/2)" in anna.receipt["Subject"]


def test_the_answer_is_a_reply_to_the_mail_and_marked_as_automatic(hall: Hall) -> None:
    hall.begin()
    anna = hall.player("anna")
    anna.reply("move percy to hull", message_id="<my-own@mail.example>")
    hall.pump()
    assert anna.receipt["In-Reply-To"] == "<my-own@mail.example>"
    assert anna.receipt["Auto-Submitted"] == "auto-replied"
    assert anna.mails[0]["Auto-Submitted"] == "auto-generated"


def parliament(hall: Hall, **options: str) -> str:
    """Begin a game and go on until all vote."""
    game = hall.begin(names=("anna", "ben", "carla"), **options)
    for _ in range(3):
        hall.answer(game, "end")
    assert {ask.kind for ask in hall.waiting(game).values()} == {"vote"}
    return game


def test_a_sealed_answer_may_be_changed_until_the_last_is_in(hall: Hall) -> None:
    game = parliament(hall)
    anna, ben, carla = (hall.player(name) for name in ("anna", "ben", "carla"))
    anna.reply("vote red")
    hall.pump()
    anna.reply("vote white")
    hall.pump()
    assert verdicts(anna.receipt) == {1: ("done", "vote white")}
    assert "vote white" in raw_text_of(anna.receipt).split("STILL OPEN")[1]
    ben.reply("vote white")
    carla.reply("vote green")
    hall.pump()
    votes = {who: text for who, kind, text, _ in hall.tape(game) if kind == "vote"}
    assert votes == {"red": "vote white", "white": "vote white", "green": "vote green"}


def test_a_sealed_answer_that_cannot_be_read_leaves_the_first_one_standing(hall: Hall) -> None:
    game = parliament(hall)
    anna = hall.player("anna")
    for line in ("vote red", "vote purple"):
        anna.reply(line)
        hall.pump()
    assert verdicts(anna.receipt)[1][0] == "not done"
    assert hall.load(game).run.given == {"red": "vote red"}


def test_nobody_else_is_written_to_when_one_of_several_has_voted(hall: Hall) -> None:
    game = parliament(hall)
    before = {name: len(hall.player(name).mails) for name in ("anna", "ben", "carla")}
    hall.player("anna").reply("vote green")
    hall.pump()
    after = {name: len(hall.player(name).mails) for name in ("anna", "ben", "carla")}
    assert after == {**before, "anna": before["anna"] + 1}
    assert hall.waiting(game).keys() == {"white", "green"}


def test_an_answer_to_an_older_question_is_too_late_and_nothing_of_it_is_done(
    hall: Hall,
) -> None:
    game = hall.begin(names=("anna", "ben"))
    anna = hall.player("anna")
    first = anna.last
    hall.answer(game, "end", "end")
    for name in ("anna", "ben"):
        hall.player(name).reply("vote red")
    hall.pump()
    for name in ("anna", "ben"):
        hall.player(name).reply("bid 0")
    hall.pump()
    assert hall.waiting(game)["red"].kind == "move"
    before = hall.tape(game)
    anna.reply("move beaufort to london", "end", mail=first)
    hall.pump()
    assert "too late" in anna.last["Subject"]
    assert "None of its lines was carried out" in text_of(anna.last)
    assert hall.tape(game) == before
    assert hall.inbound()[-1].reason == "it answers a question that is closed"
    hall.pump()
    assert hall.waiting(game)["red"].kind == "move"


def test_the_same_mail_twice_is_handled_once_and_answered_once(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    raw = anna.raw("Re:", "move beaufort to london", to=str(anna.last["Reply-To"]))
    before = len(anna.mails)
    for _ in range(3):
        anna.put(raw, to=str(anna.last["Reply-To"]))
    handled = hall.pump()
    assert [one.state for one in handled] == ["done", "ignored", "ignored"]
    assert len([entry for entry in hall.tape(game) if "beaufort" in entry[2]]) == 1
    assert len([m for m in anna.mails[before:] if "(receipt" in m["Subject"]]) == 1


def test_two_mails_with_one_message_id_are_two_mails(hall: Hall) -> None:
    game = hall.begin()
    anna = hall.player("anna")
    for line in ("move beaufort to london", "end"):
        anna.reply(line, message_id="<same@client.example>")
        hall.pump()
    moves = [text for _, kind, text, _ in hall.tape(game) if kind == "move"]
    assert moves == ["move beaufort to london", "end"]


def test_the_same_lines_in_a_new_mail_are_acknowledged_again(hall: Hall) -> None:
    parliament(hall)
    anna = hall.player("anna")
    for number in range(2):
        anna.reply("vote red")
        hall.pump()
        assert verdicts(anna.receipt) == {1: ("done", "vote red")}
        assert anna.receipt["Subject"].endswith(f"/red/{number + 2})")


def test_lines_for_a_game_that_is_over_are_refused(hall: Hall) -> None:
    game = hall.begin(names=("anna", "ben"), rounds="1")
    hall.answer(game, "end", "end")
    for answer in ("vote red", "bid 0"):
        for name in ("anna", "ben"):
            hall.player(name).reply(answer)
        hall.pump()
    assert hall.status(game) == "over"
    anna = hall.player("anna")
    anna.reply("move percy to hull")
    hall.pump()
    assert "the game is over" in anna.last["Subject"]


def test_a_mail_full_of_lines_that_are_no_orders_gets_a_short_answer(hall: Hall) -> None:
    parliament(hall)
    anna = hall.player("anna")
    anna.reply("vote red", *["once upon a time"] * 400)
    hall.pump()
    said = text_of(anna.receipt)
    assert "1 OF 401 LINES, 399 KEPT" in said
    assert said.count("once upon a time") < 50
    assert "And 359 lines more, from line 43 on." in said
