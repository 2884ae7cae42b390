"""A player that knows what its seat may know."""
