"""Install the wheel with each extra in a clean environment, run its commands there, and print time, size and packages.

.venv/bin/python scripts/check_install.py                      # the core and every extra
.venv/bin/python scripts/check_install.py core exact           # these
.venv/bin/python scripts/check_install.py core --python 3.12   # with another Python, if it is there

Run it in an environment with every extra: the house that `uth join` and `uth verify` need is started from there.
"""

from __future__ import annotations

import argparse
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from socket import socket

ROOT = Path(__file__).resolve().parents[1]
CORE = "core"
HOUSE = "{house}"
"""Stands for the address of a running house in a command."""
COMMANDS: dict[str, tuple[str, ...]] = {
    CORE: (
        "uth --version",
        "uth settle round.json",
        "uth rules show greece",
        "uth rules diff nevada greece",
        "uth clauses MA.9g",
        "uth deal --phrases",
        "uth play --plain",
    ),
    "client": (f"uth join {HOUSE}/table/nevada --name Bob --plain",),
    "cluster": ("uth sim --rounds 1000 --strategy simple --ray local --workers 1",),
    "env": ("python -c import~gymnasium,uth.env;gymnasium.make('uth/Nevada-v0').reset(seed=7)",),
    "exact": ("uth exact --bet trips", "uth advise --hole Ah7d --board Kd9s2c"),
    "meter": ("uth meter new link.meter --rules nevada", "uth meter show link.meter"),
    "parquet": ("uth sim --rounds 1000 --session 100 --sessions-out out.parquet",),
    "pdf": (
        "uth meter new link.meter --rules greece",
        "uth meter join link.meter --table T1",
        "uth meter coin-in link.meter --table T1 --round 1 --seats 1",
        "uth meter award link.meter --table T1 --seat 1 --hand royal_flush --evidence Ah~Kh~Qh~Jh~Th --by Lee",
        "uth meter win-page link.meter 1 -o win.pdf",
    ),
    "postgres": ("python -c import~psycopg,uth.web.server",),
    "serve": ("uth house verify",),
    "sim": ("uth sim --rounds 1000 --strategy simple",),
    "tui": ("python -c import~uth.terminal.app",),
    "verify": (f"uth verify proof.json --key {HOUSE}",),
}
"""What must work with an extra alone, outside the checkout; ~ is a blank within a word."""


def sample_round() -> str:
    """Return the round in docs/settle.md."""
    (found,) = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "settle.md").read_text(encoding="utf-8"), re.DOTALL)
    return str(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What an install took."""

    extra: str
    python: str
    seconds: float
    megabytes: float
    bytecode: float
    packages: int
    failed: tuple[str, ...]

    def __str__(self) -> str:
        said = "; ".join(self.failed) or "ok"
        return (
            f"{self.python:<8} {self.extra:<9} {self.seconds:6.1f} s {self.megabytes:7.1f} MB "
            f"+ {self.bytecode:5.1f} MB bytecode {self.packages:3} packages  {said}"
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
    before = _sizes(venv)
    place = str(wheel) if extra == CORE else f"{wheel}[{extra}]"
    pip = [str(venv / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", place]
    started = time.monotonic()
    subprocess.run(pip, check=True)
    seconds = time.monotonic() - started
    megabytes, bytecode = ((now - then) / 1e6 for now, then in zip(_sizes(venv), before, strict=True))
    listed = subprocess.run([*pip[:1], "list", "--format=json"], capture_output=True, text=True, check=True)
    packages = [each["name"] for each in json.loads(listed.stdout) if each["name"] not in ("pip", "setuptools")]
    version = subprocess.run([venv / "bin" / "python", "-V"], capture_output=True, text=True, check=True).stdout
    return Installed(
        extra=extra,
        python=version.split()[1],
        seconds=seconds,
        megabytes=megabytes,
        bytecode=bytecode,
        packages=len(packages),
        failed=tuple(_failures(venv / "bin", extra, folder)),
    )


def _sizes(folder: Path) -> tuple[int, int]:
    """Return the bytes of the files, and those of the bytecode that pip compiles from them."""
    sizes = [0, 0]
    for each in folder.rglob("*"):
        if each.is_file() and not each.is_symlink():
            sizes[each.suffix == ".pyc"] += each.stat().st_size
    return sizes[0], sizes[1]


def _failures(binaries: Path, extra: str, folder: Path) -> list[str]:
    """Return the commands of the extra that fail in a folder of its own, each with the last line it printed."""
    work = folder / "work"
    work.mkdir()
    (work / "round.json").write_text(sample_round(), encoding="utf-8")
    failed: list[str] = []
    if extra == "serve":
        with open_house(binaries, work) as house:
            failed += _page_failures(house)
    needs_house = any(HOUSE in command for command in COMMANDS[extra])
    with open_house(Path(sys.executable).parent, folder / "house") if needs_house else nullcontext("") as house:
        if needs_house:
            (work / "proof.json").write_bytes(_played_round(house, folder / "house"))
        for command in COMMANDS[extra]:
            failed += _failure(binaries, command.replace(HOUSE, house), work)
    if extra == "tui":
        failed += _drawing_failures(binaries, work)
    if extra == CORE:
        for other, (command, *_) in COMMANDS.items():
            if other != CORE and command.startswith("uth"):
                failed += _advice_failures(binaries, command, work)
    return failed


def _run(binaries: Path, command: str, work: Path, said: str = "quit\n") -> subprocess.CompletedProcess[str]:
    name, *words = (word.replace("~", " ") for word in command.split())
    return subprocess.run(
        [str(binaries / name), *words],
        cwd=work,
        env=_environment(work),
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


def _environment(work: Path) -> dict[str, str]:
    return {**os.environ, "HOME": str(work), "XDG_DATA_HOME": str(work), "PYTHONPATH": "", "TERM": "xterm-256color"}


def _failure(binaries: Path, command: str, work: Path) -> list[str]:
    done = _run(binaries, command, work)
    return [f"{command}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}"] if done.returncode else []


def _advice_failures(binaries: Path, command: str, work: Path) -> list[str]:
    """Return a fault unless the command says in one line which extra to install."""
    done = _run(binaries, command.replace(HOUSE, "http://127.0.0.1:1"), work)
    advised = re.fullmatch(r"uth [a-z]+: \w+ is not installed; run: pip install 'uth\[\w+\]'\n", done.stderr)
    return [] if done.returncode == 2 and advised else [f"{command}: {done.stderr}"]


@contextmanager
def open_house(binaries: Path, folder: Path) -> Iterator[str]:
    """Start a house and yield its address; its data and what it prints are in the folder."""
    folder.mkdir(exist_ok=True)
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with (folder / "serve.log").open("wb") as log:
        serve = [str(binaries / "uth"), "serve", "--port", str(port)]
        house = subprocess.Popen(serve, cwd=folder, env=_environment(folder), stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(600):
            if house.poll() is None and _answers(f"{address}/readyz"):
                break
            time.sleep(0.1)
        else:
            raise SystemExit(f"uth serve did not start: {(folder / 'serve.log').read_text(encoding='utf-8')}")
        yield address
    finally:
        house.send_signal(signal.SIGTERM)
        house.wait(60)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _page_failures(house: str) -> list[str]:
    """Return which files of the page the house does not have."""
    with urllib.request.urlopen(house, timeout=10) as answer:
        page = answer.read().decode()
    files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    missing = [f"{name} is missing" for name in files if not _answers(house + name)]
    return missing if any(name.endswith(".js") for name in files) else ["uth serve: the page has no script"]


def _played_round(house: str, folder: Path) -> bytes:
    """Play a round at the house and return it with its proof."""
    done = _run(
        Path(sys.executable).parent, f"uth join {house}/table/nevada --name Ann --plain", folder, "ante 10\ndeal\n4\n"
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    with urllib.request.urlopen(f"{house}/api/v1/tables/nevada/rounds/1/proof", timeout=10) as answer:
        return bytes(answer.read())


def _drawing_failures(binaries: Path, work: Path) -> list[str]:
    """Return a fault unless `uth play` draws its table on a terminal and ends at Q."""
    process, terminal = pty.fork()
    if not process:
        os.chdir(work)
        os.execve(binaries / "uth", ["uth", "play"], _environment(work))
    drawn, ends = b"", time.monotonic() + 60
    while b"Ante" not in drawn and time.monotonic() < ends:
        drawn += os.read(terminal, 65536)
    os.write(terminal, b"q")
    while time.monotonic() < ends:
        try:
            drawn += os.read(terminal, 65536)
        except OSError:  # it has ended
            break
    else:
        os.kill(process, signal.SIGKILL)
    _, status = os.waitpid(process, 0)
    return [f"uth play: {drawn[-200:].decode(errors='replace')!r}"] if status or b"Ante" not in drawn else []


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
