"""The moderator's powers: one function each, each an entry in the game's public log.

The same functions serve mails and the command line.  All raise `Refused` where the
power cannot be used; then nothing is changed.
"""

from __future__ import annotations

from datetime import timedelta

from sqlmodel import Session, col, delete, select

from moderator.engine import Diverged, Illegal, NotAsked
from moderator.orders.read import Misread, read_line
from moderator.reports.inputs import Farewell, Hold
from moderator.reports.page import write
from moderator.reports.parts import Frame, Player, Press
from moderator.service import agenda, bulletin, clock, frames, lobby, post, trouble, turn
from moderator.service.club import Club
from moderator.service.refused import Refused
from moderator.store import games
from moderator.store.codec import Unreadable
from moderator.store.games import Loaded
from moderator.store.tables import AskRow, GameRow, KeptRow, OverrideRow, PlayerRow, SeatRow

BOT = "bot"


def log(club: Club, session: Session, game: GameRow, what: str, why: str) -> OverrideRow:
    """Write an entry in the game's log; every player's next report shows it."""
    assert game.id is not None
    game.overrides += 1
    row = OverrideRow(game_id=game.id, number=game.overrides, what=what, why=why, at=club.now())
    session.add(row)
    session.add(game)
    session.flush()
    return row


def pause(club: Club, session: Session, game: GameRow, why: str) -> OverrideRow:
    """Stop the clock: deadlines rest, and lines that arrive are kept."""
    _needs(game, "running")
    game.status, game.reason, game.paused_at = "paused", why, club.now()
    entry = log(club, session, game, "The game is paused.", why)
    trouble.tell_players(club, session, game, why or "The moderator has paused the game.")
    return entry


def hold(club: Club, session: Session, game: GameRow, why: str) -> OverrideRow:
    """Take a game out of play until the moderator has mended something."""
    _needs(game, "running", "paused")
    trouble.hold(club, session, game, why)
    entry = log(club, session, game, "The game is on hold.", why)
    trouble.tell_players(club, session, game, why or "The moderator has put the game on hold.")
    return entry


def resume(club: Club, session: Session, game: GameRow, why: str) -> OverrideRow:
    """Go on after a pause or hold; each deadline moves by the time that was lost.

    A game whose tape no longer fits the rules goes on from where it last fitted: the
    answers given since are put to the questions asked now, as far as they still fit.
    """
    _needs(game, "paused", "held")
    lost = club.now() - (game.paused_at or club.now())
    game.status, game.reason, game.paused_at = "running", "", None
    what = "The game goes on."
    try:
        loaded, answers = games.salvage(session, game, club.now())
    except (Diverged, Unreadable) as error:
        raise Refused("not allowed", f"the installed rules cannot go on: {error}") from error
    for row in session.exec(select(AskRow).where(AskRow.game_id == game.id)):
        row.deadline += lost
        session.add(row)
    if answers:
        fitted, misfits = turn.answer_again(loaded, answers)
        what += f" {fitted} answers were given anew; {misfits} no longer fit and are asked anew."
    entry = log(club, session, game, what, why)
    before = {seat.seat: seat.mails for seat in games.seats(session, game)}
    turn.go_on(club, session, loaded)
    if game.status == "running":
        for seat in games.seats(session, game):
            if seat.mails == before[seat.seat]:  # else a report has just told it
                _goes_on(club, session, loaded, seat)
    return entry


def extend(club: Club, session: Session, game: GameRow, hours: int, why: str) -> OverrideRow:
    """Move every open deadline by *hours*."""
    _needs(game, "running", "paused", "held")
    if not 1 <= hours <= 24 * 60:
        raise Refused("not allowed", f"extend by 1 to {24 * 60} hours, not {hours}")
    rows = session.exec(select(AskRow).where(AskRow.game_id == game.id)).all()
    if not rows:
        raise Refused("nothing asked", f"{game.name} waits for nobody", game.name)
    for row in rows:
        row.deadline, row.reminded = row.deadline + timedelta(hours=hours), False
        session.add(row)
    entry = log(club, session, game, f"All open deadlines are {hours} hours later.", why)
    session.flush()
    if game.status == "running":  # else no deadline runs, and `resume` tells of them
        loaded = agenda.resume(club, session, game)
        for seat in games.seats(session, game):
            if seat.seat in loaded.run.asks:
                _goes_on(club, session, loaded, seat, later=True)
    return entry


def answer(
    club: Club, session: Session, game: GameRow, seat: str, text: str, why: str
) -> OverrideRow:
    """Answer the open question of *seat*: the lines of *text* are read as its player's."""
    _needs(game, "running")
    loaded = agenda.resume(club, session, game)
    row = _seat(session, game, seat)
    ask = loaded.run.waiting.get(row.seat) or loaded.run.asks.get(row.seat)
    if ask is None:
        raise Refused("nothing asked", f"{row.seat} is asked nothing now", row.seat)
    given: list[str] = []
    try:
        for line in text.splitlines():
            given.append(read_line(line, ask, loaded.title.words, given))
        loaded.run.answer(row.seat, "\n".join(given), "moderator")
    except Misread as misread:
        nearest = misread.nearest or misread.candidates
        raise Refused("not allowed", str(misread), text, nearest) from misread
    except (Illegal, NotAsked) as illegal:
        raise Refused("not allowed", str(illegal), text) from illegal
    what = f"The moderator answered for {row.seat}."
    if not ask.secret:
        what = f"The moderator answered for {row.seat}: {'; '.join(given)}"
    entry = log(club, session, game, what, why)
    turn.go_on(club, session, loaded)
    return entry


def process(club: Club, session: Session, game: GameRow, why: str) -> OverrideRow:
    """Go on at once: whoever is missing gets standing order, caretaker or default."""
    _needs(game, "running")
    loaded = agenda.resume(club, session, game)
    missing = sorted(loaded.run.waiting)
    if not missing:
        raise Refused("nothing asked", f"{game.name} waits for nobody", game.name)
    names = ", ".join(missing)
    entry = log(club, session, game, f"Processed at once; defaults for {names}.", why)
    clock.answer_for(session, loaded, set(missing))
    turn.go_on(club, session, loaded)
    return entry


def rollback(
    club: Club, session: Session, game: GameRow, to_seq: int, why: str, *, same_dice: bool = False
) -> OverrideRow:
    """Return to entry *to_seq* of the tape; what came after it is void.

    The dice after it are new ones unless *same_dice*.
    """
    if game.status == "lobby":
        raise Refused("not allowed", f"{game.name} has not started", game.name)
    last = games.length(session, game)
    if not 0 <= to_seq < last:
        raise Refused("not allowed", f"roll back to an entry from 0 to {last - 1}, not {to_seq}")
    try:
        loaded = games.rollback(session, game, to_seq, same_dice=same_dice, now=club.now())
    except (Diverged, Unreadable) as error:
        raise Refused("not allowed", f"the rules cannot go on from there: {error}") from error
    session.execute(delete(AskRow).where(col(AskRow.game_id) == game.id))
    session.execute(delete(KeptRow).where(col(KeptRow.game_id) == game.id))
    game.status, game.reason, game.paused_at = "running", "", None
    dice = "the same dice" if same_dice else "new dice"
    what = f"Rolled back to entry {to_seq}, with {dice}; what came after it is void."
    entry = log(club, session, game, what, why)
    session.flush()
    turn.go_on(club, session, loaded, everybody=True)
    return entry


def replace(
    club: Club, session: Session, game: GameRow, seat: str, address: str, why: str, name: str = ""
) -> OverrideRow:
    """Give a seat to somebody else, or (*address* 'bot') to a caretaker until he is replaced.

    The old player's token stops working at once.
    """
    row = _seat(session, game, seat)
    before = frames.player(session, row).name
    leaver = session.get_one(PlayerRow, row.player_id)
    if address == BOT:
        row.caretaker = True
        session.add(row)
        what = f"A caretaker plays {row.seat} for {before}."
        return log(club, session, game, what, why)
    if "@" not in address:
        raise Refused("not allowed", f"'{address}' is no mail address; or say 'bot'", address)
    person = lobby.person_of(club, session, lobby.SignOn(address, name))
    taken = [one.player_id for one in games.seats(session, game)]
    if person.id in taken:
        raise Refused("already joined", f"{person.name} has a seat in {game.name}", address)
    assert person.id is not None
    row.player_id, row.generation, row.caretaker = person.id, row.generation + 1, False
    row.token = club.signer.seat_token(game.name, row.seat, row.generation)
    row.mails, row.last_message, row.missed, row.told, row.told_before = 0, "", 0, 0, 0
    session.add(row)
    session.flush()
    entry = log(club, session, game, f"{person.name} plays {row.seat} for {before}.", why)
    _bid_farewell(club, session, game, leaver, row, why)
    lobby.welcome(club, session, game, row)
    if game.status == "running":
        bulletin.send(club, session, agenda.resume(club, session, game), row)
    return entry


def _bid_farewell(
    club: Club, session: Session, game: GameRow, leaver: PlayerRow, row: SeatRow, why: str
) -> None:
    heir = frames.player(session, row).name
    frame = Frame(
        Player(leaver.name, "", leaver.zone), club.now(), frames.game(club, session, game)
    )
    page = write(club.templates, None, Farewell(frame, row.seat, heir, why))
    post.to_leaver(club, session, leaver.address, page, f"{game.name}:{row.seat}:{row.generation}")


def remark(club: Club, session: Session, game: GameRow, text: str) -> OverrideRow:
    """Say something to all players."""
    if not text.strip():
        raise Refused("not allowed", "there is no text to send")
    _needs(game, "running", "paused", "held", "over")
    entry = log(club, session, game, f"Remark: {text.strip()}", "")
    for seat in games.seats(session, game):
        bulletin.press(club, session, game, seat, Press("The moderator", "all", text))
    return entry


def _goes_on(
    club: Club, session: Session, loaded: Loaded, seat: SeatRow, later: bool = False
) -> None:
    """Tell the player of *seat* what is asked of him, with the new deadline."""
    letter = Hold(
        frames.for_seat(club, session, loaded.game, seat),
        "",
        agenda.questions(session, loaded, seat),
        loaded.title.view(loaded.run.state, seat.seat),
        later,
    )
    page = write(club.templates, loaded.title, letter)
    asked = agenda.row(session, loaded.game, seat.seat)
    post.to_seat(club, session, loaded.game, seat, page, kind="notice", asked=asked)


def _needs(game: GameRow, *states: str) -> None:
    if game.status not in states:
        detail = f"{game.name} is {game.status}; this needs a game that is {' or '.join(states)}"
        raise Refused("not allowed", detail, game.name)


def _seat(session: Session, game: GameRow, seat: str) -> SeatRow:
    """Return the row of *seat*, named by its colour or its player's name."""
    rows = games.seats(session, game)
    wanted = seat.casefold()
    for row in rows:
        name = session.get_one(PlayerRow, row.player_id).name.casefold()
        if wanted in {row.seat, name}:
            return row
    there = tuple(row.seat for row in rows)
    raise Refused("no seat", f"{game.name} has no seat '{seat}'", seat, there)
