from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from moderator.engine import Words
from moderator.titles.kingmaker.components import data
from moderator.titles.kingmaker.components.cards import NOBLE, RESULTS


def lay(folder: Path, name: str, old: str, new: str) -> list[Path]:
    """Write our file *name* into *folder*, with one thing changed."""
    text = (data.OURS / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return [folder]


@pytest.mark.rule("KM-PRE-01")
@pytest.mark.rule("KM-CRO-01")
@pytest.mark.rule("KM-CRO-02")
@pytest.mark.rule("KM-CRO-03")
@pytest.mark.rule("KM-CRO-04")
@pytest.mark.rule("KM-CRO-06")
@pytest.mark.rule("KM-CRO-07")
@pytest.mark.rule("KM-CRO-08")
@pytest.mark.rule("KM-CRO-09")
@pytest.mark.rule("KM-CRO-10")
def test_the_basic_crown_deck_has_72_cards() -> None:
    cards = data.load().cards.values()
    assert len(cards) == 72
    assert Counter(card.kind for card in cards) == {
        "noble": 23,
        "title": 8,
        "office": 12,
        "bishop": 6,
        "mercenary": 8,
        "ship": 4,
        "town": 10,
        "royal castle": 1,
    }
    titled = [card.id for card in cards if card.title]
    assert len(titled) == 9
    assert sum(card.archbishop for card in cards) == 2


@pytest.mark.rule("KM-PRE-01")
@pytest.mark.rule("KM-EXC-11")
def test_the_basic_event_deck_has_80_cards_and_60_lower_halves() -> None:
    cards = data.load().events.values()
    assert Counter(card.kind for card in cards) == {
        "plague": 17,
        "storm": 10,
        "raid": 23,
        "embassy": 6,
        "parliament": 4,
        "writ": 10,
        "free move": 10,
    }
    results = Counter(card.result for card in cards if card.result)
    assert results == dict.fromkeys(RESULTS, 10)
    assert results["bad weather"] * 6 == results.total()
    assert results["5-4"] * 6 == results.total()
    assert (results["5-4"] + results["3-2"]) * 3 == results.total()


@pytest.mark.rule("KM-CRO-11")
def test_nobles_differ_in_strength() -> None:
    cards = data.load().cards
    nobles = {card.id: card for card in cards.values() if card.kind == NOBLE}
    assert nobles["percy"].troops == 100
    assert {nobles[name].troops for name in ("neville", "mowbray", "stanley")} == {50}
    others = {"percy", "neville", "mowbray"}
    assert {card.troops for card in nobles.values() if card.title and card.id not in others} == {30}
    weak = [card.troops for card in nobles.values() if not card.title and card.id != "stanley"]
    assert Counter(weak) == {10: 10, 20: 3}


@pytest.mark.rule("KM-SHO-16")
def test_all_votes_come_to_156_and_82() -> None:
    loaded = data.load()
    lords = sum(card.lords for card in loaded.cards.values())
    assert lords + 2 * loaded.votes.senior_heir[1] == 82
    places = loaded.board.places.values()
    towns = [place for place in places if place.kind.id == "town"]
    assert len([place for place in towns if place.id not in loaded.votes.without]) == 21
    commons = sum(card.commons for card in loaded.cards.values())
    assert commons + 20 + 20 + 4 * 4 + 21 * 3 == 156


@pytest.mark.rule("KM-SHO-11")
@pytest.mark.rule("KM-SHO-13")
@pytest.mark.rule("KM-SHO-14")
@pytest.mark.rule("KM-SHO-15")
def test_votes_of_cards_are_those_of_the_rules() -> None:
    cards = data.load().cards
    commons = {card.id: card.commons for card in cards.values() if card.commons}
    assert commons.pop("cinque ports") == 5
    assert commons.pop("duchy of lancaster") == commons.pop("tower") == 3
    assert commons.pop("northern marches") == commons.pop("duchy of cornwall") == 2
    assert commons.pop("neville") == 3
    assert commons.pop("percy") == commons.pop("beaufort") == commons.pop("mowbray") == 2
    assert set(commons.values()) == {1}
    assert all(cards[id_].kind == "title" or cards[id_].title for id_ in commons)
    lords = {card.id: card.lords for card in cards.values() if card.lords}
    bishops = [lords.pop(card.id) for card in cards.values() if card.kind == "bishop"]
    assert bishops == [7, 5, 4, 3, 2, 2]
    assert lords.pop("neville") == lords.pop("mowbray") == 4
    assert lords.pop("percy") == lords.pop("beaufort") == 3
    two = {id_ for id_, votes in lords.items() if votes == 2}
    assert two == {"courtenay", "stanley", "talbot", "stafford", "pole", "fitzalan"}
    assert {votes for id_, votes in lords.items() if id_ not in two} == {1}


@pytest.mark.rule("KM-CTR-03")
def test_eight_ships_stand_on_ship_cards_and_offices() -> None:
    loaded = data.load()
    kinds = Counter(loaded.cards[ship.card].kind for ship in loaded.ships.values())
    assert kinds == {"ship": 4, "office": 4}
    assert loaded.ships["le michael"].capacity == 100


@pytest.mark.rule("KM-CTR-01")
def test_every_noble_has_a_castle_and_arms_of_his_own() -> None:
    loaded = data.load()
    nobles = [card for card in loaded.cards.values() if card.kind == NOBLE]
    assert all(card.places for card in nobles)
    castles = [place for card in nobles for place in card.places]
    assert len(castles) == len(set(castles)) == 36
    assert loaded.arms.keys() == {card.id for card in nobles}


@pytest.mark.rule("KM-CRO-06")
def test_every_bishop_brings_his_cathedral() -> None:
    loaded = data.load()
    for card in loaded.cards.values():
        if card.kind == "bishop":
            assert [loaded.board.places[place].cathedral for place in card.places] == [True]


@pytest.mark.rule("KM-EVT-04")
def test_plague_names_no_castle_and_not_calais() -> None:
    loaded = data.load()
    struck = [
        place for card in loaded.events.values() if card.kind == "plague" for place in card.places
    ]
    assert len(struck) == len(set(struck))
    assert "calais" not in struck
    assert {loaded.board.places[place].kind.id for place in struck} == {"city", "town", "open town"}


@pytest.mark.rule("KM-VIC-04")
@pytest.mark.rule("KM-VIC-05")
def test_each_house_stands_in_its_line_of_succession() -> None:
    heirs = data.load().heirs.values()
    lines = {
        house: [heir.id for heir in heirs if heir.house == house] for house in ("lancaster", "york")
    }
    assert lines["lancaster"] == ["henry", "margaret", "edward"]
    assert lines["york"] == ["richard", "march", "clarence", "gloucester"]
    assert [heir.id for heir in heirs if heir.crowned] == ["henry"]


def test_the_ledger_is_whole() -> None:
    rules = data.load().rules
    assert len(rules) == 336
    assert rules["KM-MOV-01"].chapter == "Movement"


def test_every_word_of_the_data_is_one_that_orders_can_hold() -> None:
    loaded = data.load()
    words = Words(noise=frozenset({"the", "my", "please"}))
    said = [word for card in loaded.cards.values() for word in (card.id, *card.words)]
    said += [word for ship in loaded.ships.values() for word in ship.words]
    said += [word for heir in loaded.heirs.values() for word in heir.words]
    said += [*loaded.board.place_words, *loaded.board.square_words, *loaded.board.seas]
    said += list(loaded.events)
    assert [word for word in said if words.canonical(word) != word] == []


def test_a_club_lays_one_file_over_ours(tmp_path: Path) -> None:
    folders = lay(tmp_path, "holdings.toml", 'card = "audley"', 'card = "grey"')
    moved = lay(
        tmp_path,
        "holdings.toml",
        'card = "grey", place = "denbigh"',
        'card = "audley", place = "denbigh"',
    )
    assert folders == moved
    assert data.load(moved).card_of["denbigh"] == "audley"
    assert data.load().card_of["denbigh"] == "grey"


def test_a_club_folder_in_use_holds_until_another_is_used(tmp_path: Path) -> None:
    before = data.current()
    data.use(lay(tmp_path, "ships.toml", 'port = "bristol"', 'port = "swansea"'))
    try:
        assert data.current().ships["le nicholas"].port == "swansea"
    finally:
        data.use([])
    assert data.current().ships == before.ships


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("cards.toml", "copies = 2", "copies = 3", "mercenaries: there are 9, not 8"),
        ("cards.toml", 'title = "Earl of Devonshire", ', "", "titled nobles: there are 8, not 9"),
        ("cards.toml", 'also = ["kent"]', 'also = ["percy"]', "'percy' stands for 2 things"),
        ("cards.toml", 'area = "wales"', 'area = "scotland"', "unknown area 'scotland'"),
        ("cards.toml", "troops = 20", "troops = 25", "counted in tens"),
        ("cards.toml", 'certainty = "stated"', 'certainty = "sure"', "certainty must be one of"),
        ("cards.toml", "commons = 5", "commons = 4", "all votes come to"),
        ("cards.toml", "troops = 10", "strength = 10", "audley: strength"),
        ("cards.toml", "troops = 10, ", "", "audley: troops"),
        ("holdings.toml", 'card = "audley"', 'card = "tudor"', "there is no card 'tudor'"),
        ("holdings.toml", 'place = "corte"', 'place = "farnham"', "farnham is held by 2 cards"),
        ("holdings.toml", 'place = "corte"', 'place = "hereford"', "no place that can be held"),
        ("holdings.toml", 'ship = "le george"', 'ship = "le antony"', "'le antony' stands for 2"),
        ("ships.toml", 'port = "bristol"', 'port = "bath"', "'bath' is no port"),
        ("ships.toml", "count = 8", "count = 9", "ships: there are 8, not 9"),
        ("events.toml", 'result = "5-4"', 'result = "3-2"', "5-4: there are 9, not 10"),
        ("events.toml", '["london"]', '["paris"]', "there is no place 'paris'"),
        ("events.toml", '["percy", ', '["tudor", ', "nobody is called 'tudor'"),
        ("events.toml", '["le michael", "plymouth"]', '["le michael", "oxford"]', "is no port for"),
        ("events.toml", 'killed = []', 'killed = ["percy"]', "bad weather kills nobody"),
        ("events.toml", '"holland"]', '"tudor"]', "there is no noble 'tudor'"),
        ("events.toml", "copies = 10", "copies = 9", "writ: there are 9, not 10"),
        ("heirs.toml", 'start = "cardigan"', 'start = "brecon"', "no place to be inside of"),
        ("heirs.toml", 'house = "york"', 'house = "tudor"', "unknown house 'tudor'"),
        ("votes.toml", "commons = 20", "commons = 21", "all votes come to"),
        ("heraldry.toml", 'code = "PER"', 'code = "NEV"', "two families have one code"),
        ("heraldry.toml", 'field = ["or"]', 'field = ["puce"]', "courtenay: its blazon"),
        ("rules.toml", 'id = "KM-BRF-02"', 'id = "KM-BRF-01"', "KM-BRF-01 stands twice"),
    ],
)  # fmt: skip
def test_wrong_data_names_its_file_and_entry(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    with pytest.raises(ValueError, match=r".+") as refused:
        data.load(lay(tmp_path, name, old, new))
    assert said in str(refused.value)
