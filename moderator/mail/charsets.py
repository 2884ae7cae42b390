"""From bytes to text, and from what clients make of text back to what was typed."""

from __future__ import annotations

import codecs
import re
import unicodedata

# Names that mails carry for what Python knows by another name.  Latin-1 and ASCII are
# read as cp1252 because that is what such mails really hold.
_ALIASES = {
    "ansi_x3.4-1968": "ascii",
    "ansi-x3.4-1968": "ascii",
    "iso-8859-1": "cp1252",
    "iso8859-1": "cp1252",
    "iso_8859-1": "cp1252",
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "uft-8": "utf-8",
    "utf8mb4": "utf-8",
    "unicode-1-1-utf-8": "utf-8",
    "gb2312": "gb18030",
    "gb_2312-80": "gb18030",
    "gbk": "gb18030",
    "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "ks_c_5601": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "x-sjis": "cp932",
    "iso-2022-jp": "iso2022_jp_ext",
    "iso-8859-8-i": "iso8859_8",
    "iso-8859-8-e": "iso8859_8",
    "iso-8859-9": "cp1254",
    "tis-620": "cp874",
    "x-mac-roman": "mac_roman",
    "macintosh": "mac_roman",
    "unicode": "utf-16",
}

_TEXT_CODECS = re.compile(
    r"ascii|utf-(?:7|8|8-sig|16(?:-[bl]e)?|32(?:-[bl]e)?)|cp\d+|iso8859-\d+|koi8-[rut]|"
    r"gb18030|gbk|gb2312|big5(?:hkscs)?|hz|iso2022_(?:jp|kr)\w*|iso2022-\w+|euc_\w+|"
    r"shift_jis\w*|johab|mac-\w+|tis-620|ptcp154|kz1048"
)


def codec_for(declared: str) -> str | None:
    """Return the Python codec of a declared charset, or None if it names no text codec."""
    name = declared.strip().strip("\"'").split(" ")[0].strip().lower().replace("\x00", "")
    name = name.split("$")[0].lstrip("_").rstrip(";,")
    if match := re.fullmatch(r"(?:windows|cp|ibm|x-cp|win)[-_]?(\d{3,5})", name):
        name = f"cp{match[1]}"
    name = _ALIASES.get(name, name)
    if not re.fullmatch(r"[\w.:-]{1,40}", name):
        return None
    try:
        found = codecs.lookup(name).name
    except (LookupError, UnicodeError, ValueError):
        return None
    return name if _TEXT_CODECS.fullmatch(found) else None


def decode(data: bytes, declared: str = "") -> tuple[str, bool]:
    """Return the text of *data* and whether its charset had to be guessed.

    The declared charset comes first, then UTF-8, cp1252 and Latin-1, which fits always.
    """
    codec = codec_for(declared) if declared else None
    # Seven-bit text that claims to be UTF-16 would become Chinese without any error.
    if codec and codec.startswith(("utf-16", "utf-32", "utf_16", "utf_32")):
        codec = "ascii" if data.isascii() and b"\x00" not in data else codec
    guessed = bool(declared) and codec is None
    for name in (codec, "utf-8", "cp1252"):
        if name is None:
            continue
        try:
            return data.decode(name), guessed
        except (UnicodeError, ValueError, OverflowError):
            guessed = name != "ascii"
    return data.decode("latin-1"), True


_WINGDINGS = {"J": ":)", "K": ":|", "L": ":(", "à": "->", "è": "->", "ß": "<-", "ó": "<->"}
_SINGLE = "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u02bc\u00b4\u0060"
_DOUBLE = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e\u301f"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d"
_RIGHT = (
    "\u2192\u21d2\u2794\u2799\u279c\u279d\u279e\u27a1\u27a4\u27f6\u27f9\u21e8\u25b6\uf0e0\uf0e8"
)
_LEFT = "\u2190\u21d0\u27f5\u2b05\uf0df"
_UNSEEN = (
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2061\u2062\u2063\u2064\u2066\u2067\u2068\u2069\ufeff\ufe0e\ufe0f"
)

_TABLE: dict[int, str] = {
    **dict.fromkeys(range(32), "�"),
    **dict.fromkeys(range(127, 160), "�"),
    **dict.fromkeys((9, 11, 12, 28, 29, 30, 31, 133), " "),
    **{ord(sign): "'" for sign in _SINGLE},
    **{ord(sign): '"' for sign in _DOUBLE},
    **{ord(sign): "-" for sign in _DASHES},
    **{ord(sign): "->" for sign in _RIGHT},
    **{ord(sign): "<-" for sign in _LEFT},
    **{ord(sign): "" for sign in _UNSEEN},
    **{0xF000 + ord(sign): text for sign, text in _WINGDINGS.items()},
    0xFFFC: "",
    0x2194: "<->",
}
_SPACES = re.compile(r"[\s\u2028\u2029\ufffc]+")
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return one line as it was meant: plain spaces, dashes, arrows and quotes, NFKC.

    Control characters and lone surrogates become U+FFFD, marks that nobody sees go,
    runs of spaces become one, and the ends are stripped.
    """
    if not (text.isascii() and text.isprintable()):
        text = _SURROGATES.sub("\ufffd", text).translate(_TABLE)
        text = unicodedata.normalize("NFKC", text).translate(_TABLE)
    return _SPACES.sub(" ", text).strip()


def from_wingdings(text: str) -> str:
    """Return what Outlook's correction made of smileys and arrows, typed out again."""
    return "".join(_WINGDINGS.get(sign, sign) for sign in text)


_LATIN = re.compile("[A-Za-z]")
_ALIKE = re.compile("[АВЕЗКМНОРСТУХаеорсухіјѕԁһԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧορν]")


def lookalikes(text: str) -> str:
    """Return the Cyrillic and Greek letters that stand among Latin ones in *text*."""
    if text.isascii() or not _LATIN.search(text):
        return ""
    # A whole word of another script is a word; one such letter beside Latin ones is a trap,
    # and so is a single letter that stands alone, as a unit's name may.
    suspects = [word for word in re.findall(r"\w+", text) if _LATIN.search(word) or len(word) == 1]
    return "".join(sorted(set(_ALIKE.findall(" ".join(suspects)))))
