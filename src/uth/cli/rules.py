"""`uth rules`."""

from __future__ import annotations

import typer

app = typer.Typer(help="List, read, compare and check rule sets.")


@app.callback(invoke_without_command=True)
def listing() -> None:
    """List the rule sets."""
