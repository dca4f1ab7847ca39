"""Monte Carlo simulation of whole tables, sessions and meters, on one machine or a cluster."""
