"""A club's folder: made, examined, served once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from moderator.settings import load

Call = Callable[..., Result]

DEAD_SERVER = 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "plain"\n'


def test_init_makes_settings_that_load_and_a_secret_key(club: Path) -> None:
    assert load(club).club.address == "play@games.example"
    key = club.parent / "moderator.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text().strip()) == 64


def test_two_clubs_have_different_keys(club: Path, moderator: Call, tmp_path: Path) -> None:
    moderator("init", tmp_path / "other")
    other = (tmp_path / "other" / "moderator.key").read_text()
    assert other != (club.parent / "moderator.key").read_text()


def test_init_overwrites_nothing(club: Path, moderator: Call) -> None:
    before = (club.parent / "moderator.key").read_text()
    again = moderator("init", club.parent)
    assert again.exit_code == 1
    assert "nothing was changed" in again.stderr
    assert (club.parent / "moderator.key").read_text() == before


def test_the_example_for_a_provider_loads() -> None:
    provider = Path(__file__).parents[2] / "config" / "provider.toml"
    assert load(provider).mail.incoming.kind == "imap"


def test_the_example_names_every_setting(club: Path) -> None:
    from moderator.settings import Account, Club, Limits, Pace, Settings

    text = club.read_text()
    for table in (Settings, Club, Account, Limits, Pace):
        for name in set(table.model_fields) - {"folder"}:
            assert name in text, name


def test_a_new_club_is_healthy(ours: Call, club: Path) -> None:
    found = ours("doctor")
    assert found.exit_code == 0, found.output
    assert "WRONG" not in found.output
    assert not (club.parent / "moderator.db").exists()


def test_doctor_says_each_thing_that_is_wrong(ours: Call, club: Path) -> None:
    (club.parent / "moderator.key").write_text("short")
    club.write_text(club.read_text().replace('kind = "maildir"\nfolder = "mail"\n', DEAD_SERVER))
    found = ours("doctor", "--json")
    assert found.exit_code == 1
    wrong = {one["name"]: one["detail"] for one in json.loads(found.stdout) if not one["good"]}
    assert set(wrong) == {"key", "mail out"}
    assert "shorter than 32" in wrong["key"]
    assert "127.0.0.1" in wrong["mail out"]


def test_doctor_looks_at_the_clubs_own_components_and_templates(ours: Call, club: Path) -> None:
    settings = club.read_text().replace('components = ""', 'components = "components"')
    club.write_text(settings.replace('templates = ""', 'templates = "templates"'))
    assert "no folder" in ours("doctor").output
    data, pages = club.parent / "components" / "feudo", club.parent / "templates" / "shared"
    data.mkdir(parents=True)
    pages.mkdir(parents=True)
    (data / "map.toml").write_text("boards = 3\n")
    (pages / "welcome.j2").write_text("\n{% if %}\n")
    found = ours("doctor", "--json")
    wrong = {one["name"]: one["detail"] for one in json.loads(found.stdout) if not one["good"]}
    assert set(wrong) == {"components", "templates"}
    assert "map.toml: boards" in wrong["components"]
    assert "welcome.j2:2" in wrong["templates"]
    assert "map.toml: boards" in ours("game", "list").stderr
    (data / "map.toml").rename(data / "maps.toml")
    assert "there are: map.toml" in ours("game", "list").stderr


def test_doctor_finds_a_game_that_the_rules_no_longer_play(game: Call, club: Path) -> None:
    import sqlite3

    assert "ok    game feudo-1" in game("doctor").output
    file = sqlite3.connect(club.parent / "moderator.db")
    file.execute("update entry set kind = 'another question' where who = 'chance'")
    file.execute("update checkpoint set state = replace(state, 'sides', 'sites')")
    file.commit()
    file.close()
    found = game("doctor")
    assert found.exit_code == 1
    assert "WRONG game feudo-1: Unreadable" in found.output


def test_run_once_answers_the_mail_that_waits(ours: Call, club: Path) -> None:
    from moderator.mail.maildir import drop, make_maildir

    box = club.parent / "mail" / "play@games.example"
    make_maildir(box)
    drop(box, "1.mail", b"From: a@example.org\nSubject: hello\nMessage-ID: <1@x>\n\nlet me in\n")
    done = ours("run", "--once")
    assert done.exit_code == 0, done.output
    answers = list((club.parent / "mail" / "a@example.org" / "new").iterdir())
    assert len(answers) == 1
    assert list((box / "new").iterdir()) == []


def test_wrong_settings_are_told_by_file_and_place(ours: Call, club: Path) -> None:
    club.write_text(club.read_text().replace('zone = "UTC"', 'zone = "Mars"'))
    found = ours("game", "list")
    assert found.exit_code == 1
    assert "club.zone: 'Mars' is no time zone" in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_a_missing_club_is_told_with_the_way_to_make_one(moderator: Call, tmp_path: Path) -> None:
    found = moderator("--config", tmp_path / "nowhere", "run")
    assert found.exit_code == 1
    assert "moderator init" in found.stderr


def test_a_file_that_is_no_database_is_told(ours: Call, club: Path) -> None:
    (club.parent / "moderator.db").write_bytes(b"no database at all, but long enough" * 40)
    found = ours("game", "list")
    assert found.exit_code == 1
    assert "not a database" in found.stderr
    assert "Traceback" not in found.output


def test_an_unknown_command_is_a_usage_error(moderator: Call) -> None:
    assert moderator("gmae").exit_code == 2
