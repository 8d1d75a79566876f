"""What version 0.1 wrote is told as it was: records of server, terminal and arena, a database.

The files were written by that version itself (``records_0_1/make.py``).
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from pathlib import Path

import pytest

from ninefold import parse_record
from ninefold.arena.folder import MatchFolder
from ninefold.cli import main
from ninefold.game import Result, Seat, TimeControl, game_of, record_of
from ninefold.server.play.game import LiveGame
from ninefold.server.play.records import record_text
from ninefold.server.play.views import game_view
from ninefold.server.store.sqlite import SqliteStore

OLD = Path(__file__).parent / "records_0_1"
LINE, DRAW, TIE_BREAK = Result("X", "line"), Result(None, "draw"), Result("O", "tie-break")

#: How each game ended, and what `ninefold replay` says of it.
ENDINGS = {
    "server/line": (LINE, "X wins. Three boards in a row: 3 6 9."),
    "server/draw": (DRAW, "Draw. Nobody has three boards in a row."),
    "server/tie-break": (TIE_BREAK, "O wins. No three boards in a row, but O owns more: 5 to 4."),
    "server/resign": (Result("X", "resignation"), "X wins. O resigned."),
    "server/time": (Result("X", "time"), "X wins. O ran out of time."),
    "server/agreement": (Result(None, "agreement"), "Draw. Both players agreed to it."),
    "server/abandoned-win": (Result("X", "abandoned"), "X wins. O left the game."),
    "server/abandoned-draw": (Result(None, "abandoned"), "Draw. One player left the game."),
    "server/abort": (Result(None, "aborted"), "Cancelled. The game was cancelled before it began."),
    "server/expired": (Result(None, "expired"), "Cancelled. Nobody joined in time."),
    "server/unfinished": (None, "O"),
    "server/swap-taken": (Result("X", "resignation"), "X wins. O resigned."),
    "server/swap-kept": (None, "X"),
    "server/taken-back": (Result("O", "resignation"), "O wins. X resigned."),
    "terminal/line": (LINE, "X wins. Three boards in a row: 3 6 9."),
    "terminal/draw": (DRAW, "Draw. Nobody has three boards in a row."),
    "terminal/tie-break": (TIE_BREAK, "O wins. No three boards in a row, but O owns more: 5 to 4."),
    "terminal/resigned": (Result("O", "resignation"), "You lose. You resigned."),
    "terminal/time": (Result("X", "time"), "X wins. O ran out of time."),
    "terminal/agreed": (Result(None, "agreement"), "Draw. Both players agreed to it."),
    "terminal/unfinished": (None, "O"),
    "terminal/swap-offered": (None, "O"),
    "terminal/swap-declined": (None, "O"),
    "terminal/swap-taken": (None, "O"),
    "arena/line": (LINE, "X wins. Three boards in a row: 3 6 9."),
    "arena/draw": (DRAW, "Draw. Nobody has three boards in a row."),
    "arena/tie-break": (TIE_BREAK, "O wins. No three boards in a row, but O owns more: 5 to 4."),
    "arena/proven": (Result("X", "proven"), "X wins. X was proven to win."),
    "arena/time": (Result("X", "time"), "X wins. O ran out of time."),
    "arena/crash": (Result("O", "crash"), "O wins. X's program crashed."),
    "arena/illegal": (Result("O", "illegal"), "O wins. X made an illegal move."),
    "arena/error": (Result("X", "error"), "X wins. O's program failed."),
}
SWAPS = {
    "server/swap-taken": "swapped",
    "server/swap-kept": "kept",
    "terminal/swap-offered": "open",
    "terminal/swap-declined": "kept",
    "terminal/swap-taken": "swapped",
}
SERVER = [name for name in ENDINGS if name.startswith("server/")]
ARENA = [name for name in ENDINGS if name.startswith("arena/")]


def file_of(name):
    return OLD / name / "games.txt" if name.startswith("arena/") else OLD / f"{name}.game"


def old_record(name):
    return parse_record(file_of(name).read_text("utf-8"))


def test_no_file_is_left_out():
    files = {
        str(path.relative_to(OLD)) for path in OLD.rglob("*") if path.suffix in (".game", ".txt")
    }
    assert files == {str(file_of(name).relative_to(OLD)) for name in ENDINGS}


@pytest.mark.parametrize("name", ENDINGS)
def test_a_record_is_told_as_it_ended(name):
    record = old_record(name)
    game = game_of(record)
    assert (game.result, game.swap) == (ENDINGS[name][0], SWAPS.get(name, "off"))
    assert tuple(game.moves) == record.squares
    again = game_of(record_of(game))
    assert (again.result, again.swap, again.seats) == (game.result, game.swap, game.seats)


@pytest.mark.parametrize("name", ENDINGS)
def test_replay_tells_the_truth(name, capsys):
    assert main(["replay", str(file_of(name)), "--plain", "--language", "en"]) == 0
    *_, last = capsys.readouterr().out.strip().splitlines()
    assert last.startswith(ENDINGS[name][1])


def test_seats_and_clocks_are_read():
    assert game_of(old_record("server/time")).seats == {"X": Seat("Ann"), "O": Seat("Ben")}
    assert game_of(old_record("server/time")).lefts == [60_000, 60_000, 60_500]
    game = game_of(old_record("terminal/unfinished"))
    assert game.seats == {"X": Seat(), "O": Seat(level="casual")}
    assert (game.clock.control, game.level_to_move) == (TimeControl(180, 2), "casual")
    assert game.clock.left == {"X": 61_500, "O": 61_500}
    assert game_of(old_record("terminal/swap-taken")).seats["X"] == Seat(level="full")


@pytest.mark.parametrize("name", ARENA)
def test_a_match_goes_on_with_its_games(name):
    (game,) = MatchFolder(OLD / name).games()
    record = old_record(name)
    assert (game.result, game.moves) == (ENDINGS[name][0], record.squares)
    assert (game.number, game.opening) == (ARENA.index(name), 2)
    assert (game.seconds, game.longest) == ((0.5, 0.25), (0.1, 0.2))
    assert game.reason == record.tags.get("Reason", "")
    assert game.failed == (game.result.ending in ("time", "crash", "illegal", "error"))
    assert len(game.notes) == (3 if name == "arena/proven" else 0)


@pytest.fixture
def database(tmp_path):
    """The server's database as 0.1 left it, opened by this version."""
    path = tmp_path / "games.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((OLD / "server" / "games.sql").read_text("utf-8"))
    connection.close()
    return path


def load_all(path):
    async def load():
        store = SqliteStore(path)
        games = {}
        for name in SERVER:
            stored = await store.load(name.removeprefix("server/"))
            games[name] = LiveGame(stored.settings)
            for entry in stored.entries:
                games[name].apply(entry)
        await store.close()
        return games

    return asyncio.run(load())


def test_the_servers_database_tells_the_same_games(database):
    games = load_all(database)
    for name in SERVER:
        game, told = games[name], game_of(old_record(name))
        assert (game.result, game.moves) == (ENDINGS[name][0], told.moves)
        assert game.swap == SWAPS.get(name, "off")
        shown = game_view(game, 0.0).result
        assert (shown and (shown.winner, shown.reason)) == (
            game.result and (game.result.winner, game.result.ending)
        )
        assert game_of(parse_record(record_text(game))).result == game.result


def test_a_takeback_of_the_old_log_stands(database):
    game = load_all(database)["server/taken-back"]
    assert (game.moves, game.epoch, game.computer) == ([40, 36, 5], 1, "O")
    assert game.seats["O"].level == "casual"
    assert re.search(r'\[SeatO "casual"\]', record_text(game))
