"""Whose money is where, counted from the words of the log alone: no code of the ledger, the table or the link is used.

A pocket is named as its account prints. Every line below is what a person at the table sees move.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import Any

COUPON = "match_play"

Event = dict[str, Any]


class Pockets:
    """What is in every pocket of the house."""

    def __init__(self) -> None:
        self.held: dict[str, Fraction] = defaultdict(Fraction)
        self.sits: dict[tuple[str, int], str] = {}
        self.lies: dict[tuple[str, int, str], int] = defaultdict(int)
        """The wagers before the cards, by table, seat and wager."""
        self.banks: dict[str, tuple[int, int]] = {}
        """Who banks a table's round, and with how much."""
        self.banked: set[str] = set()
        """The tables whose wagers are against a player/dealer."""
        self.awards: dict[tuple[str, int], Event] = {}

    def move(self, source: str, target: str, cents: int | str | Fraction) -> None:
        self.held[source] -= Fraction(cents)
        self.held[target] += Fraction(cents)

    def player(self, table: str, seat: int) -> str:
        return f"player:{self.sits[table, seat]}"

    # At a table.

    def at_table(self, table: str, event: Event, command: str) -> None:
        """Take in one event of a table that came of that command."""
        method = getattr(self, f"on_{event['is']}", None)
        if method is not None:
            method(table, event, command)

    def on_SeatTaken(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        assert (table, event["seat"]) not in self.sits
        self.sits[table, event["seat"]] = event["player"]

    def on_SeatLeft(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.move(self.player(table, event["seat"]), "cage", event["cents"])
        del self.sits[table, event["seat"]]

    def on_ChipsBought(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.move("cage", self.player(table, event["seat"]), event["cents"])

    def on_WagerPlaced(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        place = table, event["seat"], event["wager"]
        if event["wager"] != COUPON:
            self.move(self.player(table, event["seat"]), f"escrow:{table}", event["cents"] - self.lies[place])
        self.lies[place] = event["cents"]

    def on_WagerTakenBack(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        cents = self.lies.pop((table, event["seat"], event["wager"]))
        if event["wager"] != COUPON:
            self.move(f"escrow:{table}", self.player(table, event["seat"]), cents)

    def on_PlayMade(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.move(self.player(table, event["seat"]), f"escrow:{table}", event["cents"])

    on_EntryFeeTaken = on_PlayMade

    def on_WagerSettled(self, table: str, event: Event, command: str) -> None:  # noqa: N802
        wager, player = event["settled"], self.player(table, event["seat"])
        coupon = wager["wager"] == COUPON
        back = 0 if coupon else wager["returned"]
        against = self.against(table, wager["wager"])
        if command != "ResolveDispute":  # a correction comes when nothing lies on the layout any more
            stake = 0 if coupon else wager["stake"]
            self.move(f"escrow:{table}", against, stake)
        self.move(against, player, back + wager["won"] - event["award"])

    def on_SettlementReversed(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        wager = event["settled"]
        back = 0 if wager["wager"] == COUPON else wager["returned"]
        self.move(self.player(table, event["seat"]), self.against(table, wager["wager"]), back + wager["won"])

    def against(self, table: str, wager: str) -> str:
        if wager == "entry_fee":
            return f"fees:{table}"
        return f"bank:{table}" if table in self.banked else f"tray:{table}"

    def on_AwardBrought(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        to = self.player(table, event["seat"]) if event["means"] == "cheques" else "cage"
        self.move(f"tray:{table}", to, event["cents"])

    def on_EnvyPaid(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.move(f"tray:{table}", self.player(table, event["seat"]), event["cents"])

    def on_BankTaken(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.banked.add(table)
        if table in self.banks:
            self.on_BankGivenUp(table, {"seat": self.banks[table][0]}, "")
        self.move(self.player(table, event["seat"]), f"bank:{table}", event["cents"])
        self.banks[table] = event["seat"], event["cents"]

    def on_BankGivenUp(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        _, cents = self.banks.pop(table)
        self.move(f"bank:{table}", self.player(table, event["seat"]), cents)

    def on_BankSettled(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        del self.banks[table]
        self.move(f"bank:{table}", self.player(table, event["seat"]), event["wager"] + event["net"])

    def on_BankCorrected(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.move(f"bank:{table}", self.player(table, event["seat"]), event["cents"])

    def on_CardsCollected(self, table: str, event: Event, _: str) -> None:  # noqa: N802
        self.lies = defaultdict(int, {place: cents for place, cents in self.lies.items() if place[0] != table})
        assert self.held[f"escrow:{table}"] == 0, f"wagers are left at {table} when its cards are collected"

    # At a link; what waits beyond a meter's limit is counted with the meter.

    def link_made(self, link: str, terms: dict[str, Any]) -> None:
        for level in terms["levels"]:
            self.move("house", f"meter:{link}/{level['name']}", level["seed"])

    def at_link(self, link: str, event: Event) -> None:
        """Take in one event of a link."""
        match event["is"]:
            case "MeterFed":
                meter, tray = f"{link}/{event['meter']}", f"tray:{event['table']}"
                self.move(tray, f"meter:{meter}", Fraction(event["amount"]) + Fraction(event["overflow"]))
                self.move(tray, f"reserve:{meter}", event["reserve"])
            case "AwardPending":
                self.awards[link, event["award"]] = event
                meter = f"{link}/{event['meter']}"
                self.move(f"meter:{meter}", f"pending:{link}/{event['award']}", event["cents"])
                self.move(f"reserve:{meter}", f"meter:{meter}", event["from_reserve"])
                self.move("house", f"meter:{meter}", event["seed"] - Fraction(event["from_reserve"]))
            case "AwardWithdrawn" | "AwardBackedOut":
                was = self.awards[link, event["award"]]
                meter = f"{link}/{was['meter']}"
                self.move(f"pending:{link}/{event['award']}", f"meter:{meter}", was["cents"])
                self.move(f"meter:{meter}", f"reserve:{meter}", was["from_reserve"])
                self.move(f"meter:{meter}", "house", was["seed"] - Fraction(was["from_reserve"]))
            case "AwardPaid":
                was = self.awards[link, event["award"]]
                self.move(f"pending:{link}/{event['award']}", f"tray:{was['table']}", was["cents"])
            case "MeterAdjusted":
                change = Fraction(event["after"]) - Fraction(event["before"])
                self.move("house", f"meter:{link}/{event['meter']}", change)
