"""Ransoming captured nobles, or executing them (KM-CAP, KM-EXC-08, KM-EXC-09).

Captor and loser are asked at once.  If demand and offer share a thing the deal is done, by the
captor's order; otherwise each reads the other's words and answers once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.engine import Ask, Fact, Table
from moderator.titles.kingmaker.asking.brief import Brief
from moderator.titles.kingmaker.components.cards import TRANSFERABLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import Ransomed, RansomTerms
from moderator.titles.kingmaker.fighting.price import Thing, hand_over, offerable, worth
from moderator.titles.kingmaker.fighting.terms import (
    BEST,
    DEMAND,
    EXECUTE,
    NOTHING,
    OFFER,
    PROMISE,
    RELEASE,
    Terms,
)
from moderator.titles.kingmaker.position.forces import new_force
from moderator.titles.kingmaker.position.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.state import State

RULES = ("KM-CAP-01", "KM-CAP-03")


@dataclass(frozen=True, slots=True)
class Bargain:
    """A captive, and what could be had for him."""

    noble: str
    captor: str
    loser: str
    things: tuple[Thing, ...]

    def named(self, words: Sequence[str]) -> tuple[Thing, ...]:
        """Return the things of these words, in their order."""
        by_word = {thing.word: thing for thing in self.things}
        return tuple(by_word[word] for word in words if word in by_word)


async def ransoms(table: Table[State]) -> None:
    """Settle the fate of every captive, one after another, before the turn ends (KM-CAP-03)."""
    state = table.state
    for id_ in [noble.id for noble in state.nobles.values() if noble.captor]:
        noble = state.nobles[id_]
        await _settle(table, id_, noble.captor, noble.seat)


async def _settle(table: Table[State], noble: str, captor: str, loser: str) -> None:
    state = table.state
    bargain = Bargain(noble, captor, loser, tuple(offerable(state, loser, captor)))
    first = await table.ask_all([_demand(state, bargain), _offer(state, bargain)])
    demand, offer = [*first[captor]], first[loser]
    ending = demand.pop() if demand[-1] in {BEST, RELEASE, EXECUTE} else ""
    offered = bargain.named(offer)
    _note_promise(table, bargain, offer)
    agreed = _agreed(bargain, demand, ending, offer)
    if agreed is None and demand:
        agreed = await _again(table, bargain, demand, offered, ending)
        agreed = _best(offered) if agreed is None and ending == BEST else agreed
    if agreed is not None:
        _release(table, bargain, (agreed,))
    elif ending == RELEASE:
        _release(table, bargain, ())
    elif noble in state.nobles and state.nobles[noble].captor:
        _execute(table, noble)


def _agreed(
    bargain: Bargain, demand: Sequence[str], ending: str, offer: Sequence[str]
) -> Thing | None:
    """Return the thing on which the first words of both agree.

    Who accepts whatever is demanded gives the first thing that he can be asked for in public.
    """
    offered = bargain.named(offer)
    if offer == [DEMAND]:
        public = [thing for thing in bargain.things if thing.public]
        wanted = [thing for thing in bargain.named(demand) if thing.public]
        return wanted[0] if wanted else (_best(public) if ending == BEST else None)
    if not demand:
        return _best(offered) if ending == BEST else None
    if demand[0].startswith(OFFER):
        number = int(demand[0].removeprefix(OFFER))
        return offered[number - 1] if number <= len(offered) else None
    return _common(bargain, demand, offered)


def _note_promise(table: Table[State], bargain: Bargain, offer: Sequence[str]) -> None:
    """Print a promise to both; it binds nobody (D-CAP-2)."""
    for word in offer:
        if word.startswith(PROMISE):
            told = RansomTerms(bargain.noble, bargain.captor, bargain.loser, bargain.loser, word)
            table.tell(told, to=[bargain.captor, bargain.loser])


async def _again(
    table: Table[State],
    bargain: Bargain,
    demand: Sequence[str],
    offered: Sequence[Thing],
    ending: str,
) -> Thing | None:
    """Show each side the other's words, and ask once more; a captor with a last word has spoken."""
    wanted = [thing for thing in bargain.named(demand) if thing.public]
    for side, words in ((bargain.captor, demand), (bargain.loser, [t.word for t in offered])):
        terms = ", ".join(words) or "nothing"
        table.tell(
            RansomTerms(bargain.noble, bargain.captor, bargain.loser, side, terms),
            to=[bargain.captor, bargain.loser],
        )
    asks = [_last_demand(bargain, offered)] if not ending else []
    asks.append(_last_offer(bargain, wanted))
    answers = await table.ask_all(ask for ask in asks if len(ask.domain.examples()) > 1)
    said = answers.get(bargain.captor)
    if said == RELEASE:
        _release(table, bargain, ())
        return None
    taken = said if isinstance(said, Thing) else answers.get(bargain.loser)
    return taken if isinstance(taken, Thing) else None


def _last_demand(bargain: Bargain, offered: Sequence[Thing]) -> Ask[Thing | str]:
    noble, best = bargain.noble, _best(offered)
    options: dict[str, Thing | str] = {f"accept {thing.word}": thing for thing in offered}
    options |= {f"execute {noble}": EXECUTE, f"release {noble}": RELEASE}
    short = {"execute": f"execute {noble}", "release": f"release {noble}"}
    for number, thing in enumerate(offered, start=1):
        short |= dict.fromkeys((f"accept offer {number}", thing.word), f"accept {thing.word}")
    if best:
        short |= dict.fromkeys(("accept", "accept best offer"), f"accept {best.word}")
    default = f"accept {best.word}" if best else f"execute {noble}"
    return _last(bargain, bargain.captor, "demand", Brief(options, short, RULES), default)


def _last_offer(bargain: Bargain, wanted: Sequence[Thing]) -> Ask[Thing | str]:
    options: dict[str, Thing | str] = {f"give {thing.word}": thing for thing in wanted}
    short = {thing.word: f"give {thing.word}" for thing in wanted}
    short |= {f"offer {thing.word}": f"give {thing.word}" for thing in wanted}
    if wanted:
        short |= dict.fromkeys(("accept", "accept demand"), f"give {wanted[0].word}")
    domain = Brief(options | {"no ransom": NOTHING}, short, RULES)
    return _last(bargain, bargain.loser, "offer", domain, "no ransom")


def _last(
    bargain: Bargain, seat: str, kind: str, domain: Brief[Thing | str], default: str
) -> Ask[Thing | str]:
    facts = {**_facts(bargain, seat), "last": 1}
    return Ask(
        seat, kind, domain, default, facts, pace="reply", rules=("KM-CAP-01",), own_turn=False
    )


def _facts(bargain: Bargain, seat: str) -> dict[str, Fact]:
    """Return what both are shown: for whom, with whom, and what *seat* knows that could pass."""
    captor = seat == bargain.captor
    things = [each.word for each in bargain.things if each.public or not captor]
    return {
        "noble": bargain.noble,
        "for": bargain.noble,
        "of": bargain.noble,
        "by": bargain.loser if captor else bargain.captor,
        "things": len(things),
        "could_pass": ", ".join(things),
    }


def _demand(state: State, bargain: Bargain) -> Ask[list[str]]:
    public = tuple(thing.word for thing in bargain.things if thing.public)
    noble = bargain.noble
    endings = {"accept": f"accept {BEST}", "best offer": f"accept {BEST}",
               "release": f"release {noble}", "execute": f"execute {noble}"}  # fmt: skip
    alone = {f"accept {BEST}": BEST, f"release {noble}": RELEASE, f"execute {noble}": EXECUTE}
    alone |= {f"accept offer {number}": f"{OFFER}{number}" for number in (1, 2, 3)}
    return Ask(
        bargain.captor,
        "demand",
        Terms(f"ransom {noble} for", public, "", alone, endings, endings, _blind(public)),
        f"accept {BEST}",
        {**_facts(bargain, bargain.captor), "cards": len(state.factions[bargain.loser].hand)},
        pace="reply",
        own_turn=False,
        rules=RULES,
    )


def _offer(state: State, bargain: Bargain) -> Ask[list[str]]:
    words = tuple(thing.word for thing in bargain.things)
    alone, short = {"no ransom": NOTHING}, {"nothing": "no ransom", "no": "no ransom"}
    if words:  # else there is nothing to demand either, and nobody is asked
        alone["accept demand"], short["accept"] = DEMAND, "accept demand"
    return Ask(
        bargain.loser,
        "offer",
        Terms("offer", words, f"for {bargain.noble}", alone, short),
        "no ransom",
        _facts(bargain, bargain.loser),
        pace="reply",
        secret=bool(state.factions[bargain.loser].hand),
        own_turn=False,
        rules=("KM-CAP-01", "KM-CAP-02"),
    )


def _blind(public: Sequence[str]) -> tuple[str, ...]:
    """Return the cards that a captor may ask for without knowing where they are (KM-GIF-01)."""
    cards = current().cards.values()
    words = dict.fromkeys(card.word for card in cards if card.kind in TRANSFERABLE)
    return tuple(word for word in ("1 writ", *words) if word not in public)


def _common(bargain: Bargain, demand: Sequence[str], offered: Sequence[Thing]) -> Thing | None:
    return next((thing for thing in bargain.named(demand) if thing in offered), None)


def _best(offered: Sequence[Thing]) -> Thing | None:
    return max(offered, key=worth, default=None)


def _execute(table: Table[State], noble: str) -> None:
    """Execute a captive who is not ransomed (KM-CAP-03, KM-CAP-04)."""
    remove_nobles(table, [noble], "execution")
    free_heirs(table)


def _release(table: Table[State], bargain: Bargain, price: tuple[Thing, ...]) -> None:
    """Give a captive back: in the open of the square, a force of his own (KM-EXC-09)."""
    state = table.state
    for thing in price:
        hand_over(table, thing, bargain.loser, bargain.captor)
    noble = state.nobles[bargain.noble]
    noble.captor, noble.place, noble.force = "", "", new_force(state)
    shown = tuple(thing.word if thing.public else "card" for thing in price)
    table.tell(Ransomed(bargain.noble, bargain.captor, bargain.loser, shown))
