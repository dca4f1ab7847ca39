"""The pages on the table and on the wagers."""

from __future__ import annotations

from collections.abc import Iterator

from uth.rulebook.page import Edition, Fact, Section, cited, deals, limits, listed, several, share, wager
from uth.rules.values import Wager
from uth.table.settle.progressive import held
from uth.units import money


def table_page(edition: Edition) -> Section:
    """Return who sits, who banks, and which cards are used."""
    return Section(title="The table", parts=tuple(_table(edition)))


def _table(edition: Edition) -> Iterator[Fact]:
    rules, seats = edition.rules, edition.rules.seats
    yield Fact(f"A deck of {rules.deck.cards.value} cards.", (rules.deck.cards.cite,))
    player_banks = seats.player_banks
    count = several(seats.count.value, "seat") + (", the player/dealer's among them" if player_banks else "")
    yield Fact(f"{count.capitalize()}.", (seats.count.cite,))
    yield Fact(f"Seat 1 is the one farthest to {deals(rules)}'s left; the numbers go clockwise.", ("R26",))
    allowed = edition.posted.hands_per_player
    hands = several(allowed, "hand")
    by_management = rules.floor.hands_limited if allowed < seats.hands_per_player.value else None
    cites = (seats.hands_per_player.cite, *((by_management.cite, "R87") if by_management is not None else ()))
    yield Fact(f"A player plays {'' if allowed == 1 else 'up to '}{hands} in a round.", cites)
    if not player_banks:
        yield Fact("The house banks: it pays what is won and keeps what is lost.", (seats.banked_by.cite,))
        return
    yield Fact("A player banks, the player/dealer; the house never does.", (seats.banked_by.cite,))
    if seats.bank_min is not None:
        least = money(edition.posted.bank_min, rules.currency.symbol)
        says = f"A bank is at least {least}{edition.unless('posts another amount')}, never less than the least ante."
        yield Fact(says, (seats.bank_min.cite,))
    if seats.bank_consecutive_max is not None:
        times = several(seats.bank_consecutive_max.value, "hand")
        yield Fact(f"Nobody banks more than {times} in a row.", (seats.bank_consecutive_max.cite,))
    if seats.coverage is not None:
        uses = {
            "action": "Every unit collected or paid uses up a unit of the player/dealer's wager; "
            "once it is used up, what it does not cover goes back to its player.",
            "payouts": "Losing wagers are collected in full; pays stop once they reach the player/dealer's wager.",
        }
        yield Fact(uses[seats.coverage.value], (seats.coverage.cite,))


def wagers_page(edition: Edition) -> Section:
    """Return every wager with its conditions and limits."""
    facts = (*_main(edition), *_trips(edition), *_cover_all(edition), *_progressive(edition))
    return Section(title="The wagers", parts=facts)


def _main(edition: Edition) -> Iterator[Fact]:
    rules, posted = edition.rules, edition.posted.limits
    ante, symbol = rules.ante, rules.currency.symbol
    yield Fact("Ante and blind: two equal wagers before the cards. Both are needed.", (ante.blind_equals_ante.cite,))
    yield Fact(f"The ante is {limits(posted.ante, symbol)}{edition.unless('posts other limits')}.", (posted.cite,))
    unit = edition.posted.blind.unit
    if unit > 1:
        says = f"Ante and blind are multiples of {money(unit, symbol)}, so that no pay has to be rounded."
        yield Fact(says, ("R19",))
    if ante.match_play.value:
        says = "A match play coupon may be placed on the ante together with chips of the same value."
        yield Fact(says, cited(ante.match_play.cite, "R18"))
    else:
        yield Fact("Match play coupons are not taken.", (ante.match_play.cite,))
    if ante.entry_fee.value:
        fee = money(posted.entry_fee, symbol) if posted.entry_fee else "nothing"
        says = f"Entry fee: taken for each hand at 'No more bets', {fee}{edition.unless('posts another')}."
        yield Fact(says, cited(ante.entry_fee.cite, "R8"))
    play = (rules.play.preflop, rules.play.flop, rules.play.river)
    says = "Play: one wager in a round, made after the cards, a multiple of the ante that depends on when it is made."
    yield Fact(says, cited(*(street.cite for street in play)))


def _trips(edition: Edition) -> Iterator[Fact]:
    rules, posted = edition.rules, edition.posted.limits
    trips = rules.trips
    if not trips.offered.value:
        yield Fact("Trips is not offered.", (trips.offered.cite,))
        return
    amount = limits(posted.trips, rules.currency.symbol)
    yield Fact("Trips: an optional wager before the cards, on the player's own hand alone.", (trips.offered.cite,))
    if trips.stake.value == "house":
        yield Fact(
            f"The house sets its one stake: {amount}{edition.unless('posts another')}.",
            cited(trips.stake.cite, posted.cite),
        )
    else:
        says = f"It need not equal the ante: {amount}{edition.unless('posts other limits')}."
        yield Fact(says, cited(trips.stake.cite, posted.cite))
    if trips.alone.value:
        says = "It may be wagered alone: such a hand gets cards, is asked nothing and cannot fold."
        yield Fact(says, cited(trips.alone.cite, "R9"))
    else:
        yield Fact("It is accepted only together with ante and blind.", (trips.alone.cite,))


def _cover_all(edition: Edition) -> Iterator[Fact]:
    rules, posted = edition.rules, edition.posted.limits.cover_all
    offered = rules.cover_all.offered
    if not offered.value:
        yield Fact("Cover All is not offered.", (offered.cite,))
        return
    if edition.at_table and not edition.posted.offers(Wager.COVER_ALL):
        yield Fact("This table does not take Cover All.", cited(offered.cite, "R76"))
        return
    amount = f", {limits(posted, rules.currency.symbol)}{edition.unless('posts other limits')}" if posted else ""
    says = f"Cover All: an optional wager before the round on the highest hand of all at the table{amount}."
    yield Fact(says, cited(offered.cite, rules.limits.cite))
    where = rules.cover_all.dealt_by
    if where is not None:
        ways = listed(each.name.replace("_", " ") for each in rules.dealing if rules.cover_all.offered_where(each))
        yield Fact(f"It is offered only with the way of dealing {ways}.", cited(where.cite, "R76"))


def _progressive(edition: Edition) -> Iterator[Fact]:
    rules, posted = edition.rules, edition.posted
    progressive = rules.progressive
    if progressive is None or not progressive.offered.value:
        yield Fact("There is no progressive.", ("R102",) if progressive is None else (progressive.offered.cite,))
        return
    if edition.at_table and posted.progressive is None:
        yield Fact("This table does not offer the progressive.", (progressive.offered.cite,))
        return
    amount = money(posted.progressive_wager, rules.currency.symbol)
    yield Fact("Progressive: an optional wager before the cards on a rising meter.", (progressive.offered.cite,))
    if progressive.wager_set_by_table.value:
        says = f"It is one amount for the whole table: {amount}{edition.unless('posts another')}."
    else:
        says = f"It is exactly {amount}, no more and no less."
    yield Fact(says, cited(progressive.wager.cite, progressive.wager_set_by_table.cite))
    beside = listed(
        ("ante and blind" if which.value == "ante" else wager(which) for which in progressive.beside.value), "or"
    )
    yield Fact(f"It is never wagered alone, only together with {beside}.", (progressive.beside.cite,))
    if progressive.withheld is not None:
        says = f"The house withholds {share(progressive.withheld.value)} of it at a full table"
        between = progressive.withheld_range
        if between is not None:
            says += f"; it may withhold {listed(map(share, between.value), 'to')}"
        yield Fact(f"{says}.", cited(progressive.withheld.cite, *([between.cite] if between else [])))
        alone = held(posted, 1)
        if alone != progressive.withheld.value:
            says = f"With fewer bettors less envy is paid and the house holds more: {share(alone)} of a single bettor."
            yield Fact(says, ("R12",))
