"""The command line: a table of commands, each in its own chapter of `moderator.commands`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from moderator.commands import context, errors
from moderator.commands.demo import demo
from moderator.commands.init import init
from moderator.commands.run import run


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


COMMANDS = (demo, init, run)
for command in COMMANDS:
    app.command()(command)


def main() -> None:
    """Run the program."""
    app(prog_name="moderator")
