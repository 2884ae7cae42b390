"""Who comes to Parliament, and how: the answer to a summons (KM-PAR-08 to KM-PAR-12, KM-PAR-17)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import (
    heir_words,
    name,
    noble_words,
    pick,
    ship_words,
)
from moderator.titles.kingmaker.court.journey import borrowable, crossing, crossings
from moderator.titles.kingmaker.court.offices import OfficeOffer, offer_text, read_offer
from moderator.titles.kingmaker.hands.crown import Play, plays
from moderator.titles.kingmaker.position.holding import nobles_of
from moderator.titles.kingmaker.position.stacking import companions, set_down
from moderator.titles.kingmaker.state import Noble, State

NOBODY = "nobody"
RULES = ("KM-PAR-12", "KM-PAR-17", "KM-PAR-18")

_SEND = re.compile(
    r"(?:send )?(?P<who>.+?)(?: with (?P<heirs>.+?))?(?: by (?P<ship>.+?)(?: to (?P<port>.+?))?)?"
    r"(?: (?P<where>in (?:the )?(?:open|seat)))?"
)
_FOLLOWS = re.compile(r"(?P<heirs>.+?) goe?s? with (?P<who>.+)")
_AND = re.compile(r",? and |, ?")
_PARTS = re.compile(r"; ?|, ?(?=(?:send|play|offer|nobody)\b)")


@dataclass(frozen=True, slots=True)
class Going:
    """A noble who comes, with whom, by which ship, and whether he stays in the open."""

    noble: str
    heirs: tuple[str, ...] = ()
    ship: str = ""
    port: str = ""
    outside: bool = False

    def more(self, other: Going) -> Going:
        """Return this with what *other*, of the same noble, adds."""
        heirs = tuple(dict.fromkeys([*self.heirs, *other.heirs]))
        ship, port = other.ship or self.ship, other.port or self.port
        return Going(self.noble, heirs, ship, port, self.outside or other.outside)


@dataclass(slots=True)
class Attendance:
    """All that a player says about a Parliament."""

    plays: list[Play] = field(default_factory=list)
    going: dict[str, Going] = field(default_factory=dict)
    offers: list[OfficeOffer] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Attending:
    """Lines like `send courtenay, stanley`, `send talbot with margaret`, or `nobody`.

    Also `henry goes with courtenay`, `stanley by le michael to preston`, `hastings in the open`,
    and `play beaufort in corte, send beaufort` on one line.
    """

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        own = [noble.id for noble in nobles_of(self.state, self.seat)]
        return frozenset({"send", "play", "offer", NOBODY, *own})

    @property
    def sheet(self) -> bool:
        return True

    def read(self, text: str) -> Attendance:
        answer, state = Attendance(), self.state
        for part in filter(None, (part for line in text.splitlines() for part in line.split("; "))):
            canonical = self._canonical(state, part)
            if canonical != part:
                raise Illegal(f"'{part}' is short for '{canonical}'", (), (canonical,))
            if part.startswith("play "):
                chosen = plays(state, self.seat)[part]
                state = _after(state, self.seat, chosen)
                answer.plays.append(chosen)
            elif part.startswith("offer "):
                answer.offers.append(read_offer(state, self.seat, part))
            elif part != NOBODY:
                for going in self._send(state, part):
                    before = answer.going.get(going.noble)
                    answer.going[going.noble] = before.more(going) if before else going
        return answer

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        state, said = self.state, [part for text in above for part in text.split("; ")]
        for chosen in self.read("\n".join(above)).plays:
            state = _after(state, self.seat, chosen)
        texts: list[str] = []
        for part in filter(None, (part.strip() for part in _PARTS.split(line))):
            if not self._known(state, part):
                return ()
            text = self._canonical(state, part)
            self._check(text, [*said, *texts])
            if text.startswith("play "):
                state = _after(state, self.seat, plays(state, self.seat)[text])
            texts.append(text)
        self.read("\n".join([*above, *texts]))
        return ("; ".join(texts),) if texts else ()

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        own = [noble.id for noble in nobles_of(self.state, self.seat)]
        able = crossings(self.state, own)
        return (NOBODY, *(f"send {noble}" for noble in able), *plays(self.state, self.seat))

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        own = [noble.id for noble in nobles_of(self.state, self.seat)]
        able = list(crossings(self.state, own))
        sent = [f"send {noble}" for noble in rng.sample(able, rng.randint(0, len(able)))]
        return "\n".join(sent) or NOBODY

    def _known(self, state: State, part: str) -> bool:
        """Say whether a line is about Parliament: by its verb, or by what is said of a noble."""
        if part.partition(" ")[0] in {"send", "play", "offer", NOBODY}:
            return True
        said = _FOLLOWS.fullmatch(part) or _SEND.fullmatch(part)
        if said is None or said["who"] == part:
            return False
        return bool(matches(_AND.split(said["who"])[0], self._words(state)))

    def _check(self, text: str, said: Sequence[str]) -> None:
        """Raise `Illegal` for `nobody` beside somebody who is sent."""
        sends = [part for part in [*said, text] if part.startswith("send ")]
        if sends and NOBODY in [*said, text]:
            why = f"you have said both '{NOBODY}' and '{sends[0]}'"
            raise Illegal(why, RULES, self.examples)

    def _canonical(self, state: State, line: str) -> str:
        if line in {NOBODY, f"send {NOBODY}"}:
            return NOBODY
        if line.startswith("play "):
            found = matches(line, plays(state, self.seat))
            if len(found) != 1:
                why = f"'{line}' is not possible"
                raise Illegal(why, ("KM-SEQ-10",), found or self.nearest(line))
            return found[0]
        if line.startswith("offer "):
            offer = read_offer(state, self.seat, line)
            return offer_text(offer)
        goings = self._send(state, line)
        text = f"send {', '.join(going.noble for going in goings)}"
        first = goings[0]
        text += f" with {', '.join(first.heirs)}" if first.heirs else ""
        text += f" by {first.ship}" if first.ship else ""
        text += f" to {first.port}" if first.port else ""
        return text + (" in the open" if first.outside else "")

    def _send(self, state: State, line: str) -> list[Going]:
        found = _FOLLOWS.fullmatch(line) or _SEND.fullmatch(line)
        if not found:
            raise Illegal(f"'{line}' is not read; write `send NOBLE`", RULES, self.examples)
        said = {"ship": "", "port": "", "where": "", "heirs": "", **found.groupdict()}
        nobles = self._nobles(state, said["who"])
        heirs = tuple(
            pick(part.strip(), heir_words(state), "heir")
            for part in _AND.split(said["heirs"] or "")
            if part.strip()
        )
        ship = pick(said["ship"], ship_words(state), "ship") if said["ship"] else ""
        port = said["port"] and pick(said["port"], dict(current().board.place_words), "port")
        if len(nobles) > 1 and (heirs or ship):
            raise Illegal("send one noble a line with heirs or a ship", RULES, self.examples)
        lent = borrowable(state, self.seat)
        for noble in nobles:
            crossing(state, state.nobles[noble], ship, port or "", lent)
            beside = companions(state, [noble])
            for heir in heirs:
                if heir not in beside:
                    raise Illegal(f"{name(heir)} is not with {name(noble)}", ("KM-PAR-17",))
        outside = (said["where"] or "").endswith("open")
        return [Going(noble, heirs, ship, port or "", outside) for noble in nobles]

    def _nobles(self, state: State, words: str) -> list[str]:
        if words in {"all", "everybody"}:
            able = list(crossings(state, [noble.id for noble in nobles_of(state, self.seat)]))
            if able:
                return able
            raise Illegal("nobody of yours can come", ("KM-PAR-09",), (NOBODY,))
        own = self._words(state)
        return [pick(part.strip(), own, "noble of yours") for part in _AND.split(words)]

    def _words(self, state: State) -> dict[str, str]:
        words = noble_words(state)
        return {said: id_ for said, id_ in words.items() if state.nobles[id_].seat == self.seat}


def _after(state: State, seat: str, chosen: Play) -> State:
    """Return a copy of the position in which a card has been played."""
    trial = deepcopy(state)
    trial.factions[seat].hand.remove(chosen.card)
    if chosen.noble:
        trial.nobles[chosen.noble].awards.append(chosen.card)
    else:
        trial.nobles[chosen.card] = Noble(chosen.card, seat)
        set_down(trial, [chosen.card], *chosen.spot)
    return trial
