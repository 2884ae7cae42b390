"""A game's memory: what stands in the database is the game, at every moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlmodel import Session, select

from moderator import titles
from moderator.engine import CHANCE, Diverged, Table, Title
from moderator.service import lobby
from moderator.service.lobby import SignOn
from moderator.store import games
from moderator.store.games import Loaded, UnknownGame
from moderator.store.tables import CheckpointRow, EntryRow, EventRow, GameRow
from tests.clubhouse.hall import NOON, SECRET, Hall
from tests.toy import crown
from tests.toy.crown import CROWN, State


@pytest.fixture
def session(hall: Hall) -> Iterator[Session]:
    """A transaction with the game `crown-1` in it, just begun."""
    with hall.database.writing() as session:
        game = lobby.create(hall.club, session, "crown", secret=SECRET)
        for name in ("anna", "ben", "carla", "dora"):
            lobby.join(hall.club, session, game, SignOn(f"{name}@example.org", name, word=name))
        yield session


@pytest.fixture
def installed() -> Iterator[Any]:
    """Install another title under the toy's name; put the toy back afterwards."""
    yield titles.add
    titles.add(CROWN)


def load(session: Session) -> Loaded:
    session.flush()
    session.expire_all()
    return games.resume(session, games.find(session, "crown-1"), NOON)


def play(session: Session, answers: int, seed: int = 5, until: str = "") -> Loaded:
    """Answer *answers* questions at random, in one process."""
    loaded, rng = load(session), Random(seed)
    for _ in range(answers):
        if not loaded.run.waiting:
            break
        ask = next(iter(loaded.run.waiting.values()))
        if ask.kind == until:
            break
        warlike = {"passage": "no", "attack": "yes"} if until else {}
        loaded.run.answer(ask.seat, warlike.get(ask.kind) or ask.domain.sample(rng))
    return loaded


def picture(loaded: Loaded) -> dict[str, Any]:
    """Return all that makes a position: two of the same cannot be told apart."""
    run = loaded.run
    asks = {
        seat: (ask.kind, dict(ask.facts), ask.domain.examples()) for seat, ask in run.asks.items()
    }
    return {
        "state": asdict(run.state),
        "phase": run.phase,
        "drawn": run.chance.drawn,
        "asks": asks,
        "given": run.given,
        "where": run.where(),
        "batch": loaded.batch,
    }


def test_a_game_put_away_after_any_answer_goes_on_at_the_same_question(session: Session) -> None:
    live, rng = load(session), Random(8)
    for _ in range(60):
        ask = next(iter(live.run.waiting.values()))
        live.run.answer(ask.seat, ask.domain.sample(rng))
        again, shown = load(session), picture(live)
        loaded = picture(again)
        assert (loaded.pop("drawn"), loaded) == (shown.pop("drawn"), shown)
        live = again


def test_resuming_records_nothing_anew(session: Session) -> None:
    play(session, 25)
    before = [len(session.exec(select(table)).all()) for table in (EntryRow, EventRow)]
    load(session)
    session.flush()
    after = [len(session.exec(select(table)).all()) for table in (EntryRow, EventRow)]
    assert before == after


def test_a_finished_game_stays_finished(session: Session) -> None:
    over = play(session, 10_000).run
    again = load(session).run
    assert again.phase is None
    assert not again.waiting
    assert again.state == over.state


def test_the_cost_of_resuming_does_not_grow_with_the_age_of_the_game(session: Session) -> None:
    loaded = play(session, 150)
    last = max(row.seq for row in session.exec(select(CheckpointRow)).all())
    assert games.length(session, loaded.game) - last < 40
    assert load(session).base == last


def test_a_game_that_does_not_exist_or_has_not_begun_is_named(hall: Hall) -> None:
    hall.create()
    with hall.database.reading() as session:
        with pytest.raises(UnknownGame, match=r"no game 'crow'; games: crown-1"):
            games.find(session, "crow")
        with pytest.raises(UnknownGame, match="has not started"):
            games.resume(session, games.find(session, "Crown-1"), NOON)


def test_a_seat_reads_what_was_told_to_all_and_to_it_alone(session: Session) -> None:
    loaded = play(session, 90)
    onlooker = games.events(session, loaded.game)
    assert all(event.card is None for _, event in onlooker if isinstance(event, crown.Drew))
    for seat in CROWN.seats:
        mine = [
            event
            for _, event in games.events(session, loaded.game, seat=seat)
            if isinstance(event, crown.Drew) and event.card is not None
        ]
        assert mine
        assert {event.seat for event in mine} == {seat}
    everything = games.events(session, loaded.game, everything=True)
    assert len(everything) > len(games.events(session, loaded.game))


def draws(session: Session, after: int) -> list[tuple[str, str, str]]:
    rows = session.exec(
        select(EntryRow).where(EntryRow.who == CHANCE, EntryRow.seq > after).order_by("seq")
    ).all()
    return [(row.kind, row.text, row.source) for row in rows]


def fight(session: Session) -> list[tuple[str, str]]:
    """Go to war and answer until two cards were played; return the dice of the battle."""
    loaded = load(session)
    start = games.length(session, loaded.game)
    (ask,) = loaded.run.waiting.values()
    assert ask.kind == "attack"
    loaded.run.answer(ask.seat, "yes")
    session.flush()
    return [(kind, text) for kind, text, _ in draws(session, start)]


def at_an_attack(session: Session) -> Loaded:
    loaded, rng = load(session), Random(1)
    while next(iter(loaded.run.waiting.values())).kind != "attack":
        ask = next(iter(loaded.run.waiting.values()))
        loaded.run.answer(ask.seat, "no" if ask.kind == "passage" else ask.domain.sample(rng))
    return loaded


def test_a_rollback_returns_to_the_question_and_rolls_new_dice(session: Session) -> None:
    loaded = at_an_attack(session)
    before, place = picture(loaded), games.length(session, loaded.game)
    rolls = set()
    for epoch in range(1, 7):
        rolls.add(tuple(fight(session)))
        back = games.rollback(session, loaded.game, place, same_dice=False, now=NOON)
        assert back.game.epoch == epoch
        shown = picture(back)
        assert (shown["state"], shown["asks"]) == (before["state"], before["asks"])
    assert len(rolls) > 1


def test_a_rollback_with_the_same_dice_rolls_the_very_same(session: Session) -> None:
    loaded = at_an_attack(session)
    place = games.length(session, loaded.game)
    first = fight(session)
    for _ in range(3):
        games.rollback(session, loaded.game, place, same_dice=True, now=NOON)
        assert fight(session) == first
    marks = {source for _, _, source in draws(session, place)}
    assert len(marks) == len(first)


def test_the_same_dice_come_again_after_a_rollback_with_new_ones(session: Session) -> None:
    """Same dice are those that were rolled last from that entry on, whatever was before."""
    loaded = at_an_attack(session)
    place = games.length(session, loaded.game)
    old = fight(session)
    games.rollback(session, loaded.game, place, same_dice=False, now=NOON)
    new = fight(session)
    games.rollback(session, loaded.game, place, same_dice=True, now=NOON)
    assert fight(session) == new
    assert loaded.game.epoch == 1
    assert len(old) == len(new) == 2


def test_what_was_rolled_back_is_kept_and_void(session: Session) -> None:
    loaded = play(session, 40)
    length = games.length(session, loaded.game)
    games.rollback(session, loaded.game, 20, same_dice=False, now=NOON)
    assert [row.seq for row in games.tape(session, loaded.game)][-1] <= length
    kept = games.tape(session, loaded.game, with_void=True)
    assert [row.seq for row in kept if row.void][:1] == [21]
    told = games.events(session, loaded.game, everything=True)
    assert all(not session.get_one(EventRow, number).void for number, _ in told)
    after = play(session, 5)
    assert games.length(session, after.game) > length


def test_a_rollback_before_a_checkpoint_goes_on_from_the_one_before_it(session: Session) -> None:
    play(session, 80)
    game = games.find(session, "crown-1")
    back = games.rollback(session, game, 6, same_dice=True, now=NOON)
    assert back.base <= 6
    assert load(session).run.waiting.keys() == back.run.waiting.keys()


def weather() -> Title[State, Any]:
    """Return the toy with another turn: it rolls for the weather before anything else."""

    async def new_turn(table: Table[State]) -> str | None:
        table.roll(6, "weather")
        return await crown.turn(table)

    return replace(CROWN, phases={**CROWN.phases, "turn": new_turn})


def test_a_title_that_was_changed_in_the_middle_of_a_phase_is_noticed(
    session: Session, installed: Any
) -> None:
    play(session, 50, until="battle-card")
    installed(weather())
    with pytest.raises(Diverged, match="weather"):
        load(session)


def test_salvage_keeps_what_fits_and_returns_the_players_answers(
    session: Session, installed: Any
) -> None:
    live = play(session, 80, until="battle-card")
    mark = live.base
    live = load(session)
    given = [
        (row.who, row.kind, row.text)
        for row in games.tape(session, live.game)
        if row.seq > live.base and row.who != CHANCE and row.source == "mail"
    ]
    installed(weather())
    loaded, answers = games.salvage(session, live.game, NOON)
    assert mark <= live.base
    assert [(entry.who, entry.kind, entry.text) for entry in answers] == given
    assert answers
    assert loaded.base == live.base
    assert load(session).run.waiting.keys() == loaded.run.waiting.keys()


def test_salvage_of_a_sound_game_changes_nothing(session: Session) -> None:
    live = play(session, 33)
    before = [asdict_row(row) for row in games.tape(session, live.game, with_void=True)]
    loaded, answers = games.salvage(session, live.game, NOON)
    assert answers == []
    after = [asdict_row(row) for row in games.tape(session, loaded.game, with_void=True)]
    assert before == after


def asdict_row(row: EntryRow) -> tuple[Any, ...]:
    return (row.seq, row.who, row.kind, row.text, row.source, row.void)


def test_seats_come_in_the_order_of_the_title_whoever_joined_first(hall: Hall) -> None:
    with hall.database.writing() as session:
        game = lobby.create(hall.club, session, "crown", seats=3)
        for seat, name in (("green", "anna"), ("red", "ben"), ("white", "carla")):
            lobby.join(hall.club, session, game, SignOn(f"{name}@example.org", name, seat))
        assert [row.seat for row in games.seats(session, game)] == ["red", "white", "green"]
        assert session.exec(select(GameRow.status)).one() == "running"


def test_two_databases_play_the_very_same_game(tmp_path: Path) -> None:
    shown = []
    for name in ("one", "two"):
        hall = Hall(tmp_path / name)
        with hall.database.writing() as session:
            game = lobby.create(hall.club, session, "crown", secret=SECRET)
            for player in ("anna", "ben", "carla", "dora"):
                wish = SignOn(f"{player}@example.org", player, word=player)
                lobby.join(hall.club, session, game, wish)
            shown.append(picture(play(session, 60)))
    assert shown[0] == shown[1]
