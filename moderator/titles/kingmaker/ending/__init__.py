"""How a game ends: by the crown, or by worth."""
