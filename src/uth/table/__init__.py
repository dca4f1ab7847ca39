"""The round and the table around it: pure, and the same for every book."""
