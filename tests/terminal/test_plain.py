"""Plain play, from a file of lines to the transcript that a person reads."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ninefold.game import Game, record_of
from ninefold.rules.position import Position
from ninefold.rules.record import format_record
from ninefold.rules.squares import square_name
from ninefold.rules.variants import VARIANTS
from ninefold.terminal.plain import PlainTable
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
