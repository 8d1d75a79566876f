"""Who plays within which limit and from where, and how a match is drawn: worked out by hand."""

from __future__ import annotations

import pytest

from ninefold import VARIANTS
from ninefold.arena.elo import estimate
from ninefold.arena.game import MatchGame
from ninefold.arena.match import Match
from ninefold.arena.openings import make_openings
from ninefold.arena.pairs import Pairs
from ninefold.arena.players import find_player
from ninefold.arena.plots import plot_match, plot_tournament
from ninefold.arena.standing import Standing
from ninefold.arena.tournament import Table
from ninefold.drawing.chart import Line, Range
from ninefold.engine import Limit
from ninefold.game import Result

MODERN = VARIANTS["modern"]


@pytest.mark.parametrize(
    ("texts", "limits"),
    [
        (("full", "casual"), (Limit(nodes=1), Limit(depth=2))),
        (("full:nodes=9", "casual"), (Limit(nodes=9), Limit(depth=2))),
        (("full", "casual:time=3"), (Limit(nodes=1), Limit(time=3))),
        (("full:depth=4", "casual:time=3"), (Limit(depth=4), Limit(time=3))),
    ],
)
def test_each_player_keeps_its_own_limit_or_else_its_side_of_the_matchs(texts, limits) -> None:
    one, two = map(find_player, texts)
    played = Match((one, two), MODERN, 2, (Limit(nodes=1), Limit(depth=2)))
    assert played.limits_of_players() == limits


def test_a_bot_that_knows_no_openings_has_the_match_begin_on_the_empty_board() -> None:
    suite = tuple(make_openings(MODERN, 2, seed=4))
    for texts, begins in [
        (("random", "greedy"), suite),
        (("random", "codingame:./bot"), ((),)),
        (("codingame:./bot", "random"), ((),)),
        (("codingame:./bot", "codingame:./other"), ((),)),
    ]:
        one, two = map(find_player, texts)
        assert Match((one, two), MODERN, 4, openings=suite).suite() == begins


def test_openings_go_round_where_there_are_fewer_than_pairs() -> None:
    one, two = map(find_player, ("greedy:seed=1", "random:seed=2"))
    suite = ((40, 36), (0, 1), (8, 73))
    games = Match((one, two), MODERN, 10, openings=suite).run().games
    assert [game.moves[:2] for game in sorted(games, key=lambda game: game.number)] == [
        suite[n] for n in (0, 0, 1, 1, 2, 2, 0, 0, 1, 1)
    ]


def test_a_match_is_drawn_by_what_was_known_after_each_pair(monkeypatch) -> None:
    drawn: list[Line] = []
    monkeypatch.setattr("ninefold.arena.plots.line_chart", lambda lines, **_: drawn.extend(lines))
    winners = "XO", "XX", "OX", "XO"  # the first engine wins both, one, none, both
    games = tuple(
        MatchGame(2 * pair + n, (), 0, Result(winner, "time"))
        for pair, both in reversed([*enumerate(winners)])
        for n, winner in enumerate(both)
    )
    plot_match(Standing(("one", "two"), games))
    known = [estimate(Pairs.of(points)) for points in ([2, 1], [2, 1, 0], [2, 1, 0, 2])]
    assert [*drawn[0].points] == [(float(n), elo.value) for n, elo in enumerate(known, 2)]
    assert [*drawn[0].band] == [(elo.low, elo.high) for elo in known]
    assert drawn[0].name == "one"


def test_a_tournament_is_drawn_by_its_ratings_and_their_ranges(monkeypatch) -> None:
    drawn: list[Range] = []
    monkeypatch.setattr("ninefold.arena.plots.range_chart", lambda rows, **_: drawn.extend(rows))
    games = tuple(MatchGame(n, (), 0, Result("X" if n < 3 else "O", "time")) for n in range(6))
    table = Table(("one", "two"), {(0, 1): Standing(("one", "two"), games)})
    plot_tournament(table)
    for row, place in zip(drawn, table.ranking, strict=True):
        elo, error = place.rating.elo, place.rating.error
        assert (row.name, row.value, row.low, row.high) == (
            place.name,
            elo,
            elo - error,
            elo + error,
        )
