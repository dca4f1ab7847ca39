"""The bars around the felt: the sign above, the keys and the rail below."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.style import Style

from uth.rules.values import Wager
from uth.table.round.state import Phase
from uth.terminal.faces import fitted
from uth.terminal.keys import KeyBinding
from uth.terminal.session import TableSession
from uth.terminal.sign import limits_of, meters_of
from uth.terminal.spots import chips
from uth.words.amounts import signed

GOLD = "bold #e3b341"


def drawn_sign(session: TableSession, columns: int) -> Content:
    """Return the name of the game and the book at the left, the meters at the right."""
    posted = session.posted
    book = posted.rules.name.capitalize()
    tables = [f"trips {posted.trips.name}"] if posted.offers(Wager.TRIPS) else []
    tables += [posted.progressive.name] if posted.progressive is not None else []
    meters = [
        Content.assemble((f"{name} ", "#cfe8d6"), (amount, GOLD))
        for name, amount in meters_of(session.table.meters, posted)
    ]
    right = Content("  ").join(meters)
    for left in (
        f"Ultimate Texas Hold'em · {book} · {', '.join(tables)} · {posted.dealing.name}",
        f"Ultimate Texas Hold'em · {book} · {', '.join(tables)}",
        f"Ultimate Texas Hold'em · {book}",
        f"UTH · {book}",
        book,
    ):
        free = columns - len(left) - right.cell_length
        if free >= 2:
            return Content.assemble((left, "bold #ffffff"), " " * free, right)
    return right


def drawn_limits(session: TableSession, columns: int) -> Content:
    """Return the posted limits on one line, with the status at the right."""
    status = Content.styled(session.status, GOLD)
    columns -= status.cell_length + 2 if session.status else 0
    said = [f"{wager.words} {limit}" for wager, limit in limits_of(session.posted).items()]
    for text in (
        "  ·  ".join(said),
        " · ".join(said),
        " ".join(said).replace(" to ", "-").replace("Progressive", "Prog").replace("Cover All", "Cover"),
    ):
        if len(text) <= columns:
            break
    return fitted(text, columns, "#cfe8d6", align="left") + Content("  ") + status if session.status else _quiet(text)


def _quiet(text: str) -> Content:
    return Content.styled(text, "#cfe8d6")


def drawn_keys(keys: Sequence[KeyBinding], columns: int) -> Content:
    """Return the keys that do something now as clickable buttons; a button is never split over two lines."""
    lines: list[list[Content]] = [[]]
    used = 0
    for key in keys:
        button = _button(key)
        if lines[-1] and used + 1 + button.cell_length > columns:
            lines.append([])
            used = 0
        used += button.cell_length + (1 if lines[-1] else 0)
        lines[-1].append(button)
    return Content("\n").join(Content(" ").join(line) for line in lines)


def _button(key: KeyBinding) -> Content:
    of_key, of_words = ("bold #10271b on #e3b341", "bold #ffffff on #8a5a14") if key.is_main else _QUIET
    button = Content.assemble((f" {key.key} ", of_key), (f" {key.words} ", of_words))
    return button.stylize(Style.from_meta({"press": key.action}))


_QUIET = ("bold #ffffff on #3b4a42", "#e4efe7 on #26332c")


def drawn_rail(session: TableSession, chip: int, columns: int) -> Content:
    """Return the person's chips: bankroll, chips on the layout, running net and chosen chip."""
    symbol, net = session.posted.rules.currency.symbol, session.net
    parts = [
        Content.assemble(("Bankroll ", "#d8c9a8"), (session.voice.money(session.bankroll), "bold #ffffff")),
        Content.assemble(("Net ", "#d8c9a8"), (signed(net, symbol), "bold #7fe3a5" if net > 0 else "bold #ffffff")),
        Content.assemble(("On the layout ", "#d8c9a8"), (session.voice.money(session.at_stake), "bold #ffffff")),
        Content.assemble(("Chip ", "#d8c9a8"), chips(chip, symbol)),
    ]
    if session.posted.offers(Wager.MATCH_PLAY):
        parts.append(Content.assemble(("Coupons ", "#d8c9a8"), (str(session.coupons), "bold #ffffff")))
    number = session.table.rounds + (session.table.phase is not Phase.SETTLED)
    parts.append(Content.assemble(("Round ", "#d8c9a8"), (str(number), "bold #ffffff")))
    for count in range(len(parts), 1, -1):
        line = Content("   ").join(parts[:count])
        if line.cell_length <= columns:
            return line
    return Content(" ").join(parts[:2])
