"""Past rounds: their lists, their documents and their proofs."""
