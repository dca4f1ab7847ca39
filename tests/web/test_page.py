"""The page as served: one document for every page path, compressed, with immutable files cached."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response

from uth.web import page


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a page in it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<h1>table</h1>")
    (folder / "assets" / "app-1.js").write_text("let a = 1")
    (folder / "assets" / "app-1.js.gz").write_bytes(b"packed by gzip")
    (folder / "assets" / "app-1.js.br").write_bytes(b"packed by brotli")
    (folder / "manifest.webmanifest").write_text("{}")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(page, "BUILT", folder)
    return folder


def asked(accept: str = "") -> Request:
    return Request({"type": "http", "method": "GET", "path": "/", "headers": [(b"accept-encoding", accept.encode())]})


def got(name: str, accept: str = "") -> Response:
    return asyncio.run(page.asset(name, asked(accept)))


@pytest.mark.parametrize(
    ("accept", "body", "encoding"),
    [
        ("gzip, deflate, br", b"packed by brotli", "br"),
        ("gzip;q=1.0", b"packed by gzip", "gzip"),
        ("", b"let a = 1", None),
    ],
)
def test_a_file_goes_out_packed_as_the_browser_takes_it(
    built: Path, accept: str, body: bytes, encoding: str | None
) -> None:
    answer = got("app-1.js", accept)
    assert (answer.body, answer.headers.get("content-encoding")) == (body, encoding)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == page.FOREVER


def test_the_document_is_asked_for_anew_each_time(built: Path) -> None:
    answer = asyncio.run(page.page(asked()))
    assert (answer.body, answer.headers["cache-control"]) == (b"<h1>table</h1>", "no-cache")


@pytest.mark.parametrize("name", ["../index.html/../../secret.txt", "../../secret.txt", "nothing.js", ""])
def test_nothing_outside_the_page_is_handed_out(built: Path, name: str) -> None:
    assert got(name).status_code == 404


def test_a_page_that_was_not_built_says_so_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "BUILT", tmp_path)
    answer = asyncio.run(page.page(asked()))
    assert answer.status_code == 503
    assert re.search("make setup", bytes(answer.body).decode())
    assert b"\n" not in answer.body


def test_a_path_that_is_nowhere_is_the_page_that_says_so_to_a_browser_and_a_word_to_a_program(built: Path) -> None:
    browser = Request({"type": "http", "method": "GET", "path": "/", "headers": [(b"accept", b"text/html,*/*;q=0.8")]})
    to_a_browser = asyncio.run(page.file("nowhere", browser))
    assert (to_a_browser.status_code, to_a_browser.body) == (404, b"<h1>table</h1>")
    to_a_program = asyncio.run(page.file("nowhere", asked()))
    assert (to_a_program.status_code, to_a_program.body) == (404, b"there is no such file")
