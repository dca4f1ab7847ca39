"""Meters that many tables feed: increments, awards and the Game Manager's keypads. The code is pure."""
