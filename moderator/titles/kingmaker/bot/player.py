"""A player that knows what its seat may know: it gathers, takes heirs, besieges and crowns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from moderator.engine import Ask
from moderator.titles.kingmaker.bot import court as bot_court
from moderator.titles.kingmaker.bot import fights as bot_fights
from moderator.titles.kingmaker.bot.moves import moves
from moderator.titles.kingmaker.bot.sight import Sight, legal
from moderator.titles.kingmaker.bot.worth import leader
from moderator.titles.kingmaker.knowledge.view import View

GRANT, REFUSE = "grant", "refuse"


def bot(view: View, ask: Ask[Any], rng: Random) -> str:
    """Return a sensible answer to *ask*; the default where the plan is not legal."""
    make = ANSWERS.get(ask.kind)
    for text in make(view, ask, rng) if make else ():
        if text == ask.default or legal(ask, text):
            return text
    return ask.default


def _passage(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Let others pass who are no threat; never the leader."""
    del rng
    sight = Sight(view, ask.seat)
    by = str(ask.facts.get("by", ""))
    place = str(ask.facts.get("at", ""))
    strength = int(ask.facts.get("strength", 0))
    here = sight.places[place].square if place in sight.places else ""
    own = sum(noble.strength for noble in sight.mine if noble.square == here)
    yield GRANT if by != leader(sight) and strength < own else REFUSE


def _never(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Let nobody in, and lend nothing."""
    del view, ask, rng
    yield REFUSE


def _finish(view: View, ask: Ask[Any], rng: Random) -> Iterator[str]:
    """Agree to an early end only where our votes are the most."""
    del rng
    worth = {f.seat: f.commons + f.lords for f in view.factions}
    yield "agree" if worth[ask.seat] == max(worth.values()) else "refuse"


ANSWERS: Mapping[str, Callable[[View, Ask[Any], Random], Iterator[str]]] = {
    "move": moves,
    "attack": bot_fights.attacks,
    "reinforce": bot_fights.reinforce,
    "defence": bot_fights.defend,
    "confirm": bot_fights.confirm,
    "demand": bot_fights.demand,
    "offer": bot_fights.offer,
    "business": bot_court.business,
    "play": bot_court.business,
    "deal": bot_court.execute,
    "execute": bot_court.execute,
    "captured": bot_court.captured,
    "drawn": bot_court.drawn,
    "crown": bot_court.crown,
    "bishops": bot_court.bishops,
    "summon": bot_court.summon,
    "attend": bot_court.attend,
    "houses": bot_court.houses,
    "passage": _passage,
    "entry": _never,
    "sailing": _passage,
    "loan": _never,
    "finish": _finish,
}
