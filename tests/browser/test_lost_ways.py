"""An unknown address shows a friendly page, and nothing in the browser's console."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from client.serving import Served


@pytest.mark.parametrize("path", ["/table/nope", "/table/nope?sit", "/fair/nope"])
def test_a_table_that_is_not_there_is_said_in_words_and_nothing_is_in_the_console(
    visit: Callable[..., Page], house: Served, path: str
) -> None:
    page = visit(width=390, height=844)
    page.goto(house.address + path)
    expect(page.get_by_role("heading", name="There is no table “nope”")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.get_by_role("main").get_by_role("link", name="Go to the lobby").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.parametrize("path", ["/rules/nope", "/round/nope/1", "/sign/nope"])
def test_what_belongs_to_no_table_is_said_in_words(visit: Callable[..., Page], house: Served, path: str) -> None:
    page = visit()
    page.goto(house.address + path)
    expect(page.get_by_text("“nope”")).to_be_visible()
    page.wait_for_load_state("networkidle")


def test_a_path_of_several_parts_that_is_nowhere_is_a_page_to_a_person_and_a_word_to_a_program(
    visit: Callable[..., Page], house: Served
) -> None:
    person = {"accept": "text/html,*/*;q=0.8"}
    for path in ("/a/b/c", "/nowhere"):
        answer = httpx.get(house.address + path, headers=person)
        assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (404, "text/html"), path
    for path in ("/a/b/c", "/api/v1/nothing", "/api/v1/tables/nope/nothing/at/all"):
        for headers in (person, {}) if path.startswith("/api") else ({},):
            answer = httpx.get(house.address + path, headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (404, "no_such_path"), path
    assert httpx.get(f"{house.address}/api/v1/sign-in", headers=person).status_code == 405
    page = visit()
    page.route("**/a/b/c", lambda route: route.fulfill(response=route.fetch(), status=200))
    page.goto(f"{house.address}/a/b/c")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_a_house_that_speaks_another_version_of_the_protocol_is_named_in_plain_words(
    visit: Callable[..., Page], house: Served
) -> None:
    def newer(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda said: socket.send(str(said).replace('"v":1', '"v":2')))

    page = visit()
    page.route_web_socket(re.compile("/ws/v1/tables/"), newer)
    page.goto(f"{house.address}/table/massachusetts")
    alert = page.get_by_role("alert").filter(
        has_text="This page uses version 1 of the protocol and the house version 2."
    )
    expect(alert).to_be_visible()
    expect(page.get_by_role("button", name="Reload now")).to_be_visible()
