"""Moments of a Kingmaker game at which somebody is asked something, each reached by mails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from moderator.titles.kingmaker.state import CHANCE, COMBAT, CORONATION, MOVEMENT, PARLIAMENT

SUN, RAIN = "parliament 2", "storm 5"
"""Event cards by which the attacker wins, and by which the weather stops him."""


@dataclass(frozen=True)
class Scene:
    """A position, and the mails that lead from it to a question."""

    words: dict[str, Any]
    """What `position` takes."""
    phase: str = MOVEMENT
    card: str = SUN
    """The Event card on top of the deck."""
    mails: tuple[tuple[str, str], ...] = ()
    piles: tuple[str, ...] = ()
    """'neville grey': nobles who stand together."""
    captives: tuple[tuple[str, str], ...] = ()
    besieged: tuple[tuple[str, str, str], ...] = ()
    """(place, seat, noble)."""
    both: str = ""
    """The seat whose two rounds with both houses end with this turn."""
    drawn: str = ""
    """The Crown card on top of its deck."""


def scene(words: dict[str, Any] | None = None, *mails: str, **more: Any) -> Scene:
    """Return a scene; mails read 'seat: line / line'."""
    sent = tuple((mail.partition(": ")[0], mail.partition(": ")[2]) for mail in mails)
    return Scene(words or {}, mails=sent, **more)


MIDLANDS = {
    "seats": "red blue green",
    "hands": {"red": "scots archers, duchy of cornwall", "blue": "duke of exeter"},
    "kept": {"red": "free move, writ", "blue": "writ 2"},
    "captured": "red dover, red oxford, blue coventry, blue newcastle town",
    "neville": "red in warwick with marshal, earl of westmorland, scots archers 2",
    "grey": "red in warwick",
    "henry": "red in warwick",
    "percy": "red in alnwick with earl of richmond",
    "howard": "red open lincoln",
    "stafford": "red in dover with le michael, earl of kent",
    "le_michael": "in dover",
    "herbert": "blue in coventry",
    "edward": "blue in coventry",
    "talbot": "blue open sherwood",
    "hastings": "green in rockingham",
}
"""Red gathers at Warwick; blue holds Coventry, with an heir."""

COVENTRY = MIDLANDS | {
    "neville": "red open coventry with marshal, earl of westmorland, scots archers 2",
    "grey": "red open coventry",
    "henry": "red open coventry",
    "howard": "red open sherwood with saxons",
}

FIELD = {
    "hands": {"red": "admiral", "blue": "duke of exeter, burgundian crossbowmen"},
    "percy": "red open york",
    "herbert": "blue open york",
    "henry": "blue open york",
}
"""Percy of red, 100, against Herbert of blue, 10."""

WALLS = {
    "seats": "red blue green",
    "hands": {"blue": "duke of exeter"},
    "captured": "blue coventry",
    "percy": "red open coventry with marshal, tower, scots archers",
    "grey": "green in coventry",
    "herbert": "blue in coventry",
}

HEREFORD = {
    "seats": "green red blue",
    "percy": "green in hereford with chancellor",
    "grey": "green in hereford",
    "hastings": "red in bamburgh with steward, earl of essex",
    "courtenay": "red in compton",
    "henry": "red in compton",
    "stanley": "red in douglas",
    "talbot": "blue in ludlow with earl of kent, le michael",
    "le_michael": "in preston",
    "margaret": "blue in ludlow with crowned",
    "richard": "dead",
    "hands": {"red": "beaufort", "blue": "saxons"},
    "kept": {"green": "parliament 1, writ, writ 2"},
    "chancery": "marshal, earl of worcester",
}
"""Green's Chancellor may hold Parliament in Hereford."""

SALISBURY = {
    "percy": "red at salisbury",
    "margaret": "red at salisbury",
    "henry": "dead",
    "grey": "blue at salisbury with bishop of durham, bishop of lincoln",
}

CAPTIVE = {
    "hands": {"blue": "saxons, earl of essex"},
    "kept": {"blue": "writ, free move"},
    "percy": "red open york",
    "scrope": "blue open york with earl of kent, treasurer",
    "mowbray": "blue open york with tower, scots archers",
}

STORM = {
    "seats": "red blue",
    "neville": "blue aboard le michael with le michael",
    "percy": "blue in alnwick",
    "le_michael": "on n1",
    "captured": "blue berwick",
}

CALLED = {
    "percy": "blue open london",
    "howard": "blue open london",
    "henry": "blue open london",
}

HOUSES = {
    "percy": "blue in york",
    "margaret": "blue in york",
    "march": "blue in york",
    "clarence": "blue in york",
}

CALL = "green: summon parliament with writ on hastings"

SCENES = {
    "midlands": scene(MIDLANDS, drawn="mowbray"),
    "coventry": scene(COVENTRY, piles=("neville grey",)),
    "besieging": scene(
        COVENTRY, piles=("neville grey",), besieged=(("coventry", "red", "neville"),)
    ),
    "parliament": scene(HEREFORD, phase=PARLIAMENT),
    "salisbury": scene(
        {**SALISBURY, "percy": "red at salisbury with bishop of norwich, archbishop of york"},
        phase=CORONATION,
    ),
    "passage": scene(MIDLANDS, "red: move percy to durham by road"),
    "leave": scene(
        {"percy": "red open york", "grey": "red open masham", "neville": "blue in raby",
         "captured": "blue york, blue masham"},
        "red: into york with percy / into masham with grey / end",
    ),
    "entry": scene(
        {"percy": "red open york", "neville": "blue in raby", "captured": "blue york"},
        "red: into york with percy",
    ),
    "sailing": scene(
        {"neville": "red open dover with le michael", "le_michael": "in exeter",
         "captured": "blue exeter"},
        "red: sail le michael to s12",
    ),
    "loan": scene(
        {"neville": "red open dover", "captured": "red dover", "le_michael": "in dover",
         "talbot": "blue in ludlow with le michael"},
        "red: sail le michael to s9 with neville",
    ),
    "shelter": scene(STORM, phase=CHANCE, card=RAIN),
    "ashore": scene(STORM, "blue: le michael to berwick", phase=CHANCE, card=RAIN),
    "summons": scene(
        {"courtenay": "blue open exeter with admiral, duchy of cornwall",
         "captured": "red compton"},
        phase=CHANCE, card="piracy west",
    ),
    "follow": scene(CALLED, phase=CHANCE, card="scots raid a"),
    "embassy": scene(
        {"neville": "blue in london", "grey": "blue in london", "henry": "blue in london"},
        phase=CHANCE, card="embassy rye",
    ),
    "defence": scene(FIELD, "red: attack herbert with percy"),
    "siege": scene(
        {**WALLS, "grey": "red open york"}, "red: besiege coventry with percy"
    ),
    "reinforce": scene(
        FIELD, "red: attack herbert with percy", "blue: play duke of exeter on herbert"
    ),
    "confirm": scene(
        {**FIELD, "hands": {"blue": "duke of exeter, burgundian crossbowmen"}},
        "red: attack herbert with percy",
        "blue: play duke of exeter on herbert, burgundian crossbowmen on herbert",
    ),
    "evens": scene(
        {**FIELD, "hands": {"blue": "scots archers, flemish crossbowmen, burgundian crossbowmen"},
         "roos": "blue open york"},
        "red: attack roos with percy",
        "blue: play scots archers on roos, flemish crossbowmen on roos, "
        "burgundian crossbowmen on roos",
    ),
    "inside": scene(WALLS, "red: besiege coventry with percy; pass"),
    "spoils": scene(
        {"percy": "red open york", "grey": "red open york",
         "roos": "blue open york with scots archers, saxons"},
        "red: attack roos with percy, grey; pass", piles=("percy grey",),
    ),
    "occupy": scene(
        {"percy": "red open warwick with marshal, tower", "grey": "red open warwick",
         "captured": "blue warwick"},
        "red: besiege warwick with percy, grey; pass", piles=("percy grey",),
    ),
    "captive": scene(CAPTIVE, "red: pass", phase=COMBAT, captives=(("scrope", "red"),)),
    "attend": scene(HEREFORD, CALL, phase=PARLIAMENT),
    "lent": scene(
        HEREFORD, CALL, "blue: nobody", "red: send stanley by le michael to preston",
        phase=PARLIAMENT,
    ),
    "award": scene(HEREFORD, CALL, "blue: send talbot", "red: nobody", phase=PARLIAMENT),
    "office": scene(
        {**HEREFORD, "chancery": ""}, CALL, "blue: send talbot",
        "red: offer steward from hastings to talbot", phase=PARLIAMENT,
    ),
    "bishops": scene(SALISBURY, "red: crown margaret", phase=CORONATION),
    "houses": scene(HOUSES, phase=CHANCE, both="blue"),
    "sea": scene(
        {"percy": "red in dover with admiral, earl of westmorland, scots archers",
         "neville": "red in dover", "le_edward": "in dover", "le_grace": "in dover",
         "captured": "red dover"},
    ),
    "arrived": scene(
        {"neville": "red aboard le michael with le michael", "le_michael": "on s8",
         "captured": "red dover"},
        "red: sail le michael to dover and land in the open",
    ),
    "apart": scene(
        {"grey": "red open york", "neville": "red open york", "captured": "red york"}
    ),
    "offered": scene(MIDLANDS, "red: offer scots archers to blue for 1 writ / end"),
    "offering": scene(MIDLANDS, "red: offer scots archers to blue for 1 writ"),
    "finish": scene(MIDLANDS, "red: propose to end"),
}  # fmt: skip
