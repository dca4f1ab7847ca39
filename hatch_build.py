"""Build hook: a wheel or source distribution always contains the page.

An editable install (`make setup`) builds the page itself and skips this. Without Node.js the build stops, unless
UTH_WITHOUT_PAGE is set: then everything but the page works.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NO_NODE = (
    "the page is not built: it needs Node.js 18 or newer with npm. "
    "Install them, or set UTH_WITHOUT_PAGE=1 to build the package without the page."
)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Build the page before it is packed, if it is not there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Run npm, or stop with a reason."""
        root = Path(self.root)
        if (
            version == "editable"
            or os.environ.get("UTH_WITHOUT_PAGE")
            or (root / "src/uth/web/page/index.html").is_file()
        ):
            return
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError(NO_NODE)
        for step in (
            ("ci", "--omit=dev", "--no-update-notifier", "--no-audit", "--no-fund"),
            ("run", "--silent", "build"),
        ):
            subprocess.run([npm, *step], cwd=root / "frontend", check=True)
