"""What each reader may see of a table, a link or the floor: the type and its maker in one file."""
