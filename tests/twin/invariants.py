"""The guarantees of the settle format for every settlement, from any implementation."""

from typing import Any

Document = dict[str, Any]


def broken_invariants(document: Document, answer: Document) -> list[str]:
    """The promises of the format that this answer breaks."""
    broken = []
    numbers = sorted(seat["seat"] for seat in document["seats"])
    if [seat["seat"] for seat in answer["seats"]] != numbers or sorted(answer["order"]) != numbers:
        broken.append("seats or order")
    paid = 0
    for name, meter in answer["meters"].items():
        paid += meter["paid"]
        if meter["after"] != meter["before"] - meter["paid"] + meter.get("seeded", 0):
            broken.append(f"meter {name}")
        if meter["after"] < 0 or meter.get("seeded") == 0:
            broken.append(f"meter {name} below zero, or seeded with nothing")
    total = answer["total"]
    if sum(total.values()) != (0 if "banker" in total else paid):
        broken.append("total")
    if total["players"] != sum(seat["net"] for seat in answer["seats"]):
        broken.append("players' total")
    if "banker" in answer:
        banker = answer["banker"]
        if banker["used"] > banker["wager"] or banker["used"] < 0 or banker["net"] != total["banker"]:
            broken.append("banker")
        if banker["used"] != used_by(answer):
            broken.append("used")
        ran_out = any(line["outcome"] == "uncovered" for seat in answer["seats"] for line in seat["wagers"].values())
        if ran_out and banker["used"] != banker["wager"]:
            broken.append("uncovered with some of the wager left")
    for seat in answer["seats"]:
        broken += [f"seat {seat['seat']}: {what}" for what in broken_in_seat(seat)]
    return broken


def used_by(answer: Document) -> int:
    """Every unit collected or paid, from the lines alone."""
    used = 0
    for seat in answer["seats"]:
        for line in seat["wagers"].values():
            used += line["won"] + line["wager"] - line["returned"]
    return used


def broken_in_seat(seat: Document) -> list[str]:
    """What is wrong within one seat."""
    broken = []
    net = sum(item["amount"] for item in seat["envy"])
    for name, line in seat["wagers"].items():
        stake, outcome, returned, won = line["wager"], line["outcome"], line["returned"], line["won"]
        net += won if name == "match_play" else won + returned - stake
        keeps = name not in ("progressive", "match_play")
        allowed = {
            "win": returned == (stake if keeps else 0),
            "lose": returned == 0 and won == 0,
            "push": returned == stake and won == 0,
            "void": returned == stake and won == 0,
            "uncovered": (returned == stake) or (0 < returned < stake and won == 0),
        }
        if not allowed[outcome] or min(stake, returned, won, line.get("cut", 1)) < 0 or line.get("cut") == 0:
            broken.append(name)
        if not line["cites"]:
            broken.append(f"{name} cites nothing")
    if net != seat["net"]:
        broken.append("net")
    return broken
