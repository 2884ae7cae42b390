"""Before the first turn: the deal and the lay-out."""
