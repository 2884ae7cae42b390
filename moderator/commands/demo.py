"""`moderator demo`: a whole game by mail in a folder, without a mail server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from moderator.commands import context
from moderator.commands.errors import Failed

if TYPE_CHECKING:
    from moderator.commands.rehearsal import Rehearsal
    from moderator.service.club import Club

MARKER = ".moderator-demo"
_SETTINGS = """\
# The club of a demo: everything is in this folder.
[club]
name = "Demo club"
address = "play@games.example"
moderators = ["keeper@games.example"]
keeper = "Greta"

[mail.incoming]
kind = "maildir"
folder = "post/play@games.example"

[mail.outgoing]
kind = "maildir"
folder = "post"

[limits]  # the clock of a demo runs fast
answers_an_hour = 1000000
answers_a_day = 1000000
mails_a_minute = 1000000
all_answers_in_ten_minutes = 1000000
"""


def demo(
    title: Annotated[str, typer.Option(help="The game to play.")] = "feudo",
    seats: Annotated[
        int, typer.Option(min=0, max=7, help="How many players; 0: as a quick game has.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="Another number, another game.")] = 1,
    pace: Annotated[str, typer.Option(help="How finely players are asked.")] = "turn",
    out: Annotated[Path, typer.Option(help="The folder; an older demo in it is wiped.")] = Path(
        "demo"
    ),
) -> None:
    """Play a whole game by mail, and leave every player's mailbox to look at.

    The players are bots that write as people do; reading, rules, deadlines and sending are the
    real ones, on a clock that runs fast.

    Example: moderator demo --seats 3 --out demo
    """
    import asyncio
    import time

    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from moderator import titles
    from moderator.service.opening import opened
    from moderator.settings import load

    begun = time.monotonic()
    game = titles.find(title)
    options = {one.name for one in game.options}
    count = seats or game.few
    _clear(out)
    _furnish(out, seed)
    console = context.console(errors=True)
    bar = Progress(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn(),
                   console=console, disable=not console.is_terminal)  # fmt: skip
    with opened(load(out)) as club, bar:
        task = bar.add_task("the players sign on")
        chosen = dict(game.quick) | ({"pace": pace} if "pace" in options else {})
        if pace == "blind":
            chosen["plague"] = "none"  # nothing is turned up between its two halves
        rehearsal = _rehearsal(club, out, title, count, chosen, seed)
        asyncio.run(rehearsal.play(lambda text: bar.update(task, description=text)))
        bar.update(task, description="the mailboxes are laid out")
        page = _lay_out(club, out, rehearsal)
    _tell(rehearsal, page, time.monotonic() - begun)


def _clear(out: Path) -> None:
    import shutil

    if out.exists() and not out.is_dir():
        raise Failed(f"{out} is no folder")
    if out.is_dir() and any(out.iterdir()):
        if not (out / MARKER).is_file():
            raise Failed(f"{out} is not empty and was not made by a demo; name another: --out PATH")
        shutil.rmtree(out)
    out.mkdir(parents=True, exist_ok=True)


def _furnish(out: Path, seed: int) -> None:
    import hashlib

    (out / MARKER).write_text("made by 'moderator demo', which may wipe it\n", encoding="utf-8")
    (out / context.FILE).write_text(_SETTINGS, encoding="utf-8")
    key = hashlib.sha256(f"demo key {seed}".encode()).hexdigest()
    (out / "moderator.key").write_text(key, encoding="utf-8")
    (out / "moderator.key").chmod(0o600)


def _rehearsal(
    club: Club, out: Path, title: str, seats: int, options: dict[str, str], seed: int
) -> Rehearsal:
    import hashlib

    from moderator import titles
    from moderator.commands.rehearsal import Rehearsal
    from moderator.mail.maildir import PostOffice

    office = PostOffice(out / "post", club.settings.club.address)
    dice = f"demo dice {seed}"
    if titles.find(title).quick:
        dice = f"dice of {title}, {seed}"  # the first seed shows a coronation as well
    secret = hashlib.sha256(dice.encode()).digest()
    return Rehearsal(club, office, title, seats, options, seed, secret)


def _lay_out(club: Club, out: Path, rehearsal: Rehearsal) -> Path:
    from moderator.reports import browser

    boxes = [
        browser.Box(f"{one.writer.name} ({one.seat})", address, one.mails)
        for address, one in rehearsal.people.items()
    ]
    boxes += [
        browser.Box("The keeper", address, mails) for address, mails in rehearsal.others.items()
    ]
    return browser.index(club.templates, out, boxes, rehearsal.story())


def _tell(rehearsal: Rehearsal, page: Path, seconds: float) -> None:
    from rich.table import Table

    console = context.console()
    rows, winners = rehearsal.standings()
    table = Table(title=f"{rehearsal.name} is over: {', '.join(winners)}", title_justify="left")
    for name, right in (("Player", False), ("Seat", False), ("Score", True)):
        table.add_column(name, justify="right" if right else "left")
    for name, seat, score in rows:
        table.add_row(name, seat, str(score))
    console.print(table)
    for line in rehearsal.story():
        context.say(line)
    got = rehearsal.figures
    reminders, defaults = rehearsal.lateness()
    context.say(
        f"{got.arrived} mails read, {got.sent} sent in {seconds:.1f} s, "
        f"over {rehearsal.days} days of the players' time"
    )
    context.say(
        f"{got.typos} mails with a slip, {got.again} written again, {got.press} with press, "
        f"{got.standing} standing orders, {reminders} reminders, {defaults} defaults"
    )
    if got.trade:
        context.say(f"agreed by letter: {got.trade}")
    context.say(f"look at it: {page}")
