"""The order lines of Kingmaker, in the order of a turn, for reading and for help."""

from __future__ import annotations

from moderator.engine import Order
from moderator.titles.kingmaker.asking.answers import ANSWERS
from moderator.titles.kingmaker.hands.drawn import WORDS

SETUP = (
    Order("ok", ("allocate",), "ok",
          "Lays out your cards as the mail proposes.", "ok", ("KM-PRE-16",)),
    Order("give", ("allocate", "award", "business", "offer"), "give CARD to NOBLE",
          "Lays a card under a noble; or makes a gift out of your hand: give CARD to PLAYER.",
          "give richmond to greystoke", ("KM-PRE-07", "KM-PRE-12", "KM-GIF-01", "KM-PAR-13"),
          "between"),
    Order("place", ("allocate",), "place NOBLE in CASTLE",
          "In which of his castles a noble begins.", "place neville in warwick", ("KM-SET-05",)),
    Order("chancery", ("allocate",), "chancery CARD",
          "The title or office that goes to Chancery, where you have more than nobles.",
          "chancery salisbury", ("KM-PRE-15",)),
    Order("hold", ("allocate",), "hold CARD, CARD",
          "With the whole deal: cards that stay hidden in your hand.", "hold percy, essex",
          ("KM-SHO-03",)),
)  # fmt: skip

MOVEMENT = (
    Order("end", ("move", "attack", "summon", "crown"), "end",
          "Ends your turn: the last line of your mail. Without it more lines are waited for.",
          "end",
          ("KM-SEQ-06",), "end"),
    Order("pause", ("move", "attack", "summon", "crown"), "pause",
          "Leaves your turn open: you will write again, with the news in hand.", "pause", (),
          "turn"),
    Order("move", ("move",), "move NOBLE, NOBLE to PLACE [open] [by road] [via SQUARE] [with HEIR]",
          "Over land: up to five squares, or any way by road. Behind a road move 'else stop' or "
          "'else via SQUARE' says what to do if leave is refused.",
          "move neville, grey to york with henry", ("KM-MOV-01", "KM-ROA-01"), "turn"),
    Order("free", ("move",), "free move NOBLE to PLACE; free sail SHIP to PORT",
          "A second move of the turn, for a free move card.", "free move neville to london",
          ("KM-EVT-24",), "turn"),
    Order("sail", ("move",), "sail SHIP to PORT or SEA [with NOBLE] [to besiege]",
          "By sea, with those who come aboard where she lies; in port they go ashore. Into a "
          "hostile port only 'to besiege'.",
          "sail le michael to calais with neville, richard", ("KM-MOV-07", "KM-SEA-08"), "turn"),
    Order("land", ("move",), "land NOBLE in PLACE",
          "Takes those who have come by sea inside.", "land neville in calais",
          ("KM-SEA-08",), "turn"),
    Order("into", ("move",), "into PLACE with NOBLE",
          "Into a place of the same square; no move is used.", "into coventry with neville",
          ("KM-TWN-01",), "turn"),
    Order("out", ("move",), "out of PLACE with NOBLE",
          "Out into the open of the same square; no move is used.", "out of coventry with neville",
          ("KM-TWN-01",), "turn"),
    Order("join", ("move",), "join NOBLE with NOBLE",
          "One force out of two that stand in the open of one square.",
          "join neville with percy", ("KM-STA-03",), "turn"),
    Order("split", ("move",), "split NOBLE, NOBLE",
          "From now on they stand apart from their force.",
          "split howard", ("KM-STA-02",), "turn"),
    Order("release", ("move", "demand"), "release PLACE or NOBLE",
          "Gives up a siege; or lets a captive go for nothing.", "release coventry",
          ("KM-SIE-09", "KM-CAP-01"), "turn"),
)  # fmt: skip

COMBAT = (
    Order("attack", ("attack",), "attack NOBLE with NOBLES; PLAN",
          "A battle with the force of that noble. The plan behind ';' says which cards you add, "
          "and when you call it off.",
          "attack percy with howard, grey; play cornwall on grey; aim 5-4; call off below 5-4",
          ("KM-COM-01", "KM-BAT-01", "KM-EXC-02"), "turn"),
    Order("besiege", ("attack",), "besiege PLACE with NOBLES; PLAN",
          "A siege. 'then all in' or 'then out' says who goes inside when it falls.",
          "besiege coventry with percy, neville; then all in", ("KM-SIE-03", "KM-SIE-15"), "turn"),
    Order("together", ("attack",), "together",
          "Before several attacks: all their defenders are asked at once.",
          "together", ("KM-COM-07",), "turn"),
)  # fmt: skip

COURT = (
    Order("summon", ("summon",), "summon parliament with writ on NOBLE and on NOBLE; send NOBLE",
          "Calls a Parliament; 'send' names your own guests, 'offer OFFICE from NOBLE to NOBLE' an "
          "office that may change hands there.",
          "summon parliament with writ on hastings; send berkeley, audley",
          ("KM-PAR-01", "KM-PAR-04"), "turn"),
    Order("no", ("summon", "offer"), "no parliament; no ransom",
          "You call no Parliament; you offer nothing for a captive.", "no parliament",
          ("KM-PAR-01", "KM-CAP-01"), "turn"),
    Order("crown", ("crown",), "crown HEIR",
          "Crowns an heir who is in a cathedral with enough bishops.",
          "crown margaret", ("KM-COR-01", "KM-COR-02"), "turn"),
)  # fmt: skip


CARD = (
    *(
        Order(f"if {kind}", ("drawn",),
              f"if {kind}: play " + ("nearest home" if kind == "noble" else "on NOBLE"),
              f"The Crown card at the end of your turn, if it is {'an' if kind[0] == 'o' else 'a'} "
              f"{kind}.",
              f"if {kind}: play " + ("in alnwick" if kind == "noble" else "on grey"),
              ("KM-SEQ-07", "KM-SEQ-08"), "turn")
        for kind in WORDS
    ),
    Order("else", ("drawn",), "else: keep", "Any other Crown card stays in your hand, unseen.",
          "else: keep", ("KM-SEQ-07",), "turn"),
)  # fmt: skip

BUSINESS = (
    Order("play", ("business", "defence", "reinforce", "attend", "drawn"),
          "play CARD on NOBLE; play NOBLE in CASTLE",
          "Plays a card out of your hand.", "play scots archers on howard",
          ("KM-SEQ-12",), "between"),
    Order("execute", ("business", "captured", "defence", "reinforce", "demand", "houses"),
          "execute HEIR or CAPTIVE", "Puts to death an heir in your hands, or a captive.",
          "execute edward", ("KM-ROY-03", "KM-CAP-03"), "between"),
    Order("transfer", ("business", "houses"), "transfer CARD from NOBLE to NOBLE",
          "Passes a card, heir, ship or place between nobles who meet, also to another player's; a "
          "captured place: transfer PLACE to PLAYER.",
          "transfer scots archers from howard to percy", ("KM-TRA-01",), "between"),
    Order("offer", ("business", "offer", "attend"), "offer CARD to PLAYER for CARD",
          "A trade of cards in hand. For your noble who is a captive: offer THING for NOBLE. In "
          "an answer to Parliament: offer OFFICE from NOBLE to NOBLE.",
          "offer scots archers to blue for 1 writ", ("KM-GIF-01", "KM-CAP-01", "KM-TRA-07"),
          "between"),
    Order("propose", ("business",), "propose to end",
          "In your turn: asks all to end the game now, by worth.", "propose to end", ("KM-SHO-06",),
          "between"),
    Order("accept", ("business", "trade", "transfer", "demand", "offer", "office"),
          "accept NUMBER", "Takes an offer; its number stands in your report.", "accept 1",
          ("KM-GIF-01", "KM-CAP-01")),
    Order("decline", ("business", "trade", "transfer"), "decline NUMBER", "Refuses an offer.",
          "decline 1", ("KM-GIF-01",)),
    Order("withdraw", ("business",), "withdraw NUMBER", "Takes an offer of your own back.",
          "withdraw 1", ("KM-GIF-01",)),
    Order("grant", ("business", "letter", "passage", "entry", "sailing", "bishops", "leave"),
          "grant KIND to PLAYER [at PLACE] [until round N]",
          "An open letter: leave before it is asked, for passage, entry, sailing or bishops. Alone "
          "it answers who asks; of several requests: grant 1, 3.",
          "grant passage to red at york until round 6", ("KM-ROA-03", "KM-TWN-03", "KM-MOV-16")),
    Order("revoke", ("business", "letter"), "revoke KIND to PLAYER [at PLACE]",
          "Takes an open letter back.", "revoke passage to red at york",
          ("KM-ROA-03",)),
    Order("lend", ("business", "letter", "loan"), "lend SHIP to PLAYER [in round N]",
          "Lends a ship, before she is asked for or when she is.",
          "lend le michael to red in round 6", ("KM-GIF-05",)),
    Order("keep", ("business", "letter", "drawn", "captured"), "keep SHIP from PLAYER; keep",
          "Takes a loan back. Alone: a card drawn stays hidden, a captured heir lives.",
          "keep le michael from red", ("KM-GIF-05", "KM-SEQ-07")),
    Order("nothing", ("business",), "nothing", "No business now.", "nothing", ("KM-SEQ-12",)),
)  # fmt: skip

ORDERS = (*SETUP, *CARD, *BUSINESS, *ANSWERS, *MOVEMENT, *COMBAT, *COURT)

TURN_VERBS = frozenset(order.verb.split()[0] for order in ORDERS if order.place in {"turn", "end"})
"""First words of the lines that are carried out in their player's own turn alone."""
