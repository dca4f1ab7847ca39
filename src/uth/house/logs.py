"""Log lines of the program, as JSON unless they go to a terminal; never a card, a key or a secret."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, Final, TextIO

import structlog
from structlog.stdlib import BoundLogger, ProcessorFormatter

LEVELS: Final = ("debug", "info", "warning", "error")
HIDDEN: Final = "(hidden)"
_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])|Card\([^)]*\)")
_SECRET: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:[0-9a-f]{32,}|(?=[a-z0-9_-]*[A-Z])[A-Za-z0-9_-]{30,})(?![A-Za-z0-9_-])|\$argon2\S*"
)
_PASSWORD: Final = re.compile(r"(?<=://)([^/@\s:]+):[^/@\s]+@")

Fields = MutableMapping[str, Any]

_FIRST: Final[list[Any]] = [
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]
"""The processors of every log line."""

LOG: BoundLogger = structlog.wrap_logger(
    logging.getLogger("uth"),
    processors=[structlog.stdlib.filter_by_level, *_FIRST, ProcessorFormatter.wrap_for_formatter],
    wrapper_class=BoundLogger,
)
"""The logger of the house; `write_logs` sets where its lines go."""


def hidden(text: str) -> str:
    """Return the text with anything masked that looks like a card, a key, a token or a password in a URL."""
    return _PASSWORD.sub(rf"\1:{HIDDEN}@", _SECRET.sub(HIDDEN, _CARD.sub(HIDDEN, text)))


def without_secrets(_: object, __: str, fields: Fields) -> Fields:
    """Mask cards and secrets in every field of a line; the last processor before rendering."""
    return {name: _hidden(value) for name, value in fields.items()}


def _hidden(value: Any) -> Any:
    match value:
        case None | bool() | int() | float():
            return value
        case dict():
            return {str(name): _hidden(each) for name, each in value.items()}
        case list() | tuple():
            return [_hidden(each) for each in value]
        case _:
            return hidden(str(value))


def write_logs(level: str, stream: TextIO | None = None) -> None:
    """Write lines of this level and above to standard error or the given stream; other libraries only write warnings.

    The level applies to the house's own loggers, since a library at debug would log the frames it sends.
    """
    stream = stream if stream is not None else sys.stderr
    last: Any = structlog.dev.ConsoleRenderer() if stream.isatty() else structlog.processors.JSONRenderer()
    line = [ProcessorFormatter.remove_processors_meta, without_secrets, last]
    written = logging.StreamHandler(stream)
    written.setFormatter(ProcessorFormatter(foreign_pre_chain=_FIRST, processors=line))
    root = logging.getLogger()
    root.handlers = [written]
    root.setLevel(logging.WARNING)
    logging.getLogger("uth").setLevel(level.upper())
