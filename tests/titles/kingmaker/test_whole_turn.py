"""A whole turn in one mail: its lines are carried out in their order, each where it belongs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from moderator.engine import Chance, Entry, Event, LineDropped, Run
from moderator.orders.line import Line
from moderator.orders.outcome import Served
from moderator.orders.queue import serve
from moderator.orders.standing import read_standing
from moderator.titles.kingmaker import TITLE
from moderator.titles.kingmaker.events import CardPlayed, FightAnnounced, Moved
from moderator.titles.kingmaker.state import MOVEMENT, State

Position = Callable[..., State]


@dataclass
class Post:
    """A game by mail: what was told, and each seat's lines that wait."""

    run: Run[State] = field(init=False)
    told: list[Event] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    kept: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    standing: list[Any] = field(default_factory=list)

    def entry(self, entry: Entry) -> None:
        self.entries.append(entry)

    def event(self, event: Event, to: frozenset[str] | None) -> None:
        del to
        self.told.append(event)

    def checkpoint(self, run: Run[Any]) -> None: ...

    def begin(self, state: State, *standing: str) -> Post:
        """Start at the Movement Phase; standing orders are 'seat when ...'."""
        for line in standing:
            seat, _, order = line.partition(" ")
            self.standing.append(read_standing(seat, order, TITLE))
        self.run = Run(TITLE, state, Chance(bytes(32)), phase=MOVEMENT, recorder=self)
        serve(self.run, {}, self.standing)
        return self

    def mail(self, seat: str, text: str) -> Served:
        lines = [Line(n, line.strip()) for n, line in enumerate(text.strip().splitlines(), 1)]
        served = serve(self.run, {**self.kept, seat: [*self.kept.get(seat, ()), *lines]},
                       self.standing)  # fmt: skip
        self.kept = dict(served.kept)
        return served

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.told if isinstance(event, kind)]

    @property
    def waiting(self) -> list[tuple[str, str]]:
        return [(seat, ask.kind) for seat, ask in self.run.waiting.items()]


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
def north(position: Position) -> State:
    """Percy and Grey of red near Howard of blue; red has Saxons in hand; the weather is bad."""
    state = position(
        percy="red in alnwick", grey="red open york", howard="blue open masham",
        roos="blue open london", hands={"red": "saxons"},
    )  # fmt: skip
    state.event_deck.remove("storm 5")
    state.event_deck.append("storm 5")
    return state


def verdicts(served: Served, seat: str = "red") -> list[tuple[str, str]]:
    return [(outcome.verdict, outcome.text or outcome.reason) for outcome in served.outcomes[seat]]


@pytest.mark.rule("KM-SEQ-04")
def test_a_turn_of_moves_battle_and_card_needs_one_mail(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", """
        move grey to masham open
        play saxons on grey
        attack howard with grey
        if noble: play nearest home
        end
    """)  # fmt: skip
    assert [verdict for verdict, _ in verdicts(served)] == ["done"] * 5, verdicts(served)
    kinds = [type(event) for event in post.told]
    order = [kinds.index(kind) for kind in (Moved, CardPlayed, FightAnnounced)]
    assert order == sorted(order)
    assert post.waiting == [("blue", "move")]
    assert post.kept["red"] == ()


def test_a_play_below_an_attack_is_carried_out_after_it(post: Post, north: State) -> None:
    post.begin(north).mail("red", """
        move grey to masham open
        attack howard with grey
        play saxons on percy
        end
    """)  # fmt: skip
    kinds = [type(event) for event in post.told]
    assert kinds.index(FightAnnounced) < kinds.index(CardPlayed)


def test_without_end_the_turn_stays_open(post: Post, north: State) -> None:
    post.begin(north).mail("red", "move grey to masham open")
    assert post.waiting == [("red", "move")]
    post.mail("red", "end")
    assert post.waiting == [("blue", "move")]


def test_a_line_that_cannot_be_carried_out_holds_up_those_below(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", """
        move grey to calais
        attack howard with grey
        end
    """)  # fmt: skip
    assert [verdict for verdict, _ in verdicts(served)] == ["not done", "kept", "kept"]
    assert post.waiting == [("red", "move")]
    served = post.mail("red", "move grey to masham open")
    assert post.waiting == [("blue", "move")]
    assert len(post.of(FightAnnounced)) == 1


def test_an_attack_that_is_not_possible_stops_the_mail_too(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", "attack howard with grey\nend")
    assert [verdict for verdict, _ in verdicts(served)] == ["not done", "kept"]
    assert post.waiting == [("red", "attack")]
    post.mail("red", "skip")
    assert post.waiting == [("blue", "move")]


def test_a_line_whose_condition_does_not_hold_is_passed_over(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", """
        if howard in york: move percy to york
        if percy lives and not york besieged: move grey to masham open
        end
    """)  # fmt: skip
    found = verdicts(served)
    assert found[0][0] == "ignored"
    assert "passed over" in found[0][1]
    assert [moved.counters for moved in post.of(Moved)] == [("grey",)]


def test_a_sheet_sent_ahead_waits_for_its_turn_with_all_its_lines(post: Post, north: State) -> None:
    north.factions["blue"].hand = ["scots archers"]
    post.begin(north).mail("blue", "play scots archers on howard\nmove howard to york open\nend")
    post.mail("red", "end")
    assert [event.seat for event in post.of(CardPlayed)] == ["blue"]
    assert post.waiting == [("red", "move")]
    entries = [(entry.who, entry.kind) for entry in post.entries]
    assert ("blue", "move") in entries
    assert ("blue", "business", "play scots archers on howard") not in {
        (e.who, e.kind, e.text) for e in post.entries if e.source == "mail"
    }


def test_a_card_played_alone_comes_out_at_the_next_point_of_any_turn(
    post: Post, north: State
) -> None:
    north.factions["blue"].hand = ["scots archers"]
    post.begin(north).mail("blue", "play scots archers on howard")
    assert post.of(CardPlayed) == []
    post.mail("red", "move grey to masham open\nattack howard with grey\nend")
    played, fought = post.of(CardPlayed)[0], post.of(FightAnnounced)[0]
    assert post.told.index(played) < post.told.index(fought)


def test_what_is_left_of_a_turn_is_dropped_and_told(post: Post, north: State) -> None:
    post.begin(north).mail("red", "end\nmove grey to masham open")
    post.mail("blue", "end")
    assert [(each.seat, each.line) for each in post.of(LineDropped)] == [
        ("red", "move grey to masham open")
    ]
    assert post.waiting == [("red", "move")]
    assert post.kept.get("red", ()) == ()


def test_leave_for_all_moves_is_asked_in_one_mail(post: Post, position: Position) -> None:
    state = position(
        percy="red open york", grey="red open masham", neville="blue in raby",
        captured="blue york, blue masham",
    )  # fmt: skip
    post.begin(state).mail("red", "into york with percy\ninto masham with grey\nend")
    assert post.waiting == [("blue", "leave")]
    facts = post.run.waiting["blue"].facts
    assert [facts["request_1"], facts["request_2"]] == [
        "entry at york: percy", "entry at masham: grey",
    ]  # fmt: skip
    post.mail("blue", "grant 2")
    assert (state.nobles["percy"].place, state.nobles["grey"].place) == ("", "masham")
    assert post.waiting == [("blue", "move")]


def test_standing_orders_answer_some_requests_and_the_mail_asks_the_rest(
    post: Post, position: Position
) -> None:
    state = position(
        percy="red open york", grey="red open masham", captured="blue york, blue masham",
        neville="blue in raby",
    )  # fmt: skip
    post.begin(state, "blue when entry by red at york: grant")
    post.mail("red", "into york with percy\ninto masham with grey\nend")
    assert post.waiting == [("blue", "entry")]
    post.mail("blue", "refuse")
    assert (state.nobles["percy"].place, state.nobles["grey"].place) == ("york", "")


def test_together_asks_all_defenders_in_one_go(post: Post, position: Position) -> None:
    state = position(
        "red blue green", percy="red open york", grey="red open masham with scots archers",
        howard="blue open york", roos="green open masham",
        hands={"blue": "saxons", "green": "saxons 2"},
    )  # fmt: skip
    for card in ("storm 5", "storm 6"):
        state.event_deck.remove(card)
        state.event_deck.append(card)
    post.begin(state).mail("red", """
        together
        attack howard with percy
        attack roos with grey
        end
    """)  # fmt: skip
    assert post.waiting == [("blue", "defence"), ("green", "defence")]
    assert post.of(FightAnnounced) == []
    post.mail("green", "pass")
    post.mail("blue", "play saxons on howard")
    assert state.nobles["howard"].awards == ["saxons"]
    assert post.waiting == [("red", "confirm")]
    post.mail("red", "draw")
    assert [fight.attackers for fight in post.of(FightAnnounced)] == [("percy",), ("grey",)]


def test_words_for_the_card_drawn_end_nothing(post: Post, north: State) -> None:
    post.begin(north).mail("red", "if noble: play nearest home\nelse: play on grey")
    assert post.waiting == [("red", "move")]
    north.crown_deck.append(north.crown_deck.pop(north.crown_deck.index("scots archers")))
    post.mail("red", "end")
    assert "scots archers" in north.nobles["grey"].awards
    assert post.kept["red"] == ()


def test_words_for_a_card_are_dropped_with_their_turn(post: Post, north: State) -> None:
    north.crown_deck.clear()
    post.begin(north).mail("red", "if noble: play nearest home\nend")
    assert [dropped.line for dropped in post.of(LineDropped)] == ["if noble: play nearest home"]
    assert post.kept["red"] == ()


def test_a_second_sheet_sent_ahead_replaces_the_first(post: Post, north: State) -> None:
    post.begin(north).mail("blue", "move howard to york open\nif noble: play nearest home\nend")
    served = post.mail("blue", "move howard to raby open\nend")
    replaced = [each.line for each in served.outcomes["blue"] if each.verdict == "ignored"]
    assert replaced == ["move howard to york open", "if noble: play nearest home", "end"]
    post.mail("red", "end")
    assert [moved.target[0] for moved in post.of(Moved)] == ["raby"]
    assert post.kept["blue"] == ()


def test_a_correction_that_ends_the_turn_replaces_what_waits(post: Post, north: State) -> None:
    post.begin(north).mail("red", "move grey to calais\nmove percy to durham open\nend")
    post.mail("red", "move grey to masham open\nend")
    assert [moved.counters for moved in post.of(Moved)] == [("grey",)]
    assert post.waiting == [("blue", "move")]


def test_an_answer_to_another_question_leaves_a_sheet_alone(post: Post, north: State) -> None:
    post.begin(north).mail("blue", "move howard to york open\nend")
    post.mail("blue", "grant passage to red")
    assert {line.text for line in post.kept["blue"]} >= {"move howard to york open", "end"}


def test_a_turn_stays_open_until_its_end_even_if_nothing_more_is_possible(
    post: Post, north: State
) -> None:
    post.begin(north).mail("red", "move grey to masham open\nattack howard with grey\npause")
    assert post.waiting == [("red", "crown")]
    post.mail("red", "play saxons on percy\nif mercenary: play on percy\nend")
    assert north.nobles["percy"].awards[0] == "saxons"
    assert post.waiting == [("blue", "move")]


def test_small_talk_stops_no_turn(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", "Hi all, lovely game so far!\nend")
    assert [verdict for verdict, _ in verdicts(served)] == ["ignored", "done"]
    assert post.waiting == [("blue", "move")]


def test_a_line_without_its_verb_is_no_small_talk(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", "grey to masham open\nend")
    assert [verdict for verdict, _ in verdicts(served)] == ["not done", "kept"]


def test_an_open_letter_counts_for_the_very_move_that_needs_it(
    post: Post, position: Position
) -> None:
    state = position(percy="red open york", neville="blue in raby", captured="blue york")
    post.begin(state, "blue when entry: refuse")
    post.mail("blue", "grant entry to red at york until round 4")
    post.mail("red", "into york with percy\nend")
    assert state.nobles["percy"].place == "york"
    assert post.kept["blue"] == ()


def test_a_card_that_is_not_in_hand_is_refused_by_name(post: Post, north: State) -> None:
    served = post.begin(north).mail("red", "play duke of exeter on grey\nend")
    assert verdicts(served)[0] == ("not done", "Duke of Exeter is not in your hand")
