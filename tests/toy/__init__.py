"""A toy title, for tests and for the tutorial."""
