"""`moderator run`: the daemon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from moderator.commands import context
from moderator.commands.errors import Failed

if TYPE_CHECKING:
    from moderator.mail.transport import Inbox, Postman
    from moderator.service.club import Club


def run(
    once: Annotated[
        bool, typer.Option("--once", help="Fetch, handle, send what is due, and end: for cron.")
    ] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Log more.")] = False,
) -> None:
    """Serve the club: read mail, run the games, keep the deadlines, send mail.

    It ends at SIGTERM or Ctrl-C, after the transaction at hand.

    Example: moderator --config club/moderator.toml run
    """
    import asyncio

    from moderator import daemon
    from moderator.service import accounts, outbox
    from moderator.service.opening import locked, opened

    _log(verbose)
    settings = context.settings()
    with locked(settings.folder), opened(settings) as club:
        inbox, postman = accounts.inbox(settings), accounts.postman(settings)
        if not once:
            good = asyncio.run(daemon.Daemon(club, inbox, postman).run())
        else:
            outbox.release(club)
            daemon.tidy(club)
            good = asyncio.run(_once(club, inbox, postman))
            if waiting := outbox.pending(club):
                rate = settings.limits.mails_a_minute
                context.say(f"{waiting} mails wait to be sent: {rate} a minute are allowed")
    if not good:
        raise Failed("not all of the work was done: see the log above")


async def _once(club: Club, inbox: Inbox, postman: Postman) -> bool:
    from moderator import daemon

    try:
        return await daemon.once(club, inbox, postman)
    finally:
        await postman.close()
        inbox.close()


def _log(verbose: bool) -> None:
    import logging
    import os

    # The journal writes the time itself.
    stamp = "" if "JOURNAL_STREAM" in os.environ else "%(asctime)s "
    logging.basicConfig(
        level=logging.DEBUG if verbose else logging.INFO,
        format=f"{stamp}%(levelname)s %(name)s: %(message)s",
    )
    for noisy in ("apscheduler", "alembic", "asyncio", "imapclient"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
