"""Feudo (2004): Barons, plague and Cities in the Manor of Evesham."""

from moderator.titles.feudo.title import FEUDO

TITLE = FEUDO

__all__ = ["FEUDO", "TITLE"]
