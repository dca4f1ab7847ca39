"""The page's own check of a round, run by Node.js: its decks are the house's, and every change is found."""

from __future__ import annotations

import copy
import hashlib
import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.played_house import PlayedHouse
from uth.history.round_check import check_round
from uth.history.round_document import Viewer, sealed, signed_document
from uth.house.fairness import Commitment, Proof, deck_of, shuffle_key
from uth.house.signing_key import ROUND, new_key
from uth.rules.loader import BOOKS, load_book
from uth.units import PlayerId, Seat
from uth.views.listing import listed_book

KEY = new_key()
FRONTEND = Path(__file__).parents[2] / "frontend"
WAYS = [(book, way.name) for book in BOOKS for way in load_book(book).dealing]
VIEWERS = (Viewer(player=PlayerId("ann~1")), Viewer(), Viewer(all=True))
ASKED = """
import { readFileSync } from "node:fs"
import { webcrypto } from "node:crypto"
import { checkRound } from "./verify"
import { plainSha256, sha256, hex, unhex } from "./sha256"
import { commitmentOf, cutAt, deckOf, shuffleKey } from "./shuffle"
globalThis.crypto ??= webcrypto
const dealt = async (it) => cutAt(await deckOf(await shuffleKey(unhex(it.secret), it.words, it.nth)), it.cut)
const books = __BOOKS__
const answers = {
  deck: async (key) => (await deckOf(unhex(key))).join(" "),
  dealt: async (it) => (await dealt(it)).join(" "),
  commitment: async (secret) => commitmentOf(unhex(secret)),
  hashes: async (bytes) => [hex(await sha256(unhex(bytes))), hex(plainSha256(unhex(bytes)))],
  check: async ([document, heard, key]) => checkRound(document, { heard, key, books }),
  without: async ([document, heard, key]) => {
    const real = globalThis.crypto
    Object.defineProperty(globalThis, "crypto", { value: { subtle: undefined }, configurable: true })
    try { return await checkRound(document, { heard, key, books }) }
    finally { Object.defineProperty(globalThis, "crypto", { value: real, configurable: true }) }
  },
}
const said = []
for (const [what, of] of JSON.parse(readFileSync(0, "utf-8"))) said.push(await answers[what](of))
console.log(JSON.stringify(said))
"""
Ask = Callable[[list[tuple[str, Any]]], list[Any]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Return how the page's code is asked: bundled as the page is, run by Node.js."""
    node, esbuild = shutil.which("node"), FRONTEND / "node_modules" / ".bin" / "esbuild"
    if node is None or not esbuild.is_file():
        pytest.skip("needs Node.js and the page's packages; make setup brings both")
    bundle = tmp_path_factory.mktemp("page") / "asked.mjs"
    options = ["--bundle", "--format=esm", "--platform=node", "--log-level=warning", f"--outfile={bundle}"]
    made = [str(esbuild), *options, "--loader=ts"]
    asking = ASKED.replace("__BOOKS__", json.dumps([listed_book(load_book(name)) for name in BOOKS]))
    subprocess.run(made, input=asking, cwd=FRONTEND / "src" / "round", text=True, check=True)

    def asked(questions: list[tuple[str, Any]]) -> list[Any]:
        answer = subprocess.run([node, str(bundle)], input=json.dumps(questions), text=True, capture_output=True)
        assert answer.returncode == 0, answer.stderr
        said: list[Any] = json.loads(answer.stdout)
        return said

    return asked


def keys(count: int) -> list[bytes]:
    return [hashlib.sha256(str(at).encode()).digest() for at in range(count)]


def test_the_page_hashes_as_everyone_does_with_the_browsers_own_code_and_without(ask: Ask) -> None:
    texts = [bytes(range(256))[:length] for length in (*range(0, 130), 200, 256)]
    expected = [hashlib.sha256(text).hexdigest() for text in texts]
    assert ask([("hashes", text.hex()) for text in texts]) == [[digest, digest] for digest in expected]


def test_the_decks_of_the_page_are_the_decks_of_the_house(ask: Ask) -> None:
    expected = [" ".join(map(str, deck_of(key))) for key in keys(300)]
    assert ask([("deck", key.hex()) for key in keys(300)]) == expected


def test_secret_words_cut_and_a_second_shuffle_make_the_same_deck_on_both_sides(ask: Ask) -> None:
    words: list[dict[int, str]] = [{}, {2: "lucky"}, {10: "ten", 2: "two"}, {1: "Köln ♠ 日本 🂡", 6: "a:b"}]
    questions: list[tuple[str, Any]] = []
    expected: list[str] = []
    for at, secret in enumerate(keys(40)):
        said = {Seat(seat): word for seat, word in words[at % 4].items()}
        cut, nth = at % 52, at % 3
        proof = Proof(commitment=Commitment(secret=secret).published, secret=secret.hex(), words=said, cut=cut, nth=nth)
        asked = {"secret": secret.hex(), "words": said, "cut": cut, "nth": nth}
        questions += [("dealt", asked), ("commitment", secret.hex())]
        expected += [" ".join(map(str, proof.deck())), proof.commitment]
        assert len(shuffle_key(secret, said, nth)) == 32
    assert ask(questions) == expected


async def documents(book: str, way: str) -> list[dict[str, Any]]:
    """Return the second round at a table of that book as each viewer has it."""
    played = PlayedHouse()
    live = played.table(rules=book, dealing=way)
    await played.sit(live)
    for _ in range(2):
        await played.round(live)
    found = await played.history.round("one", 2)
    return [signed_document(found, viewer, KEY) for viewer in VIEWERS]


async def test_a_round_of_every_book_and_way_of_dealing_holds_in_the_browser(ask: Ask) -> None:
    every = [document for book, way in WAYS for document in await documents(book, way)]
    asked = ask([("check", [each, each["commitment"], KEY.public]) for each in every])
    for document, checked in zip(every, asked, strict=True):
        where = document["rules"]["name"], document["posted"]["dealing"], document["for"], checked["checks"]
        assert checked["holds"], where
        assert all(check["holds"] for check in checked["checks"]), where
        assert [check["name"] for check in checked["checks"]] == [
            "commitment", "heard", "deck", "cards", "sums", "seal", "signature",
        ], where  # fmt: skip
        hole = [card for seat in document["seats"].values() for card in seat["cards"] if card is not None]
        assert set(hole) <= set(checked["deck"]), where


def another(card: str) -> str:
    return "2c" if card != "2c" else "2d"


def turned(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def _secret(document: dict[str, Any]) -> None:
    document["proof"]["secret"] = turned(document["proof"]["secret"])


def _word(document: dict[str, Any]) -> None:
    document["proof"]["words"]["6"] = "slipped in"


def _cut(document: dict[str, Any]) -> None:
    document["proof"]["cut"] = (document["proof"]["cut"] + 1) % 52


def _dealer(document: dict[str, Any]) -> None:
    document["dealer"][0] = another(document["dealer"][0])


def _community(document: dict[str, Any]) -> None:
    document["community"].reverse()


def _five(document: dict[str, Any]) -> None:
    document["dealer_five"] = [another(document["dealer_five"][0])] * 5


def _net(document: dict[str, Any]) -> None:
    next(iter(document["seats"].values()))["net"] += 100


CHANGES: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_secret, "commitment"), (_word, "cards"), (_cut, "cards"), (_dealer, "cards"), (_community, "cards"),
    (_five, "cards"), (_net, "sums"),
]  # fmt: skip


async def test_what_was_changed_is_found_and_named_even_under_a_new_seal(ask: Ask) -> None:
    own, *_ = await documents("massachusetts", "shoe")
    changed: list[dict[str, Any]] = []
    for change, _ in CHANGES:
        document = copy.deepcopy(own)
        change(document)
        changed.append(sealed(document))
    for checked, (change, name) in zip(ask([("check", [each, None]) for each in changed]), CHANGES, strict=True):
        failed = {check["name"] for check in checked["checks"] if check["holds"] is False}
        assert not checked["holds"], change.__name__
        assert name in failed, (change.__name__, failed)
        assert "seal" not in failed, change.__name__


async def test_a_name_that_was_changed_breaks_the_seal_and_another_commitment_than_was_heard_is_told(ask: Ask) -> None:
    own, *_ = await documents("nevada", "shuffler")
    renamed = copy.deepcopy(own)
    next(iter(renamed["seats"].values()))["name"] = "Zoë"
    seal, heard, nothing = ask(
        [("check", [renamed, None]), ("check", [own, "0" * 64]), ("check", [{**own, "proof": None}, None])]
    )
    assert [check["name"] for check in seal["checks"] if check["holds"] is False] == ["seal"]
    assert [check["name"] for check in heard["checks"] if check["holds"] is False] == ["heard"]
    assert not nothing["holds"]


async def test_the_page_and_the_command_agree_on_what_a_signature_proves(ask: Ask) -> None:
    own, *_ = await documents("nevada", "shuffler")
    renamed = copy.deepcopy(own)
    next(iter(renamed["seats"].values()))["name"] = "Zoë"
    renamed = sealed(renamed)
    forger = new_key()
    forged = {**renamed, "signature": forger.signature(ROUND, renamed["seal"])}
    unsigned = {**renamed, "signature": None}
    old = {key: value for key, value in renamed.items() if key != "signature"}
    odd = {**own, "signature": {"key": "00" * 32, "signature": own["signature"]["signature"]}}
    asked: list[tuple[dict[str, Any], str | None, bool | None]] = [
        (own, KEY.public, True), (own, None, None), (renamed, KEY.public, False), (renamed, None, False),
        (forged, KEY.public, False), (forged, None, None), (unsigned, None, None), (old, None, None),
        (odd, None, False),
    ]  # fmt: skip
    found = ask([("check", [document, None, key]) for document, key, _ in asked])
    for (document, key, expected), checked in zip(asked, found, strict=True):
        (signature,) = (check for check in checked["checks"] if check["name"] == "signature")
        assert signature["holds"] is expected, signature
        if document.get("signature") is not None:  # with a key the command wants a signature; the page shows it open
            assert checked["holds"] == check_round(document, key).holds, signature
    (without,) = ask([("without", [own, None, KEY.public])])
    assert without["holds"]
    assert [check["holds"] for check in without["checks"] if check["name"] == "signature"] == [None]
