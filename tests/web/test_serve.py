"""The house from outside: a real process, real sockets, the first hand, and a kill."""

from __future__ import annotations

import json
import signal
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from client.serving import served_by as served
from support.installed import ran_text
from uth.rules.loader import BOOKS


@pytest.fixture
def guests() -> Iterator[Callable[[str], Guest]]:
    """Return how a guest comes in; every one's connections are closed at the end."""
    here: list[Guest] = []

    def come_in(address: str) -> Guest:
        here.append(Guest(address))
        return here[-1]

    yield come_in
    for guest in here:
        guest.http.close()


class Guest:
    """A program that plays: HTTP for the door, a socket at the table."""

    def __init__(self, address: str, name: str = "") -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, verify=False)
        self.me = self.http.post("/api/v1/guest", json={"name": name}).json()
        self.n = 0
        self.view: dict[str, Any] = {}
        self.heard: list[dict[str, Any]] = []

    def sit(self, table: str, after: int | None = None) -> ClientConnection:
        query = "" if after is None else f"?after={after}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        at = self.address.replace("http", "ws")
        where = f"{at}/ws/v1/tables/{table}{query}"
        return connect(where, additional_headers={"Cookie": cookie}, max_queue=None)  # a full queue would not close

    def ask(self, socket: ClientConnection, **frame: Any) -> dict[str, Any]:
        """Send a frame and return its answer; what is heard in between is kept."""
        number = uuid.uuid4().hex
        socket.send(json.dumps({"id": number, **frame}))
        while True:
            answer = self.hear(socket)
            if answer.get("id") == number:
                return answer

    def do(self, socket: ClientConnection, is_: str, **fields: Any) -> dict[str, Any]:
        return self.ask(socket, do={"is": is_, **fields})

    def hear(self, socket: ClientConnection) -> dict[str, Any]:
        frame: dict[str, Any] = json.loads(socket.recv(timeout=20))
        if "view" in frame:
            self.view, self.n = frame["view"], frame["n"]
            self.heard += frame.get("events", [])
        return frame

    def until(self, socket: ClientConnection, phase: str) -> None:
        while self.view.get("phase") != phase:
            self.hear(socket)


def lasting(view: dict[str, Any]) -> dict[str, Any]:
    """Return what outlives a restart: all but the clock, which starts anew, and who said they were ready."""
    seats = {seat: {**each, "ready": None} for seat, each in view["seats"].items()}
    return {**view, "seats": seats, "clock": None}


def test_a_guest_plays_a_hand_and_is_where_they_were_when_the_plug_was_pulled(
    tmp_path: Path, guests: Callable[[str], Guest]
) -> None:
    with served(tmp_path) as (address, process):
        ann = guests(address)
        assert ann.me["roles"] == ["player"]
        assert {table["name"] for table in ann.http.get("/api/v1/tables").json()} == set(BOOKS)
        with ann.sit("massachusetts") as socket:
            ann.hear(socket)
            assert ann.do(socket, "TakeSeat", seat=1, player="x")["type"] == "done"
            assert ann.do(socket, "BuyIn", seat=1, cents=100_000, tender="cash")["type"] == "done"
            ann.until(socket, "wagers")
            assert ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1000)["type"] == "done"
            refused = ann.do(socket, "PlaceWager", seat=1, wager="ante", cents=1001)
            assert (refused["code"], refused["clause"]) == ("not_a_multiple_of_the_unit", "MA.10c")
            ann.ask(socket, word="lucky")
            ann.ask(socket, ready=True)
            while ann.view["turn"] != 1:
                ann.hear(socket)
            before, after = ann.view, ann.n
            process.kill()
            process.wait(20)
    with served(tmp_path) as (address, _):
        ann.address = address
        ann.http.base_url = httpx.URL(address)
        with ann.sit("massachusetts", after) as socket:
            assert ann.hear(socket) == {"v": 1, "type": "resumed", "n": after}
            now = ann.http.get("/api/v1/tables/massachusetts").json()
            assert (now["n"], lasting(now["view"])) == (after, lasting(before))
            assert ann.do(socket, "MakePlay", seat=1, multiple=4)["type"] == "done"
            ann.until(socket, "settled")
            assert ann.view["dealer_hand"]


def test_doors_that_are_shut(tmp_path: Path, guests: Callable[[str], Guest]) -> None:
    with served(tmp_path) as (address, _):
        ann = guests(address)
        assert ann.http.get("/healthz").text == "ok"
        assert "uth_tables 5.0" in ann.http.get("/metrics").text
        answer = ann.http.post("/api/v1/tables", json={"name": "mine", "rules": "greece"})
        assert answer.status_code == 403
        word = {"x-csrf": ann.me["csrf"]}
        foreign = ann.http.post(
            "/api/v1/tables", json={"name": "mine"}, headers={**word, "origin": "http://evil.example"}
        )
        assert foreign.status_code == 403
        made = ann.http.post("/api/v1/tables", json={"name": "mine", "rules": "greece"}, headers=word)
        assert made.status_code == 201
        off = ann.http.post("/api/v1/switch", json={"what": "house", "off": True}, headers=word)
        assert (off.status_code, off.json()["code"]) == (409, "not_your_role")
        assert ann.http.get("/api/v1/tables").headers["x-content-type-options"] == "nosniff"
        with pytest.raises(InvalidStatus):
            connect(f"{address.replace('http', 'ws')}/ws/v1/tables/mine", origin=Origin("http://evil.example"))
        with ann.sit("mine") as socket:
            ann.hear(socket)
            for frame in ("", "[]", "{", '{"id": 5}', "x" * 1000):
                socket.send(frame)
                while (heard := ann.hear(socket))["type"] in ("events", "aside"):  # the table is being made ready
                    pass
                assert heard["type"] == "refused"
            assert ann.ask(socket, do={"is": "ShuffleDeck", "back": "red", "cards": []})["code"] == "not_your_role"
            assert ann.ask(socket, do={"is": "Nonsense"})["code"] == "malformed"
            assert ann.ask(socket, ping=1)["type"] == "done"


def test_control_c_ends_it_quietly_and_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with served(tmp_path) as (address, process):
        port = address.rsplit(":", 1)[1]
        second = ran_text("serve", "--data", str(tmp_path / "2"), "--port", port)
        assert second.returncode != 0
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None
        assert "Traceback" not in process.stderr.read()
