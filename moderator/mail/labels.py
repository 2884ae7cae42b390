"""What each line of a body is: nothing is deleted, every line gets its verdict.

Unquoted lines count wherever they stand: above, below and between quotations.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from moderator.mail import limits, phrases
from moderator.mail.charsets import lookalikes
from moderator.mail.letter import Label, Line
from moderator.mail.plain import Source

Verdict = tuple[Label, str]

TOO_MANY = "too many lines in one mail"

_QUOTED: Verdict = ("quoted", "quoted")
_SHARP: Verdict = ("quoted", "a > stands before it; take the > away if this is an order")
_OLD: Verdict = ("quoted", "part of the mail that you answered")
_SIGNATURE: Verdict = ("signature", "your signature")
_DASHES: Verdict = ("signature", "below a line of two dashes, where a signature stands")
_BANNER: Verdict = ("banner", "put in by a mail system")
_KIND: Verdict = ("signature", "a kind word")
_BELOW: Verdict = ("below the marker", "below the line that says to reply above it")
_FORWARDED: Verdict = ("forwarded", "part of a forwarded mail")
_ENCODED: Verdict = ("attachment", "an encoded file")
_ARMOUR: Verdict = ("ignored", "part of a digital signature")
_SMILEY: Verdict = ("ignored", "a smiley that was turned into a letter")
_PICTURE: Verdict = ("ignored", "the place of a picture")
_RULED: Verdict = ("ignored", "a dividing line")

_MARKER = re.compile(r"^\W*={3,}\s*reply above this(?: line)?\b", re.IGNORECASE)
_BULLET = re.compile(r"^(?:[*•‣◦▪·-]|\d{1,3}[.)])\s+(?=\S)")
_BOLD = re.compile(r"^\*([^*]+)\*$")
_LINK = re.compile(r"(?<=\S)\s?<(?:mailto:|https?://)[^<>]*>")
_ACCENTS = re.compile("[èéêëìíîïòóôõùúûçâãñœ]", re.IGNORECASE)
_UU_BEGIN = re.compile(r"begin [0-7]{3,4} \S")


def label(sources: Sequence[Source]) -> tuple[Line, ...]:
    """Return *sources* with a verdict each; order lines are freed of bullets and links."""
    rest = sources[limits.LINES :]
    sources = sources[: limits.LINES]
    verdicts = _Verdicts(sources).all()
    arrows = any(" à " in source.text for source in sources)
    french = arrows and any(_ACCENTS.search(source.text) for source in sources)
    lines: list[Line] = []
    orders = size = 0
    armoured = any(source.text == "-----BEGIN PGP SIGNED MESSAGE-----" for source in sources)
    for source, verdict in zip(sources, verdicts, strict=True):
        if verdict is not None:
            lines.append(Line(source.text, *verdict))
            continue
        line = _order(source.text, french, armoured)
        orders += bool(line.text)
        size += len(line.text)
        if orders > limits.ORDER_LINES or size > limits.ORDER_TEXT:
            line = Line(line.text, "ignored", TOO_MANY)
        lines.append(line)
    lines.extend(Line(source.text, "ignored", TOO_MANY) for source in rest)
    return tuple(lines)


def _order(text: str, french: bool, armoured: bool) -> Line:
    if armoured:
        text = text.removeprefix("- ")
    reason = ""
    text = _BOLD.sub(r"\1", _BULLET.sub("", text)).strip()
    if "<" in text:
        text = _LINK.sub("", text)
    if not french and " à " in text:
        # Outlook turns --> into a Wingdings arrow, which arrives as this letter.
        text, reason = text.replace(" à ", " -> "), '"à" was read as an arrow'
    if alike := lookalikes(text):
        reason = f"letters that only look Latin: {alike}"
    return Line(text, "order", reason)


class _Verdicts:
    """One pass over the lines; a verdict of None is an order."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self.verdicts: list[Verdict | None] = [None] * len(sources)
        self.state: Verdict | None = None
        self.lone_dashes = sum(
            source.text == "--" and not source.depth and not source.sharp for source in sources
        )

    def all(self) -> list[Verdict | None]:
        number = 0
        while number < len(self.sources):
            number += self._judge(number)
        return self.verdicts

    def _give(self, number: int, count: int, verdict: Verdict | None) -> int:
        self.verdicts[number : number + count] = [verdict] * count
        return count

    def _judge(self, number: int) -> int:
        """Give the line its verdict, and the lines that belong to it; return how many."""
        source = self.sources[number]
        if source.mark:
            self._end_signature()
            return self._give(number, 1, (source.mark, source.reason))
        if source.depth:
            self._end_signature()
            return self._give(number, 1, _SHARP if source.depth == 1 else _QUOTED)
        if self._is_torn_link(number):
            return self._give(number, 1, _QUOTED)
        if self.state in (None, _SIGNATURE, _DASHES, _BANNER):
            count = self._start(number)
            if count:
                return count
        return self._give(number, 1, self.state)

    def _end_signature(self) -> None:
        # A signature ends where a quotation starts; what follows below may be orders.
        if self.state in (_SIGNATURE, _DASHES):
            self.state = None

    def _is_torn_link(self, number: int) -> bool:
        """Tell the tail of a link that was broken inside a quotation."""
        text = self.sources[number].text
        if not text or " " in text or not re.search(r"[/=&?%]|\.\w", text):
            return False
        beside = self.sources[max(0, number - 1) : number + 2]
        return len(beside) == 3 and beside[0].depth > 0 and beside[2].depth > 0

    def _start(self, number: int) -> int:
        """Begin what this line begins; return how many lines it takes, 0 for none."""
        text = self.sources[number].text
        if not text:
            return 0
        if _MARKER.match(text):
            self.state = _BELOW
            return self._give(number, 1, _BELOW)
        if count := self._header_block(number):
            self.state = _OLD
            return self._give(number, count, _OLD)
        if phrases.CLOSING.fullmatch(text):
            return self._give(number, 1, _KIND)
        if phrases.ORIGINAL.match(text):
            self.state = _OLD
            return self._give(number, 1, _OLD)
        if phrases.FORWARDED.match(text):
            self.state = _FORWARDED
            return self._give(number, 1, _FORWARDED)
        if count := self._attribution(number):
            self.state = None if self._next_is_quoted(number + count) else _OLD
            return self._give(number, count, _QUOTED)
        if self.state is None:
            return self._small(number)
        return 0

    def _small(self, number: int) -> int:
        source = self.sources[number]
        text = source.text
        if text == "--":
            return self._dashes(number)
        if phrases.PHONE.match(text):
            return self._give(number, 1, _SIGNATURE)
        if phrases.PICTURE.match(text):
            return self._give(number, 1, _PICTURE)
        if phrases.NO_HTML.match(text):
            return self._give(number, 1, _BANNER)
        if phrases.FOOTER.match(text):
            self.state = _BANNER
            return self._give(number, 1, _BANNER)
        if phrases.BANNER.match(text):
            return self._give(number, self._sentence(number), _BANNER)
        if phrases.RULE.match(text):
            following = " ".join(source.text for source in self.sources[number + 1 : number + 3])
            self.state = _BANNER if phrases.LIST_FOOTER.search(following) else None
            return self._give(number, 1, _BANNER if self.state else _RULED)
        if text in ("J", "L"):
            return self._give(number, 1, _SMILEY)
        if text.startswith("-----BEGIN PGP "):
            return self._armour(number)
        if _UU_BEGIN.match(text):
            return self._give(number, self._until(number, "end"), _ENCODED)
        return 0

    def _dashes(self, number: int) -> int:
        if self.sources[number].sharp:
            self.state = _SIGNATURE
            return self._give(number, 1, _SIGNATURE)
        if self.lone_dashes > 1:
            return self._give(number, 1, _RULED)
        self.state = _DASHES
        return self._give(number, 1, _DASHES)

    def _armour(self, number: int) -> int:
        if "SIGNED MESSAGE" not in self.sources[number].text:
            name = self.sources[number].text.removeprefix("-----BEGIN ")
            return self._give(number, self._until(number, "-----END " + name), _ARMOUR)
        count = 1
        for source in self.sources[number + 1 : number + 5]:
            if not re.match(r"(?:Hash|Charset|Version|Comment): ", source.text):
                break
            count += 1
        return self._give(number, count, _ARMOUR)

    def _until(self, number: int, last: str) -> int:
        for count, source in enumerate(self.sources[number:], start=1):
            if source.text == last:
                return count
        return len(self.sources) - number

    def _sentence(self, number: int) -> int:
        """Count the lines of a banner: until its sentence ends, at most six."""
        count = 0
        for source in self.sources[number : number + 6]:
            if not source.text or source.depth:
                break
            count += 1
            if re.search(r"[.!\]*]$", source.text) or phrases.RULE.match(source.text):
                break
        return max(count, 1)

    def _header_block(self, number: int) -> int:
        """Count the lines of From:, Sent:, To:, Subject: as Outlook puts above an old mail."""
        count, first = 0, self.sources[number].text
        if phrases.RULE.match(first):
            following = [source.text for source in self.sources[number + 1 : number + 2]]
            ruled = not following or phrases.RULE.match(following[0])
            return 0 if ruled else self._counted_after_rule(number)
        if not phrases.HEADER_LABELS["from"].match(first):
            return 0
        seen = set()
        for offset, source in enumerate(self.sources[number : number + 12]):
            names = [n for n, label in phrases.HEADER_LABELS.items() if label.match(source.text)]
            if names:
                seen.add(names[0] if names[0] not in seen else names[-1])
                count = offset + 1
            elif offset - count > 1:
                break
        return count if len(seen) >= 3 else 0

    def _counted_after_rule(self, number: int) -> int:
        count = self._header_block(number + 1)
        return count + 1 if count else 0

    def _attribution(self, number: int) -> int:
        """Count the lines of "On ... wrote:", wrapped over at most three; 0 if none is here."""
        joined = ""
        first = self.sources[number].text
        if _is_attribution(first):
            return 1
        if phrases.WROTE.search(first) and self._next_is_quoted(number + 1):
            return 1
        stamped = re.match(r"\d{4}-\d\d-\d\d ", first)
        if not (stamped or phrases.OPENING.match(first)):
            return 0
        for count, source in enumerate(self.sources[number : number + 3], start=1):
            if not source.text or source.depth or source.mark:
                return 0
            if count > 1 and _is_attribution(source.text):
                return 0
            joined = f"{joined} {source.text}".strip()
            if _is_attribution(joined):
                return count
        return 0

    def _next_is_quoted(self, number: int) -> bool:
        for source in self.sources[number:]:
            if source.text or source.depth:
                return bool(source.depth or source.mark)
        return False


def _is_attribution(text: str) -> bool:
    if phrases.STAMPED.match(text):
        return True
    if not (text.endswith(":") and phrases.WROTE.search(text)):
        return False
    # Where no address is given, the line begins with "On", "Am", "Le" and the like.
    return "@" in text or bool(phrases.OPENING.match(text) and phrases.DATED.search(text))
