"""Reading and changing a position: who holds what, who is with whom, how strong, who is King."""
