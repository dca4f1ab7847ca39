"""Write docs/commands.md, the help of every command of `uth`, and the phrases in docs/scenarios.md."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "commands.md"
SCENARIOS = PAGE.with_name("scenarios.md")
WIDTH = 78
"""The help's width in a terminal of 80 columns or more."""


def help_of(*words: str) -> str:
    """Return the command's help."""
    from typer.testing import CliRunner

    from uth.cli.app import app

    run = CliRunner().invoke(app, [*words, "--help"], prog_name="uth", terminal_width=WIDTH, catch_exceptions=False)
    return "\n".join(line.rstrip() for line in run.output.strip().splitlines())


def commands() -> list[tuple[str, ...]]:
    """Return every command and subcommand."""
    import typer.main

    from uth.cli.app import app

    group = typer.main.get_command(app)
    found: list[tuple[str, ...]] = []
    for name, command in sorted(getattr(group, "commands", {}).items()):
        found.append((name,))
        found += [(name, each) for each in sorted(getattr(command, "commands", {}))]
    return found


def page() -> str:
    """Return the generated page."""
    lines = [
        "# Commands",
        "",
        "Made by `scripts/build_command_page.py` from the program; a test keeps it up to date.",
        "",
    ]
    for words in commands():
        lines += [f"## uth {' '.join(words)}", "", "```", help_of(*words), "```", ""]
    return "\n".join(lines)


def scenarios() -> str:
    """Return the page of scenarios with the phrases as they should be."""
    from uth.scenario.page import phrase_lines

    text = SCENARIOS.read_text(encoding="utf-8")
    start = text.index("```text\n", text.index("\n## Every phrase\n")) + len("```text\n")
    return text[:start] + "\n".join(phrase_lines()) + "\n" + text[text.index("```", start) :]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    SCENARIOS.write_text(scenarios(), encoding="utf-8")
