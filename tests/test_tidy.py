"""The source follows the design: imports point one way, money is whole, words are plain."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from uth.cli.clause_coverage import checkout_of, places_in
from uth.rules.registry import clauses, documents, rulings

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "uth"


@dataclass(frozen=True)
class Module:
    """A module of uth by its dotted name under the package: ``table.posted``, or nothing for the package itself."""

    name: str
    text: str
    is_package: bool = False

    @property
    def package(self) -> str:
        return package_of(self.name)

    @property
    def tree(self) -> ast.Module:
        return parsed(self.text)


def package_of(name: str) -> str:
    """Return the package a module is in; the two rankings count as one, and `python -m uth` is the command line."""
    first = name.partition(".")[0]
    return {"ranking_plain": "ranking", "__main__": "cli"}.get(first, first)


@cache
def parsed(text: str) -> ast.Module:
    return ast.parse(text)


def modules() -> Iterator[Module]:
    for file in sorted(SOURCE.rglob("*.py")):
        parts = file.relative_to(SOURCE).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        yield Module(".".join(parts[:-1] if is_package else parts), file.read_text(encoding="utf-8"), is_package)


MODULES = {module.name: module for module in modules()}


def imports(module: Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the whole dotted name of everything the module imports, wherever in it and however written."""
    package = ["uth", *filter(None, module.name.split("."))][: None if module.is_package else -1]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*above, *filter(None, [node.module])])
            yield from ((node.lineno, f"{origin}.{alias.name}") for alias in node.names)


# Imports point one way: docs/architecture.md has the table of what each package may import.

BASE = ("extras", "errors", "cites", "records", "units", "cards", "ranking")
"""Modules every package may import; each of them only those before it."""
FRONT = "(uth)"


def allowed_imports() -> dict[str, set[str]]:
    """Return what each package may import, as the table in docs/architecture.md says."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z()]+)` \|.*\|((?: `[a-z()]+`)*) \|$", text, re.MULTILINE)
    found = {name: set(re.findall(r"`([a-z()]+)`", others)) for name, others in rows}
    return found | {name: set(BASE[:at]) for at, name in enumerate(BASE)}


MAY_IMPORT = allowed_imports()
ANALYSIS = {"kernels", "exact", "strategy", "sim", "env"}


def imports_against_the_direction(module: Module) -> Iterator[str]:
    package = module.package or FRONT
    if package not in MAY_IMPORT:
        yield f"uth.{package} is a new package: give it a row in docs/architecture.md"
        return
    allowed = MAY_IMPORT[package] | {package} | (set(BASE) if package not in BASE else set())
    for line, name in imports(module):
        root, *rest = name.split(".")
        if root != "uth":
            continue
        other = package_of(rest[0]) if rest and package_of(rest[0]) in MAY_IMPORT else FRONT
        if other not in allowed and name != "uth.__version__":
            yield f"{module.name}:{line} imports {name}: {package} may not import {other}"


# `table`, `progressive` and `ledger` reach nothing outside: what they may import is a list, not what they may not.

PURE = {"table", "progressive", "ledger"}
HARMLESS = {
    "__future__", "abc", "bisect", "collections", "contextlib", "copy", "dataclasses", "enum", "fractions", "functools",
    "hashlib", "heapq", "itertools", "math", "operator", "re", "string", "textwrap", "types", "typing",
}  # fmt: skip
REACHING = {
    "aiofiles", "asyncio", "ctypes", "datetime", "fcntl", "getpass", "glob", "http", "httpx", "importlib", "io",
    "locale", "logging", "mmap", "multiprocessing", "os", "pathlib", "pickle", "platform", "random", "requests",
    "sched", "secrets", "select", "selectors", "shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess",
    "sys", "tempfile", "threading", "time", "tomllib", "urllib", "uuid", "zoneinfo",
}  # fmt: skip
REACHING_CALLS = {"open", "input", "print", "exec", "eval", "compile", "breakpoint", "__import__"}


def reaches_outside(module: Module) -> Iterator[str]:
    if module.package not in PURE:
        return
    for line, name in imports(module):
        root = name.partition(".")[0]
        if module.is_package and name == "uth.extras.lazy":  # imports the names of the package, nothing else
            continue
        if root == "uth":
            reached = sorted(reached_by(name) & REACHING)
            if reached:
                yield f"{module.name}:{line} imports {name}, which reaches out with {', '.join(reached)}"
        elif root not in HARMLESS:
            yield f"{module.name}:{line} imports {name}, which is not known to reach nothing"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REACHING_CALLS:
            yield f"{module.name}:{node.lineno} calls {node.func.id}"


def reached_by(name: str) -> set[str]:
    """Return the roots of what a module of uth imports itself; the name may be of something inside the module."""
    inside = name.removeprefix("uth").lstrip(".")
    module = MODULES.get(inside) or MODULES.get(inside.rpartition(".")[0])
    return {imported.partition(".")[0] for _, imported in imports(module)} if module is not None else set()


# Money is whole cents: nothing that could make a fraction of one.

MONEY = {"units", *PURE}


def unwhole_money(module: Module) -> Iterator[str]:
    if module.package not in MONEY:
        return
    for node in ast.walk(module.tree):
        where = f"{module.name}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield f"{where} writes {node.value}, which is not whole"
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield f"{where} divides with /; use // or divmod"
        elif isinstance(node, ast.Name) and node.id in {"float", "complex", "round"} and isinstance(node.ctx, ast.Load):
            yield f"{where} uses {node.id}"


# A citation names a clause of the registry or a ruling, in plain text.


def citations_of_nothing(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "cites":
            where = f"{module.name}:{node.lineno}"
            if not node.args or node.keywords:
                yield f"{where} cites nothing"
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    yield f"{where} cites something that is not plain text"
                elif argument.value not in clauses() and argument.value not in rulings():
                    yield f"{where} cites {argument.value}, which is neither a clause nor a ruling"


# What a person reads beside a refusal or an event is a clause of the book in force: data of the book, not code.

CLAUSE_IN_TEXT = re.compile(rf"\b(?:{'|'.join(documents())})\.[0-9A-Z]")
GIVES_EXAMPLES = frozenset({"scenario.header", "scenario.page", "cli.clause_print"})
"""What shows how a clause is written, or an event with one."""


def clauses_in_code(module: Module) -> Iterator[str]:
    """Yield every text with a clause of a book in it that is neither a docstring nor a mark of the code's place."""
    told: set[int] = set()
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            told.add(id(node.value))
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "cites":
            told |= {id(argument) for argument in node.args}
    for node in ast.walk(module.tree) if module.name not in GIVES_EXAMPLES else ():
        text = node.value if isinstance(node, ast.Constant) and id(node) not in told else None
        if isinstance(text, str) and CLAUSE_IN_TEXT.search(text):
            yield f"{module.name}:{getattr(node, 'lineno', 0)} says {text!r} under every book"


# Names say what a thing is.

VAGUE = {"manager", "handler", "helper", "util", "data", "info", "process"}
VAGUE_WORDS = {*VAGUE, *(f"{word}s" for word in VAGUE), "processes"}


def words_of(name: str) -> list[str]:
    """Return the words of a name, written in either way: ``GameManager`` and ``game_manager`` are two words."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)]


def is_vague(name: str) -> bool:
    words = words_of(name)
    return any(
        word in VAGUE_WORDS and not (word == "manager" and at and words[at - 1] == "game")
        for at, word in enumerate(words)
    )


def vague_names(module: Module) -> Iterator[str]:
    if any(is_vague(part) for part in module.name.split(".")):
        yield f"the module {module.name} has a vague name"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and is_vague(node.name):
            yield f"{module.name}:{node.lineno} {node.name} is a vague name"


def asserts(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Assert):
            yield f"{module.name}:{node.lineno} asserts; use require, which python -O cannot remove"


# Randomness comes in at one place.

RANDOM = ("random", "secrets", "numpy.random", "os.urandom", "os.getrandom", "uuid.uuid4")

RANDOM_ALLOWED: dict[str, frozenset[str]] = {
    "env.decks": frozenset({"numpy.random.Generator"}),
    "coach.drills": frozenset({"random.Random", "random.SystemRandom"}),
    "house.fairness": frozenset({"secrets.token_bytes"}),
    "people.people": frozenset({"secrets.token_hex", "secrets.token_urlsafe"}),
    "store.nodes": frozenset({"secrets.token_urlsafe"}),
}
"""The modules that may make random numbers, each with the very calls it may make them by."""


def is_random(name: str) -> bool:
    return name in RANDOM or name.startswith(tuple(f"{source}." for source in RANDOM))


def randomness(module: Module) -> Iterator[str]:
    """Yield every source of random numbers that is not the module's own, by whatever name it is called there."""
    allowed = RANDOM_ALLOWED.get(module.name, frozenset())
    named = dict(aliases(module))
    for line, name in imports(module):
        holds_one = any(each.startswith(f"{name}.") for each in allowed)
        if is_random(name) and name not in allowed and not holds_one:
            yield f"{module.name}:{line} imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Attribute):
            first, *rest = ast.unparse(node).split(".")
            name = ".".join([named.get(first, first), *rest])
            part_of_one = any(each == name or each.startswith(f"{name}.") for each in allowed)
            if is_random(name) and not part_of_one and (allowed or name in RANDOM):
                yield f"{module.name}:{node.lineno} uses {name}"


def aliases(module: Module) -> Iterator[tuple[str, str]]:
    """Yield what every imported name is called in the module, and what it is."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (
                (each.asname or each.name.partition(".")[0], each.name if each.asname else each.name.partition(".")[0])
                for each in node.names
            )
        elif isinstance(node, ast.ImportFrom):
            yield from ((each.asname or each.name, f"{node.module}.{each.name}") for each in node.names)


Rule = Callable[[Module], Iterator[str]]
RULES: tuple[Rule, ...] = (
    imports_against_the_direction,
    reaches_outside,
    unwhole_money,
    citations_of_nothing,
    clauses_in_code,
    vague_names,
    asserts,
    randomness,
)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_source_has_none_of(rule: Rule) -> None:
    assert [fault for module in MODULES.values() for fault in rule(module)] == []


def test_the_source_is_there_to_be_read() -> None:
    assert {"", "errors", "cites", "units", "cards", "ranking", "rules.registry", "cli.clauses"} <= MODULES.keys()


def test_no_two_packages_but_exact_and_strategy_import_each_other() -> None:
    both = {(one, other) for one in MAY_IMPORT for other in MAY_IMPORT[one] if one in MAY_IMPORT.get(other, set())}
    assert both == {("exact", "strategy"), ("strategy", "exact")}


def test_the_table_of_allowed_imports_names_every_package_and_nothing_that_is_not_needed() -> None:
    packages = {module.package or FRONT for module in MODULES.values()}
    assert packages == MAY_IMPORT.keys()
    used: dict[str, set[str]] = {package: set() for package in packages}
    for module in MODULES.values():
        for _, name in imports(module):
            root, *rest = name.split(".")
            if root == "uth":
                other = package_of(rest[0]) if rest and package_of(rest[0]) in packages else FRONT
                used[module.package or FRONT].add(other)
    unused = {package: MAY_IMPORT[package] - used[package] for package in packages - set(BASE)}
    assert {package: others for package, others in unused.items() if others} == {}


def test_the_analysis_imports_nothing_of_the_house() -> None:
    for package in ANALYSIS:
        assert not MAY_IMPORT[package] & {
            "ledger",
            "store",
            "people",
            "house",
            "views",
            "history",
            "bots",
            "web",
            "cli",
        }


def test_a_class_name_means_one_thing() -> None:
    places: dict[str, list[str]] = {}
    for module in MODULES.values():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(module.name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_module_imports_itself_through_another() -> None:
    known = {f"uth.{name}".rstrip("."): module for name, module in MODULES.items()}
    above = {
        name: {each for each in top_level_imports(module, known) if each != name} for name, module in known.items()
    }
    assert list(TopologicalSorter(above).static_order())


def top_level_imports(module: Module, known: Mapping[str, Module]) -> Iterator[str]:
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module in known:
            for alias in node.names:
                inside = f"{node.module}.{alias.name}"
                yield inside if inside in known else node.module


def test_the_books_cite_no_clause_that_is_not_there() -> None:
    cited = places_in(checkout_of(ROOT / "tests"))
    assert {number: cited[number] for number in cited.keys() - clauses().keys() - rulings().keys()} == {}


def test_every_ruling_and_document_can_be_cited() -> None:
    assert {"R1", "R19", "R32"} <= rulings().keys()
    assert all(any(number.startswith(f"{key}.") for number in clauses()) for key in documents())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("units", "from uth.cards import Card"),
        ("cards", "import uth.ranking"),
        ("ranking", "from uth.rules.registry import clause"),
        ("rules.loader", "from uth.table import settlement"),
        ("rules.loader", "from ..table import settlement"),
        ("rules.loader", "from .. import table"),
        ("table.settlement", "from uth import ledger"),
        ("table.settlement", "from uth.progressive.meter import Meter"),
        ("table.settlement", "from uth import Card"),
        ("ledger.post", "def f():\n    from uth.store.log import Log"),
        ("store.log", "import uth.host.clock as clock"),
        ("views.table", "from uth.web.routes import app"),
        ("web.routes", "from uth.cli.main import main"),
        ("exact.solve", "from uth.house.fairness import shuffled"),
        ("sim.run", "if TYPE_CHECKING:\n    from uth.host import clock"),
        ("strategy.advice", "import uth.host"),
        ("env.gym", "from uth.views.table import view"),
        ("adjudicate.document", "from uth.views.table import view"),
        ("errors", "from uth.cites import cites"),
        ("cites", "from uth.units import Cents"),
        ("croupier.deal", "x = 1"),
    ],
)
def test_an_import_against_the_direction_is_found(name: str, text: str) -> None:
    assert len(list(imports_against_the_direction(Module(name, text)))) == 1


def test_imports_along_the_direction_are_left_alone() -> None:
    text = "from uth.units import Cents\nfrom . import events\nfrom .events import AntePlaced\nimport uth.errors, re"
    assert list(imports_against_the_direction(Module("table.settlement", text))) == []
    package = Module("table", "from .events import AntePlaced\nfrom ..rules import registry", is_package=True)
    assert list(imports_against_the_direction(package)) == []
    assert list(imports_against_the_direction(Module("cli.serve", "from uth import __version__\nimport uth.web"))) == []


@pytest.mark.parametrize("package", sorted(PURE))
@pytest.mark.parametrize(
    "text",
    [
        *(f"import {name}" for name in (
            "os", "io", "pathlib", "time", "datetime", "socket", "random", "secrets", "asyncio", "threading",
            "subprocess", "urllib.request", "http.client", "sqlite3", "numpy", "logging", "sys",
        )),
        "from pathlib import Path",
        "def f():\n    from time import monotonic",
        "def f():\n    return open('x')",
        "from uth.rules.registry import clause",
        "from uth.rules import registry",
        "print('dealt')",
    ],
)  # fmt: skip
def test_a_pure_package_that_reaches_outside_is_found(package: str, text: str) -> None:
    assert len(list(reaches_outside(Module(f"{package}.deal", text)))) == 1
    assert list(reaches_outside(Module("host.deal", text))) == []


def test_a_pure_package_may_import_what_reaches_nothing() -> None:
    text = "from collections.abc import Iterator\nfrom uth.units import Cents\nimport fractions, uth.cards"
    assert list(reaches_outside(Module("table.deal", text))) == []


@pytest.mark.parametrize("name", ["units", "table.settlement", "progressive.meter", "ledger.post"])
@pytest.mark.parametrize(
    "text",
    ["half = 0.5", "half = 1e3", "half = wager / 2", "wager /= 2", "x: float", "float('1')", "round(3, 1)", "1j"],
)
def test_money_that_may_not_be_whole_is_found(name: str, text: str) -> None:
    assert len(list(unwhole_money(Module(name, text)))) == 1
    assert list(unwhole_money(Module("exact.edge", text))) == []


def test_whole_money_is_left_alone() -> None:
    text = "# 1.5 or 3 / 2\nodds = 'pays 3/2 and 1.5'\nwon = wager * 3 // 2\nwhole, rest = divmod(won, 100)\nround: int"
    assert list(unwhole_money(Module("table.settlement", text))) == []


@pytest.mark.parametrize(
    "text",
    [
        '@cites("MA.99")\ndef f(): ...',
        '@cites("MA.9g", "XX.1")\ndef f(): ...',
        '@cites("R999")\nclass A: ...',
        "@cites(NUMBER)\ndef f(): ...",
        "@cites()\ndef f(): ...",
        '@uth.cites.cites("ma.9g")\ndef f(): ...',
    ],
)
def test_a_citation_of_nothing_is_found(text: str) -> None:
    assert len(list(citations_of_nothing(Module("table.settlement", text)))) == 1


def test_a_citation_of_a_clause_or_a_ruling_is_left_alone() -> None:
    assert list(citations_of_nothing(Module("table.settlement", '@cites("MA.9g", "R19")\ndef f(): ...'))) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("table.utils", ""),
        ("table.helpers", ""),
        ("handlers.deal", ""),
        ("table.deal", "class TableManager: ..."),
        ("table.deal", "def process_round(): ..."),
        ("table.deal", "async def handle(): ...\nasync def event_handler(): ..."),
        ("table.deal", "class A:\n    def get_data(self): ..."),
        ("table.deal", "def f():\n    def _seat_info(): ..."),
        ("table.deal", "class HTTPHelper: ..."),
        ("table.deal", "class Manager: ..."),
    ],
)
def test_a_vague_name_is_found(name: str, text: str) -> None:
    assert len(list(vague_names(Module(name, text)))) == 1


def test_the_game_manager_keeps_its_name_and_longer_words_are_not_vague() -> None:
    text = "class GameManager: ...\ndef game_manager_keypad(): ...\ndef dataclass_of(): ...\ndef processor_free(): ..."
    assert list(vague_names(Module("progressive.game_manager", text))) == []


def test_a_clause_of_one_book_in_code_is_found() -> None:
    text = '@cites("NV.10e")\ndef f():\n    """As NV.10e says."""\n    return Refused(Refusal.NO, {}, "no")'
    for clause, found in (('"NV.10e"', 1), ('"R53"', 0), ('terms.cite("verified")', 0), ('f"no (MA.13g) {x}"', 1)):
        assert len(list(clauses_in_code(Module("table.rack", text.format(clause))))) == found


def test_an_assert_is_found() -> None:
    assert len(list(asserts(Module("exact.edge", "def f(x):\n    assert x > 0\n")))) == 1
    assert list(asserts(Module("exact.edge", "# assert x\nrequire(x > 0, 'x')"))) == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from random import shuffle",
        "import secrets",
        "def f():\n    import random as r",
        "import numpy.random",
        "from numpy import random",
        "from numpy.random import default_rng",
        "import numpy as np\nrng = np.random.default_rng()",
        "import os\nkey = os.urandom(32)",
    ],
)
def test_randomness_out_of_its_place_is_found(text: str) -> None:
    assert len(list(randomness(Module("strategy.advice", text)))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "import random\nkey = random.randbytes(32)",
        "import random as secrets\nkey = secrets.token_bytes(32)",
        "from random import randbytes as token_bytes",
        "import secrets\nkey = secrets.randbits(256)",
        "import numpy as np\nkey = np.random.bytes(32)",
        "import uuid\nkey = uuid.uuid4().bytes",
    ],
)
def test_the_shuffle_may_call_nothing_but_the_operating_systems_generator(text: str) -> None:
    assert list(randomness(Module("house.fairness", text)))
    assert list(randomness(Module("house.fairness", "import secrets\nkey = secrets.token_bytes(32)"))) == []


def test_the_word_random_alone_is_left_alone() -> None:
    assert (
        list(randomness(Module("strategy.advice", "from uth.strategy.random_play import act\nx.random = 'random'")))
        == []
    )
