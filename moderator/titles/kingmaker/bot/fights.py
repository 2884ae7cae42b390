"""The bot's fights: which attacks it makes, which cards it adds, and what it does with captives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from moderator.engine import Ask, Illegal
from moderator.titles.kingmaker.bot.goals import BATTLE, CASUALTY, SIEGE, Goal, chance, goals
from moderator.titles.kingmaker.bot.sight import SIXTH, Sight, total
from moderator.titles.kingmaker.bot.worth import (
    champion,
    noble_worth,
    stake,
    wins_by,
)
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.table_of_odds import NAMES, step
from moderator.titles.kingmaker.knowledge.view import HeirView, NobleView, View

PASS = "pass"  # noqa: S105 - an order, no secret


def attacks(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Give the attacks, the most promising first, with plans; `pass` if none promises any."""
    del rng
    sight = Sight(view, ask.seat)
    known = goals(sight)
    offers = [
        (_promise(sight, goal, some), text.partition(" with ")[0], goal, some)
        for text in ask.domain.examples()
        if text != PASS
        for goal, team in [_read(sight, known, text)]
        if goal is not None
        for some in [_enough(sight, goal, team)]
    ]
    for promise, head, goal, team in sorted(offers, key=lambda offer: -offer[0]):
        if promise <= 0:
            break
        text = f"{head} with {', '.join(noble.id for noble in team)}"
        for line in (f"{text}; {_plan(sight, goal, team)}", text):
            with suppress(Illegal):
                yield from ask.domain.understand(line)
    yield PASS


def _enough(sight: Sight, goal: Goal, team: Sequence[NobleView]) -> tuple[NobleView, ...]:
    """Return those of a team who do as well as all of it: who is not needed is not killed.

    Cards that the defenders may add are reckoned with.
    """
    hand = next((f.hand for f in sight.view.factions if f.seat == goal.seat), 0)
    margin = 15 * min(hand, 2) if goal.target else 0
    odds = chance(sight, goal, total(team) - margin) or chance(sight, goal, total(team))
    chosen = list(team)
    for noble in sorted(team, key=lambda n: n.strength / (1 + noble_worth(n))):
        rest = [other for other in chosen if other is not noble]
        spare = total(rest) - margin
        if rest and chance(sight, goal, spare) >= odds:
            chosen = rest
    return tuple(chosen)


def _read(
    sight: Sight, known: Sequence[Goal], text: str
) -> tuple[Goal | None, tuple[NobleView, ...]]:
    """Return the goal that an attack is for, and who attacks."""
    head, _, names = text.partition(" with ")
    verb, _, what = head.partition(" ")
    team = tuple(sight.nobles[name] for name in names.split(", ") if name in sight.nobles)
    for goal in known:
        if verb == "besiege" and goal.kind == SIEGE and goal.place == what:
            return goal, team
        if verb == "attack" and goal.kind == BATTLE and what in goal.target:
            return goal, team
    return None, team


def _promise(sight: Sight, goal: Goal, team: Sequence[NobleView]) -> float:
    """Return what an attack that can be made now promises, win or not."""
    strength = total(team)
    odds = chance(sight, goal, strength)
    deaths = CASUALTY * sum(noble_worth(noble) for noble in team)
    kills = CASUALTY * sum(noble_worth(sight.nobles[noble]) for noble in goal.target)
    value = odds * goal.worth + kills - deaths
    if goal.kind == BATTLE:
        defence = sum(sight.nobles[noble].strength for noble in goal.target)
        heirs = [h for noble in team for h in sight.heirs_at(noble.square, noble.place)][:7]
        value -= step(defence, strength) * SIXTH * stake(sight, team, dict.fromkeys(heirs))
        if not odds:
            value -= 2.0
    return value


def _plan(sight: Sight, goal: Goal, team: Sequence[NobleView]) -> str:
    """Return the attacker's plan: the least odds at which it is worth while."""
    if goal.kind == SIEGE:
        return PASS
    defence = sum(sight.nobles[noble].strength for noble in goal.target)
    reached = step(total(team), defence)
    floor = NAMES[max(reached - 2, 0)] if reached else ""
    return f"call off below {floor}" if floor else PASS


def reinforce(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Give the cards that the attacker adds: those with troops, on his strongest noble."""
    del rng
    yield from _cards(view, ask, attacks_=True)
    yield PASS


def defend(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Give the defender's cards where they change the odds, and executions where all is lost."""
    del rng
    sight, fight = Sight(view, ask.seat), view.fight
    if fight is None:
        yield PASS
        return
    cards = next(_cards(view, ask, attacks_=False), "")
    losing = _losing(fight.kind, fight.strength, fight.defence)
    heirs = [
        heir
        for heir in sight.my_heirs
        if losing >= 0.6 and _denies(sight, heir, fight.attacker) and _there(sight, heir)
    ]
    kills = "; ".join(f"execute {heir.id} at 3-1" for heir in heirs)
    for text in ("; ".join(filter(None, (cards, kills))), cards, kills):
        if text:
            yield text
    yield PASS


def _there(sight: Sight, heir: HeirView) -> bool:
    fight = sight.view.fight
    if fight is None or heir.square != fight.square:
        return False
    return heir.place == fight.place if fight.place else not sight.walled(heir.place)


def _losing(kind: str, strength: int, defence: int) -> float:
    if kind == SIEGE:
        return 5 * SIXTH if strength >= defence else 0.0
    return step(strength, defence) * SIXTH


def _denies(sight: Sight, heir: HeirView, captor: str) -> bool:
    """Say whether an heir had better die than be taken: he would make a King for his captor."""
    if wins_by(sight, captor):
        return False
    held = champion(sight, captor)
    return heir.crowned and not (held and held.crowned)


def _cards(view: View, ask: Ask[Any], *, attacks_: bool) -> Iterator[str]:
    """Give the fewest cards of the hand that change the odds."""
    fight = view.fight
    if fight is None:
        return
    sight = Sight(view, ask.seat)
    side = fight.attackers if attacks_ else fight.defenders
    own = [sight.nobles[n] for n in side if n in sight.nobles and sight.nobles[n].seat == ask.seat]
    known = current().cards
    plays: list[tuple[int, str, str]] = []
    for text in ask.domain.examples():
        word, _, noble = text.removeprefix("play ").partition(" on ")
        if text.startswith("play ") and noble in {n.id for n in own}:
            card = next((c for c in view.hand if known[c].word == word), "")
            if card and known[card].troops:
                plays.append((known[card].troops, word, noble))
    plays.sort(reverse=True)
    chosen: list[str] = []
    used: set[str] = set()
    strength, defence = fight.strength, fight.defence
    start = _losing(fight.kind, strength, defence), step(defence, strength)
    for troops, word, noble in plays:
        if word in used:
            continue
        used.add(word)
        chosen.append(f"{word} on {noble}")
        if attacks_:
            strength += troops
        else:
            defence += troops
        text = f"play {', '.join(chosen)}"
        if (_losing(fight.kind, strength, defence), step(defence, strength)) != start:
            yield text
            return


def confirm(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Draw at any odds that may win; call off what can only be lost."""
    del rng, ask
    fight = view.fight
    if fight is not None and fight.kind == BATTLE and not step(fight.strength, fight.defence):
        yield "call off"
    yield "draw"


def demand(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Take a good ransom for a weak noble, and execute a strong one."""
    del rng
    sight = Sight(view, ask.seat)
    id_ = str(ask.facts.get("noble", ""))
    noble = sight.nobles.get(id_)
    if noble is None:
        return
    if id_ == "beaufort" and wins_by(sight, noble.seat):
        yield f"release {id_}"
    things = [
        text.removeprefix(f"ransom {id_} for ")
        for text in ask.domain.examples()
        if text.startswith(f"ransom {id_} for ")
    ]
    takes = [text for text in ask.domain.examples() if text.startswith("accept ")]
    price = noble_worth(noble) * 0.8
    good = [thing for thing in things if _price(thing) >= price]
    if good:
        good.sort(key=lambda thing: -_price(thing))
        yield f"ransom {id_} for {', '.join(good)}"
    for text in takes:
        if _price(text.removeprefix("accept ")) >= price:
            yield text
    yield f"execute {id_}"


def offer(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Offer for a noble what is worth no more than he is."""
    del rng
    sight = Sight(view, ask.seat)
    id_ = str(ask.facts.get("noble", ""))
    noble = sight.nobles.get(id_)
    if noble is None:
        return
    price = noble_worth(noble) * 1.6
    for verb, tail in (("offer", f" for {id_}"), ("give", "")):
        things = [
            text.removeprefix(f"{verb} ").removesuffix(tail)
            for text in ask.domain.examples()
            if text.startswith(f"{verb} ")
        ]
        fair = sorted((t for t in things if _price(t) <= price), key=_price)
        if fair and verb == "offer":
            yield f"offer {', '.join(fair)}{tail}"
        elif fair:
            yield f"give {fair[0]}"
    yield "no ransom"


def _price(thing: str) -> float:
    """Return what a thing offered for a captive is worth."""
    data = current()
    if thing in data.heirs:
        return 60.0
    card = next((c for c in data.cards.values() if c.word == thing), None)
    if card is not None:
        bishop = 9.0 if card.kind == "bishop" else 4.0
        return bishop + card.troops / 8 + 2 * len(card.places)
    if thing in data.board.places:
        return 4 + data.board.places[thing].kind.garrison / 100
    return 5.0
