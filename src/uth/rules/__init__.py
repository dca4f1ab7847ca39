"""Rule sets: every answer that differs between houses, with its clause, and the books that hold them."""
