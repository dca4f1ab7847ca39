"""Enumeration and optimal play, in whole numbers and fractions."""
