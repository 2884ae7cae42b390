from __future__ import annotations

from pathlib import Path

import pytest

from moderator.titles.feudo import data


def lay(folder: Path, name: str, old: str, new: str) -> list[Path]:
    """Write our file *name* into *folder*, with one thing changed."""
    text = (data.OURS / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return [folder]


def test_our_own_data_is_sound() -> None:
    loaded = data.load()
    assert len(loaded.people) == 40
    assert len(loaded.rules) > 250
    assert loaded.rules["FE-MOV-07"].chapter == "4 Movement: tokens and terrain"


def test_a_club_lays_one_file_over_ours(tmp_path: Path) -> None:
    folders = lay(tmp_path, "tokens.toml", "Emmeline", "Isabella")
    assert data.load(folders).people["white milady"].name == "Isabella"
    assert data.load().people["white milady"].name == "Emmeline"


def test_a_club_folder_in_use_holds_until_another_is_used(tmp_path: Path) -> None:
    before = data.current()
    data.use(lay(tmp_path, "tokens.toml", "Emmeline", "Isabella"))
    try:
        assert data.current().people["white milady"].name == "Isabella"
    finally:
        data.use([])
    assert data.current().people == before.people


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("map.toml", '"HVHHVH", "HHCHMH"', '"HVHHHH", "HHCHMH"', "board A: four Villages"),
        ("map.toml", '"HHHHHH", "HVMHVH"', '"HHWHHH", "HVMHVH"', "board B: the outer ring"),
        ("map.toml", 'board = "A", row = 2', 'board = "A", row = 3', "board A: its Cities"),
        ("map.toml", '"HHCHMH"', '"HHCHMHH"', "board A: each row has 6"),
        ("map.toml", 'starts_near = "Evesham"', 'starts_near = "Oxford"', "starts_near"),
        ("map.toml", 'certainty = "house"', 'certainty = "sure"', "certainty must be"),
        ("tokens.toml", "red = 5, black = 3", "red = 3, black = 5", "first knight: black 5"),
        ("tokens.toml", '"osbert" = {', '"robert2" = {', "a word is of small letters"),
        ("tokens.toml", '"knight" = { count = 2', '"knight" = { count = 3', "number of each kind"),
        (
            "plague.toml",
            '"Cross" = { count = 2',
            '"Cross" = { count = 3',
            "21 Plague Cards, not 20",
        ),
        ("plague.toml", 'effect = "fog"', 'effect = "mist"', "Fog 1: unknown effect"),
        ("plague.toml", "steps = 2", "steps = 4", "way and steps"),
        ("rules.toml", "FE-AIM-02", "FE-AIM-01", "FE-AIM-01 stands twice"),
        ("map.toml", "[[board]]", "[[board]", "map.toml"),
        ("tokens.toml", "marks = 0", "mark = 0", "lacks or misspells 'marks'"),
    ],
)
def test_wrong_data_is_named(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        data.load(lay(tmp_path, name, old, new))


def test_a_map_with_other_totals_is_refused_when_it_is_laid(tmp_path: Path) -> None:
    from moderator.titles.feudo.board import joined

    loaded = data.load(lay(tmp_path, "map.toml", "hill = { count = 89", "hill = { count = 88"))
    with pytest.raises(ValueError, match="the terrain adds up"):
        joined(loaded, ("A0", "B0", "C0", "D0"))
