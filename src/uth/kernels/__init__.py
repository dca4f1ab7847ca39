"""Compiled inner loops, each tested against a plain implementation."""
