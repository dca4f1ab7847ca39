"""Accounts, transfers that sum to zero, and the trial balance."""
