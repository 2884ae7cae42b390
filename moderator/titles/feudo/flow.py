"""The sequence of play: a turn is the phases `turn`, `movement` and `attack` (FE-SEQ-01)."""

from __future__ import annotations

from moderator.engine import Ask, Digest, Table
from moderator.titles.feudo import paces
from moderator.titles.feudo.advance import advances
from moderator.titles.feudo.attack import carry_out
from moderator.titles.feudo.attack_order import PASS, Attacks
from moderator.titles.feudo.diplomacy import diplomacy, find_decider
from moderator.titles.feudo.events import TurnBegan
from moderator.titles.feudo.filing import END, HAND, ORDER, PLAY, PLAYS, Parts, file, filing
from moderator.titles.feudo.king import players
from moderator.titles.feudo.lines import facts, holds
from moderator.titles.feudo.march import trading
from moderator.titles.feudo.movement import show
from moderator.titles.feudo.plague import plague, recover
from moderator.titles.feudo.setup import castles
from moderator.titles.feudo.state import CASTLE, GONE, State
from moderator.titles.feudo.strategy import forced_hand, take_hands
from moderator.titles.feudo.victory import end_turn, refresh

ROUNDS = ("first", "second", "third")
ATTACK_RULES = ("FE-ATK-02", "FE-ATK-04")


async def turn(table: Table[State]) -> str | None:
    """Start of a turn, 1) Diplomacy, 2) Strategy (FE-SEQ-02, FE-DIP, FE-STR)."""
    state = table.state
    state.turn += 1
    began = len(table.state.going_on)
    recover(table)
    refreshed = refresh(state)
    drawn = find_decider(table)
    table.tell(TurnBegan(state.turn, state.last_turn, began > 0, state.decider, drawn, refreshed))
    if not paces.order_first(state):
        await file(table, _card_sheets(state))
    await diplomacy(table)
    if paces.order_first(state):
        choosing = [seat for seat in players(state) if forced_hand(state, seat) is None]
        await file(table, [filing(state, seat, "hand", HAND, "cards") for seat in choosing])
    take_hands(table)
    return "movement"


async def movement(table: Table[State]) -> str | None:
    """3) Plague and 4) Movement: the cards in three rounds, then the Trading Cards (FE-SHW-01)."""
    state = table.state
    pace = state.options["pace"]
    if state.options["plague"] != "none" and not state.going_on:
        plague(table)
    if pace != paces.BLIND:
        table.tell(Digest(f"Turn {state.turn}: cards are chosen"))
    if pace == paces.TURN:
        await file(table, _sheets(state, "plays", PLAYS))
    for number in ROUNDS:
        if pace == paces.ROUND:
            await file(table, _sheets(state, "play", PLAY))
        for seat in _in_order(state):
            await show(table, seat)
        if pace in {paces.STEP, paces.ROUND}:
            table.tell(Digest(f"Turn {state.turn}: the {number} round of cards"))
    for seat in _in_order(state):
        paces.drop(table, seat, "play", "no card is left to show", ("FE-SHW-04",))
    if pace == paces.ROUND:
        await file(table, _sheets(state, "end", END))
    for seat in _in_order(state):
        await trading(table, seat)
    for seat in _in_order(state):
        paces.drop(table, seat, "march", "no shillings are left", ("FE-SHW-06",))
    return "attack"


async def attack(table: Table[State]) -> str | None:
    """5) Attack, 6) Advance, and the end of the turn (FE-ATK-02, FE-ADV-01, FE-SEQ-03)."""
    for seat in _in_order(table.state):
        await attacks(table, seat)
    for seat in _in_order(table.state):
        await advances(table, seat)
    return end_turn(table)


async def attacks(table: Table[State], seat: str) -> None:
    """All attacks of one player, one after another, as long as one would win (FE-ATK-17)."""
    state = table.state
    ahead = not paces.waits(state, "attack")
    while (domain := Attacks(state, seat, ahead)).targets:
        ask = Ask(
            seat, "attack", domain, PASS, facts(state, seat), pace="step",
            done=PASS, rules=ATTACK_RULES, holds=holds(state, seat),
        )  # fmt: skip
        chosen = await paces.choose(table, ask)
        if chosen is None:
            break
        carry_out(table, seat, chosen)
    paces.drop(table, seat, "attack", "it would not win", ("FE-ATK-08", "FE-ATK-09"))


def _in_order(state: State) -> list[str]:
    """Return the Order of Play; who is out of a tie does not act (FE-WIN-05)."""
    return [seat for seat in state.order if seat in players(state)]


def _card_sheets(state: State) -> list[Ask[tuple[str, ...]]]:
    """Return the card sheets: the order for the decider, hands for all who have a choice."""
    blind = state.options["pace"] == paces.BLIND
    sheets: list[Ask[tuple[str, ...]]] = []
    for seat in players(state):
        parts: Parts = ORDER if seat == state.decider else {}
        if forced_hand(state, seat) is None:
            parts = {**parts, **HAND}
        if blind and _can_act(state, seat):
            parts = {**parts, **PLAYS}
        if parts:
            sheets.append(filing(state, seat, "turn" if blind else "cards", parts, "cards"))
    return sheets


def _sheets(state: State, kind: str, parts: Parts) -> list[Ask[tuple[str, ...]]]:
    """Return sheets for all who may still have something to do."""
    asked = [seat for seat in _in_order(state) if _may_file(state, seat, kind)]
    return [filing(state, seat, kind, parts, "plays") for seat in asked]


def _may_file(state: State, seat: str, kind: str) -> bool:
    """Say whether a sheet may hold anything, as all can see: cards, or tokens on the map."""
    if kind == "play":
        return bool(state.sides[seat].hand) and not state.sides[seat].charmed
    if kind == "end":
        return any(t.seat == seat and t.at not in {CASTLE, GONE} for t in state.tokens.values())
    return _can_act(state, seat)


def _can_act(state: State, seat: str) -> bool:
    return any(token.seat == seat and token.at != GONE for token in state.tokens.values())


PHASES = {"castles": castles, "turn": turn, "movement": movement, "attack": attack}
