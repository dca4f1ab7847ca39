"""The table in the terminal: a session, its words, and two interfaces, one drawn and one line by line."""
