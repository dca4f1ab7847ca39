"""Write src/uth/exact/standard_starts.json: the value of each action of each starting hand in the standard game."""

from __future__ import annotations

import json

from uth.exact.advice import STANDARD_STARTS, solved_starts
from uth.exact.game import MainGame


def text() -> str:
    values = solved_starts(MainGame())
    lines = {
        name: {str(multiple): f"{value.numerator}/{value.denominator}" for multiple, value in sorted(each.items())}
        for name, each in values.items()
    }
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(each)}" for name, each in lines.items())
    return f"{{\n{rows}\n}}\n"


if __name__ == "__main__":
    STANDARD_STARTS.write_text(text(), encoding="utf-8")
    print(STANDARD_STARTS.name)
