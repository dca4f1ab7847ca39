"""The program as it is installed, for tests that run it in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

UTH = str(Path(sys.executable).parent / "uth")
