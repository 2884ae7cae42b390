"""2) Movement Phase: by land, road and sea, and the leave that it takes."""
