"""Feudo (2004): Barons, plague and Cities in the Manor of Evesham."""
