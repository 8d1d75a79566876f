"""`ninefold explorer`: games read in once, bad ones named and passed over, positions shown."""

from __future__ import annotations

import io
import json
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ninefold import Position
from ninefold.analysis.explorer import Ends, ExploredMove
from ninefold.cli import main
from ninefold.commands import explorer
from ninefold.commands.explorer import _bar, _facts, _table
from ninefold.engine import Info, Limit, Score
from ninefold.engine.core.book import BookMove
from ninefold.rules.notation import format_position
from ninefold.rules.record import Record, scan_records
from ninefold.rules.variants import VARIANTS
from support.games import random_game
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


# Showing, with counts and an engine of our own

FOUND = [
    ExploredMove((36, 38), Ends(1_200, 0, 0), Ends(0, 0, 400), BookMove(36, 61)),
    ExploredMove((37,), Ends(0, 1, 0), Ends(0, 0, 0), None),
    ExploredMove((0, 8), Ends(0, 0, 0), Ends(0, 0, 0), BookMove(0, 50, "draw")),
]
WORTH = {36: Score("O", 0.25), 38: Score("O", 0.75), 37: Score.win("O", 5)}


def test_a_row_tells_who_played_a_move_its_results_its_worth_and_the_books_percent() -> None:
    assert _table(FOUND, WORTH) == [
        "move   people  computer  X won / drawn / O won  worth",
        "51      1,200       400  XXXXXXXXXXXXXXXOOOOO   O 25%, book 61",
        "52          1         0  ====================   O wins in 5",
        "11          0         0                         , book 50",
        "1601 games; moves that symmetry makes the same are one",
    ]


def test_scripts_get_each_fact_of_a_move_in_its_place() -> None:
    none = {"x": 0, "drawn": 0, "o": 0}
    assert [_facts(move, WORTH) for move in FOUND] == [
        {
            "move": "51",
            "same": ["53"],
            "people": {"x": 1200, "drawn": 0, "o": 0},
            "computer": {"x": 0, "drawn": 0, "o": 400},
            "worth": 0.25,
            "proven": None,
            "book": 61,
        },
        {
            "move": "52",
            "same": [],
            "people": {"x": 0, "drawn": 1, "o": 0},
            "computer": none,
            "worth": 1.0,
            "proven": "win",
            "book": None,
        },
        {
            "move": "11",
            "same": ["19"],
            "people": none,
            "computer": none,
            "worth": None,
            "proven": None,
            "book": 50,
        },
    ]


class Engine:
    """One that finds every move even, and notes what it is asked."""

    asked: list[tuple[Position, Limit, int]]

    def __init__(self, *, memory: int) -> None:
        """So much memory will do."""

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to give back."""

    def analyse(self, position: Position, limit: Limit, *, lines: int) -> list[Info]:
        self.asked.append((position, limit, lines))
        return [Info(move, Score(position.turn, 0.5)) for move in position.legal_moves[:lines]]


@pytest.mark.parametrize(
    ("options", "limit"), [([], Limit(nodes=300_000)), (["--nodes", "7"], Limit(nodes=7))]
)
def test_every_move_of_the_position_is_valued_with_so_many_nodes(
    options: list[str], limit: Limit, games, tmp_path, capsys, monkeypatch
) -> None:
    monkeypatch.setattr(Engine, "asked", [], raising=False)
    monkeypatch.setattr(explorer, "NativeEngine", Engine)
    database = str(tmp_path / "mine.sqlite3")
    assert main(["explorer", "add", str(games), "--database", database]) == 1
    show = ["explorer", "show", "--database", database, *options]
    assert main(show) == 0
    assert main([*show, "55"]) == 0
    start = Position.start()
    assert Engine.asked == [(start, limit, 81), (start.play("55"), limit, 8)]
    assert "O 50%" in capsys.readouterr().out


def test_the_tie_break_says_which_games_are_looked_at(tmp_path, capsys) -> None:
    """Beside the mode, and beside a position as one line."""
    games, database = tmp_path / "games.txt", tmp_path / "mine.sqlite3"
    games.write_text('[Mode "open:tie_break=boards"]\n1. 55 51 X\n', encoding="utf-8")
    assert main(["explorer", "add", str(games), "--database", str(database)]) == 0
    line = format_position(Position.start("open"))
    capsys.readouterr()
    for what in (["--mode", "open"], [line]):
        for tie_break, count in (("draw", 0), ("boards", 1)):
            more = ["--tie-break", tie_break, "--nodes", "100"]
            _, told = explore(capsys, "show", *what, "--database", database, *more)
            assert told["games"] == count
            assert ("boards" in told["position"]) == bool(count)


def test_a_game_that_is_over_has_no_moves_to_show(games, tmp_path, capsys) -> None:
    database = str(tmp_path / "mine.sqlite3")
    main(["explorer", "add", str(games), "--database", database])
    over = format_position(random_game(VARIANTS["modern"], 3)[-1])
    capsys.readouterr()
    assert main(["explorer", "show", over, "--database", database]) == 0
    assert capsys.readouterr().out == "The game is over.\n"
    code, told = explore(capsys, "show", over, "--database", database)
    assert (code, told["games"], told["moves"]) == (0, 0, [])


def test_standard_input_is_a_file_of_games_too(tmp_path, capsys, monkeypatch) -> None:
    """With the mark at its beginning that some systems put there."""
    text = '\ufeff[Mode "modern"]\n1. 55 51 X\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), "utf-8"))
    code, told = explore(capsys, "add", "-", "--database", tmp_path / "mine.sqlite3")
    assert (code, told["added"], told["unreadable"]) == (0, 1, [])
