"""What a side intends before the card is drawn: `play cornwall on grey; aim 5-4` (KM-EXC-02)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import ClassVar

from moderator.engine import Illegal, matches, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import heir_words, pick
from moderator.titles.kingmaker.components.table_of_odds import NAMES
from moderator.titles.kingmaker.hands.allotment import having
from moderator.titles.kingmaker.hands.crown import check_play
from moderator.titles.kingmaker.position.forces import card_troops
from moderator.titles.kingmaker.state import State

PASS = "pass"  # noqa: S105 - an order, no secret
MATCH, HOLD, WHATEVER, OFF = "match", "hold", "whatever", "call off"
ANY = frozenset({"any cards", "any card", "play any cards", "play any card", "play any"})
VERBS = frozenset({PASS, "play", "plan", "any", "aim", WHATEVER, "call", "execute", "stay"})


@dataclass(frozen=True, slots=True)
class Plan:
    """One side's intentions until the draw; the empty one is `pass`."""

    cards: tuple[tuple[str, str], ...] = ()
    """(card, noble), in the order in which they would be added."""
    aim: str = ""
    """'3-2' or 'match' for the attacker, 'below 3-2' or 'hold' for the defender; '' for all."""
    whatever: bool = False
    """Add the cards even where they cannot reach the aim."""
    off_below: str = ""
    """The attacker calls off below this ratio."""
    off: bool = False
    """The attacker calls off now."""
    executes: tuple[tuple[str, str], ...] = ()
    """(heir, least ratio against his side), '' for any: just before the draw (KM-EXC-07)."""
    stays: tuple[str, ...] = ()
    """Nobles inside who do not add their strength (KM-SIE-04)."""


def may_play(state: State, seat: str, noble: str, card: str) -> bool:
    """Say whether *card* may be added to *noble* in a fight (KM-EXC-03, KM-GIF-03)."""
    try:
        check_play(state, seat, noble, card)
    except Illegal:
        return False
    return True


def any_cards(
    state: State, seat: str, nobles: Sequence[str], before: Sequence[tuple[str, str]] = ()
) -> tuple[tuple[str, str], ...]:
    """Return the cards in hand that bring troops to *nobles*, the most first (`any cards`)."""
    hand, trial = list(state.factions[seat].hand), state
    for card, noble in before:
        hand.remove(card)
        trial = having(trial, noble, card)
    found: list[tuple[str, str]] = []
    while able := [
        (card_troops(card, state.nobles[noble].square), card, noble)
        for card in hand
        for noble in nobles
        if may_play(trial, seat, noble, card)
    ]:
        troops, card, noble = max(able, key=lambda each: each[0])
        if not troops:
            break
        hand.remove(card)
        trial = having(trial, noble, card)
        found.append((card, noble))
    return tuple(found)


def text_of(plan: Plan) -> str:
    """Return the one text for a plan."""
    known, parts = current().cards, []
    if plan.cards:
        parts.append("play " + ", ".join(f"{known[c].word} on {n}" for c, n in plan.cards))
    parts += [f"aim {plan.aim}"] if plan.aim else []
    parts += [WHATEVER] if plan.whatever else []
    parts += [f"call off below {plan.off_below}"] if plan.off_below else []
    parts += [OFF] if plan.off else []
    for heir, ratio in plan.executes:
        parts.append(f"execute {heir} at {ratio}" if ratio else f"execute {heir}")
    parts += [f"stay out {', '.join(plan.stays)}"] if plan.stays else []
    return "; ".join(parts) or PASS


@dataclass(slots=True, eq=False)
class Plans:
    """The plans of one seat for a fight."""

    state: State
    seat: str
    nobles: Sequence[str]
    """The seat's nobles who take part."""
    heirs: Sequence[str] = ()
    """The seat's heirs with them."""
    attacks: bool = False
    siege: bool = False
    may_call_off: bool = True
    added: Sequence[str] = ()
    """The cards that the seat has added to this fight already."""
    rules: tuple[str, ...] = field(default=("KM-EXC-02", "KM-EXC-03"))

    entire: ClassVar[bool] = True
    """The clauses of a standing order make one plan: without its aim it would say another thing."""

    @property
    def verbs(self) -> frozenset[str]:
        return VERBS | {"all"}

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Plan:
        plan = self._plan(text)
        if text_of(plan) != text:
            raise Illegal(f"'{text}' is short for '{text_of(plan)}'", (), (text_of(plan),))
        return plan

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        """Return the plan that *line* states; without `play` what is impossible now is left out."""
        del above
        words = line.removeprefix("plan").lstrip(": ")
        if not _begins(words):
            return ()
        general = words.partition(";")[0].strip() in ANY
        lenient = words != line or general or (_plays(words) and not words.startswith("play "))
        plan = self._plan(words, lenient=lenient)
        if plan.cards or not (plan.aim or plan.whatever) or plan.executes or plan.off_below:
            return (text_of(plan),)
        raise Illegal("say which cards you add to reach that", self.rules, self.examples)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples()) or self.examples()[:3]

    def examples(self) -> tuple[str, ...]:
        """Return `pass`, every card on every noble who may take it, and executions."""
        known = current().cards
        plays = [
            f"play {known[card].word} on {noble}"
            for card in self.state.factions[self.seat].hand
            for noble in self.nobles
            if may_play(self.state, self.seat, noble, card)
        ]
        off = [OFF] if self.attacks and self.may_call_off else []
        kills = [f"execute {heir}" for heir in self.heirs]
        stays = [] if self.attacks or not self.siege else [f"stay out {n}" for n in self.nobles]
        return tuple(dict.fromkeys([PASS, *plays, *off, *kills, *stays]))

    def forced(self) -> str | None:
        return PASS if len(self.examples()) == 1 else None

    def sample(self, rng: Random) -> str:
        return rng.choice(self.examples())

    def _plan(self, text: str, *, lenient: bool = False) -> Plan:
        plan, refusal = Plan(), None
        for clause in filter(None, (part.strip() for part in text.split(";"))):
            try:
                plan = self.clause(plan, clause)
            except Illegal as illegal:
                if not lenient or clause.startswith("aim "):
                    raise
                refusal = refusal or illegal
                plan = self._possible(plan, clause)
        if not plan.cards and ANY & {part.strip() for part in text.split(";")}:
            plan = replace(plan, aim="", whatever=False)
        if refusal is not None and not (plan.cards or plan.executes or plan.stays):
            if not self._carried_out(text):
                raise refusal
            return Plan()
        return plan

    def _carried_out(self, text: str) -> bool:
        """Say whether a plan has added its cards: what is left of it is to pass."""
        words = [word for card in self.added for word in current().cards[card].words]
        said = [part.partition(" on ")[0].strip() for part in re.split("[;,]", text)]
        return any(matches(part.removeprefix("play "), words) for part in said if part)

    def _possible(self, plan: Plan, clause: str) -> Plan:
        """Return *plan* with those of a clause's cards that can be added now."""
        if not _plays(clause):
            return plan
        for part in clause.removeprefix("play ").split(","):
            try:
                plan = self.clause(plan, f"play {part.strip()}")
            except Illegal:
                continue
        return plan

    def clause(self, plan: Plan, clause: str) -> Plan:
        """Return *plan* with one clause more; raise `Illegal` if it says nothing allowed."""
        if clause.endswith((" stays out", " stay out")):
            clause = f"stay out {clause.removesuffix(' out').rpartition(' ')[0]}"
        if clause in {PASS, "all fight"}:
            return plan
        if clause in ANY:
            more = any_cards(self.state, self.seat, self.nobles, plan.cards)
            return replace(plan, cards=(*plan.cards, *more))
        if _plays(clause):
            clause = f"play {clause.removeprefix('play ')}"
        verb, _, rest = clause.partition(" ")
        if verb == "play":
            return replace(plan, cards=(*plan.cards, *self._plays(rest, plan.cards)))
        if verb == "aim":
            return replace(plan, aim=self._aim(rest.removeprefix("at least ")))
        if clause == WHATEVER:
            return replace(plan, whatever=True)
        if clause == OFF or clause.startswith(f"{OFF} below "):
            return self._off(plan, clause.removeprefix(OFF).removeprefix(" below "))
        if verb == "execute":
            return replace(plan, executes=(*plan.executes, self._execution(rest)))
        if clause.startswith("stay out ") and self.siege and not self.attacks:
            names = clause.removeprefix("stay out ").replace(" and ", ",").split(",")
            return replace(plan, stays=tuple(self._noble(name.strip()) for name in names))
        raise Illegal(f"'{clause}' is no part of a plan here", self.rules, self.examples)

    def _plays(self, words: str, before: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
        known, hand = current().cards, list(self.state.factions[self.seat].hand)
        trial = self.state
        for card, noble in before:
            hand.remove(card)
            trial = having(trial, noble, card)
        plays: list[tuple[str, str]] = []
        for part in words.split(","):
            said, _, to = part.strip().partition(" on ")
            options = {other: known[card].word for card in hand for other in known[card].words}
            word = pick(said.strip(), options, "card in your hand")
            card = next(card for card in hand if known[card].word == word)
            noble = self._noble(to.strip())
            try:
                check_play(trial, self.seat, noble, card)
            except Illegal as illegal:
                near = partial(self.nearest, f"play {word} on")
                raise Illegal(str(illegal), (*illegal.rules, *self.rules), near) from None
            hand.remove(card)
            trial = having(trial, noble, card)
            plays.append((card, noble))
        return tuple(plays)

    def _noble(self, word: str) -> str:
        return pick(word, {noble: noble for noble in self.nobles}, "noble of yours in this fight")

    def _aim(self, words: str) -> str:
        """Return the aim; in a siege, which is matched or not, a ratio is taken for that."""
        whole = MATCH if self.attacks else HOLD
        ratio = words if self.attacks else words.removeprefix("below ")
        right = ratio in NAMES and (self.attacks or ratio != words)
        if self.siege and (right or words == whole):
            return whole
        if self.siege or not right:
            said = whole if self.siege else "5-4" if self.attacks else "below 5-4"
            raise Illegal(f"an aim reads 'aim {said}'", ("KM-ODD-02",))
        return words

    def _off(self, plan: Plan, ratio: str) -> Plan:
        if not self.attacks:
            raise Illegal("only the attacker calls off", ("KM-COM-09",), self.examples)
        if not self.may_call_off:
            raise Illegal("whoever lands here must fight", ("KM-TER-11",))
        if ratio and ratio not in NAMES:
            raise Illegal(f"'{ratio}' is no ratio: {', '.join(NAMES)}", ("KM-ODD-02",))
        return replace(plan, off_below=ratio) if ratio else replace(plan, off=True)

    def _execution(self, words: str) -> tuple[str, str]:
        word, _, ratio = words.replace("if odds at least", "at").partition(" at ")
        if ratio and ratio not in NAMES:
            raise Illegal("say 'execute henry at 2-1': at those odds or worse", ("KM-ODD-02",))
        heir = pick(word.strip(), heir_words(self.state), "royal heir")
        if heir not in self.heirs:
            name = current().heirs[heir].name
            raise Illegal(f"{name} is not with your force", ("KM-EXC-07",), self.examples)
        return heir, ratio


def _plays(clause: str) -> bool:
    """Say whether a clause adds cards, with or without its verb: `exeter on herbert`."""
    verb = clause.partition(" ")[0]
    return verb == "play" or (" on " in f" {clause} " and verb not in VERBS)


def _begins(words: str) -> bool:
    """Say whether *words* begin like a plan."""
    clause = words.partition(";")[0].strip()
    stays = clause.endswith((" stays out", " stay out"))
    whole = clause == "all fight" or clause in ANY
    return clause.partition(" ")[0] in VERBS or whole or stays or _plays(clause)
