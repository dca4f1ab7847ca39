"""Sessions written to a file as they come, one row each: CSV, or Parquet where pyarrow is installed."""

from __future__ import annotations

import csv
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from uth.errors import Malformed
from uth.kernels.exact_index import Integers
from uth.kernels.sim_table import DROUGHT, FALL, HIGHEST, LOWEST, NET, REACHED, RUINED, THROUGH
from uth.sim.prepared import Prepared

COLUMNS: Final = {
    "result_cents": NET,
    "lowest_cents": LOWEST,
    "highest_cents": HIGHEST,
    "deepest_fall_cents": FALL,
    "longest_below_peak_hands": DROUGHT,
    "ruined_at_hand": RUINED,
    "goal_at_hand": REACHED,
    "without_stopping_cents": THROUGH,
}
NAMES: Final = ("session", "seat", *COLUMNS)


class SessionFile:
    """A file that sessions go to."""

    def __init__(self, path: Path, prepared: Prepared) -> None:
        self.path, self.seats, self.rows = path, len(prepared.plan.seats), 0
        if path.suffix not in (".csv", ".parquet"):
            raise Malformed("sessions-out", str(path), "is neither CSV nor Parquet; its name ends in .csv or .parquet")
        try:
            self._open()
        except OSError as fault:
            raise self._refusal(fault) from None

    def _open(self) -> None:
        if self.path.suffix == ".csv":
            self.text = self.path.open("w", encoding="utf-8", newline="")
            self.csv = csv.writer(self.text)
            self.csv.writerow(NAMES)
            return
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            says = "needs pyarrow: pip install 'uth[parquet]', or write to a file that ends in .csv"
            raise Malformed("sessions-out", str(self.path), says) from None
        self.arrow = pyarrow
        schema = pyarrow.schema([(name, pyarrow.int64()) for name in NAMES])
        self.parquet: Any = pyarrow.parquet.ParquetWriter(str(self.path), schema)

    def _refusal(self, fault: OSError) -> Malformed:
        return Malformed("sessions-out", str(self.path), f"cannot be written: {fault.strerror or fault}")

    def add(self, sessions: Integers) -> None:
        """Write the sessions of the next block, their amounts in cents."""
        columns = [[], [], *(sessions[:, at].tolist() for at in COLUMNS.values())]
        numbers = range(self.rows, self.rows + len(sessions))
        columns[0] = [1 + number // self.seats for number in numbers]
        columns[1] = [1 + number % self.seats for number in numbers]
        self.rows += len(sessions)
        try:
            if self.path.suffix == ".csv":
                self.csv.writerows(zip(*columns, strict=True))
                self.text.flush()
            else:
                self.parquet.write_table(self.arrow.table(dict(zip(NAMES, columns, strict=True))))
        except OSError as fault:
            self._give_up()
            raise self._refusal(fault) from None

    def _give_up(self) -> None:
        """Let go of a file that takes no more."""
        with suppress(OSError):
            if self.path.suffix == ".csv":
                self.text.close()
            else:
                self.parquet.close()

    def close(self) -> None:
        """Finish the file."""
        try:
            if self.path.suffix == ".csv":
                self.text.close()
            else:
                self.parquet.close()
        except OSError as fault:
            raise self._refusal(fault) from None
