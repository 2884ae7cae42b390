"""Kingmaker (1976): the great families of England, the heirs they hold, and one crown."""
