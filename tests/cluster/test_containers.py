"""The Dockerfile and compose.yaml: every file they name exists, and their steps work from a plain clone.

No container engine is needed: the steps of the Dockerfile run in folders that stand for its stages.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import typer.main
import yaml

from uth.cli.app import app

ROOT = Path(__file__).parent.parent.parent
NODES = ("n1", "n2", "n3")
KNOWN = {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT", "CMD"}
IMAGE = re.compile(r"[a-z0-9./-]+:[0-9]+(\.[0-9]+)?(-slim)?")
"""A name with a version: a build next year must not begin from something else."""


@dataclass
class Stage:
    """One `FROM` of the Dockerfile."""

    image: str
    name: str
    lines: list[tuple[str, str]] = field(default_factory=list)


def stages() -> list[Stage]:
    found: list[Stage] = []
    for line in (ROOT / "Dockerfile").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        assert word in KNOWN, line
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            found.append(Stage(image, name))
        else:
            found[-1].lines.append((word, rest))
    return found


def options_of(words: list[str]) -> dict[str, Any]:
    """Return the options as `uth` reads them; a name that it does not know fails."""
    group: Any = typer.main.get_command(app)
    command = group.commands[words[0]]
    found: dict[str, Any] = command.make_context(words[0], words[1:]).params
    return found


def test_the_dockerfile_begins_from_fixed_versions_and_copies_what_is_there() -> None:
    page, package, server = stages()
    assert all(IMAGE.fullmatch(stage.image) for stage in (page, package, server))
    for stage in (page, package):
        for word, rest in stage.lines:
            if word == "COPY" and not rest.startswith("--from="):
                assert all((ROOT / each).exists() for each in rest.split()[:-1]), rest
    ends = dict(server.lines)
    assert int(ends["USER"]) != 0
    assert json.loads(ends["ENTRYPOINT"]) == ["uth"]
    assert options_of(json.loads(ends["CMD"]))["host"] == "0.0.0.0"
    assert {"postgres", "pdf"} <= set(re.findall(r"--extra (\w+)", " ".join(rest for _, rest in package.lines)))
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".git", ".venv", "**/node_modules", "src/uth/web/page"} <= set(ignored)


def test_the_dockerfile_has_no_fault_that_hadolint_finds() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([hadolint, "--no-color", ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout


def test_compose_has_a_database_three_nodes_and_a_proxy_that_asks_them_whether_they_are_ready() -> None:
    document = yaml.safe_load((ROOT / "compose.yaml").read_text())
    services = document["services"]
    assert services.keys() == {"database", "proxy", *NODES}
    assert all(IMAGE.fullmatch(services[name]["image"]) for name in ("database", "proxy"))
    (subnet,) = (each["subnet"] for each in document["networks"]["house"]["ipam"]["config"])
    database = services["database"]["environment"]
    for name in NODES:
        node = services[name]
        options = options_of(shlex.split(node["command"].replace("${UTH_HOST:-localhost}", "localhost")))
        assert (options["node"], options["node_address"]) == (name, f"http://{name}:8000")
        assert node["hostname"] == name, "the proxy asks /readyz under this name"
        assert ip_network(options["behind_proxy"]) == ip_network(subnet)
        user, place = database["POSTGRES_USER"], database["POSTGRES_DB"]
        assert options["database"] == f"postgresql://{user}@database/{place}"
        assert node["environment"]["PGPASSWORD"] == database["POSTGRES_PASSWORD"]
        assert int(node["stop_grace_period"].removesuffix("s")) > 35, "rounds end, and sockets close"
    proxy = document["configs"]["proxy"]["content"]
    assert f"reverse_proxy {' '.join(f'{name}:8000' for name in NODES)} " in proxy
    assert "health_uri /readyz" in proxy


@pytest.mark.slow
def test_the_steps_of_the_dockerfile_build_a_server_with_its_page_from_a_plain_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
    page, package, _ = stages()
    for stage in (page, package):
        _build(stage, clone, tmp_path)
    uth = tmp_path / "package" / "opt/uth/bin/uth"
    assert "uth serve" in subprocess.run([uth, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    subprocess.run([uth.with_name("python"), "-c", "import fpdf, psycopg, uth.web.server"], check=True)
    (installed,) = (tmp_path / "package/opt/uth/lib").glob("python*/site-packages/uth")
    assert (installed / "web/page/index.html").is_file()
    assert not installed.is_symlink()


def _build(stage: Stage, clone: Path, folder: Path) -> None:
    """Run the lines of a stage in a folder that stands for its file system."""
    root, here, environment = folder / stage.name, "", {**os.environ, "PATH": _path()}
    environment.pop("VIRTUAL_ENV", None)
    for word, rest in stage.lines:
        match word:
            case "WORKDIR":
                here = rest.lstrip("/")
                (root / here).mkdir(parents=True, exist_ok=True)
            case "ENV":
                name, _, value = rest.partition("=")
                environment[name] = f"{root}{value}"
            case "COPY":
                _copy(rest.split(), clone, folder, root / here)
            case "RUN":
                subprocess.run(rest, shell=True, cwd=root / here, env=environment, check=True)


def _copy(words: list[str], clone: Path, folder: Path, here: Path) -> None:
    source, outside = clone, "/"
    if words[0].startswith("--from="):
        stage = words.pop(0).removeprefix("--from=")
        if stage not in {each.name for each in stages()}:
            return  # uv from its own image; the one beside this interpreter is used
        source = folder / stage
    *names, to = words
    for name in names:
        found, target = source / name.lstrip(outside), here / to
        if found.is_dir():
            shutil.copytree(found, target, dirs_exist_ok=True)
        else:
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(found, target)


def _path() -> str:
    return f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
