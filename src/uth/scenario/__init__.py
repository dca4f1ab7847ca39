"""Scenarios: scripts of a table that a dealer can read, with what must happen at each line."""
