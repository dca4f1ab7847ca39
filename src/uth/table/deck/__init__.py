"""Cards outside the round: decks, opening the table, the stub and the discard rack."""
