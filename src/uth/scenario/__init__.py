"""Scenarios: readable scripts of a table, with the expected result of each line."""
