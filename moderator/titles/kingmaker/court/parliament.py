"""4) Parliament Phase: summons, attendance, awards, and the King's Peace (KM-PAR)."""

from __future__ import annotations

from collections.abc import Mapping

from moderator.engine import Ask, Fact, Illegal, LineDropped, Table
from moderator.titles.kingmaker.asking.turn_lines import next_line
from moderator.titles.kingmaker.chance.storms import passengers
from moderator.titles.kingmaker.components.cards import PARLIAMENT as PARLIAMENT_CARD
from moderator.titles.kingmaker.components.cards import WRIT
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.court.attendance import (
    NOBODY,
    RULES,
    Attendance,
    Attending,
    Going,
)
from moderator.titles.kingmaker.court.awards import award, draw_from_chancery
from moderator.titles.kingmaker.court.journey import Crossing, crossing, fleet, loan, spot_at_seat
from moderator.titles.kingmaker.court.offices import offices
from moderator.titles.kingmaker.court.summons import (
    NO_PARLIAMENT,
    Summoning,
    Summons,
    check_seat,
    described,
)
from moderator.titles.kingmaker.court.summons import RULES as SUMMONS_RULES
from moderator.titles.kingmaker.ending.victory import decide
from moderator.titles.kingmaker.events import (
    Landed,
    ParliamentMet,
    ParliamentSummoned,
    PeaceDeclared,
    WentToParliament,
)
from moderator.titles.kingmaker.fighting.capture import (
    ask_new_captors,
    capture_after_move,
    controllers,
)
from moderator.titles.kingmaker.hands.crown import play, plays
from moderator.titles.kingmaker.moving.leave import borrow
from moderator.titles.kingmaker.position.holding import nobles_of
from moderator.titles.kingmaker.position.kept import drop_parliament_cards, spend
from moderator.titles.kingmaker.position.removal import remove_ships
from moderator.titles.kingmaker.position.sieges import settle_sieges
from moderator.titles.kingmaker.position.stacking import (
    companions,
    counter,
    left_alone,
    set_down,
    spot_of,
)
from moderator.titles.kingmaker.position.succession import sole_king
from moderator.titles.kingmaker.state import PARLIAMENT, Parliament, State


async def parliament(table: Table[State]) -> None:
    """Ask the active player whether he summons Parliament, if public facts allow it (D-PAR-1)."""
    state = table.state
    seat = state.turn.seat
    state.phase = PARLIAMENT

    def facts() -> Mapping[str, Fact]:
        try:
            return described(state, seat)
        except Illegal:
            return {}

    summons = await next_line(
        table, "summon", lambda: Summoning(state, seat), NO_PARLIAMENT, SUMMONS_RULES, facts
    )
    if summons is not None:
        await hold(table, seat, summons)


async def hold(table: Table[State], seat: str, summons: Summons) -> None:
    """Hold a Parliament from the summons to the King's Peace (KM-PAR-04 to KM-PAR-16)."""
    state = table.state
    place = check_seat(state, seat)
    by_king = bool(sole_king(state))
    state.turn.parliament_held = True
    spend(table, seat, WRIT, len(summons.writs))
    if not by_king:
        spend(table, seat, PARLIAMENT_CARD)
    sitting = state.parliament = Parliament(seat, place, list(summons.writs))
    own = tuple(id_ for id_ in summons.own if id_ in state.nobles)
    table.tell(ParliamentSummoned(seat, place, summons.writs, own, by_king))
    answers = await _attendance(table, sitting)
    answers[seat] = _own(state, summons)
    lent = {each: await _loans(table, each, answer) for each, answer in answers.items()}
    before = controllers(state)
    for each in [other for other in state.seats if other in answers]:
        _come(table, sitting, each, answers[each], lent[each])
    await ask_new_captors(table, before)
    square = current().board.places[place].square
    sitting.attending = [
        noble.id
        for noble in state.nobles.values()
        if noble.square == square
        and not noble.captor
        and (noble.id in sitting.attending or noble.seat == seat)
    ]
    settle_sieges(table)
    draw_from_chancery(table, sitting)
    table.tell(ParliamentMet(place, tuple(sitting.attending), len(sitting.drawn)))
    await award(table, sitting)
    await offices(table, sitting, {each: answer.offers for each, answer in answers.items()})
    drop_parliament_cards(table)
    state.peace_at, state.peace_by, state.parliament = square, seat, None
    table.tell(PeaceDeclared(square, seat))
    decide(table)


async def _attendance(table: Table[State], sitting: Parliament) -> dict[str, Attendance]:
    """Ask every other player with a noble or a card, sealed and secret (D-PAR-2)."""
    state = table.state
    facts: dict[str, Fact] = {
        "by": sitting.summoner,
        "place": sitting.place,
        "at": sitting.place,
        "summoned": ", ".join(sitting.summoned),
        "chancery": len(state.chancery),
        "peace": state.peace_at,
    }
    return await table.ask_all(
        Ask(
            seat, "attend", Attending(state, seat), NOBODY, facts | fleet(state, seat),
            pace="reply", secret=True, own_turn=False, rules=RULES,
        )
        for seat in state.seats
        if seat != sitting.summoner
        and (nobles_of(state, seat) or state.factions[seat].hand)
    )  # fmt: skip


def _own(state: State, summons: Summons) -> Attendance:
    """Return what the summoner has said of his own nobles and heirs."""
    answer = Attendance(offers=[*summons.offers])
    for id_ in summons.own:
        if id_ in state.nobles:
            beside = companions(state, [id_])
            heirs = tuple(heir for heir in beside if heir in summons.own)
            answer.going[id_] = Going(id_, heirs)
    return answer


async def _loans(table: Table[State], seat: str, answer: Attendance) -> set[str]:
    """Ask for the ships of others in which a player's nobles would come (D-PAR-5)."""
    state = table.state
    wanted = [
        request
        for going in answer.going.values()
        if going.noble in state.nobles
        and (request := loan(state, state.nobles[going.noble], going.ship))
    ]
    return {request.at for request in await borrow(table, seat, wanted)}


def _come(
    table: Table[State], sitting: Parliament, seat: str, answer: Attendance, lent: set[str]
) -> None:
    """Bring the nobles of one player: those summoned, and those whom he sends."""
    state = table.state
    for chosen in answer.plays:
        if chosen in plays(state, seat).values():
            play(table, seat, chosen)
    summoned = [
        noble
        for noble in sitting.summoned
        if noble in state.nobles and state.nobles[noble].seat == seat
    ]
    going = {noble: Going(noble) for noble in summoned} | answer.going
    for noble in going:
        if noble in state.nobles and state.nobles[noble].seat == seat:
            _travel(table, sitting, going[noble], set(going), lent)


def _way(state: State, sitting: Parliament, going: Going, lent: set[str]) -> Crossing:
    """Return how a noble comes; one summoned whose own way fails takes the first that will do."""
    noble = state.nobles[going.noble]
    try:
        return crossing(state, noble, going.ship, going.port, lent)
    except Illegal:
        if going.noble not in sitting.summoned or not (going.ship or going.port):
            raise
    return crossing(state, noble)


def _travel(
    table: Table[State], sitting: Parliament, going: Going, leaving: set[str], lent: set[str]
) -> None:
    """Move one noble, with heirs who go or would be left alone, without regard to distance."""
    state = table.state
    noble = state.nobles[going.noble]
    try:
        way = _way(state, sitting, going, lent)
    except Illegal as illegal:
        line = f"send {noble.id}"
        table.tell(LineDropped(noble.seat, line, str(illegal), illegal.rules), to=[noble.seat])
        return
    sitting.attending.append(noble.id)
    goal = spot_at_seat(state, noble, sitting.place, outside=going.outside)
    if spot_of(noble) == goal or (noble.square == goal[0] and noble.place == sitting.place):
        return
    party = [noble.id]
    party += [
        heir
        for heir in companions(state, [noble.id])
        if heir in going.heirs or left_alone(state, leaving, heir)
    ]
    others = [c.id for c in passengers(state, way.ships) if c.id not in party]
    source = spot_of(noble)
    set_down(state, party, *goal)
    table.tell(WentToParliament(noble.seat, tuple(party), source, goal, way.ships, way.port))
    _put_in(table, way, others)
    capture_after_move(table, [noble.id])


def _put_in(table: Table[State], way: Crossing, others: list[str]) -> None:
    """Bring the ships to port, and land in its square who was on board and stays (KM-PAR-11)."""
    state = table.state
    for id_ in way.ships:
        ship = state.ships[id_]
        ship.port, ship.sea, ship.kept_by = way.port, "", ""
    if others:
        seat, square = counter(state, others[0]).seat, current().board.places[way.port].square
        set_down(state, others, square, "")
        table.tell(Landed(seat, tuple(others), way.port, (square, "")))
        capture_after_move(table, [id_ for id_ in others if id_ in state.nobles])
    remove_ships(table)
