"""Hooks of the documentation site: a link to a file of the repository becomes its name.

The pages are read in the repository too, where such a link works; the site contains only the pages.
"""

from __future__ import annotations

import re
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./([^)]+)\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    return OUTSIDE.sub(lambda link: f"{link[1]} (`{link[2]}`)" if link[1] != link[2] else f"`{link[2]}`", markdown)
