"""A second settlement of one round, written only from the documents and the settle format.

It is deliberately plain and slow, and imports nothing of the project: where it and the project differ, one misread a
clause. Readings that could be different are the constants below; README.md lists them with their alternatives.
"""

from functools import lru_cache
from itertools import combinations
from typing import Any

Document = dict[str, Any]
Line = dict[str, Any]
Strength = tuple[int, tuple[int, ...]]

COUPON_IS_MONEY: bool = False
VOID_HAND_COUNTS_FOR_COVER_ALL: bool = True
VOID_HAND_CAN_BE_THE_HIGHEST: bool = True
VOID_RETURNS_THE_ENTRY_FEE: bool = True
ENVY_NEEDS_THE_MAKERS_WAGER: bool = True

# ---------------------------------------------------------------- hands

RANKS = "23456789TJQKA"
SUITS = "cdhs"
NAMES = {
    2: "Two",
    3: "Three",
    4: "Four",
    5: "Five",
    6: "Six",
    7: "Seven",
    8: "Eight",
    9: "Nine",
    10: "Ten",
    11: "Jack",
    12: "Queen",
    13: "King",
    14: "Ace",
}
CATEGORIES = [
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
]


def rank_of(card: str) -> int:
    return RANKS.index(card[0]) + 2


def strength_of_five(cards: list[str]) -> Strength:
    """Rank five cards: the category's number, then the ranks that decide, the largest group first."""
    ranks = sorted((rank_of(card) for card in cards), reverse=True)
    groups = sorted({rank: ranks.count(rank) for rank in ranks}.items(), key=lambda pair: (-pair[1], -pair[0]))
    shape = [count for _, count in groups]
    by_group = tuple(rank for rank, _ in groups)
    flush = len({card[1] for card in cards}) == 1
    straight_high = 0
    if len(groups) == 5 and ranks[0] - ranks[4] == 4:
        straight_high = ranks[0]
    if ranks == [14, 5, 4, 3, 2]:
        straight_high = 5
    if flush and straight_high == 14:
        return 9, (14,)
    if flush and straight_high:
        return 8, (straight_high,)
    if shape == [4, 1]:
        return 7, by_group
    if shape == [3, 2]:
        return 6, by_group
    if flush:
        return 5, by_group
    if straight_high:
        return 4, (straight_high,)
    if shape == [3, 1, 1]:
        return 3, by_group
    if shape == [2, 2, 1]:
        return 2, by_group
    if shape == [2, 1, 1, 1]:
        return 1, by_group
    return 0, by_group


@lru_cache(maxsize=1024)
def best_five(cards: tuple[str, ...]) -> Strength:
    """Try every five of the cards."""
    return max(strength_of_five(list(five)) for five in combinations(cards, 5))


def best_of(cards: list[str]) -> Strength:
    return best_five(tuple(sorted(cards)))


def category_of(strength: Strength) -> str:
    return CATEGORIES[strength[0]]


def plural(rank: int) -> str:
    return NAMES[rank] + ("es" if rank == 6 else "s")


def words_for(strength: Strength) -> str:
    """The hand as the dealer announces it."""
    category, ranks = category_of(strength), strength[1]
    high = NAMES[ranks[0]]
    if category == "royal_flush":
        return "Royal Flush"
    if category == "straight_flush":
        return f"Straight Flush, {high} high"
    if category == "four_of_a_kind":
        return f"Four of a Kind, {plural(ranks[0])}"
    if category == "full_house":
        return f"Full House, {plural(ranks[0])} over {plural(ranks[1])}"
    if category == "flush":
        return f"Flush, {high} high"
    if category == "straight":
        return f"Straight, {high} high"
    if category == "three_of_a_kind":
        return f"Three of a Kind, {plural(ranks[0])}"
    if category == "two_pair":
        return f"Two Pair, {plural(ranks[0])} and {plural(ranks[1])}"
    if category == "one_pair":
        return f"Pair of {plural(ranks[0])}"
    return f"{high} high"


# ---------------------------------------------------------------- pay tables

DOLLAR = 100


def trips_table(quads: int, full_house: int, flush: int, straight: int) -> dict[str, int]:
    return {
        "royal_flush": 50,
        "straight_flush": 40,
        "four_of_a_kind": quads,
        "full_house": full_house,
        "flush": flush,
        "straight": straight,
        "three_of_a_kind": 3,
    }


BLIND = {
    "royal_flush": (500, 1),
    "straight_flush": (50, 1),
    "four_of_a_kind": (10, 1),
    "full_house": (3, 1),
    "flush": (3, 2),
    "straight": (1, 1),
}
TRIPS_ABCD = {
    "A": trips_table(30, 9, 7, 4),
    "B": trips_table(30, 8, 6, 5),
    "C": trips_table(30, 8, 7, 4),
    "D": trips_table(20, 7, 6, 5),
}
COVER_ALL = {
    7: {"royal_flush": 70, "straight_flush": 30, "four_of_a_kind": 20, "full_house": 4},
    6: {"royal_flush": 80, "straight_flush": 40, "four_of_a_kind": 30, "full_house": 4},
    5: {"royal_flush": 100, "straight_flush": 40, "four_of_a_kind": 35, "full_house": 5},
    4: {"royal_flush": 125, "straight_flush": 70, "four_of_a_kind": 40, "full_house": 6},
    3: {"royal_flush": 150, "straight_flush": 80, "four_of_a_kind": 50, "full_house": 8},
    2: {"royal_flush": 200, "straight_flush": 100, "four_of_a_kind": 70, "full_house": 12},
}


def link(top: dict[str, Any], three: int, seeds: dict[str, int], envy: dict[str, int]) -> dict[str, Any]:
    """A progressive table with the usual lower rows; seeds in dollars for a $1 wager, envy in dollars."""
    rows: dict[str, Any] = {"four_of_a_kind": 300, "full_house": 50, "flush": 40, "straight": 30}
    rows["three_of_a_kind"] = three
    rows.update(top)
    return {"rows": rows, "seeds": seeds, "envy": envy}


MEGA_MAJOR_MINOR = {"royal_flush": ("mega", 100), "straight_flush": ("major", 100), "four_of_a_kind": ("minor", 100)}
THREE_SEEDS = {"mega": 10000, "major": 1000, "minor": 250}
ENVY_1000_300 = {"royal_flush": 1000, "straight_flush": 300}
SINGLE = {"royal_flush": ("main", 100), "straight_flush": ("main", 10)}

MULTI_GAME_LINK = {
    "PTMGL01": link(SINGLE, 9, {"main": 10000}, ENVY_1000_300),
    "PTMGL02": link(SINGLE, 9, {"main": 10000}, {"royal_flush": 5000, "straight_flush": 1500}),
    "PTMGL04": link({"straight_flush": ("main", 100)}, 9, {"main": 1000}, {"straight_flush": 250}),
    "PTMGLML01": link(
        {"royal_flush": ("major", 100), "straight_flush": ("minor", 100)},
        9,
        {"major": 10000, "minor": 1000},
        ENVY_1000_300,
    ),
    "PTMGLML02": link(MEGA_MAJOR_MINOR, 10, THREE_SEEDS, ENVY_1000_300),
    "PTMGLML03": link(MEGA_MAJOR_MINOR, 9, THREE_SEEDS, ENVY_1000_300),
}


def best_of_seven_progressive(straight_flush: int, quads: int) -> dict[str, Any]:
    rows = {
        "royal_flush": ("main", 100),
        "community_royal_flush": 1000,
        "straight_flush": straight_flush,
        "four_of_a_kind": quads,
        "full_house": 10,
    }
    return {"rows": rows, "seeds": {"main": 1000}, "envy": {"royal_flush": 100}}


BOOKS: dict[str, dict[str, Any]] = {
    "massachusetts": {
        "key": "MA",
        "seats": 6,
        "trips": TRIPS_ABCD,
        "progressive": MULTI_GAME_LINK,
        "progressive_wager": 500,
        "progressive_cards": "flop",
        "extra": {"cover_all", "match_play"},
        "void_seat": {"MA.14d"},
        "void_all": {"MA.7g", "MA.14a", "MA.14b", "MA.14d", "MA.14f"},
    },
    "california": {
        "key": "CA",
        "seats": 8,
        "trips": {
            "UTH-01": TRIPS_ABCD["A"],
            "UTH-02": TRIPS_ABCD["B"],
            "UTH-03": TRIPS_ABCD["C"],
            "UTH-04": TRIPS_ABCD["D"],
        },
        "progressive": {},
        "progressive_wager": 0,
        "progressive_cards": "",
        "extra": set(),
        "void_seat": set(),
        "void_all": set(),
    },
    "chickasaw": {
        "key": "CN",
        "seats": 6,
        "trips": {"": trips_table(30, 8, 6, 5)},
        "progressive": {"": link(MEGA_MAJOR_MINOR, 9, THREE_SEEDS, ENVY_1000_300)},
        "progressive_wager": 100,
        "progressive_cards": "flop",
        "extra": {"entry_fee"},
        "void_seat": set(),
        "void_all": {"CN.48"},
    },
    "nevada": {
        "key": "NV",
        "seats": 6,
        "trips": TRIPS_ABCD,
        "progressive": {"UTHP-02": best_of_seven_progressive(250, 75)},
        "progressive_wager": 100,
        "progressive_cards": "all",
        "extra": set(),
        "void_seat": set(),
        "void_all": set(),
    },
    "greece": {
        "key": "GR",
        "seats": 6,
        "trips": {"": trips_table(30, 8, 7, 4)},
        "progressive": {"": best_of_seven_progressive(300, 100)},
        "progressive_wager": 100,
        "progressive_cards": "all",
        "extra": set(),
        "void_seat": {"GR.15"},
        "void_all": {f"GR.MISA{n}" for n in range(1, 8)} | {f"GR.MISB{n}" for n in range(1, 4)},
    },
}
VOIDS_THAT_SAVE_TRIPS = {"MA.14a", "MA.14b"}
CITES = {
    "MA": {"trips": "MA.10d", "blind": "MA.10c", "cover_all": "MA.12b", "progressive": "MA.13e", "match_play": "MA.6a"},
    "CA": {"trips": "CA.PLAY18", "blind": "CA.PLAY11", "": "CA.PLAY10"},
    "CN": {"trips": "CN.33", "blind": "CN.30", "progressive": "CN.34", "entry_fee": "CN.8", "": "CN.24"},
    "NV": {"": "NV.9"},
    "GR": {"trips": "GR.10", "blind": "GR.9", "progressive": "GR.13", "": "GR.8"},
}


def selected(document: Document, kind: str) -> Any:
    """The pay table in force: the one given or named, or the book's first; ``None`` where it is not offered."""
    offered: dict[str, Any] = BOOKS[document["rules"]][kind]
    tables = document.get("tables", {})
    if kind not in tables:
        return next(iter(offered.values()), None)
    return offered[tables[kind]] if isinstance(tables[kind], str) else tables[kind]


def progressive_wager(document: Document) -> int:
    return int(document.get("limits", {}).get("progressive_wager", BOOKS[document["rules"]]["progressive_wager"]))


# ---------------------------------------------------------------- one hand


def line(stake: int, outcome: str, won: int = 0, *, keeps_stake: bool = True) -> Line:
    """A wager's line before any limit: a loss returns nothing, a 'for 1' win neither."""
    returned = stake if outcome in ("push", "void") or (outcome == "win" and keeps_stake) else 0
    return {"wager": stake, "outcome": outcome, "returned": returned, "won": won}


def voids_of(document: Document, seat: Document) -> list[str]:
    return [str(holder["void"]) for holder in (document, seat) if "void" in holder]


def has_folded(seat: Document) -> bool:
    return bool((seat.get("decision") or {}).get("fold"))


def trips_line(stake: int, category: str, table: dict[str, int]) -> Line:
    if category in table:
        return line(stake, "win", stake * table[category])
    return line(stake, "lose")


def hand_result(seat: Document, own: Strength, dealer: Strength) -> str:
    """fold, win, lose or push; 'none' for trips alone."""
    if "ante" not in seat["wagers"]:
        return "none"
    if has_folded(seat):
        return "fold"
    if own > dealer:
        return "win"
    return "lose" if own < dealer else "push"


def main_lines(seat: Document, own: Strength, dealer: Strength) -> dict[str, Line]:
    """Ante, play and blind (and the coupon on the ante) of a hand that is not void."""
    wagers, result = seat["wagers"], hand_result(seat, own, dealer)
    if result == "none":
        return {}
    ante, blind = wagers["ante"], wagers["blind"]
    lines: dict[str, Line] = {}
    ante_outcome = "lose" if result == "fold" else result
    if result != "fold" and dealer[0] == 0:
        ante_outcome = "push"
    lines["ante"] = line(ante, ante_outcome, ante if ante_outcome == "win" else 0)
    if result == "win" and category_of(own) in BLIND:
        pays, for_each = BLIND[category_of(own)]
        lines["blind"] = line(blind, "win", blind * pays // for_each)
    elif result in ("win", "push"):
        lines["blind"] = line(blind, "push")
    else:
        lines["blind"] = line(blind, "lose")
    if result != "fold":
        play = ante * seat["decision"]["multiple"]
        lines["play"] = line(play, result, play if result == "win" else 0)
    if "match_play" in wagers:
        face = wagers["match_play"]
        lines["match_play"] = line(face, ante_outcome, face if ante_outcome == "win" else 0, keeps_stake=False)
    return lines


def void_lines(document: Document, seat: Document, category: str) -> dict[str, Line]:
    """Everything goes back but what every clause that voids this hand saves."""
    stakes = dict(seat["wagers"])
    if (seat.get("decision") or {}).get("multiple"):
        stakes["play"] = stakes["ante"] * seat["decision"]["multiple"]
    lines = {name: line(stake, "void") for name, stake in stakes.items()}
    if "entry_fee" in lines and not VOID_RETURNS_THE_ENTRY_FEE:
        lines["entry_fee"] = line(stakes["entry_fee"], "lose")
    if "progressive" in lines:
        lines["progressive"]["row"] = None
    if "trips" in lines and all(clause in VOIDS_THAT_SAVE_TRIPS for clause in voids_of(document, seat)):
        lines["trips"] = trips_line(stakes["trips"], category, selected(document, "trips"))
    return lines


def progressive_strength(document: Document, seat: Document) -> Strength:
    board = document["board"]
    if BOOKS[document["rules"]]["progressive_cards"] == "flop":
        return best_of(seat["hole"] + board[:3])
    return best_of(seat["hole"] + board)


def progressive_row(document: Document, seat: Document) -> str | None:
    """The row this hand makes on the progressive table, if any."""
    rows = selected(document, "progressive")["rows"]
    row = category_of(progressive_strength(document, seat))
    if row == "royal_flush" and "royal_flush" not in rows:
        row = "straight_flush"
    if (
        row == "royal_flush"
        and "community_royal_flush" in rows
        and category_of(best_of(document["board"])) == "royal_flush"
    ):
        row = "community_royal_flush"
    return row if row in rows else None


def forfeits_on_fold(document: Document, seat: Document) -> bool:
    return document["rules"] == "chickasaw" and has_folded(seat)


def progressive_line(document: Document, seat: Document, meters: dict[str, Line]) -> Line:
    """Pay the progressive wager from the tray or the meter; nothing of it ever comes back."""
    stake = seat["wagers"]["progressive"]
    row = None if forfeits_on_fold(document, seat) else progressive_row(document, seat)
    if row is None:
        return line(stake, "lose") | {"row": None}
    table = selected(document, "progressive")
    pay = table["rows"][row]
    if isinstance(pay, int):
        return line(stake, "win", stake * pay, keeps_stake=False) | {"row": row}
    name, percent = pay
    meter = meters[name]
    won = meter["after"] * percent // 100
    meter["paid"] += won
    meter["after"] -= won
    if percent == 100:
        seed = table["seeds"][name] * progressive_wager(document)
        meter["seeded"] += seed
        meter["after"] += seed
    return line(stake, "win", won, keeps_stake=False) | {"row": row}


# ---------------------------------------------------------------- the round


def settlement_order(document: Document) -> list[int]:
    """The house settles the folded hands last (MA.9e2), California first (CA.PLAY6): a fold alone moves a hand."""
    folded: list[int] = []
    others: list[int] = []
    for seat in sorted(document["seats"], key=lambda seat: int(seat["seat"])):
        (folded if has_folded(seat) else others).append(int(seat["seat"]))
    if document["rules"] != "california":
        return others[::-1] + folded[::-1]
    banker = document["banker"]["seat"]
    order = []
    for group in (folded, others):
        order += [n for n in group if n > banker] + [n for n in group if n < banker]
    return order


def cover_all_line(document: Document, stake: int, hands: dict[int, Strength], dealer: Strength) -> Line:
    """Cover All by the number of hands dealt and the highest of them.

    A simulated evening says how many were dealt: a misdealt hand is in no settle document, and counts all the same.
    """
    void = {seat["seat"] for seat in document["seats"] if "void" in seat}
    counted = [n for n in hands if VOID_HAND_COUNTS_FOR_COVER_ALL or n not in void]
    eligible = [hands[n] for n in hands if VOID_HAND_CAN_BE_THE_HIGHEST or n not in void]
    highest = category_of(max([dealer, *eligible]))
    odds = COVER_ALL[document.get("hands_dealt", len(counted) + 1)].get(highest)
    return line(stake, "lose") if odds is None else line(stake, "win", stake * odds)


def cut_to_the_aggregate_limit(document: Document, lines: dict[str, Line]) -> None:
    """Massachusetts: $75,000 with the progressive; without it $50,000 or what the minimum wagers could win."""
    order = ["trips", "blind", "play", "match_play", "ante"]
    if selected(document, "progressive") is not None:
        limit = 75_000 * DOLLAR
        order = ["cover_all", *order]
    else:
        limits = document.get("limits", {})
        most_on_minimum = limits.get("ante_min", 0) * (1 + 4 + 500) + limits.get("trips_min", 0) * 50
        limit = max(50_000 * DOLLAR, most_on_minimum)
    excess = sum(lines[name]["won"] for name in order if name in lines) - limit
    for name in order:
        if name in lines and excess > 0:
            cut = min(excess, lines[name]["won"])
            excess -= cut
            if cut:
                lines[name]["won"] -= cut
                lines[name]["cut"] = cut


def cover_from(left: int, lines: dict[str, Line], result: str) -> int:
    """Settle one hand against what is left of the player/dealer's wager; return what is left then."""
    order = {
        "lose": ["play", "ante", "blind", "trips"],
        "win": ["ante", "play", "blind", "trips"],
        "push": ["ante", "play", "blind", "trips"],
        "fold": ["ante", "blind", "trips"],
    }[result]
    for name in order:
        if name not in lines:
            continue
        wager = lines[name]
        if wager["outcome"] == "lose":
            taken = min(wager["wager"], left)
            left -= taken
            if taken < wager["wager"]:
                wager["outcome"] = "uncovered"
                wager["returned"] = wager["wager"] - taken
        elif wager["outcome"] == "win":
            paid = min(wager["won"], left)
            left -= paid
            if paid < wager["won"]:
                wager["outcome"] = "uncovered"
                wager["won"] = paid
    return left


def envy_amount(document: Document, row: str | None) -> int:
    table = selected(document, "progressive")
    if table is None or row not in table["envy"]:
        return 0
    dollars: int = table["envy"][row]
    return dollars * (progressive_wager(document) if document["rules"] == "nevada" else DOLLAR)


def is_in_for_envy(document: Document, seat: Document) -> bool:
    return "progressive" in seat["wagers"] and not voids_of(document, seat) and not forfeits_on_fold(document, seat)


def envy_for(document: Document, receiver: Document) -> list[dict[str, int]]:
    """What the others' hands bring this seat, in the order of settlement."""
    if not is_in_for_envy(document, receiver):
        return []
    by_number = {seat["seat"]: seat for seat in document["seats"]}
    found = []
    for number in settlement_order(document):
        maker = by_number[number]
        if maker["player"] == receiver["player"] or voids_of(document, maker) or forfeits_on_fold(document, maker):
            continue
        if ENVY_NEEDS_THE_MAKERS_WAGER and "progressive" not in maker["wagers"]:
            continue
        amount = envy_amount(document, progressive_row(document, maker))
        if amount:
            found.append({"from": number, "amount": amount})
    return found


def net_of(lines: dict[str, Line], envy: list[dict[str, int]]) -> int:
    net = sum(item["amount"] for item in envy)
    for name, wager in lines.items():
        net += wager["won"]
        if name != "match_play" or COUPON_IS_MONEY:
            net += wager["returned"] - wager["wager"]
    return net


def starting_meters(document: Document) -> dict[str, Line]:
    table = selected(document, "progressive")
    if table is None:
        return {}
    meters = {}
    for name, seed in table["seeds"].items():
        before = document.get("meters", {}).get(name, seed * progressive_wager(document))
        meters[name] = {"before": before, "paid": 0, "seeded": 0, "after": before}
    return meters


def settle(document: Document) -> Document:
    """Settle one round of valid input."""
    book = BOOKS[document["rules"]]
    board = document["board"]
    banker = document.get("banker")
    dealer = best_of((banker["hole"] if banker else document["dealer"]) + board)
    by_number = {seat["seat"]: seat for seat in document["seats"]}
    hands = {number: best_of(seat["hole"] + board) for number, seat in by_number.items()}
    meters = starting_meters(document)
    left = banker["wager"] if banker else 0
    all_lines: dict[int, dict[str, Line]] = {}

    for number in settlement_order(document):
        seat, own = by_number[number], hands[number]
        wagers = seat["wagers"]
        if voids_of(document, seat):
            lines = void_lines(document, seat, category_of(own))
        else:
            lines = main_lines(seat, own, dealer)
            if "trips" in wagers:
                lines["trips"] = trips_line(wagers["trips"], category_of(own), selected(document, "trips"))
                if forfeits_on_fold(document, seat):
                    lines["trips"] = line(wagers["trips"], "lose")
            if "progressive" in wagers:
                lines["progressive"] = progressive_line(document, seat, meters)
            if "cover_all" in wagers:
                lines["cover_all"] = cover_all_line(document, wagers["cover_all"], hands, dealer)
            if "entry_fee" in wagers:
                lines["entry_fee"] = line(wagers["entry_fee"], "lose")
        if "progressive" in lines and book["progressive_cards"] == "flop":
            strength = progressive_strength(document, seat)
            lines["progressive"] |= {"category": category_of(strength), "hand": words_for(strength)}
        if document["rules"] == "massachusetts":
            cut_to_the_aggregate_limit(document, lines)
        if banker:
            left = cover_from(left, lines, hand_result(seat, own, dealer))
        for name, wager in lines.items():
            cites = CITES[book["key"]]
            wager["cites"] = [cites.get(name, cites.get("", "MA.10b"))]
        all_lines[number] = lines

    seats = []
    for number in sorted(by_number):
        envy = envy_for(document, by_number[number]) if meters else []
        seats.append(
            {
                "seat": number,
                "player": by_number[number]["player"],
                "category": category_of(hands[number]),
                "hand": words_for(hands[number]),
                "wagers": all_lines[number],
                "envy": envy,
                "net": net_of(all_lines[number], envy),
            }
        )
    players = sum(seat["net"] for seat in seats)
    answer: Document = {
        "rules": document["rules"],
        "dealer": {"category": category_of(dealer), "hand": words_for(dealer), "qualifies": dealer[0] >= 1},
        "order": settlement_order(document),
        "seats": seats,
        "meters": {},
    }
    for name, meter in meters.items():
        answer["meters"][name] = {key: amount for key, amount in meter.items() if key != "seeded" or amount}
    if banker:
        used = banker["wager"] - left
        answer["banker"] = {"seat": banker["seat"], "wager": banker["wager"], "used": used, "net": -players}
        answer["total"] = {"players": players, "banker": -players}
    else:
        answer["total"] = {"players": players, "house": sum(meter["paid"] for meter in meters.values()) - players}
    if "id" in document:
        answer["id"] = document["id"]
    return answer


# ---------------------------------------------------------------- bad input

DOCUMENT_KEYS = {"id", "rules", "tables", "limits", "meters", "board", "seats", "void"}
OFFERED = {("preflop", 3), ("preflop", 4), ("flop", 2), ("river", 1)}


def is_whole(value: object, at_least: int = 1) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= at_least


def unknown_keys(where: str, holder: Document, known: set[str]) -> list[str]:
    return [f"{where}{key}: unknown" for key in holder if key not in known]


def card_faults(document: Document) -> list[str]:
    found: list[str] = []
    seen: set[str] = set()
    california = document["rules"] == "california"
    banker = document.get("banker") if california else None
    places: list[tuple[str, Any, int]] = [("board", document.get("board"), 5)]
    if california:
        places.append(("banker.hole", banker.get("hole") if isinstance(banker, dict) else None, 2))
    else:
        places.append(("dealer", document.get("dealer"), 2))
    places += [(f"seats.{i}.hole", seat.get("hole"), 2) for i, seat in enumerate(document["seats"])]
    for where, cards, count in places:
        if not isinstance(cards, list) or len(cards) != count:
            found.append(f"{where}: not {count} cards")
            continue
        for card in cards:
            if not isinstance(card, str) or len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
                found.append(f"{where}: {card!r} is no card")
            elif card in seen:
                found.append(f"{where}: {card} twice")
            else:
                seen.add(card)
    return found


def table_faults(document: Document) -> list[str]:
    """What is wrong in tables, limits and meters."""
    book, found = BOOKS[document["rules"]], []
    tables, limits, meters = document.get("tables", {}), document.get("limits", {}), document.get("meters", {})
    for where, holder in (("tables", tables), ("limits", limits), ("meters", meters)):
        if not isinstance(holder, dict):
            return [f"{where}: not an object"]
    found += unknown_keys("tables.", tables, {"trips", "progressive"})
    for kind in ("trips", "progressive"):
        off = kind == "progressive" and tables.get(kind) is None
        if kind in tables and not off and (not tables[kind] or str(tables[kind]) not in book[kind]):
            found.append(f"tables.{kind}: unknown table {tables[kind]!r}")
    found += unknown_keys("limits.", limits, {"ante_min", "trips_min", "progressive_wager"})
    for name, value in limits.items():
        if not is_whole(value, 1 if name == "progressive_wager" else 0):
            found.append(f"limits.{name}: {value!r}")
    fixed = document["rules"] not in ("nevada", "greece")
    if fixed and limits.get("progressive_wager", book["progressive_wager"]) != book["progressive_wager"]:
        found.append("limits.progressive_wager: the book fixes it")
    if not found:
        table = selected(document, "progressive")
        found += unknown_keys("meters.", meters, set(table["seeds"]) if table else set())
        found += [f"meters.{name}: {value!r}" for name, value in meters.items() if not is_whole(value, 0)]
    return found


def wager_faults(document: Document, where: str, wagers: Document) -> list[str]:
    book = BOOKS[document["rules"]]
    offers_progressive = selected(document, "progressive") is not None
    known = {"ante", "blind", "trips"} | book["extra"] | ({"progressive"} if offers_progressive else set())
    found = unknown_keys(f"{where}.wagers.", wagers, known)
    found += [f"{where}.wagers.{name}: {value!r}" for name, value in wagers.items() if not is_whole(value)]
    if found:
        return found
    alone = document["rules"] == "chickasaw" and "trips" in wagers
    if wagers.get("ante") != wagers.get("blind"):
        found.append(f"{where}.wagers: ante and blind differ")
    elif "ante" not in wagers and not alone:
        found.append(f"{where}.wagers: no ante and blind")
    if wagers.get("blind", 0) % 2:
        found.append(f"{where}.wagers.blind: not a multiple of 2, for 3 to 2")
    if wagers.get("progressive", progressive_wager(document)) != progressive_wager(document):
        found.append(f"{where}.wagers.progressive: not {progressive_wager(document)}")
    if "match_play" in wagers and wagers["match_play"] != wagers.get("ante"):
        found.append(f"{where}.wagers.match_play: not beside equal chips on the ante")
    return found


def decision_faults(where: str, seat: Document, is_void: bool) -> list[str]:
    where, decision = f"{where}.decision", seat.get("decision")
    if "ante" not in seat["wagers"]:
        return [f"{where}: nothing to decide"] if decision is not None else []
    if decision is None:
        return [] if is_void else [f"{where}: missing"]
    if not isinstance(decision, dict):
        return [f"{where}: {decision!r}"]
    found = unknown_keys(f"{where}.", decision, {"street", "multiple", "fold"})
    if "fold" in decision:
        if decision["fold"] is not True or decision.get("street") != "river" or "multiple" in decision:
            found.append(f"{where}: a fold is offered at the river alone")
    elif not is_whole(decision.get("multiple")) or (decision.get("street"), decision["multiple"]) not in OFFERED:
        found.append(f"{where}: not offered")
    return found


def seat_faults(document: Document) -> list[str]:
    book, found = BOOKS[document["rules"]], []
    taken: list[int] = []
    banker = document.get("banker") if document["rules"] == "california" else None
    if document["rules"] == "california":
        if not isinstance(banker, dict):
            return ["banker: missing"]
        found += unknown_keys("banker.", banker, {"seat", "wager", "hole"})
        if not is_whole(banker.get("wager")):
            found.append(f"banker.wager: {banker.get('wager')!r}")
        if not is_whole(banker.get("seat")) or banker["seat"] > book["seats"]:
            found.append(f"banker.seat: {banker.get('seat')!r}")
        else:
            taken.append(banker["seat"])
    hands_of: dict[str, int] = {}
    for i, seat in enumerate(document["seats"]):
        where = f"seats.{i}"
        found += unknown_keys(f"{where}.", seat, {"seat", "player", "hole", "wagers", "decision", "void"})
        number, player = seat.get("seat"), seat.get("player")
        if not is_whole(number) or number > book["seats"]:
            found.append(f"{where}.seat: {number!r}")
        elif number in taken:
            found.append(f"{where}.seat: {number} twice")
        else:
            taken.append(number)
        if not isinstance(player, str) or not player:
            found.append(f"{where}.player: {player!r}")
        else:
            hands_of[player] = hands_of.get(player, 0) + 1
            if hands_of[player] > (2 if document["rules"] == "chickasaw" else 1):
                found.append(f"{where}.player: {player} has too many hands")
        if "void" in seat and str(seat["void"]) not in book["void_seat"]:
            found.append(f"{where}.void: {seat['void']!r}")
        if not isinstance(seat.get("wagers"), dict):
            found.append(f"{where}.wagers: missing")
            continue
        found += wager_faults(document, where, seat["wagers"])
        found += decision_faults(where, seat, "void" in seat or "void" in document)
    return found


def faults(document: Document) -> list[str]:
    """Every rule of the input that the document breaks, as ``field: what is wrong``."""
    if str(document.get("rules")) not in BOOKS:
        return [f"rules: {document.get('rules')!r}"]
    california = document["rules"] == "california"
    found = unknown_keys("", document, DOCUMENT_KEYS | ({"banker"} if california else {"dealer"}))
    seats = document.get("seats")
    if not isinstance(seats, list) or not seats or not all(isinstance(seat, dict) for seat in seats):
        return [*found, "seats: at least one seat"]
    if "void" in document and str(document["void"]) not in BOOKS[document["rules"]]["void_all"]:
        found.append(f"void: {document['void']!r}")
    found += card_faults(document)
    in_tables = table_faults(document)
    return found + in_tables + ([] if in_tables else seat_faults(document))
