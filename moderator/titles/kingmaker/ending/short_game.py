"""The end by agreement or at a time fixed beforehand: worth by votes (KM-SHO-06 to KM-SHO-18)."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.engine import Ask, OneOf, Table
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.events import EndProposed, GameOver
from moderator.titles.kingmaker.position.holding import heirs_of, holders, nobles_of
from moderator.titles.kingmaker.position.officers import chancellor
from moderator.titles.kingmaker.position.succession import (
    HOUSES,
    claimant,
    house_of,
    senior,
    sole_king,
)
from moderator.titles.kingmaker.sequence import next_seat
from moderator.titles.kingmaker.state import OVER, State

Votes = tuple[int, int]
"""In Commons and in Lords."""


def worth(state: State, seat: str, held: Mapping[str, str] | None = None) -> Votes:
    """Return a faction's votes, everybody on the board counted in both Houses (KM-SHO-17).

    *held* says which seat holds which places, where the caller knows.
    """
    data = current()
    commons = lords = 0
    for noble in nobles_of(state, seat):
        for card in (data.cards[id_] for id_ in (noble.id, *noble.awards)):
            commons += card.commons
            lords += card.lords
    commons += sum(
        data.votes.places.get(data.board.places[place].kind.id, 0)
        for place, by in (holders(state) if held is None else held).items()
        if by == seat and place not in data.votes.without
    )
    if _crown_votes(state) == seat:
        commons += data.votes.sole_king[0]
        lords += data.votes.sole_king[1]
    seniors = len(_seniors(state, seat))
    return (
        commons + seniors * data.votes.senior_heir[0],
        lords + seniors * data.votes.senior_heir[1],
    )


def _crown_votes(state: State) -> str:
    """Return who has the 20 votes of the sole King, or else of the Chancellor (KM-SHO-08)."""
    king = sole_king(state)
    if king:
        return claimant(state, king).seat
    officer = chancellor(state)
    return officer.seat if officer and not officer.captor else ""


def _seniors(state: State, seat: str) -> list[str]:
    """Return the senior heirs who vote for a faction: of one house only (KM-SHO-09, KM-SHO-18).

    Both houses' seniors have as many votes, so it does not matter which of the two is left out.
    """
    found = [
        first
        for house in HOUSES
        if (first := senior(state, house)) and claimant(state, first).seat == seat
    ]
    both = len({house_of(heir.id) for heir in heirs_of(state, seat)}) > 1
    return found[:1] if both else found


def winners(state: State) -> list[str]:
    """Return who has the greatest worth; ties go to Commons, then to more nobles (KM-SHO-07)."""
    score = {
        seat: (sum(votes), votes[0], len(nobles_of(state, seat)))
        for seat in state.seats
        for votes in [worth(state, seat)]
    }
    return [seat for seat in state.seats if score[seat] == max(score.values())]


def finish(table: Table[State]) -> None:
    """End the game by worth (KM-SHO-07)."""
    state = table.state
    state.winners = winners(state)
    state.phase = OVER
    votes = tuple((seat, *worth(state, seat)) for seat in state.seats)
    table.tell(GameOver(tuple(state.winners), "worth", "", votes))


def time_is_up(state: State) -> bool:
    """Say whether the round fixed beforehand has ended with this turn (KM-SHO-06)."""
    last = int(state.options["rounds"])
    return 0 < last <= state.turn.round and next_seat(state) == state.starter


async def propose(table: Table[State], seat: str) -> bool:
    """Ask all players at once whether to end the game; all must agree (KM-SHO-06)."""
    state = table.state
    choices = OneOf({"agree": True, "refuse": False}, rules=("KM-SHO-06",))
    facts = {f"worth_{each}": sum(worth(state, each)) for each in state.seats}
    answers = await table.ask_all(
        Ask(
            each, "finish", choices, "refuse", {"by": seat, **facts}, pace="reply",
            rules=("KM-SHO-06", "KM-SHO-07"), own_turn=False,
        )
        for each in state.seats
        if each != seat
    )  # fmt: skip
    agreed = all(answers.values())
    table.tell(EndProposed(seat, agreed))
    if agreed:
        finish(table)
    return agreed
