"""What the box holds, and the board: data, names and distances, the same in every game."""
