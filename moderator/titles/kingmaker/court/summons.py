"""Who may summon Parliament, where, and whom: `summon parliament with writ on hastings`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, nearest
from moderator.titles.kingmaker.components.board import CASTLE, ROYAL_CASTLE
from moderator.titles.kingmaker.components.cards import PARLIAMENT, WRIT
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import heir_words, listed, name, noble_words, pick
from moderator.titles.kingmaker.court.journey import crossing, crossings
from moderator.titles.kingmaker.court.offices import OfficeOffer, offer_text, read_offer
from moderator.titles.kingmaker.position.holding import nobles_of
from moderator.titles.kingmaker.position.kept import check_kept, kept_of
from moderator.titles.kingmaker.position.officers import chancellor
from moderator.titles.kingmaker.position.succession import claimant, sole_king
from moderator.titles.kingmaker.state import Heir, Noble, State

RULES = ("KM-PAR-01", "KM-PAR-02", "KM-PAR-03", "KM-PAR-04")
NO_PARLIAMENT = "no parliament"
_LINE = re.compile(
    r"summon(?: parliament)? with writs? on (?P<on>[^;]+)(?:; ?send (?P<send>[^;]+))?"
    r"(?P<offers>(?:; ?offer [^;]+)*)"
)
_AND = re.compile(r",? and (?:on )?|, ?(?:on )?")


@dataclass(frozen=True, slots=True)
class Summons:
    """Whom a writ calls, and which of his own nobles and heirs the summoner sends."""

    writs: tuple[str, ...]
    own: tuple[str, ...] = ()
    offers: tuple[OfficeOffer, ...] = ()
    """Offices that nobles of his own would pass on there (KM-TRA-07)."""


def convener(state: State, seat: str) -> Noble | Heir:
    """Return the King or the Chancellor by whom *seat* may summon; raise `Illegal` (KM-PAR-01)."""
    king = sole_king(state)
    if king:
        if claimant(state, king).seat != seat:
            why = f"{name(king)} is sole King, and not yours: only his player may summon"
            raise Illegal(why, ("KM-PAR-01",))
        monarch = claimant(state, king)
        if isinstance(monarch, Noble) and monarch.captor:
            raise Illegal(f"{name(king)} is a captive", ("KM-PAR-01", "KM-CAP-01"))
        return monarch
    officer = chancellor(state)
    if officer is None or officer.seat != seat or officer.captor:
        why = "there is no sole King, so only the Chancellor of England's player may summon"
        raise Illegal(why, ("KM-PAR-02",))
    return officer


def check_seat(state: State, seat: str) -> str:
    """Return the place where *seat* may hold Parliament now; raise `Illegal` if none will do."""
    if state.turn.parliament_held:
        raise Illegal("a player holds at most one Parliament a turn", ("KM-PAR-19",))
    by = convener(state, seat)
    place = by.place
    kind = current().board.places[place].kind.id if place else ""
    if kind in {"", CASTLE, ROYAL_CASTLE} or place == "calais" or place in state.sieges:
        where = name(place) if place else "the open"
        why = f"{name(by.id)} is in {where}, and Parliament sits in a town or city at peace"
        raise Illegal(why, ("KM-PAR-03",))
    if not sole_king(state):
        check_kept(state, seat, PARLIAMENT)
    check_kept(state, seat, WRIT)
    return place


def check_summons(state: State, seat: str, summons: Summons) -> None:
    """Raise `Illegal` unless *seat* may summon as it says (KM-PAR-04, KM-PAR-05)."""
    check_seat(state, seat)
    check_kept(state, seat, WRIT, len(summons.writs))
    if not any(state.nobles[noble].seat != seat for noble in summons.writs):
        raise Illegal("a writ must call a noble of another player", ("KM-PAR-04",))
    for noble in summons.writs:
        crossing(state, state.nobles[noble])
    for id_ in summons.own:
        if id_ in state.nobles:
            crossing(state, state.nobles[id_])
        counter = state.nobles.get(id_) or state.heirs[id_]
        if counter.seat != seat:
            raise Illegal(f"{name(id_)} is not yours", ("KM-FAC-03",))


def summonable(state: State, seat: str) -> list[str]:
    """Return the other players' nobles to whom a writ can be given."""
    others = [noble.id for noble in state.nobles.values() if noble.seat != seat]
    return list(crossings(state, others))


@dataclass(frozen=True, slots=True, eq=False)
class Summoning:
    """`summon parliament with writ on hastings and on grey; send berkeley; offer OFFICE ...`."""

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"summon", "no"})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Summons | None:
        if text == NO_PARLIAMENT:
            return None
        summons = self._parse(text)
        if self._text(summons) != text:
            raise Illegal(f"'{text}' is short for another order", (), self.examples)
        try:
            check_summons(self.state, self.seat, summons)
        except Illegal as illegal:
            raise Illegal(str(illegal), illegal.rules, self.examples) from None
        return summons

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line in {NO_PARLIAMENT, "no"}:
            return (NO_PARLIAMENT,)
        if not line.startswith("summon"):
            return ()
        text = self._text(self._parse(line))
        self.read(text)
        return (text,)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        return (*(self._text(Summons((noble,))) for noble in self._able()), NO_PARLIAMENT)

    def forced(self) -> str | None:
        return None if self._able() else NO_PARLIAMENT

    def sample(self, rng: Random) -> str:
        able = self._able()
        if not able or rng.random() < 0.3:
            return NO_PARLIAMENT
        most = min(len(able), len(kept_of(self.state, self.seat, WRIT)))
        called = rng.sample(able, rng.randint(1, most))
        own = list(crossings(self.state, [n.id for n in nobles_of(self.state, self.seat)]))
        sent = rng.sample(own, rng.randint(0, len(own)))
        return self._text(Summons(tuple(called), tuple(sent)))

    def _able(self) -> list[str]:
        """Return whom a writ may call, nobody where the player cannot summon (KM-SEQ-06)."""
        try:
            check_seat(self.state, self.seat)
        except Illegal:
            return []
        return summonable(self.state, self.seat)

    def _parse(self, line: str) -> Summons:
        found = _LINE.fullmatch(line)
        if not found:
            why = "Parliament is summoned with a writ on another player's noble"
            raise Illegal(why, ("KM-PAR-04",), self.examples)
        nobles = noble_words(self.state)
        everybody = {**nobles, **heir_words(self.state)}
        sent = found["send"] or ""
        return Summons(
            tuple(_each(found["on"], nobles, "noble")),
            tuple(_each(sent, everybody, "noble")),
            tuple(read_offer(self.state, self.seat, part) for part in _parts(found["offers"])),
        )

    def _text(self, summons: Summons) -> str:
        text = f"summon parliament with writ on {' and on '.join(summons.writs)}"
        text += f"; send {', '.join(summons.own)}" if summons.own else ""
        return "; ".join([text, *(offer_text(offer) for offer in summons.offers)])


def _parts(clauses: str) -> list[str]:
    return [part.strip() for part in clauses.split(";") if part.strip()]


def _each(words: str, known: dict[str, str], what: str) -> Iterable[str]:
    parts = [part.strip() for part in _AND.split(words) if part.strip()]
    return dict.fromkeys(pick(part, known, what) for part in parts)


def described(state: State, seat: str) -> dict[str, str | int]:
    """Return what the summoner is shown with the question (D-PAR-1)."""
    return {
        "place": check_seat(state, seat),
        "writs": len(kept_of(state, seat, WRIT)),
        "chancery": len(state.chancery),
        "can_be_summoned": listed(summonable(state, seat)),
    }
