"""The pages on settlement: the order, each wager's outcomes, a fold, the aggregate limit, and void hands."""

from __future__ import annotations

from uth.rulebook.page import Edition, Fact, FactGroup, Section, cited, dealer, deals, hand, listed, wager
from uth.rules.ruleset import AggregateLimit, RuleSet, VoidRules
from uth.units import money


def settlement_page(rules: RuleSet) -> Section:
    """Return the order of settlement and every outcome with its clauses."""
    order = rules.settlement.order
    says = {
        "highest_seat_first": f"from {deals(rules)}'s right to left, highest seat first",
        "from_the_bankers_left": "clockwise from the player/dealer's left",
    }[order.value]
    orders = (
        ("a hand that wins or ties", rules.settlement.on_win),
        ("a hand that loses", rules.settlement.on_loss),
        ("a hand that folded", rules.settlement.on_fold),
    )
    folded = rules.settlement.folded
    when = {
        "first": "Folded hands are settled before all others, in the same order.",
        "last": "Folded hands are settled after all others, in the same order.",
    }[folded.value]
    facts = [
        Fact(f"Hands are settled one at a time, {says}.", cited(order.cite, "R26")),
        Fact(when, cited(folded.cite, "R26")),
    ]
    facts += [Fact(f"The wagers of {of}: {', '.join(map(wager, way.value))}.", (way.cite,)) for of, way in orders]
    groups = (_group(title, prefix, rules) for title, prefix in _GROUPS)
    return Section(title="Settlement", parts=(*facts, *(group for group in groups if group.facts)))


_GROUPS = (
    ("Ante", "ante"),
    ("Blind", "blind"),
    ("Play", "play"),
    ("Trips", "trips"),
    ("Cover All", "cover_all"),
    ("Progressive", "progressive"),
    ("Envy", "envy"),
    ("Match play", "match_play"),
    ("Entry fee", "entry_fee"),
    ("A wager the player/dealer does not cover", "uncovered"),
)


_RULED = {"cover_all_win": ("R1",), "cover_all_lose": ("R1",), "match_play": ("R18",), "entry_fee": ("R8",)}
"""The rulings that apply to an outcome, in addition to the clauses of the book."""


def _group(title: str, prefix: str, rules: RuleSet) -> FactGroup:
    """Return the outcomes of one wager, including those the book repeats for a dealer who does not qualify."""
    by = rules.settlement.cites
    facts = [
        Fact(says, cited(*by[fact], *_RULED.get(fact, ())))
        for fact, says in _outcomes(rules).items()
        if fact in by and fact.startswith(prefix)
    ]
    unqualified = [cites for fact, cites in by.items() if fact.startswith(prefix) and fact.endswith("_unqualified")]
    if again := [clause for cites in unqualified for clause in cites]:
        facts.append(Fact(f"The same when {dealer(rules)} does not qualify.", cited(*again)))
    return FactGroup(title=title, facts=tuple(facts))


def _outcomes(rules: RuleSet) -> dict[str, str]:
    """Return what each outcome of a settlement means."""
    even, whose = rules.pay.even.value, f"{dealer(rules)}'s"
    blind = hand(min(rules.pay.blind[0].pays))
    trips = hand(min(rules.pay.trips[0].pays))
    cover = hand(min(min(column) for column in rules.pay.cover_all[0].hands.values())) if rules.pay.cover_all else ""
    return {
        "ante_win": f"Higher than {whose} hand: paid {even}.",
        "ante_lose": "Lower: lost.",
        "ante_tie": "Equal: a push.",
        "ante_returned": f"When {dealer(rules)} does not qualify: it comes back.",
        "blind_win": f"Higher than {whose} hand with {blind} or better: paid by the blind table.",
        "blind_push": f"Higher with less than {blind}: a push.",
        "blind_lose": "Lower: lost.",
        "blind_tie": "Equal: a push.",
        "play_win": f"Higher than {whose} hand: paid {even}.",
        "play_lose": "Lower: lost.",
        "play_tie": "Equal: a push.",
        "trips_win": f"With {trips} or better: paid by the trips table, whether the hand wins, loses or ties.",
        "trips_lose": f"With less than {trips}: lost.",
        "trips_lose_folded": f"After a fold with less than {trips}: lost.",
        "trips_fold": "After a fold: lost.",
        "cover_all_win": f"When the highest hand at the table, a player's or the dealer's, is {cover} or better: "
        "paid by the number of hands dealt.",
        "cover_all_lose": f"When it is less than {cover}: lost.",
        "progressive_win": "With a hand of its table: paid by the table. The stake is kept all the same.",
        "progressive_lose": "With any other hand: lost.",
        "progressive_fold": "After a fold: lost.",
        "envy": "Paid when another player's hand takes an award that has one.",
        "match_play": f"On a win it is paid {even} in chips and taken; on a loss it is taken; on a push it stays.",
        "entry_fee": "It is not returned once a hand is played.",
        "uncovered": "It goes back to its player, whole or as far as it was not covered.",
    }


def fold_page(rules: RuleSet) -> Section:
    """Return the wagers that a fold forfeits, and those that stay live."""
    with_ante = "ante, its match play coupon and blind" if rules.ante.match_play.value else "ante and blind"
    collected = rules.settlement.fold_collected
    when = {
        "at_fold": f"{deals(rules).capitalize()} collects what the fold loses at once.",
        "at_settlement": "What the fold loses is collected when the hand is settled.",
    }[collected.value]
    facts = [Fact(f"A fold loses {with_ante}.", rules.settlement.cites["fold"])]
    facts.append(Fact(when, (collected.cite, *rules.settlement.cites.get("collected_machine", ()))))
    if rules.procedure.folded_cards is not None:
        says = "The cards of a folded hand with a trips wager lie face down under it until it is settled."
        facts.append(Fact(says, (rules.procedure.folded_cards.cite,)))
    if rules.trips.offered.value:
        lives = (
            "Trips stays alive and is settled on the hand."
            if rules.trips.on_fold.value == "stands"
            else "Trips is lost."
        )
        facts.append(Fact(lives, (rules.trips.on_fold.cite,)))
    if rules.cover_all.offered.value:
        facts.append(Fact("Cover All stays alive, and the folded hand counts as one of the hands.", ("R23",)))
    if rules.progressive is not None and rules.progressive.offered.value:
        stands, live_only = rules.progressive.on_fold.value == "stands", rules.progressive.envy_to_live_hands_only
        says = "The progressive stays alive and is settled on the hand." if stands else "The progressive is lost."
        facts.append(Fact(says, (rules.progressive.on_fold.cite,)))
        envy = "A folded hand gets no envy." if live_only.value else "A folded hand still gets envy."
        facts.append(Fact(envy, (live_only.cite,)))
    return Section(title="What a fold forfeits", parts=tuple(facts))


def limit_page(edition: Edition) -> Section:
    """Return the most one hand may win in a round."""
    rules, symbol = edition.rules, edition.rules.currency.symbol
    facts = [_limit(limit, symbol) for limit in rules.aggregate_limit]
    if edition.at_table and edition.posted.hand_limit is not None:
        limit, cents = edition.posted.hand_limit
        facts.append(Fact(f"At this table it is {money(cents, symbol)}.", cited(limit.cite, "R2")))
    if rules.seats.player_banks:
        facts.append(
            Fact("No hand wins more than the player/dealer's wager covers.", (rules.settlement.cites["uncovered"]))
        )
    elif not facts:
        facts.append(Fact("No limit beyond the wagers and the pays.", ("R103",)))
    return Section(title="The most one hand may win", parts=tuple(facts))


def _limit(limit: AggregateLimit, symbol: str) -> Fact:
    when = {
        "progressive_offered": "Where the table offers the progressive: ",
        "progressive_not_offered": "Where the table does not offer the progressive: ",
        "always": "",
    }[limit.when]
    most = f"at most {money(limit.cents, symbol)} in a round, the progressive and envy not counted"
    if limit.or_minimum_wagers:
        most += ", or what the table's minimum wagers could win if that is more"
    counted = ", ".join(map(wager, limit.counts))
    says = f"{when}{most}. Winnings count, stakes do not; they are cut in this order: {counted}."
    return Fact(says[0].upper() + says[1:], cited(limit.cite, "R2", "R3"))


def void_page(rules: RuleSet) -> Section:
    """Return the irregularities that make a hand or a round dead, and the wagers they save."""
    facts = tuple(map(_void, rules.void)) or (
        Fact("The document names none; what goes wrong is for the floor.", ("R42",)),
    )
    return Section(title="What voids a hand or a round", parts=facts)


def _void(void: VoidRules) -> Fact:
    scope = {"seat": "that hand", "round": "the round"}
    dead = listed((scope[each] for each in void.scope), "or")
    saved = f"but for {listed(map(wager, void.saves))}" if void.saves else "and all stakes go back"
    return Fact(f"{void.says[0].upper()}{void.says[1:]}. ({dead.capitalize()} is void, {saved}.)", (void.clause,))
