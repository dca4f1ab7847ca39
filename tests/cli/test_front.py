"""`uth` without a command: its version, its commands."""

from __future__ import annotations

import tomllib
from pathlib import Path

from typer.testing import CliRunner

from uth.cli.app import app, app_for

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def test_the_version_is_the_one_that_is_packed() -> None:
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.stdout) == (0, f"uth {tomllib.loads(PROJECT.read_text())['project']['version']}\n")


def test_nothing_asked_for_prints_the_commands() -> None:
    told = CliRunner().invoke(app, [])
    assert "uth settle ROUND.json" in told.output
    assert "--version" in told.output


def test_a_command_alone_is_the_command_of_the_whole_program() -> None:
    for words in (["settle", "--help"], ["rules", "diff", "--help"], ["meter", "--help"]):
        assert CliRunner().invoke(app_for(words), words).output == CliRunner().invoke(app, words).output
    assert app_for([]) is app_for(["--version"]) is app_for(["nothing"]) is app
