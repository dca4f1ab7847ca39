"""Past rounds: their index, their documents and their proofs."""
