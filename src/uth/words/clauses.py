"""The clauses cited with an event: its own, or those of the rule that it applies."""

from __future__ import annotations

from typing import Final

from uth.rules.procedure import OpeningStep
from uth.rules.values import Street, Wager
from uth.table.deck.decks import Pile
from uth.table.posted import Posted
from uth.table.round import events as e
from uth.table.round.state import Phase, Table
from uth.table.round.wagers import clause_of

_STEPS: Final[dict[type, OpeningStep]] = {
    e.DeckInspected: OpeningStep.INSPECT,
    e.DeckVerified: OpeningStep.VERIFY,
    e.DeckSpread: OpeningStep.SPREAD,
    e.DeckLookedOver: OpeningStep.SHOW,
    e.DeckWashed: OpeningStep.WASH,
    e.DeckStacked: OpeningStep.STACK,
}


def clauses_of(event: e.Event, table: Table, posted: Posted) -> tuple[str, ...]:
    """Return the clauses to print with the event, given the table after it."""
    own = getattr(event, "clause", None)
    if own is not None:
        return tuple(filter(None, (own,)))
    match event:
        case e.WagerSettled(settled=settled):
            return settled.cites
        case e.EnvyPaid():
            return posted.cites.get("envy", ())
        case e.MeterPaid():
            return posted.cites.get("progressive_win", ())
        case e.WinningsCut():
            return (posted.hand_limit[0].cite,) if posted.hand_limit is not None else ()
        case _:
            cite = _of_the_round(event, table, posted) or _of_the_procedure(event, posted)
            return (cite,) if cite is not None else ()


def _of_the_round(event: e.Event, table: Table, posted: Posted) -> str | None:
    rules, way = posted.rules, posted.dealing
    match event:
        case e.SeatTaken() | e.SeatLeft():
            return rules.wagers.by_seated_players.cite
        case e.WagerPlaced(wager=wager) | e.WagerTakenBack(wager=wager):
            return clause_of(wager, posted)
        case e.BankTaken() | e.BankGivenUp() | e.BankDeclined() | e.BankSettled() | e.BankCorrected():
            return rules.seats.banked_by.cite
        case e.NoMoreBetsAnnounced():
            return rules.wagers.closed_by.cite
        case e.GameStarted():
            return rules.wagers.locked_by.cite if rules.wagers.locked_by is not None else None
        case e.EntryFeeTaken():
            return clause_of(Wager.ENTRY_FEE, posted)
        case e.MeterRaised():
            return clause_of(Wager.PROGRESSIVE, posted)
        case e.CommunityDealt() if table.phase is Phase.OPENING_DEAL and way.cites:
            return way.cites["community"]
        case e.HoleDealt() | e.DealerDealt() | e.CommunityDealt() | e.CardBurned():
            return {Phase.FLOP_DEAL: way.flop, Phase.RIVER_DEAL: way.river}.get(table.phase, way.opening).cite
        case e.FlopShown():
            return way.flop.cite
        case e.TurnAndRiverShown():
            return way.river.cite
        case e.StreetOpened(street=street):
            return posted.asked_by(street)
        case e.Checked() | e.PlayMade() | e.Folded():
            return _asked_by(event, table, posted)
        case e.WagerCollected():
            by_machine = posted.cites.get("collected_machine", ()) if way.dealt_by.value == "machine" else ()
            return next(iter(by_machine), rules.settlement.fold_collected.cite)
        case e.DealerHandShown():
            return rules.dealer.qualifier.cite
        case e.HandShown(seat=seat):
            spot = table.round.spots.get(seat)
            return (rules.settlement.folded if spot is not None and spot.folded else rules.settlement.order).cite
        case _:
            return None


def _asked_by(event: e.Checked | e.PlayMade | e.Folded, table: Table, posted: Posted) -> str | None:
    """Return the clause by which the seat was asked. After its answer the table may be on the next street."""
    if isinstance(event, e.Checked):
        asked = {Phase.PREFLOP: Street.PREFLOP, Phase.FLOP_DEAL: Street.PREFLOP}.get(table.phase, Street.FLOP)
        return posted.asked_by(asked)
    decision = table.round.spots[event.seat].decision
    return posted.asked_by(decision.street) if decision is not None else None


def _of_the_procedure(event: e.Event, posted: Posted) -> str | None:
    procedure, way = posted.rules.procedure, posted.dealing
    match event:
        case e.DeckReceived():
            return way.decks.cite
        case (
            e.DeckInspected()
            | e.DeckVerified()
            | e.DeckSpread()
            | e.DeckLookedOver()
            | e.DeckWashed()
            | e.DeckStacked()
        ):
            return procedure.cite_of(_STEPS[type(event)])
        case e.TableOpened() | e.TableIdled():
            return procedure.opening.cite
        case e.ShufflerLoaded() | e.DeckShuffled():
            return way.shuffled_by.cite
        case e.DeckCut() | e.RecutOrdered():
            return procedure.cut_min.cite
        case e.DeckPlaced():
            return way.dealt_by.cite
        case e.StubCounted():
            return procedure.stub_count_every.cite if procedure.stub_count_every is not None else procedure.stub.cite
        case e.CardsPickedUp(pile=Pile.STUB):
            return procedure.stub.cite
        case e.CardsPickedUp(pile=Pile.SEAT) if procedure.hands_counted is not None:
            return procedure.hands_counted.cite
        case e.CardsTucked(under=under):
            where = procedure.folded_cards if under is Wager.TRIPS else procedure.played_cards
            return where.cite if where is not None else None
        case e.CoverAllModeSet():
            return (posted.rules.cover_all.dealt_by or posted.rules.cover_all.offered).cite
        case e.CoverAllPaysShown():
            return (posted.rules.cover_all.pays_shown or posted.rules.cover_all.offered).cite
        case _:
            return None
