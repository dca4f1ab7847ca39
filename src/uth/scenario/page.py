"""Every phrase of a script on one page, for `uth deal --phrases` and docs/scenarios.md."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from uth.cards import parse_cards
from uth.ranking import rank
from uth.rules.loader import load_book
from uth.rules.procedure import Moment, Remedy
from uth.rules.values import Means, Street, Wager
from uth.scenario.checks import CHECKS, EXPECT
from uth.scenario.header import KEYS
from uth.scenario.house_lines import SHORTHAND
from uth.table.deck.decks import Back, Pile
from uth.table.floor.disputed import Evidence, Finding, RebuiltHands
from uth.table.floor.irregularities import DealerCardExposed, WrongNumberOfCards
from uth.table.posted import Posted, post
from uth.table.round import events as e
from uth.table.round.state import Chair, Phase, Round, Spot, Table, new_table
from uth.table.settle.settled import Outcome, SettledWager
from uth.units import PlayerId, Seat
from uth.words.phrases import ACTS, COMMANDS, REPORT, REPORTED
from uth.words.round import ScriptTeller

_1, _2 = Seat(1), Seat(2)
_RED: Final = Back.RED
_HANDS: Final = RebuiltHands(
    seats={_1: parse_cards("AsAd"), _2: parse_cards("7c2d")},
    dealer=parse_cards("KdQc"),
    community=parse_cards("AcJs9h4d3s"),
)
_ACES: Final = rank(parse_cards("AsAdAcJs9h4d3s"))
_KING: Final = rank(parse_cards("KdQcAcJs9h4d3s"))


def posted_sample() -> Posted:
    """Return the table of the samples."""
    return post(load_book("massachusetts"))


def table_sample(posted: Posted) -> Table:
    """Return that table in the middle of a round."""
    chairs = {_1: Chair(player=PlayerId("Ann")), _2: Chair(player=PlayerId("Ben"))}
    rails = {chair.player: 50_000 for chair in chairs.values()}
    spot = Spot(wagers={Wager.ANTE: 1000, Wager.BLIND: 1000}, hole=parse_cards("AsAd"))
    round_ = Round(spots={_1: spot, _2: spot})
    return replace(new_table(posted), chairs=chairs, rails=rails, phase=Phase.PREFLOP, round=round_)


def settled_sample(outcome: Outcome, returned: int, won: int, wager: Wager = Wager.ANTE) -> e.WagerSettled:
    """Return a settled wager of $10."""
    cites = {Outcome.WIN: "MA.9h2", Outcome.LOSE: "MA.9h1", Outcome.PUSH: "MA.9h3", Outcome.VOID: "MA.14a"}
    settled = SettledWager(
        wager=wager,
        stake=1000,
        outcome=outcome,
        returned=returned,
        won=won,
        cites=(cites.get(outcome, "CA.BET4"),),
    )
    return e.WagerSettled(seat=_1, settled=settled)


LOST: Final = settled_sample(Outcome.LOSE, 0, 0)

SAMPLES: Final[tuple[e.Event, ...]] = (
    e.SeatTaken(seat=_1, player=PlayerId("Ann")),
    e.SeatLeft(seat=_1, cents=51_000),
    e.ChipsBought(seat=_1, cents=50_000),
    e.WagerPlaced(seat=_1, wager=Wager.TRIPS, cents=500),
    e.WagerTakenBack(seat=_1, wager=Wager.TRIPS),
    e.BankTaken(seat=_2, cents=50_000),
    e.BankGivenUp(seat=_2),
    e.BankDeclined(seat=_2),
    e.NoMoreBetsAnnounced(),
    e.GameStarted(),
    e.EntryFeeTaken(seat=_1, cents=100),
    e.MeterRaised(meter="main", amount=Fraction(100)),
    e.HoleDealt(seat=_1, cards=parse_cards("As")),
    e.DealerDealt(cards=parse_cards("Kd")),
    e.CommunityDealt(cards=parse_cards("Ac")),
    e.CardBurned(cards=parse_cards("2h")),
    e.StreetOpened(street=Street.PREFLOP),
    e.PlayMade(seat=_1, multiple=4, cents=4000),
    *(act.event(seat=_1) for act in ACTS),
    e.WagerCollected(seat=_1, wager=Wager.ANTE, cents=1000),
    e.CardsTucked(seat=_1, under=Wager.BLIND),
    e.FlopShown(cards=parse_cards("AcJs9h")),
    e.TurnAndRiverShown(cards=parse_cards("4d3s")),
    e.DealerHandShown(cards=parse_cards("KdQc"), hand=_KING, qualifies=False),
    e.DealerHandShown(cards=parse_cards("KdQc"), hand=_KING, qualifies=False, five=parse_cards("KdQcJs9h4d")),
    e.HandShown(seat=_1, hand=_ACES),
    e.HandShown(seat=_1, hand=_ACES, outcome=Outcome.WIN),
    e.HandShown(seat=_1, hand=_ACES, outcome=Outcome.LOSE),
    e.HandShown(seat=_1, hand=_ACES, outcome=Outcome.PUSH),
    LOST,
    settled_sample(Outcome.WIN, 1000, 1500, Wager.BLIND),
    settled_sample(Outcome.PUSH, 1000, 0),
    settled_sample(Outcome.VOID, 1000, 0),
    settled_sample(Outcome.UNCOVERED, 1000, 300),
    settled_sample(Outcome.UNCOVERED, 700, 0),
    settled_sample(Outcome.UNCOVERED, 1000, 0),
    e.WinningsCut(seat=_1, wager=Wager.TRIPS, cents=2500),
    e.EnvyPaid(seat=_1, from_seat=_2, cents=100_000),
    e.MeterPaid(meter="main", cents=5_000_000, seeded=5_000_000),
    e.BankSettled(seat=_2, wager=50_000, used=2000, net=-1000),
    e.RoundSettled(players=-1000, house=1000),
    e.CardsCollected(),
    e.DeckReceived(back=_RED),
    e.DeckInspected(back=_RED),
    e.DeckVerified(back=_RED, by="Kim"),
    e.DeckSpread(back=_RED),
    e.DeckLookedOver(back=_RED, seat=_1),
    e.DeckWashed(back=_RED),
    e.DeckStacked(back=_RED),
    e.CoverAllModeSet(),
    e.TableOpened(),
    e.WagersInvited(),
    e.TableIdled(),
    e.TableClosed(),
    e.ShufflerLoaded(back=_RED),
    e.DeckShuffled(back=_RED, cards=()),
    e.DeckCut(back=_RED, taken=20),
    e.RecutOrdered(back=_RED, by="Kim", reason="the cut was too thin"),
    e.DeckPlaced(back=_RED),
    e.StubCounted(cards=38, expected=39),
    e.CardsPickedUp(pile=Pile.STUB, cards=()),
    e.CardsPickedUp(pile=Pile.SEAT, cards=(), seat=_1),
    e.CardsPickedUp(pile=Pile.SEAT, cards=(), seat=_1, counted=2),
    e.CardsPickedUp(pile=Pile.SEAT, cards=(), seat=_1, counted=3),
    e.CardsPickedUp(pile=Pile.FACE_UP, cards=()),
    e.CardsPickedUp(pile=Pile.DEALER, cards=()),
    e.CardsPickedUp(pile=Pile.COMMUNITY, cards=()),
    e.HandLeftExposed(seat=_1, clause="MA.12h"),
    e.CoverAllPaysShown(hands=3),
    e.CoverAllPaysShown(hands=3, pays={"royal_flush": "100 to 1"}),
    e.HandsRebuilt(hands=_HANDS),
    e.IrregularityReported(
        irregularity=WrongNumberOfCards(seat=_1, cards=3, fixable=False), moment=Moment.OPENING_DEAL
    ),
    e.IrregularityRuled(remedies=(Remedy.VOID_HAND,), clause="MA.14d", says="that player's hand is void"),
    e.FloorCalled(
        irregularity=DealerCardExposed(), choices=(Remedy.CONTINUE, Remedy.VOID_ROUND), clause="CN.50"
    ),
    e.FloorRuled(remedy=Remedy.VOID_ROUND, by="Kim", reason="everyone saw it", clause="CN.50"),
    e.CardsExposed(cards=parse_cards("KdQc")),
    e.CardsFoundFaceUp(count=2),
    e.CardsMisdealt(seat=_1, held=3),
    e.DealPutRight(seat=_1, held=2),
    e.HandVoided(seat=_1, clause="MA.14d"),
    e.RoundVoided(clause="MA.14a", saves=(Wager.TRIPS,)),
    e.IncrementReversed(meter="main", amount=Fraction(100), clause="MA.14a"),
    e.ReplacementOrdered(dealer=True, positions=(), clause="GR.WRONG1"),
    e.CardsReplaced(dealer=False, positions=(4, 5), cards=()),
    e.ReshuffleOrdered(back=_RED, clause="MA.14e"),
    e.RemovalOrdered(back=_RED, clause="MA.7g"),
    e.DeckRemoved(back=_RED),
    e.ProgressiveStopped(clause="CN.48"),
    e.ProgressiveRestored(),
    e.MetersRead(meters={"mega": Fraction(1_000_000), "major": Fraction(100_000)}),
    e.CardsRead(cards=parse_cards("Kd Qc")),
    e.ReadingCorrected(was=parse_cards("Kd"), cards=parse_cards("Kh")),
    e.LinkRead(down=True, dark=(_2,)),
    e.LinkRead(down=False, dark=()),
    e.AwardOwed(seat=_1, settled=settled_sample(Outcome.WIN, 0, 5_000_000, Wager.PROGRESSIVE).settled),
    e.AwardChanged(seat=_1, cents=100_000, to=5_000_000, round=1),
    e.AwardBrought(seat=_1, cents=5_000_000, means=Means.CHEQUES),
    e.AwardBrought(seat=_1, cents=12_000_000, means=Means.CHECK),
    e.AwardDenied(seat=_1, cents=5_000_000, by="Kim", reason="the deck was short"),
    e.AwardTakenBack(seat=_1, cents=5_000_000, by="Kim", reason="the deck was short", round=1),
    e.EnvyOwed(seat=_1, from_seat=_2, cents=100_000),
    e.EnvyDenied(seat=_1, from_seat=_2, cents=100_000, reason="the deck was short", round=1),
    e.EnvyTakenBack(seat=_1, from_seat=_2, cents=100_000, reason="the deck was short", round=1),
    e.RoundDisputed(
        dispute=1, seat=_1, says="I had a flush", evidence=Evidence(round=1, hands=_HANDS, settled=())
    ),
    e.RoundDisputed(
        dispute=2, seat=_1, says="I had a flush", evidence=Evidence(round=1, hands=_HANDS, settled=()), freezes=False
    ),
    e.RoundReviewed(
        dispute=3, by="Kim", reason="the blind was paid twice", freezes=True, late=False, clause="CN.50",
        evidence=Evidence(round=1, hands=_HANDS, settled=()),
    ),
    e.DisputeAppealed(
        dispute=1, seat=_1, says="look at it again", regulator="the Gaming Commissioner", clause="CN.51", round=1
    ),
    e.ActedForSeat(seat=_1, by="Kim", reason="gone for ten minutes", clause="R86"),
    e.TableSet(hands_per_player=1, entry_fee=100, by="Kim", reason="every seat is wanted", clause="CN.7a"),
    e.PlayerRemoved(
        seat=_1, player=PlayerId("Ann"), by="Kim", reason="showed the cards", clause="GR.15a", from_house=False
    ),
    e.SettlementReversed(seat=_1, settled=LOST.settled),
    e.BankCorrected(seat=_2, cents=-1000),
    e.DisputeResolved(
        dispute=1, finding=Finding.UPHELD, by="Kim", reason="it was a straight", clause="CN.50", players=0
    ),
)  # fmt: skip
"""Every kind of event at least once."""


def sections() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each part of the page: its heading and an example of every phrase in it."""
    yield "The header", tuple(f"{key}: {example}" for key, example in KEYS.items())
    yield "Cards", ("cards: seat 1 AsAd, dealer KdQc, board 2c7d9hJd3s, burn 4h5h", "deck: As Kd 7c 2h")
    for group, phrases in COMMANDS.items():
        yield group, tuple(phrase.pattern.example for phrase in phrases)
    yield "What went wrong", tuple(REPORT + phrase.pattern.example for phrase in REPORTED)
    yield "The house dealer takes several steps", tuple(each.pattern.example for each in SHORTHAND)
    yield "How the table stands", tuple(EXPECT + check.pattern.example for check in CHECKS)
    yield (
        "What must happen",
        (
            *_sentences(),
            "=> all hands are void (MA.14a)",
            "=> refused step_not_due: due now: ShowFlop",
            "=> nothing else",
        ),
    )


def _sentences() -> Iterator[str]:
    posted = posted_sample()
    teller, table = ScriptTeller(posted=posted), table_sample(posted)
    for event in SAMPLES:
        yield f"=> {teller.sentence(event, table)}"


def phrase_lines() -> Iterator[str]:
    """Yield the page as text."""
    for at, (heading, phrases) in enumerate(sections()):
        yield from ("",) if at else ()
        yield f"# {heading}"
        yield from phrases
