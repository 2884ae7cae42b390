"""A whole club for tests: settings, database, post office and players in one folder."""
