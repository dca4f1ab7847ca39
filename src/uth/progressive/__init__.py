"""Meters that many tables feed: increments, awards, the Game Manager's keypads, all of it pure."""
