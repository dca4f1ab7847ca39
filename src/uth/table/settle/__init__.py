"""Settlement: what every wager gets back and wins, and what meters owe."""
