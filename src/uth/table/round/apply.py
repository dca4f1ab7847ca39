"""`apply`: the state after an event. The state of a table is the fold of `apply` over its events."""

from __future__ import annotations

from typing import Final

from uth.records import changed
from uth.rules.values import Street, Wager
from uth.table.deck.decks import DeckStage, Pile, Racked
from uth.table.floor.apply import apply_award, apply_procedure, entered_again, with_deck, with_evidence
from uth.table.round import events as e
from uth.table.round.state import (
    ACTING,
    Chair,
    Owed,
    Phase,
    Round,
    Spot,
    Table,
    on_rail,
    rails_with,
    with_round,
    with_spot,
)
from uth.table.round.state import chips as chips
from uth.table.settle.owed import round_of
from uth.table.settle.settled import Banker, Decision
from uth.units import Seat

GOES_ON: Final = (
    e.Checked, e.PlayMade, e.Folded, e.FlopShown, e.TurnAndRiverShown, e.DealerHandShown, e.StubCounted,
    e.CardsPickedUp, e.IrregularityReported, e.RoundVoided,
)  # fmt: skip
"""After these events, the cards that were read last can no longer be corrected (R108)."""


def apply(table: Table, event: e.Event) -> Table:
    """Return the table after the event. It never refuses, because the event has already happened."""
    if table.round.read and isinstance(event, GOES_ON):
        table = with_round(table, read=())
    match event:
        case e.SeatTaken() | e.SeatLeft() | e.ChipsBought():
            return _seated(table, event)
        case (
            e.WagerPlaced()
            | e.WagerTakenBack()
            | e.BankTaken()
            | e.BankGivenUp()
            | e.BankDeclined()
            | e.EntryFeeTaken()
            | e.NoMoreBetsAnnounced()
            | e.GameStarted()
        ):
            return _wagered(table, event)
        case e.HoleDealt() | e.DealerDealt() | e.CommunityDealt() | e.CardBurned():
            return _dealt(table, event)
        case e.StreetOpened() | e.Checked() | e.PlayMade() | e.Folded():
            return _acted(table, event)
        case e.WagerCollected() | e.CardsTucked():
            return _laid_aside(table, event)
        case e.FlopShown() | e.TurnAndRiverShown() | e.DealerHandShown() | e.HandShown():
            return _shown(table, event)
        case e.MeterRaised() | e.MeterPaid():
            return _metered(table, event)
        case e.WagerSettled() | e.EnvyPaid() | e.BankSettled() | e.RoundSettled() | e.CardsCollected():
            return _settled(table, event)
        case _ if isinstance(event, e.ToldEvent):
            return table
        case _:
            after = apply_procedure(table, event)
            return _closed_if_done(after) if after.phase in ACTING else after


def _seated(table: Table, event: e.SeatTaken | e.SeatLeft | e.ChipsBought) -> Table:
    match event:
        case e.SeatTaken(seat=seat, player=player):
            return changed(
                table,
                chairs={**table.chairs, seat: Chair(player=player)},
                rails={**table.rails, player: table.rails.get(player, 0)},
                unattended=False,
            )
        case e.SeatLeft(seat=seat, cents=cents):
            return _left(table, seat, cents)
        case e.ChipsBought(seat=seat, cents=cents):
            return on_rail(table, seat, cents)


def _left(table: Table, seat: Seat, cents: int) -> Table:
    """Return the table without the player at that seat. Their rail goes when they leave their last seat."""
    gone = table.chairs[seat].player
    chairs = {other: chair for other, chair in table.chairs.items() if other != seat}
    rails = rails_with(table, seat, -cents)
    if not any(chair.player == gone for chair in chairs.values()):
        rails = {player: rail for player, rail in rails.items() if player != gone}
        table = changed(table, removed=table.removed - {gone})
    settled = tuple(line for line in table.settled if line[0] != seat)
    bank = None if table.last_bank is not None and table.last_bank.seat == seat else table.last_bank
    return changed(table, chairs=chairs, rails=rails, settled=settled, last_bank=bank)


def _wagered(
    table: Table,
    event: e.WagerPlaced
    | e.WagerTakenBack
    | e.BankTaken
    | e.BankGivenUp
    | e.BankDeclined
    | e.EntryFeeTaken
    | e.NoMoreBetsAnnounced
    | e.GameStarted,
) -> Table:
    match event:
        case e.WagerPlaced(seat=seat, wager=wager, cents=cents):
            return _laid(table, seat, wager, cents, unattended=False)
        case e.EntryFeeTaken(seat=seat, cents=cents):
            return _laid(table, seat, Wager.ENTRY_FEE, cents, unattended=table.unattended)
        case e.WagerTakenBack(seat=seat, wager=wager):
            spot = table.round.spots[seat]
            table = on_rail(table, seat, chips(wager, spot.wagers[wager]))
            left = {kind: cents for kind, cents in spot.wagers.items() if kind is not wager}
            spots = {other: each for other, each in table.round.spots.items() if other != seat}
            return with_round(table, spots={**spots, seat: changed(spot, wagers=left)} if left else spots)
        case e.BankTaken(seat=seat, cents=cents):
            before = table.round.banker
            if before is not None:
                table = on_rail(table, before.seat, before.wager)
            return with_round(on_rail(table, seat, -cents), banker=Banker(seat=seat, wager=cents))
        case e.BankGivenUp(seat=seat):
            given_back = table.round.banker.wager if table.round.banker is not None else 0
            table = changed(on_rail(table, seat, given_back), button=table.button or seat)
            return with_round(table, banker=None, declined=table.round.declined | {seat})
        case e.BankDeclined(seat=seat):
            return with_round(table, declined=table.round.declined | {seat})
        case e.GameStarted():
            return with_round(table, started=True)
        case e.NoMoreBetsAnnounced():
            return _bank_counted(
                changed(
                    table,
                    phase=Phase.OPENING_DEAL,
                    round=changed(table.round, dealt=0),
                    rounds_uncounted=table.rounds_uncounted + 1,
                    settled=(),
                    decided=(),
                    last_bank=None,
                )
            )


def _laid(table: Table, seat: Seat, wager: Wager, cents: int, *, unattended: bool) -> Table:
    """Return the table with that wager at that amount, paid from the rail."""
    spots = table.round.spots
    spot = spots.get(seat, Spot())
    taken = chips(wager, cents - spot.wagers.get(wager, 0))
    spot = changed(spot, wagers={**spot.wagers, wager: cents})
    return changed(
        table,
        rails=rails_with(table, seat, -taken),
        round=changed(table.round, spots={**spots, seat: spot}),
        unattended=unattended,
    )


def _bank_counted(table: Table) -> Table:
    banker = table.round.banker
    if banker is None:
        return table
    player = table.chairs[banker.seat].player
    return changed(
        table,
        round=changed(table.round, declined=frozenset()),
        banked_by=player,
        banked_rounds=table.banked_rounds + 1 if player == table.banked_by else 1,
        button=banker.seat,
    )


def _dealt(table: Table, event: e.HoleDealt | e.DealerDealt | e.CommunityDealt | e.CardBurned) -> Table:
    dealt, cards = table.round, event.cards
    deck, out = dealt.deck[len(cards) :], dealt.dealt + 1
    match event:
        case e.HoleDealt(seat=seat):
            spot = dealt.spots[seat]
            spots = {**dealt.spots, seat: changed(spot, hole=spot.hole + cards)}
            return with_round(table, deck=deck, dealt=out, spots=spots)
        case e.DealerDealt():
            return with_round(table, deck=deck, dealt=out, dealer=dealt.dealer + cards)
        case e.CommunityDealt():
            return with_round(table, deck=deck, dealt=out, community=dealt.community + cards)
        case e.CardBurned():
            rack = (*table.rack, Racked(pile=Pile.BURN, cards=cards))
            return changed(table, rack=rack, round=changed(dealt, deck=deck, dealt=out))


_OPENED = {street: phase for phase, street in ACTING.items()}
_AFTER = {Phase.PREFLOP: Phase.FLOP_DEAL, Phase.FLOP: Phase.RIVER_DEAL, Phase.RIVER: Phase.SHOWDOWN}


def _acted(table: Table, event: e.StreetOpened | e.Checked | e.PlayMade | e.Folded) -> Table:
    if isinstance(event, e.StreetOpened):
        opened = changed(table.round, acted=frozenset(), dealt=0)
        return _closed_if_done(changed(table, phase=_OPENED[event.street], round=opened))
    seat, street = event.seat, table.street or Street.RIVER
    rails, spots = table.rails, table.round.spots
    if isinstance(event, e.PlayMade):
        spots = {**spots, seat: changed(spots[seat], decision=Decision(street=street, multiple=event.multiple))}
        rails = rails_with(table, seat, -event.cents)
    elif isinstance(event, e.Folded):
        spots = {**spots, seat: changed(spots[seat], decision=Decision(street=street, multiple=None))}
    acted = changed(table.round, spots=spots, acted=table.round.acted | {seat}, someone_acted=True)
    return _closed_if_done(changed(table, rails=rails, round=acted))


def _laid_aside(table: Table, event: e.WagerCollected | e.CardsTucked) -> Table:
    if isinstance(event, e.CardsTucked):
        return with_spot(table, event.seat, under=event.under)
    return with_spot(table, event.seat, collected=(*table.round.spots[event.seat].collected, event.wager))


def _closed_if_done(table: Table) -> Table:
    """Go to the next part of the round once no seat is left to act."""
    if table.turn is not None:
        return table
    over = table.phase is Phase.RIVER and table.round.void is not None
    after = changed(table.round, acted=frozenset(), dealt=0)
    return changed(table, phase=Phase.SETTLING if over else _AFTER[table.phase], round=after)


def _shown(table: Table, event: e.FlopShown | e.TurnAndRiverShown | e.DealerHandShown | e.HandShown) -> Table:
    match event:
        case e.FlopShown():
            return with_round(table, community_shown=3)
        case e.TurnAndRiverShown():
            return with_round(table, community_shown=5)
        case e.DealerHandShown(hand=hand, qualifies=qualifies):
            shown = changed(table.round, dealer_hand=hand, qualifies=qualifies)
            return changed(table, phase=Phase.SETTLING, round=shown)
        case e.HandShown(seat=seat, hand=hand):
            return with_spot(table, seat, hand=hand)


def _metered(table: Table, event: e.MeterRaised | e.MeterPaid) -> Table:
    if table.linked:
        return table
    meters = dict(table.meters)
    if isinstance(event, e.MeterRaised):
        meters[event.meter] += event.amount
        table = with_round(table, started=True)  # in logs older than 'Start Game', 'No more bets' fed the meters
    else:
        meters[event.meter] += event.seeded - event.cents
    return changed(table, meters=meters)


def _settled(
    table: Table, event: e.WagerSettled | e.EnvyPaid | e.BankSettled | e.RoundSettled | e.CardsCollected
) -> Table:
    match event:
        case e.WagerSettled(round=corrects) if corrects:
            return entered_again(table, event)
        case e.WagerSettled(seat=seat, settled=settled, award=award):
            player, number = table.chairs[seat].player, round_of(table)
            owed = (Owed(seat=seat, player=player, cents=award, round=number),) if award else ()
            return changed(
                table,
                rails=rails_with(table, seat, chips(settled.wager, settled.returned) + settled.won - award),
                settled=(*table.settled, (seat, settled)),
                owed=(*table.owed, *owed),
            )
        case e.EnvyPaid():
            return apply_award(table, event)
        case e.BankSettled(seat=seat, wager=wager, net=net):
            return changed(on_rail(table, seat, wager + net), last_bank=Banker(seat=seat, wager=wager))
        case e.RoundSettled():
            return with_evidence(changed(table, phase=Phase.SETTLED, rounds=table.rounds + 1))
        case e.CardsCollected():
            used = table.in_play
            table = with_deck(table, used, stage=DeckStage.IN_RACK) if used is not None else table
            return changed(table, round=Round(), phase=Phase.WAGERS, in_play=None, last_in_play=used)
