"""The documents of the floor and the dealer over HTTP: who may read them, their content, and the win page."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from support.open_house import OpenHouse, Person, open_house
from uth.cards import Card
from uth.errors import Refused
from uth.people.roles import Role
from uth.table.floor import irregularities as i
from uth.table.floor.rulings import refused_report
from uth.table.round.refusals import is_read, to_read
from uth.units import Seat
from uth.views.console import reports
from uth.views.win_page import award_number

ROYAL = {"seat": ["As", "Ks"], "dealer": ["Kd", "5c"], "community": ["Qs", "Js", "Ts", "2d", "7h"]}
OPENING_STEPS_MAX = 40


@dataclass
class Floor:
    """An open house with a table that a person deals from a real deck, and everyone who works there."""

    at: OpenHouse
    ann: Person
    dan: Person
    sue: Person
    mia: Person
    max: Person
    audrey: Person
    table: str = "real"

    @property
    def live(self) -> Any:
        return self.at.house.live(self.table)

    @property
    def link(self) -> str:
        return next(name for name, link in self.at.house.links.live.items() if self.table in link.link.stations)

    async def get(self, path: str, who: Person, *, status: int = 200) -> Any:
        async with self.at.http() as http:
            answer = await http.get(f"/api/v1{path}", headers=who.headers)
        assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer

    async def post(self, path: str, who: Person, document: Any, *, status: int = 200) -> Any:
        async with self.at.http() as http:
            answer = await http.post(f"/api/v1{path}", headers=who.headers, json=document)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def work(self, who: Person, is_: str, *, status: int = 200, **fields: Any) -> Any:
        word = sha256(f"{is_} {who.session.person} {fields}".encode()).hexdigest()
        document = {"id": word, "do": {"is": is_, **fields}}
        return await self.post(f"/links/{self.link}/do", who, document, status=status)

    async def step(self, socket: ClientConnection) -> None:
        """Have the dealer take the step that is due, and read its cards where nobody has."""
        due = (await self.console())["due"]
        if not is_read(self.live.table, self.live.posted):
            assert (await self.dan.ask(socket, step=due))["code"] == "cards_not_read"
            count = to_read(self.live.table, self.live.posted)
            cards = [str(card) for card in self.live.table.round.deck[-count:]]
            assert (await self.dan.do(socket, "ReadCards", cards=cards))["type"] == "done"
        answer = await self.dan.ask(socket, step=due)
        assert answer["type"] == "done", (due, answer)

    async def console(self) -> Any:
        return await self.get(f"/tables/{self.table}/console", self.dan)

    async def deal(self, socket: ClientConnection, ann: ClientConnection, *, until: str) -> None:
        """Deal a royal flush to seat 1, card by card, until that is due; the seat plays at once."""
        left = {place: list(cards) for place, cards in ROYAL.items()}
        for _ in range(OPENING_STEPS_MAX):
            console = await self.console()
            if console["due"] == until:
                return
            if console["due"] == "seat 1 to act":
                assert (await self.ann.do(ann, "MakePlay", seat=1, multiple=4))["type"] == "done"
                continue
            if console["delivery"] is not None:
                place, count = console["delivery"]["to"], console["delivery"]["cards"]
                cards = [left[place].pop(0) for _ in range(count)]
                assert (await self.dan.do(socket, "ReadCards", cards=cards))["type"] == "done"
            await self.step(socket)
        pytest.fail(f"{until} was never due")

    async def read_royal(self, socket: ClientConnection, console: Any) -> None:
        """Read the next of the cards that make a royal flush at seat 1, with a pair at seat 2."""
        if (to := console["delivery"]) is None:
            return
        cards = ["4c", "4d"] if to["seat"] == 2 else ROYAL[to["to"]][-to["cards"] :]
        if to["to"] == "community":
            cards = [ROYAL["community"][len(self.live.table.round.community)]]
        assert (await self.dan.do(socket, "ReadCards", cards=cards))["type"] == "done", cards


@pytest.fixture
async def floor() -> AsyncIterator[Floor]:
    async with open_house() as at:
        await at.table("real", rules="chickasaw", dealt_by="person", deck="read", awards="floor")
        yield Floor(
            at=at,
            ann=await at.guest(),
            dan=await at.staff("Dan", Role.DEALER),
            sue=await at.staff("Sue", Role.SUPERVISOR),
            mia=await at.staff("Mia", Role.MANAGER),
            max=await at.staff("Max", Role.MANAGER),
            audrey=await at.staff("Audrey", Role.AUDITOR),
        )


async def seated(floor: Floor, dealer: ClientConnection, ann: ClientConnection) -> None:
    """Have Ann sit down and wager, and the dealer close the wagers and start the game."""
    assert (await floor.ann.do(ann, "TakeSeat", seat=1, player=""))["type"] == "done"
    assert (await floor.ann.do(ann, "BuyIn", seat=1, cents=100_000, tender="cash"))["type"] == "done"
    while (await floor.console())["due"] != "AnnounceNoMoreBets":
        await floor.step(dealer)
    for wager, cents in (("ante", 1_000), ("progressive", 100)):
        assert (await floor.ann.do(ann, "PlaceWager", seat=1, wager=wager, cents=cents))["type"] == "done"
    await floor.step(dealer)
    assert (await floor.console())["due"] == "StartGame"
    await floor.step(dealer)


async def test_a_guest_is_refused_every_document_of_the_staff(floor: Floor) -> None:
    paths = ("/floor", "/tables/real/console", f"/links/{floor.link}/awards/1/win-page", "/approvals", "/staff", "/log")
    async with floor.at.http() as http:
        for path in paths:
            guest = await http.get(f"/api/v1{path}", headers=floor.ann.headers)
            assert (guest.status_code, guest.json()["code"]) == (409, "not_your_role"), path
            stranger = await http.get(f"/api/v1{path}")
            assert stranger.status_code == 409, path
            assert stranger.json()["code"] in {"not_your_role", "not_signed_in"}, path
    assert "stations" not in await floor.get(f"/links/{floor.link}", floor.ann)


async def test_a_dealer_has_the_console_and_not_the_floor_and_an_auditor_reads_both_and_may_do_nothing(
    floor: Floor,
) -> None:
    assert (await floor.get("/floor", floor.dan, status=409))["code"] == "not_your_role"
    assert (await floor.console())["deck"] == "read"
    await floor.get("/tables/real/console", floor.audrey)
    seen = await floor.get("/floor", floor.audrey)
    assert [table["name"] for table in seen["tables"]] == ["real"]
    assert not {"TurnKey", "AdjustMeter", "switch_off", "RuleOnIrregularity", "deal"} & set(seen["may"])
    assert {"TurnKey", "PressJackpot", "switch_off"} <= set((await floor.get("/floor", floor.sue))["may"])


async def test_of_two_consoles_that_read_at_once_neither_deals_the_others_card_for_its_own(floor: Floor) -> None:
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann, floor.sue.socket("real") as other:
        await floor.dan.hear(dealer)
        await floor.ann.hear(ann)
        await floor.sue.hear(other)
        await seated(floor, dealer, ann)
        assert (await floor.dan.do(dealer, "ReadCards", cards=["Qs"]))["type"] == "done"
        assert (await floor.sue.do(other, "ReadCards", cards=["2d"]))["type"] == "done"
        late = await floor.dan.ask(dealer, step="DealNext", cards=["Qs"])
        assert (late["code"], floor.live.table.round.community) == ("cards_not_read", ())
        assert (await floor.dan.ask(dealer, step="DealNext", cards="Qs"))["code"] == "malformed"
        assert (await floor.sue.ask(other, step="DealNext", cards=["2d"]))["type"] == "done"
        assert [str(card) for card in floor.live.table.round.community] == ["2d"]


async def test_the_console_says_where_each_card_goes_and_holds_no_card_that_lies_face_down(floor: Floor) -> None:
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann:
        await floor.dan.hear(dealer)
        await floor.ann.hear(ann)
        await seated(floor, dealer, ann)
        places = []
        for _ in range(9):
            console = await floor.console()
            if console["delivery"] is None:
                break
            places.append((console["delivery"]["to"], console["delivery"]["seat"], console["delivery"]["cards"]))
            await floor.step(dealer)
        assert places == [*[("community", None, 1)] * 5, ("seat", 1, 2), ("dealer", None, 2)]
        hidden = {*map(str, floor.live.table.round.community), *map(str, floor.live.table.round.dealer)}
        hidden |= {str(card) for spot in floor.live.table.round.spots.values() for card in spot.hole}
        async with floor.at.http() as http:
            for path in ("/api/v1/tables/real/console", "/api/v1/floor"):
                said = (await http.get(path, headers=floor.mia.headers)).text
                assert not [card for card in hidden if f'"{card}"' in said], path


async def test_everything_the_console_lists_can_be_reported_and_nothing_else(floor: Floor) -> None:
    plain = {"cards": 1, "fixable": False, "misdealt": False, "at_win": False}
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann:
        await floor.dan.hear(dealer)
        await floor.ann.hear(ann)
        await seated(floor, dealer, ann)
        await floor.deal(dealer, ann, until="ShowDealerHand")
        listed = {each["irregularity"]: each for each in (await floor.console())["reports"]}
        table, posted = floor.live.table, floor.live.posted
        for kind in (getattr(i, name) for name in dir(i) if isinstance(getattr(i, name), type)):
            if not hasattr(kind, "kind") or kind.__name__ in ("WrongNumberOfCards", "WrongCommunityShown"):
                continue
            facts: dict[str, Any] = {each: plain[each] for each in kind.__dataclass_fields__ if each in plain}
            if "seat" in kind.__dataclass_fields__:
                facts["seat"] = Seat(1)
            fits = refused_report(table, kind(**facts), posted) is None
            assert (kind.__name__ in listed) == fits, kind.__name__
        assert listed["ConductBroken"]["seats"] == [1]
        assert listed["WrongNumberOfCards"]["seats"] == [None, 1]
        assert listed["WrongNumberOfCards"]["fixable"], "the stub is in the shoe, and no card of the dealer's was seen"
        await floor.dan.do(dealer, "Report", irregularity={"is": "CardOffTable"})
        assert reports(floor.live.table, posted) == []


async def test_what_the_book_leaves_open_stands_on_the_floor_until_a_supervisor_rules(floor: Floor) -> None:
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann, floor.sue.socket("real") as sue:
        await floor.dan.hear(dealer)
        await floor.ann.hear(ann)
        await seated(floor, dealer, ann)
        await floor.deal(dealer, ann, until="ShowDealerHand")
        assert (await floor.dan.do(dealer, "Report", irregularity={"is": "CardOffTable"}))["type"] == "done"
        (table,) = (await floor.get("/floor", floor.sue))["tables"]
        assert table["due"] == "RuleOnIrregularity"
        assert table["call"]["irregularity"]["is"] == "CardOffTable"
        assert "void_round" in table["call"]["choices"]
        ruling = {"remedy": "continue", "by": "somebody else", "reason": "picked up unseen"}
        assert (await floor.sue.do(sue, "RuleOnIrregularity", **ruling))["type"] == "done"
        (table,) = (await floor.get("/floor", floor.sue))["tables"]
        assert table["call"] is None


async def test_an_award_stands_on_the_floor_with_its_cards_until_it_is_paid_and_its_win_page_tells_the_way(
    floor: Floor,
) -> None:
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann:
        await floor.dan.hear(dealer)
        await floor.ann.hear(ann)
        await seated(floor, dealer, ann)
        await floor.deal(dealer, ann, until="CollectCards")
        console = await floor.console()
        (owed,) = console["payouts"]
        assert (owed["seat"], owed["net"], owed["waits"]) == (1, 500_000 + 4_000 - 100, 1_000_012)
        assert console["manager"]["buttons"][0]["hand"] == "royal_flush"
        refused = await floor.dan.ask(dealer, step="CollectCards")
        assert refused["clause"] == "R53"
        assert console["held"] == {"says": refused["says"], "clause": refused["clause"]}

        ((award,), (table,)) = await _open(floor)
        link = await floor.get(f"/links/{floor.link}", floor.sue)
        assert (award["hole"], award["board"]) == (["As", "Ks"], ["Qs", "Js", "Ts", "2d", "7h"])
        assert (award["cents"], award["stage"]) == (1_000_012, "pending")
        assert award["missing"] == ["title_31", "ofac", "patron_information"]
        assert [(each["seat"], each["cents"]) for each in table["owed"]] == [(1, 1_000_012)]
        early = await floor.get(f"/links/{floor.link}/awards/1/win-page", floor.sue, status=409)
        assert early["clause"] == "R53"

        await floor.work(floor.dan, "TurnKey", table="real", to="jph", status=409)
        await floor.work(floor.sue, "TurnKey", table="real", to="jph")
        await floor.work(floor.sue, "PressJackpot", table="real", award=1)
        for step in award["missing"]:
            bare = await floor.work(floor.sue, "RecordStep", award=1, step=step, status=409)
            assert bare["code"] == "fields_missing"
            fields = {name: f"{step} {name} 77" for name in link["fields"][step]}
            await floor.work(floor.sue, "RecordStep", award=1, step=step, fields=fields)
        alone = await floor.work(floor.sue, "PayAward", award=1, means="check", status=409)
        assert (alone["code"], alone["clause"]) == ("two_people_needed", "R82")
        await floor.work(floor.mia, "PayAward", award=1, means="check")
        await floor.work(floor.sue, "TurnKey", table="real", to="run")
        ((award,), (table,)) = await _open(floor)
        assert (award["stage"], table["owed"]) == ("paid", [])
        assert (await floor.console())["held"] is None

        page = f"/links/{floor.link}/awards/1/win-page"
        text = (await floor.get(f"{page}?format=text", floor.audrey)).text
        for words in ("$10,000.12", "Royal Flush", "Verified, J-POT pressed, by Sue", "Paid by check, by Mia"):
            assert words in text
        assert f"No. {award['number']} " in text
        assert award["number"] == award_number(floor.link, 1) != award_number("another link", 1)
        assert "Hand button: the amount is reserved, by Dan" in text
        assert re.search(r"Winner +Guest", text)
        record = text[text.index("The record") :]
        turns = [record.index(f"Key turned to {to}, by Sue") for to in ("JPH", "RUN")]
        assert turns[0] < record.index("J-POT pressed") < turns[1]
        assert record.count("Key turned") == 2
        assert "UTC" in record
        html = await floor.get(page, floor.audrey)
        assert "Title 31 recorded" in html.text
        assert "patron_information name 77" in html.text
        shown = await floor.get(f"/links/{floor.link}", floor.ann)
        assert "name 77" not in json.dumps(shown)
        assert html.headers["content-type"] == "text/html; charset=utf-8"
        pdf = (await floor.get(f"{page}?format=pdf", floor.audrey)).content
        assert pdf.startswith(b"%PDF-")
        assert len(re.findall(rb"/Type /Page\b", pdf)) == 1, "the foot is on the sheet with the signatures"
        assert (await floor.get(f"/links/{floor.link}/awards/2/win-page", floor.audrey, status=409))["code"]


async def test_the_payouts_name_envy_as_the_log_has_it_also_when_whose_hand_it_was_has_got_up(floor: Floor) -> None:
    bob = await floor.at.guest()
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann, bob.socket("real") as socket:
        for who, at in ((floor.dan, dealer), (floor.ann, ann), (bob, socket)):
            await who.hear(at)
        for is_, fields in (("TakeSeat", {"player": ""}), ("BuyIn", {"cents": 100_000, "tender": "cash"})):
            assert (await bob.do(socket, is_, seat=2, **fields))["type"] == "done"
        while (await floor.console())["due"] != "AnnounceNoMoreBets":
            await floor.step(dealer)
        for wager, cents in (("ante", 1_000), ("progressive", 100)):
            assert (await bob.do(socket, "PlaceWager", seat=2, wager=wager, cents=cents))["type"] == "done"
        await seated(floor, dealer, ann)
        while (console := await floor.console())["due"] != "CollectCards":
            if console["due"] == "seat 2 to act":
                await bob.do(socket, "MakePlay", seat=2, multiple=4)
            elif console["due"] == "seat 1 to act":
                await floor.ann.do(ann, "MakePlay", seat=1, multiple=4)
            else:
                await floor.read_royal(dealer, console)
                await floor.step(dealer)
        assert [(each["seat"], each["envy"]) for each in console["payouts"]] == [
            (2, [{"seat": 1, "cents": 100_000, "state": "waits", "reason": ""}]),
            (1, []),
        ]
        second = console["payouts"][0]
        assert (second["net"], second["waits"]) == (sum(line["net"] for line in second["lines"]), 100_000)
        assert (await floor.ann.do(ann, "LeaveSeat", seat=1))["type"] == "done"
        (left,) = (await floor.console())["payouts"]
        assert (left["envy"], left["net"]) == (second["envy"], second["net"])


async def _open(floor: Floor) -> tuple[list[Any], list[Any]]:
    seen = await floor.get("/floor", floor.sue)
    return next(link for link in seen["links"] if link["name"] == floor.link)["awards"], seen["tables"]


async def test_a_win_page_printed_while_a_round_is_on_carries_no_seal_of_that_round(floor: Floor) -> None:
    async with floor.dan.socket("real") as dealer, floor.ann.socket("real") as ann:
        await floor.dan.hear(dealer)
        await floor.ann.hear(ann)
        await seated(floor, dealer, ann)
        await floor.deal(dealer, ann, until="CollectCards")
        await floor.work(floor.sue, "TurnKey", table="real", to="jph")
        await floor.work(floor.sue, "PressJackpot", table="real", award=1)
        await floor.work(floor.sue, "TurnKey", table="real", to="run")
        await floor.step(dealer)
        while (await floor.console())["due"] != "AnnounceNoMoreBets":
            await floor.step(dealer)
        assert (await floor.ann.do(ann, "PlaceWager", seat=1, wager="ante", cents=1_000))["type"] == "done"
        await floor.step(dealer)
        begun = next(
            record.position
            for record in reversed(await floor.at.house.store.read("table/real"))
            if any(event["is"] == "DeckShuffled" for event in record.body["events"])
        )
        text = (await floor.get(f"/links/{floor.link}/awards/1/win-page?format=text", floor.sue)).text
        sealed = {each.chain for each in await floor.at.house.store.read("table/real") if each.position >= begun}
        assert "seal of position" in text
        assert not [chain for chain in sealed if chain in "".join(text.split())]


async def test_a_meter_is_adjusted_by_two_managers_and_the_floor_sees_what_waits(floor: Floor) -> None:
    await floor.work(floor.mia, "AdjustMeter", meter="minor", cents=250, reason="counted twice")
    (waiting,) = (await floor.get("/floor", floor.audrey))["approvals"]
    assert (waiting["asked_by"], waiting["command"]["cents"]) == ("Mia", 250)
    alone = await floor.post(f"/approvals/{waiting['number']}", floor.mia, {"agreed": True}, status=409)
    assert alone["code"] == "two_people_needed"
    await floor.post(f"/approvals/{waiting['number']}", floor.max, {"agreed": True})
    seen = await floor.get("/floor", floor.audrey)
    assert seen["approvals"] == []
    assert next(link for link in seen["links"] if link["name"] == floor.link)["meters"]["minor"] == 25_250
    assert next(link for link in seen["links"] if link["name"] == floor.link)["progressive"] == "Progressive"


async def test_a_sign_begins_with_the_hands_of_its_meters_and_the_currency(floor: Floor) -> None:
    sign = await floor.get(f"/links/{floor.link}", floor.ann)
    assert sign["symbol"] == "$"
    assert sign["hands"] == {"mega": ["Royal Flush"], "major": ["Straight Flush"], "minor": ["Four of a Kind"]}


def test_a_card_of_the_evidence_is_read_from_the_words_of_the_link() -> None:
    from uth.views.win_page import cards_in

    assert cards_in("AsKs with QsJsTs2d7h") == tuple(map(Card, ("As", "Ks", "Qs", "Js", "Ts", "2d", "7h")))
    assert cards_in("As Ks Qs Js Ts") == tuple(map(Card, ("As", "Ks", "Qs", "Js", "Ts")))
    assert cards_in("camera 4, tape 12") == ()
    assert cards_in("As Ks and more") == ()


def test_a_refusal_is_refused_in_its_own_words() -> None:
    from uth.people.roles import HouseAction
    from uth.web.staff_routes import require_staff

    with pytest.raises(Refused, match="sign in as staff"):
        require_staff(None, HouseAction.DEAL)


@pytest.mark.parametrize(("what", "name"), [("house", ""), ("table", "real"), ("player", "ann")])
async def test_whoever_is_at_a_table_sees_at_once_that_something_was_switched_off(
    floor: Floor, what: str, name: str
) -> None:
    name = floor.ann.session.person if name == "ann" else name
    async with floor.ann.socket("real") as socket:
        await floor.ann.sit_only(socket)
        await floor.post("/switch", floor.sue, {"what": what, "name": name, "off": True})
        seen = await floor.ann.hear_a(socket, "view")
        assert seen["view"]["off"] == (what != "player")
        assert seen["view"]["seats"]["1"]["offers"]["wagers"] == []
        await floor.post("/switch", floor.max, {"what": what, "name": name, "off": False})
        again = await floor.ann.hear_a(socket, "view")
        assert not again["view"]["off"]


async def test_a_manager_closes_a_table_for_good_over_http_and_nobody_comes_in_any_more(floor: Floor) -> None:
    async with floor.ann.socket("real") as socket, floor.at.http() as http:
        await floor.ann.sit_only(socket)
        refused = await http.delete("/api/v1/tables/real", headers=floor.sue.headers)
        assert (refused.status_code, refused.json()["code"]) == (409, "not_your_role")
        assert "real" in floor.at.hub.kept
        closed = await http.delete("/api/v1/tables/real", headers=floor.max.headers)
        assert closed.json() == {"closed": "real"}
    assert "real" not in floor.at.hub.kept
    assert "real" not in [table["name"] for table in await floor.get("/tables", floor.ann)]
    assert "real" not in [table["name"] for table in (await floor.get("/floor", floor.sue))["tables"]]
    with pytest.raises(InvalidStatus):
        async with floor.ann.socket("real"):
            pass
