"""Settlement: what every wager returns and wins, and what the meters owe."""
