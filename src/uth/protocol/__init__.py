"""The words of the protocol: what the house and its clients say to each other, as types and nothing else."""
