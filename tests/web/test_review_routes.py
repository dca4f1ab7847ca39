"""The review over HTTP: one's own decisions, a report, and a hand shared by link with its preview."""

from __future__ import annotations

import io
import re
from typing import Any

import httpx
from PIL import Image
from websockets.asyncio.client import ClientConnection

from support.open_house import OpenHouse, Person, open_house
from uth.web.review_routes import shared_hand


async def played(person: Person, socket: ClientConnection, *, folds: bool) -> None:
    """Play a round that is checked to the river, and folded or played there."""
    begun = person.view["rounds"]
    assert (await person.do(socket, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
    await person.ask(socket, ready=True)
    answered: set[str] = set()
    while person.view["rounds"] == begun or person.view["phase"] != "wagers":
        street = person.view["street"]
        if person.view["turn"] != 1 or street in answered:
            await person.hear(socket)
            continue
        answered.add(street)
        if street != "river":
            await person.do(socket, "Check", seat=1)
        elif folds:
            await person.do(socket, "Fold", seat=1)
        else:
            await person.do(socket, "MakePlay", seat=1, multiple=1)


async def until_counted(http: httpx.AsyncClient, path: str, person: Person | None = None, **params: str) -> Any:
    headers = person.headers if person is not None else {}
    while (answer := await http.get(f"/api/v1/{path}", headers=headers, params=params)).status_code == 202:
        assert answer.json()["counting"]
    assert answer.status_code == 200, answer.text
    return answer.json()


async def an_evening(at: OpenHouse) -> Person:
    """Play a round to the end and fold the next one."""
    await at.table()
    ann = await at.guest()
    async with ann.socket("one") as socket:
        await ann.sit(socket)
        await played(ann, socket, folds=False)
        await played(ann, socket, folds=True)
    return ann


async def test_ones_own_decisions_are_graded_and_reported_and_nobody_elses() -> None:
    async with open_house() as at, at.http() as http:
        ann = await an_evening(at)
        said = await until_counted(http, "tables/one/rounds/1/review", ann)
        (review,) = said["reviews"]
        assert [(each["street"], each["action"]) for each in review["decisions"]] == [
            ("preflop", "check"),
            ("flop", "check"),
            ("river", "1x"),
        ]
        assert all(each["grade"] and each["choices"] and each["reason"] for each in review["decisions"])
        report = (await until_counted(http, "review", ann))["report"]
        assert (report["hands"], report["decisions"], report["money"][0]["hands"]) == (2, 6, 2)
        assert (await until_counted(http, "review", ann, last="1"))["report"]["hands"] == 1
        assert (await until_counted(http, "review", ann, book="greece"))["report"]["hands"] == 0
        assert (await until_counted(http, "review", ann, table="none"))["report"]["hands"] == 0
        eve = await at.guest()
        assert (await until_counted(http, "tables/one/rounds/1/review", eve))["reviews"] == []
        assert (await until_counted(http, "tables/one/rounds/1/review"))["reviews"] == []
        assert (await until_counted(http, "review", eve))["report"]["hands"] == 0
        assert (await http.get("/api/v1/review")).json()["code"] == "not_signed_in"
        wrong = await http.get("/api/v1/review", headers=ann.headers, params={"book": "x"})
        assert wrong.json()["says"].startswith('book: "x" is not a rule book; one of massachusetts')
        missing = await http.get("/api/v1/tables/one/rounds/3/review", headers=ann.headers)
        assert missing.json()["code"] == "round_not_settled"


async def test_a_shared_hand_shows_its_analysis_and_a_folded_one_stays_hidden() -> None:
    async with open_house() as at, at.http() as http:
        ann = await an_evening(at)
        own = await until_counted(http, "tables/one/rounds/1/review", ann)
        (share,) = own["share"]
        shared = await until_counted(http, "tables/one/rounds/1/review", hand=share["hand"])
        assert shared == {**own, "share": []}
        folded = await until_counted(http, "tables/one/rounds/2/review", ann)
        assert folded["reviews"][0]["folded"]
        assert folded["share"] == []
        word = shared_hand(at.house.key, "one", 2, 1)
        assert (await until_counted(http, "tables/one/rounds/2/review", hand=word))["reviews"] == []
        (hole,) = [each["hole"] for each in folded["reviews"][0]["decisions"][:1]]
        page = (await http.get(f"/round/one/2?hand={word}")).text
        assert not any(f"{card} " in page or f"{card})" in page for card in hole)
        for forged in (f"1-{'0' * 32}", f"2-{share['hand'][2:]}"):
            refused = await http.get("/api/v1/tables/one/rounds/1/review", params={"hand": forged})
            assert refused.json()["code"] == "not_shared"
        elsewhere = await http.get("/api/v1/tables/one/rounds/2/review", params={"hand": share["hand"]})
        assert elsewhere.json()["code"] == "not_shared"


async def test_the_page_of_a_round_has_a_preview_with_absolute_addresses() -> None:
    async with open_house() as at, at.http() as http:
        ann = await an_evening(at)
        (share,) = (await until_counted(http, "tables/one/rounds/1/review", ann))["share"]
        path = f"/round/one/1?hand={share['hand']}"
        page = await http.get(path)
        tags = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)"', page.text))
        assert tags["og:url"] == f"{at.address}{path}"
        assert tags["og:title"] == "One, round 1"
        assert tags["twitter:card"] == "summary_large_image"
        image = tags["og:image"]
        assert (
            image
            == tags["twitter:image"]
            == f"{at.address}/api/v1/tables/one/rounds/1/preview.png?hand={share['hand']}"
        )
        drawn = await http.get(image)
        assert drawn.headers["content-type"] == "image/png"
        with Image.open(io.BytesIO(drawn.content)) as picture:
            assert (picture.format, picture.size) == ("PNG", (1200, 630))
        plain = await http.get("/round/one/1")
        assert (
            "best"
            not in dict(re.findall(r'property="(og:description)" content="([^"]*)"', plain.text))["og:description"]
        )
        assert (await http.get("/api/v1/tables/one/rounds/1/preview.png")).content != drawn.content
        assert (await http.get("/api/v1/tables/one/rounds/9/preview.png")).status_code in (404, 409)
        assert "og:title" not in (await http.get("/round/one/9")).text
        assert (await http.get("/round/none/1")).status_code == 200


async def test_a_host_that_is_not_allowed_gets_no_address() -> None:
    async with open_house() as at, at.http() as http:
        await an_evening(at)
        answer = await http.get("/round/one/1", headers={"host": "evil.example"})
        assert answer.status_code in (400, 403, 421)
        assert "og:" not in answer.text
