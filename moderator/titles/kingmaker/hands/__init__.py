"""6) Crown Deck Phase, and what hands hold: playing, giving and trading cards at any time."""
