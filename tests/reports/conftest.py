"""The position of the rulebook's example turn, as White sees it, and mails about it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from moderator.engine import Ask, OneOf
from moderator.reports.parts import Frame, Game, Player, Question
from moderator.reports.template import Templates, load
from moderator.titles.feudo.view import SideView, Target, Territory, TokenView, View

BOARDS = {
    "A": ("HHHHHH", "HVHHVH", "HHCHMH", "HMHWHH", "HVHHVH", "HHHHHH"),
    "B": ("HHHHHH", "HVMHVH", "HHHWHH", "HHCHMH", "HVHHVH", "HHHHHH"),
    "C": ("HHHHHH", "HVHHVH", "HMHCHH", "HHWHHH", "HVHHVH", "HHHHHH"),
    "D": ("HHHHHH", "HVHMVH", "HHCHHH", "HHHCHH", "HVWHVH", "HHHHHH"),
}
TERRAIN = {"H": "hill", "V": "village", "W": "wood", "M": "mountain", "C": "city", "X": "central"}
CITIES = {
    "c3": "Evesham",
    "h4": "Todenham",
    "i9": "Winterbourne",
    "c8": "Pershore",
    "d9": "Alcester",
}
OWNERS = {"i9": "blue", "h4": ""}
CASTLES = {"i1": (("blue", "whole"),), "k6": (("white", "south"),)}
COLUMNS, ROWS = tuple("abcdefghijk"), tuple(str(row) for row in range(1, 12))

# kind, word, name, White's place, Blue's name, Blue's word, Blue's place, number
TOKENS = (
    ("baron", "baron", "Urse d'Abetot", "j9", "William le Blund", "baron", "g3", 4),
    ("milady", "milady", "Emmeline", "castle", "Alice", "milady", "i5", 3),
    ("first knight", "first knight", "William de Beauchamp", "h7", "Roger de Leyburn",
     "first knight", "castle", 5),
    ("knight", "gilbert", "Gilbert de Clare", "i11", "William le Mauduit", "mauduit", "g4", 3),
    ("knight", "osbert", "Osbert de Bracy", "castle", "Henry de Hastings", "henry", "castle", 3),
    ("mercenary", "robert", "Robert Dispenser", "k8", "Fulk of Bruges", "fulk", "castle", 3),
    ("mercenary", "ralph", "Ralph of Bernay", "convent", "Hamo of Artois", "hamo", "convent", 3),
    ("infantry", "alwin", "Alwin of Bredon", "castle", "Geoffrey of Clinton", "geoffrey", "i9", 2),
    ("infantry", "godric", "Godric of Comberton", "castle", "Robert of Roudiche", "robert",
     "h5", 2),
    ("infantry", "wulfric", "Wulfric of Salford", "", "John of Botley", "john", "f2", 2),
)  # fmt: skip


def territories() -> tuple[Territory, ...]:
    turned = ["".join(BOARDS["C"][5 - column][row] for column in range(6)) for row in range(6)]
    places = (("A", BOARDS["A"], 0, 0), ("B", BOARDS["B"], 0, 5), ("C", turned, 5, 5),
              ("D", BOARDS["D"], 5, 0))  # fmt: skip
    grid = {}
    for _, rows, top, left in places:
        for row, line in enumerate(rows):
            for column, letter in enumerate(line):
                grid[f"{COLUMNS[left + column]}{top + row + 1}"] = letter
    grid["f6"] = "X"
    names = [f"{column}{row}" for row in ROWS for column in COLUMNS]
    return tuple(
        Territory(name, TERRAIN[grid[name]], CITIES.get(name, ""), OWNERS.get(name, ""),
                  CASTLES.get(name, ()), name == "e2")
        for name in names
    )  # fmt: skip


def token(seat: str, kind: str, word: str, name: str, at: str, number: int) -> TokenView:
    stricken = name == "John of Botley"
    return TokenView(f"{seat} {word}", seat, kind, name, word, at, 1 if stricken else number,
                     number, stricken, 0, word == "milady" and seat == "blue", False)  # fmt: skip


def make_view(seat: str | None) -> View:
    white = tuple(token("white", k, w, n, at, no) for k, w, n, at, _, _, _, no in TOKENS)
    blue = tuple(token("blue", k, w, n, at, no) for k, _, _, _, n, w, at, no in TOKENS)
    return View(
        seat=seat,
        options=(("turns", "10"), ("plague", "normal"), ("pace", "turn")),
        turn=4,
        last_turn=10,
        extra=False,
        phase="plays",
        decider="white",
        order=("blue", "white"),
        fog=False,
        king=False,
        plague_at="e2",
        plague_played=("East 1",),
        plague_left=9,
        columns=COLUMNS,
        rows=ROWS,
        territories=territories(),
        sides=(
            SideView("white", "k6 south", 0, (2, 0, 0), -1, False, False, (), 5, 10),
            SideView("blue", "i1", 5, (4, 2, 0, 0), 0, False, False, ("Winterbourne",), 3, 11),
        ),
        tokens=(*white, *blue),
        hand=("white gilbert", "white robert") if seat == "white" else (),
        trading_card=2 if seat == "white" else -1,
        filed=("play gilbert: i11 - i10 or i11 - h11",) if seat == "white" else (),
        targets=(
            Target("i9", "Winterbourne", "blue", 9, 5, ("white baron", "white gilbert"), 10),
            Target("h5", "", "blue", 2, 2, ("white first knight",), 5),
            Target("h8", "", "blue", 6, 2, ("white robert",), 3),
        )
        if seat == "white"
        else (),
        winners=(),
    )


@pytest.fixture
def view() -> View:
    return make_view("white")


@pytest.fixture
def onlooker() -> View:
    return make_view(None)


@pytest.fixture(scope="session")
def templates() -> Templates:
    return load()


@pytest.fixture
def now() -> datetime:
    return datetime(2026, 3, 10, 16, 0, tzinfo=UTC)


@pytest.fixture
def anna() -> Player:
    return Player("Anna", "white", "Europe/Berlin")


@pytest.fixture
def game(anna: Player) -> Game:
    return Game(
        "feudo-3",
        (anna, Player("Ben", "blue", "America/New_York")),
        (("turns", "10"), ("plague", "normal"), ("pace", "turn")),
        "Max <max@example.org>",
    )


@pytest.fixture
def frame(anna: Player, game: Game, now: datetime) -> Frame:
    return Frame(anna, now, game)


@pytest.fixture
def question(now: datetime) -> Question:
    options = {
        "attack winterbourne with baron, gilbert, robert": 1,
        "attack h5 with first knight": 2,
        "pass": 0,
    }
    ask = Ask("white", "attack", OneOf(options), "pass", rules=("FE-ATK-08",))
    return Question(ask, now + timedelta(days=2, hours=4))
