"""`moderator playout`: whole games at random, with every check of the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from moderator.commands import context
from moderator.commands.errors import Failed
from moderator.commands.game import AsJson, pairs

if TYPE_CHECKING:
    from moderator.kit.playout import Result


@dataclass(slots=True)
class Sum:
    """What many games came to."""

    games: int = 0
    decisions: int = 0
    mails: int = 0
    waits: int = 0
    turns: int = 0
    seconds: float = 0.0
    wins: dict[str, int] = field(default_factory=dict)

    def add(self, result: Result, turns: int, seconds: float) -> None:
        self.games += 1
        self.decisions += result.decisions
        self.mails += result.mails_in
        self.waits += result.waits
        self.turns += turns
        self.seconds += seconds
        for seat in result.winners:
            self.wins[seat] = self.wins.get(seat, 0) + 1


def playout(
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is played, as in feudo.")],
    seats: Annotated[int, typer.Option(min=0, help="How many players; 0: as many as can.")] = 0,
    seeds: Annotated[str, typer.Option(metavar="A-B", help="One game for each number.")] = "1-5",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the title.")
    ] = None,
    bot: Annotated[bool, typer.Option("--bot", help="Let the bot play, not chance.")] = False,
    as_json: AsJson = False,
) -> None:
    """Play whole games without mail; every position is audited, every default must be legal.

    Example: moderator playout feudo --seats 4 --seeds 1-20 --option pace=step
    """
    import time

    from rich.progress import Progress

    from moderator import titles
    from moderator.kit.playout import Endless, play

    game = titles.find(title)
    chosen = pairs(option or (), "NAME=VALUE")
    count = seats or len(game.seats)
    if not game.fewest <= count <= len(game.seats):
        raise Failed(f"{game.label} is for {game.fewest} to {len(game.seats)} players")
    total = Sum()
    console = context.console(errors=True)
    with Progress(console=console, disable=not console.is_terminal) as bar:
        for seed in bar.track(_range(seeds), description="games"):
            begun = time.perf_counter()
            try:
                result = play(game, game.seats[:count], chosen, seed,
                              choose=game.bot if bot else None)  # fmt: skip
            except (AssertionError, Endless) as wrong:
                raise Failed(f"{title}, seed {seed}: {wrong}") from wrong
            seconds = time.perf_counter() - begun
            turns = max(Counter(result.phases).values())  # of the phase that comes once a turn
            total.add(result, turns, seconds)
    _print(_figures(total), as_json)


def _range(text: str) -> range:
    first, dash, last = text.partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise typer.BadParameter(f"seeds are written A-B, as in 1-20, not '{text}'")
    found = range(int(first), int(last or first) + 1)
    if not found:
        raise typer.BadParameter(f"there are no seeds in {text}")
    return found


def _figures(total: Sum) -> dict[str, Any]:
    return {
        "games": total.games,
        "decisions": total.decisions,
        "decisions_per_second": round(total.decisions / total.seconds),
        "decisions_per_game": round(total.decisions / total.games, 1),
        "mails_per_game": round(total.mails / total.games, 1),
        "mails_per_turn": round(total.mails / total.turns, 2),
        "waits_per_turn": round(total.waits / total.turns, 2),
        "turns_per_game": round(total.turns / total.games, 1),
        "wins": dict(sorted(total.wins.items())),
    }


def _print(figures: dict[str, Any], as_json: bool) -> None:
    if as_json:
        context.say_json(figures)
        return
    for name, value in figures.items():
        said = value
        if isinstance(value, dict):
            said = ", ".join(f"{seat} {n}" for seat, n in value.items()) or "none"
        context.say(f"{name.replace('_', ' '):<22} {said}")
