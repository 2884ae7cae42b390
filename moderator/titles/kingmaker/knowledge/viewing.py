"""What one seat may know of a position; hands, Chancery, decks and orders on file never leak."""

from __future__ import annotations

from functools import lru_cache

from moderator.titles.kingmaker.components.data import Data, current
from moderator.titles.kingmaker.components.table_of_odds import ratio
from moderator.titles.kingmaker.knowledge.counters_view import (
    faction_views,
    force_views,
    heir_views,
    noble_views,
    place_views,
    ship_views,
)
from moderator.titles.kingmaker.knowledge.ranges import ranges
from moderator.titles.kingmaker.knowledge.threats import chances, threats
from moderator.titles.kingmaker.knowledge.view import (
    CardView,
    FightView,
    OfferView,
    ParliamentView,
    View,
)
from moderator.titles.kingmaker.position import forces
from moderator.titles.kingmaker.position.holding import holders
from moderator.titles.kingmaker.position.officers import chancellor
from moderator.titles.kingmaker.position.succession import claimant, sole_king
from moderator.titles.kingmaker.state import SIEGE, Faction, Fight, Parliament, State


def view(state: State, seat: str | None) -> View:
    """Return what *seat*, or an onlooker (None), may know (catalogue 1.2)."""
    own = state.factions[seat] if seat is not None else Faction()
    held = holders(state)
    parliament = _parliament(state.parliament, seat) if state.parliament else None
    return View(
        seat=seat,
        options=tuple(state.options.items()),
        phase=state.phase,
        turn=state.turn.number,
        round=state.turn.round,
        active=state.turn.seat,
        starter=state.starter,
        order=tuple(state.seats),
        event=state.turn.event,
        factions=faction_views(state, held),
        nobles=noble_views(state),
        heirs=heir_views(state),
        ships=ship_views(state),
        places=place_views(state, held),
        forces=force_views(state),
        chancery=len(state.chancery),
        crown_left=len(state.crown_deck),
        event_left=len(state.event_deck),
        event_discarded=len(state.event_discard),
        sole_king=sole_king(state),
        may_summon=_may_summon(state),
        peace_at=state.peace_at,
        peace_by=state.peace_by,
        fight=_fight(state, state.fight) if state.fight else None,
        parliament=parliament,
        hand=tuple(own.hand),
        dealt=tuple(own.dealt),
        kept=tuple(own.kept),
        sent=tuple(own.sent),
        cards=_printed(current()),
        lines=tuple(own.lines),
        offers=_offers(state, seat),
        threats=threats(state, seat, held) if seat is not None else (),
        chances=chances(state, seat, held) if seat is not None else (),
        ranges=ranges(state, seat, held) if seat is not None else (),
        winners=tuple(state.winners),
    )


def _may_summon(state: State) -> str:
    """Return by whom Parliament can be summoned: sole King or Chancellor (KM-PAR-01, 02)."""
    king = sole_king(state)
    if king:
        return king if claimant(state, king).seat else ""
    officer = chancellor(state)
    return officer.id if officer and not officer.captor else ""


def _fight(state: State, fight: Fight) -> FightView:
    garrison = forces.garrison(fight.place) if fight.kind == SIEGE else 0
    strength = forces.total(state, fight.attackers)
    defence = forces.total(state, fight.defenders) + garrison
    return FightView(
        fight.kind,
        fight.attacker,
        fight.defender,
        fight.square,
        fight.place,
        tuple(fight.attackers),
        tuple(fight.defenders),
        strength,
        defence,
        garrison,
        ratio(max(strength, defence), min(strength, defence)) if fight.kind != SIEGE else "",
        tuple((seat, card) for seat, cards in fight.added.items() for card in cards),
    )


def _parliament(sitting: Parliament, seat: str | None) -> ParliamentView:
    return ParliamentView(
        sitting.summoner,
        sitting.place,
        tuple(sitting.summoned),
        tuple(sitting.attending),
        tuple(sitting.drawn) if seat == sitting.summoner else (),
        len(sitting.drawn),
    )


def _offers(state: State, seat: str | None) -> tuple[OfferView, ...]:
    return tuple(
        OfferView(
            offer.number,
            offer.giver,
            offer.receiver,
            tuple(offer.gives),
            tuple(offer.wants),
            offer.source,
            offer.target,
            offer.until,
        )
        for offer in state.offers
        if seat is not None and seat in {offer.giver, offer.receiver}
    )


@lru_cache(maxsize=8)
def _printed(data: Data) -> tuple[CardView, ...]:
    """Return every Crown card as printed, wherever it is: it tells nothing of the position."""
    return tuple(
        CardView(
            card.id,
            card.name,
            card.kind,
            card.troops,
            card.bonus,
            data.areas[card.area].name if card.area else "",
            card.places,
            card.ships,
        )
        for card in data.cards.values()
    )
