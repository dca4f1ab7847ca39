"""Accounts, roles, sessions, invitations and lock-outs."""
