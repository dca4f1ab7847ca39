"""The table in the terminal: a session, its words, and two ways to sit at it, drawn or line by line."""
