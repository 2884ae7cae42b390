"""4) and 5) Parliament and Coronation Phases."""
