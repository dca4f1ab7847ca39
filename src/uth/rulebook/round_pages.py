"""The pages on the deal, on the decisions of a seat, and on the dealer's qualifying hand."""

from __future__ import annotations

from collections.abc import Iterator

from uth.rulebook.page import Edition, Fact, FactGroup, Section, cited, dealer, deals, hand, listed, number, several
from uth.rules.procedure import OpeningStep, ProcedureRules
from uth.rules.ruleset import DealingRules, DealSteps, RuleSet
from uth.rules.values import Cited, Street


def dealing_page(edition: Edition) -> Section:
    """Return each way of dealing card by card; for a table, only its own."""
    ways = (edition.posted.dealing,) if edition.at_table else edition.rules.dealing
    return Section(title="Dealing", parts=tuple(_way(way, edition.rules) for way in ways))


def _way(way: DealingRules, rules: RuleSet) -> FactGroup:
    facts = list(_cards(way))
    facts += _steps(way.opening, rules, before="", community=way.cites.get("community"))
    facts += _street(way.flop, rules, "The flop", "the first three community cards")
    facts += _street(way.river, rules, "Turn and river together", "the last two community cards")
    every = way.opening.value + way.flop.value + way.river.value
    if not any(step.startswith("burn") for step in every):
        facts.append(Fact("No card is burned.", (way.opening.cite,)))
    return FactGroup(title=f"{way.name}: {way.says}", facts=tuple(facts), numbered=True)


def _cards(way: DealingRules) -> Iterator[Fact]:
    """Yield who deals and shuffles, the number of decks, and whether they are counted and cut."""
    deals = {"hand": "The cards are dealt by hand.", "machine": "The cards are dealt by machine."}
    yield Fact(deals[way.dealt_by.value], (way.dealt_by.cite,))
    shuffles = {"hand": "They are shuffled by hand.", "device": "They are shuffled by a shuffler."}
    yield Fact(shuffles[way.shuffled_by.value], (way.shuffled_by.cite,))
    if way.decks.value == 1:
        yield Fact("There is one deck.", (way.decks.cite,))
    else:
        says = "Two decks of different backs take turns: one is shuffled while the other is in play"
        yield Fact(f"{says}, and only one is in the discard rack.", (way.decks.cite,))
    if way.device_counts is not None:
        counts = "The shuffler counts the cards after each shuffle, so that the stub need not be counted."
        says = counts if way.device_counts.value else "The shuffler does not count the cards."
        yield Fact(says, (way.device_counts.cite,))
    yield Fact("The cards are cut." if way.cut.value else "The cards are not cut.", (way.cut.cite,))


def _street(steps: Cited[DealSteps], rules: RuleSet, name: str, cards: str) -> Iterator[Fact]:
    if steps.value:
        yield from _steps(steps, rules, before=f"{name}: ")
    else:
        yield Fact(f"{name}: turn up {cards}.", (steps.cite,))


def _steps(steps: Cited[DealSteps], rules: RuleSet, before: str, community: str | None = None) -> Iterator[Fact]:
    face = "face up" if before else "face down"
    for step in steps.value:
        to, _, count = step.partition(":")
        cards = several(int(count), "card")
        says = {
            "seats": f"{cards} {face} to each seat with a wager, clockwise from {deals(rules)}'s left",
            "dealer": f"{cards} face down to {dealer(rules)}",
            "community": f"{several(int(count), 'community card')} {face}",
            "burn": f"burn {cards}",
        }[to]
        clause = community if community is not None and to == "community" else steps.cite
        yield Fact(f"{before}{says}." if before else f"{says[0].upper()}{says[1:]}.", (clause,))


def decisions_page(rules: RuleSet) -> Section:
    """Return the decisions of a seat on each street."""
    play = rules.play
    cite_of = {Street.PREFLOP: play.preflop.cite, Street.FLOP: play.flop.cite, Street.RIVER: play.river.cite}
    facts = []
    for street in Street:
        choices = ["check"] if street in play.check.value else []
        choices += ["fold"] if street in play.fold.value else []
        if play.multiples(street):
            times = listed((number(multiple) for multiple in sorted(play.multiples(street))), "or")
            choices.append("play the ante once" if times == "one" else f"play {times} times the ante")
        cites = [*{way.asks[street]: None for way in rules.dealing if way.asks and street in way.asks}, cite_of[street]]
        cites += [play.check.cite] if street in play.check.value and not play.multiples(street) else []
        cites += [play.fold.cite] if street in play.fold.value else []
        facts.append(Fact(f"{street.words.capitalize()}: {listed(choices, 'or')}.", cited(*cites)))
    if rules.procedure.played_cards is not None:
        says = "A player who plays puts the cards under the blind wager."
        facts.append(Fact(says, (rules.procedure.played_cards.cite,)))
    facts.append(
        Fact(
            f"Seats are asked clockwise from {deals(rules)}'s left; a seat that has played is not asked again.",
            ((play.cites or {}).get("in_turn", "R104"),),
        )
    )
    return Section(title="What a seat is asked", parts=tuple(facts))


def qualifying_page(rules: RuleSet) -> Section:
    """Return the dealer's qualifying hand, and what happens if the dealer does not qualify."""
    qualifier, antes = rules.dealer.qualifier, rules.settlement.unqualified_antes
    who = dealer(rules)
    facts = (
        Fact(f"{who.capitalize()} qualifies with {hand(qualifier.value)} or better.", (qualifier.cite,)),
        Fact(
            "Otherwise the ante of every hand that played comes back, whichever hand is higher; "
            "all other wagers have action.",
            rules.settlement.cites["ante_returned"],
        ),
        Fact(_ANTES[antes.value], (antes.cite,)),
    )
    return Section(title="Qualifying", parts=facts)


_ANTES = {
    "before_any_cards": "The antes come back before any player's cards are turned up.",
    "before_its_cards": "Hand by hand the ante comes back, then the cards are turned up and the rest is settled.",
    "after_its_cards": "Hand by hand the cards are turned up, then the ante comes back and the rest is settled.",
}


_STEPS = {
    OpeningStep.INSPECT: "{} inspects it.",
    OpeningStep.VERIFY: "The floor verifies it.",
    OpeningStep.SPREAD: "It is spread face up, by suit and in sequence.",
    OpeningStep.SHOW: "It is shown to the first player to arrive.",
    OpeningStep.WASH: "It is turned face down and washed.",
    OpeningStep.STACK: "It is stacked.",
}
_STUB = {
    "racked": "Once all cards are dealt the stub goes to the discard rack.",
    "kept": "The stub stays where it is and is picked up with the other cards.",
}


def opening_page(rules: RuleSet) -> Section:
    """Return the steps before a deck's first shuffle, how the deck is cut, and what happens to the stub."""
    before = FactGroup(title="Each deck, before its first round", facts=tuple(_before(rules)), numbered=True)
    every = FactGroup(title="In every round", facts=tuple(_every_round(rules.procedure)))
    return Section(title="Opening the table and the cards", parts=(before, every))


def _before(rules: RuleSet) -> Iterator[Fact]:
    procedure = rules.procedure
    yield Fact("It is received at the table.", (procedure.cite_of(OpeningStep.INSPECT),))
    for step in procedure.opening.value:
        yield Fact(_STEPS[step].format(deals(rules).capitalize()), (procedure.cite_of(step),))
    yield Fact("It is shuffled.", (procedure.cite_of(OpeningStep.STACK),))


def _every_round(procedure: ProcedureRules) -> Iterator[Fact]:
    cut_min, stub = procedure.cut_min, procedure.stub
    yield Fact(f"Where the cards are cut, the cut takes at least {several(cut_min.value, 'card')}.", (cut_min.cite,))
    yield Fact(_STUB[stub.value], (stub.cite,))
    every, exposed = procedure.stub_count_every, procedure.left_exposed_from
    if every is None:
        yield Fact("The document asks for no count of the stub.", ("R44",))
    else:
        often = "in every round" if every.value == 1 else f"at least once in {several(every.value, 'round')}"
        yield Fact(f"The stub is counted {often}, unless the shuffler counts the cards.", (every.cite,))
    if exposed is not None:
        says = f"With a Cover All wager down, the highest hand so far stays exposed from {hand(exposed.value)} up"
        yield Fact(f"{says}, until the round is resolved.", (exposed.cite,))
        folded = "Folded cards stay face down at their place then, and are turned up when Cover All is reconciled."
        yield Fact(folded, (exposed.cite, "R40"))
    stays = procedure.envy_hand_stays
    if stays is not None and stays.value:
        yield Fact("A hand that others are paid envy for stays face up until they are paid.", (stays.cite,))
    counted = procedure.hands_counted
    if counted is not None and counted.value:
        yield Fact("The cards of every hand are counted as they are collected.", (counted.cite,))
