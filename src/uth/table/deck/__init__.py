"""The cards around a round: decks, opening, the stub and the discard rack."""
