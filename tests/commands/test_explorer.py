"""`ninefold explorer`: games read in once, bad ones named and passed over, positions shown."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ninefold.analysis.explorer import Ends
from ninefold.cli import main
from ninefold.commands.explorer import _bar
from ninefold.rules.record import Record, scan_records
from support.serving import until

GAMES = """[Mode "modern"] [X "Ann"] [O "Ben"]
1. 55 51 11 X

[Mode "modern"] [SeatO "casual"]
1. 55 59 =

[Mode "modern"] [Round "3"]
1. 55 55 X

[Mode "modern"]
1. 55 51

[Mode "modern"] [X "Zoe"]
1. 55 53 O

[Mode "chess"]
[X "Ann"]
1. e4 X

[Mode "modern"]
1. 55 *

[Mode "modern"] [Game "1"] [Opening "0"] [Seconds "1 1 1 1"]
1. 55 52 O
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(GAMES, encoding="utf-8")
    return path


def explore(capsys, *arguments: object) -> tuple[int, dict]:
    code = main(["explorer", *map(str, arguments), "--json"])
    told = json.loads(capsys.readouterr().out)
    # What only the opening book knows is not looked at: books come and go.
    told["moves"] = [one for one in told.get("moves", ()) if _games(one)]
    return code, told


def _games(move: dict) -> int:
    return sum(move["people"].values()) + sum(move["computer"].values())


def test_a_broken_game_hides_no_other() -> None:
    found = [(line, isinstance(one, Record)) for line, one in scan_records(GAMES)]
    whole, broken = True, False
    assert found == [
        *((1, whole), (4, whole), (7, broken), (10, broken)),
        *((13, whole), (16, broken), (20, whole), (23, whole)),
    ]


def test_games_are_counted_once_and_bad_ones_named(games, tmp_path, capsys) -> None:
    database = tmp_path / "mine.sqlite3"
    code, told = explore(capsys, "add", games, "--database", database)
    assert code == 1
    assert (told["added"], told["known"], told["left_out"]) == (4, 0, 1)
    assert len(told["unreadable"]) == 3
    assert told["unreadable"][0].startswith("the game at line 7: line 8: move 2: 55 is not a legal")
    assert "line 10" in told["unreadable"][1]
    assert "chess" in told["unreadable"][2]
    code, again = explore(capsys, "add", games, "--database", database)
    assert (code, again["added"], again["known"]) == (1, 0, 4)

    code, start = explore(capsys, "show", "--database", database, "--nodes", 500)
    (first,) = start["moves"]
    assert (code, start["games"], first["move"]) == (0, 4, "55")
    assert first["people"] == {"x": 1, "drawn": 1, "o": 1}
    assert first["computer"] == {"x": 0, "drawn": 0, "o": 1}
    assert 0 < first["worth"] < 1
    _, after = explore(capsys, "show", "55", "--database", database, "--nodes", 500)
    corner, edge = after["moves"]
    assert [corner["move"], *corner["same"]] == ["51", "53", "57", "59"]
    assert corner["people"] == {"x": 1, "drawn": 0, "o": 1}
    assert corner["computer"] == {"x": 0, "drawn": 1, "o": 0}
    assert edge["computer"]["o"] == 1


def test_who_played_can_be_said(games, tmp_path, capsys) -> None:
    for by, people in (("people", 4), ("computer", 0)):
        database = tmp_path / f"{by}.sqlite3"
        explore(capsys, "add", games, "--by", by, "--database", database)
        for moves in ("", "55"):  # X's first move and O's answers, one of them by a level
            _, told = explore(capsys, "show", moves, "--database", database, "--nodes", 100)
            assert sum(sum(move["people"].values()) for move in told["moves"]) == people
            assert sum(sum(move["computer"].values()) for move in told["moves"]) == 4 - people


def test_people_read_a_table(games, tmp_path, capsys) -> None:
    database = tmp_path / "mine.sqlite3"
    main(["explorer", "add", str(games), "--database", str(database)])
    out, err = capsys.readouterr()
    assert "4 games added, 1 left out (no result, or not from the empty board), 3 unreadable" in out
    assert "skipped the game at line 7" in err
    position = "modern 9/9/9/9/4X4/9/9/9/9 ......... O 5"
    assert main(["explorer", "show", position, "--database", str(database), "--nodes", "500"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].startswith("51          2         1  XXXXXXX======OOOOOOO")
    assert rows[-1].startswith("4 games")
    own = ["--mode", "skirmish:free_move=unfilled"]  # no book is for it
    late = "55 51 11 12 21 13 31 14 41 16 61 17"
    for what, told in (("11", "No game came here yet"), (late, "Only the first 12 moves")):
        assert main(["explorer", "show", what, *own, "--database", str(database)]) == 0
        assert told in capsys.readouterr().out


def counted(database: Path) -> int:
    """How many records are in a file that somebody else may just be making."""
    address = f"file:{database}?mode=ro"
    with suppress(sqlite3.Error), closing(sqlite3.connect(address, uri=True)) as db:
        return db.execute("SELECT count(*) FROM explorer_records").fetchone()[0]
    return 0


def test_a_stopped_run_is_gone_on_with(tmp_path, capsys) -> None:
    games, database = tmp_path / "many.txt", tmp_path / "mine.sqlite3"
    many = [f'[Mode "modern"] [Round "{n}"]\n1. 55 51 11 X\n' for n in range(1_000)]
    games.write_text("\n".join(many), encoding="utf-8")
    ninefold = str(Path(sys.executable).with_name("ninefold"))
    command = [ninefold, "explorer", "add", str(games), "--database", str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as adding:
        until(lambda: counted(database) or adding.poll() is not None)
        adding.send_signal(signal.SIGTERM)
        told = adding.communicate()[0]
    assert adding.returncode in (0, 130), told  # a quick machine may be done
    code, rest = explore(capsys, "add", games, "--database", database)
    assert (code, rest["added"] + rest["known"]) == (0, 1_000)
    _, start = explore(capsys, "show", "--database", database, "--nodes", 100)
    assert start["games"] == 1_000


def test_a_game_that_stands_twice_in_a_file_is_told_as_known(tmp_path, capsys) -> None:
    one, other = (f'[Mode "modern"] [Round "{n}"]\n1. 55 51 11 X\n\n' for n in (1, 2))
    games, database = tmp_path / "twice.txt", tmp_path / "mine.sqlite3"
    games.write_text(one + other + one + one, encoding="utf-8")
    code, told = explore(capsys, "add", games, "--database", database)
    assert (code, told["added"], told["known"], told["left_out"]) == (0, 2, 2, 0)


@pytest.mark.parametrize(
    ("ends", "bar"),
    [
        ((1, 0, 0), "X" * 20),
        ((0, 1, 0), "=" * 20),
        ((0, 0, 3), "O" * 20),
        ((1, 0, 3), "X" * 5 + "O" * 15),
        ((3, 1, 0), "X" * 15 + "=" * 5),
        ((0, 0, 0), ""),
    ],
)
def test_a_bar_shows_shares_x_from_the_left(ends, bar) -> None:
    assert _bar(Ends(*ends)) == bar
