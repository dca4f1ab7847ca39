"""Any text of a rule set file is either refused with its faults, or a book that can be printed and compared."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.examples import examples
from uth.rulebook.book import pages_of
from uth.rulebook.difference import differences
from uth.rules.lines import lines_of
from uth.rules.loader import BOOKS, Unloadable, book_text, load, parse
from uth.rules.ruleset import RuleSet, plain

TEXTS = {name: book_text(name) for name in BOOKS}

numbers = st.one_of(
    st.integers(-10, 20).map(str),
    st.sampled_from(["0", "-1", "1.5", "inf", "nan", "0x" + "f" * 5000, "9" * 25, "1e400", "true", "2020-01-01"]),
)
texts = st.one_of(
    st.text(max_size=12).map(json.dumps),
    st.sampled_from(['"royal_flush"', '"3 to 2"', '"0 to 1"', '"12%"', '"MA.9g"', '"player"', '"loses"', '"\\u0007"']),
)
values = st.recursive(
    numbers | texts,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        inner.map(lambda item: f"{{ value = {item}, cite = 'own.1' }}"),
    ),
    max_leaves=4,
)


def answer_to(text: str) -> RuleSet | None:
    """Return the rule set, or nothing once its refusal is known to be one that helps."""
    refused: Unloadable | None = None
    try:
        return parse(text, "own.toml")
    except Unloadable as refusal:
        refused = refusal
    assert refused.faults
    assert all(1 <= fault.line <= text.count("\n") + 1 and fault.says for fault in refused.faults)
    assert all(line.startswith("own.toml: line ") for line in str(refused).split("\n"))
    return None


def require_readable(rules: RuleSet) -> None:
    assert pages_of(rules)
    assert differences(rules, rules) == ()
    assert all(differences(rules, load(name)) is not None for name in BOOKS)
    json.dumps(plain(rules))


@given(st.text())
def test_any_text_is_refused_or_read(text: str) -> None:
    answer_to(text)


@given(st.text(alphabet="abc=[]{}.,#\"'\\\n 10-_:"))
@examples(500)
def test_any_text_in_the_signs_of_toml_is_refused_or_read(text: str) -> None:
    answer_to(text)


@pytest.mark.parametrize("name", BOOKS)
@given(data=st.data())
@examples(30)
def test_a_book_with_any_value_in_place_of_one_of_its_own_is_refused_or_readable(
    name: str, data: st.DataObject
) -> None:
    lines = TEXTS[name].splitlines()
    at = data.draw(st.sampled_from([at for at, line in enumerate(lines) if " = " in line]))
    key = lines[at].partition(" = ")[0]
    lines[at] = f"{key} = {data.draw(values)}"
    rules = answer_to("\n".join(lines))
    if rules is not None:
        require_readable(rules)


@pytest.mark.parametrize("name", BOOKS)
@given(data=st.data())
@examples(30)
def test_a_book_with_lines_lost_doubled_or_moved_is_refused_or_readable(name: str, data: st.DataObject) -> None:
    lines = TEXTS[name].splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        at, to = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["lost", "doubled", "moved", "cut"])):
            case "lost":
                del lines[at]
            case "doubled":
                lines.insert(to, lines[at])
            case "moved":
                lines.insert(to, lines.pop(at))
            case "cut":
                lines[at] = lines[at][: len(lines[at]) // 2]
    rules = answer_to("\n".join(lines))
    if rules is not None:
        require_readable(rules)


@pytest.mark.parametrize("name", BOOKS)
@given(data=st.data())
@examples(30)
def test_a_file_based_on_a_book_with_any_value_is_refused_or_readable(name: str, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from([key for key in lines_of(TEXTS[name]) if key and len(key) <= 3]))
    dotted = ".".join(json.dumps(str(part)) for part in path)
    rules = answer_to(f'based_on = "{name}"\n{dotted} = {data.draw(values)}\n')
    if rules is not None:
        require_readable(rules)


@pytest.mark.parametrize(
    "text",
    [
        "name" + ".a" * 3000 + " = 1\n",
        "based_on" + ".a" * 3000 + " = 1\n",
        "name = " + "[" * 200 + "]" * 200 + "\n",
        'based_on = "nevada"\npay' + ".a" * 3000 + " = 1\n",
    ],
    ids=["deep key", "deep base", "deep list", "deep in a base"],
)
def test_an_endless_nesting_is_refused(text: str) -> None:
    assert answer_to(text) is None


@pytest.mark.parametrize("name", BOOKS)
def test_the_texts_of_the_books_are_toml_that_loads_unchanged(name: str) -> None:
    assert tomllib.loads(TEXTS[name])["name"] == name
    require_readable(load(name))
