"""The core runs without any extra, and a command whose extra is missing says which to install."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from check_install import sample_round

from uth.extras import BY_COMMAND, BY_MODULE, advice

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "src" / "uth" / "rules" / "books" / "nevada.toml"
SCENARIO = ROOT / "tests" / "scenarios" / "cn_42_buying_in.scenario"
CORE = {"annotated_doc", "markdown_it", "mdurl", "orjson", "pygments", "rich", "shellingham", "typer", "uth"}
"""What `pip install uth` installs."""

PROGRAM = f"""
import contextlib, io, json, sys, traceback

class Blocked:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in {CORE!r} or top in sys.stdlib_module_names or top.startswith("_"):
            if name in ("fcntl", "pwd") and any("/uth/" in each.filename for each in traceback.extract_stack()[-8:]):
                raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
            return None
        raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Blocked())
from uth.cli.main import main

ran = []
for words in json.loads(sys.argv[1]):
    out, err = io.TextIOWrapper(io.BytesIO(), write_through=True), io.StringIO()
    sys.argv, status = ["uth", *words], 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
    ran.append([status, out.buffer.getvalue().decode(), err.getvalue()])
print(json.dumps(ran))
"""


def run_without_extras(*commands: tuple[str, ...]) -> list[tuple[int, str, str]]:
    """Run each command in one process that can import nothing but the core, nor `fcntl` and `pwd`."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(commands)],
        input="quit\n",
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def test_the_core_runs_without_any_extra_and_every_other_command_names_its_own(tmp_path: Path) -> None:
    round_ = tmp_path / "round.json"
    round_.write_text(sample_round(), encoding="utf-8")
    core = [
        ("settle", str(round_)), ("settle", "--stream", str(round_)), ("rules",), ("rules", "diff", "nevada", "greece"),
        ("rules", "check", str(BOOK)), ("rules", "new", "mine"), ("deal", str(SCENARIO)), ("play", "--plain"),
    ]  # fmt: skip
    others = [
        ("exact",), ("advise", "--hole", "AhKd"), ("sim", "--rounds", "10"), ("serve",), ("house", "verify"),
        ("verify", str(round_)), ("meter", "show", str(tmp_path / "none.meter")), ("join", "http://127.0.0.1:1"),
        ("play", "--plain", "--meters", str(tmp_path / "kept.meter")),
    ]  # fmt: skip
    ran = run_without_extras(*others, *core)
    settled, stream, *rest = ran[len(others) :]
    assert json.loads(settled[1])["order"] == [1, 4]
    assert stream[0] == 2, "a document on many lines is not a line"
    assert [err for status, _, err in rest if status] == []
    for words, (status, out, err) in zip(others, ran[: len(others)], strict=True):
        assert (status, out) == (2, ""), words
        assert re.fullmatch(rf"uth {words[0]}: \w+ is not installed; run: pip install 'uth\[\w+\]'\n", err), err
        assert f"uth[{BY_COMMAND[words[0]]}]" in err


def extras() -> dict[str, set[str]]:
    """Return the distributions that each extra installs, those of the extras it includes too."""
    listed: dict[str, list[str]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]

    def of(extra: str) -> set[str]:
        found: set[str] = set()
        for each in listed[extra]:
            inner = re.fullmatch(r"uth\[([a-z,]+)\]", each)
            found |= set[str]().union(*map(of, inner[1].split(","))) if inner else {re.split(r"[\[><=]", each)[0]}
        return found

    return {extra: of(extra) for extra in listed}


def test_every_extra_that_is_named_is_there_and_installs_the_module() -> None:
    there = extras()
    assert set(BY_COMMAND.values()) <= set(there)
    for module, extra in BY_MODULE.items():
        assert {module, f"{module}2"} & there[extra], module
    assert there["all"] == set[str]().union(*(names for extra, names in there.items() if extra != "bench"))


def test_what_is_of_no_extra_is_not_advised_about(monkeypatch: pytest.MonkeyPatch) -> None:
    assert advice(ModuleNotFoundError(name="uth.nothing"), "exact") is None
    assert advice(ModuleNotFoundError(name="colorama"), None) is None
    assert advice(ModuleNotFoundError(name="textual.app"), None) == (
        "textual is not installed; run: pip install 'uth[tui]', or add --plain"
    )
    monkeypatch.setattr(sys, "platform", "win32")
    assert advice(ModuleNotFoundError(name="fcntl"), "serve") == (
        "does not run on Windows; use the Windows Subsystem for Linux"
    )


def test_a_name_of_a_package_that_needs_an_extra_says_so() -> None:
    program = "import sys\nsys.modules['numpy'] = None\nimport uth.exact\nuth.exact.advise"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("uth.exact.advise: numpy is not installed; run: pip install 'uth[exact]'\n")
