"""Every option of `best`, `play` and `sheet` has an effect, and no option has that of another."""

from __future__ import annotations

import argparse
import json
from collections.abc import Generator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ninefold.cli import main
from ninefold.commands import best, codingame, play, sheet
from ninefold.engine import Engine, Info, Limit, Score
from ninefold.game import Seat
from ninefold.protocols.codingame import Pace
from ninefold.rules.foreign import parse_moves
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS, parse_variant
from ninefold.terminal.sitting import Table
from support.games import random_game
from support.pilots import at


def _ended() -> dict[str, str]:
    """A whole game of Classic for each result, by its moves."""
    found: dict[str, str] = {}
    for seed in range(60):
        game = random_game(VARIANTS["classic"], seed)
        moves = [
            next(m for m in one.legal_moves if one.play(m) == after)
            for one, after in pairwise(game)
        ]
        outcome = game[-1].outcome
        assert outcome is not None
        found[outcome.winner or "="] = " ".join(map(square_name, moves))
        if len(found) == 3:
            break
    return found


ENDED = _ended()


class Told(Engine):
    """An engine that is made and asked as `ninefold best` wishes, and remembers it."""

    name = "told"
    made: tuple[Any, ...] = ()
    asked: tuple[Limit, int] | None = None
    answer: Info | None = None

    def __init__(self, level: Any = None, *, threads: int = 1) -> None:
        type(self).made = (level and level.name, threads)

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        type(self).asked = (limit, lines)
        moves = position.legal_moves[:lines]
        found = self.answer
        yield [found or Info(m, Score(position.turn, 0.25), depth=7, line=(m,)) for m in moves]

    def stop(self) -> None:
        """It has always answered already."""


@pytest.fixture(autouse=True)
def _told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NativeEngine", "LevelEngine"):
        monkeypatch.setattr(best, name, Told)
    monkeypatch.setattr(Told, "answer", None)


# ninefold best


@pytest.mark.parametrize(
    ("options", "made", "limit", "lines"),
    [
        ([], (None, 1), Limit(time=1.0), 1),
        (["--time", "2.5"], (None, 1), Limit(time=2.5), 1),
        (["--nodes", "70"], (None, 1), Limit(nodes=70), 1),
        (["--depth", "3"], (None, 1), Limit(depth=3), 1),
        (["--time", "2", "--depth", "3"], (None, 1), Limit(time=2.0, depth=3), 1),
        (["--level", "keen"], ("keen", 1), Limit(), 1),
        (["--level", "8"], ("full", 1), Limit(), 1),
        (["--level", "full", "--time", "3"], ("full", 1), Limit(time=3.0), 1),
        (["--level", "full", "--nodes", "9"], ("full", 1), Limit(nodes=9), 1),
        (["--lines", "3"], (None, 1), Limit(time=1.0), 3),
        (["--threads", "2"], (None, 2), Limit(time=1.0), 1),
        (["--threads", "2", "--level", "full"], ("full", 2), Limit(), 1),
    ],
)
def test_best_thinks_as_long_as_it_is_told_and_a_level_as_long_as_it_takes(
    options: list[str], made: tuple[Any, ...], limit: Limit, lines: int
) -> None:
    assert main(["best", "modern", *options]) == 0
    assert Told.made == made
    assert Told.asked == (limit, lines)


def test_best_tells_all_of_an_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["best", "battle", "--moves", "55 51", "--lines", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [*answer] == ["mode", "moves", "turn", "best", "lines"]
    assert (answer["mode"], answer["moves"], answer["turn"]) == ("battle", ["55", "51"], "X")
    assert (answer["best"], [line["move"] for line in answer["lines"]]) == ("11", ["11", "12"])
    assert answer["lines"][1] == {
        "move": "12",
        "player": "X",
        "probability": 0.25,
        "proven": None,
        "distance": None,
        "book": False,
        "line": ["12"],
        "depth": 7,
        "nodes": 0,
        "time": 0.0,
    }


@pytest.mark.parametrize(
    ("more", "last"),
    [
        ({"nodes": 3_000_000, "time": 1.5}, "3,000,000 positions in 1.50 s, 2.0 million a second"),
        ({"nodes": 0}, "known for certain: nothing had to be searched"),
        ({"nodes": 5, "book": True}, "from the opening book: nothing was searched"),
    ],
)
def test_best_says_how_much_was_searched(
    more: dict[str, Any],
    last: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = Info(40, Score("X", 0.5), depth=9, line=(40, 36), **more)
    monkeypatch.setattr(Told, "answer", found)
    assert main(["best", "modern"]) == 0
    _, row, said = capsys.readouterr().out.splitlines()
    assert row.split()[0] == "55"
    assert row.endswith("9  55 51")
    assert said == last


def test_best_of_a_game_that_is_over_is_no_move_and_a_negative_answer(capsys) -> None:
    over = ["best", "classic", "--moves", ENDED["X"]]
    assert main([*over, "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == {"mode": "classic", "best": None}
    assert main(over) == 1
    assert capsys.readouterr().out == "The game is over: there is no move to make.\n"


class Stopped(Told):
    """An engine that is stopped by Ctrl-C after so many answers."""

    answers = 0

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        for move in range(self.answers):
            yield [Info(move, Score("X", 0.5), depth=move, line=(move,), nodes=1, time=0.25)]
        raise KeyboardInterrupt


@pytest.mark.parametrize(("answers", "code"), [(0, 130), (1, 0), (2, 0)])
@pytest.mark.parametrize("terminal", [True, False])
def test_best_until_ctrl_c_is_the_last_answer_and_a_terminal_sees_each_and_no_trace(
    answers: int, code: int, terminal: bool, monkeypatch, capsys
) -> None:
    monkeypatch.setattr(best, "NativeEngine", Stopped)
    monkeypatch.setattr(Stopped, "answers", answers)
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    monkeypatch.setattr("sys.stdout.isatty", lambda: not terminal)
    assert main(["best", "modern"]) == code
    out, err = capsys.readouterr()
    assert out.splitlines()[1:2] == [
        f"{square_name(move):<5} X 50%          {move:>5}  {square_name(move)}"
        for move in range(answers)[-1:]
    ]
    shown = [f"{square_name(n)} (X 50%) {square_name(n)}, {n} deep, 0.2 s" for n in range(answers)]
    drawn = "".join(f"\r{text}\033[K" for text in shown) + "\r\033[K"
    assert err.startswith(drawn) if terminal else "\033" not in err


# ninefold play


def chosen(*options: str) -> Table:
    parser = argparse.ArgumentParser()
    play.add_arguments(parser)
    return play._new_game(parser.parse_args([*options]))


def test_play_seats_the_computer_where_it_is_told_and_else_as_o() -> None:
    assert chosen().seats == at()
    assert chosen("battle").seats == at()
    assert chosen("--level", "keen").seats == at(O="keen")
    assert chosen("--level", "1").seats == at(O="first-game")
    assert chosen("--computer", "X", "--level", "keen").seats == at(X="keen")
    only = chosen("--computer", "X").seats
    assert only["O"] == Seat()
    assert only["X"] is not None
    assert only["X"].level


def test_play_takes_mode_tie_break_clock_and_swap() -> None:
    plain = chosen()
    assert (plain.variant.name, plain.variant.tie_break) == ("modern", "draw")
    assert (plain.clock.exists, plain.swap) == (False, "off")
    own = chosen("open", "--tie-break", "boards", "--clock", "180+2", "--swap")
    assert (own.variant.name, own.variant.tie_break) == ("open", "boards")
    assert (str(own.clock.control), own.swap) == ("180+2", "ahead")


# ninefold sheet


def test_sheets_are_written_where_they_are_told_a_picture_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sheet", "boards"]) == 0
    assert capsys.readouterr().err == "wrote ninefold-boards.pdf\n"
    assert main(["sheet", "rules", "battle", "-o", "one.svg"]) == 0
    assert main(["sheet", "rules", "battle", "open", "-o", "two.SVG"]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["ninefold-boards.pdf", "one.svg", "two-1.SVG", "two-2.SVG"]
    assert "Battle" in Path("two-1.SVG").read_text("utf-8")
    assert "Open" in Path("two-2.SVG").read_text("utf-8")
    assert Path("ninefold-boards.pdf").read_bytes().startswith(b"%PDF")


def test_a_sheet_is_in_the_language_and_on_the_paper_that_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = {}
    for name, options in {
        "a4": [],
        "same": ["--paper", "a4", "--lang", "en"],
        "letter": ["--paper", "letter"],
        "zh": ["--lang", "zh"],
        "four": ["--per-page", "4"],
        "mode": ["--mode", "battle"],
    }.items():
        assert main(["sheet", "boards", *options, "-o", f"{name}.svg"]) == 0
        texts[name] = Path(f"{name}.svg").read_text("utf-8")
    assert texts["a4"] == texts["same"]
    assert len(set(texts.values())) == len(texts) - 1
    assert "Battle" in texts["mode"]
    assert "Battle" not in texts["a4"]


@pytest.mark.parametrize("options", [[], ["games.txt", "--moves", "55"], ["--moves", "55 11"]])
def test_a_game_is_drawn_from_a_file_or_from_moves_and_not_from_both(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.txt").write_text('[Mode "open"]\n[Result "*"]\n\n1. 55 51 *\n', "utf-8")
    assert main(["sheet", "game", *options]) == 2
    assert main(["sheet", "game", "games.txt", "-o", "file.svg"]) == 0
    assert main(["sheet", "game", "--mode", "open", "--moves", "55 51", "-o", "moves.svg"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        *("file.svg", "games.txt", "moves.svg")
    ]
    assert "Open" in Path("moves.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("moves", "result"), [("", "*"), ("55 51", "*"), *((w, r) for r, w in ENDED.items())]
)
def test_moves_are_drawn_with_the_result_that_they_earn(moves: str, result: str) -> None:
    squares = replay(Position.start("classic"), moves)[0], parse_moves(moves)
    record = sheet._record_of(*squares)
    assert (record.result, record.squares, record.start) == (result, squares[1], squares[0])


def test_each_of_two_pages_of_a_game_is_named_and_what_has_no_ending_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for output in ("game", "game.png", "game.pdf.txt"):
        assert main(["sheet", "game", "--moves", "55", "-o", output]) == 2
        assert f"'{output}' cannot be a sheet" in capsys.readouterr().err
    Path("none.txt").write_text("", "utf-8")
    assert main(["sheet", "game", "none.txt"]) == 2
    assert "'none.txt' holds no game record" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["boards", "--per-page", "2"],
        ["rules", "battle"],
        ["rules", "raid:release=full,free_move=unfilled"],
        ["game", "--moves", "55 51"],
        ["game", "--moves", "55 51", "--mode", "open", "--tie-break", "boards"],
    ],
)
def test_every_kind_of_sheet_has_its_paper_and_language(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = set()
    for options in (
        [],
        ["--paper", "letter"],
        ["--lang", "zh"],
        ["--lang", "zh", "--paper=letter"],
    ):
        assert main(["sheet", *words, *options, "-o", "one.svg"]) == 0
        texts.add(Path("one.svg").read_text("utf-8"))
    assert len(texts) == 4


def test_a_sheet_of_rules_has_a_page_for_each_mode_named_or_for_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["sheet", "rules", "-o", "all.svg"]) == 0
    pages = [Path(f"all-{n}.svg").read_text("utf-8") for n in range(1, len(VARIANTS) + 1)]
    assert all(name.capitalize() in page for name, page in zip(VARIANTS, pages, strict=True))
    assert len({*pages}) == len(pages)
    assert not Path(f"all-{len(VARIANTS) + 1}.svg").exists()


def test_a_game_by_its_moves_is_of_the_tie_break_beside_the_mode() -> None:
    parser = argparse.ArgumentParser()
    sheet.add_arguments(parser)
    words = ["game", "--moves", "55", "--mode", "open", "--tie-break", "boards"]
    (record,) = sheet._records(parser.parse_args(words))
    assert (record.variant.name, record.variant.tie_break) == ("open", "boards")


# ninefold codingame


@pytest.mark.parametrize(
    ("options", "pace", "mode"),
    [
        ([], Pace(), "modern:tie_break=boards"),
        (["--first", "500"], Pace(first=0.5), "modern:tie_break=boards"),
        (["--turn", "50", "--margin", "3"], Pace(later=0.05, margin=0.003), None),
        (["--mode", "battle"], Pace(), "battle"),
        (["--mode", "open", "--tie-break", "boards"], Pace(), "open:tie_break=boards"),
    ],
)
def test_a_bot_plays_that_mode_at_that_pace(
    options: list[str], pace: Pace, mode: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[Any, ...]] = []

    class Bot:
        def __init__(self, engine: Engine, start: Position, *, pace: Pace, **_: object) -> None:
            made.append((engine.name, start, pace))

        def serve(self, lines: object) -> None:
            """Nobody says anything."""

    monkeypatch.setattr(codingame, "CodingameBot", Bot)
    assert main(["codingame", "--engine", "random", *options]) == 0
    start = Position.start(parse_variant(mode or "modern:tie_break=boards"))
    assert made == [("random", start, pace)]
