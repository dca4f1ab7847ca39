"""`apply` for events outside the round: decks, the rack, irregularities, disputes."""

from __future__ import annotations

from typing import Any, Final, assert_never

from uth.cards import Card
from uth.records import changed
from uth.rules.procedure import Remedy
from uth.rules.values import Means, Wager
from uth.table.deck.decks import FRESH, Back, Deck, DeckStage, Pile, Racked
from uth.table.deck.rack import rebuilt
from uth.table.floor.disputed import Dispute, Evidence, Lines
from uth.table.floor.irregularities import ProgressiveDown
from uth.table.round import events as e
from uth.table.round.state import (
    PAST_ROUNDS,
    FloorCall,
    Owed,
    Phase,
    Replacing,
    Round,
    Table,
    chips,
    on_rail,
    with_round,
    with_spot,
)
from uth.table.settle.owed import decided, owed_to, rewon, round_of, undecided, without
from uth.table.settle.settled import SettledWager
from uth.units import Seat


def with_evidence(table: Table) -> Table:
    """Return the table with the round that was just settled added to those that can be disputed.

    A resolved dispute is dropped once its round is too old to be disputed. The log keeps it.
    """
    banker = table.round.banker
    seats = [*table.round.spots, *([banker.seat] if banker is not None else [])]
    players = {seat: table.chairs[seat].player for seat in sorted(seats) if seat in table.chairs}
    new = Evidence(round=table.rounds, hands=rebuilt(table), settled=table.settled, players=players, bank=banker)
    oldest = table.rounds - PAST_ROUNDS
    disputes = tuple(each for each in table.disputes if each.waits or each.evidence.round > oldest)
    if len(disputes) == len(table.disputes):
        return changed(table, past=(*table.past, new)[-PAST_ROUNDS:])
    kept = {each.number for each in disputes}
    disputers = {number: player for number, player in table.disputers.items() if number in kept}
    return changed(table, past=(*table.past, new)[-PAST_ROUNDS:], disputes=disputes, disputers=disputers)


def apply_dispute(table: Table, event: e.DisputeEvent) -> Table:
    """Return the table after an event about a dispute."""
    match event:
        case e.RoundDisputed(dispute=number, seat=seat, says=says, evidence=evidence, freezes=freezes):
            opened = Dispute(number=number, seat=seat, says=says, evidence=evidence, freezes=freezes)
            player = evidence.players.get(seat) or table.chairs[seat].player
            table = changed(table, disputers={**table.disputers, number: player})
            return changed(table, disputes=(*table.disputes, opened), disputes_made=number)
        case e.RoundReviewed(dispute=number, by=by, reason=reason, evidence=evidence, freezes=freezes):
            opened = Dispute(number=number, seat=None, says=reason, evidence=evidence, freezes=freezes, by=by)
            return changed(table, disputes=(*table.disputes, opened), disputes_made=number)
        case e.DisputeResolved(dispute=number, finding=finding):
            return changed(table, disputes=_with(table.disputes, number, finding=finding))
        case e.DisputeAppealed(dispute=number):
            return changed(table, disputes=_with(table.disputes, number, appealed=True))
        case e.SettlementReversed(seat=seat, settled=settled, round=number, at_cage=at_cage):
            if not number:  # Older logs remove the line and enter another one.
                table = changed(table, settled=tuple(line for line in table.settled if line != (seat, settled)))
            taken = -chips(settled.wager, settled.returned) - settled.won
            return table if at_cage else on_rail(table, seat, taken)
        case e.BankCorrected(seat=seat, cents=cents):
            return on_rail(table, seat, cents)


def entered_again(table: Table, event: e.WagerSettled) -> Table:
    """Return the table with the corrected wager in place of the reversed one, in every record of the round."""
    seat, settled, number = event.seat, event.settled, event.round
    if number == table.rounds and not table.is_dealing:
        table = changed(table, settled=_lines_with(table.settled, seat, settled))
    past = tuple(_corrected(each, number, seat, settled) for each in table.past)
    disputes = tuple(
        changed(each, evidence=_corrected(each.evidence, number, seat, settled)) for each in table.disputes
    )
    table = changed(table, past=past, disputes=disputes)
    return table if event.at_cage else on_rail(table, seat, chips(settled.wager, settled.returned) + settled.won)


def _with(disputes: tuple[Dispute, ...], number: int, **changes: object) -> tuple[Dispute, ...]:
    return tuple(changed(each, **changes) if each.number == number else each for each in disputes)


def _corrected(evidence: Evidence, number: int, seat: Seat, settled: SettledWager) -> Evidence:
    if evidence.round != number:
        return evidence
    return changed(evidence, settled=_lines_with(evidence.settled, seat, settled))


def _lines_with(lines: Lines, seat: Seat, settled: SettledWager) -> Lines:
    """Return the lines with that seat's wager replaced."""
    return tuple((at, settled) if (at, line.wager) == (seat, settled.wager) else (at, line) for at, line in lines)


AwardEvent = (
    e.AwardOwed
    | e.AwardChanged
    | e.AwardBrought
    | e.AwardDenied
    | e.AwardTakenBack
    | e.EnvyOwed
    | e.EnvyPaid
    | e.EnvyDenied
    | e.EnvyTakenBack
)


def apply_award(table: Table, event: AwardEvent) -> Table:
    """Return the table after an event about an award or an envy pay."""
    match event:
        case e.AwardOwed(seat=seat, settled=settled):
            lines = (line for line in table.settled if (line[0], line[1].wager) != (seat, Wager.PROGRESSIVE))
            owed = _owed(table, seat, settled.won)
            return changed(table, settled=(*lines, (seat, settled)), owed=(*table.owed, owed))
        case e.AwardChanged(seat=seat, cents=cents, to=to, round=number):
            award = owed_to(table, seat, cents, number)
            table = rewon(table, award, to)
            now = tuple(changed(each, cents=to) if each is award else each for each in table.owed)
            return changed(table, owed=now)
        case e.AwardBrought(seat=seat, cents=cents, means=means, round=number):
            award = owed_to(table, seat, cents, number)
            table = decided(without(table, award), award, means)
            return on_rail(table, seat, cents) if means is Means.CHEQUES else table
        case e.AwardDenied(seat=seat, cents=cents, by=by, reason=reason, round=number, cites=cites):
            award = owed_to(table, seat, cents, number)
            return rewon(decided(without(table, award), award, None, by, reason), award, 0, cites)
        case e.AwardTakenBack(seat=seat, cents=cents, by=by, reason=reason, round=number, cites=cites):
            award = _owed(table, seat, cents, number)
            table = decided(undecided(table, award), award, None, by, reason)
            return rewon(on_rail(table, seat, -cents), award, 0, cites)
        case _:
            return _envy(table, event)


def _envy(table: Table, event: e.EnvyOwed | e.EnvyPaid | e.EnvyDenied | e.EnvyTakenBack) -> Table:
    seat, cents, number = event.seat, event.cents, 0 if isinstance(event, e.EnvyOwed) else event.round
    waits = (each for each in table.owed if (each.seat, each.from_seat, each.cents) == (seat, event.from_seat, cents))
    found = next((each for each in waits if each.round == number), None) if number else None
    match event:
        case e.EnvyOwed():
            return changed(table, owed=(*table.owed, _owed(table, seat, cents, from_seat=event.from_seat)))
        case e.EnvyPaid(means=means):
            envy = found or _owed(table, seat, cents, number, event.from_seat)
            table = decided(without(table, found), envy, means)
            return on_rail(table, seat, cents) if means is Means.CHEQUES else table
        case e.EnvyDenied(reason=reason):
            return decided(without(table, found), found, None, reason=reason)
        case e.EnvyTakenBack(reason=reason):
            envy = _owed(table, seat, cents, number, event.from_seat)
            return on_rail(decided(undecided(table, envy), envy, None, reason=reason), seat, -cents)


def _owed(table: Table, seat: Seat, cents: int, number: int = 0, from_seat: Seat | None = None) -> Owed:
    """Return what the seat's player is owed for that round, or for the last round."""
    player = table.chairs[seat].player
    return Owed(seat=seat, player=player, cents=cents, round=number or round_of(table), from_seat=from_seat)


def with_deck(table: Table, back: Back, **changes: Any) -> Table:
    """Return the table with that deck changed."""
    return changed(table, decks={**table.decks, back: changed(table.decks.get(back, Deck()), **changes)})


def apply_procedure(table: Table, event: e.ProcedureEvent) -> Table:
    """Return the table after an event outside the round."""
    match event:
        case e.DeckReceived() | e.DeckInspected() | e.DeckVerified() | e.DeckSpread() | e.DeckLookedOver():
            return _made_ready(table, event)
        case e.DeckWashed() | e.DeckStacked() | e.ShufflerLoaded() | e.DeckShuffled() | e.DeckCut():
            return _made_ready(table, event)
        case e.RecutOrdered() | e.DeckPlaced() | e.ReshuffleOrdered() | e.RemovalOrdered() | e.DeckRemoved():
            return _moved(table, event)
        case e.CoverAllModeSet() | e.TableOpened() | e.TableIdled() | e.TableClosed():
            return _opened(table, event)
        case e.CardsRead(cards=cards):
            return _read(table, cards)
        case e.ReadingCorrected(was=was, cards=cards):
            return _read_again(table, was, cards)
        case e.StubCounted() | e.CardsPickedUp() | e.HandLeftExposed():
            return _racked(table, event)
        case e.CardsExposed() | e.CardsFoundFaceUp() | e.CardsMisdealt() | e.DealPutRight() | e.CardsReplaced():
            return _mended(table, event)
        case e.FloorCalled() | e.FloorRuled() | e.ReplacementOrdered():
            return _ruled(table, event)
        case e.ProgressiveStopped() | e.ProgressiveRestored():
            return changed(table, progressive_down=isinstance(event, e.ProgressiveStopped))
        case e.MetersRead(meters=meters):
            return changed(table, meters=dict(meters), linked=True)
        case e.LinkRead(down=down, dark=dark):
            return changed(table, link_down=down, dark=frozenset(dark))
        case (
            e.AwardOwed()
            | e.AwardChanged()
            | e.AwardBrought()
            | e.AwardDenied()
            | e.AwardTakenBack()
            | e.EnvyOwed()
            | e.EnvyDenied()
            | e.EnvyTakenBack()
        ):
            return apply_award(table, event)
        case e.IncrementReversed(meter=meter, amount=amount):
            return changed(table, meters={**table.meters, meter: table.meters[meter] - amount})
        case (
            e.RoundDisputed()
            | e.RoundReviewed()
            | e.DisputeResolved()
            | e.DisputeAppealed()
            | e.SettlementReversed()
            | e.BankCorrected()
        ):
            return apply_dispute(table, event)
        case e.HandVoided(seat=seat, clause=clause):
            return with_spot(table, seat, void=clause)
        case e.RoundVoided(clause=clause, saves=saves):
            over = (not saves or table.phase is Phase.SHOWDOWN) and table.phase is not Phase.SETTLED
            voided = changed(table.round, void=clause, saves=saves)
            return changed(table, round=voided, phase=Phase.SETTLING if over else table.phase)
        case e.TableSet(hands_per_player=hands, entry_fee=fee):
            return changed(table, hands_per_player=hands, entry_fee=fee)
        case e.PlayerRemoved(player=player):
            return changed(table, removed=table.removed | {player})
        case e.WagersInvited() | e.CoverAllPaysShown() | e.HandsRebuilt() | e.ActedForSeat():
            return table
        case e.IrregularityReported() | e.IrregularityRuled():
            return table
        case _:
            assert_never(event)


_STAGES: Final[dict[type, DeckStage]] = {
    e.DeckReceived: DeckStage.RECEIVED,
    e.DeckInspected: DeckStage.INSPECTED,
    e.DeckVerified: DeckStage.VERIFIED,
    e.DeckSpread: DeckStage.SPREAD,
    e.DeckLookedOver: DeckStage.SHOWN,
    e.DeckWashed: DeckStage.WASHED,
    e.DeckStacked: DeckStage.STACKED,
    e.ShufflerLoaded: DeckStage.IN_SHUFFLER,
}


def _made_ready(
    table: Table,
    event: e.DeckReceived
    | e.DeckInspected
    | e.DeckVerified
    | e.DeckSpread
    | e.DeckLookedOver
    | e.DeckWashed
    | e.DeckStacked
    | e.ShufflerLoaded
    | e.DeckShuffled
    | e.DeckCut,
) -> Table:
    back = event.back
    leaves_rack = back in table.decks and table.decks[back].stage is DeckStage.IN_RACK
    table = changed(table, rack=()) if leaves_rack else table
    match event:
        case e.DeckShuffled(cards=cards):
            table = changed(table, shuffles=table.shuffles + 1)
            return with_deck(table, back, stage=DeckStage.SHUFFLED, order=cards, was_cut=False)
        case e.DeckCut(taken=taken):
            order = table.decks[back].order
            return with_deck(table, back, stage=DeckStage.CUT, order=order[taken:] + order[:taken], was_cut=True)
    phase = Phase.OPENING if table.phase is Phase.CLOSED else table.phase
    return changed(with_deck(table, back, stage=_STAGES[type(event)]), phase=phase)


def _moved(
    table: Table, event: e.RecutOrdered | e.DeckPlaced | e.ReshuffleOrdered | e.RemovalOrdered | e.DeckRemoved
) -> Table:
    match event:
        case e.DeckPlaced(back=back):
            table = with_deck(table, back, stage=DeckStage.IN_PLACE)
            return changed(table, round=changed(table.round, deck=table.decks[back].order), in_play=back)
        case e.RecutOrdered(back=back):
            table = with_deck(table, back, stage=DeckStage.SHUFFLED, was_cut=False)
            return changed(table, round=changed(table.round, deck=()), in_play=None)
        case e.ReshuffleOrdered(back=back):
            return with_deck(table, back, stage=DeckStage.IN_SHUFFLER)
        case e.RemovalOrdered(back=back):
            return with_round(table, leaving=table.round.leaving | {back})
        case e.DeckRemoved(back=back):
            kept = {other: deck for other, deck in table.decks.items() if other != back}
            racked = table.decks[back].stage is DeckStage.IN_RACK
            left = changed(table.round, leaving=table.round.leaving - {back})
            return changed(table, decks=kept, round=left, rack=() if racked else table.rack)


def _opened(table: Table, event: e.CoverAllModeSet | e.TableOpened | e.TableIdled | e.TableClosed) -> Table:
    match event:
        case e.CoverAllModeSet():
            return changed(table, cover_all_mode=True)
        case e.TableOpened():
            return changed(table, phase=Phase.WAGERS)
        case e.TableIdled():
            spread = {back: _spread(deck) for back, deck in table.decks.items()}
            return changed(
                table,
                round=changed(table.round, deck=()),
                decks=spread,
                in_play=None,
                rack=(),
                settled=(),
                decided=(),
                unattended=True,
            )
        case e.TableClosed():
            return changed(
                table,
                round=Round(),
                phase=Phase.CLOSED,
                decks={},
                in_play=None,
                rack=(),
                settled=(),
                decided=(),
                cover_all_mode=False,
            )


def _spread(deck: Deck) -> Deck:
    """Return the deck spread again; a deck that was never spread is unchanged."""
    new = deck.stage in FRESH[: FRESH.index(DeckStage.SPREAD)]
    return deck if new else changed(deck, stage=DeckStage.SPREAD, order=(), was_cut=False)


def _racked(table: Table, event: e.StubCounted | e.CardsPickedUp | e.HandLeftExposed) -> Table:
    match event:
        case e.StubCounted():
            return changed(table, rounds_uncounted=0)
        case e.HandLeftExposed(seat=seat):
            return with_round(table, left_exposed=(*table.round.left_exposed, seat))
        case e.CardsPickedUp(pile=pile, cards=cards, seat=seat):
            rack = (*table.rack, Racked(pile=pile, cards=cards, seat=seat))
            return changed(table, rack=rack, round=_picked_up(table.round, event))


def _picked_up(before: Round, event: e.CardsPickedUp) -> Round:
    """Return the round after those cards were picked up."""
    match event.pile:
        case Pile.SEAT:
            seat = event.seat or Seat(0)
            spots = {**before.spots, seat: changed(before.spots[seat], picked_up=True)}
            left = tuple(other for other in before.left_exposed if other != seat)
            return changed(before, spots=spots, left_exposed=left)
        case Pile.FACE_UP:
            return changed(before, deck=before.deck[len(event.cards) :])
        case Pile.STUB:
            return changed(before, deck=())
        case Pile.DEALER:
            return changed(before, dealer=())
        case Pile.COMMUNITY:
            return changed(before, community=(), community_shown=0)
        case Pile.BURN:
            return before


def _mended(
    table: Table, event: e.CardsExposed | e.CardsFoundFaceUp | e.CardsMisdealt | e.DealPutRight | e.CardsReplaced
) -> Table:
    match event:
        case e.CardsExposed(cards=cards):
            return with_round(table, exposed=table.round.exposed | set(cards))
        case e.CardsFoundFaceUp(count=count):
            return with_round(table, face_up=table.round.face_up + count)
        case e.CardsMisdealt(seat=seat, held=held):
            should = len(table.round.dealer if seat is None else table.round.spots[seat].hole)
            return with_round(_holding(table, seat, held), misdealt=(*table.round.misdealt, (seat, should)))
        case e.DealPutRight(seat=seat, held=held):
            left = tuple(each for each in table.round.misdealt if each[0] != seat)
            return with_round(_holding(table, seat, held), misdealt=left)
        case e.CardsReplaced(dealer=dealer, positions=positions, cards=cards):
            return _replaced(table, dealer, positions, cards)


def _holding(table: Table, seat: Seat | None, held: int) -> Table:
    """Return the table with that many cards in the hand; the deck takes back extra cards and supplies missing ones."""
    cards = table.round.dealer if seat is None else table.round.spots[seat].hole
    pool = table.undealt
    if held < len(cards):
        cards, pool = cards[:held], cards[held:] + pool
    else:
        cards, pool = cards + pool[: held - len(cards)], pool[held - len(cards) :]
    if table.round.deck or not any(racked.pile is Pile.STUB for racked in table.rack):
        table = with_round(table, deck=pool)
    else:
        rack = tuple(changed(racked, cards=pool) if racked.pile is Pile.STUB else racked for racked in table.rack)
        table = changed(table, rack=rack)
    if seat is None:
        return with_round(table, dealer=cards)
    return with_spot(table, seat, hole=cards)


def _read(table: Table, cards: tuple[Card, ...]) -> Table:
    """Return the table with those cards read: next on the deck, or as the cards of the pending replacement."""
    if table.round.replacing is not None:
        return with_round(table, read=cards)
    return with_round(table, read=cards, deck=(*cards, *(card for card in table.round.deck if card not in cards)))


def _read_again(table: Table, was: tuple[Card, ...], cards: tuple[Card, ...]) -> Table:
    """Return the table with each misread card replaced where it lies; the misread cards go back into the deck."""
    right = dict(zip(was, cards, strict=True))

    def read(lying: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(right.get(card, card) for card in lying)

    dealt = table.round
    deck = (*(card for card in was if card not in cards), *(card for card in dealt.deck if card not in cards))
    spots = {seat: changed(spot, hole=read(spot.hole)) for seat, spot in dealt.spots.items()}
    table = changed(table, rack=tuple(changed(racked, cards=read(racked.cards)) for racked in table.rack))
    return with_round(
        table, read=cards, deck=deck, spots=spots, dealer=read(dealt.dealer), community=read(dealt.community)
    )


def _replaced(table: Table, dealer: bool, positions: tuple[int, ...], cards: tuple[Card, ...]) -> Table:
    """Return the table with the first cards of the new order in those places and the rest as the deck."""
    count = len(table.round.dealer) if dealer else len(positions)
    new, deck = cards[:count], cards[count:]
    back = table.round.dealer if dealer else tuple(table.round.community[at - 1] for at in positions)
    table = with_round(table, deck=deck, replacing=None, exposed=table.round.exposed - set(back))
    if dealer:
        return with_round(table, dealer=new)
    community = list(table.round.community)
    for at, card in zip(positions, new, strict=True):
        community[at - 1] = card
    return with_round(table, community=tuple(community))


def _ruled(table: Table, event: e.FloorCalled | e.FloorRuled | e.ReplacementOrdered) -> Table:
    match event:
        case e.FloorCalled(irregularity=what, choices=choices, clause=clause):
            return with_round(table, floor=FloorCall(irregularity=what, choices=choices, clause=clause))
        case e.FloorRuled(remedy=remedy):
            called = table.round.floor.irregularity if table.round.floor is not None else None
            stands = isinstance(called, ProgressiveDown) and called.at_win and remedy is Remedy.STOP_PROGRESSIVE
            return with_round(table, floor=None, win_stands=table.round.win_stands or stands)
        case e.ReplacementOrdered(dealer=dealer, positions=positions, clause=clause):
            return with_round(table, replacing=Replacing(dealer=dealer, positions=positions, clause=clause), read=())
