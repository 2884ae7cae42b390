"""Every answer in advance that the catalogue names is taken, and answers in real games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from moderator.engine import Chance, Entry, Event, Run, Table
from moderator.orders.line import Line
from moderator.orders.queue import serve
from moderator.orders.standing import read_standing
from moderator.titles.kingmaker.chance.storms import storm
from moderator.titles.kingmaker.court.parliament import parliament
from moderator.titles.kingmaker.events import WentToParliament
from moderator.titles.kingmaker.fighting.attack import Attack
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.fighting.combat import fight
from moderator.titles.kingmaker.fighting.ransom import ransoms
from moderator.titles.kingmaker.state import State
from moderator.titles.kingmaker.title import KINGMAKER

Position = Callable[..., State]
Start = Callable[..., Any]

ADVANCE = {
    "when shelter: prefer berwick, friendly, unfortified": (),
    "when ashore: inside": (),
    "when ashore: open": (),
    "when summons of courtenay: compton, friendly, nearest": ("of is courtenay",),
    "when follow: stay": (),
    "when follow if staying < 100: go": ("staying < 100",),
    "when embassy: take all": (),
    "when embassy: take strongest": (),
    "when passage by red at york: grant": ("by is red", "at is york"),
    "when passage by red: refuse": ("by is red",),
    "when entry by red at hereford: grant": ("by is red", "at is hereford"),
    "when sailing by red: grant": ("by is red",),
    "when loan by red: refuse": ("by is red",),
    "when defence: plan exeter on herbert; aim below 5-4; execute henry if odds at least 2-1": (),
    "when defence at coventry if odds < 2: pass": ("at is coventry", "odds < 2"),
    "when defence: execute henry if odds at least 2-1": (),
    "when defence: herbert stays out": (),
    "when inside: mine fight": (),
    "when inside: mine stay out": (),
    "when spoils: strongest": (),
    "when occupy: out": (),
    "when demand for scrope: london or a writ, else execute": ("for is scrope",),
    "when demand: release": (),
    "when offer for scrope: london, then a writ, then bristol": ("for is scrope",),
    "when captured of edward: execute": ("of is edward",),
    "when attend by red: nobody": ("by is red",),
    "when attend at hereford: send courtenay": ("at is hereford",),
    "when attend if chancery < 3: nobody": ("chancery < 3",),
    "when award: own first": (),
    "when award of marshal: percy": ("of is marshal",),
    "when office by red: accept": ("by is red",),
    "when office: allow": (),
    "when bishops by blue at salisbury: grant": ("by is blue", "at is salisbury"),
    "when drawn mercenary: play on grey": ("mercenary",),
    "when transfer by blue: accept": ("by is blue",),
    "when trade by blue for writ: accept": ("by is blue", "for is writ"),
    "when houses: give up york": (),
    "when houses: execute": (),
    "when finish: agree": (),
    "when finish by red: refuse": ("by is red",),
}


@pytest.mark.parametrize("line", ADVANCE)
def test_every_answer_in_advance_is_taken(line: str) -> None:
    order = read_standing("blue", line, KINGMAKER)
    assert order.kind == line.split()[1].rstrip(":")
    assert order.tests == ADVANCE[line]


GENERAL = (
    "when shelter: prefer friendly, unfortified",
    "when ashore: inside",
    "when summons: friendly, nearest",
    "when follow: stay",
    "when embassy: take all",
    "when passage: grant",
    "when entry: refuse",
    "when sailing: grant",
    "when loan: lend",
    "when bishops: grant",
    "when leave: refuse",
    "when defence: pass",
    "when reinforce: pass",
    "when confirm: call off",
    "when inside: mine fight",
    "when spoils: strongest",
    "when occupy: in",
    "when demand: london or a writ, else accept",
    "when demand: accept",
    "when offer: a writ",
    "when offer: no ransom",
    "when attend: nobody",
    "when award: own first",
    "when office: accept",
    "when houses: give up york",
    "when finish: refuse",
)
OWN_TURN = {"allocate", "move", "attack", "summon", "crown"}


class Sources:
    """Counts who answered what."""

    def __init__(self) -> None:
        self.standing: Counter[str] = Counter()

    def entry(self, entry: Entry) -> None:
        self.standing[entry.kind] += entry.source == "standing"

    def event(self, event: Event, to: frozenset[str] | None) -> None: ...
    def checkpoint(self, run: Run[Any]) -> None: ...


@pytest.mark.parametrize("seed", range(2))
def test_with_general_orders_on_file_nobody_is_waited_for_off_his_turn(seed: int) -> None:
    rng, seats, sources = Random(seed), KINGMAKER.seats[: 3 + seed], Sources()
    options = KINGMAKER.configure({"deal": "whole", "places": "short", "rounds": "12"})
    run = Run(
        KINGMAKER, KINGMAKER.new_game(seats, options), Chance(bytes([seed]) * 32),
        phase=KINGMAKER.first_phase, recorder=sources,
    )  # fmt: skip
    orders = [read_standing(seat, line, KINGMAKER) for seat in seats for line in GENERAL]
    while run.phase is not None:
        serve(run, {}, orders)
        for seat, ask in list(run.waiting.items()):
            assert ask.kind in OWN_TURN, f"{seat} is asked {ask.kind}: {ask.domain.examples()}"
            view = KINGMAKER.view(run.state, seat)
            run.answer(seat, KINGMAKER.bot(view, ask, rng))
    assert len(sources.standing) > 4


def test_a_turn_sent_ahead_does_not_answer_a_defence(position: Position, start: Start) -> None:
    state = position(
        hands={"blue": "duke of exeter, scots archers"},
        percy="red open york", herbert="blue open york",
    )  # fmt: skip

    async def attack(table: Table[State]) -> None:
        domain = Attacks(state, "red")
        found = domain.read(*domain.understand("attack herbert with percy; pass"))
        assert isinstance(found, Attack)
        await fight(table, found)

    played = start(attack, state)
    played.run.title = replace(KINGMAKER, phases=played.run.title.phases)
    sheet = ["play scots archers on herbert", "move herbert to masham", "execute henry", "end"]
    ahead = [Line(number, text, fresh=False) for number, text in enumerate(sheet, start=1)]
    served = serve(played.run, {"blue": ahead})
    assert played.open == [("blue", "defence")]
    assert [line.text for line in served.kept["blue"]] == sheet
    mail = [*served.kept["blue"], Line(5, "play duke of exeter on herbert")]
    served = serve(played.run, {"blue": mail})
    assert played.open == [("red", "confirm")]
    assert [line.text for line in served.kept["blue"]] == sheet


def mailed(played: Any, seat: str, *lines: str) -> Any:
    """Let a mail answer what is open; every line must be done."""
    played.run.title = replace(KINGMAKER, phases=played.run.title.phases)
    served = serve(played.run, {seat: [Line(n, line) for n, line in enumerate(lines, start=1)]})
    assert [outcome.verdict for outcome in served.outcomes[seat]] == ["done"] * len(lines)
    return played


def test_a_mail_says_in_few_lines_who_comes_to_parliament(position: Position, start: Start) -> None:
    state = position(
        "green red", percy="green in hereford with chancellor", hastings="red in bamburgh",
        courtenay="red in compton", henry="red in compton", margaret="dead", edward="dead",
        stanley="red in douglas with le michael", le_michael="in preston",
        richard="green in hereford with crowned",
        kept={"green": "parliament 1, writ"},
    )  # fmt: skip
    state.heirs["henry"].crowned = True
    played = start(parliament, state, "green summon parliament with writ on hastings")
    assert played.open == [("red", "attend")]
    mailed(
        played, "red", "Hastings in the open", "Henry goes with Courtenay",
        "Stanley by Le Michael to Preston",
    )  # fmt: skip
    came = {event.counters: event.target[1] for event in played.told(WentToParliament)}
    assert came == {
        ("hastings",): "", ("courtenay", "henry"): "", ("stanley",): "",
    }  # fmt: skip


def test_a_mail_says_to_which_port_and_who_goes_ashore(position: Position, start: Start) -> None:
    state = position(
        neville="red aboard le michael with le michael", percy="red in alnwick",
        le_michael="on n1", captured="red berwick",
    )  # fmt: skip
    played = start(storm, state)
    mailed(played, "red", "le michael to Berwick", "Neville ashore in the open")
    assert (state.nobles["neville"].square, state.nobles["neville"].place) == ("berwick", "")


def test_a_mail_bargains_in_few_words(position: Position, start: Start) -> None:
    state = position(
        percy="red open york", scrope="blue open york", kept={"blue": "writ"},
        mowbray="blue open york with tower",
    )  # fmt: skip
    state.nobles["scrope"].captor = "red"
    played = start(ransoms, state)
    mailed(played, "blue", "London, then a writ")
    mailed(played, "red", "a writ or London, else execute")
    assert state.factions["red"].kept == ["writ"]
    assert state.nobles["scrope"].captor == ""
