from __future__ import annotations

from collections.abc import Callable

import pytest

from moderator.titles.kingmaker.knowledge.audit import audit
from moderator.titles.kingmaker.state import Fight, Siege, State


@pytest.fixture
def sound(position: Callable[..., State]) -> State:
    """A position with something of everything."""
    state = position(
        "red blue",
        percy="red in alnwick with saxons, le swan",
        neville="red open york with chancellor, coventry",
        roos="blue in belvoir with earl of kent, cinque ports",
        stanley="blue aboard le george",
        henry="blue in belvoir",
        margaret="dead",
        le_swan="in boston",
        le_antony="in rye",
        le_george="on s8",
        hands={"blue": "marshal, grey"},
        kept={"red": "writ, parliament 1", "blue": "free move 3"},
        captured="blue lancaster",
        chancery="duke of exeter",
    )
    state.factions["blue"].laid = ["lancaster"]
    state.crown_deck.remove("lancaster")
    state.sieges["york"] = Siege("red", ["neville"])
    audit(state)
    return state


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda state: state.crown_deck.pop(0), "audley is lost"),
        (lambda state: state.crown_deck.append("percy"), "percy is in two places"),
        (lambda state: state.factions["red"].hand.append("saxons"), "saxons is in two places"),
        (lambda state: state.chancery.append(state.crown_deck.pop(0)), "audley is in Chancery"),
        (lambda state: state.seen.append("percy"), "seen in a pile"),
        (lambda state: state.event_deck.pop(0), "plague london is lost"),
        (lambda state: state.event_discard.append("writ"), "writ is in two places"),
        (
            lambda state: state.factions["red"].kept.append(state.event_deck.pop(0)),
            "cannot be kept",
        ),
        (
            lambda state: state.factions["blue"].kept.append(state.factions["red"].kept.pop()),
            "without the Chancellor",
        ),
        (lambda state: state.nobles["neville"].awards.append("duke of exeter"), "two places"),
        (
            lambda state: state.nobles["neville"].awards.append(state.chancery.pop()),
            "neville has two titles",
        ),
        (
            lambda state: state.nobles["roos"].awards.append(state.factions["blue"].hand.pop(0)),
            "roos has two offices",
        ),
        (
            lambda state: state.chancery.append(state.nobles["roos"].awards.pop(0)),
            "an office without a title",
        ),
        (lambda state: setattr(state.nobles["percy"], "square", "york"), "place and square differ"),
        (lambda state: setattr(state.nobles["neville"], "square", "narnia"), "neville is nowhere"),
        (lambda state: setattr(state.nobles["neville"], "place", "york"), "which is neutral"),
        (lambda state: setattr(state.nobles["stanley"], "square", "york"), "aboard and on land"),
        (lambda state: setattr(state.ships["le antony"], "port", ""), "in port and at sea"),
        (lambda state: setattr(state.ships["le antony"], "port", "bath"), "in no port"),
        (lambda state: setattr(state.ships["le george"], "sea", ""), "stays on board in a port"),
        (lambda state: state.nobles["stanley"].aboard.append("le antony"), "are not together"),
        (lambda state: state.ships.pop("le swan"), "le swan is not on the board"),
        (
            lambda state: state.crown_deck.append(state.nobles["percy"].awards.pop()),
            "le swan is on the board and nobody's",
        ),
        (lambda state: setattr(state.heirs["henry"], "seat", "red"), "henry is left alone"),
        (lambda state: setattr(state.heirs["margaret"], "seat", "red"), "dead and controlled"),
        (lambda state: setattr(state.heirs["edward"], "crowned", True), "a house has two Kings"),
        (lambda state: setattr(state.nobles["percy"], "crowned", True), "percy is crowned"),
        (lambda state: state.captured.update(hereford="red"), "cannot be held"),
        (lambda state: state.captured.update(york="white"), "held by nobody here"),
        (lambda state: state.lent_places.update(york="grey"), "york is lent to grey"),
        (lambda state: state.sieges["york"].nobles.append("percy"), "from elsewhere"),
        (lambda state: state.sieges["york"].nobles.clear(), "besieged by nobody"),
        (lambda state: state.winners.append("white"), "does not play"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_found(
    sound: State, change: Callable[[State], object], said: str
) -> None:
    change(sound)
    with pytest.raises(AssertionError) as wrong:
        audit(sound)
    assert said in str(wrong.value)


@pytest.mark.rule("KM-TWN-05")
def test_a_place_holds_no_more_than_its_limit(position: Callable[..., State]) -> None:
    state = position(percy="red in alnwick with marshal, saxons, saxons 2, scots archers")
    audit(state)
    state.nobles["percy"].awards.append("northampton")
    state.crown_deck.remove("northampton")
    audit(state)
    for card in ("burgundian crossbowmen", "burgundian crossbowmen 2", "flemish crossbowmen"):
        state.nobles["percy"].awards.append(card)
        state.crown_deck.remove(card)
    with pytest.raises(AssertionError, match="alnwick holds more than its limit"):
        audit(state)


def test_the_event_card_under_way_is_not_lost(
    position: Callable[..., State],
) -> None:
    state = position()
    state.turn.event = state.event_deck.pop()
    state.fight = Fight("battle", "red", "blue", "york", "", [], [], card=state.event_deck.pop())
    audit(state)
