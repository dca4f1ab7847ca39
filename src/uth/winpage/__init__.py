"""The win page of an award: what an accountant records, from a meter file or from the house's own log."""
