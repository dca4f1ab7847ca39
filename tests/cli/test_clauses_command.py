"""`uth clauses`, run on test checkouts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path
from textwrap import dedent

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from uth.cli.clause_coverage import (
    PACKAGE,
    Checkout,
    checkout_of,
    coverage_of,
    find_checkout,
    marks_of_module,
    marks_of_scenario,
    places_in,
    selected,
)
from uth.cli.clause_print import print_listing, print_missing, print_whole
from uth.cli.clauses import command
from uth.rules.registry import clauses

app = typer.Typer()
app.callback()(lambda: None)
app.command("clauses")(command)


FILES = {
    "pyproject.toml": '[project]\nname = "uth"\n',
    "tests/test_settlement.py": """
        import pytest

        @pytest.mark.clause("MA.9g", "CN.26")
        def test_the_ante_comes_back_when_the_dealer_has_less_than_a_pair() -> None: ...
    """,
    "tests/opening.scenario": "clauses: MA.3a, MA.3b\n\nthe dealer receives the cards\n",
    "src/uth/table/settle/settlement.py": """
        from uth.cites import cites

        @cites("MA.9g", "CN.26")
        def settle_ante() -> None: ...
    """,
    "src/uth/rules/books/chickasaw.toml": """
        [dealer]
        qualifier = { value = "one_pair", cite = "CN.26" }
    """,
}


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return checkout_of(write(tmp_path, FILES) / "tests")


def uth_clauses(checkout: Checkout, *arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["clauses", "--tests", str(checkout.tests), *arguments])
    return result.exit_code, result.stdout, result.stderr


def marks(text: str) -> dict[str, set[str]]:
    """Return the clauses of each test of a module, by the test's name."""
    found: dict[str, set[str]] = {}
    for mark in marks_of_module(dedent(text), "m").read:
        found.setdefault(mark.test.removeprefix("m::"), set()).add(mark.number)
    return found


# What is printed


def test_a_ruling_is_printed_by_its_number_with_its_reason(checkout: Checkout) -> None:
    code, out, err = uth_clauses(checkout, "r12")
    assert (code, err) == (0, "")
    assert out.startswith("R12 (ruling): 15% to 20% is withheld")
    assert [line.split()[0] for line in out.splitlines()[1:]] == ["ruling", "why", "where"]
    (found,) = json.loads(uth_clauses(checkout, "R12", "--json")[1])
    assert (found["number"], found["where"]) == ("R12", "GR.11")
    code, out, _ = uth_clauses(checkout, "R12", "MA.9g")
    assert code == 0
    assert "R12 (ruling)" in out
    assert "MA.9g (rule)" in out
    assert uth_clauses(checkout, "R12", "MA.9g", "--json")[0] == 2


def test_every_clause_is_printed_with_its_kind_what_it_says_and_its_tests(checkout: Checkout) -> None:
    code, out, _ = uth_clauses(checkout)
    lines = out.splitlines()
    assert code == 0
    for number, clause in clauses().items():
        assert any(line.split()[:2] == [number, clause.kind] and line.endswith(clause.says) for line in lines)
    at = next(at for at, line in enumerate(lines) if line.startswith("MA.9g "))
    test = "tests/test_settlement.py::test_the_ante_comes_back_when_the_dealer_has_less_than_a_pair"
    assert lines[at + 1].strip() == test
    assert lines[at + 3].strip() == "no test"


def test_the_listing_ends_with_a_tally_for_each_document_and_kind(checkout: Checkout) -> None:
    *_, ma, ca, cn, nv, gr, together = (" ".join(line.split()) for line in uth_clauses(checkout)[1].splitlines())
    assert ma == "MA 1 of 46 0 of 10 2 of 22 0 of 6 0 of 4 3 of 88"
    assert cn == "CN 1 of 42 0 of 5 0 of 8 0 of 11 0 of 4 1 of 70"
    assert together == "all 2 of 147 0 of 22 2 of 45 0 of 27 0 of 14 4 of 255"
    assert [line.split()[0] for line in (ca, nv, gr)] == ["CA", "NV", "GR"]


def test_a_clause_asked_for_is_printed_whole_with_its_document_its_code_and_its_tests(checkout: Checkout) -> None:
    code, out, _ = uth_clauses(checkout, "CN.26")
    test = "tests/test_settlement.py::test_the_ante_comes_back_when_the_dealer_has_less_than_a_pair"
    assert code == 0
    assert out.splitlines() == [
        "CN.26 (rule): dealer qualifies with a pair; otherwise antes are returned and all else has action",
        "  document  Chickasaw Nation, Ultimate Texas Hold'em - Progressive",
        "  code      src/uth/table/settle/settlement.py:4 settle_ante",
        "            src/uth/rules/books/chickasaw.toml:2 dealer.qualifier",
        f"  tests     {test}",
    ]


def test_a_clause_without_code_or_test_says_so(checkout: Checkout) -> None:
    _, out, _ = uth_clauses(checkout, "GR.12", "GR.14")
    assert [line.split() for line in out.splitlines()].count(["code", "none"]) == 2
    assert [line.split() for line in out.splitlines()].count(["tests", "none"]) == 2


def test_missing_lists_the_clauses_without_a_test_and_ends_with_their_number(checkout: Checkout) -> None:
    code, out, _ = uth_clauses(checkout, "--missing")
    *lines, last = out.splitlines()
    assert code == 0
    assert out.endswith("\n")
    assert last == "251 of 255 clauses have no test"
    assert {line.split()[0] for line in lines} == clauses().keys() - {"MA.9g", "CN.26", "MA.3a", "MA.3b"}


def test_missing_counts_only_what_the_filters_leave(checkout: Checkout) -> None:
    _, out, _ = uth_clauses(checkout, "--missing", "--book", "cn", "--kind", "rule")
    assert out.splitlines()[-1] == "41 of 42 clauses have no test"
    assert all(line.startswith("CN.") for line in out.splitlines()[:-1])


def test_json_holds_each_clause_with_its_kind_text_document_tests_and_code(checkout: Checkout) -> None:
    code, out, _ = uth_clauses(checkout, "--json")
    printed = json.loads(out)
    assert code == 0
    assert list(printed) == list(clauses())
    assert printed["MA.3b"] == {
        "kind": "procedure",
        "says": clauses()["MA.3b"].says,
        "document": "Massachusetts, Ultimate Texas Hold 'Em rules (205 CMR)",
        "tests": ["tests/opening.scenario"],
        "code": [],
    }
    assert printed["MA.9g"]["code"] == [
        {"path": "src/uth/table/settle/settlement.py", "line": 4, "name": "settle_ante"}
    ]


def test_json_of_what_is_missing_leaves_out_what_has_a_test(checkout: Checkout) -> None:
    printed = json.loads(uth_clauses(checkout, "--json", "--missing")[1])
    assert len(printed) == 251
    assert "MA.9g" not in printed


def test_the_matrix_is_a_table_for_each_document_without_line_numbers(checkout: Checkout) -> None:
    code, out, _ = uth_clauses(checkout, "--matrix")
    assert code == 0
    assert out.startswith("# Clauses\n")
    assert [line[3:5] for line in out.splitlines() if line.startswith("## ")] == ["MA", "CA", "CN", "NV", "GR"]
    (row,) = [line for line in out.splitlines() if line.startswith("| CN.26 |")]
    assert row.endswith(
        "| `tests/test_settlement.py::test_the_ante_comes_back_when_the_dealer_has_less_than_a_pair` "
        "| `src/uth/table/settle/settlement.py settle_ante`<br>`src/uth/rules/books/chickasaw.toml dealer.qualifier` |"
    )


def test_the_matrix_stays_the_same_when_code_only_moves_down_its_file(checkout: Checkout) -> None:
    before = uth_clauses(checkout, "--matrix")
    for file in (checkout.source / "table" / "settle" / "settlement.py", checkout.tests / "test_settlement.py"):
        file.write_text("# one more line\n\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert uth_clauses(checkout, "--matrix") == before


def test_every_row_of_the_matrix_has_the_cells_of_its_heading(checkout: Checkout) -> None:
    for line in uth_clauses(checkout, "--matrix")[1].splitlines():
        if line.startswith(tuple(f"| {key}." for key in ("MA", "CA", "CN", "NV", "GR"))):
            assert line.replace("\\|", "").count("|") == 6


def test_json_and_matrix_together_are_refused(checkout: Checkout) -> None:
    assert uth_clauses(checkout, "--json", "--matrix")[0] == 2


def test_what_is_not_for_a_terminal_has_no_colour_and_no_folded_lines(checkout: Checkout) -> None:
    _, out, _ = uth_clauses(checkout)
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) > 200


@pytest.mark.parametrize("width", [60, 200])
def test_a_terminal_gets_tables_that_hold_the_same(checkout: Checkout, width: int) -> None:
    rows = coverage_of(checkout).rows
    screen = Console(file=StringIO(), force_terminal=True, width=width, highlight=False)
    for show in (print_listing, print_missing, print_whole):
        with screen.capture() as shown:
            show(selected(rows, ["MA.9g", "MA.9h"]), screen)
        text = shown.get()
        assert "\x1b[" in text
        assert "MA.9h" in text
        assert ("MA.9g" in text) == (show is not print_missing)
        assert ("settle_ante" in text) == (show is print_whole)
        assert ("1 of 2 clauses have no test" in text) == (show is print_missing)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="this system has no pseudo-terminals")
def test_the_command_knows_a_terminal_when_it_is_on_one(checkout: Checkout) -> None:
    ours, its = os.openpty()
    program = "import typer; from uth.cli.clauses import command; typer.run(command)"
    arguments = ["MA.9g", "--tests", str(checkout.tests)]
    colour = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    subprocess.run([sys.executable, "-c", program, *arguments], stdout=its, env=colour, check=True)
    shown = os.read(ours, 100_000)
    os.close(its)
    os.close(ours)
    assert b"\x1b[" in shown
    assert b"settle_ante" in shown


# What is refused


@pytest.mark.parametrize("arguments", [(), ("--missing",), ("--json",), ("--matrix",), ("GR.1",)])
def test_a_mark_with_an_unknown_clause_is_refused_on_one_line(checkout: Checkout, arguments: tuple[str, ...]) -> None:
    write(checkout.tests, {"test_wrong.py": '@pytest.mark.clause("MA.99")\ndef test_it() -> None: ...\n'})
    code, out, err = uth_clauses(checkout, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "MA.99" in err
    assert "tests/test_wrong.py::test_it" in err


def test_a_scenario_with_an_unknown_clause_is_refused_too(checkout: Checkout) -> None:
    write(checkout.tests, {"deep/er/cut.scenario": "clauses: MA.4c, MA.44\n"})
    code, out, err = uth_clauses(checkout)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert '"MA.44"' in err
    assert "tests/deep/er/cut.scenario" in err


def test_an_unknown_clause_asked_for_is_refused_with_the_nearest(checkout: Checkout) -> None:
    code, out, err = uth_clauses(checkout, "MA.9g", "ma.9h")
    assert (code, out) == (2, "")
    assert err.startswith('clause: "ma.9h" is not a clause; the nearest: MA.9h')


@pytest.mark.parametrize(("option", "value"), [("--book", "XX"), ("--kind", "hope")])
def test_an_unknown_document_or_kind_is_refused(checkout: Checkout, option: str, value: str) -> None:
    code, out, err = uth_clauses(checkout, option, value)
    assert (code, out) == (2, "")
    assert value in err


def test_a_test_file_that_is_not_python_is_refused_by_its_line(checkout: Checkout) -> None:
    write(checkout.tests, {"test_broken.py": "x = 1\ndef test_it(:\n"})
    code, _, err = uth_clauses(checkout)
    assert (code, err.count("\n")) == (2, 1)
    assert "tests/test_broken.py:2" in err


def test_a_folder_of_tests_that_is_not_there_is_refused_on_one_line(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["clauses", "--tests", str(tmp_path / "none")])
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "is not a folder" in result.stderr


# Where the tests are found


def test_the_tests_are_found_from_a_folder_inside_the_checkout(checkout: Checkout) -> None:
    assert find_checkout([checkout.source / "table"]) == checkout


def test_the_command_finds_the_tests_of_the_checkout_it_is_typed_in(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(checkout.source / "table")
    result = CliRunner().invoke(app, ["clauses", "--missing"])
    assert result.stdout.splitlines()[-1] == "251 of 255 clauses have no test"


def test_another_project_on_the_way_up_is_passed_by(checkout: Checkout) -> None:
    other = write(checkout.tests.parent / "other", {"pyproject.toml": '[project]\nname = "else"\n', "tests/x": ""})
    assert find_checkout([other]) == checkout
    (other / "pyproject.toml").write_text("not toml at all", encoding="utf-8")
    assert find_checkout([other / "tests"]) == checkout


def test_the_second_start_is_tried_after_the_first(
    checkout: Checkout, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert find_checkout([tmp_path_factory.mktemp("nowhere"), checkout.tests]) == checkout


def test_without_a_checkout_above_there_are_no_tests(tmp_path: Path) -> None:
    found = find_checkout([tmp_path])
    assert (found.source, found.has_tests) == (PACKAGE, False)


def test_tests_that_stand_alone_are_read_beside_the_running_package(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    assert checkout_of(tmp_path / "tests").source == PACKAGE


def run_installed(tmp_path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command from a copy of the package that lies in no checkout."""
    if not (tmp_path / "installed").exists():
        shutil.copytree(PACKAGE, tmp_path / "installed" / "uth", ignore=shutil.ignore_patterns("__pycache__"))
    program = "import typer; from uth.cli.clauses import command; typer.run(command)"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_installed_package_outside_any_checkout_prints_clauses_and_code(tmp_path: Path) -> None:
    listed = run_installed(tmp_path)
    assert (listed.returncode, len(listed.stdout.splitlines()), listed.stderr.count("\n")) == (0, 255, 1)
    assert "--tests DIR" in listed.stderr
    assert "no test" not in listed.stdout
    one = run_installed(tmp_path, "MA.9g")
    assert one.stdout.startswith("MA.9g ")
    assert "uth/table/settle/" in one.stdout


@pytest.mark.parametrize("option", ["--missing", "--matrix"])
def test_an_installed_package_cannot_say_what_has_no_test(tmp_path: Path, option: str) -> None:
    ended = run_installed(tmp_path, option)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert "--tests DIR" in ended.stderr


def test_an_installed_package_reads_the_tests_it_is_given(tmp_path: Path) -> None:
    named = run_installed(tmp_path, "--missing", "--tests", str(write(tmp_path / "a", {"tests/test_none.py": ""})))
    assert named.stdout.splitlines()[-1] == "255 of 255 clauses have no test"


# The forms of marks


def test_a_mark_on_a_function_is_read_with_all_its_numbers() -> None:
    assert marks("""
        @pytest.mark.clause("MA.1", "MA.2a")
        @pytest.mark.slow
        @pytest.mark.clause("MA.2b")
        def test_it() -> None: ...

        @mark.clause("MA.3a")
        async def test_later() -> None: ...

        def test_unmarked() -> None: ...
    """) == {"test_it": {"MA.1", "MA.2a", "MA.2b"}, "test_later": {"MA.3a"}}


def test_a_mark_on_a_class_holds_for_each_of_its_tests() -> None:
    assert marks("""
        @pytest.mark.clause("MA.1")
        class TestDeck:
            pytestmark = [pytest.mark.clause("MA.2a")]

            def test_one(self) -> None: ...

            @pytest.mark.clause("MA.2b")
            def test_two(self) -> None: ...

            def shuffled(self) -> None: ...

            class TestCut:
                def test_three(self) -> None: ...
    """) == {
        "TestDeck::test_one": {"MA.1", "MA.2a"},
        "TestDeck::test_two": {"MA.1", "MA.2a", "MA.2b"},
        "TestDeck::TestCut::test_three": {"MA.1", "MA.2a"},
    }


@pytest.mark.parametrize(
    "assignment",
    [
        'pytestmark = pytest.mark.clause("MA.1")',
        'pytestmark = [pytest.mark.slow, pytest.mark.clause("MA.1")]',
        'pytestmark: list[Mark] = [pytest.mark.clause("MA.1")]',
        'pytestmark = []\npytestmark += [pytest.mark.clause("MA.1")]',
    ],
)
def test_a_mark_on_the_module_holds_for_each_of_its_tests(assignment: str) -> None:
    text = f"{assignment}\ndef test_one(): ...\nclass TestTwo:\n    def test_three(self): ...\n"
    assert marks(text) == {"test_one": {"MA.1"}, "TestTwo::test_three": {"MA.1"}}


def test_a_mark_on_a_parameter_is_read_where_it_stands_and_through_a_name() -> None:
    assert marks("""
        CASES: Final = [pytest.param(1, marks=pytest.mark.clause("MA.1")), pytest.param(2, marks=[BOTH])]
        BOTH = pytest.mark.clause("MA.2a")

        def cases():
            return [pytest.param(3, marks=pytest.mark.clause("MA.3a"))]

        @pytest.mark.parametrize("x", [pytest.param(0, marks=[pytest.mark.slow, pytest.mark.clause("MA.2b")]), 7])
        def test_here(x) -> None: ...

        @pytest.mark.parametrize("x", CASES)
        def test_named(x) -> None: ...

        @pytest.mark.parametrize("x", cases())
        def test_made(x) -> None: ...
    """) == {"test_here": {"MA.2b"}, "test_named": {"MA.1", "MA.2a"}, "test_made": {"MA.3a"}}


def test_a_test_marked_twice_with_a_clause_is_named_once(checkout: Checkout) -> None:
    text = 'pytestmark = pytest.mark.clause("GR.1")\n@pytest.mark.clause("GR.1")\ndef test_it(): ...\n'
    write(checkout.tests, {"table/seats_test.py": text})
    (row,) = selected(coverage_of(checkout).rows, ["GR.1"])
    assert row.tests == ("tests/table/seats_test.py::test_it",)


def test_names_that_stand_for_each_other_are_followed_only_once() -> None:
    assert marks(
        "A = [B]\nB = [A, pytest.mark.clause('MA.1')]\n@pytest.mark.parametrize('x', A)\ndef test_it(x): ...\n"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("@pytest.mark.clause(NUMBER)\ndef test_it(): ...\n", "m:1: this mark's numbers are not plain text"),
        ("@pytest.mark.clause(*NUMBERS)\ndef test_it(): ...\n", "m:1: this mark's numbers are not plain text"),
        ("@pytest.mark.clause()\ndef test_it(): ...\n", "m:1: this mark's numbers are not plain text"),
        ("def test_it(): ...\n\n@pytest.mark.clause('MA.1')\ndef dealt(): ...\n", "m:3: no test is marked"),
        ("pytestmark = pytest.mark.clause('MA.1')\n", "m:1: no test is marked"),
    ],
)
def test_a_mark_that_cannot_be_read_is_told_and_not_passed_over(text: str, says: str) -> None:
    assert marks_of_module(text, "m").unread == (says,)
    assert marks_of_module(text, "m").read == ()


def test_marks_that_cannot_be_read_are_told_beside_the_answer_and_not_in_it(checkout: Checkout) -> None:
    write(checkout.tests, {"test_made.py": "@pytest.mark.clause(*NUMBERS)\ndef test_it(): ...\n"})
    code, out, err = uth_clauses(checkout, "--json")
    assert code == 0
    assert json.loads(out)
    assert err == "not read: tests/test_made.py:1: this mark's numbers are not plain text\n"


def test_tests_are_read_and_never_run(checkout: Checkout) -> None:
    write(checkout.tests, {"test_bang.py": 'raise SystemExit("it ran")\n', "conftest.py": "this is not python"})
    assert uth_clauses(checkout)[0] == 0


@pytest.mark.parametrize(
    "text",
    [
        "clauses: MA.3a, MA.3b\n\nopen the table\n",
        "# The table opens\n# clauses: MA.3a, MA.3b\nopen\n",
        "title: The table opens\nClauses:MA.3a MA.3b,\n",
        "clauses: MA.3a\r\nclauses: MA.3b\r\n",
    ],
)
def test_the_first_lines_of_a_scenario_name_its_clauses(text: str) -> None:
    assert {mark.number for mark in marks_of_scenario(text, "s")} == {"MA.3a", "MA.3b"}


def test_a_word_further_down_a_scenario_is_not_its_header() -> None:
    assert marks_of_scenario("\n" * 20 + "clauses: MA.3a\n", "s") == []
    assert marks_of_scenario("these clauses: MA.3a\n", "s") == []


# The code of a clause


def test_functions_methods_and_classes_that_cite_a_clause_are_found_by_their_whole_name(tmp_path: Path) -> None:
    write(tmp_path, {
        "tests/test_none.py": "",
        "src/uth/table/round.py": """
            @cites("MA.1")
            class Round:
                @property
                @uth.cites.cites("MA.2a", "MA.2b")
                def deck(self) -> None:
                    @cites("MA.3a")
                    def cut() -> None: ...

            if True:
                @cites("MA.3b")
                async def dealt() -> None: ...

            cites("MA.3c")
        """,
    })  # fmt: skip
    found = places_in(checkout_of(tmp_path / "tests"))
    assert {number: [str(place) for place in places] for number, places in found.items()} == {
        "MA.1": ["src/uth/table/round.py:2 Round"],
        "MA.2a": ["src/uth/table/round.py:5 Round.deck"],
        "MA.2b": ["src/uth/table/round.py:5 Round.deck"],
        "MA.3a": ["src/uth/table/round.py:7 Round.deck.cut"],
        "MA.3b": ["src/uth/table/round.py:11 dealt"],
    }


def test_values_of_a_book_that_cite_a_clause_are_found_by_their_key_and_line(tmp_path: Path) -> None:
    write(tmp_path, {
        "tests/test_none.py": "",
        "src/uth/rules/books/sixth.toml": """
            seats = { value = 6, cite = "GR.1" }
            # trips = { value = 1, cite = "MA.1" }

            [trips.table]  # the pay table
            alone = { cite = "CN.3, R9", value = true }
            on_fold = { value = "cite = 'MA.2a'", cite = 'CN.21' }

            [[awards]]
            "royal flush" = 100
            rows = [
              { value = 1, cite = "CN.P1" },
              { value = 2, cite = "CN.P2" },
            ]
            cite = "CN.P3"

            [settlement.cites]
            ante_win = ["MA.9h2", "MA.10b"]
            ante_lose = ["MA.9h1", "MA.9h1"]
        """,
    })  # fmt: skip
    found = places_in(checkout_of(tmp_path / "tests"))
    assert {number: [str(place).partition(":")[2] for place in places] for number, places in found.items()} == {
        "GR.1": ["1 seats"],
        "CN.3": ["5 trips.table.alone"],
        "CN.21": ["6 trips.table.on_fold"],
        "CN.P1": ["11 awards.rows"],
        "CN.P2": ["12 awards.rows"],
        "CN.P3": ["14 awards"],
        "MA.9h2": ["17 settlement.ante_win"],
        "MA.10b": ["17 settlement.ante_win"],
        "MA.9h1": ["18 settlement.ante_lose"],
    }


def test_the_line_named_for_a_value_of_the_books_is_where_the_citation_stands() -> None:
    for number, places in places_in(Checkout(PACKAGE, PACKAGE)).items():
        for place in places:
            if place.path.endswith(".toml"):
                lines = (PACKAGE / "rules" / "books" / Path(place.path).name).read_text(encoding="utf-8").splitlines()
                assert f'"{number}"' in lines[place.line - 1], place


def test_a_book_that_is_not_toml_is_refused_on_one_line(checkout: Checkout) -> None:
    write(checkout.source, {"rules/books/chickasaw.toml": "dealer = {"})
    code, out, err = uth_clauses(checkout)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "src/uth/rules/books/chickasaw.toml" in err
