"""Whole matches: pairs, concurrency, early ends, and going on from the folder."""

from __future__ import annotations

import json
import os
import queue
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ninefold import VARIANTS, BadInput, NinefoldError, __version__
from ninefold.arena.folder import MatchFolder
from ninefold.arena.match import Match
from ninefold.arena.openings import even_openings, format_openings, make_openings
from ninefold.arena.pairs import Pairs
from ninefold.arena.players import Player, find_player
from ninefold.arena.sprt import Sprt
from ninefold.arena.standing import Standing
from ninefold.cli import main
from ninefold.engine import Info, Score
from ninefold.engine.baselines import RandomEngine
from ninefold.protocols.ugi import Offer
from ninefold.rules.errors import BadSyntax
from ninefold.rules.record import parse_records

PLAYERS = find_player("greedy:seed=1"), find_player("random:seed=2")
BATTLE = VARIANTS["battle"]
#: Where openings are not the question: to judge one for every pair takes longer than to play.
OPENINGS = tuple(make_openings(BATTLE, 6, seed=4))


def match(**options) -> Match:
    return Match(PLAYERS, BATTLE, **{"games": 12, "openings": OPENINGS, **options})


@pytest.mark.parametrize("concurrency", [1, 3])
def test_every_opening_is_played_twice_with_sides_swapped(concurrency):
    standing = match(concurrency=concurrency).run()
    games = sorted(standing.games, key=lambda game: game.number)
    assert [game.number for game in games] == list(range(12))
    for game in games:
        opening = OPENINGS[game.pair]
        assert game.moves[: len(opening)] == opening
        assert game.opening == len(opening)
    assert standing.pairs.number == 6
    assert abs(standing.share - standing.pairs.score) < 1e-9


def test_games_that_were_played_are_not_played_again():
    whole = match().run()
    some = whole.games[:5]
    heard: list[int] = []
    standing = match().run(played=some, on_game=lambda s: heard.append(s.games[-1].number))
    assert sorted(heard) == list(range(5, 12))
    assert standing.games[:5] == some
    assert match().run(played=whole.games).games == whole.games


def test_a_decided_test_ends_the_match():
    test = Sprt(0, 100)
    standing = match(games=400, sprt=test, concurrency=2).run()
    assert test.verdict(standing.pairs_in_order) == "accepted"
    assert len(standing.games) < 400


def test_a_match_without_openings_makes_one_for_each_pair():
    made = match(games=4, openings=()).run().games
    assert {game.pair: game.moves[: game.opening] for game in made} == dict(
        enumerate(even_openings(BATTLE, 2))
    )


def test_the_test_looks_at_pairs_in_order_only():
    games = match(games=8).run().games
    late = Standing(("a", "b"), tuple(g for g in games if g.pair != 1))
    assert late.pairs.number == 3
    assert late.pairs_in_order.number == 1


@pytest.mark.parametrize(
    "options",
    [
        {"games": 3},
        {"games": 0},
        {"games": 2.0},
        {"games": "2"},
        {"concurrency": 0},
        {"margin": float("nan")},
        {"margin": float("inf")},
        {"margin": -5},
        {"margin": "x"},
        {"margin": None},
    ],
)
def test_a_match_that_makes_no_sense_is_refused(options):
    with pytest.raises(NinefoldError, match="expected"):
        match(**options)


class Odd(RandomEngine):
    """Answers with something that fails only when the umpire writes it down."""

    def analysis(self, position, limit, *, lines=1):
        class Blank(Info):
            @property
            def depth(self) -> int:
                raise queue.Empty

            @depth.setter
            def depth(self, _: int) -> None:
                pass

        yield [Blank(position.legal_moves[0], Score(position.turn, 0.5))]


def test_what_goes_wrong_in_a_worker_is_told_whatever_it_is():
    players = Player("odd", Offer("odd", lambda _: Odd(1))), PLAYERS[1]
    with pytest.raises(queue.Empty):
        Match(players, BATTLE, 2, openings=((40, 36),)).run()


@pytest.mark.parametrize("setting", ["evaluation=hand", "contempt=80"])
def test_a_level_refuses_what_would_make_it_another_one(setting):
    with pytest.raises(BadInput, match=f"level master was given {setting}"):
        find_player(f"full:level=master,threads=2,{setting}").make()


def test_a_level_searches_with_as_many_threads_as_it_is_given():
    needed = []
    for threads in (1, 2):
        with find_player(f"full:level=master,threads={threads}").make() as engine:
            needed.append(engine._native._search.size)  # every thread has its own part
    assert needed[0] < needed[1]


def test_contempt_is_a_setting_of_our_engine():
    with find_player("full:hash=1,contempt=80").make() as engine:
        assert engine.contempt == 80
    with find_player("full:hash=1").make() as engine:
        assert engine.contempt == 0
    with pytest.raises(BadSyntax, match="expected a whole number from 0 to 800"):
        find_player("full:contempt=801")


def test_a_standing_of_nothing_can_be_told():
    nothing = Standing(("a", "b"), ())
    assert str(nothing) == "no game was finished"
    assert json.loads(json.dumps(nothing.as_dict()))["elo"] == 0
    assert nothing.pairs == Pairs()


# The command


def ninefold(capsys, *arguments: object) -> tuple[int, str, str]:
    code = main(["match", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_command_tells_the_standing(capsys):
    code, out, _ = ninefold(capsys, "greedy:seed=1", "random:seed=1", "--games", 20)
    assert code == 0
    for word in ("score", "Elo", "stronger", "as X", "as O", "length", "time"):
        assert word in out


def test_the_command_tells_json(capsys):
    code, out, err = ninefold(capsys, "greedy", "random", "--games", 4, "--json", "--quiet")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["games"] == 4
    assert (told["mode"], told["seed"], told["version"]) == ("modern", 1, __version__)
    assert told["limits"] == [{"time": 0.1}, {"time": 0.1}]
    assert told["engines"] == ["greedy", "random"]
    assert told["won"] + told["drawn"] + told["lost"] == 4


@pytest.mark.parametrize(
    ("given", "limits"), [([30], [30, 30]), ([30, 500], [30, 500])], ids=["both", "each"]
)
def test_a_limit_is_for_both_engines_or_each_has_its_own(capsys, given, limits):
    engines = ("full:evaluation=hand", "full:evaluation=hand,seed=2")
    told = ninefold(capsys, *engines, "--games", 2, "--nodes", *given, "--json", "--quiet")[1]
    assert json.loads(told)["limits"] == [{"nodes": nodes} for nodes in limits]


def suite_in(folder: Path) -> Path:
    file = folder / "suite.txt"
    file.write_text(format_openings(make_openings(VARIANTS["modern"], 6, seed=4)))
    return file


def test_a_rejected_test_is_a_negative_answer(capsys, tmp_path):
    arguments = ("--sprt", 0, 100, "--games", 1000, "--quiet", "--concurrency", 2)
    arguments += ("--openings", suite_in(tmp_path))
    code, out, _ = ninefold(capsys, "random", "greedy", *arguments)
    assert "rejected" in out
    assert code == 1


def test_games_are_written_and_a_longer_match_goes_on(capsys, tmp_path):
    out = tmp_path / "deep" / "match"
    arguments = ("greedy:seed=1", "random:seed=1", "--out", out, "--quiet", "--json")
    first = json.loads(ninefold(capsys, *arguments, "--games", 6)[1])
    records = parse_records((out / "games.txt").read_text())
    assert len(records) == first["games"] == 6
    assert {record.tags["X"] for record in records} == {"greedy:seed=1", "random:seed=1"}
    longer = json.loads(ninefold(capsys, *arguments, "--games", 10)[1])
    assert longer["games"] == 10
    assert parse_records((out / "games.txt").read_text())[:6] == records
    again = json.loads(ninefold(capsys, "--resume", "--out", out, "--quiet", "--json")[1])
    assert again == longer


def test_half_a_record_at_the_end_is_cut_off(capsys, tmp_path):
    arguments = ("greedy", "random", "--games", 6, "--out", tmp_path, "--quiet", "--json")
    ninefold(capsys, *arguments)
    file = tmp_path / "games.txt"
    text = file.read_text()
    for cut in (10, 60, 200):
        file.write_text(text[:-cut])
        code, out, _ = ninefold(capsys, *arguments)
        assert (code, json.loads(out)["games"]) == (0, 6)
        assert len(parse_records(file.read_text())) == 6


def test_a_spoiled_record_in_the_middle_is_named(capsys, tmp_path):
    arguments = ("greedy", "random", "--games", 4, "--out", tmp_path, "--quiet")
    ninefold(capsys, *arguments)
    file = tmp_path / "games.txt"
    file.write_text(file.read_text().replace("1. ", "1. xx ", 1))
    code, _, err = ninefold(capsys, *arguments)
    assert code == 2
    assert "games.txt" in err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ([], "0 engines given: expected two"),
        (["greedy"], "1 engine given: expected two"),
        (["greedy", "greedi"], "did you mean greedy"),
        (["greedy", "martian"], "expected one of"),
        (["greedy", "random:colour=red"], "expected one of seed"),
        (["greedy", "random:nodes=many"], "expected a number"),
        (["greedy", "ugi:"], "names no program"),
        (["greedy", "random", "--games", "3"], "even number"),
        (["greedy", "random", "--mode", "chess"], "is not a mode"),
        (["greedy", "random", "--time", "-1"], "seconds"),
        (["greedy", "random", "--nodes", "1", "2", "3"], "one or two"),
        (["greedy", "random", "--clock", "soon"], "is not a clock"),
        (["greedy", "random", "--sprt", "5", "0"], "lower first"),
        (["greedy", "random", "--concurrency", "0"], "1 or more"),
        (["greedy", "random", "--margin", "nan"], "margin is nan"),
        (["greedy", "random", "--margin", "-5"], "margin is -5.0: expected seconds, 0 or more"),
        (["--resume"], "--out DIR"),
        (["--resume", "--out", "/no/such/folder"], "no match"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(capsys, arguments, what):
    # A slow machine would show its progress first.
    code, out, err = ninefold(capsys, *arguments, "--quiet")
    assert (code, out) == (2, "")
    assert err.startswith("ninefold: ")
    assert what in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "code", "what"),
    [
        (["greedy", "ugi:/no/such/program", "--games", "2"], 3, "cannot be run"),
        (["greedy", "openspiel", "--mode", "battle"], 3, "Modern|not installed"),
        (["greedy", "random", "--openings", "/no/such/file"], 4, "cannot read '/no/such/file'"),
    ],
)
def test_an_engine_or_a_disk_that_fails_is_told_in_one_sentence(capsys, arguments, code, what):
    answered, out, err = ninefold(capsys, *arguments, "--quiet")
    assert (answered, out) == (code, "")
    assert re.search(what, err)
    assert len(err.splitlines()) == 1


def test_a_folder_with_another_match_is_left_alone(capsys, tmp_path):
    ninefold(capsys, "greedy", "random", "--games", 2, "--out", tmp_path)
    before = (tmp_path / "games.txt").read_text()
    code, _, err = ninefold(capsys, "random", "random", "--mode", "open", "--out", tmp_path)
    assert code == 2
    assert "engines, mode" in err
    assert (tmp_path / "games.txt").read_text() == before


def test_settings_that_somebody_edited_are_refused_in_words(capsys, tmp_path):
    ninefold(capsys, "greedy", "random", "--games", 2, "--out", tmp_path)
    good = json.loads((tmp_path / "match.json").read_text())
    edited = [{"margin": "x"}, {"games": "x"}, {"limits": [{"time": "x"}] * 2}, {"sprt": ["a", 5]}]
    wrong = [json.dumps({**good, **edit}) for edit in [*edited, {"mode": 5}, {"limits": []}]]
    for text in ("", "[]", "{}", '{"engines": 5, "limits": [], "mode": "modern"}', *wrong):
        (tmp_path / "match.json").write_text(text)
        for arguments in (["--resume"], ["--resume", "--games", 8]):
            code, _, err = ninefold(capsys, *arguments, "--out", tmp_path, "--quiet")
            assert code == 2
            assert str(tmp_path) in err
            assert (tmp_path / "match.json").read_text() == text


BEGUN = ("greedy", "random", "--games", 4, "--nodes", 5, "--mode", "battle", "--quiet")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["--time", "1"], "limits"),
        (["--mode", "open"], "mode"),
        (["--tie-break", "boards"], "mode"),
        (["--margin", "2"], "margin"),
        (["--until-proven"], "until_proven"),
        (["--sprt", "0", "5"], "sprt"),
        (["--seed", "2"], "seed"),
        (["--openings", "suite.txt"], "openings"),
    ],
)
def test_a_match_that_goes_on_refuses_to_become_another_one(capsys, tmp_path, arguments, what):
    ninefold(capsys, *BEGUN, "--out", tmp_path)
    code, out, err = ninefold(capsys, "--resume", "--out", tmp_path, *arguments)
    assert (code, out) == (2, "")
    assert f"({what} differ)" in err


def test_a_match_that_goes_on_may_repeat_its_settings_and_become_longer(capsys, tmp_path):
    ninefold(capsys, *BEGUN, "--out", tmp_path)
    arguments = ("--resume", "--out", tmp_path, "--nodes", 5, "--mode", "battle", "--quiet")
    code, out, _ = ninefold(capsys, *arguments, "--games", 8, "--json")
    assert (code, json.loads(out)["games"]) == (0, 8)
    assert json.loads((tmp_path / "match.json").read_text())["games"] == 8
    code, _, err = ninefold(capsys, *BEGUN, "--out", tmp_path)
    assert code == 2
    assert "4 games were asked for, and 8 are played already" in err


def test_a_match_begun_with_its_tie_break_beside_the_mode_goes_on(capsys, tmp_path):
    ninefold(capsys, *BEGUN, "--tie-break", "boards", "--out", tmp_path)
    settings = json.loads((tmp_path / "match.json").read_text())
    assert settings["mode"] == "battle:tie_break=boards"
    older = {**settings, "mode": "battle", "tie_break": "boards"}
    (tmp_path / "match.json").write_text(json.dumps(older))
    code, out, _ = ninefold(
        capsys, "--resume", "--games", 6, "--out", tmp_path, "--json", "--quiet"
    )
    assert (code, json.loads(out)["games"]) == (0, 6)
    records = parse_records((tmp_path / "games.txt").read_text())
    assert {record.variant.tie_break for record in records} == {"boards"}


def test_openings_can_be_brought_along(capsys, tmp_path):
    suite = tmp_path / "suite.txt"
    suite.write_text("55 51 11\n# another\n19 92\n")
    out = tmp_path / "match"
    arguments = ("--games", 8, "--openings", suite, "--out", out, "--quiet")
    ninefold(capsys, "greedy", "random", *arguments)
    starts = [record.squares[:2] for record in parse_records((out / "games.txt").read_text())]
    assert sorted(starts) == [(8, 73)] * 4 + [(40, 36)] * 4


def test_a_codingame_bot_plays_from_the_empty_board(capsys, tmp_path):
    bot = f"codingame:{sys.executable} -m ninefold codingame --engine random --tie-break draw"
    most = ("--games", 2, "--margin", 60, "--out", tmp_path, "--quiet")
    code, _, _ = ninefold(capsys, "random", bot, *most)
    records = parse_records((tmp_path / "games.txt").read_text())
    assert code == 0
    assert [record.tags["Opening"] for record in records] == ["0", "0"]
    assert {record.tags["Ending"] for record in records} <= {"line", "draw"}


def test_a_program_that_dies_loses_its_games_and_the_match_goes_on(capsys):
    bad = Path(__file__).parents[1] / "protocols" / "bad_bot.py"
    command = f"ugi:{sys.executable} -S -E {bad} die ugi"
    code, out, _ = ninefold(capsys, "random", command, "--games", 4, "--quiet", "--json")
    told = json.loads(out)
    assert (code, told["won"]) == (0, 4)
    assert "the table is on fire" in told["failures"][0]["reason"]


def wait_for(condition) -> None:
    end = time.monotonic() + 200
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


@pytest.mark.parametrize("games", [2, 4])
def test_one_match_is_played_by_one_process_and_the_other_changes_nothing(capsys, tmp_path, games):
    arguments = ("greedy", "random", "--quiet", "--out", tmp_path, "--games")
    ninefold(capsys, *arguments, 2)
    before = contents(tmp_path)
    with MatchFolder(tmp_path).alone():
        code, _, err = ninefold(capsys, *arguments, games)
    assert code == 4
    assert "another process" in err
    assert contents(tmp_path) == before


def test_a_match_that_another_process_is_about_to_begin_is_left_to_it(capsys, tmp_path):
    out = tmp_path / "match"
    with MatchFolder(out).alone():
        code, _, err = ninefold(capsys, "greedy", "random", "--games", 2, "--out", out)
        assert (code, contents(out)) == (4, {})
    assert "another process" in err


def test_a_command_that_is_refused_makes_no_folder(capsys, tmp_path):
    for arguments in (["greedy", "greedi"], ["--resume"], ["greedy", "random", "--concurrency", 0]):
        assert ninefold(capsys, *arguments, "--out", tmp_path / "match")[0] == 2
    assert not (tmp_path / "match").exists()


def test_a_folder_that_cannot_be_written_is_named(capsys, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for out in (file, file / "deeper"):
        code, _, err = ninefold(capsys, "greedy", "random", "--games", 2, "--out", out)
        assert code == 4
        assert f"cannot make '{out}'" in err


def test_the_help_says_how_long_a_move_takes_by_default(capsys):
    with pytest.raises(SystemExit):
        main(["match", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    assert (
        "0.1 seconds a move where no limit is given, also for levels that would take longer" in out
    )


def test_a_game_that_was_written_twice_counts_once(capsys, tmp_path):
    ninefold(capsys, "greedy", "random", "--games", 4, "--out", tmp_path, "--quiet")
    file = tmp_path / "games.txt"
    file.write_text(2 * file.read_text())
    assert [game.number for game in MatchFolder(tmp_path).games()] == [0, 1, 2, 3]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_match_cleanly_and_the_same_command_goes_on(tmp_path, number):
    bot = f"ugi:{sys.executable} -m ninefold ugi --engine random"
    command = [sys.executable, "-m", "ninefold", "match", "random", bot, "--games", "400"]
    command += ["--out", str(tmp_path), "--concurrency", "2", "--openings", str(suite_in(tmp_path))]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    games = tmp_path / "games.txt"
    wait_for(lambda: games.exists() and games.read_text().count("[Result") >= 3)
    os.killpg(process.pid, number)
    out, err = process.communicate(timeout=90)
    assert process.returncode == 130
    assert b"the same command goes on" in err
    assert b"Traceback" not in err
    assert b"score" in out
    finished = MatchFolder(tmp_path).games()
    assert len(finished) >= 3
    assert len({game.number for game in finished}) == len(finished)
    settings = json.loads((tmp_path / "match.json").read_text())
    last = max(game.number for game in finished)
    settings["games"] = last + 4 - last % 2
    (tmp_path / "match.json").write_text(json.dumps(settings))
    assert main(["match", "--resume", "--out", str(tmp_path), "--quiet"]) == 0
    assert {game.number for game in MatchFolder(tmp_path).games()} == set(range(settings["games"]))
