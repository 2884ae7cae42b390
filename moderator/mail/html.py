"""text/html to source lines: a tokenizer that takes time in proportion to its input.

No parser builds a tree here; hostile nesting costs nothing, and no text is ever lost
because of it.  Links give their text, never their target.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from moderator.mail import limits
from moderator.mail.charsets import clean, from_wingdings
from moderator.mail.letter import Label
from moderator.mail.plain import Source

_TOKEN = re.compile(r"<(/?)([a-zA-Z][\w:-]{0,30})([^<>]*)>|<[!?/][^<>]*>|<|[^<]+")
_UNSEEN_BLOCKS = {"head", "title", "style", "script", "template", "noscript", "xml"}
_RAW = {"style", "script", "title"}
_VOID = {"br", "hr", "img", "meta", "link", "input", "area", "base", "col", "source", "wbr"}
_BLOCK_NAMES = (
    "address article aside blockquote body caption center dd details div dl dt fieldset figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot "
    "thead tr ul"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_STRUCK = {"s", "del", "strike"}
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|pt|em|%)?\s*(?:;|$)"
    r"|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
_INDENT_STYLE = re.compile(r"margin[^;]*40px.*border(?:-[a-z]+)?\s*:\s*(?:none|0)", re.IGNORECASE)
_QUOTE_NAMES = re.compile(
    r"gmail_attr|yahoo_quoted|moz-cite-prefix|__quoted_text__|tutanota_quote|protonmail_quote"
    r"|zmail_extra|mailquote|mail-quote|front-blockquote|aolmail_|sparrowquote|cm_quote"
    r"|ymail_android_signature_quote|quoted-reply",
)
# From these on everything that follows is the old mail, not only what is inside.
_REST_NAMES = re.compile(
    r"divrplyfwdmsg|appendonsend|outlookmessageheader|stopspelling|mail-editor-reference-message"
    r"|ms-outlook-mobile-reference-message|x_divrplyfwdmsg|ecxstopspelling",
)
_SIGNATURE_NAMES = re.compile(
    r"gmail_signature|applemailsignature|moz-signature|ms-outlook-mobile-signature"
    r"|protonmail_signature|(?:^|\s)signature(?:\s|$)|ymail_android_signature|x_signature",
)
_ATTRIBUTE = re.compile(r"""(?<![\w:-])([\w:-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")


@dataclass(slots=True)
class _Frame:
    tag: str
    depth: int = 0
    mark: Label | None = None
    reason: str = ""
    hidden: bool = False
    struck: bool = False
    symbols: bool = False
    pre: bool = False


@dataclass(slots=True)
class _Walker:
    """The open elements, the line that is being written, and the lines so far."""

    lines: list[Source] = field(default_factory=list)
    stack: list[_Frame] = field(default_factory=lambda: [_Frame("")])
    overflow: int = 0
    words: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)

    def end_line(self, always: bool = False) -> None:
        top = self.stack[-1]
        struck, words = clean("".join(self.struck)), clean("".join(self.words))
        if struck:
            self.lines.append(Source(struck, top.depth, "struck", "struck out"))
        if words or (always and not struck):
            # Programs that make HTML of plain text leave the quote marks in the text.
            depth = top.depth + words[: len(words) - len(words.lstrip("> "))].count(">")
            words = words.lstrip("> ") if depth > top.depth else words
            sharp = words == "--"
            self.lines.append(Source(words, depth, top.mark, top.reason, sharp))
        self.words.clear()
        self.struck.clear()

    def write(self, text: str) -> None:
        top = self.stack[-1]
        if top.hidden:
            return
        text = html.unescape(text)
        text = from_wingdings(text) if top.symbols else text
        if not top.pre:
            (self.struck if top.struck else self.words).append(re.sub(r"[ \t\r\n\f]+", " ", text))
            return
        for number, piece in enumerate(re.split("\r\n|\n|\r", text)):
            if number:
                self.end_line(always=True)
            self.words.append(piece)

    def open(self, tag: str, attributes: str) -> None:
        if tag in _BLOCKS:
            self.end_line()
        if tag == "br":
            self.end_line(always=True)
        elif tag in ("td", "th"):
            self.words.append(" ")
        elif tag == "img":
            self._picture(attributes)
        if len(self.stack) > limits.HTML_DEPTH and tag not in _VOID:
            self.overflow += 1
            return
        frame = _frame(tag, attributes, self.stack[-1])
        if frame.reason == "rest":
            frame.reason = "quoted"
            for below in self.stack:
                below.mark = below.mark or "quoted"
                below.reason = below.reason or "quoted"
        if tag not in _VOID and not (":" in tag and attributes.endswith("/")):
            self.stack.append(frame)

    def close(self, tag: str) -> None:
        if tag in _BLOCKS:
            self.end_line()
        if self.overflow and tag not in _VOID:
            self.overflow -= 1
            return
        for number in range(len(self.stack) - 1, 0, -1):
            if self.stack[number].tag == tag:
                del self.stack[number:]
                return

    def _picture(self, attributes: str) -> None:
        # The name of a picture is no text, but a smiley may be a picture.
        alternative = html.unescape(_attributes(attributes).get("alt", ""))
        if 0 < len(alternative) <= 4 and not alternative.isascii():
            self.write(alternative)


def _attributes(text: str) -> dict[str, str]:
    return {
        name.lower(): double or single or bare
        for name, double, single, bare in _ATTRIBUTE.findall(text[:8192])
    }


def _frame(tag: str, attributes: str, parent: _Frame) -> _Frame:
    frame = _Frame(
        tag,
        parent.depth,
        parent.mark,
        parent.reason,
        parent.hidden or tag in _UNSEEN_BLOCKS,
        parent.struck or tag in _STRUCK,
        parent.symbols,
        parent.pre or tag == "pre",
    )
    found = _attributes(attributes) if attributes else {}
    style = found.get("style", "")
    if style or "hidden" in attributes:
        hidden = _HIDDEN_STYLE.search(style) or re.search(r"\shidden(?:\s|=|$)", attributes)
        frame.hidden = frame.hidden or bool(hidden)
        frame.struck = frame.struck or bool(re.search("line-through", style, re.IGNORECASE))
    if "wingdings" in (style + found.get("face", "")).lower():
        frame.symbols = True
    if tag == "blockquote" and not _INDENT_STYLE.search(style):
        frame.depth += 1
    names = " ".join(found.get(key, "") for key in ("class", "id", "data-marker")).lower()
    if names.strip():
        _mark_container(frame, names)
    return frame


def _mark_container(frame: _Frame, names: str) -> None:
    if _REST_NAMES.search(names):
        frame.mark, frame.reason = "quoted", "rest"
    elif _QUOTE_NAMES.search(names):
        frame.mark, frame.reason = "quoted", "quoted"
    elif _SIGNATURE_NAMES.search(names):
        frame.mark, frame.reason = "signature", "your signature"


def html_lines(text: str) -> list[Source]:
    """Return the visible lines of *text*; blocks and <br> end lines, cells are joined."""
    walker = _Walker()
    for piece in _without_comments(text[: limits.HTML]):
        _walk(walker, piece)
    walker.end_line()
    return walker.lines


def _without_comments(text: str) -> list[str]:
    pieces, start = [], 0
    while (begin := text.find("<!--", start)) >= 0:
        pieces.append(text[start:begin])
        end = text.find("-->", begin)
        if end < 0:
            return pieces
        start = end + 3
    return [*pieces, text[start:]]


def _walk(walker: _Walker, text: str) -> None:
    position = 0
    while match := _TOKEN.match(text, position):
        position = match.end()
        tag = (match[2] or "").lower()
        if not tag:
            if not match[0].startswith(("<!", "<?", "</")):
                walker.write(match[0])
            continue
        if match[1]:
            walker.close(tag)
            continue
        walker.open(tag, match[3])
        if tag in _RAW:
            found = re.compile(f"</{tag}", re.IGNORECASE).search(text, position)
            position = found.start() if found else len(text)


def declared_charset(data: bytes) -> str:
    """Return the charset that the first kilobyte of an HTML page names, or ""."""
    match = re.search(
        rb"<meta[^>]*charset\s*=\s*[\"']?\s*([\w-]{1,40})", data[:2048], re.IGNORECASE
    )
    return match[1].decode("ascii") if match else ""
