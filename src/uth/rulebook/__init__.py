"""A rule set as pages a person can read, and how two of them differ."""
