"""1) Chance Phase."""
