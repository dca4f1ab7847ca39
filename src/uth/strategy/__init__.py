"""Advice, named strategies and grading of decisions."""
