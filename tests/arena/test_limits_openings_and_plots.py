"""Who plays within which limit and from where, and how a match is drawn: worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ninefold import VARIANTS
from ninefold.arena import match
from ninefold.arena.elo import estimate
from ninefold.arena.game import MatchGame
from ninefold.arena.match import Match
from ninefold.arena.openings import make_openings
from ninefold.arena.pairs import Pairs
from ninefold.arena.players import Player, find_player
from ninefold.arena.plots import plot_match, plot_tournament
from ninefold.arena.standing import Standing, _likely
from ninefold.arena.tournament import Table
from ninefold.drawing.chart import Line, Range
from ninefold.engine import Engine, Limit
from ninefold.game import Result
from ninefold.protocols.program import ProgramEngine
from ninefold.protocols.ugi import Offer

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


def test_a_long_match_is_drawn_by_a_few_hundred_points_up_to_its_very_last(monkeypatch) -> None:
    drawn: list[Line] = []
    monkeypatch.setattr("ninefold.arena.plots.line_chart", lambda lines, **_: drawn.extend(lines))
    games = tuple(MatchGame(n, (), 0, Result("XO"[n % 3 % 2], "time")) for n in range(802))
    plot_match(Standing(("one", "two"), games))
    counts = [count for count, _ in drawn[0].points]
    assert counts[-2:] == [400.0, 401.0]
    assert 190 < len(counts) < 210


@pytest.mark.parametrize(
    ("certainty", "told"),
    [
        (0.5, "50.0% likely"),
        (0.9994, "99.9% likely"),
        (0.9996, "over 99.9% likely"),
        (0.0006, "0.1% likely"),
        (0.0004, "under 0.1% likely"),
    ],
)
def test_no_number_of_games_makes_it_certain_who_is_stronger(certainty: float, told: str) -> None:
    assert _likely(certainty) == told


def test_games_that_were_lost_off_the_board_are_told_in_their_order() -> None:
    games = tuple(MatchGame(n, (), 0, Result("X", "crash"), f"why {n}") for n in (2, 0, 1))
    rows = str(Standing(("one", "two"), games)).splitlines()[-3:]
    assert [row.split() for row in rows] == [
        ["game", str(n + 1), "crash:", "why", str(n)] for n in range(3)
    ]


class Program(ProgramEngine):
    """A program that is not one."""

    name = "program"

    def analysis(self, position, limit, *, lines=1):
        raise NotImplementedError

    def stop(self) -> None:
        """It does nothing."""


def test_a_program_is_told_how_late_a_move_of_the_match_may_come() -> None:
    player = replace(find_player("random"), offer=Offer("program", lambda _: Program()))
    played = Match((player, player), MODERN, 2, margin=0.25)
    assert (played.start(player).grace, Program.grace) == (0.25, 1.0)


def test_every_game_is_played_by_the_matchs_margin_and_to_the_proof_if_that_is_asked(
    monkeypatch,
) -> None:
    asked: list[dict[str, object]] = []
    monkeypatch.setattr(match, "play_game", lambda *_, **more: asked.append(more))
    one, two = map(find_player, ("random", "greedy"))
    for proven in (True, False):
        played = Match((one, two), MODERN, 2, openings=((40,),), margin=0.5, until_proven=proven)
        played.play(0, [])
    assert asked == [
        {"margin": 0.5, "until_proven": proven, "stop": None} for proven in (True, False)
    ]


@pytest.mark.parametrize(("games", "at_a_time", "crews"), [(10, 3, 3), (4, 3, 2), (10, 1, 1)])
def test_as_many_crews_play_as_are_asked_for_and_have_something_to_do(
    games: int, at_a_time: int, crews: int, monkeypatch
) -> None:
    started: list[str] = []
    starts = Match.start

    def start(self: Match, player: Player) -> Engine:
        started.append(player.text)
        return starts(self, player)

    monkeypatch.setattr(Match, "start", start)
    one, two = map(find_player, ("greedy:seed=1", "random:seed=2"))
    played = Match((one, two), MODERN, games, openings=((40, 36),), concurrency=at_a_time)
    assert len(played.run().games) == games
    assert started == ["greedy:seed=1", "random:seed=2"] * crews
