"""Build the wheel and the source distribution, check them, install them in a clean environment, and write an SBOM.

`make release` runs it. Nothing is uploaded; everything is in dist/.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path

import check_install

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
BIN = Path(sys.executable).parent


def main() -> int:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(DIST))
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    require_contents(wheel, sdist, version)
    run(BIN / "twine", "check", "--strict", wheel, sdist)
    run(BIN / "check-wheel-contents", wheel)
    sbom = DIST / f"uth-{version}.cdx.json"
    export = (BIN / "uv", "export", "--quiet", "--locked", "--all-extras", "--no-dev", "--format", "cyclonedx1.5")
    run(*export, "--preview-features", "sbom-export", "--output-file", sbom)
    for artifact in (wheel, sdist):
        with tempfile.TemporaryDirectory() as place:
            installed = check_install.install(artifact, check_install.CORE, Path(place))
        print(f"{artifact.name}: {installed}")
        if installed.failed:
            return 1
    print("\n".join(f"dist/{each.name}" for each in sorted(DIST.iterdir())))
    return 0


def run(*command: str | Path) -> None:
    subprocess.run([str(each) for each in command], cwd=ROOT, check=True)


def require_contents(wheel: Path, sdist: Path, version: str) -> None:
    """Stop if the version is not the same everywhere, or the page, a book or a schema is missing."""
    files = {"CITATION.cff": rf"^version: {version}$", "src/uth/__init__.py": rf'^__version__ = "{version}"$'}
    for name, line in files.items():
        if not re.search(line, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE):
            raise SystemExit(f"{name} is not of version {version}")
    packed = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(sdist) as archive:
        sources = {each.name.partition("/")[2] for each in archive}
    wanted = {f"uth/{name}" for name in ("web/page/index.html", "rules/books/nevada.toml", "py.typed")}
    wanted |= {f"uth/adjudicate/schemas/{name}.schema.json" for name in ("round", "settlement")}
    missing = (wanted - packed) | ({f"src/{name}" for name in wanted} - sources)
    if missing:
        raise SystemExit(f"not packed: {', '.join(sorted(missing))}")


if __name__ == "__main__":
    raise SystemExit(main())
