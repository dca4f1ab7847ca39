"""The vocabulary: sentences for events, amounts, refusals and irregularities, and the phrases of commands."""
