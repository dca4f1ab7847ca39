"""`uth exact` and `uth advise` as used by an analyst."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from uth.cli.app import app


def run(*words: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.stdout, done.stderr


def exact(*words: str) -> Any:
    code, out, err = run("exact", "--json", *words)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_standard_game_is_the_known_fraction() -> None:
    answer = exact("--rules", "massachusetts")
    assert Fraction(answer["ev"]["fraction"]) == Fraction(-50643648973, 2317817502000)
    assert answer["house_edge"] == pytest.approx(0.02184971)
    assert answer["element_of_risk"] == pytest.approx(0.005262136, rel=1e-6)
    assert answer["average_wager"] == pytest.approx(4.152251565)
    assert answer["standard_deviation"] == pytest.approx(4.939311846)
    aces = answer["preflop"]["AA"]
    assert aces["best"] == "4x"
    assert Fraction(aces["values"]["4x"]["fraction"]) == Fraction(75535105760, 20975724000)
    assert sum(each["combinations"] for each in answer["decisions"]) == 27_813_810_024_000
    assert sum(each["combinations"] for each in answer["outcomes"]) == 27_813_810_024_000
    assert sum(start["combinations"] for start in answer["preflop"].values()) == 1326


@pytest.mark.parametrize(
    ("words", "edge"),
    [
        (("--multiples", "3/2/1"), 0.09665479),
        (("--blind", "500,50,10,3,3/2,push"), 0.05912799),
        (("--strategy", "simple"), 0.02432877),
        (("--strategy", "simple_exact_river"), 0.02323945),
        (("--strategy", "hidden_pair"), 0.07114941),
        (("--strategy", "never_fold"), 0.10384933),
    ],
)
def test_other_games_and_ways_to_play_are_the_known_numbers(words: tuple[str, ...], edge: float) -> None:
    assert exact(*words)["house_edge"] == pytest.approx(edge, abs=5e-9)


@pytest.mark.parametrize(
    ("table", "edge"),
    [("A", "301629/33446140"), ("B", "48987/2572780"), ("C", "233985/6689228"), ("D", "22717/367540")],
)
def test_each_trips_table_has_its_known_edge(table: str, edge: str) -> None:
    answer = exact("--bet", "trips", "--table", f"trips={table}")
    assert Fraction(answer["fractions"]["house_edge"]) == Fraction(edge)


def test_a_progressive_tells_its_edge_now_and_where_it_breaks_even() -> None:
    answer = exact("--bet", "progressive", "--table", "progressive=PTMGL01", "--meter", "main=50000")
    assert answer["break_even_meter_for_1"] == pytest.approx(160530.53, abs=0.005)
    assert 0 < answer["house_edge"] < 1
    even = exact("--bet", "progressive", "--meter", "main=802652.63")
    assert even["house_edge"] == pytest.approx(0, abs=1e-6)


def test_cover_all_is_told_for_every_number_of_hands() -> None:
    answer = exact("--bet", "cover_all", "--seats", "1")
    assert answer["hands"] == 2
    assert list(answer["by_hands"]) == ["2", "3", "4", "5", "6", "7"]


@pytest.mark.slow
def test_where_a_fold_forfeits_trips_the_best_play_folds_less_and_the_usual_play_costs() -> None:
    answer = exact("--rules", "chickasaw", "--wagers", "ante=5,trips=5,progressive=1")
    usual = exact("--rules", "chickasaw")
    folds = {True: 0.0, False: 0.0}
    for document in (answer, usual):
        (fold,) = (each["frequency"] for each in document["decisions"] if each["action"] == "fold")
        folds[document is answer] = fold
    assert folds[True] < folds[False]
    assert answer["cost_of_the_usual_strategy"]["value"] > 0
    assert "cost_of_the_usual_strategy" not in usual


def test_the_banker_of_seven_seats_expects_seven_edges_and_strays_more_than_seven_apart_would() -> None:
    one, seven = (exact("--bet", "banker", "--rules", "california", "--seats", seats) for seats in ("1", "7"))
    assert Fraction(one["expectation"]["fraction"]) == Fraction(50643648973, 2317817502000)
    assert Fraction(seven["expectation"]["fraction"]) == 7 * Fraction(one["expectation"]["fraction"])
    assert one["standard_deviation"] == pytest.approx(4.939311846)
    assert seven["standard_deviation"] > 7**0.5 * one["standard_deviation"]


def test_the_terminal_shows_the_edge_the_chart_and_the_closest_hands() -> None:
    code, out, _ = run("exact")
    assert code == 0
    for told in ("2.184971%", "50643648973/2317817502000", "AA⁴", "T9s", "K2s"):
        assert told in out


def test_the_chart_is_a_drawing_of_169_hands(tmp_path: Path) -> None:
    file = tmp_path / "chart.svg"
    assert run("exact", "--chart", str(file))[0] == 0
    drawn = ET.parse(file).getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}g")) == 169


def test_a_blind_that_only_pushes_is_a_game() -> None:
    answer = exact("--blind", "0,0,0,0,0,0")
    assert answer["wagers"]["blind"]["value"] < 0
    assert not any(each["result"] == "win" and each["net"]["value"] > 5 for each in answer["outcomes"])


BAD = [
    ("exact", ("--bet", "dice"), "bet"),
    ("exact", ("--rules", "vegas"), "rules"),
    ("exact", ("--table", "trips=Z"), "trips"),
    ("exact", ("--table", "trips"), "table"),
    ("exact", ("--blind", "500,50,10,3,-1,1"), "blind"),
    ("exact", ("--blind", "500,50"), "blind"),
    ("exact", ("--multiples", "3"), "multiples"),
    ("exact", ("--multiples", "0/2/1"), "multiples"),
    ("exact", ("--multiples", "3/2/"), "multiples"),
    ("exact", ("--strategy", "bluff"), "strategy"),
    ("exact", ("--seats", "6"), "--seats goes with --bet cover_all or progressive or banker"),
    ("exact", ("--seats", "0"), "changes nothing for --bet main"),
    ("exact", ("--bet", "trips", "--seats", "6"), "changes nothing for --bet trips"),
    ("exact", ("--bet", "trips", "--strategy", "simple"), "strategy"),
    ("exact", ("--bet", "progressive", "--wagers", "ante=5"), "wagers"),
    ("exact", ("--bet", "cover_all", "--blind", "0,0,0,0,0,0"), "blind"),
    ("exact", ("--bet", "trips", "--meter", "main=5"), "meter"),
    ("exact", ("--bet", "banker", "--chart", "x.svg"), "chart"),
    ("exact", ("--meter", "main=50000"), "meter"),
    ("exact", ("--multiples", "4,4/2/1"), "twice"),
    ("exact", ("--wagers", "dice=5"), "wagers"),
    ("exact", ("--bet", "progressive", "--meter", "main=-1"), "meter"),
    ("exact", ("--bet", "progressive", "--meter", "mega=1"), "meter"),
    ("exact", ("--bet", "progressive", "--seats", "0"), "seats"),
    ("exact", ("--bet", "progressive", "--rules", "california"), "progressive"),
    ("exact", ("--bet", "cover_all", "--rules", "greece"), "cover_all"),
    ("exact", ("--bet", "banker", "--rules", "california", "--seats", "8"), "seats"),
    ("exact", ("--chart", "/nowhere/chart.svg"), "chart"),
    ("advise", ("--hole", "Ah"), "hole"),
    ("advise", ("--hole", "Ah1x"), "hole"),
    ("advise", ("--hole", "AhKd", "--board", "2c3d"), "board"),
    ("advise", ("--hole", "AhKd", "--board", "2c3dAh"), "Ah"),
    ("advise", ("--hole", "AhKd", "--board", "2c3d4h", "--dead", "2c"), "2c"),
]


@pytest.mark.parametrize(("command", "words", "names"), BAD, ids=[f"{row[0]} {' '.join(row[1])}" for row in BAD])
def test_bad_input_is_one_clear_line(command: str, words: tuple[str, ...], names: str) -> None:
    code, out, err = run(command, *words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert names in err


def test_advice_names_the_best_action_its_value_and_the_reason() -> None:
    code, out, _ = run("advise", "--hole", "Ah7d", "--board", "Kd9s2c2d3s")
    assert code == 0
    assert out.splitlines()[0].endswith(": 1x")
    for told in (
        "-233/330",
        "you beat 420, tie 57 and lose to 513",
        "11 of the 45",
        "21 of 45 is the usual line",
        "more than fold",
    ):
        assert told in out


def test_a_dead_card_changes_the_advice_exactly() -> None:
    def value(*words: str) -> Fraction:
        return Fraction(json.loads(run("advise", "--json", *words)[1])["actions"]["4x"]["fraction"])

    assert value("--hole", "5h5c", "--dead", "5d5s") < value("--hole", "5h5c")


def advice(*words: str) -> Any:
    code, out, err = run("advise", "--json", *words)
    assert (code, err) == (0, "")
    return json.loads(out)


def test_dead_cards_are_no_outs_of_the_dealers() -> None:
    held = (
        "--hole",
        "Td3c",
        "--board",
        "2h5s8dJc9s",
    )  # an ace, a king, a queen or a card that pairs the board beats it
    assert any(each.startswith("27 of the 45 unseen cards") for each in advice(*held)["reasons"])
    told = advice(*held, "--dead", "AsAhAdAcKsKhKdKcQsQhQdQc2s2c2d")["reasons"]
    assert any(each.startswith("12 of the 30 unseen cards") for each in told), told


def test_at_a_tie_the_advice_is_to_play_and_says_why() -> None:
    words = ("--hole", "6sKd", "--board", "2c4c9s3sQs")
    assert (advice(*words)["best"], advice(*words)["margin"]["fraction"]) == ("1x", "0/1")
    assert advice(*words)["ties"].startswith("of equal values: play rather than fold")
    assert "1x and fold are worth the same; of equal values: play rather than fold" in run("advise", *words)[1]


@pytest.mark.clause("MA.13d")
def test_advice_keeps_to_the_payout_limit() -> None:
    royal = ("--hole", "AsKs", "--board", "QsJs2dTs3c")
    free, low = advice(*royal), advice(*royal, "--wagers", "ante=5")
    assert free["actions"] == low["actions"]
    assert "limit_in_antes" not in low
    high = advice(*royal, "--wagers", "ante=1000")
    assert Fraction(high["limit_in_antes"]["fraction"]) == 75
    # A royal flush beats every dealer, and wins 75 antes of the 501 or 502 it would.
    assert Fraction(high["actions"]["1x"]["fraction"]) == 75
    assert any("a hand wins $75,000 at most" in each and "MA.13d" in each for each in high["reasons"])


def test_a_player_at_the_river_who_sees_a_dealer_card_is_ahead() -> None:
    answer = exact("--sees", "dealer", "--from", "river", "--multiples", "4/2/1")
    assert answer["ev"]["fraction"] == "9874997669/147945798000"
    assert answer["worth"]["value"] == pytest.approx(0.06674741 + 0.02184971)
    assert sum(hand["combinations"] for hand in answer["preflop"].values()) == 1326


def test_neighbours_are_sampled_with_an_error_and_the_key_is_named() -> None:
    words = ("--sees", "neighbours=2", "--states", "2", "--shuffle-key", "k")
    assert exact(*words)["shuffle_key"] == "k"
    _, out, _ = run("exact", *words)
    assert "standard error" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--sees", "joker"), "joker"),
        (("--sees", "neighbours=9"), "1 to 5"),
        (("--sees", "dealer", "--states", "9"), "neighbours"),
        (("--from", "flop"), "--sees"),
        (("--sees", "dealer", "--strategy", "simple"), "best play"),
        (("--sees", "dealer", "--bet", "trips"), "main"),
        (("--sees", "dealer", "--from", "flop", "--situations", "x.csv"), "list"),
    ],
)
def test_cards_that_cannot_be_seen_are_one_line(words: tuple[str, ...], says: str) -> None:
    code, out, err = run("exact", *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
