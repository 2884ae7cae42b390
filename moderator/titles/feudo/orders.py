"""The order lines of Feudo, in the order of a turn, for reading and for help."""

from __future__ import annotations

from moderator.engine import Order

ORDERS = (
    Order(
        "castle",
        ("castle",),
        "castle SITE, SITE, ...",
        "Where your Castle shall stand: Hills on the outer edge, the one you like best first.",
        "castle i1, k6 south, f11 east",
        ("FE-SET-09", "FE-SET-10", "FE-SET-11"),
    ),
    Order(
        "order",
        ("order-of-play", "cards", "turn"),
        "order of play: PLAYER, PLAYER, ...",
        "Who moves and attacks first, second and so on; 'me' and 'others' may be said.",
        "order of play: others, me",
        ("FE-DIP-01", "FE-DIP-04"),
    ),
    Order(
        "army",
        ("hand", "cards", "turn"),
        "army TOKEN, TOKEN, TOKEN; trading SHILLINGS",
        "The cards of your hand. Add 'if place = 1' to let them depend on the Order of Play.",
        "army baron, milady, geoffrey; trading 0",
        ("FE-STR-01", "FE-STR-02"),
    ),
    Order(
        "trading",
        ("hand", "cards", "turn"),
        "trading SHILLINGS",
        "Your Trading Card, on a line of its own.",
        "trading 2",
        ("FE-STR-01", "FE-STR-03"),
    ),
    Order(
        "hand",
        ("hand", "cards", "turn"),
        "hand as last turn",
        "The cards of the turn before, as far as you still have them.",
        "hand as last turn",
        ("FE-STR-01",),
    ),
    Order(
        "play",
        ("play", "plays", "turn"),
        "play TOKEN: PATH",
        "Shows an Army Card and moves its token; 'stay' for no move. Milady may add "
        "', charm SIDE baron' or, stricken, ', infect'. Alternatives stand after 'or'.",
        "play gilbert: i11 - i10 or i11 - h11 or stay",
        ("FE-SHW-01", "FE-MOV-05", "FE-MIL-05"),
    ),
    Order(
        "march",
        ("march", "plays", "end", "turn"),
        "march TOKEN: PATH",
        "Spends shillings, one for each step; 'pass' keeps the rest.",
        "march first knight: h7 - h6 if blue roudiche at h5",
        ("FE-SHW-06", "FE-SHW-07"),
    ),
    Order(
        "attack",
        ("attack", "plays", "end", "turn"),
        "attack TARGET with TOKENS; advance TOKENS",
        "Attacks what stands there, if that wins; 'with all' for all in reach. 'attack best' "
        "takes what gives most points as long as something can be won.",
        "attack winterbourne with baron, gilbert, robert; advance robert",
        ("FE-ATK-03", "FE-ATK-08", "FE-CTY-02"),
    ),
    Order(
        "advance",
        ("advance", "plays", "end", "turn"),
        "advance TOKENS to TARGET",
        "Goes in where you have won: one token, or the Baron and one more.",
        "advance robert to winterbourne",
        ("FE-ADV-02", "FE-ADV-03"),
    ),
)
