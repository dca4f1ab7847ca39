"""Monte Carlo on the same rule sets: whole tables, sessions and meters, on one machine or on a cluster."""
