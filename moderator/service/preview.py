"""What the lines of a mail would do: nothing is carried out, nothing hidden is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from moderator.engine import Ask, Run, Title
from moderator.kit.foresight import by_turns, played_on
from moderator.orders.line import Line, bare
from moderator.orders.queue import serve
from moderator.orders.read import Misread, read_line
from moderator.orders.sheet import read_sheet
from moderator.reports.parts import LineRead
from moderator.service import verdicts


def preview(
    orders: Sequence[Line], run: Run[Any] | None, seat: str, title: Title[Any, Any]
) -> tuple[LineRead, ...]:
    """Return how *orders* of *seat* would be read by what it is asked, carrying out nothing.

    *run* is None where the game is not going on.
    """
    ask = run.asks.get(seat) if run else None
    lines = [line for line in orders if bare(line.text)]
    if run is None or ask is None:
        why = "nothing is asked of you now"
        return tuple(LineRead(one.number, one.text, "kept", outcome=why) for one in lines)
    if ask.own_turn and ask.done is not None and by_turns(title):
        return tuple(_turn(lines, run, seat))
    if not ask.domain.sheet:
        return tuple(_try(line, ask, title, first=not place) for place, line in enumerate(lines))
    reading = read_sheet(lines, ask, title.words)
    found = []
    for line in lines:
        if line in reading.refused:
            found.append(verdicts.of_misread(line.number, reading.refused[line]))
        else:
            text = reading.accepted[line]
            why = f"not whole yet: {reading.missing}" if reading.missing else ""
            found.append(
                LineRead(
                    line.number,
                    line.text,
                    "kept" if reading.missing else "done",
                    reading="" if text == line.text else text,
                    outcome=why,
                    warning=verdicts.warning(ask, text),
                )
            )
    return tuple(found)


def _turn(lines: Sequence[Line], run: Run[Any], seat: str) -> Iterator[LineRead]:
    """Try the lines of a turn one after another, as far as they do not depend on fortune.

    They are tried in a position that their player cannot tell from the real one, without any
    standing order, so that nothing hidden shows in what is said of them.
    """
    ahead, fortune = played_on(run, seat, Random(0))  # noqa: S311 - no secret
    serve(ahead)
    unknown = ""
    held: tuple[Line, ...] = ()
    for line in lines:
        if unknown:
            yield LineRead(line.number, line.text, "kept", outcome=unknown)
            continue
        served = serve(ahead, {seat: [*held, line]})
        held = served.kept[seat]
        outcomes = [one for one in served.outcomes[seat] if one.number == line.number]
        yield from verdicts.of_outcomes(outcomes, ahead.title, None, still_open=False)
        held = tuple(each for each in held if not each.refused)
        if fortune.drawn:
            unknown = "it depends on what comes before"
        elif any(other != seat for other in ahead.waiting):
            unknown = "it waits for the answer of another player"


def _try(line: Line, ask: Ask[Any], title: Title[Any, Any], *, first: bool) -> LineRead:
    try:
        text = read_line(line.text, ask, title.words)
    except Misread as misread:
        return verdicts.of_misread(line.number, misread)
    reading = "" if text == line.text else text
    if first:
        return LineRead(line.number, line.text, "done", reading=reading)
    return LineRead(line.number, line.text, "kept", reading=reading, outcome="for a later question")
