"""The lines that answer other players' turns, and events: for reading and for help."""

from __future__ import annotations

from moderator.engine import Order

EVENTS = (
    Order("prefer", ("shelter", "follow"), "prefer PORT, friendly, unfortified, open, neutral",
          "Where your ships run in a storm, best first.", "prefer berwick, friendly, unfortified",
          ("KM-EVT-06",)),
    Order("SHIP", ("shelter",), "SHIP to PORT", "The port for one ship.",
          "le michael to berwick", ("KM-EVT-06",)),
    Order("inside", ("ashore",), "inside; open", "Where your passengers go ashore.",
          "inside", ("KM-SEA-08",)),
    Order("open", ("ashore",), "open", "They stay in the open.", "open", ("KM-SEA-08",)),
    Order("NOBLE", ("ashore", "summons", "inside", "occupy", "spoils", "follow", "attend"),
          "NOBLE to PLACE; NOBLE in PLACE; HEIR goes; HEIR stays",
          "What one of your own does, in the words of the question.", "courtenay to compton",
          ("KM-EVT-11", "KM-EVT-13")),
    Order("go", ("follow",), "go; stay", "Whether your heirs go with a noble who is called.",
          "go", ("KM-EVT-11",)),
    Order("stay", ("follow", "defence", "inside"), "stay", "They stay.", "stay",
          ("KM-EVT-11", "KM-SIE-04")),
    Order("take", ("embassy",), "take NOBLE, NOBLE; take all; take strongest",
          "Who goes with the King when an embassy calls him.", "take neville, grey",
          ("KM-EVT-18",)),
)  # fmt: skip

LEAVE = (
    Order("refuse", ("passage", "entry", "sailing", "loan", "bishops", "leave", "finish", "office"),
          "refuse", "Gives no leave; refuses.", "refuse", ("KM-ROA-03", "KM-TWN-03")),
)  # fmt: skip

FIGHTS = (
    Order("pass", ("defence", "reinforce", "attack"), "pass", "Adds nothing; attacks no more.",
          "pass", ("KM-EXC-02",)),
    Order("plan", ("defence", "reinforce"), "plan: CARD on NOBLE, CARD on NOBLE; aim RATIO",
          "Which cards you add, one after another, until the aim is reached.",
          "plan: exeter on herbert; aim below 5-4; execute henry if odds at least 2-1",
          ("KM-EXC-02", "KM-EXC-07")),
    Order("any", ("defence", "reinforce"), "any cards; aim RATIO",
          "Adds what your hand has, the most troops first, as far as the aim needs it.",
          "any cards; aim below 5-4", ("KM-EXC-02",)),
    Order("aim", ("defence", "reinforce"), "aim RATIO", "How far you go.", "aim below 5-4",
          ("KM-EXC-02",)),
    Order("call", ("reinforce", "confirm"), "call off", "Breaks off the attack.", "call off",
          ("KM-EXC-05",)),
    Order("draw", ("confirm",), "draw", "The Event card is drawn.", "draw", ("KM-COM-09",)),
    Order("mine", ("inside",), "mine fight; mine stay out",
          "Whether your nobles inside a besieged place fight.", "mine stay out", ("KM-SIE-05",)),
    Order("PLAYER", ("inside",), "PLAYER defends", "Who defends a place with several factions.",
          "blue defends", ("KM-SIE-05",)),
    Order("all", ("spoils", "occupy", "defence"), "all to NOBLE; all in; all out; all fight",
          "Who gets captured cards; who goes into a captured place.", "all to percy",
          ("KM-TRA-04", "KM-SIE-15")),
    Order("strongest", ("spoils",), "strongest", "Captured cards to your strongest noble.",
          "strongest", ("KM-TRA-04",)),
    Order("CARD", ("spoils",), "CARD to NOBLE", "Who gets a captured card.",
          "scots archers to grey", ("KM-TRA-04",)),
    Order("in", ("occupy",), "in NOBLE, NOBLE", "Who goes into a captured place.", "in percy",
          ("KM-SIE-15",)),
    Order("out", ("occupy",), "out", "Nobody goes in.", "out", ("KM-SIE-15",)),
    Order("heirs", ("occupy",), "heirs with NOBLE", "With whom captured heirs go.",
          "heirs with percy", ("KM-SIE-15",)),
)  # fmt: skip

TERMS = (
    Order("ransom", ("demand",), "ransom NOBLE for THING or THING",
          "What you want for a captive; any of these will do.",
          "ransom scrope for london or 1 writ", ("KM-CAP-01",), "turn"),
)  # fmt: skip

PARLIAMENT = (
    Order("send", ("attend",), "send NOBLE, NOBLE [with HEIR] [by SHIP to PORT]",
          "Who comes to Parliament.", "send courtenay, stanley", ("KM-PAR-08",)),
    Order("nobody", ("attend",), "nobody", "Nobody comes who is not summoned.", "nobody",
          ("KM-PAR-12",)),
    Order("own", ("award",), "own first", "Awards go to your own nobles first.", "own first",
          ("KM-PAR-13",)),
    Order("allow", ("office",), "allow; forbid",
          "The summoner's word on an office that changes hands.", "allow", ("KM-TRA-07",)),
    Order("forbid", ("office",), "forbid", "The office stays.", "forbid", ("KM-TRA-07",)),
    Order("agree", ("finish",), "agree", "The game ends, by worth.", "agree", ("KM-SHO-06",)),
)  # fmt: skip

HOUSES = (
    Order("give up", ("houses",), "give up lancaster; give up york",
          "Which house you give up when your time with both is over.", "give up york",
          ("KM-ROY-05",)),
    Order("wait", ("trade", "transfer"), "wait", "Leaves an offer open.", "wait",
          ("KM-GIF-01",)),
)  # fmt: skip

NAMES = (
    Order("CARD", ("defence", "reinforce"), "CARD on NOBLE; NOBLE stays out",
          "Beforehand: what you add when you are attacked, in this order; see section 'plans'.",
          "when defence: exeter on herbert; aim below 5-4", ("KM-EXC-02", "KM-SIE-04")),
    Order("THING", ("demand", "offer"), "THING, THING or THING, else execute",
          "Beforehand: your prices, what you like best first; at last 'else execute', "
          "'else release' or 'else accept'.",
          "when demand for scrope: london or a writ, else execute", ("KM-CAP-01", "KM-CAP-03")),
    Order("PLACE", ("summons", "shelter"), "PLACE, friendly, nearest",
          "Beforehand: where you would go, what you like best first.",
          "when summons of courtenay: compton, friendly, nearest", ("KM-EVT-06", "KM-EVT-13")),
    Order("NOBLE", ("award",), "NOBLE, NOBLE",
          "Beforehand: to whom a card out of Chancery goes, if he can have it.",
          "when award of marshal: percy", ("KM-PAR-14",)),
)  # fmt: skip
"""Answers that begin with a name: a form in capitals lets a standing order begin with anything."""

ANSWERS = (*NAMES, *EVENTS, *LEAVE, *FIGHTS, *TERMS, *PARLIAMENT, *HOUSES)
