"""What `ninefold match` and `ninefold tournament` make of their arguments."""

from __future__ import annotations

import argparse
import json
import re
import signal
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path

import pytest

from ninefold import VARIANTS, Variant, __version__
from ninefold.arena.openings import Opening
from ninefold.arena.sprt import Sprt
from ninefold.cli import main
from ninefold.commands import contest, match, tournament
from ninefold.engine import Limit
from ninefold.rules.errors import BadSyntax


def asked(command, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return parser.parse_args(["full", "greedy", *words])


@pytest.mark.parametrize(
    ("words", "one", "two"),
    [
        ("--nodes 100", {"nodes": 100}, {"nodes": 100}),
        ("--nodes 100 200", {"nodes": 100}, {"nodes": 200}),
        ("--time 0.5 2", {"time": 0.5}, {"time": 2.0}),
        ("--depth 3 --nodes 7 8", {"nodes": 7, "depth": 3}, {"nodes": 8, "depth": 3}),
        ("--clock 10+0.1", *[{"clock": 10.0, "increment": 0.1}] * 2),
        (
            "--clock 60 --depth 1 2",
            {"clock": 60.0, "increment": 0.0, "depth": 1},
            {"clock": 60.0, "increment": 0.0, "depth": 2},
        ),
    ],
)
def test_a_limit_is_for_both_or_one_each_in_their_order(words: str, one, two) -> None:
    settings = match._settings(asked(match, *words.split()), match._DEFAULTS)
    assert settings["limits"] == [one, two]


def test_three_limits_for_two_engines_are_refused() -> None:
    with pytest.raises(BadSyntax, match="--nodes was given 3 numbers"):
        match._settings(asked(match, "--nodes", "1", "2", "3"), match._DEFAULTS)


def test_what_nobody_said_is_as_usual_or_as_it_was_begun() -> None:
    usual = match._settings(asked(match), match._DEFAULTS)
    assert usual == {**match._DEFAULTS, "engines": ["full", "greedy"]}
    begun = {**usual, "games": 8, "seed": 5, "margin": 0.5, "mode": "battle"}
    longer = match._settings(asked(match, "--games", "12"), begun)
    assert longer == {**begun, "games": 12}


def test_a_tie_break_beside_the_mode_is_written_into_it() -> None:
    words = ("--mode", "open", "--tie-break", "boards")
    assert match._settings(asked(match, *words), match._DEFAULTS)["mode"] == "open:tie_break=boards"
    told = tournament._settings(asked(tournament, *words), None)
    assert told["mode"] == "open:tie_break=boards"


def test_a_tournament_takes_one_limit_for_all() -> None:
    told = tournament._settings(asked(tournament, "--nodes", "5", "--clock", "2+1"), None)
    assert told["limit"] == {"nodes": 5, "clock": 2.0, "increment": 1.0}
    assert tournament._settings(asked(tournament), None)["limit"] == {"time": 0.1}


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ("", {}),
        ("--gauntlet", {"gauntlet": True}),
        ("--mode battle", {"mode": "battle"}),
        ("--games 6", {"games": 6}),
        ("--time 2", {"limit": {"time": 2.0}}),
        ("--nodes 5 --depth 3", {"limit": {"nodes": 5, "depth": 3}}),
        ("--clock 9+2", {"limit": {"clock": 9.0, "increment": 2.0}}),
        ("--margin 0", {"margin": 0.0}),
        ("--seed 0", {"seed": 0}),
        ("--openings mine.txt", {"openings": "mine.txt"}),
    ],
)
def test_every_option_of_a_tournament_is_a_setting_of_its_own(words: str, changed) -> None:
    told = tournament._settings(asked(tournament, *words.split()), None)
    assert told == {**tournament._DEFAULTS, "engines": ["full", "greedy"], **changed}


def test_a_tournament_and_its_matches_are_played_by_the_settings() -> None:
    words = "mcts --gauntlet --mode open --games 6 --nodes 5 --margin 0.25"
    told = tournament._tournament(tournament._settings(asked(tournament, *words.split()), None), 3)
    assert told.names == ("full", "greedy", "mcts")
    assert (told.variant, told.games, told.limit) == (VARIANTS["open"], 6, Limit(nodes=5))
    assert (told.gauntlet, told.concurrency, told.margin) == (True, 3, 0.25)
    one = told.match((0, 2))
    assert (one.names, one.variant, one.games) == (("full", "mcts"), told.variant, 6)
    assert (one.limits, one.concurrency, one.margin) == ((told.limit, told.limit), 3, 0.25)


@pytest.mark.parametrize(
    ("words", "changed"),
    [
        ("", {}),
        ("--mode battle", {"mode": "battle"}),
        ("--games 6", {"games": 6}),
        ("--margin 0", {"margin": 0.0}),
        ("--until-proven", {"until_proven": True}),
        ("--sprt -5 10", {"sprt": [-5.0, 10.0]}),
        ("--seed 0", {"seed": 0}),
        ("--openings mine.txt", {"openings": "mine.txt"}),
    ],
)
def test_every_option_of_a_match_is_a_setting_of_its_own(words: str, changed) -> None:
    told = match._settings(asked(match, *words.split()), match._DEFAULTS)
    assert told == {**match._DEFAULTS, "engines": ["full", "greedy"], **changed}


def test_a_match_is_played_by_the_settings() -> None:
    words = "--mode open --games 6 --nodes 5 7 --margin 0.25 --sprt -5 10 --until-proven"
    told = match._match(match._settings(asked(match, *words.split()), match._DEFAULTS), 3)
    assert (told.names, told.variant, told.games) == (("full", "greedy"), VARIANTS["open"], 6)
    assert told.limits == (Limit(nodes=5), Limit(nodes=7))
    assert (told.concurrency, told.margin, told.until_proven) == (3, 0.25, True)
    assert told.sprt == Sprt(-5, 10)
    assert match._match(match._settings(asked(match), match._DEFAULTS)).sprt is None


def test_a_tournament_without_a_folder_has_an_opening_for_each_pair(monkeypatch, capsys) -> None:
    """And each pairing its games; nothing is written."""
    made: list[tuple[object, ...]] = []

    def make_openings(variant: Variant, count: int, seed: int, *, quiet: bool) -> list[Opening]:
        made.append((variant, count, seed, quiet))
        return [(40, 36), (0, 1), (1, 9)][:count]

    monkeypatch.setattr(tournament, "make_openings", make_openings)
    engines = ["random:seed=1", "greedy:seed=1", "random:seed=2"]
    command = ["tournament", *engines, "--mode", "open", "--games", "6", "--seed", "4", "--quiet"]
    assert main([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert made == [(VARIANTS["open"], 3, 4, True)]
    assert [one["engines"] for one in told["matches"]] == [*map(list, combinations(engines, 2))]
    assert [one["games"] for one in told["matches"]] == [6, 6, 6]
    assert main(["tournament", "--resume"]) == 2
    assert main(["tournament", *engines, "--resume", "--out", "nowhere"]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == ["ninefold: --resume takes the tournament from --out DIR and no engines"] * 2


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_contest_that_was_interrupted_tells_what_there_is_and_how_it_goes_on(
    command: str, tmp_path: Path, monkeypatch, capsys
) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("55 51\n11 12\n")
    plays = match.Match.play

    def stopped_at_the_third(self, number: int, *more) -> object:
        if number == 2:
            raise KeyboardInterrupt
        return plays(self, number, *more)

    monkeypatch.setattr(match.Match, "play", stopped_at_the_third)
    words = [command, "random:seed=1", "greedy:seed=1", "--games", "4", "--openings", str(openings)]
    for more, told in (
        ([], "--out DIR would have kept the games"),
        (["--out", str(tmp_path / "out")], "the same command goes on"),
    ):
        assert main([*words, *more, "--quiet", "--json"]) == 130
        out, err = capsys.readouterr()
        assert err == f"ninefold {command}: interrupted: {told}\n"
        one = json.loads(out)
        assert (one if command == "match" else one["matches"][0])["games"] == 2
    monkeypatch.undo()
    assert main([*words, *more, "--quiet", "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert (one if command == "match" else one["matches"][0])["games"] == 4


@pytest.mark.parametrize(("quiet", "bars"), [(True, []), (False, [1, 2, 3])])
def test_openings_are_made_by_the_seed_and_shown_unless_it_shall_be_quiet(
    quiet: bool, bars: list[int], monkeypatch
) -> None:
    shown: list[int] = []
    monkeypatch.setattr(contest.Progress, "update", lambda _, done: shown.append(done))
    suites = {
        seed: contest.make_openings(VARIANTS["open"], 3, seed, quiet=quiet) for seed in (1, 2)
    }
    assert shown == 2 * bars
    assert suites[1] != suites[2]
    assert all(len(suite) == 3 for suite in suites.values())


def test_a_signal_ends_what_is_played_and_is_what_it_was_afterwards() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), contest.ended_like_ctrl_c():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.parametrize("open_to_all", [True, False])
def test_who_plays_on_a_cluster_that_asks_for_no_token_is_warned(
    open_to_all: bool, monkeypatch, capsys
) -> None:
    class Cluster:
        def __init__(self, address: str) -> None:
            self.address, self.open_to_all = address, open_to_all

        def __enter__(self) -> Cluster:
            return self

        def __exit__(self, *_: object) -> None:
            """It goes on without us."""

    monkeypatch.setattr(contest, "Cluster", Cluster)
    with contest.connected("here:1") as cluster:
        assert isinstance(cluster, Cluster)
        assert cluster.address == "here:1"
    assert ("asks for no token" in capsys.readouterr().err) == open_to_all
    with contest.connected(None) as cluster:
        assert cluster is None


PLAYERS = ["random:seed=1", "greedy:seed=1"]


def test_a_match_is_played_where_it_is_told_and_by_so_many_at_a_time(monkeypatch, tmp_path) -> None:
    """Also one that goes on."""
    met: list[tuple[object, ...]] = []

    @contextmanager
    def connected(address: str | None):
        yield address and f"cluster {address}"

    def run(self, *, played, on_game, cluster) -> object:
        met.append((cluster, self.concurrency, len(self.openings), len(played)))
        return match.Standing(self.names, ())

    monkeypatch.setattr(match, "connected", connected)
    monkeypatch.setattr(match.Match, "run", run)
    monkeypatch.setattr(match, "make_openings", lambda _, count, *__, **___: [(0,)] * count)
    out = ["--out", str(tmp_path / "out"), "--quiet"]
    assert main(["match", *PLAYERS, *out, "--games", "4", "--concurrency", "3"]) == 0
    assert main(["match", "--resume", *out, "--concurrency", "2", "--cluster", "here:1"]) == 0
    assert main(["match", "--resume", *out, "--games", "10"]) == 0
    assert met == [(None, 3, 2, 0), ("cluster here:1", 2, 2, 0), (None, 1, 5, 0)]
    settings = json.loads((tmp_path / "out" / "match.json").read_text())
    assert settings["games"] == 10


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_a_contest_shows_how_far_it_is_from_where_it_began_unless_it_shall_be_quiet(
    command: str, tmp_path: Path, monkeypatch, capsys
) -> None:
    bars: list[object] = []

    class Bar:
        def __init__(self, total: int, unit: str, *, done: int = 0) -> None:
            bars.append((done, total, unit))

        def __enter__(self) -> Bar:
            return self

        def __exit__(self, *_: object) -> None:
            """It leaves nothing behind."""

        def update(self, done: int, note: str = "") -> None:
            bars.append((done, note))

    openings = tmp_path / "openings.txt"
    openings.write_text("55 51\n11 12\n")
    for module in (match, tournament):
        monkeypatch.setattr(module, "Progress", Bar)
    out, words = tmp_path / "out", [command, *PLAYERS, "--openings", str(openings)]
    words += ["--games", "4", "--out", str(out)]
    assert main(words) == 0
    assert [bars[0], *(bar[0] for bar in bars[1:])] == [(0, 4, "games"), 1, 2, 3, 4]
    note = {"match": r".*%  Elo .*", "tournament": " against ".join(PLAYERS)}[command]
    assert all(re.fullmatch(note, bar[1]) for bar in bars[1:])
    games = (out if command == "match" else out / "1-2") / "games.txt"
    whole = games.read_text()
    games.write_text(whole[: whole.rindex("[Mode ")])
    bars.clear()
    assert main(words) == 0
    assert [bars[0], *(bar[0] for bar in bars[1:])] == [(3, 4, "games"), 4]
    bars.clear()
    games.write_text("")
    assert main([*words, "--quiet"]) == 0
    assert bars == [(0, 4, "games")]
    capsys.readouterr()


def test_a_match_is_told_with_its_settings_and_drawn_where_that_is_asked(tmp_path, capsys) -> None:
    plot, openings = tmp_path / "match.svg", tmp_path / "openings.txt"
    openings.write_text("55 51\n11 12\n")
    alike = ["random:seed=1", "random:seed=2"]
    words = ["match", *alike, "--mode", "open", "--games", "8", "--openings", str(openings)]
    assert main([*words, "--quiet", "--json", "--plot", str(plot)]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert (told["version"], told["mode"], told["openings"]) == (__version__, "open", str(openings))
    assert (told["games"], told["engines"], told["seed"]) == (8, alike, 1)
    assert err == f"wrote {plot}\n"
    assert " against ".join(alike) in plot.read_text("utf-8")
    assert main([*words, "--quiet", "--plot", "-"]) == 0
    assert "<svg" in capsys.readouterr().out


def test_a_match_that_is_long_enough_already_can_be_seen_again_and_not_made_shorter(
    tmp_path, capsys
) -> None:
    openings = tmp_path / "openings.txt"
    openings.write_text("55 51\n")
    words = ["match", *PLAYERS, "--openings", str(openings), "--out", str(tmp_path / "out")]
    words += ["--quiet", "--games"]
    assert main([*words, "4"]) == 0
    assert main([*words, "4"]) == 0
    capsys.readouterr()
    assert main([*words, "2"]) == 2
    assert "2 games were asked for, and 4 are played already" in capsys.readouterr().err
    assert main(["match", "--resume"]) == 2
    assert main(["match", *PLAYERS, "--resume", "--out", str(tmp_path / "out")]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told == ["ninefold: --resume takes the match from --out DIR and no engines"] * 2


def test_a_match_goes_on_from_its_folder_and_keeps_the_openings_it_is_made_longer_by(
    tmp_path, monkeypatch, capsys
) -> None:
    """Whatever became of the file that they came from."""
    openings, out = tmp_path / "openings.txt", tmp_path / "out"
    openings.write_text("55 51\n")
    words = ["match", *PLAYERS, "--openings", str(openings), "--out", str(out), "--quiet"]
    assert main([*words, "--games", "2"]) == 0
    openings.unlink()
    assert main(["match", "--resume", "--out", str(out), "--quiet"]) == 0
    openings.write_text("55 51\n11 12\n")
    assert main(["match", "--resume", "--out", str(out), "--quiet", "--games", "4"]) == 0
    assert (out / "openings.txt").read_text() == "55 51\n11 12\n"
    capsys.readouterr()


def test_a_tournaments_matches_are_begun_as_it_is_and_go_on_from_its_folder(
    tmp_path, monkeypatch, capsys
) -> None:
    met: list[tuple[object, ...]] = []

    def run(self, *, played, on_game) -> object:
        met.append((self.concurrency, self.margin, self.openings))
        return self.table(played)

    monkeypatch.setattr(tournament.Tournament, "run", run)
    suite = [(40, 36), (0, 1)]
    monkeypatch.setattr(tournament, "make_openings", lambda *_, **__: suite)
    out, three = tmp_path / "out", [*PLAYERS, "random:seed=2"]
    words = ["tournament", *three, "--games", "4", "--mode", "open", "--out", str(out), "--quiet"]
    words += ["--nodes", "7", "--depth", "2", "--seed", "9", "--margin", "0.5"]
    assert main([*words, "--concurrency", "3"]) == 0
    monkeypatch.setattr(tournament, "make_openings", lambda *_, **__: [(1,)])
    assert main(["tournament", "--resume", "--out", str(out), "--quiet"]) == 0
    assert met == [(3, 0.5, tuple(suite)), (1, 0.5, tuple(suite))]
    for one, two in combinations(range(3), 2):
        settings = json.loads((out / f"{one + 1}-{two + 1}" / "match.json").read_text())
        assert settings == {
            "engines": [three[one], three[two]],
            "mode": "open",
            "games": 4,
            "limits": [{"nodes": 7, "depth": 2}] * 2,
            "margin": 0.5,
            "until_proven": False,
            "sprt": None,
            "seed": 9,
            "openings": None,
        }
        openings = (out / f"{one + 1}-{two + 1}" / "openings.txt").read_text()
        assert openings == "55 51\n11 12\n"
    capsys.readouterr()
    for more, what in (
        (["--margin", "1"], "margin"),
        (["--seed", "1"], "seed"),
        (["--nodes", "8"], "limit"),
        (["--mode", "battle"], "mode"),
        (["--gauntlet"], "gauntlet"),
    ):
        assert main([*words, *more]) == 2
        assert f"another tournament ({what} differ)" in capsys.readouterr().err
