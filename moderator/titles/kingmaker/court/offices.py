"""Offices that change hands between nobles who attend Parliament (KM-TRA-07, D-PAR-4)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from moderator.engine import Ask, Illegal, Table
from moderator.titles.kingmaker.asking.brief import Brief
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import name, noble_words, pick
from moderator.titles.kingmaker.events import Transferred
from moderator.titles.kingmaker.hands.crown import take_up
from moderator.titles.kingmaker.position.officers import has_title, office_of
from moderator.titles.kingmaker.state import Parliament, State

_OFFER = re.compile(r"offer (?P<card>.+?) from (?P<source>.+?) to (?P<target>.+)")


@dataclass(frozen=True, slots=True)
class OfficeOffer:
    """An office that its noble would pass to another one who attends (KM-TRA-07)."""

    card: str
    source: str
    target: str


def read_offer(state: State, seat: str, line: str) -> OfficeOffer:
    """Return the offer that *line* of *seat* makes; raise `Illegal`."""
    found = _OFFER.fullmatch(line)
    if not found:
        raise Illegal(f"write `offer OFFICE from NOBLE to NOBLE`, not '{line}'", ("KM-TRA-07",))
    source = pick(found["source"], noble_words(state), "noble")
    office = office_of(state, source)
    words = dict.fromkeys(current().cards[office].words, office) if office else {}
    offer = OfficeOffer(
        pick(found["card"], words, f"office of {name(source)}"),
        source,
        pick(found["target"], noble_words(state), "noble"),
    )
    check_office(state, seat, offer)
    return offer


def offer_text(offer: OfficeOffer) -> str:
    """Return the one text for an offer."""
    return f"offer {offer.card} from {offer.source} to {offer.target}"


def check_office(state: State, seat: str, offer: OfficeOffer) -> None:
    """Raise `Illegal` unless an office may pass, alone or in exchange (KM-TRA-07)."""
    source, target = state.nobles[offer.source], state.nobles[offer.target]
    if source.seat != seat:
        raise Illegal(f"{name(source.id)} is not yours", ("KM-FAC-03",))
    if offer.card not in source.awards:
        raise Illegal(f"{name(source.id)} has not that office", ("KM-TRA-07",))
    if not has_title(state, target.id):
        raise Illegal(f"{name(target.id)} has no title", ("KM-TRA-07",))
    if source is target:
        raise Illegal("an office passes to another noble", ("KM-TRA-07",))


async def offices(
    table: Table[State], sitting: Parliament, offers: Mapping[str, Sequence[OfficeOffer]]
) -> None:
    """Let offices pass between nobles who attend, if receiver and summoner agree (D-PAR-4)."""
    for giver, each in offers.items():
        for offer in each:
            if _stands(table.state, sitting, giver, offer):
                await _office(table, sitting, giver, offer)


async def _office(table: Table[State], sitting: Parliament, giver: str, offer: OfficeOffer) -> None:
    state = table.state
    receiver = state.nobles[offer.target].seat
    wanted = dict.fromkeys(seat for seat in (receiver, sitting.summoner) if seat != giver)
    answers = await table.ask_all(_consent(state, seat, giver, offer, sitting) for seat in wanted)
    if not all(answers.values()) or not _stands(state, sitting, giver, offer):
        return
    back = office_of(state, offer.target)
    for card, source, target in (
        (offer.card, offer.source, offer.target), (back, offer.target, offer.source),
    ):  # fmt: skip
        if card:
            state.nobles[source].awards.remove(card)
            take_up(table, target, card)
            table.tell(
                Transferred(
                    card, state.nobles[source].seat, state.nobles[target].seat, source, target
                )
            )
            state.turn.bound.append(card)


def _consent(
    state: State, seat: str, giver: str, offer: OfficeOffer, sitting: Parliament
) -> Ask[bool]:
    """Return the question to the receiver, or to the summoner: silence refuses."""
    summons = seat == sitting.summoner
    yes, no = ("allow", "forbid") if summons else ("accept", "refuse")
    short = {"allow": yes, "accept": yes, "forbid": no, "refuse": no}
    facts = {
        "by": giver, "of": offer.card, "for": offer.target, "card": offer.card,
        "source": offer.source, "target": offer.target,
        "source_has": ", ".join(state.nobles[offer.source].awards),
        "target_has": ", ".join(state.nobles[offer.target].awards),
    }  # fmt: skip
    return Ask(
        seat, "office", Brief({yes: True, no: False}, short), no, facts, pace="reply",
        rules=("KM-TRA-07",), own_turn=False,
    )  # fmt: skip


def _stands(state: State, sitting: Parliament, giver: str, offer: OfficeOffer) -> bool:
    """Say whether an offer is still possible: both nobles attend, and may exchange offices."""
    if not {offer.source, offer.target} <= _present(state, sitting.attending):
        return False
    try:
        check_office(state, giver, offer)
    except Illegal:
        return False
    return True


def _present(state: State, nobles: Iterable[str]) -> set[str]:
    return {noble for noble in nobles if noble in state.nobles}
