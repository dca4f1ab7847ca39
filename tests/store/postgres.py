"""A real PostgreSQL for the tests: their own server on a private socket, removed afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

PLACES = ("/usr/lib/postgresql", "/usr/local/pgsql", "/opt/homebrew/opt/postgresql")
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "autovacuum": "off",
    **({"recovery_init_sync_method": "syncfs"} if sys.platform == "linux" else {}),
    "log_min_messages": "panic",
}


def binaries() -> Path | None:
    """Return the folder with PostgreSQL's server, or ``None`` where there is none."""
    found = [Path(path).resolve().parent for path in [shutil.which("initdb")] if path]
    for place in PLACES:
        found += sorted((each.parent for each in Path(place).glob("**/bin/initdb")), key=_version, reverse=True)
    return next((each for each in found if (each / "postgres").exists()), None)


def _version(folder: Path) -> list[int]:
    return [int(part) for part in folder.parts if part.isdigit()]


class Server:
    """A server in a folder of its own; PostgreSQL refuses to run as root, so root runs it as somebody else."""

    def __init__(self, bin_: Path) -> None:
        self._bin = bin_
        self._folder = Path(tempfile.mkdtemp(prefix="uth-pg-", dir="/tmp"))
        self._user = _somebody_else() if os.geteuid() == 0 else None
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._postgres: subprocess.Popen[bytes] | None = None
        self._schemas = 0
        self._run("initdb", "--auth=trust", "--username=uth", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.start()

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._bin / program), *words, "-D", str(self._folder / "pg")]
        done = subprocess.run(command, user=self._user, cwd=self._folder, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()

    def start(self) -> None:
        """Have the server answer."""
        words = [f"-c{name}={value}" for name, value in SETTINGS.items()]
        self._postgres = subprocess.Popen(
            [str(self._bin / "postgres"), "-D", str(self._folder / "pg"), "-k", str(self._folder), *words],
            user=self._user,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.dsn).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, "PostgreSQL did not start"
                assert self._postgres.poll() is None, "PostgreSQL ended by itself"
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Have the server end: SIGINT cuts every connection, SIGQUIT is as good as a power cut."""
        if self._postgres is not None:
            self._postgres.send_signal(how)
            self._postgres.wait(30)
            self._postgres = None

    @contextmanager
    def asleep(self) -> Iterator[None]:
        """Have the server and all its processes stand still, their connections open, as long as the block lasts."""
        assert self._postgres is not None
        first = self._postgres.pid
        listed = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        processes = [first, *map(int, listed)]
        for each in processes:
            os.kill(each, signal.SIGSTOP)
        try:
            yield
        finally:
            for each in processes:
                os.kill(each, signal.SIGCONT)

    def remove(self) -> None:
        """Have nothing left of the server."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def dsn(self) -> str:
        """How psycopg reaches it."""
        return f"host={self._folder} user=uth dbname=postgres"

    def new_url(self) -> str:
        """Return the URL of an empty schema that nobody else uses."""
        self._schemas += 1
        name = f"house_{self._schemas}"
        with psycopg.connect(self.dsn) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        options = quote(f"-csearch_path={name}", safe="")
        return f"postgresql://uth@/postgres?host={quote(str(self._folder), safe='')}&options={options}"


def _somebody_else() -> str:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name).pw_name
        except KeyError:
            continue
    raise AssertionError("PostgreSQL does not run as root, and there is no user postgres or nobody")
