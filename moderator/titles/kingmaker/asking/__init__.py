"""How questions are put and lines are read: turns in one mail, conditions, order words."""
