"""Rule sets: every value that differs between houses, with its clause, and the books that define them."""
