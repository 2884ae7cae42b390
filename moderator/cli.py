"""The command line: a table of commands, each in its own chapter of `moderator.commands`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from moderator.commands import context, errors, game
from moderator.commands.bench import bench
from moderator.commands.demo import demo
from moderator.commands.doctor import doctor
from moderator.commands.init import init
from moderator.commands.mails import deliver, read
from moderator.commands.playout import playout
from moderator.commands.powers import POWERS
from moderator.commands.run import run
from moderator.commands.tapes import export, verify


class Program(TyperGroup):
    """Runs one command; whatever goes wrong is said in a line or two."""

    def invoke(self, ctx: Any) -> Any:
        with errors.reported():
            return super().invoke(ctx)


app = typer.Typer(
    cls=Program,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def program(
    config: Annotated[
        Path | None,
        typer.Option(
            envvar=context.ENVIRONMENT, help="The club's settings; ./moderator.toml if left out."
        ),
    ] = None,
) -> None:
    """A play-by-e-mail moderator for long correspondence games."""
    context.choose(config)


games = typer.Typer(no_args_is_help=True, help="Make games, look at them, and keep them going.")
app.add_typer(games, name="game")
for command in (demo, init, doctor, run, deliver, read, export, verify, playout, bench):
    app.command()(command)
for power in (game.create, game.show, game.start, *POWERS):
    games.command()(power)
games.command("list")(game.list_)


def main() -> None:
    """Run the program."""
    app(prog_name="moderator")
