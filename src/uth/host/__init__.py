"""What runs a table: the shuffle, which is the only randomness, and the dealer that is a program."""
