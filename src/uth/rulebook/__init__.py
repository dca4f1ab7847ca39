"""Renders a rule set as readable pages, and lists the differences between two rule sets."""
