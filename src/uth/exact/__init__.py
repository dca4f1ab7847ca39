"""Enumeration and optimal play, in whole numbers and fractions.

>>> from uth import load, parse_cards, post
>>> from uth.exact import advise, main_game, trips_numbers
>>> posted = post(load("massachusetts"))
>>> advice = advise(main_game(posted), parse_cards("Ah 7d"), parse_cards("Kd 9s 2c 4h 3s"))
>>> [(option.multiple, round(float(option.value), 4)) for option in advice.options]
[(1, -1.6798), (0, -2.0)]
>>> trips_numbers(posted).house_edge
Fraction(301629, 33446140)

`solution_of(posted)` counts all 27,813,810,024,000 deals in some seconds:

    solution = solution_of(post(load("nevada")))
    print(solution.house_edge, float(solution.element_of_risk))

From a solution follow sessions; a table has its PAR sheet, and cards seen ahead of time have their worth:

    session(solution, 100, bankroll=40, goal=40).ruined
    par_sheet(post(load("nevada")), seats=6).to_json()
    information_value(MainGame(), Seen(dealer=1)).ev
    design(post(load("nevada")), "progressive.main.increment", "average_award", Fraction(20_000)).neighbours
"""

from __future__ import annotations

from uth.extras import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.exact.advice import Advice, Option, advise
    from uth.exact.banker import BankerNumbers, banker_numbers
    from uth.exact.collusion import Collusion, collusion_value
    from uth.exact.design_help import Design, design
    from uth.exact.game import MainGame, main_game
    from uth.exact.information import Information, Seen, information_value
    from uth.exact.par import ParSheet, par_sheet
    from uth.exact.result import Solution
    from uth.exact.session_chances import SessionNumbers, session
    from uth.exact.side_highest import cover_all_numbers
    from uth.exact.side_numbers import SideNumbers, trips_numbers
    from uth.exact.side_progressive import ProgressiveNumbers, progressive_numbers
    from uth.exact.solution import price, solution_of
    from uth.exact.solve import ev_of

__all__ = [
    "Advice", "BankerNumbers", "Collusion", "Design", "Information", "MainGame", "Option", "ParSheet",
    "ProgressiveNumbers", "Seen", "SessionNumbers", "SideNumbers", "Solution", "advise", "banker_numbers",
    "collusion_value", "cover_all_numbers", "design", "ev_of", "information_value", "main_game", "par_sheet", "price",
    "progressive_numbers", "session", "solution_of", "trips_numbers",
]  # fmt: skip

__getattr__, __dir__ = lazy(
    __name__,
    {
        "Advice": "uth.exact.advice",
        "BankerNumbers": "uth.exact.banker",
        "Collusion": "uth.exact.collusion",
        "Design": "uth.exact.design_help",
        "Information": "uth.exact.information",
        "MainGame": "uth.exact.game",
        "Option": "uth.exact.advice",
        "ParSheet": "uth.exact.par",
        "ProgressiveNumbers": "uth.exact.side_progressive",
        "Seen": "uth.exact.information",
        "SessionNumbers": "uth.exact.session_chances",
        "SideNumbers": "uth.exact.side_numbers",
        "Solution": "uth.exact.result",
        "advise": "uth.exact.advice",
        "banker_numbers": "uth.exact.banker",
        "collusion_value": "uth.exact.collusion",
        "cover_all_numbers": "uth.exact.side_highest",
        "design": "uth.exact.design_help",
        "ev_of": "uth.exact.solve",
        "information_value": "uth.exact.information",
        "main_game": "uth.exact.game",
        "par_sheet": "uth.exact.par",
        "price": "uth.exact.solution",
        "progressive_numbers": "uth.exact.side_progressive",
        "session": "uth.exact.session_chances",
        "solution_of": "uth.exact.solution",
        "trips_numbers": "uth.exact.side_numbers",
    },
    extra="exact",
)
