"""The rulebook's example of Parliament: two crownings, and seven nobles at Hereford (KM-EXP)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moderator.engine import Chance, Event, Illegal, Run
from moderator.titles.kingmaker import events
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.court.summons import Summoning
from moderator.titles.kingmaker.fighting.attack_order import Attacks
from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.moving.moves import Moves
from moderator.titles.kingmaker.position.succession import monarchs, sole_king
from moderator.titles.kingmaker.state import CHANCE, State
from moderator.titles.kingmaker.title import KINGMAKER

FIVE = ["county palatine", "earl of worcester", "admiral", "duke of exeter", "dover castle"]
DRAWN = ["storm 1", "plague london", "storm 2", "storm 3", "storm 4", "storm 5", "storm 6"]
"""The Event cards of the turns: yellow, green, red, blue, yellow, green, red."""


class Game:
    """A game of the title itself; what a player has not said is answered by its default."""

    def __init__(self, state: State) -> None:
        self.told: list[Event] = []
        self.lines: dict[tuple[int, str], list[str]] = {}
        self.asked: list[tuple[int, str, str]] = []
        self.run: Run[Any] = Run(KINGMAKER, state, Chance(bytes(32)), phase=CHANCE, recorder=self)

    def entry(self, entry: object) -> None: ...

    def event(self, event: Event, to: object) -> None:
        self.told.append(event)

    def checkpoint(self, run: Run[Any]) -> None:
        audit(run.state)

    @property
    def state(self) -> State:
        state: State = self.run.state
        return state

    def turn(self, seat: str, **said: str) -> list[Event]:
        """Play one turn; *said* holds the lines of each seat in the order of their questions."""
        queues = {name: lines.split(" / ") for name, lines in said.items()}
        ends = self.ended()
        while len(self.ended()) == len(ends):
            assert self.run.waiting
            for asked, ask in list(self.run.waiting.items()):
                self.run.answer(asked, self.answer(queues.get(asked, []), ask))
            audit(self.state)
        assert not any(queues.values()), queues
        told = self.told[ends[-1] + 1 if ends else 0 : self.ended()[-1] + 1]
        assert [event.seat for event in kinds(told, events.TurnBegan)] == [seat]
        return told

    def ended(self) -> list[int]:
        """Return where in what was told each turn ended."""
        return [at for at, event in enumerate(self.told) if isinstance(event, events.TurnEnded)]

    def answer(self, queue: list[str], ask: Any) -> str:
        """Take the lines at the head of a queue that this question understands."""
        said: list[str] = []
        while queue and (found := self.read(ask, queue[0], said)):
            said += found
            queue.pop(0)
            if not ask.domain.sheet:
                break
        return "\n".join(said) or (ask.done if queue and ask.done else ask.default)

    def read(self, ask: Any, line: str, said: list[str]) -> tuple[str, ...]:
        """Return the line in full, or () for a line of another question."""
        try:
            found: tuple[str, ...] = ask.domain.understand(line, said)
        except Illegal:
            found = ()
        return found


def kinds(told: list[Event], kind: type[Event]) -> list[Any]:
    return [event for event in told if isinstance(event, kind)]


@pytest.fixture
def england(position: Callable[..., State]) -> State:
    """Red to green are Players A to D; it is yellow's turn next, and Henry is sole King."""
    state = position(
        "red blue yellow green",
        hastings="red in bamburgh",
        courtenay="red in compton",
        stanley="red in douglas with le michael",
        le_michael="in plymouth",
        neville="blue in warwick",
        margaret="blue in warwick",
        talbot="blue in ludlow with saxons",
        mowbray="yellow open york",
        percy="green open bristol with chancellor, bishop of durham, bishop of lincoln",
        berkeley="green in berkeley with earl of kent",
        audley="green in newcastle castle",
        hands={"red": "beaufort", "yellow": "archbishop of york"},
        kept={"green": "parliament 1, writ, writ 2"},
        captured="red bamburgh",
        chancery=", ".join(FIVE),
    )
    for card in reversed(DRAWN):
        state.event_deck.remove(card)
        state.event_deck.append(card)
    state.turn.seat, state.turn.number, state.turn.round, state.starter = "blue", 2, 1, "red"
    audit(state)
    return state


@pytest.mark.rule("KM-EXP-01")
@pytest.mark.rule("KM-EXP-02")
@pytest.mark.rule("KM-EXP-04")
@pytest.mark.rule("KM-EXP-05")
@pytest.mark.rule("KM-EXP-06")
@pytest.mark.rule("KM-EXP-07")
@pytest.mark.rule("KM-EXP-08")
@pytest.mark.rule("KM-EXP-09")
@pytest.mark.rule("KM-PAR-02")
@pytest.mark.rule("KM-PAR-16")
@pytest.mark.rule("KM-COR-05")
@pytest.mark.rule("KM-VIC-07")
@pytest.mark.rule("KM-VIC-08")
def test_two_crownings_and_the_parliament_of_hereford(england: State) -> None:
    game = Game(england)

    told = game.turn(
        "yellow",
        yellow="play archbishop of york on mowbray / into york with mowbray / keep richard"
        " / crown richard",
    )
    assert [event.heir for event in kinds(told, events.HeirCaptured)] == ["richard"]
    [crowned] = kinds(told, events.Crowned)
    assert (crowned.counter, crowned.place, crowned.sole) == ("richard", "york", False)
    assert monarchs(game.state) == ["henry", "richard"]

    told = game.turn("green", green="move percy to salisbury")
    assert [death.counter for death in kinds(told, events.Died)] == ["henry"]
    assert monarchs(game.state) == ["richard"]
    assert game.state.nobles["percy"].place == "salisbury"

    game.turn("red")
    told = game.turn(
        "blue", blue="move neville to salisbury with margaret / crown margaret", green="grant"
    )
    [crowned] = kinds(told, events.Crowned)
    assert (crowned.counter, crowned.place, crowned.sole) == ("margaret", "salisbury", False)
    assert dict(crowned.bishops) == {"bishop of durham": "percy", "bishop of lincoln": "percy"}
    assert monarchs(game.state) == ["margaret", "richard"]
    assert sole_king(game.state) == ""
    game.turn("yellow")

    before = sorted(game.state.crown_deck)
    told = game.turn(
        "green",
        green="move percy to hereford / summon parliament with writ on hastings; send berkeley, "
        "audley / give county palatine to berkeley / give earl of worcester to audley / "
        "give admiral to audley / give duke of exeter to hastings / give dover castle to talbot",
        red="play beaufort in corte / send beaufort / send courtenay, stanley",
        blue="nobody",
        yellow="nobody",
    )
    assert [type(event) for event in told if isinstance(event, (events.Moved,
            events.ParliamentSummoned, events.CrownCardDrawn))] == [
        events.Moved, events.ParliamentSummoned, events.CrownCardDrawn,
    ]  # fmt: skip
    assert kinds(told, events.CardsDiscarded)[0].cards == ("writ",)
    assert {"writ", "parliament 1"} <= set(game.state.event_discard)
    assert game.state.factions["green"].kept == ["writ 2"]
    [met] = kinds(told, events.ParliamentMet)
    assert met.drawn == 5
    assert sorted(met.attending) == [
        "audley", "beaufort", "berkeley", "courtenay", "hastings", "percy", "stanley",
    ]  # fmt: skip
    went = {event.counters[0]: event for event in kinds(told, events.WentToParliament)}
    assert went["hastings"].source == ("bamburgh", "bamburgh")
    assert went["stanley"].ships == ("le michael",)
    port = current().board.places[went["stanley"].port]
    assert port.port
    assert not port.kind.held
    awards = {noble.id: noble.awards for noble in game.state.nobles.values()}
    assert awards["berkeley"] == ["earl of kent", "county palatine"]
    assert awards["audley"] == ["earl of worcester", "admiral"]
    assert awards["hastings"] == ["duke of exeter"]
    assert awards["talbot"] == ["saxons", "dover castle"]
    assert game.state.chancery == []
    assert set(before) - set(game.state.crown_deck) <= {*game.state.factions["green"].hand}
    assert {noble.id for noble in game.state.nobles.values() if noble.square == "hereford"} == {
        *met.attending
    }

    assert (game.state.peace_at, game.state.peace_by) == ("hereford", "green")
    assert Attacks(game.state, "red").whole == []
    game.turn("red")
    game.turn("blue")
    assert game.state.peace_at == "hereford"
    game.turn("yellow")
    assert (game.state.turn.seat, game.state.peace_at) == ("green", "")


@pytest.mark.rule("KM-EXP-03")
@pytest.mark.rule("KM-PAR-03")
@pytest.mark.rule("KM-PAR-06")
def test_what_percy_needs_before_he_can_summon(england: State) -> None:
    percy = england.nobles["percy"]
    england.heirs["henry"].alive = False
    england.turn.seat = "green"
    line = "summon parliament with writ on hastings"
    for square, place, fine in (
        ("salisbury", "salisbury", True), ("hereford", "hereford", True), ("bristol", "", False)
    ):  # fmt: skip
        percy.square, percy.place = square, place
        if fine:
            assert Summoning(england, "green").read(line)
        else:
            with pytest.raises(Illegal) as refused:
                Summoning(england, "green").read(line)
            assert refused.value.rules == ("KM-PAR-03",)
    talbot = england.nobles["talbot"]
    talbot.square = talbot.place = "hereford"
    percy.square, percy.place = "salisbury", "salisbury"
    moves = Moves(england, "green")
    assert moves.understand("move percy to hereford") == ("move percy to hereford",)
    percy.square, percy.place = "hereford", ""
    with pytest.raises(Illegal) as refused:
        Attacks(england, "green").understand("besiege hereford with percy")
    assert "KM-SIE-06" in refused.value.rules
