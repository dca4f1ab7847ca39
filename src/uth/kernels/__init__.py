"""Compiled inner loops, each with a plain twin it is tested against."""
