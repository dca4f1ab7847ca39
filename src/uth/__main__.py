"""`python -m uth` is `uth`."""

from uth.cli.main import main

if __name__ == "__main__":
    main()
