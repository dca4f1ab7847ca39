"""Install the wheel with each extra in a clean environment, run its commands there, and print time, size and packages.

.venv/bin/python scripts/check_install.py                      # the core and every extra
.venv/bin/python scripts/check_install.py core exact           # these
.venv/bin/python scripts/check_install.py core --python 3.12   # with another Python, if it is there
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE = "core"
ROUND = {
    "rules": "massachusetts",
    "board": ["7h", "7c", "2s", "Kd", "9d"],
    "dealer": ["Qs", "Qd"],
    "seats": [
        {
            "seat": 1,
            "player": "Ann",
            "hole": ["7s", "Ad"],
            "wagers": {"ante": 1000, "blind": 1000},
            "decision": {"street": "preflop", "multiple": 4},
        }
    ],
}
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    CORE: (
        ("uth", "--version"),
        ("uth", "settle", "round.json"),
        ("uth", "rules", "show", "greece"),
        ("uth", "rules", "diff", "nevada", "greece"),
        ("uth", "play", "--plain"),
    ),
    "client": (("python", "-c", "import uth.client"),),
    "cluster": (("uth", "sim", "--rounds", "1000", "--strategy", "simple", "--ray", "local", "--workers", "1"),),
    "env": (("python", "-c", "import gymnasium, uth.env; gymnasium.make('uth/Nevada-v0').reset(seed=7)"),),
    "exact": (("uth", "exact", "--bet", "trips"), ("uth", "advise", "--hole", "Ah7d", "--board", "Kd9s2c")),
    "meter": (("uth", "meter", "new", "link.meter", "--rules", "nevada"), ("uth", "meter", "show", "link.meter")),
    "parquet": (("uth", "sim", "--rounds", "1000", "--session", "100", "--sessions-out", "out.parquet"),),
    "pdf": (("python", "-c", "import fpdf, uth.views.win_page_pdf"),),
    "postgres": (("python", "-c", "import psycopg, uth.web.server"),),
    "serve": (("python", "-c", "from uth.web.page import is_built; import uth.web.server; assert is_built()"),),
    "sim": (("uth", "sim", "--rounds", "1000", "--strategy", "simple"),),
    "tui": (("python", "-c", "import uth.terminal.app"),),
    "verify": (("python", "-c", "import uth.history.round_check"),),
}
"""What must work with an extra alone, outside the checkout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What an install took."""

    extra: str
    python: str
    seconds: float
    megabytes: float
    packages: int
    failed: tuple[str, ...]

    def __str__(self) -> str:
        said = "; ".join(self.failed) or "ok"
        return (
            f"{self.python:<8} {self.extra:<9} {self.seconds:6.1f} s {self.megabytes:7.1f} MB "
            f"{self.packages:3} packages  {said}"
        )


def build(folder: Path) -> Path:
    """Return the wheel of this checkout."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, extra: str, folder: Path, python: str = sys.executable) -> Installed:
    """Install the wheel with pip in a new environment, and run the extra's commands there."""
    venv = folder / "venv"
    subprocess.run([python, "-m", "venv", str(venv)], check=True)
    before = _size(venv)
    place = str(wheel) if extra == CORE else f"{wheel}[{extra}]"
    pip = [str(venv / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", place]
    started = time.monotonic()
    subprocess.run(pip, check=True)
    seconds = time.monotonic() - started
    megabytes = (_size(venv) - before) / 1e6
    listed = subprocess.run([*pip[:1], "list", "--format=json"], capture_output=True, text=True, check=True)
    packages = [each["name"] for each in json.loads(listed.stdout) if each["name"] not in ("pip", "setuptools")]
    work = folder / "work"
    work.mkdir()
    (work / "round.json").write_text(json.dumps(ROUND), encoding="utf-8")
    failed = tuple(_failures(venv, work, COMMANDS[CORE] if extra == CORE else COMMANDS.get(extra, ())))
    version = subprocess.run([venv / "bin" / "python", "-V"], capture_output=True, text=True, check=True).stdout
    return Installed(
        extra=extra,
        python=version.split()[1],
        seconds=seconds,
        megabytes=megabytes,
        packages=len(packages),
        failed=failed,
    )


def _size(folder: Path) -> int:
    """Return the bytes of the files, without the bytecode that Python can write again."""
    files = (each for each in folder.rglob("*") if each.suffix != ".pyc" and each.is_file() and not each.is_symlink())
    return sum(each.stat().st_size for each in files)


def _failures(venv: Path, work: Path, commands: Sequence[Sequence[str]]) -> list[str]:
    """Return the commands that fail, each with the last line it printed."""
    failed = []
    environment = {**os.environ, "HOME": str(work), "XDG_DATA_HOME": str(work), "PYTHONPATH": ""}
    for name, *words in commands:
        done = subprocess.run(
            [str(venv / "bin" / name), *words],
            cwd=work,
            env=environment,
            input="quit\n",
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            failed.append(f"{name} {' '.join(words)}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}")
    return failed


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("extras", nargs="*", default=list(COMMANDS), metavar="EXTRA")
    options.add_argument("--python", default=sys.executable, help="a version, as 3.12, or a path")
    given = options.parse_args()
    python = f"python{given.python}" if given.python[0].isdigit() else given.python
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        for extra in given.extras:
            with tempfile.TemporaryDirectory() as place:
                done = install(wheel, extra, Path(place), python)
            print(done, flush=True)
            status = status or bool(done.failed)
    return int(status)


if __name__ == "__main__":
    raise SystemExit(main())
