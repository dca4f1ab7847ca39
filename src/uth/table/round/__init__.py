"""The round itself: commands, events, state, what is refused and offered, and the deal."""
