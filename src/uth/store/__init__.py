"""Persistence: the log of a house in SQLite, PostgreSQL or memory, and the meter file of a single link."""
