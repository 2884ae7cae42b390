"""5) Coronation Phase: the senior heir of a house is crowned King (KM-COR, KM-BEA)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Ask, Fact, Illegal, OneOf, Table, matches, nearest
from moderator.titles.kingmaker.asking.turn_lines import next_line
from moderator.titles.kingmaker.components.cards import BISHOP
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.events import Crowned, LeaveGiven
from moderator.titles.kingmaker.moving.leave import on_file
from moderator.titles.kingmaker.moving.requests import Request
from moderator.titles.kingmaker.position.holding import heirs_of, insiders, nobles_of
from moderator.titles.kingmaker.position.succession import check_succession, claimant, sole_king
from moderator.titles.kingmaker.state import BISHOPS, CORONATION, State

RULES = ("KM-COR-01", "KM-COR-02", "KM-COR-03")
NOBODY = "crown nobody"

Bishops = tuple[tuple[str, str], ...]
"""(card, noble)."""


def claimants(state: State, seat: str) -> list[str]:
    """Return the heirs whom a player controls, and his Beaufort."""
    substitute = current().substitute
    own = [noble.id for noble in nobles_of(state, seat) if noble.id == substitute]
    return [*(heir.id for heir in heirs_of(state, seat)), *own]


def bishops_at(state: State, monarch: str, seats: Iterable[str]) -> Bishops:
    """Return the bishops of these factions' nobles who are in the place with a claimant.

    Cards transferred in this turn do not serve (KM-TRA-02).
    """
    allowed, cards = set(seats), current().cards
    return tuple(
        (card, noble)
        for noble in insiders(state, claimant(state, monarch).place)
        if state.nobles[noble].seat in allowed
        for card in state.nobles[noble].awards
        if cards[card].kind == BISHOP and card not in state.turn.bound
    )


def enough(bishops: Bishops) -> bool:
    """Say whether bishops can crown: an archbishop, or two of any (KM-COR-02, KM-COR-04)."""
    return len(bishops) > 1 or any(current().cards[card].archbishop for card, _ in bishops)


def lenders(state: State, seat: str, monarch: str) -> list[str]:
    """Return the other players whose bishops are there, if his own do not do (KM-EXP-02)."""
    if enough(bishops_at(state, monarch, [seat])):
        return []
    return [other for other in state.seats if other != seat and bishops_at(state, monarch, [other])]


def check_coronation(state: State, seat: str, monarch: str) -> None:
    """Raise `Illegal` unless *seat* can crown *monarch*, if need be with others' bishops."""
    if monarch not in claimants(state, seat):
        raise Illegal(f"{name(monarch)} is not under your control", ("KM-COR-03",))
    check_succession(state, monarch)
    where = claimant(state, monarch).place
    if not where or not current().board.places[where].cathedral:
        raise Illegal(f"{name(monarch)} is in no cathedral", ("KM-COR-02",))
    if not enough(bishops_at(state, monarch, state.seats)):
        why = f"no archbishop and no two bishops are with {name(monarch)} in {name(where)}"
        raise Illegal(why, ("KM-COR-02", "KM-COR-04"))


@dataclass(frozen=True, slots=True, eq=False)
class Coronations:
    """`crown margaret`, or `crown nobody`."""

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"crown"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> str:
        """Return who is to be crowned, '' for nobody."""
        if text == NOBODY:
            return ""
        monarch = text.removeprefix("crown ")
        if monarch not in self._known() or not text.startswith("crown "):
            raise Illegal(f"'{text}' crowns nobody", RULES, self.examples)
        try:
            check_coronation(self.state, self.seat, monarch)
        except Illegal as illegal:
            raise Illegal(str(illegal), illegal.rules, self.examples) from None
        return monarch

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        words = {f"crown {said}": f"crown {id_}" for id_, said in self._words()}
        words |= {f"crown {id_}": f"crown {id_}" for id_ in self._known()}
        found = tuple(dict.fromkeys(words[text] for text in matches(line, words)))
        found = found or matches(line, [NOBODY])
        if len(found) == 1:
            self.read(found[0])
        return found

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()

    def examples(self) -> tuple[str, ...]:
        return (*(f"crown {monarch}" for monarch in self.able()), NOBODY)

    def forced(self) -> str | None:
        return None if self.able() else NOBODY

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def able(self) -> list[str]:
        """Return all whom the player might crown now."""
        found: list[str] = []
        for monarch in claimants(self.state, self.seat):
            try:
                check_coronation(self.state, self.seat, monarch)
            except Illegal:
                continue
            found.append(monarch)
        return found

    def _known(self) -> list[str]:
        substitute = current().substitute
        return [*self.state.heirs, *([substitute] if substitute in self.state.nobles else [])]

    def _words(self) -> list[tuple[str, str]]:
        return [(heir.id, said) for heir in current().heirs.values() for said in heir.words]


async def coronation(table: Table[State]) -> None:
    """Let the active player crown whom he can; a phase without anybody passes (KM-SEQ-06)."""
    state = table.state
    seat = state.turn.seat
    state.phase = CORONATION

    def facts() -> dict[str, Fact]:
        able = Coronations(state, seat).able()
        return {"candidates": ", ".join(able), "sole_king": sole_king(state)}

    while monarch := await next_line(
        table, "crown", lambda: Coronations(state, seat), NOBODY, RULES, facts, last=True
    ):
        givers = await _consents(table, seat, monarch)
        bishops = bishops_at(state, monarch, [seat, *givers])
        if not enough(bishops):
            return
        crown(table, seat, monarch, bishops)


def crown(table: Table[State], seat: str, monarch: str, bishops: Bishops) -> None:
    """Make an heir, or Beaufort, King; that may decide the game (KM-COR-03, KM-VIC-01)."""
    state = table.state
    counter = claimant(state, monarch)
    counter.crowned = True
    state.turn.used += [card for card, _ in bishops if card not in state.turn.used]
    sole = sole_king(state) == monarch
    table.tell(Crowned(monarch, seat, counter.place, bishops, sole))
    decide(table)


async def _consents(table: Table[State], seat: str, monarch: str) -> list[str]:
    """Ask other players for their bishops, all at once; silence refuses (D-COR-2)."""
    state = table.state
    place = claimant(state, monarch).place
    wanted = [Request(BISHOPS, giver, place, (monarch,)) for giver in lenders(state, seat, monarch)]
    given = {request.giver for request in wanted if on_file(state, seat, request)}
    answers = await table.ask_all(
        Ask(
            request.giver, BISHOPS, OneOf({"grant": True, "refuse": False}), "refuse",
            {
                "by": seat, "heir": monarch, "at": place,
                "bishops": ", ".join(c for c, _ in bishops_at(state, monarch, [request.giver])),
            },
            pace="reply", rules=("KM-EXP-02",), own_turn=False,
        )
        for request in wanted
        if request.giver not in given
    )  # fmt: skip
    given |= {giver for giver, granted in answers.items() if granted}
    for request in wanted:
        granted = request.giver in given
        told = LeaveGiven(BISHOPS, request.giver, seat, place, granted)
        table.tell(told, to=[request.giver, seat])
    return [request.giver for request in wanted if request.giver in given]
