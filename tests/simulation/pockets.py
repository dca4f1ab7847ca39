"""The location of all money, counted from the text of the log alone, without code of the ledger, the table or the link.

A pocket is named as its account prints. Every line below is a movement that a person at the table sees.
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
        self.touched: set[str] = set()
        """What has moved since it was last counted."""
        self.sits: dict[tuple[str, int], str] = {}
        self.lends_chips: set[str] = set()
        """The tables that lend their chips: guests' under rules of their own."""
        self.rounds: dict[str, int] = defaultdict(int)
        """How many rounds each table has settled."""
        self.sat: dict[tuple[str, int, int], str] = {}
        """Who sat at each seat of each table when a round was settled."""
        self.lies: dict[tuple[str, int, str], int] = defaultdict(int)
        self.collected: set[tuple[str, int, str]] = set()
        """The wagers of folds that went to the tray before the settlement."""
        """The wagers before the cards, by table, seat and wager."""
        self.banks: dict[str, tuple[int, int]] = {}
        """Who banks a table's round, and with how much."""
        self.banked: set[str] = set()
        """The tables whose wagers are against a player/dealer."""
        self.awards: dict[tuple[str, int], Event] = {}
        self.lends: dict[str, str] = {}
        """Who pays the seeds of a link: the house, or play money where a guest made its table."""

    def move(self, source: str, target: str, cents: int | str | Fraction) -> None:
        moved = Fraction(cents)
        self.held[source] -= moved
        self.held[target] += moved
        self.touched |= {source, target}

    def player(self, table: str, seat: int) -> str:
        return f"player:{self.sits[table, seat]}"

    def away(self, table: str, player: str) -> str:
        """Return where a player's chips come from and go to."""
        return "cage" if table in self.lends_chips or player.startswith("bot:") else f"bankroll:{player}"

    def payee(self, table: str, event: Event) -> str:
        """Return whom a settlement pays: whoever sits there, or who sat there in that round and has left."""
        if not event["at_cage"]:
            return self.player(table, event["seat"])
        return self.away(table, self.sat[table, event["round"], event["seat"]])

    # At a table.

    def at_table(self, table: str, event: Event) -> None:
        """Take in one event of a table."""
        match event["is"]:
            case "SeatTaken":
                assert (table, event["seat"]) not in self.sits
                self.sits[table, event["seat"]] = event["player"]
            case "SeatLeft":
                player = self.sits[table, event["seat"]]
                self.move(f"player:{player}", self.away(table, player), event["cents"])
                del self.sits[table, event["seat"]]
            case "ChipsBought":
                player = self.sits[table, event["seat"]]
                self.move(self.away(table, player), f"player:{player}", event["cents"])
            case "WagerPlaced" | "WagerTakenBack" | "PlayMade" | "EntryFeeTaken":
                self._wagered(table, event)
            case "WagerCollected":
                place = (table, event["seat"], event["wager"])
                assert place not in self.collected, f"{place} is collected twice"
                self.collected.add(place)
                cents = event["cents"] if event["wager"] != COUPON else 0
                self.move(f"escrow:{table}", self.against(table, event["wager"]), cents)
            case "WagerSettled":
                self._settled(table, event)
            case "SettlementReversed":
                wager = event["settled"]
                back = 0 if wager["wager"] == COUPON else wager["returned"]
                self.move(self.payee(table, event), self.against(table, wager["wager"]), back + wager["won"])
            case "AwardBrought":
                self.move(f"tray:{table}", self._handed(table, event), event["cents"])
            case "EnvyPaid":
                self.move(f"tray:{table}", self._handed(table, event), event["cents"])
            case "AwardTakenBack" | "EnvyTakenBack":
                self.move(self.player(table, event["seat"]), f"tray:{table}", event["cents"])
            case "BankTaken" | "BankGivenUp" | "BankSettled" | "BankCorrected":
                self._banked(table, event)
            case "RoundSettled":
                self.rounds[table] += 1
                self.sat |= {
                    (table, self.rounds[table], seat): who for (at, seat), who in self.sits.items() if at == table
                }
            case "CardsCollected":
                self.lies = defaultdict(int, {place: cents for place, cents in self.lies.items() if place[0] != table})
                self.collected = {place for place in self.collected if place[0] != table}
                assert self.held[f"escrow:{table}"] == 0, f"wagers are left at {table} when its cards are collected"

    def _handed(self, table: str, event: Event) -> str:
        """Return where an award goes: cheques to the seat, a check to the bankroll."""
        player = self.sits[table, event["seat"]]
        return f"player:{player}" if event.get("means", "cheques") == "cheques" else self.away(table, player)

    def _wagered(self, table: str, event: Event) -> None:
        seat, wager = event["seat"], event.get("wager", "")
        player, escrow, place = self.player(table, seat), f"escrow:{table}", (table, seat, wager)
        match event["is"]:
            case "WagerPlaced":
                self.move(player, escrow, event["cents"] - self.lies[place] if wager != COUPON else 0)
                self.lies[place] = event["cents"]
            case "WagerTakenBack":
                lay = self.lies.pop(place)
                self.move(escrow, player, lay if wager != COUPON else 0)
            case _:
                self.move(player, escrow, event["cents"])

    def _settled(self, table: str, event: Event) -> None:
        """Clear a wager; nothing of it lies there if a fold lost it before, or if this corrects a settled round."""
        wager, player = event["settled"], self.payee(table, event)
        against, chips = self.against(table, wager["wager"]), 0 if wager["wager"] == COUPON else 1
        if not event["round"] and (table, event["seat"], wager["wager"]) not in self.collected:
            self.move(f"escrow:{table}", against, chips * wager["stake"])
        self.move(against, player, chips * wager["returned"] + wager["won"] - event["award"])

    def against(self, table: str, wager: str) -> str:
        """Return what a wager wins from and loses to."""
        if wager == "entry_fee":
            return f"fees:{table}"
        return f"bank:{table}" if table in self.banked else f"tray:{table}"

    def _banked(self, table: str, event: Event) -> None:
        bank = f"bank:{table}"
        if event["is"] in ("BankTaken", "BankGivenUp") and table in self.banks:
            seat, cents = self.banks.pop(table)
            self.move(bank, self.player(table, seat), cents)
        player = self.player(table, event["seat"])
        match event["is"]:
            case "BankTaken":
                self.banked.add(table)
                self.move(player, bank, event["cents"])
                self.banks[table] = event["seat"], event["cents"]
            case "BankSettled":
                del self.banks[table]
                self.move(bank, player, event["wager"] + event["net"])
            case "BankCorrected":
                self.move(bank, player, event["cents"])

    # At a link; what waits beyond a meter's limit is counted with the meter.

    def link_made(self, link: str, terms: dict[str, Any], *, guest: bool) -> None:
        self.lends[link] = "play" if guest else "house"
        for level in terms["levels"]:
            self.move(self.lends[link], f"meter:{link}/{level['name']}", level["seed"])

    def table_left(self, table: str) -> None:
        """Give back what a guest's table leaves."""
        for pocket in (f"tray:{table}", f"fees:{table}"):
            self.move(pocket, "play", self.held[pocket])

    def link_left(self, link: str) -> None:
        """Give back what the link of a guest's table leaves."""
        for pocket in [each for each in self.held if each.startswith((f"meter:{link}/", f"reserve:{link}/"))]:
            self.move(pocket, "play", self.held[pocket])

    def at_link(self, link: str, event: Event) -> None:
        """Take in one event of a link."""
        match event["is"]:
            case "MeterFed":
                meter, tray = f"{link}/{event['meter']}", f"tray:{event['table']}"
                self.move(tray, f"meter:{meter}", Fraction(event["amount"]) + Fraction(event["overflow"]))
                self.move(tray, f"reserve:{meter}", event["reserve"])
            case "AwardPending":
                self.awards[link, event["award"]] = dict(event)
                meter = f"{link}/{event['meter']}"
                self.move(f"meter:{meter}", f"pending:{link}/{event['award']}", event["cents"])
                self.move(f"reserve:{meter}", f"meter:{meter}", event["from_reserve"])
                self.move(self.lends[link], f"meter:{meter}", event["seed"] - Fraction(event["from_reserve"]))
            case "AwardRepriced":
                self._repriced(link, event)
            case "AwardWithdrawn" | "AwardBackedOut":
                was = self.awards[link, event["award"]]
                meter = f"{link}/{was['meter']}"
                held = f"tray:{was['table']}" if was.get("paid") else f"pending:{link}/{event['award']}"
                self.move(held, f"meter:{meter}", was["cents"])
                self.move(f"meter:{meter}", f"reserve:{meter}", was["from_reserve"])
                self.move(f"meter:{meter}", self.lends[link], was["seed"] - Fraction(was["from_reserve"]))
            case "AwardPaid":
                was = self.awards[link, event["award"]]
                was["paid"] = True
                self.move(f"pending:{link}/{event['award']}", f"tray:{was['table']}", was["cents"])
            case "MeterAdjusted":
                change = Fraction(event["after"]) - Fraction(event["before"])
                self.move(self.lends[link], f"meter:{link}/{event['meter']}", change)

    def _repriced(self, link: str, event: Event) -> None:
        """Have an award be another amount: what it takes off the meter and the reserve changes with it."""
        was = self.awards[link, event["award"]]
        meter, pending = f"meter:{link}/{was['meter']}", f"pending:{link}/{event['award']}"
        aside = Fraction(event["from_reserve"]) - Fraction(was["from_reserve"])
        self.move(meter, pending, event["cents"] - was["cents"])
        self.move(f"reserve:{link}/{was['meter']}", meter, aside)
        self.move(self.lends[link], meter, event["seed"] - was["seed"] - aside)
        was.update(cents=event["cents"], seed=event["seed"], from_reserve=event["from_reserve"])
