"""Lines that are no orders."""

from __future__ import annotations

import pytest

from moderator.orders.commands import FORMS, Command, Sorted, sort_lines
from moderator.orders.line import Line


def sort(*lines: str, moderator: bool = False) -> Sorted:
    numbered = [Line(number, text) for number, text in enumerate(lines, start=1)]
    return sort_lines(numbered, moderator=moderator)


def one(*lines: str, moderator: bool = True) -> Command:
    (command,) = sort(*lines, moderator=moderator).commands
    return command


@pytest.mark.parametrize(
    ("line", "name", "fields"),
    [
        ("help", "help", {}),
        ("Help rule TC-1", "help", {"topic": "rule TC-1"}),
        ("1) status.", "status", {}),
        ("RESEND", "resend", {}),
        ("preview", "preview", {}),
        ("undo 4", "undo", {"number": "4"}),
        ("undo 4.", "undo", {"number": "4"}),
        ("standing", "standing", {}),
        ("forget 12  # no more", "forget", {"number": "12"}),
        ("join roses-3", "join", {"game": "roses-3"}),
        ("join roses-3 as Red", "join", {"game": "roses-3", "seat": "Red"}),
        ("join roses-3 word to be", "join", {"game": "roses-3", "text": "to be"}),
        (
            "sign on roses-3 as red word to be or not",
            "join",
            {"game": "roses-3", "seat": "red", "text": "to be or not"},
        ),
        ("pause", "pause", {}),
        ("resume", "resume", {}),
        ("extend 24", "extend", {"hours": "24"}),
        ("extend 24 hours", "extend", {"hours": "24"}),
        ("answer red: move a to b", "answer", {"seat": "red", "text": "move a to b"}),
        ("process", "process", {}),
        ("rollback to 12", "rollback", {"number": "12"}),
        ("rollback to 12 same dice", "rollback", {"number": "12"}),
        ("hold", "hold", {}),
        ("hold until: Bob is back", "hold", {"text": "until: Bob is back"}),
        (
            "replace red by b.ob@example.org",
            "replace",
            {"seat": "red", "address": "b.ob@example.org"},
        ),
        ("remark Well played!", "remark", {"text": "Well played"}),
    ],
)
def test_commands_and_their_fields(line: str, name: str, fields: dict[str, str]) -> None:
    command = one(line)
    assert (command.name, command.number, dict(command.fields)) == (name, 1, fields)


def test_what_follows_the_opening_words_is_the_argument() -> None:
    assert one("rollback to 12 same dice").argument == "12 same dice"
    assert one("help rule TC-1").argument == "rule TC-1"
    assert one("status").argument == ""


@pytest.mark.parametrize(
    "line", ["When passage: yes", "standing: when passage by red: yes", "when nonsense"]
)
def test_a_standing_order_goes_whole_to_its_reader(line: str) -> None:
    assert one(line) == Command("when", 1, line)


def test_a_command_that_is_spoilt_is_told_its_form() -> None:
    found = sort("undo that", "join")
    assert [(number, wrong.reason) for number, wrong in found.misread] == [
        (1, "it is written 'undo NUMBER'"),
        (2, "it is written 'join GAME [as SEAT] [word TEXT]'"),
    ]
    assert not found.commands
    assert not found.orders


def test_everything_else_is_an_order_with_its_number() -> None:
    found = sort("move percy to hull", "status", "helpless", "whenever", "join-up")
    assert [(line.number, line.text) for line in found.orders] == [
        (1, "move percy to hull"),
        (3, "helpless"),
        (4, "whenever"),
        (5, "join-up"),
    ]


def test_the_moderators_powers_are_lines_like_any_in_a_players_mail() -> None:
    powers = [form for form in FORMS if form.power]
    assert len(powers) > 8
    for form in powers:
        found = sort(f"{form.opening} 12")
        assert not found.commands
        assert not found.misread
        assert len(found.orders) == 1


def test_press_runs_to_its_end() -> None:
    found = sort(
        "move percy to hull", "press to Blue:", "Dear Ben,", "", "# one", "help", "endpress", "end"
    )
    assert found.commands[0].fields == {"seats": "Blue", "text": "Dear Ben,\n\n# one\nhelp"}
    assert found.commands[0].number == 2
    assert [line.number for line in found.orders] == [1, 8]


def test_press_of_one_line_needs_no_end() -> None:
    found = sort("press to blue, white: hello", "end")
    assert found.commands[0].fields == {"seats": "blue, white", "text": "hello"}
    assert [line.text for line in found.orders] == ["end"]


def test_a_line_that_is_no_whole_command_may_be_an_order_of_the_title() -> None:
    lines = [Line(1, "join neville with percy"), Line(2, "join kingmaker-1"), Line(3, "undo")]
    found = sort_lines(lines, verbs={"join"})
    assert [line.text for line in found.orders] == ["join neville with percy"]
    assert [command.name for command in found.commands] == ["join"]
    assert [number for number, _ in found.misread] == [3]


def test_press_of_one_line_does_not_swallow_the_next() -> None:
    found = sort("press to blue: hello", "end", "press to all:", "good night", "end press")
    assert [command.fields["text"] for command in found.commands] == ["hello", "good night"]
    assert [line.text for line in found.orders] == ["end"]


def test_press_to_all_without_an_end_takes_the_rest() -> None:
    found = sort("press", "To whom it may concern", "end")
    assert found.commands[0].fields == {"seats": "", "text": "To whom it may concern\nend"}


def test_every_form_reads_its_own_example() -> None:
    values = {
        "NUMBER": "3", "HOURS": "24", "TOPIC": "x", "GAME": "g-1", "SEAT": "red", "SEATS": "red",
        "TEXT": "a b", "ADDRESS": "a@example.org", "KIND": "k", "TEST": "t", "ANSWER": "yes",
    }  # fmt: skip
    for form in FORMS:
        line = form.form.replace("[", "").replace("]", "")
        for name in sorted(values, key=len, reverse=True):
            line = line.replace(name, values[name])
        assert one(line).name == form.name
        assert form.help.endswith(".")
