"""Transfers, trades and gifts as players write them, and offers that wait (catalogue 2.9)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from moderator.engine import Illegal, nearest
from moderator.titles.kingmaker.components.data import current
from moderator.titles.kingmaker.components.naming import (
    heir_words,
    name,
    noble_words,
    pick,
    ship_words,
)
from moderator.titles.kingmaker.hands.trades import cards_named, check_wanted, stock
from moderator.titles.kingmaker.hands.transfers import Transfer, check_transfer
from moderator.titles.kingmaker.position.holding import heirs_of, nobles_of
from moderator.titles.kingmaker.state import Offer, State

NOTHING = "nothing"
PROPOSE = "propose to end"
RULES = ("KM-TRA-01", "KM-GIF-01")

_TRANSFER = re.compile(r"transfer (?P<thing>.+?)(?: from (?P<source>.+?))? to (?P<target>.+)")
_TRADE = re.compile(r"(?:offer|give) (?P<gives>.+?) to (?P<seat>\w+)(?: for (?P<wants>.+))?")
_ANSWER = re.compile(
    r"(?P<how>accept|decline|withdraw) (?P<number>\d+)(?: (?:from |to )?(?P<seat>\w+))?"
)
_VERBS = frozenset(
    {"transfer", "offer", "give", "accept", "decline", "withdraw", "execute", "propose"}
)
_AND = re.compile(r",? and |, ?")


@dataclass(frozen=True, slots=True)
class Answer:
    """`accept`, `decline` or `withdraw`, and the offer."""

    how: str
    giver: str
    receiver: str
    number: int


@dataclass(frozen=True, slots=True)
class Trade:
    """Cards out of hands, by their words."""

    receiver: str
    gives: tuple[str, ...]
    wants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Execution:
    """An heir who is to die now (KM-ROY-03)."""

    heir: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """`propose to end`: the active player asks all to end the game by worth (KM-SHO-06)."""


Deal = Transfer | Trade | Answer | Execution | Proposal


@dataclass(frozen=True, slots=True, eq=False)
class Deals:
    """One line of business, or `nothing`."""

    state: State
    seat: str

    @property
    def verbs(self) -> frozenset[str]:
        return _VERBS

    @property
    def sheet(self) -> bool:
        return False

    def read(self, text: str) -> Deal | None:
        if text == NOTHING:
            return None
        deal = self._parse(text)
        if self._text(deal) != text:
            raise Illegal(f"'{text}' is short for another order", (), self.examples)
        return deal

    def understand(self, line: str, above: Sequence[str] = ()) -> tuple[str, ...]:
        del above
        if line == NOTHING:
            return (NOTHING,)
        if line.partition(" ")[0] not in self.verbs:
            return ()
        return (self._text(self._parse(line)),)

    def nearest(self, line: str) -> tuple[str, ...]:
        return nearest(line, self.examples())

    def examples(self) -> tuple[str, ...]:
        deals: list[Deal] = [*self._answers(), *self._transfers()]
        deals += [Execution(heir.id) for heir in heirs_of(self.state, self.seat)]
        return (NOTHING, *(self._text(deal) for deal in deals))

    def forced(self) -> str | None:
        return None

    def sample(self, rng: Random) -> str:
        if rng.random() < 0.8:
            return NOTHING
        deals: list[Deal] = [*self._answers(), *self._transfers()]
        deals += [Execution(h.id) for h in heirs_of(self.state, self.seat) if rng.random() < 0.1]
        others = [seat for seat in self.state.seats if seat != self.seat]
        deals += [Trade(seat, (said,)) for seat in others for said in stock(self.state, self.seat)]
        return self._text(rng.choice(deals)) if deals else NOTHING

    def _parse(self, line: str) -> Deal:
        if found := _TRANSFER.fullmatch(line):
            return self._transfer(found["thing"], found["source"] or "", found["target"])
        if found := _TRADE.fullmatch(line):
            return self._trade(found["gives"], found["seat"], found["wants"] or "")
        if line.startswith("execute "):
            return self._execution(line.removeprefix("execute "))
        if line == PROPOSE:
            return self._proposal()
        if found := _ANSWER.fullmatch(line):
            return self._answer(found["how"], int(found["number"]), found["seat"] or "")
        why = f"'{line}' is not read; write `transfer CARD from NOBLE to NOBLE`"
        raise Illegal(why, RULES, self.examples)

    def _transfer(self, thing: str, source: str, target: str) -> Transfer:
        state, nobles = self.state, noble_words(self.state)
        if not source:
            place = pick(thing, dict(current().board.place_words), "place")
            transfer = Transfer(place, self.seat, pick(target, _seats(state), "player"))
        else:
            giver = pick(source, nobles, "noble")
            taker = pick(target.rpartition("'s ")[2], nobles, "noble")
            given = pick(thing, self._things(giver), f"thing of {giver}")
            transfer = Transfer(given, self.seat, state.nobles[taker].seat, giver, taker)
        check_transfer(state, transfer)
        return transfer

    def _things(self, noble: str) -> dict[str, str]:
        """Return the words for all that a noble might pass on: cards, heirs, ships, places."""
        data = current()
        words = dict(data.board.place_words)
        words |= ship_words(self.state) | heir_words(self.state)
        served = {*self.state.turn.used, *self.state.turn.bound}
        # Of two cards alike the words mean one that may still be transferred.
        for card in sorted(self.state.nobles[noble].awards, key=lambda card: card not in served):
            words |= dict.fromkeys(data.cards[card].words, card)
        return words

    def _trade(self, gives: str, seat: str, wants: str) -> Trade:
        receiver = pick(seat, _seats(self.state), "player")
        if receiver == self.seat:
            raise Illegal("a trade is with another player", ("KM-GIF-01",))
        given = tuple(part.strip() for part in _AND.split(gives) if part.strip())
        cards_named(self.state, self.seat, given)
        wanted = tuple(part.strip() for part in _AND.split(wants) if part.strip())
        check_wanted(wanted)
        return Trade(receiver, given, wanted)

    def _answer(self, how: str, number: int, seat: str) -> Answer:
        own = how == "withdraw"
        found = [
            offer
            for offer in self.state.offers
            if offer.number == number
            and (offer.giver if own else offer.receiver) == self.seat
            and seat in {"", offer.receiver if own else offer.giver}
        ]
        if len(found) != 1:
            known = [self._text(answer) for answer in self._answers()]
            why = f"there is no offer {number}" if not found else f"say whose offer {number} is"
            raise Illegal(why, ("KM-GIF-01",), known)
        return Answer(how, found[0].giver, found[0].receiver, number)

    def _execution(self, word: str) -> Execution:
        heir = pick(word, heir_words(self.state), "heir")
        if self.state.heirs[heir].seat != self.seat:
            own = [f"execute {each.id}" for each in heirs_of(self.state, self.seat)]
            raise Illegal(f"{name(heir)} is not under your control", ("KM-ROY-03",), own)
        return Execution(heir)

    def _proposal(self) -> Proposal:
        if self.seat != self.state.turn.seat:
            raise Illegal("propose the end of the game in your own turn", ("KM-SHO-06",))
        return Proposal()

    def _answers(self) -> list[Answer]:
        return [
            Answer(how, offer.giver, offer.receiver, offer.number)
            for offer in self.state.offers
            for how in (("withdraw",) if offer.giver == self.seat else ("accept", "decline"))
            if self.seat in {offer.giver, offer.receiver}
        ]

    def _transfers(self) -> list[Transfer]:
        """Return the transfers of cards and heirs that are possible now."""
        state, found = self.state, list[Transfer]()
        heirs = [heir.id for heir in heirs_of(state, self.seat)]
        for source in nobles_of(state, self.seat):
            near = [noble for noble in state.nobles.values() if noble.square == source.square]
            for target in near:
                for thing in (*source.awards, *heirs):
                    transfer = Transfer(thing, self.seat, target.seat, source.id, target.id)
                    try:
                        check_transfer(state, transfer)
                    except Illegal:
                        continue
                    found.append(transfer)
        return found

    def _text(self, deal: Deal) -> str:
        if isinstance(deal, Answer):
            own = deal.how == "withdraw"
            whose = f"to {deal.receiver}" if own else f"from {deal.giver}"
            return f"{deal.how} {deal.number} {whose}"
        if isinstance(deal, Execution):
            return f"execute {deal.heir}"
        if isinstance(deal, Proposal):
            return PROPOSE
        if isinstance(deal, Trade):
            if not deal.wants:
                return f"give {', '.join(deal.gives)} to {deal.receiver}"
            return f"offer {', '.join(deal.gives)} to {deal.receiver} for {', '.join(deal.wants)}"
        cards = current().cards
        thing = cards[deal.thing].word if deal.thing in cards else deal.thing
        if not deal.source:
            return f"transfer {thing} to {deal.receiver}"
        return f"transfer {thing} from {deal.source} to {deal.target}"


def _seats(state: State) -> dict[str, str]:
    return {seat: seat for seat in state.seats}


def numbered(state: State, giver: str, receiver: str) -> int:
    """Return the number of the next offer of one player to another.

    They count from 1 for the two of them: it must not tell what is offered to others.
    """
    pair = giver, receiver
    numbers = (each.number for each in state.offers if (each.giver, each.receiver) == pair)
    return 1 + max(numbers, default=0)


def transfer_of(offer: Offer) -> Transfer:
    """Return the transfer that an offer stands for."""
    target = offer.target if offer.source else ""
    return Transfer(offer.gives[0], offer.giver, offer.receiver, offer.source, target)


def is_transfer(offer: Offer) -> bool:
    """Say whether an offer is a transfer on the board, not a trade out of hands."""
    return bool(offer.target)
