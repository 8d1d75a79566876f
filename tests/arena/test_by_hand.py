"""Standings, tables, ratings and openings worked out by hand or by formulas written once more."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, inf, log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, BadInput, Position
from ninefold.arena.elo import Elo, elo_of, estimate, likelihood_of_superiority, score_at
from ninefold.arena.game import MatchGame
from ninefold.arena.openings import judged_by, make_openings, parse_openings
from ninefold.arena.pairs import Pairs
from ninefold.arena.ratings import rate
from ninefold.arena.sprt import Sprt
from ninefold.arena.standing import Standing
from ninefold.arena.tournament import Table
from ninefold.engine import Engine, Info, Limit, Score
from ninefold.game import Ending, Result
from ninefold.rules.position import replay

COUNTS = st.tuples(*[st.integers(0, 40)] * 5)
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)


def spread(counts: Sequence[int]) -> tuple[float, float]:
    """The mean of a pair's share and its deviation, one even pair counted in."""
    pairs = [share for share, count in zip(SHARES, counts, strict=True) for _ in range(count)]
    mean = sum(pairs) / len(pairs)
    squares = sum((share - mean) ** 2 for share in pairs) + 0.125
    return mean, sqrt(squares / (len(pairs) + 1))


@given(COUNTS.filter(any))
def test_a_range_is_wilsons_for_as_many_tosses_as_spread_alike(counts) -> None:
    mean, deviation = spread(counts)
    pairs, found = sum(counts), estimate(Pairs(counts))
    z = 1.959964
    n = max(pairs, pairs * mean * (1 - mean) / deviation**2)
    middle = mean + z * z / (2 * n)
    half = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    assert Pairs(counts).score == pytest.approx(mean)
    assert Pairs(counts).deviation == pytest.approx(deviation)
    assert score_at(found.low) == pytest.approx(low if mean else 0, abs=1e-9)
    assert score_at(found.high) == pytest.approx(high if mean < 1 else 1, abs=1e-9)
    sure = (1 + erf((mean - 0.5) / (deviation / sqrt(pairs)) / sqrt(2))) / 2
    assert likelihood_of_superiority(Pairs(counts)) == pytest.approx(sure)


def test_nothing_and_everything_have_no_finite_difference() -> None:
    assert (elo_of(0), elo_of(1), elo_of(0.5)) == (-inf, inf, 0)
    assert elo_of(10 / 11) == pytest.approx(400)
    assert score_at(-400) == pytest.approx(1 / 11)
    assert [str(Elo(0, *ends)) for ends in [(-9, 11), (-inf, inf), (-inf, 7), (8, inf)]] == [
        "+0 ± 10",
        "unknown",
        "under +7",
        "over +8",
    ]


@settings(max_examples=30)
@given(st.tuples(*[st.integers(1, 40)] * 5))
def test_a_ratio_compares_the_likeliest_distributions_with_each_mean(counts) -> None:
    """The distribution with a given mean that makes the counts likeliest, found another way."""
    test = Sprt(-20, 60)

    def likelihood(mean: float) -> float:
        low, high = -1 / (1 - mean) + 1e-12, 1 / mean - 1e-12
        total = sum(counts)

        def chances(t: float) -> list[float]:
            return [n / total / (1 + t * (x - mean)) for n, x in zip(counts, SHARES, strict=True)]

        for _ in range(200):
            t = (low + high) / 2
            got = sum(p * (x - mean) for p, x in zip(chances(t), SHARES, strict=True))
            low, high = (t, high) if got > 0 else (low, t)
        shares = chances(low)
        assert sum(shares) == pytest.approx(1)
        assert sum(p * x for p, x in zip(shares, SHARES, strict=True)) == pytest.approx(mean)
        return sum(n * log(p) for n, p in zip(counts, shares, strict=True))

    expected = likelihood(score_at(60)) - likelihood(score_at(-20))
    assert test.ratio(Pairs(counts)) == pytest.approx(expected, abs=1e-6)


def test_a_verdict_falls_at_the_bounds(monkeypatch) -> None:
    test = Sprt(0, 10, alpha=0.1, beta=0.2)
    low, high = test.bounds
    assert (low, high) == (log(0.2 / 0.9), log(0.8 / 0.1))
    for ratio, verdict in [
        (high, "accepted"),
        (high - 1e-9, "open"),
        (0.0, "open"),
        (low + 1e-9, "open"),
        (low, "rejected"),
    ]:
        monkeypatch.setattr(Sprt, "ratio", lambda _self, _pairs, told=ratio: told)
        assert test.verdict(Pairs()) == verdict


@pytest.mark.parametrize("risk", [0.0, 0.5, -0.1, 1.0])
def test_a_risk_lies_between_nothing_and_a_half(risk) -> None:
    for name in ("alpha", "beta"):
        with pytest.raises(BadInput, match=f"{name} is"):
            Sprt(0, 5, **{name: risk})
        assert Sprt(0, 5, **{name: 0.49})
    with pytest.raises(BadInput, match="the lower first"):
        Sprt(5, 5)
    assert Sprt(-4000, 4000)


@given(st.lists(COUNTS, min_size=3, max_size=3))
@settings(max_examples=12)
def test_ratings_explain_every_engines_points(counts) -> None:
    """Where the likelihood is highest each engine has scored what its rating expects."""
    pairings = dict(zip([(0, 1), (1, 2), (0, 2)], map(Pairs, counts), strict=True))
    table = rate(3, pairings)
    assert sum(rating.elo for rating in table) == pytest.approx(0, abs=1e-3)
    for engine in range(3):
        surplus = 0.0
        for (one, two), pairs in pairings.items():
            if not pairs.number or engine not in (one, two):
                continue
            points, games = pairs.number * pairs.score + 0.5, pairs.number + 1
            mine = points if engine == one else games - points
            rival = two if engine == one else one
            surplus += mine - games * score_at(table[engine].elo - table[rival].elo)
        assert surplus == pytest.approx(0, abs=1e-5)
    turned = rate(3, {(two, one): Pairs(p.counts[::-1]) for (one, two), p in pairings.items()})
    assert [r.elo for r in turned] == pytest.approx([r.elo for r in table], abs=1e-3)
    assert [r.error for r in turned] == pytest.approx([r.error for r in table], abs=1e-3)


def test_the_error_of_two_engines_is_half_that_of_their_difference() -> None:
    counts = (3, 5, 9, 8, 2)
    mean, deviation = spread(counts)
    pairs = 27
    table = rate(2, {(0, 1): Pairs(counts)})
    expected = (pairs * mean + 0.5) / (pairs + 1)
    bend = (pairs + 1) * expected * (1 - expected)
    error = sqrt(pairs) * deviation / bend / 2  # of one strength around their mean
    per_odds = 400 / log(10)
    assert table[0].elo - table[1].elo == pytest.approx(per_odds * log(expected / (1 - expected)))
    assert [rating.error for rating in table] == pytest.approx([per_odds * 1.959964 * error] * 2)


# Standings


def game(number: int, winner: str | None, ending: Ending = "line", **more) -> MatchGame:
    ending = "draw" if winner is None else ending
    moves = more.pop("moves", (40, 36, number))
    return MatchGame(number, moves, more.pop("opening", 0), Result(winner, ending), **more)


GAMES = (
    game(0, "X", seconds=(1.0, 2.0), longest=(0.5, 0.7)),  # the first engine is X: won
    game(1, "X", moves=(40, 36), seconds=(3.0, 4.0), longest=(0.25, 1.5)),  # and O: lost
    game(3, "O", "time", reason="b took 9 s", moves=(40, 36, 0, 1)),  # won
    game(2, None),
    game(4, "O", "crash", reason="a broke", moves=(40, 36)),  # lost, its pair is not over
)
STANDING = Standing(("a", "b"), GAMES, Sprt(0, 50))


def test_a_game_brings_its_points_to_the_first_engine() -> None:
    points = [(n, w, game(n, w).points) for n in (0, 1) for w in ("X", "O", None)]
    assert points == [
        (0, "X", 1.0),
        (0, "O", 0.0),
        (0, None, 0.5),
        (1, "X", 0.0),
        (1, "O", 1.0),
        (1, None, 0.5),
    ]
    assert [(one.pair, one.first_is_x) for one in (game(5, "X"), game(6, "X"))] == [
        (2, False),
        (3, True),
    ]
    endings = ("time", "crash", "illegal", "error", "proven", "line", "resignation")
    lost = {ending for ending in endings if game(0, "X", ending).failed}
    assert lost == {"time", "crash", "illegal", "error"}


def test_a_standing_counts_games_sides_pairs_and_times() -> None:
    assert (STANDING.points, STANDING.share) == (2.5, 0.5)
    assert STANDING.counts() == (2, 1, 2)
    assert STANDING.pairs == Pairs.of([1, 1.5])
    assert STANDING.pair_points == [1.0, 1.5]
    told = STANDING.as_dict()
    assert (told["engines"], told["games"], told["pairs"]) == (["a", "b"], 5, [0, 0, 1, 1, 0])
    assert (told["won"], told["drawn"], told["lost"]) == (2, 1, 2)
    assert (told["as_x"], told["as_o"]) == ([1, 1, 1], [1, 0, 1])
    assert (told["mean_length"], told["different_games"]) == (14 / 5, 4)
    # a moves first in games 1, 3 and 5, second in 2 and 4.
    assert told["mean_seconds"] == [4.0 / (2 + 1 + 2 + 2 + 1), 6.0 / (1 + 1 + 2 + 1 + 1)]
    assert told["longest_seconds"] == [0.5, 1.5]
    assert told["failures"] == [
        {"game": 4, "ending": "time", "reason": "b took 9 s"},
        {"game": 5, "ending": "crash", "reason": "a broke"},
    ]
    assert told["sprt"]["verdict"] == "open"
    assert (told["sprt"]["elo0"], told["sprt"]["elo1"]) == (0, 50)
    assert told["sprt"]["ratio"] == Sprt(0, 50).ratio(Pairs.of([1, 1.5]))
    assert Standing(("a", "b"), GAMES).as_dict()["sprt"] is None


def test_a_standing_tells_the_same_in_rows() -> None:
    rows = [line.rstrip() for line in str(STANDING).splitlines()]
    assert rows[:4] == [
        "match     a against b",
        "score     2.5 of 5 (50.0%)",
        "games     2 won, 1 drawn, 2 lost",
        "pairs     0 0 1 1 0 (0, ½, 1, 1½, 2 points)",
    ]
    assert rows[6].startswith("SPRT      0 to 50 Elo: open, ratio ")
    assert rows[7:] == [
        "as X      1 won, 1 drawn, 1 lost",
        "as O      1 won, 0 drawn, 1 lost",
        "length    2.8 moves on average, 4 different games",
        "time      a: 500.0 ms a move, 500 ms at most",
        "          b: 1000.0 ms a move, 1500 ms at most",
        "game 4    time: b took 9 s",
        "game 5    crash: a broke",
    ]


def test_moves_of_an_opening_are_nobodys_time() -> None:
    opened = game(0, "X", moves=(40, 36, 0, 1, 2), opening=3, seconds=(1.0, 1.0))
    assert Standing(("a", "b"), (opened,)).as_dict()["mean_seconds"] == [1.0, 1.0]


def test_a_test_waits_for_the_first_pair_that_is_not_over() -> None:
    later = tuple(game(n, "X" if n % 2 == 0 else "O") for n in range(2, 400))
    standing = Standing(("a", "b"), later, Sprt(0, 50))
    assert (standing.pairs.number, standing.pairs_in_order.number) == (199, 0)
    assert not standing.decided
    whole = Standing(("a", "b"), (*later, game(1, "O"), game(0, "X")), Sprt(0, 50))
    assert (whole.pairs_in_order.number, whole.decided) == (200, True)
    assert not Standing(("a", "b"), whole.games).decided


# Tables


def test_a_table_adds_the_points_of_both_sides_and_ranks_by_rating() -> None:
    def match(one: str, two: str, *results: str | None) -> Standing:
        return Standing((one, two), tuple(game(n, w) for n, w in enumerate(results)))

    table = Table(
        ("a", "b", "c"),
        {
            (0, 1): match("a", "b", "X", "O", None, None),  # a 3, b 1
            (1, 2): match("b", "c", "O", "O"),  # b 1, c 1
        },
    )
    assert [table.score(*pairing) for pairing in [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2)]] == [
        (3.0, 4),
        (1.0, 4),
        (1.0, 2),
        (1.0, 2),
        (0.0, 0),
    ]
    places = [(place.name, place.points, place.games) for place in table.ranking]
    assert places == [("a", 3.0, 4), ("c", 1.0, 2), ("b", 2.0, 6)] or places == [
        ("a", 3.0, 4),
        ("b", 2.0, 6),
        ("c", 1.0, 2),
    ]
    elos = [place.rating.elo for place in table.ranking]
    assert elos == sorted(elos, reverse=True)
    heads, *rows = str(table).splitlines()
    assert heads.split() == ["engine", "Elo", "±", "points", "games", "1", "2", "3"]
    first = rows[0].split()
    assert (first[0], first[1], first[4:6]) == ("1", "a", ["3", "4"])
    assert sorted(first[6:]) == sorted(["·", "3/4", "–"])
    assert len({len(row) for row in (heads, *rows)}) == 1
    assert [match["engines"] for match in table.as_dict()["matches"]] == [["a", "b"], ["b", "c"]]
    assert [one["engine"] for one in table.as_dict()["ranking"]] == [p[0] for p in places]


# Openings


class Opinion(Engine):
    """Finds every position worth so much to X."""

    name = "opinion"

    def __init__(self, share: float) -> None:
        self.share = share

    def analysis(self, position, limit, *, lines=1):
        assert limit == Limit(nodes=5)
        yield [Info(position.legal_moves[0], Score("X", self.share))]

    def stop(self) -> None:
        pass


def test_a_judge_tells_the_share_of_whoever_is_to_move() -> None:
    judge = judged_by(Opinion(0.75), Limit(nodes=5))
    assert (judge(Position.start()), judge(Position.start().play(40))) == (0.75, 0.25)


@pytest.mark.parametrize(
    ("share", "fits"), [(0.75, True), (0.25, True), (0.76, False), (0.24, False)]
)
def test_an_opening_may_be_as_uneven_as_is_tolerated(share: float, fits: bool) -> None:
    variant = VARIANTS["modern"]
    if fits:
        assert len(make_openings(variant, 3, judge=lambda _: share, tolerance=0.25)) == 3
    else:
        with pytest.raises(BadInput, match="found 0 even openings of 4 to 10 moves, and 2"):
            make_openings(variant, 2, judge=lambda _: share, tolerance=0.25)


def test_openings_have_every_length_that_was_asked_for_and_no_other() -> None:
    suite = make_openings(VARIANTS["battle"], 60, plies=(2, 4))
    assert {len(moves) for moves in suite} == {2, 3, 4}
    ends = [replay(Position.start("battle"), moves)[-1].canonical() for moves in suite]
    assert len(set(ends)) == 60
    assert make_openings(VARIANTS["battle"], 0) == []
    told: list[int] = []
    make_openings(VARIANTS["open"], 3, on_opening=told.append)
    assert told == [1, 2, 3]


def test_lines_of_a_suite_are_counted_with_comments_and_empty_ones() -> None:
    variant = VARIANTS["modern"]
    assert parse_openings("\n55 51 # mine\n# none\n 11 \n", variant) == [(40, 36), (0,)]
    with pytest.raises(BadInput, match="opening in line 3"):
        parse_openings("55\n\n55 11\n", variant)
