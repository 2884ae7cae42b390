"""The words of an attack: `attack winterbourne with baron, gilbert; advance baron`, or `pass`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from moderator.engine import Illegal
from moderator.titles.feudo.attack import OFF_MAP, Attack, Body, Target, targets, winnable
from moderator.titles.feudo.board import board_of
from moderator.titles.feudo.lines import place_named, token_named
from moderator.titles.feudo.paces import ATTACK_BEST
from moderator.titles.feudo.state import BARON, CASTLE, CONVENT, GONE, MILADY, State

PASS = "pass"  # noqa: S105 - an order, no secret


def name_of(state: State, place: str) -> str:
    """Return how an order names a territory: a City by its name."""
    return board_of(state).cities.get(place, place).lower()


def words_of(tokens: Sequence[str]) -> str:
    """Return ids of one side's tokens as an order names them."""
    return ", ".join(token.partition(" ")[2] for token in tokens)


def text_of(state: State, attack: Attack) -> str:
    """Return the one text for an attack."""
    text = f"attack {name_of(state, attack.place)} with {words_of(attack.tokens)}"
    return f"{text}; advance {words_of(attack.advance)}" if attack.advance else text


def attack_with(state: State, found: Target, bodies: Sequence[Body]) -> Attack:
    """Return the attack of these bodies, its tokens in list order."""
    joined = {token for body in bodies for token in body.tokens}
    return Attack(found.place, tuple(token for token in state.tokens if token in joined))


def tokens_in(state: State, seat: str, words: str) -> list[str]:
    """Read tokens of one side between commas; raise `Illegal` for one that is none."""
    parts = words.replace(" and ", ", ").split(",")
    named = [token_named(state, seat, part.strip()) for part in parts if part.strip()]
    return list(dict.fromkeys(named))


@dataclass(slots=True, eq=False)
class Attacks:
    """The attacks of one seat that would win now, or `pass`."""

    state: State
    seat: str
    ahead: bool = False
    """The lines were filed before: who can join no more is left out, and the others attack."""
    targets: dict[str, Target] = field(init=False)
    """What can be beaten, by territory."""

    def __post_init__(self) -> None:
        self.targets = {found.place: found for found in winnable(self.state, self.seat)}

    @property
    def verbs(self) -> frozenset[str]:
        return frozenset({"attack", PASS})

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Attack | None:
        if text == PASS:
            return None
        attack = self._attack(text)
        if text_of(self.state, attack) != text:
            raise Illegal(f"'{text}' is short for another order", (), self.nearest(text))
        return attack

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line == PASS:
            return (PASS,)
        if line == ATTACK_BEST:
            return (self.best(),)
        line = tidied(line)
        if not line.startswith("attack "):
            return ()
        return self._open(line) or (text_of(self.state, self._attack(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        """Return the attacks on the named target, else on any, the cheapest of each first."""
        texts = self.examples()[:-1]
        where = line.removeprefix("attack ").partition(" with ")[0]
        return tuple(sorted(texts, key=lambda text: f"attack {where} " not in text)[:3])

    def examples(self) -> tuple[str, ...]:
        """Return for each target the attack with all, and the weakest that wins."""
        texts: list[str] = []
        for found in sorted(self.targets.values(), key=lambda found: -found.points):
            for bodies in (found.winning()[0], found.bodies):
                attack = attack_with(self.state, found, self._useful(found, bodies))
                texts.append(text_of(self.state, attack))
        return (*dict.fromkeys(texts), PASS)

    def forced(self) -> str | None:
        return None if self.targets else PASS

    def sample(self, rng: Random) -> str:
        if not self.targets or rng.random() < 0.1:
            return PASS
        found = rng.choice(list(self.targets.values()))
        attack = attack_with(self.state, found, rng.choice(found.winning()))
        advance = (rng.choice(attack.tokens),) if rng.random() < 0.5 else ()
        return text_of(self.state, Attack(attack.place, attack.tokens, advance))

    def best(self) -> str:
        """Return the attack of most VP, with the weakest force that wins; raise if none does."""
        if not self.targets:
            raise Illegal("no attack would win now", ("FE-ATK-08", "FE-ATK-09"))
        found = max(self.targets.values(), key=lambda found: (found.points, found.place))
        return text_of(self.state, attack_with(self.state, found, found.winning()[0]))

    def _useful(self, found: Target, bodies: Sequence[Body]) -> Sequence[Body]:
        return bodies if found.beaten(bodies) else found.winning()[-1]

    def _open(self, line: str) -> tuple[str, ...]:
        """Return every attack that a line without `with` may mean."""
        where, given, _ = line.removeprefix("attack ").partition(" with ")
        if given or ";" in where:
            return ()
        found = self._target(place_named(self.state, where))
        return tuple(
            text_of(self.state, attack_with(self.state, found, bodies))
            for bodies in found.winning()
        )

    def _attack(self, line: str) -> Attack:
        main, _, then = line.removeprefix("attack ").partition(";")
        where, _, who = main.partition(" with ")
        found = self._target(place_named(self.state, where.strip()))
        if who.strip() in {"", "all"}:
            joined = list(found.bodies)
        else:
            named = tokens_in(self.state, self.seat, who)
            joined = [body for body in found.bodies if set(body.tokens) & set(named)]
            for token in () if self.ahead and joined else named:
                self._check_joins(found, token)
        self._check_wins(found, joined)
        attack = attack_with(self.state, found, joined)
        return Attack(attack.place, attack.tokens, self._advance(attack, then.strip()))

    def _target(self, place: str) -> Target:
        found = self.targets.get(place)
        if found is not None:
            return found
        why, rules = why_no_target(self.state, self.seat, place)
        raise Illegal(why, rules, lambda: self.examples()[:3])

    def _check_joins(self, found: Target, word: str) -> None:
        if any(word in body.tokens for body in found.bodies):
            return
        token, said = self.state.tokens[word], words_of([word])
        why, rules = f"{said} is not next to {name_of(self.state, found.place)}", ("FE-ATK-03",)
        if token.kind == MILADY:
            why, rules = "Milady never attacks", ("FE-ATK-11",)
        elif word in self.state.attacked:
            why, rules = f"{said} has attacked this turn already", ("FE-ATK-06",)
        elif token.at == GONE:
            why, rules = f"{said} is out of the game", ("FE-ATK-16",)
        elif token.at in OFF_MAP:
            rule = "FE-CAS-01" if token.at == CASTLE else "FE-CNV-08"
            why, rules = f"{said} is in the {token.at.title()}", (rule,)
        raise Illegal(why, rules, self._near(found))

    def _check_wins(self, found: Target, joined: Sequence[Body]) -> None:
        if not found.fit(joined):
            why = "a City is attacked with a Mercenary or Infantryman among the attackers"
            raise Illegal(why, ("FE-CTY-02", "FE-CTY-06"), self._near(found))
        force = sum(body.force for body in joined)
        if force <= found.defence:
            why, rules = too_weak(force, found.defence)
            raise Illegal(why, rules, self._near(found))

    def _near(self, found: Target) -> Callable[[], tuple[str, ...]]:
        return partial(self.nearest, f"attack {name_of(self.state, found.place)} ")

    def _advance(self, attack: Attack, then: str) -> tuple[str, ...]:
        if not then:
            return ()
        words = then.removeprefix("advance").partition(" to ")[0].strip()
        named = tokens_in(self.state, self.seat, words)
        if self.ahead:
            return tuple(t for t in attack.tokens if t in named) or tuple(named)
        for token in named:
            if token not in attack.tokens:
                why = f"{words_of([token])} does not take part in this attack"
                raise Illegal(why, ("FE-ADV-02",))
        barons = sum(self.state.tokens[token].kind == BARON for token in named)
        if len(named) > 1 + barons:
            raise Illegal("one token may advance, or the Baron and one more", ("FE-ADV-03",))
        return tuple(token for token in attack.tokens if token in named)


def tidied(line: str) -> str:
    """Return an attack line with `; advance`, however the advance was hung on it."""
    line = line.replace("attack:", "attack", 1)
    return re.sub(r"(?:[,;]| and)\s*(?=advance\b)", "; ", line, count=1)


def too_weak(force: int, defence: int) -> tuple[str, tuple[str, ...]]:
    """Say why an attack does not win, and cite the rules."""
    if force == defence:
        return f"{force} against {defence}: an equal force does not win", ("FE-ATK-08",)
    return f"{force} against {defence}: it is not strong enough", ("FE-ATK-08", "FE-ATK-09")


def why_no_target(state: State, seat: str, place: str) -> tuple[str, tuple[str, ...]]:
    """Say why a seat can beat nothing in a territory, and cite the rules."""
    name = name_of(state, place)
    found = next((found for found in targets(state, seat) if found.place == place), None)
    if found is not None:
        force = sum(body.force for body in found.bodies)
        if force > found.defence:
            return (
                "a City is attacked with a Mercenary or Infantryman among the attackers",
                ("FE-CTY-02", "FE-CTY-06"),
            )
        return too_weak(force, found.defence)
    if state.owners.get(place) == seat:
        return f"{name} is your own City", ("FE-CTY-13",)
    enemies = [t for t in state.tokens.values() if t.at == place and t.seat != seat]
    if place == CONVENT:
        return "nobody in the Convent can be attacked", ("FE-CNV-08",)
    if enemies and all(token.kind == MILADY for token in enemies):
        return "Milady is never attacked", ("FE-ATK-11",)
    if enemies or place in board_of(state).cities:
        return f"none of your tokens that may attack is next to {name}", ("FE-ATK-03",)
    return f"there is nothing to attack in {name}", ("FE-ATK-21",)
