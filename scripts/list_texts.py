"""List every text that people read, in the order of the files, so that one person can read them all.

    python scripts/list_texts.py build/texts.md     # also: make texts

The texts of the page come from `frontend/texts.mjs`, which needs `frontend/node_modules`. Those of the program are the
string literals and f-strings of the packages that speak to people, the help of the commands and the words of the books.
A gap in a sentence, filled in when it is said, is printed as an ellipsis.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "uth"
PACKAGES = (
    "words", "terminal", "cli", "rulebook", "views", "house", "people", "web", "table", "progressive", "history",
    "adjudicate", "rules", "scenario", "strategy", "exact", "sim", "store", "client", "bots", "env", "ledger",
)  # fmt: skip
"""Packages whose texts reach people, those that say most first."""
GAP = "…"
_WORDS = re.compile(r"[A-Za-z]{2,}[,.;:'’]? [A-Za-z(]")
_CODE = re.compile(r"SELECT |INSERT |UPDATE |CREATE |DELETE |PRAGMA |\\[a-z]|\[[a-z]-|#[0-9a-f]{6}|\bbold\b")


@dataclass(frozen=True, slots=True)
class ShownText:
    """One text and where it is written."""

    file: str
    line: int
    text: str


@cache
def texts_of_page() -> list[ShownText]:
    """Return the texts of the page; none where its packages are not installed."""
    if not (ROOT / "frontend" / "node_modules").is_dir():
        return []
    run = subprocess.run(["node", "texts.mjs"], cwd=ROOT / "frontend", capture_output=True, text=True, check=True)
    return [ShownText(f"frontend/{each['file']}", each["line"], each["text"]) for each in json.loads(run.stdout)]


def texts_of_program() -> list[ShownText]:
    """Return the texts of the Python packages and of the rule books."""
    found = list[ShownText]()
    for package in PACKAGES:
        for file in sorted((SOURCE / package).rglob("*.py")):
            found += texts_of_module(file.read_text(encoding="utf-8"), file.relative_to(ROOT).as_posix())
        for file in sorted((SOURCE / package).rglob("books/*.toml")):
            values = tomllib.loads(file.read_text(encoding="utf-8"))
            found += [ShownText(file.relative_to(ROOT).as_posix(), 0, text) for text in _strings(values)]
    return found


def texts_of_module(source: str, path: str) -> Iterator[ShownText]:
    """Yield the texts of a module; of its docstrings only those that are the help of a command."""
    tree = ast.parse(source)
    silent = _docstrings(tree, is_cli="/cli/" in path) | _citations(tree)
    parts = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)} - {tree}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(each.value) if isinstance(each, ast.Constant) else GAP for each in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in parts:
            said = node.value
        else:
            continue
        text = " ".join(said.split())
        if node not in silent and is_text(text):
            yield ShownText(path, node.lineno, text)


def is_text(text: str) -> bool:
    """Return whether a person would read it: words with blanks between them, and no code."""
    return bool(_WORDS.search(text)) and not _CODE.search(text)


def _docstrings(tree: ast.AST, *, is_cli: bool) -> set[ast.expr]:
    """Return the docstrings that are not shown; the docstring of a command is its help."""
    shown = {
        node.body[0].value
        for node in ast.walk(tree)
        if is_cli and isinstance(node, ast.FunctionDef) and _is_command(node) and isinstance(node.body[0], ast.Expr)
    }
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)} - shown


def _is_command(node: ast.FunctionDef) -> bool:
    return node.name == "command" or any("command" in ast.unparse(each) for each in node.decorator_list)


def _citations(tree: ast.AST) -> set[ast.expr]:
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "cites")
    return {argument for call in calls for argument in call.args}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str) and is_text(value):
        yield " ".join(value.split())
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def page_of(texts: list[ShownText]) -> str:
    """Return the list: a heading for each file, a line for each text, where it is first written."""
    first = {each.text: each for each in reversed(texts)}
    lines = ["# Every text", "", f"{len(first)} texts. {GAP} stands for what is filled in."]
    for file, group in groupby(texts, key=lambda each: each.file):
        lines += ["", f"## {file}", ""]
        lines += [f"- {each.text}" for each in sorted(group, key=lambda each: each.line) if first[each.text] is each]
    return "\n".join(lines) + "\n"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("file", type=Path, help="where to write the list, as Markdown")
    file = options.parse_args().file
    texts = texts_of_page() + texts_of_program()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(page_of(texts), encoding="utf-8")
    print(f"{file}: {len(texts)} texts")


if __name__ == "__main__":
    main()
