"""Kingmaker positions written as the rules write their examples, and random ones."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from moderator.titles.kingmaker.components.cards import BISHOP, NOBLE, OFFICE, TITLE
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.deal import setup
from moderator.titles.kingmaker.hands.allotment import takes
from moderator.titles.kingmaker.position.forces import room, strength
from moderator.titles.kingmaker.position.stacking import companions
from moderator.titles.kingmaker.state import MOVEMENT, SEATS, Heir, Noble, Ship, State

OPTIONS = {"deal": "part", "places": "basic", "rounds": "0"}
THREE = SEATS[:3]
PLACES = ("york", "london", "canterbury", "salisbury", "calais", "douglas", "rye", "coventry")
CATHEDRALS = ("york", "london", "canterbury", "salisbury")


def position(
    seats: str = "red blue",
    *,
    hands: dict[str, str] | None = None,
    kept: dict[str, str] | None = None,
    laid: dict[str, str] | None = None,
    captured: str = "",
    chancery: str = "",
    options: dict[str, str] | None = None,
    **counters: str,
) -> State:
    """Return a position: `position("red blue", percy="red in alnwick with marshal, coventry")`.

    Nobles stand 'in' a place, 'at' an unfortified town, in the 'open' of a square or 'aboard' a
    ship; heirs likewise ('nobody in london', 'dead'), ships 'in' a port or 'on' a sea square.
    Heirs who are not named are where they start; names with blanks have underlines: le_michael.
    It is the first seat's Movement Phase of turn 1; what is nowhere else lies in the decks.
    """
    state = setup.fresh(seats.split(), {**OPTIONS, **(options or {})})
    for key, words in counters.items():
        name = key.replace("_", " ")
        if name in current().ships:
            how, _, where = words.partition(" ")
            port, sea = (where, "") if how == "in" else ("", where)
            state.ships[name] = Ship(name, port, sea)
            continue
        seat, _, rest = words.partition(" ")
        spot, _, awards = rest.partition(" with ")
        if name in state.heirs:
            heir = state.heirs[name]
            heir.alive = seat != "dead"
            if heir.alive:
                heir.seat = seat if seat in SEATS else ""
                heir.crowned = "crowned" in awards or heir.crowned
                _stand(heir, spot)
        else:
            given = awards.split(", ") if awards else []
            state.nobles[name] = Noble(name, seat, awards=given)
            _stand(state.nobles[name], spot)
    for lists, attribute in ((hands, "hand"), (kept, "kept"), (laid, "laid")):
        for seat, cards in (lists or {}).items():
            setattr(state.factions[seat], attribute, cards.split(", "))
    for entry in filter(None, captured.split(", ")):
        seat, _, place = entry.partition(" ")
        state.captured[place] = seat
    state.chancery = chancery.split(", ") if chancery else []
    _settle(state)
    state.phase, state.starter = MOVEMENT, state.seats[0]
    state.turn.number = state.turn.round = 1
    state.turn.seat = state.starter
    return state


def middle(rng: Random, seats: Sequence[str] = THREE) -> State:
    """Return a position in the middle of a game: some heirs dead, ships at sea, cards about."""
    known = current()
    counters: dict[str, str] = {}
    fewer = rng.choice([0.4, 0.85])
    for royal in known.heirs:
        where = rng.choice([*CATHEDRALS, *PLACES])
        counters[royal] = "dead" if rng.random() < fewer else f"nobody in {where}"
    for card in known.cards.values():
        if card.kind == NOBLE and rng.random() < 0.8:
            place = rng.choice(PLACES)
            spot = rng.choice([f"open {known.board.places[place].square}", f"in {place}"])
            counters[card.id] = f"{rng.choice(seats)} {spot}"
    held = [place for place in PLACES if known.board.places[place].kind.held]
    captured = ", ".join(f"{rng.choice(seats)} {place}" for place in held)
    state = position(
        " ".join(seats),
        hands=None,
        kept=None,
        laid=None,
        options=None,
        captured=captured,
        **counters,
    )
    deal(state, rng)
    for noble in state.nobles.values():
        left = room(state, noble.place) if noble.place else None
        if left is not None and left < 0:
            noble.place = ""
    embark(state, rng)
    for heir in state.heirs.values():
        near = [n for n in state.nobles.values()
                if (n.square, n.place) == (heir.square, heir.place)]  # fmt: skip
        if heir.alive and near and rng.random() < 0.6:
            heir.seat, heir.force = near[0].seat, near[0].force
    consecrate(state, rng)
    rng.shuffle(state.event_deck)
    if rng.random() < 0.2:
        state.event_discard, state.event_deck = state.event_deck[4:], state.event_deck[:4]
    state.turn.seat, state.turn.number, state.starter = seats[-1], 3, seats[0]
    return state


def deal(state: State, rng: Random) -> None:
    """Give most cards to nobles and hands, some to Chancery; each player has writs and moves."""
    known = current()
    for id_ in [id_ for id_ in state.crown_deck if rng.random() < 0.8]:
        noble, kind = rng.choice(list(state.nobles)), known.cards[id_].kind
        if kind == BISHOP:
            continue
        state.crown_deck.remove(id_)
        if kind in {TITLE, OFFICE} and rng.random() < 0.4:
            state.chancery.append(id_)
        elif kind != NOBLE and rng.random() < 0.8 and takes(state, noble, id_):
            state.nobles[noble].awards.append(id_)
            for ship in known.cards[id_].ships:
                state.ships[ship] = Ship(ship, known.ships[ship].port)
        else:
            state.factions[rng.choice(state.seats)].hand.append(id_)
    for card in [id_ for id_ in state.event_deck if id_.startswith(("writ", "free move"))]:
        if rng.random() < 0.7:
            state.event_deck.remove(card)
            state.factions[rng.choice(state.seats)].kept.append(card)


def consecrate(state: State, rng: Random) -> None:
    """Give the bishops to nobles who have an heir with them, if there are any."""
    guards = [noble for noble in state.nobles.values() if companions(state, [noble.id])]
    for id_ in [id_ for id_ in state.crown_deck if current().cards[id_].kind == BISHOP]:
        noble = rng.choice(guards or list(state.nobles.values()))
        if takes(state, noble.id, id_):
            state.crown_deck.remove(id_)
            noble.awards.append(id_)


def embark(state: State, rng: Random) -> None:
    """Put ships to sea, each with a noble of her player on board if she can carry one."""
    known = current()
    for ship in state.ships.values():
        if rng.random() < 0.4:
            continue
        ship.port, ship.sea = "", rng.choice(list(known.board.seas))
        owner = next(n for n in state.nobles.values() if known.ships[ship.id].card in n.awards)
        able = [n for n in state.nobles.values() if n.seat == owner.seat and not n.aboard]
        rng.shuffle(able)
        for noble in able:
            where = noble.square, noble.place
            noble.square, noble.place, noble.aboard = "", "", [ship.id]
            if strength(state, noble.id) <= known.ships[ship.id].capacity:
                break
            (noble.square, noble.place), noble.aboard = where, []


def _stand(counter: Noble | Heir, words: str) -> None:
    """Put a counter 'in york', 'at rye', 'open york' or 'aboard le michael, le swan'."""
    how, _, where = words.partition(" ")
    if how == "aboard":
        counter.aboard, counter.square, counter.place = where.split(", "), "", ""
    elif how == "open":
        assert where in current().board.squares, where
        counter.square, counter.place = where, ""
    else:
        counter.square, counter.place = current().board.places[where].square, where


def _settle(state: State) -> None:
    """Number the piles, and leave in the decks what is nowhere else."""
    piles: dict[tuple[str, str], int] = {}
    for noble in state.nobles.values():
        state.last_force += 1
        inside = noble.place and current().board.places[noble.place].walled
        key = noble.seat, noble.place if inside else noble.id
        noble.force = piles.setdefault(key, state.last_force)
    for heir in state.heirs.values():
        mates = [noble for noble in state.nobles.values() if noble.seat == heir.seat]
        spot = heir.square, heir.place, heir.aboard
        near = [noble for noble in mates if (noble.square, noble.place, noble.aboard) == spot]
        heir.force = near[0].force if near else 0
    out = {*state.nobles, *state.chancery}
    out.update(award for noble in state.nobles.values() for award in noble.awards)
    kept: set[str] = set()
    for faction in state.factions.values():
        out.update((*faction.hand, *faction.laid, *faction.dealt))
        kept.update(faction.kept)
    state.crown_deck = [card for card in current().cards if card not in out]
    state.event_deck = [card for card in current().events if card not in kept]


def top(state: State, *cards: str) -> State:
    """Put Event cards on the deck, the first one uppermost."""
    for card in reversed(cards):
        state.event_deck.remove(card)
        state.event_deck.append(card)
    return state


def pile(state: State, *names: str) -> State:
    """Put counters into one force."""
    state.last_force += 1
    for name in names:
        counter = state.nobles.get(name) or state.heirs[name]
        counter.force = state.last_force
    return state
