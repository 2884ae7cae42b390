"""The lines that answer other players' turns, and events: for reading and for help."""

from __future__ import annotations

from moderator.engine import Order

EVENTS = (
    Order("prefer", ("shelter", "follow"), "prefer PORT, friendly, unfortified, open, neutral",
          "Where your ships run in a storm, what you like best first.",
          "prefer berwick, friendly, unfortified",
          ("KM-EVT-06",)),
    Order("SHIP", ("shelter",), "SHIP to PORT", "The port for this ship.",
          "le michael to berwick", ("KM-EVT-06",)),
    Order("inside", ("ashore",), "inside; open",
          "Where your passengers go ashore: into the place, or the open.",
          "inside", ("KM-SEA-08",)),
    Order("open", ("ashore",), "open", "Your passengers stay in the open.", "open", ("KM-SEA-08",)),
    Order("NOBLE", ("ashore", "summons", "inside", "occupy", "spoils", "follow", "attend"),
          "NOBLE to PLACE; NOBLE in PLACE; HEIR goes; HEIR stays",
          "What this one of yours does, in the words of the form.", "courtenay to compton",
          ("KM-EVT-11", "KM-EVT-13")),
    Order("go", ("follow",), "go; stay", "Whether your heirs go with a noble who is called.",
          "go", ("KM-EVT-11",)),
    Order("stay", ("follow", "defence", "inside"), "stay",
          "Your heirs stay where they are. In a siege: stay out NOBLE, he adds no troops.",
          "stay",
          ("KM-EVT-11", "KM-SIE-04")),
    Order("take", ("embassy",), "take NOBLE, NOBLE; take all; take strongest",
          "Who goes with the King when an embassy calls him.", "take neville, grey",
          ("KM-EVT-18",)),
)  # fmt: skip

LEAVE = (
    Order("refuse", ("passage", "entry", "sailing", "loan", "bishops", "leave", "finish", "office"),
          "refuse", "No: no leave, no loan, no bishops, no end of the game.", "refuse",
          ("KM-ROA-03", "KM-TWN-03")),
)  # fmt: skip

FIGHTS = (
    Order("pass", ("defence", "reinforce", "attack"), "pass",
          "You add no card; in your own turn: no more attacks.",
          "pass", ("KM-EXC-02",)),
    Order("plan", ("defence", "reinforce"), "plan: CARD on NOBLE, CARD on NOBLE; aim RATIO",
          "The cards you add, one after another, as far as the aim needs them.",
          "plan: exeter on herbert; aim below 5-4; execute henry if odds at least 2-1",
          ("KM-EXC-02", "KM-EXC-07")),
    Order("any", ("defence", "reinforce"), "any cards; aim RATIO",
          "Adds what your hand has, the most troops first, as far as the aim needs it.",
          "any cards; aim below 5-4", ("KM-EXC-02",)),
    Order("aim", ("defence", "reinforce"), "aim RATIO",
          "How far you go: the cards of your plan go down only if they reach it.", "aim below 5-4",
          ("KM-EXC-02",)),
    Order("call", ("reinforce", "confirm"), "call off",
          "Breaks the attack off; cards added stay added.", "call off",
          ("KM-EXC-05",)),
    Order("draw", ("confirm",), "draw", "The attack goes on: the Event card is drawn.", "draw",
          ("KM-COM-09",)),
    Order("mine", ("inside",), "mine fight; mine stay out",
          "Whether your nobles inside a besieged place fight.", "mine stay out", ("KM-SIE-05",)),
    Order("PLAYER", ("inside",), "PLAYER defends",
          "Whose nobles fight, where several factions are besieged together.",
          "blue defends", ("KM-SIE-05",)),
    Order("all", ("spoils", "occupy", "defence"), "all to NOBLE; all in; all out; all fight",
          "All captured cards to one noble; all victors into the place, or out; all inside fight.",
          "all to percy",
          ("KM-TRA-04", "KM-SIE-15")),
    Order("strongest", ("spoils",), "strongest", "All captured cards to your strongest noble.",
          "strongest", ("KM-TRA-04",)),
    Order("CARD", ("spoils",), "CARD to NOBLE", "This captured card to that noble.",
          "scots archers to grey", ("KM-TRA-04",)),
    Order("in", ("occupy",), "in NOBLE, NOBLE",
          "These go into the captured place, the others stay out.", "in percy",
          ("KM-SIE-15",)),
    Order("out", ("occupy",), "out", "Nobody goes into the captured place.", "out", ("KM-SIE-15",)),
    Order("heirs", ("occupy",), "heirs with NOBLE", "With whom the captured heirs go.",
          "heirs with percy", ("KM-SIE-15",)),
)  # fmt: skip

TERMS = (
    Order("ransom", ("demand",), "ransom NOBLE for THING or THING",
          "What you want for your captive, the dearest first; any of these will do.",
          "ransom scrope for london or 1 writ", ("KM-CAP-01",), "turn"),
)  # fmt: skip

PARLIAMENT = (
    Order("send", ("attend",), "send NOBLE, NOBLE [with HEIR] [by SHIP to PORT]",
          "These come to Parliament. One by sea: send NOBLE by SHIP to PORT.",
          "send courtenay, stanley", ("KM-PAR-08",)),
    Order("nobody", ("attend",), "nobody", "Nobody comes but who has a writ.", "nobody",
          ("KM-PAR-12",)),
    Order("own", ("award",), "own first",
          "The cards go to your own nobles first, the strongest of all.", "own first",
          ("KM-PAR-13",)),
    Order("allow", ("office",), "allow; forbid",
          "The summoner lets an office change hands, or not.", "allow", ("KM-TRA-07",)),
    Order("forbid", ("office",), "forbid", "The summoner lets no office change hands.", "forbid",
          ("KM-TRA-07",)),
    Order("agree", ("finish",), "agree", "Yes: the game ends now, by worth.", "agree",
          ("KM-SHO-06",)),
)  # fmt: skip

HOUSES = (
    Order("give up", ("houses",), "give up lancaster; give up york",
          "The house you give up when your two rounds with both are over. 'give up lesser' keeps "
          "the house with the crown, or with more heirs.", "give up york",
          ("KM-ROY-05",)),
    Order("wait", ("trade", "transfer"), "wait", "Leaves the offer open for now.", "wait",
          ("KM-GIF-01",)),
)  # fmt: skip

NAMES = (
    Order("CARD", ("defence", "reinforce"), "CARD on NOBLE; NOBLE stays out",
          "The cards you add when you are attacked, in this order; who adds no troops to a siege.",
          "when defence: exeter on herbert; aim below 5-4", ("KM-EXC-02", "KM-SIE-04")),
    Order("THING", ("demand", "offer"), "THING, THING or THING, else execute",
          "Beforehand: your prices, the dearest first; a captor may end with 'else execute', "
          "'else release' or 'else accept'.",
          "when demand for scrope: london or a writ, else execute", ("KM-CAP-01", "KM-CAP-03")),
    Order("PLACE", ("summons", "shelter"), "PLACE, friendly, nearest",
          "Beforehand: where he would go, what you like best first.",
          "when summons of courtenay: compton, friendly, nearest", ("KM-EVT-06", "KM-EVT-13")),
    Order("NOBLE", ("award",), "NOBLE, NOBLE",
          "Beforehand: who gets a card out of Chancery, the first who can have it.",
          "when award of marshal: percy", ("KM-PAR-14",)),
)  # fmt: skip
"""Answers that begin with a name: a form in capitals lets a standing order begin with anything."""

ANSWERS = (*NAMES, *EVENTS, *LEAVE, *FIGHTS, *TERMS, *PARLIAMENT, *HOUSES)
