"""The round: commands, events, state, refusals, offers, and the deal."""
