"""Kingmaker (1976): factions, royal heirs and the Wars of the Roses."""

from moderator.titles.kingmaker.title import KINGMAKER

TITLE = KINGMAKER

__all__ = ["KINGMAKER", "TITLE"]
