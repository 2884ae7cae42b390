"""3) Combat Phase: battles, sieges, plans, captives and ransoms."""
