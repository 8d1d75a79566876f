"""Plain play, from a file of lines to the transcript that a person reads."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from ninefold.drawing.text import draw_text
from ninefold.game import Game, record_of
from ninefold.rules.position import Position
from ninefold.rules.record import format_record, parse_records
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS
from ninefold.terminal.plain import PlainTable, tell_record
from ninefold.terminal.saves import Shelf
from ninefold.terminal.say import WORDS
from ninefold.words import Language
from support.pilots import at, random_game


def transcript(lines: str, mode: str = "modern", lang: Language = "en", **levels: str) -> str:
    out = io.StringIO()
    game = Game(Position.start(mode), at(**levels))
    table = PlainTable(game, WORDS[lang], source=io.StringIO(lines), out=out, boards=False)
    assert table.run() == 0
    return out.getvalue()


@pytest.mark.parametrize("lang", WORDS)
@pytest.mark.parametrize("mode", VARIANTS)
def test_a_whole_game_from_a_file_ends_with_its_result(mode: str, lang: Language) -> None:
    game = random_game(mode, seed=7)
    said = transcript("\n".join(map(square_name, game.moves)), mode, lang)
    winner = game.result.winner if game.result else None
    wins = {"en": "wins.", "zh-Hant": "獲勝。"}[lang]
    draw = {"en": "Draw.", "zh-Hant": "和局。"}[lang]
    assert (f"{winner} {wins}" if winner else draw) in said


def test_a_refused_square_is_answered_with_the_reason_and_changes_nothing() -> None:
    said = transcript("13\n55\n13\n33\n31\n31\n13\nmoves\n")
    assert "Not 55: the last move sends O to board 3." in said
    assert "13 is taken: X is there already." in said
    assert "13 33 31\n" in said


def test_words_that_are_no_move_are_answered_with_what_was_expected() -> None:
    assert "'castle' is neither a move nor a command" in transcript("castle\n")


def test_undo_and_redo() -> None:
    said = transcript("undo\n13\nundo\nmoves\nredo\nmoves\nredo\n")
    assert "There is nothing to take back." in said
    assert "none\n" in said
    assert "There is nothing to play again." in said


def test_resigning_ends_the_game_and_can_be_taken_back() -> None:
    said = transcript("13\nresign\n33\nundo\n33\nmoves\n")
    assert "X wins. O resigned." in said
    assert "The game is over: undo, or start a new one." in said
    assert "13 33\n" in said


def test_a_board_in_words_for_a_screen_reader() -> None:
    assert "Board 1: X on 3; O on none; open." in transcript("13\nlook 1\n")


def test_boards_to_look_at_are_numbers() -> None:
    assert "Board 5: X on none" in transcript("13\nlook 5, 1\n")
    for wrong in ("look 0", "look centre", "look 55"):
        assert "Say which boards, 1-9" in transcript(f"{wrong}\n")


def test_the_rules_of_the_mode_are_told() -> None:
    assert "your opponent takes it over" in transcript("rules\n", "battle")
    assert "It stays yours for good." in transcript("rules\n", "classic")


def test_a_game_is_saved_and_opened(tmp_path: Path) -> None:
    file = tmp_path / "a game.txt"
    said = transcript(f"13\n35\nsave {file}\nnew open\nopen {file}\nmoves\n", "battle")
    assert f"Opened {file}: Battle, move 2." in said
    assert said.rstrip().endswith("End of input. Moves played: 2.")


def test_opening_a_file_with_several_games_says_which_was_taken(tmp_path: Path) -> None:
    games = [random_game(mode, seed=1) for mode in ("open", "battle")]
    file = tmp_path / "games.txt"
    file.write_text("\n".join(format_record(record_of(game)) for game in games), "utf-8")
    said = transcript(f"open {file}\n")
    assert "It is the first of 2 games in the file." in said


def test_a_rematch_changes_sides() -> None:
    said = transcript("55\nrematch\nresign\nrematch\nmoves\n", "battle", O="beginner")
    assert "The game is not over yet" in said
    assert "You lose. You resigned." in said
    assert "A rematch of Battle: sides are changed." in said
    assert "The computer (Beginner) plays X." in said


def test_a_variant_of_ones_own_is_played_and_explained() -> None:
    said = transcript("new raid:release=full,free_move=unfilled\nrules\n13\n")
    assert "A new game of Raid." in said
    assert "The rules of Raid" in said
    assert "It stays yours for good." in said


def test_saving_overwrites_nothing(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    assert "exists already, and stays as it is" in transcript(f"13\nsave {file}\n")
    assert file.read_text() == "precious"
    assert "exists already" in transcript(f"13\nsave {tmp_path}\n")


def test_among_friends_there_are_no_sides_to_switch() -> None:
    assert "nothing to switch" in transcript("13\nswitch\n")
    assert "Sides are switched." in transcript("55\nswitch\n", O="beginner")


def test_saving_makes_no_folders(tmp_path: Path) -> None:
    said = transcript(f"13\nsave {tmp_path}/no/such/place.txt\n")
    assert "could not be written: No such file or directory" in said
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_is_named_and_the_game_goes_on() -> None:
    said = transcript("13\nopen /no/such/file\n33\nmoves\n")
    assert "cannot read '/no/such/file': No such file or directory" in said
    assert "13 33\n" in said


def test_the_computer_answers_every_move_of_a_person() -> None:
    said = transcript("55\nmoves\n", O="beginner")
    assert "O plays 5" in said


def test_quit_stops_reading() -> None:
    assert "13" not in transcript("quit\n13\n").split("Goodbye.")[1]


def test_the_command_reads_a_pipe_and_ends_with_it() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("ninefold"), "play", "battle", "--plain", "--lang", "en"],
        input="13\n33\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "(O)" in done.stdout
    assert "End of input. Moves played: 2." in done.stdout


@pytest.mark.parametrize("lang", WORDS)
def test_help_lists_every_command(lang: Language) -> None:
    help_text = WORDS[lang].plain_help
    commands = [name.removeprefix("do_") for name in vars(PlainTable) if name.startswith("do_")]
    assert len(commands) > 10
    assert [name for name in commands if name not in help_text] == ["help"]


def test_at_a_terminal_every_move_is_kept_and_the_game_goes_on(tmp_path: Path) -> None:
    def sit_down(lines: str) -> str:
        out = io.StringIO()
        game = Game(Position.start("modern"), at())
        source = io.StringIO(lines)
        shelf = Shelf(tmp_path)
        table = PlainTable(game, WORDS["en"], source=source, out=out, shelf=shelf)
        table.run()
        return out.getvalue()

    assert "unfinished" not in sit_down("new battle\n13\n35\n")
    said = sit_down("continue\n58\n")
    assert "A game of Battle is unfinished, move 2: type continue" in said
    (saved,) = Shelf(tmp_path).saved()
    assert saved.game is not None
    assert [square_name(move) for move in saved.game.moves] == ["13", "35", "58"]


def test_a_game_from_elsewhere_goes_on_on_the_shelf_and_its_own_file_stays(tmp_path: Path) -> None:
    file, shelf = tmp_path / "ann.txt", Shelf(tmp_path / "shelf")
    transcript(f"13\n35\nsave {file}\n")
    before, out = file.read_text("utf-8"), io.StringIO()
    lines = io.StringIO(f"open {file}\n58\n")
    PlainTable(Game(Position.start(), at()), WORDS["en"], source=lines, out=out, shelf=shelf).run()
    assert file.read_text("utf-8") == before
    (saved,) = shelf.saved()
    assert saved.game is not None
    assert [square_name(move) for move in saved.game.moves] == ["13", "35", "58"]


def test_a_level_alone_means_to_play_against_it() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("ninefold"), "play", "--level", "2", "--lang", "en"],
        input="55\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "The computer (Beginner) plays O." in done.stdout


def test_playing_from_a_pipe_leaves_no_files(tmp_path: Path) -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("ninefold"), "play", "--plain"],
        input="13\n",
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def kept(lines: str, folder: Path, **levels: str) -> list[str]:
    """What the newest game on a shelf has after some lines at a terminal: its moves, its result."""
    shelf, out = Shelf(folder), io.StringIO()
    game = Game(Position.start("battle"), at(**levels))
    PlainTable(game, WORDS["en"], source=io.StringIO(lines), out=out, shelf=shelf).run()
    saved = next(iter(shelf.saved()))
    assert saved.game is not None
    winner = saved.game.result.winner if saved.game.result else "goes on"
    return [*map(square_name, saved.game.moves), str(winner)]


@pytest.mark.parametrize(
    ("lines", "on_disk"),
    [
        ("13\n35\nundo\n", ["13", "goes on"]),
        ("13\n35\nundo\nredo\n", ["13", "35", "goes on"]),
        ("13\nresign\n", ["13", "X"]),
        ("13\nresign\nundo\n", ["13", "goes on"]),
        ("13\nresign\nresign\n", ["13", "X"]),
    ],
)
def test_whatever_changes_the_game_is_kept_at_once(
    lines: str, on_disk: list[str], tmp_path: Path
) -> None:
    assert kept(lines, tmp_path) == on_disk


def test_seats_are_kept_as_they_were_switched(tmp_path: Path) -> None:
    kept("55\nswitch\n", tmp_path, O="beginner")
    (saved,) = Shelf(tmp_path).saved()
    assert saved.game is not None
    assert saved.game.seats == at(X="beginner")
    assert len(saved.game.moves) == 3, "the computer went on with ours"


def test_a_game_of_the_shelf_is_opened_in_its_own_file(tmp_path: Path) -> None:
    kept("13\n", tmp_path)
    (file,) = tmp_path.iterdir()
    assert kept(f"open {file}\n35\n", tmp_path) == ["13", "35", "goes on"]
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_game_or_a_rematch_gets_a_file_of_its_own(tmp_path: Path) -> None:
    kept("13\nresign\nrematch\n55\n51\nnew\n11\n", tmp_path)
    games = [saved.game for saved in Shelf(tmp_path).saved()]
    assert sorted(len(game.moves) for game in games if game) == [1, 1, 2]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("new\n", "A new game of Battle."),
        ("new swap\n55\n", "A new game of Battle.\nX starts, on any square.\n"),
        ("new open swap\n55\n", "type swap to take over X's move"),
        ("UNDO\n", "There is nothing to take back."),
        ("  u  \n", "There is nothing to take back."),
        ("13\nresign\nhint\n", "The game is over: no hint."),
        ("13\nresign\nresign\n", "The game is over: undo, or start a new one."),
        ("13\nresign\n", "\n> \nEnd of input. Moves played: 1."),
        ("13\n", "O> \nEnd of input."),
        ("continue\n", "There is no unfinished game."),
        ("save\n", "Say which file: save FILE."),
        ("open\n", "Say which file: open FILE."),
        ("board off\n", "The board is shown only when you type board."),
        ("board on\n", "The board is shown after each move."),
        ("13\nrules\n", "The rules of Battle"),
    ],
)
def test_each_command_is_answered(lines: str, said: str) -> None:
    assert said in transcript(lines, "battle")


@pytest.mark.parametrize("nothing", ["\n", "   \n", "# a note\n"])
def test_empty_lines_and_notes_are_no_moves(nothing: str) -> None:
    said = transcript(f"13\n{nothing}33\nmoves\n")
    assert "neither a move" not in said
    assert "13 33\n" in said


def test_look_alone_says_all_boards_and_then_whose_turn_it_is() -> None:
    said = transcript("13\nlook\n").split("look\n")[1].splitlines()
    assert [line.partition(":")[0] for line in said[:9]] == [f"Board {n}" for n in range(1, 10)]
    assert said[9] == "O must play in board 3."


def test_the_board_is_drawn_first_and_after_each_move_until_it_is_not_wanted() -> None:
    out = io.StringIO()
    lines = io.StringIO("13\nboard off\n33\nboard\nboard on\n31\n")
    game = Game(Position.start(), at())
    PlainTable(game, WORDS["en"], source=lines, out=out).run()
    parts = re.split("[XO]> ", out.getvalue())
    frame = draw_text(Position.start(), caption=False).splitlines()[1]
    assert [frame in part for part in parts] == [True, True, False, False, True, False, True, False]
    assert parts[0].index(frame) < parts[0].index("Ninefold, Modern")
    assert draw_text(game.position, last_move=game.last_move, caption=False) in parts[-2]


def test_a_record_is_told_with_its_numbers_and_what_is_said_of_its_moves() -> None:
    text = "\n".join(format_record(record_of(random_game(mode, 1))) for mode in ("open", "battle"))
    records = parse_records(text)
    second = replace(
        records[1],
        moves=tuple(
            replace(move, comment="well done" if at == 1 else "")
            for at, move in enumerate(records[1].moves)
        ),
    )
    out = io.StringIO()
    tell_record((records[0], second), 2, WORDS["en"], out)
    lines = out.getvalue().splitlines()
    assert lines[:2] == ["Game 2 of 2; --game N chooses another.", "Battle"]
    told = [line for line in lines if line[:1].isdigit()]
    first, then = (square_name(move.square) for move in second.moves[:2])
    assert told[0] == f"1. X plays {first}."
    assert told[1].startswith(f"2. O plays {then}.")
    assert told[1].endswith(" well done")
    assert len(told) == len(second.moves)


def test_the_last_line_of_a_pipe_is_written_as_a_line_though_it_does_not_end() -> None:
    assert "X> 13\nX plays 13.\n" in transcript("13")


def test_moves_of_a_game_that_begins_from_a_position_are_numbered_on() -> None:
    start = Position.start().play("55").play("51")
    game = Game(start, at())
    game.play(start.legal_moves[0])
    out = io.StringIO()
    tell_record([record_of(game)], 1, WORDS["en"], out)
    numbers = re.findall(r"^(\d+)\. ", out.getvalue(), re.MULTILINE)
    assert numbers == ["3"]
