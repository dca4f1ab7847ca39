"""The values of a rule set in words, under the names that a player or a regulator would use."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from uth.ranking import Category
from uth.rulebook.page import hand, limits, listed, share, wager
from uth.rules.procedure import OpeningStep
from uth.rules.ruleset import WagerLimits
from uth.rules.values import Street, Wager
from uth.units import money

SECTIONS: Final = {
    "currency": "money",
    "deck": "cards",
    "seats": "seats and bank",
    "wagers": "wagering",
    "ante": "ante and blind",
    "play": "play wager",
    "dealer": "the dealer's hand",
    "trips": "trips",
    "cover_all": "Cover All",
    "progressive": "progressive",
    "settlement": "settlement",
    "procedure": "the dealer's procedure",
    "limits": "limits of a new table",
    "floor": "the people who run the table",
}
"""Each section of a rule set with its heading, in the order of comparison."""

FIELDS: Final = {
    "deck.cards": "cards in a deck",
    "seats.count": "seats",
    "seats.hands_per_player": "hands a player may play",
    "seats.banked_by": "the bank",
    "seats.bank_consecutive_max": "hands in a row a player may bank",
    "seats.bank_min": "least bank of a new table",
    "seats.coverage": "what uses up the bank",
    "wagers.by_seated_players": "only seated players wager",
    "wagers.closed_by": "wagers are closed by",
    "wagers.locked_by": "progressive wagers are locked by",
    "wagers.foreign_refused": "cheques and money from elsewhere",
    "ante.blind_equals_ante": "the blind equals the ante",
    "ante.match_play": "match play coupons",
    "ante.entry_fee": "entry fee",
    "play.preflop": "before the flop",
    "play.flop": "on the flop",
    "play.river": "at the river",
    "play.check": "checking",
    "play.fold": "folding",
    "dealer.qualifier": "qualifies with",
    "trips.offered": "offered",
    "trips.alone": "without ante and blind",
    "trips.on_fold": "after a fold",
    "trips.stake": "who sets the stake",
    "cover_all.offered": "offered",
    "cover_all.dealt_by": "offered where the cards are dealt by",
    "cover_all.pays_shown": "pays shown once the hands are dealt",
    "progressive.offered": "offered",
    "progressive.wager": "wager",
    "progressive.wager_set_by_table": "another wager may be posted",
    "progressive.beside": "wagered together with",
    "progressive.judged_on": "judged on",
    "progressive.on_fold": "after a fold",
    "progressive.envy_scales": "envy",
    "progressive.envy_to_live_hands_only": "envy goes to",
    "progressive.seed_paid_by": "a new seed is paid by",
    "progressive.sensor_must_light": "a place with a dark sensor",
    "progressive.withheld": "withheld by the house",
    "progressive.withheld_range": "the house may withhold",
    "awards.steps": "recorded before an award is paid",
    "awards.fields": "entered with each of those",
    "awards.cheques_max": "paid in cheques up to",
    "awards.placed": "an award is placed",
    "settlement.order": "order of the hands",
    "settlement.folded": "folded hands are settled",
    "settlement.fold_collected": "what a fold loses is collected",
    "settlement.unqualified_antes": "antes, when the dealer does not qualify",
    "settlement.on_win": "order of the wagers, hand won or tied",
    "settlement.on_loss": "order of the wagers, hand lost",
    "settlement.on_fold": "order of the wagers, hand folded",
    "procedure.opening": "a deck before its first round",
    "procedure.cut_min": "least cut",
    "procedure.stub": "the stub",
    "procedure.stub_count_every": "the stub is counted",
    "procedure.left_exposed_from": "with Cover All, the highest hand stays exposed from",
    "procedure.envy_hand_stays": "a hand that brings envy",
    "procedure.played_cards": "cards of a player who has played",
    "procedure.folded_cards": "cards of a folded hand with trips",
    "procedure.hands_counted": "cards of a settled hand",
    "procedure.rack_rebuilds": "the discard rack",
    "limits.ante": "ante",
    "limits.trips": "trips",
    "limits.cover_all": "Cover All",
    "limits.entry_fee": "entry fee",
    "floor.disputes": "disputes go to",
    "floor.regulator": "a player may appeal to",
    "floor.hands_limited": "management may limit the hands of a player",
    "floor.entry_fee_set": "management sets the entry fee",
    "floor.removal": "a player may be removed from",
    "floor.removal_voids": "the hand of a removed player",
}
"""The name of every value except pays, ways of dealing and irregularities."""

_WORDS: Final[dict[str, dict[Any, str]]] = {
    "seats.banked_by": {"house": "the house", "player": "a player, in turn"},
    "seats.coverage": {"action": "what is collected and what is paid", "payouts": "what is paid"},
    "wagers.foreign_refused": {True: "not taken"},
    "wagers.closed_by": {"no_more_bets": "'No more bets'"},
    "wagers.locked_by": {"no_more_bets": "'No more bets'", "start_game": "'Start Game'"},
    "ante.match_play": {True: "taken", False: "not taken"},
    "ante.entry_fee": {True: "as the table posts", False: "none"},
    "trips.alone": {True: "allowed", False: "not allowed"},
    "trips.on_fold": {"stands": "stays in play", "loses": "lost"},
    "trips.stake": {"player": "the player, within limits", "house": "the house, one amount"},
    "cover_all.dealt_by": {("machine",): "a machine", ("hand",): "hand", ("hand", "machine"): "hand or machine"},
    "progressive.on_fold": {"stands": "stays in play", "loses": "lost"},
    "progressive.judged_on": {
        "hole_and_flop": "the two hole cards and the flop",
        "best_of_seven": "the best five of seven cards",
    },
    "progressive.envy_scales": {True: "grows with the wager", False: "as listed, whatever the wager"},
    "progressive.envy_to_live_hands_only": {True: "hands still in play", False: "every wager, folded hands too"},
    "progressive.seed_paid_by": {"house": "the house", "reserve": "the reserve"},
    "progressive.sensor_must_light": {True: "takes no progressive wager"},
    "awards.placed": {"beside_the_sensor": "beside the sensor"},
    "settlement.order": {
        "highest_seat_first": "from the dealer's right to left",
        "from_the_bankers_left": "clockwise from the player/dealer's left",
    },
    "settlement.fold_collected": {"at_fold": "at the fold", "at_settlement": "when the hand is settled"},
    "settlement.folded": {"first": "before the others", "last": "after the others"},
    "settlement.unqualified_antes": {
        "before_any_cards": "all come back before any cards are shown",
        "before_its_cards": "each comes back before its cards are shown",
        "after_its_cards": "each comes back after its cards are shown",
    },
    "procedure.stub": {"racked": "to the discard rack", "kept": "picked up with the other cards"},
    "procedure.envy_hand_stays": {True: "stays face up until it is paid", False: "is collected"},
    "procedure.played_cards": {"under_blind": "under the blind"},
    "procedure.folded_cards": {"under_trips": "under the trips wager"},
    "procedure.hands_counted": {True: "counted", False: "not counted"},
    "procedure.rack_rebuilds": {True: "in an order from which every hand can be rebuilt"},
}
_OPENING: Final = {
    OpeningStep.INSPECT: "inspected",
    OpeningStep.VERIFY: "verified by the floor",
    OpeningStep.SPREAD: "spread",
    OpeningStep.SHOW: "shown to the first player",
    OpeningStep.WASH: "washed",
    OpeningStep.STACK: "stacked",
}
_STEPS: Final = {"title_31": "Title 31", "ofac": "OFAC", "patron_information": "patron information"}
_MONEY: Final = frozenset({"progressive.wager", "awards.cheques_max", "limits.entry_fee", "seats.bank_min"})


def said_of(name: str, value: Any, symbol: str) -> str:
    """Return a value of a rule set in words. `name` is its section and field, such as ``trips.alone``."""
    words = _WORDS.get(name)
    if words is not None and value in words:
        return words[value]
    match name.partition(".")[2], value:
        case "qualifier", Category():
            return f"{hand(value)} or better"
        case "left_exposed_from", Category():
            return f"{hand(value)} up"
        case "cut_min", int():
            return f"{value} cards"
        case "stub_count_every", int():
            return "every round" if value == 1 else f"at least once in {value} rounds"
        case "opening", tuple():
            return listed([*(_OPENING[step] for step in value), "shuffled"])
        case "steps", tuple():
            return listed(_STEPS[step] for step in value) if value else "nothing"
        case "fields", dict():
            return "; ".join(
                f"{_STEPS[step]}: {listed(each.replace('_', ' ') for each in fields)}" for step, fields in value.items()
            )
        case "beside", tuple():
            return listed(("ante and blind" if each is Wager.ANTE else wager(each) for each in value), "or")
        case "withheld_range", tuple():
            return listed((share(each) for each in value), "to")
        case "preflop" | "flop" | "river", tuple():
            return _times(value)
        case "removal_voids", str():
            return "may be void, the stakes returned"
    return _plain(name, value, symbol)


def _times(multiples: tuple[int, ...]) -> str:
    if not multiples:
        return "no play wager"
    return "equal to the ante" if multiples == (1,) else f"{listed(map(str, sorted(multiples)), 'or')} times the ante"


def _plain(name: str, value: Any, symbol: str) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Category():
            return value.words.lower()
        case int():
            return (money(value, symbol) if value else "none") if name in _MONEY else str(value)
        case Fraction():
            return share(value)
        case WagerLimits():
            return limits(value, symbol)
        case Wager():
            return wager(value)
        case Street():
            return value.words
        case tuple():
            return ", ".join(_plain(name, item, symbol) for item in value) or "none"
    return str(value).replace("_", " ")
