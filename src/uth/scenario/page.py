"""Every phrase of a script on one page: what `uth deal --phrases` prints and docs/scenarios.md holds."""

from __future__ import annotations

from collections.abc import Iterator

from uth.scenario.checks import CHECKS, EXPECT
from uth.scenario.header import KEYS
from uth.scenario.house_lines import SHORTHAND
from uth.scenario.phrases import COMMANDS, REPORT, REPORTED
from uth.scenario.samples import SAMPLES, posted_sample, table_sample
from uth.scenario.sentences import Teller


def sections() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each part of the page: its heading and an example of every phrase in it."""
    yield "The header", tuple(f"{key}: {example}" for key, example in KEYS.items())
    yield "Cards", ("cards: seat 1 AsAd, dealer KdQc, board 2c7d9hJd3s, burn 4h5h", "deck: As Kd 7c 2h")
    for group, phrases in COMMANDS.items():
        yield group, tuple(phrase.pattern.example for phrase in phrases)
    yield "What went wrong", tuple(REPORT + phrase.pattern.example for phrase in REPORTED)
    yield "The house dealer takes several steps", tuple(each.pattern.example for each in SHORTHAND)
    yield "How the table stands", tuple(EXPECT + check.pattern.example for check in CHECKS)
    yield (
        "What must happen",
        (
            *_sentences(),
            "=> all hands are void (MA.14a)",
            "=> refused step_not_due: due now: ShowFlop",
            "=> nothing else",
        ),
    )


def _sentences() -> Iterator[str]:
    posted = posted_sample()
    teller, table = Teller(posted=posted), table_sample(posted)
    for event in SAMPLES:
        yield f"=> {teller.sentence(event, table)}"


def phrase_lines() -> Iterator[str]:
    """Yield the page as text."""
    for at, (heading, phrases) in enumerate(sections()):
        yield from ("",) if at else ()
        yield f"# {heading}"
        yield from phrases
