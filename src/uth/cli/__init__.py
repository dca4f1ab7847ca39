"""The commands of `uth`, one file each."""
