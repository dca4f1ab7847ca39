"""What each reader may see of a table, a link or the floor; each file holds a type and the function that builds it."""
