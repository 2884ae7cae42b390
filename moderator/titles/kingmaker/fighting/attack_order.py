"""The words of an attack: `attack percy with howard, grey; aim 5-4`, or `pass`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from moderator.engine import Illegal, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name, pick
from moderator.titles.kingmaker.fighting.attack import (
    Attack,
    attacks_of,
    besieged_by,
    check_attacker,
    check_siege,
    check_strength,
    check_target,
    check_together,
)
from moderator.titles.kingmaker.fighting.battle_plan import PASS, VERBS, Plans
from moderator.titles.kingmaker.fighting.battle_plan import text_of as plan_text
from moderator.titles.kingmaker.position.forces import (
    forces_in,
    heirs_of_force,
    pile_of,
    total,
    walled_place,
)
from moderator.titles.kingmaker.state import BATTLE, SIEGE, State

TOGETHER = "together"


def text_of(attack: Attack) -> str:
    """Return the one text for an attack."""
    verb = f"besiege {attack.place}" if attack.place else f"attack {attack.target[0]}"
    parts = [f"{verb} with {', '.join(attack.nobles)}"]
    if attack.planned:
        parts.append(plan_text(attack.plan))
    if attack.spoils:
        parts.append(f"spoils to {attack.spoils}")
    if attack.then is not None:
        parts.append(f"then in {', '.join(attack.then)}" if attack.then else "then out")
    return "; ".join(parts)


@dataclass(frozen=True, slots=True)
class Together:
    """The defenders of all attacks that follow are asked at once."""


@dataclass(slots=True, eq=False)
class Attacks:
    """The attacks that a seat may make now, `together` before several, or `pass`."""

    state: State
    seat: str
    whole: list[Attack] = field(init=False)
    """Every attack by whole forces."""

    def __post_init__(self) -> None:
        self.whole = attacks_of(self.state, self.seat)

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"attack", "besiege", TOGETHER, PASS})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Attack | Together | None:
        if text == PASS:
            return None
        if text == TOGETHER:
            return Together()
        attack = self._attack(text)
        if text_of(attack) != text:
            raise Illegal(f"'{text}' is short for '{text_of(attack)}'", (), (text_of(attack),))
        return attack

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line in {PASS, TOGETHER}:
            return (line,)
        if line.partition(" ")[0] not in self.verbs:
            return ()
        return (text_of(self._attack(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return attacks like the line's, those on the same target first."""
        head = line.partition(" with ")[0].partition(";")[0]
        texts = self.examples()[:-1]
        same = [text for text in texts if text.startswith(f"{head} ")]
        return tuple(dict.fromkeys([*same, *nearest(line, texts), *texts]))[:3]

    def examples(self) -> tuple[str, ...]:
        return (*dict.fromkeys(text_of(attack) for attack in self.whole), PASS)

    def forced(self) -> str | None:
        return None if self.whole else PASS

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _attack(self, line: str) -> Attack:
        head, *clauses = (part.strip() for part in line.split(";"))
        verb, _, rest = head.partition(" ")
        what, _, words = rest.partition(" with ")
        what, _, without = what.partition(" without ")
        words, _, left_out = words.partition(" without ")
        if verb not in {"attack", "besiege"} or not what:
            raise Illegal(f"'{line}' is no attack", ("KM-COM-01",), self.examples()[:3])
        make = self._siege if verb == "besiege" else self._battle
        attack = make(what.strip(), words.strip(), (left_out or without).strip())
        for clause in filter(None, clauses):
            attack = self._clause(attack, clause)
        return attack

    def _battle(self, what: str, words: str, without: str) -> Attack:
        state = self.state
        enemy = pick(self._only(what.removesuffix(" open")), self._enemies(), "noble to attack")
        if not state.nobles[enemy].square or state.nobles[enemy].captor:
            raise Illegal(f"{name(enemy)} cannot be attacked", ("KM-TER-08", "KM-CAP-01"))
        force = pile_of(state, enemy)
        near = self.nearest(f"attack {force.nobles[0]}")
        try:
            check_target(state, self.seat, force)
        except Illegal as illegal:
            raise Illegal(str(illegal), illegal.rules, near) from None
        sally = besieged_by(state, force)
        found = self._whole(lambda a: a.target == force.nobles)
        nobles = self._nobles(words, without, found, force.square)
        for noble in nobles:
            check_attacker(state, self.seat, noble, force.square, sally=sally)
        check_together(state, nobles)
        return Attack(BATTLE, force.square, "", nobles, force.nobles)

    def _siege(self, what: str, words: str, without: str) -> Attack:
        state, board = self.state, current().board
        options = {said: id_ for said, id_ in board.place_words.items() if board.places[id_].walled}
        place = pick(what, options, "place to besiege")
        square = board.places[place].square
        try:
            check_siege(state, self.seat, place)
            found = self._whole(lambda a: a.place == place)
            nobles = self._nobles(words, without, found, square)
            for noble in nobles:
                check_attacker(state, self.seat, noble, square)
            check_together(state, nobles)
            check_strength(state, self.seat, place, nobles)
        except Illegal as illegal:
            near = illegal.nearest or self.nearest(f"besiege {place}")
            raise Illegal(str(illegal), illegal.rules, near) from None
        return Attack(SIEGE, square, place, nobles, ())

    def _enemies(self) -> dict[str, str]:
        return {n.id: n.id for n in self.state.nobles.values() if n.seat != self.seat}

    def _only(self, word: str) -> str:
        """Return a noble of the one force of the seat *word* that can be attacked, or *word*."""
        if word not in self.state.factions:
            return word
        targets = {a.target for a in self.whole if a.target and self._seat(a.target[0]) == word}
        if len(targets) == 1:
            return targets.pop()[0]
        names = tuple(sorted(f"attack {target[0]}" for target in targets))
        raise Illegal(f"name a noble of {word}'s force", ("KM-EXC-01",), names)

    def _seat(self, noble: str) -> str:
        return self.state.nobles[noble].seat

    def _whole(self, fits: Callable[[Attack], bool]) -> tuple[str, ...]:
        strongest = [attack.nobles for attack in self.whole if fits(attack)]
        return max(strongest, key=lambda nobles: total(self.state, nobles), default=())

    def _nobles(
        self, words: str, without: str, default: tuple[str, ...], square: str
    ) -> tuple[str, ...]:
        own = {n.id: n.id for n in self.state.nobles.values() if n.seat == self.seat}
        if words in {"", "all"}:
            named = (
                list(default)
                or [
                    n
                    for force in forces_in(self.state, square)
                    if force.seat == self.seat and not force.place
                    for n in force.nobles
                ][:1]
            )
        else:
            parts = words.replace(" and ", ", ").split(",")
            named = [pick(part.strip(), own, "noble of yours") for part in parts if part.strip()]
        out = [pick(part.strip(), own, "noble") for part in without.split(",") if part.strip()]
        nobles = tuple(n for n in self.state.nobles if n in named and n not in out)
        if not nobles:
            raise Illegal(f"you have nobody in the {name(square)} square", ("KM-COM-01",))
        return nobles

    def _clause(self, attack: Attack, clause: str) -> Attack:
        clause = clause.removeprefix("plan").lstrip(": ")
        if clause.startswith("spoils to "):
            to = pick(
                clause.removeprefix("spoils to "), {n: n for n in attack.nobles}, "noble attacking"
            )
            return replace(attack, spoils=to)
        if clause.startswith("then "):
            return replace(attack, then=self._then(attack, clause.removeprefix("then ")))
        if clause.partition(" ")[0] not in VERBS:
            near = (f"{text_of(attack)}; {PASS}",)
            raise Illegal(f"'{clause}' is no part of an attack", ("KM-EXC-02",), near)
        plan = self.plans(attack).clause(attack.plan, clause)
        return replace(attack, plan=plan, planned=True)

    def _then(self, attack: Attack, words: str) -> tuple[str, ...]:
        if words == "out":
            return ()
        inside = words.removeprefix("in").strip()
        if words in {"in", "all in", "in all"}:
            return attack.nobles
        own = {n: n for n in attack.nobles}
        parts = (part.strip() for part in inside.removesuffix(" in").split(","))
        named = [pick(part.removesuffix(" in"), own, "noble attacking") for part in parts]
        return tuple(noble for noble in attack.nobles if noble in named)

    def plans(self, attack: Attack) -> Plans:
        """Return what the attacker may plan for an attack."""
        return Plans(
            self.state,
            self.seat,
            attack.nobles,
            heirs_at(self.state, attack.nobles),
            attacks=True,
            siege=attack.kind == SIEGE,
            may_call_off=not attack.must,
        )


def heirs_at(state: State, nobles: Sequence[str]) -> list[str]:
    """Return the heirs with these nobles of one faction (KM-EXC-07)."""
    found: list[str] = []
    for noble in nobles:
        found += [h for h in heirs_of_force(state, pile_of(state, noble)) if h not in found]
    return found


def inside_of(state: State, nobles: Sequence[str]) -> list[str]:
    """Return those who sally out of a place."""
    return [noble for noble in nobles if walled_place(state.nobles[noble])]
