"""The map: a sheet of the country and sheets of corners, as numbers for the template."""
