"""A mail is a queue of lines; each open question of its seat takes the next one.

An open question is answered by a queued line, else by a standing order, else by
itself if there is but one answer and no secret, else by its default if its pace is
`now`.  What the queue does not answer waits for its deadline.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from moderator.engine import Ask, Foresight, Run
from moderator.orders.line import Line, bare
from moderator.orders.outcome import Outcome, Served, Verdict
from moderator.orders.place import (
    belonging,
    between,
    ends_turn,
    in_turn,
    known,
    like,
    place_of,
    verb_of,
)
from moderator.orders.read import Misread, read_line
from moderator.orders.sheet import Reading, read_sheet
from moderator.orders.standing import Standing, completed, prepared

UNREAD = "?"
"""Stands for the kind of a refused line that was not tried on any question."""
UNLIKE = "it is like no order"
REPLACED = "a later mail replaces it"
WAITS = 'these wait for the line above; "skip" alone lets them go on'
SKIP = "skip"
"""Alone on a line: go on with what waits behind a refused line, without a correction."""


def serve(
    run: Run[Any],
    queues: Mapping[str, Iterable[Line]] | None = None,
    standing: Iterable[Standing] = (),
) -> Served:
    """Answer every open question that needs no new mail, until none is left.

    Queues hold the kept lines of each seat, then its fresh ones.  A line refused at a
    single question holds up the lines below it, and its seat's standing orders for that
    question, until the seat writes again.
    """
    desk = _Desk(run, queues or {}, tuple(standing))
    while any(desk.settle(seat) for seat in list(run.asks)):
        pass
    return desk.close()


class _Desk:
    """The queues of all seats while they are being served."""

    def __init__(
        self, run: Run[Any], queues: Mapping[str, Iterable[Line]], standing: Sequence[Standing]
    ) -> None:
        self.run, self.title, self.standing = run, run.title, standing
        self.outcomes: dict[str, list[Outcome]] = {seat: [] for seat in queues}
        self.incomplete: dict[Line, str] = {}
        self.queues = {seat: self._arrange(seat, list(lines)) for seat, lines in queues.items()}
        self.changeable = {seat: run.asks[seat] for seat in run.answers}

    def _arrange(self, seat: str, lines: list[Line]) -> list[Line]:
        """Put a correction before the lines that wait for it, and drop remarks."""
        fresh: list[Line] = []
        for line in lines:
            words = bare(line.text).casefold()
            if line.fresh and words in {"", SKIP}:
                self._report(seat, line, "done" if words else "ignored", text=words)
            elif line.fresh:
                fresh.append(line)
        kept = self._not_replaced(seat, [line for line in lines if not line.fresh], fresh)
        skipped = any(outcome.text == SKIP for outcome in self.outcomes[seat])
        written = skipped or any(self._meant(seat, line) for line in fresh)
        if written and any(line.refused for line in kept):
            return fresh + [line for line in kept if not line.refused]
        return kept + fresh

    def _not_replaced(self, seat: str, kept: list[Line], fresh: list[Line]) -> list[Line]:
        """Return the kept lines that the lines of a new mail do not replace.

        A mail that ends the turn is whole: it replaces what an earlier one has left of the same
        turn, unless the turn is under way and waits for more.
        """
        ask = self.run.asks.get(seat)
        more = ask is not None and ask.own_turn and not any(line.refused for line in kept)
        if more or not any(ends_turn(line, self.title) for line in fresh):
            return kept
        old = [line for line in kept if in_turn(line, self.title) or between(line, self.title)]
        for line in old:
            self._report(seat, line, "ignored", reason=REPLACED)
        return [line for line in kept if line not in old]

    def _words(self, line: Line) -> str:
        return self.title.words.canonical(bare(line.text))

    def settle(self, seat: str) -> bool:
        """Do the next thing for *seat*; return False where nothing can be done."""
        ask = self.run.asks[seat]
        queue = self.queues.get(seat, [])
        if isinstance(ask.domain, Foresight):
            words = [self._words(line) for line in queue]
            self.run.answer(seat, ask.domain.foresee(words), "queue")
            return True
        if seat in self.run.answers:
            return self.changeable.get(seat) is ask and self._change(seat, ask, queue)
        if any(line.refused for line in queue):
            return self._by_itself(seat, ask, queue)
        mine = belonging(queue, ask, self.title)
        if not mine:
            done = ask.done is not None and ask.pace != "now"
            if done and any(place_of(line, ask, self.title) == "later" for line in queue):
                self.run.answer(seat, ask.done or "", "done")
                return True
        elif ask.domain.sheet:
            if self._file(seat, ask, queue, mine):
                return True
        elif self._take(seat, ask, queue, mine[0]):
            return True
        return self._by_itself(seat, ask, queue)

    def _take(self, seat: str, ask: Ask[Any], queue: list[Line], line: Line) -> bool:
        """Answer a single question; the queue waits behind a line that is refused."""
        try:
            text = read_line(line.text, ask, self.title.words)
        except Misread as misread:
            if misread.unmet:
                queue.remove(line)
                why = f"{misread.reason}: passed over"
                self._report(seat, line, "ignored", ask=ask, reason=why)
                return True
            if ask.pace == "now" and ask.done is None and between(line, self.title):
                return False  # asked in passing: the line is for a point that comes later
            self._refuse(seat, line, ask, misread)
            if self._stray(seat, line, misread) or not self._holds_up(line, ask, queue):
                queue.remove(line)
                return True
            queue[queue.index(line)] = replace(line, refused=ask.kind, fresh=False)
            return False
        queue.remove(line)
        self._report(seat, line, "done", ask=ask, text=text)
        self.run.answer(seat, text, "mail" if line.fresh else "queue")
        return True

    def _holds_up(self, line: Line, ask: Ask[Any], queue: list[Line]) -> bool:
        """Say whether what stands below a refused line waits for its correction.

        Prepared business goes on without it, unless it comes in front of a turn's lines.
        """
        first = between(line, self.title) and any(in_turn(each, self.title) for each in queue)
        return ask.pace != "now" or (ask.own_turn and first)

    def _file(self, seat: str, ask: Ask[Any], queue: list[Line], mine: list[Line]) -> bool:
        """Answer with a sheet: of the new lines alone if they make one, else of all."""
        fresh = [line for line in mine if line.fresh]
        reading = read_sheet(fresh or mine, ask, self.title.words)
        if reading.missing is not None and 0 < len(fresh) < len(mine):
            kept = [line for line in mine if not line.fresh]
            reading = read_sheet(fresh + kept, ask, self.title.words)
        self._report_refusals(seat, ask, queue, reading)
        if reading.missing is not None:
            self.incomplete.update((line, reading.missing) for line in reading.accepted)
            return False
        for line in mine:
            if line in reading.accepted:
                self._report(seat, line, "done", ask=ask, text=reading.accepted[line])
            elif line not in reading.refused:
                self._report(seat, line, "ignored", ask=ask, reason=REPLACED)
        queue[:] = [line for line in queue if line not in mine]
        sheet = completed(ask, reading.text, self.standing)
        self.run.answer(seat, sheet, "mail" if fresh else "queue")
        return True

    def _change(self, seat: str, ask: Ask[Any], queue: list[Line]) -> bool:
        """Answer again what an earlier mail answered, while others are still to answer."""
        mine = [line for line in belonging(queue, ask, self.title) if line.fresh]
        if not mine:
            return False
        del self.changeable[seat]
        if not ask.domain.sheet:
            self._replace_kept(seat, queue, mine)
            mine = mine[:1]
        reading = read_sheet(mine, ask, self.title.words)
        self._report_refusals(seat, ask, queue, reading)
        queue[:] = [line for line in queue if line not in reading.accepted]
        if reading.missing is not None:
            reason = f"{reading.missing}; your earlier answer stands"
            for line in reading.accepted:
                self._report(seat, line, "not done", ask=ask, reason=reason)
            return False
        for line, text in reading.accepted.items():
            self._report(seat, line, "done", ask=ask, text=text)
        self.run.answer(seat, completed(ask, reading.text, self.standing))
        return True

    def _replace_kept(self, seat: str, queue: list[Line], mine: list[Line]) -> None:
        """Let further lines of the new mail replace the kept ones with the same verbs."""
        verbs = {verb_of(line, self.title) for line in mine[1:]}
        for line in list(queue):
            if not line.fresh and verb_of(line, self.title) in verbs:
                queue.remove(line)
                self._report(seat, line, "ignored", reason=REPLACED)

    def _by_itself(self, seat: str, ask: Ask[Any], queue: list[Line]) -> bool:
        held = any(line.refused == ask.kind for line in queue)
        if held and ask.done is not None and ask.pace != "now":
            return False  # its player has more to say than the one answer there is
        text = None if held else prepared(ask, self.standing, self.title.words)
        source = "standing"
        if text is None and not ask.secret:
            text, source = ask.domain.forced(), "forced"
        if text is None and ask.pace == "now":
            text, source = ask.default, "now"
        if text is None:
            return False
        self.run.answer(seat, text, source)
        return True

    def close(self) -> Served:
        """Say what was kept, and refuse what no question can ever take."""
        kept: dict[str, list[Line]] = {seat: [] for seat in self.queues}
        for seat, queue in self.queues.items():
            held = any(line.refused for line in queue)
            for place, line in enumerate(queue):
                meant = self._meant(seat, line)
                if not meant or not (held or line in self.incomplete or known(line, self.title)):
                    near = like(line, self.title)
                    reason = "nothing is asked of you that this could answer" if near else UNLIKE
                    verdict: Verdict = "not done" if near else "ignored"
                    self._report(seat, line, verdict, reason=reason, near=near)
                    if near and place + 1 < len(queue):
                        held = True
                        kept[seat].append(replace(line, fresh=False, refused=UNREAD))
                    continue
                if line.fresh:
                    below = bool(kept[seat] and kept[seat][-1].refused)
                    why = WAITS if below and not line.refused else ""
                    self._report(seat, line, "kept", reason=self.incomplete.get(line, why))
                kept[seat].append(replace(line, fresh=False))
        return Served(
            {s: tuple(sorted(found, key=lambda o: o.number)) for s, found in self.outcomes.items()},
            {seat: tuple(lines) for seat, lines in kept.items()},
        )

    def _meant(self, seat: str, line: Line) -> bool:
        """Say whether *line* is meant as an order: not a greeting, nor a word to the others."""
        ask = self.run.asks.get(seat)
        here = ask is not None and place_of(line, ask, self.title) == "here"
        return here or bool(line.refused or like(line, self.title)) or line in self.incomplete

    def _stray(self, seat: str, line: Line, misread: Misread) -> bool:
        return not (misread.nearest or misread.candidates or self._meant(seat, line))

    def _report_refusals(
        self, seat: str, ask: Ask[Any], queue: list[Line], reading: Reading
    ) -> None:
        for line, misread in reading.refused.items():
            self._refuse(seat, line, ask, misread)
            queue.remove(line)

    def _refuse(self, seat: str, line: Line, ask: Ask[Any], misread: Misread) -> None:
        if self._stray(seat, line, misread):
            self._report(seat, line, "ignored", ask=ask, reason=UNLIKE)
            return
        self.outcomes[seat].append(
            Outcome(
                line.number,
                line.text,
                "not done",
                ask.kind,
                reason=misread.reason,
                rules=misread.rules,
                nearest=misread.nearest,
                candidates=misread.candidates,
            )
        )

    def _report(
        self,
        seat: str,
        line: Line,
        verdict: Verdict,
        *,
        ask: Ask[Any] | None = None,
        text: str = "",
        reason: str = "",
        near: tuple[str, ...] = (),
    ) -> None:
        kind = ask.kind if ask else ""
        self.outcomes[seat].append(
            Outcome(line.number, line.text, verdict, kind, text, reason, nearest=near)
        )
