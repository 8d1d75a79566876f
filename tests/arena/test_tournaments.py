"""Tournaments: everybody meets everybody, ratings tell who is stronger, and nothing is lost."""

from __future__ import annotations

import json
import math
import random
import signal
import subprocess
import time

import pytest

from ninefold import VARIANTS, NinefoldError
from ninefold.arena.elo import estimate
from ninefold.arena.folder import MatchFolder
from ninefold.arena.game import MatchGame
from ninefold.arena.openings import make_openings
from ninefold.arena.pairs import Pairs
from ninefold.arena.players import find_player
from ninefold.arena.plots import plot_match, plot_tournament
from ninefold.arena.ratings import rate
from ninefold.arena.standing import Standing
from ninefold.arena.tournament import Table, Tournament
from ninefold.arena.tournament_folder import TournamentFolder
from ninefold.cli import main
from ninefold.game.result import Result
from support.terminal_window import ninefold

ENGINES = ["greedy:seed=1", "random:seed=1", "random:seed=2"]


OPENINGS = tuple(make_openings(VARIANTS["modern"], 5, seed=4))  # judging them is not the question


def tournament(engines=ENGINES, games=20, **settings):
    players = tuple(map(find_player, engines))
    return Tournament(players, VARIANTS["modern"], games, openings=OPENINGS, **settings)


def test_everybody_meets_everybody_and_a_gauntlet_has_one_against_all():
    assert tournament().pairings == ((0, 1), (0, 2), (1, 2))
    assert tournament(gauntlet=True).pairings == ((0, 1), (0, 2))


def test_the_table_adds_up():
    table = tournament().run()
    assert sum(place.points for place in table.ranking) == 60
    assert [place.games for place in table.ranking] == [40, 40, 40]
    assert table.ranking[0].name == "greedy:seed=1"
    assert table.score(0, 1)[0] + table.score(1, 0)[0] == 20
    assert sum(place.rating.elo for place in table.ranking) == pytest.approx(0, abs=1e-6)
    assert str(table).splitlines()[1].split()[:2] == ["1", "greedy:seed=1"]


def test_who_is_as_strong_as_all_is_told_without_a_sign_of_loss():
    def standing(*winners):
        games = [
            MatchGame(number, (), 0, Result(winner, "resignation"), "")
            for number, winner in enumerate(winners)
        ]
        return Standing(("one", "two"), tuple(games), None)

    even, won = standing("X", "X", "O", "O"), standing("X", "O", "X", "O")
    table = Table(("first", "middle", "last"), {(0, 1): even, (0, 2): won, (1, 2): even})
    assert [row.split()[1:3] for row in str(table).splitlines()[2:3]] == [["middle", "+0"]]


def test_two_engines_are_rated_as_a_match_of_theirs_is():
    pairs = Pairs((20, 60, 200, 120, 100))
    one, two = rate(2, {(0, 1): pairs})
    elo = estimate(pairs)
    assert one.elo - two.elo == pytest.approx(elo.value, abs=1)
    assert 2 * one.error == pytest.approx(elo.error, rel=0.05)


def test_ratings_find_the_strengths_that_made_the_results():
    dice = random.Random(1)
    strengths = [150.0, 60.0, -10.0, -200.0]
    results = {}
    for one in range(4):
        for two in range(one + 1, 4):
            share = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
            points = [(dice.random() < share) + (dice.random() < share) for _ in range(1000)]
            results[one, two] = Pairs.of(points)
    for rating, strength in zip(rate(4, results), strengths, strict=True):
        assert abs(rating.elo - strength) < 1.6 * rating.error
        assert 5 < rating.error < 20


def test_ranges_hold_the_truth_nineteen_times_in_twenty():
    dice = random.Random(2)
    held = 0
    for _ in range(300):
        points = [dice.choice([0, 0.5, 1, 1.5, 2]) for _ in range(40)]
        one, _ = rate(2, {(0, 1): Pairs.of(points)})
        held += abs(one.elo) < one.error
    assert 0.92 < held / 300 < 0.985


def test_who_won_everything_is_rated_too():
    for rating in rate(3, {(0, 1): Pairs((0, 0, 0, 0, 10)), (0, 2): Pairs()}):
        assert math.isfinite(rating.elo)
        assert math.isfinite(rating.error)


@pytest.mark.parametrize(
    ("engines", "games", "words"),
    [
        (["greedy"], 20, "expected two or more"),
        (["greedy", "greedy"], 20, "given twice"),
        (["greedy", "random"], 3, "even number"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(engines, games, words):
    with pytest.raises(NinefoldError, match=words):
        tournament(engines, games)


def test_the_command_writes_resumes_and_draws(tmp_path, capsys):
    out, plot = tmp_path / "out", tmp_path / "plot.svg"
    command = ["tournament", *ENGINES, "--games", "4", "--out", str(out), "--quiet"]
    assert main([*command, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(MatchFolder(out / "1-2").games()) == 4
    (out / "1-3" / "games.txt").write_text("")  # lost: it is played again
    assert (
        main(
            ["tournament", "--resume", "--out", str(out), "--quiet", "--json", "--plot", str(plot)]
        )
        == 0
    )
    second = json.loads(capsys.readouterr().out)
    assert second["matches"][0] == first["matches"][0]
    assert second["matches"][1]["games"] == 4
    assert plot.read_text("utf-8").startswith("<svg")
    assert main([*command, "--games", "6"]) == 2
    assert "another tournament (games differ)" in capsys.readouterr().err
    assert main(["match", "--resume", "--out", str(out / "2-3"), "--quiet"]) == 0


def test_a_killed_tournament_goes_on_where_it_was(tmp_path):
    out = tmp_path / "out"
    engines = ["full:nodes=1000", "greedy:seed=1", "random:seed=1"]
    command = ninefold("tournament", *engines, "--games", "12", "--out", str(out), "--quiet")
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    games = out / "1-2" / "games.txt"
    while not (games.exists() and games.read_text("utf-8").count("[Game ") > 2):
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = MatchFolder(out / "1-2").games()
    done = subprocess.run(
        ninefold("tournament", "--resume", "--out", str(out), "--quiet", "--json"),
        capture_output=True,
        text=True,
        check=True,
    )
    folder = TournamentFolder(out)
    played = folder.match((0, 1)).games()
    assert played[: len(before)] == before
    numbers = [game.number for game in played]
    assert sorted(numbers) == list(range(12))
    assert [match["games"] for match in json.loads(done.stdout)["matches"]] == [12, 12, 12]


def test_an_engine_that_fails_loses_and_is_named(tmp_path, monkeypatch):
    (tmp_path / "bad_bots.py").write_text("def stuck(position):\n    return 99\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    table = tournament(["python:bad_bots:stuck", "random:seed=1"], 2).run()
    assert table.ranking[0].name == "random:seed=1"
    assert "99, which is not legal" in str(table)


def test_plots_show_names_and_need_something_to_show():
    table = tournament(games=10).run()
    drawn = plot_tournament(table)
    assert all(name in drawn for name in table.names)
    standing = table.matches[1, 2]
    assert "pairs of games" in plot_match(standing)
    with pytest.raises(NinefoldError, match="nothing to draw"):
        plot_match(type(standing)(standing.names, ()))
