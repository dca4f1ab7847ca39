"""Number the sentences of the five documents: the list that every printed rule book is checked against.

    scripts/build_sentence_lists.py FOLDER           write tests/rules/sentences/*.txt from the documents in FOLDER
    scripts/build_sentence_lists.py FOLDER --check   only say which sentences differ from the lists

The documents are not in the repository. A list has one line for each sentence, heading and table of its document:
its number, the start of the SHA-256 of its text, and its first words. Which printed sentence has which number is in
src/uth/rulebook/texts; tests/rules/test_document_sentences.py compares the two.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

from uth.rules.registry import documents

ROOT: Final = Path(__file__).resolve().parents[1]
LISTS: Final = ROOT / "tests" / "rules" / "sentences"
_MARKUP: Final = re.compile(r"</?[a-z]+>|[*#|\\]+")
_SENTENCE_END: Final = re.compile(r"(?<=[.;:!?”\"])\s+(?=[A-Z(“\"*])")
_ABBREVIATED: Final = re.compile(r"(?:Inc|i\.e|e\.g)\.(?:®)?$")


def sentences_of(text: str) -> list[str]:
    """Return the sentences, headings and tables of a document, in order, without markup."""
    found: list[str] = []
    for in_table, lines in groupby(filter(str.strip, text.splitlines()), key=_in_table):
        plain = [" ".join(_MARKUP.sub(" ", line).split()) for line in lines]
        if in_table:
            found.append(" / ".join(row for row in plain if re.search(r"\w", row)))
        else:
            found += (sentence for line in plain if line for sentence in _sentences(line))
    return [sentence for sentence in found if re.search(r"\w", sentence)]


def _in_table(line: str) -> bool:
    """Return whether the line is a row of figures; a row that is a sentence counts as one."""
    row = "\t" in line or line.startswith("|")
    return row and not (len(line.split()) > 7 and re.search(r"\.[\s|<>/a-z]*$", line))


def _sentences(line: str) -> Iterator[str]:
    parts = _SENTENCE_END.split(line)
    held = ""
    for part in parts:
        held = f"{held} {part}".strip()
        if not _ABBREVIATED.search(held) and not re.fullmatch(r"-?\s*(?:\(?\w{1,3}[.)])", held):
            yield held
            held = ""
    if held:
        yield held


def listed(sentences: list[str]) -> str:
    """Return the list of a document: number, fingerprint and first words of each sentence."""
    lines = []
    for number, sentence in enumerate(sentences, start=1):
        first = " ".join(re.sub(r"^-?\s*(?:\(?\w{1,3}[.)]\s)?", "", sentence).split()[:4])
        lines.append(f"{number:3} {sha256(sentence.encode()).hexdigest()[:10]} {first}\n")
    return "".join(lines)


def main() -> int:
    """Write the lists, or compare them with the documents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder of the documents")
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--show", metavar="KEY", help="print the numbered sentences of one document")
    options = parser.parse_args()
    different = 0
    for key, file in zip(documents(), sorted(options.folder.glob("*.txt")), strict=True):
        sentences = sentences_of(file.read_text(encoding="utf-8"))
        if options.show is not None:
            if options.show == key:
                print("\n".join(f"{number:3} {text}" for number, text in enumerate(sentences, start=1)))
            continue
        now, kept = listed(sentences), LISTS / f"{key}.txt"
        before = kept.read_text(encoding="utf-8") if kept.exists() else ""
        changed = sorted(set(now.splitlines()) ^ set(before.splitlines()))
        different += len(changed)
        print(f"{key}: {len(sentences)} sentences, {len(changed)} lines differ", *changed[:10], sep="\n  ")
        if not options.check:
            LISTS.mkdir(exist_ok=True)
            kept.write_text(now, encoding="utf-8")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
