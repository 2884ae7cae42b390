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
    from moderator.engine import Title
    from moderator.kit.playout import Result


MOST = 60_000
"""Decisions after which a game is given up: it does not end."""
BY_MAIL = 3
"""How many of the games are also played by mail."""


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
    mails: Annotated[
        bool, typer.Option(help="Also count the mails of games played by mail.")
    ] = True,
    as_json: AsJson = False,
) -> None:
    """Play whole games without mail; every position is audited, every default must be legal.

    Options that are not given are those of a quick game.  Where a mail may hold a whole turn,
    bots also play some of the games by mail, to count what they cost their players.

    Example: moderator playout feudo --seats 4 --seeds 1-20 --option pace=step
    """
    import time

    from rich.progress import Progress

    from moderator import titles
    from moderator.commands import postage
    from moderator.kit.foresight import by_turns
    from moderator.kit.playout import Endless, play

    game = titles.find(title)
    chosen = {**game.quick, **pairs(option or (), "NAME=VALUE")}
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
                              choose=game.bot if bot else None, most=MOST)  # fmt: skip
            except AssertionError as wrong:
                raise Failed(f"{title}, seed {seed}: {wrong}") from wrong
            except Endless as wrong:
                raise Failed(f"{wrong} after {MOST} decisions{_bound(game)}") from wrong
            seconds = time.perf_counter() - begun
            turns = max(Counter(result.phases).values())  # of the phase that comes once a turn
            total.add(result, turns, seconds)
        post: list[postage.Postage] = []
        if mails and by_turns(game):
            work = bar.add_task("games by mail", total=None)
            post = postage.weigh(game, game.seats[:count], chosen, _range(seeds)[:BY_MAIL])
            bar.remove_task(work)
    figures = {"options": chosen} | _figures(total)
    if as_json:
        context.say_json(figures | {"by_mail": [one.figures() for one in post]})
        return
    _print(figures)
    if post:
        context.console().print(postage.table(post))


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


def _bound(title: Title[Any, Any]) -> str:
    """Return how a game of *title* that never ends can be given an end, as an option says it."""
    numbers = [option for option in title.options if not option.choices]
    if not numbers:
        return ""
    return "; bound it: " + " or ".join(f"--option {o.name}=N ({o.help})" for o in numbers)


def _print(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        said = value
        if isinstance(value, dict):
            said = ", ".join(f"{seat} {n}" for seat, n in value.items()) or "none"
        context.say(f"{name.replace('_', ' '):<22} {said}")
