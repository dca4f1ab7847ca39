"""A rule set as readable pages, and the differences between two rule sets."""
