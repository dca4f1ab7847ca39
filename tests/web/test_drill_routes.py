"""The drills' endpoints: anyone may ask, the house keeps nothing, and an answer is graded as the coach grades it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import httpx
import pytest

from support.open_house import open_house
from uth.coach.coaching import coach
from uth.coach.drills import question_of
from uth.coach.progress import new_progress
from uth.rules.loader import BOOKS
from web.test_review_routes import played, until_counted

A = "/api/v1/drill"
STREETS = ("preflop", "flop", "river")
KINGS = {"book": "massachusetts", "tables": {}, "beside": [], "hole": ["Kh", "4d"], "board": []}


async def asked(http: httpx.AsyncClient, **params: Any) -> Any:
    answer = await http.get(f"{A}/question", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()["question"]


async def answer(http: httpx.AsyncClient, **body: Any) -> httpx.Response:
    return await http.post(f"{A}/answers", json=body)


async def test_a_question_is_of_the_wanted_drill_and_its_answer_is_the_coachs() -> None:
    async with open_house() as at, at.http() as http:
        for params in (
            {"theme": "suited-kings"},
            {"street": "flop", "close": True},
            {"book": "california", "blind": "UTH-02", "street": "river"},
        ):
            question = await asked(http, **params)
            assert question["kind"] == params.get("theme", question["kind"])
            assert question["street"] == params.get("street", "preflop")
            assert question["tables"]["blind"] == params.get("blind", "standard")
            expected = coach(question_of(question).situation)
            said = (await answer(http, question=question, multiple=0)).json()
            assert not said["counting"]
            assert [Fraction(each["fraction"]) for each in said["values"]["choices"]] == [
                each.value for each in expected.choices
            ]
            assert said["values"]["reason"] == expected.reason
            assert said["item"]["grade"] == expected.choice(0).grade
            assert said["item"]["question"] == question
            again = (await answer(http, question=question, multiple=0, item=said["item"])).json()
            assert again["item"]["answers"] == 2


async def test_the_options_name_every_book_and_kind() -> None:
    async with open_house() as at, at.http() as http:
        options = (await http.get(f"{A}/options")).json()
        assert [each["name"] for each in options["books"]] == list(BOOKS)
        (forfeits,) = (each for each in options["books"] if each["beside"])
        assert forfeits["beside"] == ["trips", "progressive"]
        assert len(options["themes"]) == 27


async def test_first_decisions_that_have_to_be_solved_are_answered_with_202_until_they_are() -> None:
    async with open_house() as at, at.http() as http:
        params = {"book": "chickasaw", "beside": "trips", "theme": "suited-queens"}
        for _ in range(20):
            said = await http.get(f"{A}/question", params=params)
            if said.status_code == 200:
                break
            assert (said.status_code, said.json()) == (202, {"question": None, "counting": True})
        question = said.json()["question"]
        assert question["beside"] == ["trips"]
        said = await answer(http, question=question, multiple=4)
        expected = coach(question_of(question).situation)
        assert {each["multiple"]: Fraction(each["fraction"]) for each in said.json()["values"]["choices"]} == {
            each.multiple: each.value for each in expected.choices
        }


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"book": "nowhere"}, "book"),
        ({"book": "../x.toml"}, "book"),
        ({"street": "turn"}, "street"),
        ({"theme": "kings"}, "theme"),
        ({"theme": "suited-kings", "street": "river"}, "theme"),
        ({"blind": "no"}, "tables.blind"),
        ({"beside": "trips"}, "beside"),
    ],
)
async def test_a_drill_that_is_not_there_is_refused_by_the_name_of_its_field(params: dict[str, str], says: str) -> None:
    async with open_house() as at, at.http() as http:
        answer = await http.get(f"{A}/question", params=params)
        assert answer.status_code == 422
        assert answer.json()["says"].startswith(says)


async def test_an_answer_that_was_not_offered_and_an_item_of_another_question_are_refused() -> None:
    async with open_house() as at, at.http() as http:
        assert (await answer(http, question=KINGS, multiple=2)).json()["says"].startswith("multiple: 2 is not offered")
        other = (await answer(http, question={**KINGS, "hole": ["Ah", "7d"]}, multiple=4)).json()["item"]
        refused = await answer(http, question=KINGS, multiple=0, item=other)
        assert refused.status_code == 422
        assert "item.question.id" in refused.json()["says"]
        book = await answer(http, question={**KINGS, "book": "/etc/passwd"}, multiple=0)
        assert book.json()["says"].startswith("book:")


async def test_ones_own_mistakes_at_a_table_are_asked_and_nobody_elses() -> None:
    async with open_house() as at, at.http() as http:
        await at.table(rules="nevada")
        ann, eve = await at.guest(), await at.guest()
        wrong: list[tuple[list[str], list[str]]] = []
        rounds = 0
        async with ann.socket("one") as socket:
            await ann.sit(socket)
            while not wrong:
                rounds += 1
                await played(ann, socket, folds=True)
                (review,) = (await until_counted(http, f"tables/one/rounds/{rounds}/review", ann))["reviews"]
                wrong += [(each["hole"], each["board"]) for each in review["decisions"] if each["grade"] != "best"]
        said = await until_counted(http, "drill/mistakes", ann)
        assert sorted((each["hole"], each["board"]) for each in said["questions"]) == sorted(wrong)
        assert {each["book"] for each in said["questions"]} == {"nevada"}
        question = said["questions"][0]
        graded = (await answer(http, question=question, multiple=0)).json()
        assert graded["item"]["question"] == question
        assert graded["item"]["grade"] != "best"
        streets = [(await until_counted(http, "drill/mistakes", ann, street=each))["questions"] for each in STREETS]
        assert sum(map(len, streets)) == len(wrong)
        other = {"counting": False, "done": 0, "of": 0, "questions": []}
        assert await until_counted(http, "drill/mistakes", eve) == other
        assert await until_counted(http, "drill/mistakes") == other
        forged = await http.get(f"{A}/mistakes", params={"player": ann.session.player}, headers=eve.headers)
        assert forged.json() == other
        assert (await http.get(f"{A}/mistakes", params={"theme": "kings"})).json()["says"].startswith("theme")


async def test_progress_that_is_brought_back_is_checked() -> None:
    async with open_house() as at, at.http() as http:
        item = (await answer(http, question=KINGS, multiple=0)).json()["item"]
        progress = {**new_progress(), "items": [item]}
        said = await http.post(f"{A}/progress", json=progress)
        assert (said.status_code, said.json()) == (200, progress)
        said = await http.post(f"{A}/progress", json={**progress, "streak": "many"})
        assert said.status_code == 422
        assert said.json()["says"].startswith("streak: ")
        said = await http.post(
            f"{A}/answers", json={"question": KINGS, "multiple": 0}, headers={"origin": "https://other"}
        )
        assert said.status_code == 403
