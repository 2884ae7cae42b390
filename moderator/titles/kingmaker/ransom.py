"""Ransoming captured nobles, or executing them (KM-CAP, KM-EXC-08, KM-EXC-09).

Captor and loser are asked at once.  If demand and offer share a thing the deal is done, by the
captor's order; otherwise each reads the other's words and answers once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moderator.engine import Ask, OneOf, Table
from moderator.titles.kingmaker.events import Ransomed, RansomTerms
from moderator.titles.kingmaker.forces import new_force
from moderator.titles.kingmaker.price import Thing, hand_over, offerable, worth
from moderator.titles.kingmaker.removal import free_heirs, remove_nobles
from moderator.titles.kingmaker.state import State
from moderator.titles.kingmaker.terms import BEST, EXECUTE, NOTHING, RELEASE, Terms


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
    demand, offer = first[captor], first[loser]
    if demand == [EXECUTE]:
        _execute(table, noble)
        return
    if demand == [RELEASE]:
        _release(table, bargain, ())
        return
    offered = bargain.named(offer)
    agreed = _best(offered) if demand == [BEST] else _common(bargain, demand, offered)
    if agreed is None and demand != [BEST]:
        agreed = await _again(table, bargain, demand, offered)
    if agreed is None:
        _execute(table, noble)
    else:
        _release(table, bargain, (agreed,))


async def _again(
    table: Table[State], bargain: Bargain, demand: Sequence[str], offered: Sequence[Thing]
) -> Thing | None:
    """Show each side the other's words, and ask once more."""
    wanted = [thing for thing in bargain.named(demand) if thing.public]
    for side, words in ((bargain.captor, demand), (bargain.loser, [t.word for t in offered])):
        terms = ", ".join(words) or "nothing"
        table.tell(
            RansomTerms(bargain.noble, bargain.captor, bargain.loser, side, terms),
            to=[bargain.captor, bargain.loser],
        )
    best = _best(offered)
    refuse = f"execute {bargain.noble}"
    takes: dict[str, Thing | None] = {f"accept {thing.word}": thing for thing in offered}
    gives: dict[str, Thing | None] = {f"give {thing.word}": thing for thing in wanted}
    asks = [
        _last(bargain.captor, "demand", takes | {refuse: None},
              f"accept {best.word}" if best else refuse, bargain.noble),
        _last(bargain.loser, "offer", gives | {"no ransom": None}, "no ransom", bargain.noble),
    ]  # fmt: skip
    answers = await table.ask_all(ask for ask in asks if len(ask.domain.examples()) > 1)
    return answers.get(bargain.captor) or answers.get(bargain.loser)


def _last(
    seat: str, kind: str, options: dict[str, Thing | None], default: str, noble: str
) -> Ask[Thing | None]:
    return Ask(
        seat, kind, OneOf(options), default, {"noble": noble}, pace="reply", rules=("KM-CAP-01",)
    )


def _demand(state: State, bargain: Bargain) -> Ask[list[str]]:
    public = tuple(thing.word for thing in bargain.things if thing.public)
    noble = bargain.noble
    alone = {f"accept {BEST}": BEST, f"release {noble}": RELEASE, f"execute {noble}": EXECUTE}
    return Ask(
        bargain.captor,
        "demand",
        Terms(f"ransom {noble} for", public, "", alone),
        f"accept {BEST}",
        {"noble": noble, "by": bargain.loser, "cards": len(state.factions[bargain.loser].hand)},
        pace="reply",
        rules=("KM-CAP-01", "KM-CAP-03"),
    )


def _offer(state: State, bargain: Bargain) -> Ask[list[str]]:
    words = tuple(thing.word for thing in bargain.things)
    return Ask(
        bargain.loser,
        "offer",
        Terms("offer", words, f"for {bargain.noble}", {"no ransom": NOTHING}),
        "no ransom",
        {"noble": bargain.noble, "by": bargain.captor, "things": len(words)},
        pace="reply",
        secret=bool(state.factions[bargain.loser].hand),
        rules=("KM-CAP-01", "KM-CAP-02"),
    )


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
