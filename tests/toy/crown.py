"""Toll and Crown: a toy with the hard parts of a long game.

Passage by leave of others, battles fed with cards in reply to each other,
ransoms, a secret vote and a sealed auction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from moderator.engine import (
    Ask,
    Digest,
    Event,
    Number,
    OneOf,
    Option,
    Order,
    Rule,
    Table,
    Title,
    Words,
)

ROADS = {
    "york": "hull lincoln chester",
    "hull": "york lincoln",
    "lincoln": "york hull coventry",
    "chester": "york coventry wales",
    "coventry": "lincoln chester london bristol",
    "wales": "chester bristol",
    "bristol": "wales coventry exeter london",
    "exeter": "bristol london",
    "london": "coventry bristol exeter dover",
    "dover": "london",
}
NAMES = ("percy", "scrope", "neville", "mowbray", "beaufort", "talbot", "stanley", "grey")
GIFT = 5

# --- state -------------------------------------------------------------------


@dataclass(slots=True)
class Noble:
    name: str
    owner: str
    at: str


@dataclass(slots=True)
class Hand:
    gold: int
    cards: list[int] = field(default_factory=list)


@dataclass(slots=True)
class State:
    seats: list[str]
    rounds: int
    nobles: dict[str, Noble]
    hands: dict[str, Hand]
    deck: list[int]
    discards: list[int] = field(default_factory=list)
    active: int = 0
    round: int = 1
    chancellor: str = ""

    def nobles_of(self, seat: str) -> list[Noble]:
        return [noble for noble in self.nobles.values() if noble.owner == seat]

    def host_at(self, town: str, seat: str) -> Noble | None:
        """Return the first noble of another seat in *town*."""
        return next((n for n in self.nobles.values() if n.at == town and n.owner != seat), None)


def new_game(seats: Sequence[str], options: Mapping[str, str]) -> State:
    towns = list(ROADS)
    return State(
        seats=list(seats),
        rounds=int(options["rounds"]),
        nobles={
            name: Noble(name, seats[place % len(seats)], towns[place])
            for place, name in enumerate(NAMES)
        },
        hands={seat: Hand(gold=20) for seat in seats},
        deck=[value for value in (1, 2, 3, 4, 5) for _ in range(10)],
    )


# --- events ------------------------------------------------------------------


@dataclass(frozen=True)
class Drew(Event):
    seat: str
    card: int | None


@dataclass(frozen=True)
class Gave(Event):
    giver: str
    taker: str
    gold: int


@dataclass(frozen=True)
class Moved(Event):
    noble: str
    town: str


@dataclass(frozen=True)
class Refused(Event):
    noble: str
    town: str
    by: str


@dataclass(frozen=True)
class Played(Event):
    seat: str
    card: int


@dataclass(frozen=True)
class Won(Event):
    victor: str
    loser: str
    score: int


@dataclass(frozen=True)
class Ransomed(Event):
    noble: str
    gold: int


@dataclass(frozen=True)
class Beheaded(Event):
    noble: str


@dataclass(frozen=True)
class Elected(Event):
    seat: str
    votes: int


@dataclass(frozen=True)
class Hired(Event):
    seat: str
    gold: int


# --- the sequence of play ----------------------------------------------------


async def setup(table: Table[State]) -> str:
    """Three cards to each seat (TC-1)."""
    state = table.state
    table.shuffle(state.deck, "deck")
    for seat in state.seats:
        state.hands[seat].cards = [state.deck.pop() for _ in range(3)]
    return "turn"


async def turn(table: Table[State]) -> str | None:
    """One seat's turn: business, a card, movement (TC-2)."""
    state = table.state
    seat = state.seats[state.active]
    await business(table)
    draw_card(table, seat)
    if state.nobles_of(seat):
        await movement(table, seat)
    state.active = (state.active + 1) % len(state.seats)
    return "turn" if state.active else "parliament"


async def business(table: Table[State]) -> None:
    """Gifts that seats have prepared are made between turns; nobody is waited for (TC-3)."""
    state = table.state
    gifts = await table.ask_all(
        Ask(seat, "business", gifts_from(state, seat), default="none", pace="now")
        for seat in state.seats
    )
    for giver, taker in gifts.items():
        if taker is not None:
            state.hands[giver].gold -= GIFT
            state.hands[taker].gold += GIFT
            table.tell(Gave(giver, taker, GIFT))


def gifts_from(state: State, seat: str) -> OneOf[str | None]:
    takers = [s for s in state.seats if s != seat] if state.hands[seat].gold >= GIFT else []
    nothing: dict[str, str | None] = {"none": None}
    return OneOf(nothing | {f"give {GIFT} to {s}": s for s in takers})


def draw_card(table: Table[State], seat: str) -> None:
    state = table.state
    if not state.deck:
        state.deck, state.discards = state.discards, []
        table.shuffle(state.deck, "deck")
    if state.deck:
        card = state.deck.pop()
        state.hands[seat].cards.append(card)
        table.tell(Drew(seat, card), to=[seat])
        table.tell(Drew(seat, None))


async def movement(table: Table[State], seat: str) -> None:
    """Each noble moves once; entering a held town needs leave, or a battle (TC-4, TC-5)."""
    unmoved = [noble.name for noble in table.state.nobles_of(seat)]
    while unmoved:
        order = await table.ask(
            seat, "move", moves(table.state, unmoved), default="end", done="end", rules=("TC-4",)
        )
        if order is None:
            return
        name, town = order
        unmoved.remove(name)
        host = table.state.host_at(town, seat)
        if host is None or await leave_to_pass(table, name, town, host.owner):
            table.state.nobles[name].at = town
            table.tell(Moved(name, town))
        elif await table.ask(
            seat, "attack", YES_NO, default="no", rules=("TC-6",), noble=host.name, town=town
        ):
            await battle(table, table.state.nobles[name], host)
            unmoved = [n for n in unmoved if n in table.state.nobles]


YES_NO = OneOf({"yes": True, "no": False})


def moves(state: State, unmoved: Sequence[str]) -> OneOf[tuple[str, str] | None]:
    orders: dict[str, tuple[str, str] | None] = {
        f"move {name} to {town}": (name, town)
        for name in unmoved
        for town in ROADS[state.nobles[name].at].split()
    }
    far = {
        f"move {name} to {town}": f"no road leads from {state.nobles[name].at} to {town}"
        for name in unmoved
        for town in ROADS
        if town not in ROADS[state.nobles[name].at].split()
    }
    return OneOf(orders | {"end": None}, far, ("TC-4",))


async def leave_to_pass(table: Table[State], noble: str, town: str, host: str) -> bool:
    """Whoever holds a town may let others in (TC-5)."""
    owner = table.state.nobles[noble].owner
    leave = await table.ask(
        host,
        "passage",
        YES_NO,
        default="no",
        pace="reply",
        rules=("TC-5",),
        by=owner,
        noble=noble,
        town=town,
    )
    if not leave:
        table.tell(Refused(noble, town, host))
    return leave


async def battle(table: Table[State], attacker: Noble, defender: Noble) -> None:
    """Both sides add cards in reply to each other until both pass running (TC-6)."""
    state = table.state
    totals = {attacker.owner: table.roll(6, "attack"), defender.owner: table.roll(6, "defence")}
    seat, other, passes = defender.owner, attacker.owner, 0
    while passes < 2:
        card = await table.ask(
            seat,
            "battle-card",
            cards_of(state.hands[seat]),
            default="pass",
            pace="reply",
            secret=True,
            rules=("TC-6",),
            mine=totals[seat],
            theirs=totals[other],
        )
        if card is None:
            passes += 1
        else:
            passes = 0
            state.hands[seat].cards.remove(card)
            state.discards.append(card)
            totals[seat] += card
            table.tell(Played(seat, card))
        seat, other = other, seat
    won = totals[attacker.owner] > totals[defender.owner]
    victor, captive = (attacker, defender) if won else (defender, attacker)
    table.tell(Won(victor.owner, captive.owner, totals[victor.owner]))
    if won:
        attacker.at = defender.at
    await ransom(table, captive.name, victor.owner)


def cards_of(hand: Hand) -> OneOf[int | None]:
    options: dict[str, int | None] = {f"play {card}": card for card in sorted(set(hand.cards))}
    return OneOf(options | {"pass": None})


async def ransom(table: Table[State], captive: str, captor: str) -> None:
    """The captive's seat offers gold once; the captor takes it or beheads him (TC-7)."""
    state = table.state
    payer = state.nobles[captive].owner
    offer = await table.ask(
        payer,
        "ransom-offer",
        Number(0, state.hands[payer].gold, "offer"),
        default="offer 0",
        pace="reply",
        noble=captive,
        captor=captor,
    )
    if offer and await table.ask(
        captor, "ransom", YES_NO, default="yes", pace="reply", noble=captive, gold=offer
    ):
        state.hands[payer].gold -= offer
        state.hands[captor].gold += offer
        table.tell(Ransomed(captive, offer))
    else:
        del state.nobles[captive]
        table.tell(Beheaded(captive))


async def parliament(table: Table[State]) -> str | None:
    """A secret vote for chancellor, then one sealed auction for mercenaries (TC-8, TC-9)."""
    state = table.state
    table.tell(Digest(f"Parliament {state.round}"))
    ballot = OneOf({f"vote {seat}": seat for seat in state.seats})
    votes = await table.ask_all(
        Ask(seat, "vote", ballot, default=f"vote {seat}", secret=True) for seat in state.seats
    )
    count = {seat: list(votes.values()).count(seat) for seat in state.seats}
    state.chancellor = max(state.seats, key=lambda seat: count[seat])
    table.tell(Elected(state.chancellor, count[state.chancellor]))
    bids = await table.ask_all(
        Ask(seat, "bid", Number(0, state.hands[seat].gold, "bid"), default="bid 0", secret=True)
        for seat in state.seats
    )
    winner = max(state.seats, key=lambda seat: bids[seat])
    state.hands[winner].gold -= bids[winner]
    table.tell(Hired(winner, bids[winner]))
    draw_card(table, winner)
    state.round += 1
    return "turn" if state.round <= state.rounds else None


# --- what each seat may know -------------------------------------------------


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat may see: reports are made from this alone."""

    seat: str | None
    round: int
    chancellor: str
    nobles: tuple[tuple[str, str, str], ...]
    gold: tuple[tuple[str, int], ...]
    hand: tuple[int, ...]
    hand_sizes: tuple[tuple[str, int], ...]
    deck_size: int
    discards: tuple[int, ...]


def view(state: State, seat: str | None) -> View:
    return View(
        seat=seat,
        round=state.round,
        chancellor=state.chancellor,
        nobles=tuple((n.name, n.owner, n.at) for n in state.nobles.values()),
        gold=tuple((s, hand.gold) for s, hand in state.hands.items()),
        hand=tuple(sorted(state.hands[seat].cards)) if seat else (),
        hand_sizes=tuple((s, len(hand.cards)) for s, hand in state.hands.items()),
        deck_size=len(state.deck),
        discards=tuple(state.discards),
    )


def marks(seen: View, events: Sequence[Event]) -> dict[str, list[str]]:
    """Return the nobles in each town, for the map."""
    del events
    return {town: [n for n, _, at in seen.nobles if at == town] for town in ROADS}


def scores(state: State) -> dict[str, int]:
    return {seat: 10 * len(state.nobles_of(seat)) + state.hands[seat].gold for seat in state.seats}


def audit(state: State) -> None:
    """Nothing is ever lost: 50 cards, and the gold adds up or was spent at auction."""
    cards = sum(len(hand.cards) for hand in state.hands.values())
    assert cards + len(state.deck) + len(state.discards) == 50
    assert all(hand.gold >= 0 for hand in state.hands.values())
    assert sum(hand.gold for hand in state.hands.values()) <= 20 * len(state.seats)


def resample(state: State, seat: str | None, rng: Random) -> State:
    """Deal anew all the cards that *seat* cannot see."""
    other = deepcopy(state)
    unseen = [hand for owner, hand in other.hands.items() if owner != seat]
    hidden = other.deck + [card for hand in unseen for card in hand.cards]
    rng.shuffle(hidden)
    for hand in unseen:
        hand.cards = [hidden.pop() for _ in hand.cards]
    other.deck = hidden
    return other


def bot(seen: View, ask: Ask[Any], rng: Random) -> str:
    """Play at random, but let others pass."""
    del seen
    return "yes" if ask.kind == "passage" else ask.domain.sample(rng)


# --- the title ---------------------------------------------------------------

ORDERS = (
    Order("yes", ("passage", "attack", "ransom"), "yes", "Say yes.", "yes", ("TC-5",)),
    Order("no", ("passage", "attack", "ransom"), "no", "Say no.", "no", ("TC-5",)),
    Order("play", ("battle-card",), "play CARD", "Add a card to a battle.", "play 5", ("TC-6",)),
    Order("pass", ("battle-card",), "pass", "Add no card.", "pass", ("TC-6",)),
    Order("offer", ("ransom-offer",), "offer GOLD", "Offer a ransom.", "offer 5", ("TC-7",)),
    Order("give", ("business",), "give 5 to SEAT", "Give gold.", "give 5 to blue", ("TC-3",)),
    Order("none", ("business",), "none", "Give nothing.", "none", ("TC-3",)),
    Order("move", ("move",), "move NOBLE to TOWN", "Move.", "move percy to hull", ("TC-4",)),
    Order("end", ("move",), "end", "Move no more nobles.", "end", ("TC-4",)),
    Order("vote", ("vote",), "vote SEAT", "Choose the chancellor.", "vote red", ("TC-8",)),
    Order("bid", ("bid",), "bid GOLD", "Bid for the mercenaries.", "bid 3", ("TC-9",)),
)

RULES = {
    rule.id: rule
    for rule in (
        Rule("TC-1", "Setup", "Each seat is dealt three cards."),
        Rule("TC-2", "Turn", "In a turn come gifts, a card and movement."),
        Rule("TC-3", "Gifts", "Before any turn a seat may give 5 gold to another."),
        Rule("TC-4", "Movement", "Each noble may move along one road."),
        Rule("TC-5", "Movement", "A town with a foreign noble is entered by leave, or fought for."),
        Rule("TC-6", "Battle", "Die and cards are added; the defender wins a tie."),
        Rule("TC-7", "Ransom", "A captive is bought back or beheaded."),
        Rule("TC-8", "Parliament", "The chancellor is elected by secret vote."),
        Rule("TC-9", "Parliament", "The highest sealed bid hires the mercenaries."),
    )
}

CROWN: Title[State, View] = Title(
    name="crown",
    label="Toll and Crown",
    state=State,
    seats=("red", "white", "green", "blue"),
    fewest=2,
    options=(Option("rounds", "4", help="Rounds to play.", least=1, most=9),),
    new_game=new_game,
    phases={"setup": setup, "turn": turn, "parliament": parliament},
    first_phase="setup",
    view=view,
    marks=marks,
    scores=scores,
    audit=audit,
    resample=resample,
    events=(
        Digest,
        Drew,
        Gave,
        Moved,
        Refused,
        Played,
        Won,
        Ransomed,
        Beheaded,
        Elected,
        Hired,
    ),
    orders=ORDERS,
    bot=bot,
    rules=RULES,
    words=Words(
        {
            "go": "move",
            "m": "move",
            "yk": "york",
            "grant": "yes",
            "allow": "yes",
            "refuse": "no",
            "done": "end",
        },
        frozenset({"the", "please", "my"}),
    ),
    hours={"turn": 72, "reply": 48, "now": 0},
)
