"""Scenarios: a table's script that a dealer can read, what must happen beside each line, and its run."""
