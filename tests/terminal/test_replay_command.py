"""`ninefold replay` and `ninefold play` on the command line, without a screen."""

from __future__ import annotations

import io
import os
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from ninefold.cli import main
from ninefold.game import record_of
from ninefold.rules.record import format_record
from ninefold.rules.squares import square_name
from ninefold.terminal.saves import store_game
from support.pilots import random_game
from support.terminal_window import ninefold

B = ("--game", "2")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in this very process: to start Python anew takes most of a second."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return subprocess.CompletedProcess(arguments, code, out.getvalue(), err.getvalue())


def test_without_a_screen_a_record_is_told_in_lines(tmp_path: Path) -> None:
    game = random_game("open", seed=1)
    store_game(tmp_path / "game.txt", game)
    done = run("replay", str(tmp_path / "game.txt"), "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert f"1. X plays {square_name(game.moves[0])}." in done.stdout
    last = done.stdout.splitlines()[-1]
    winner = game.result.winner if game.result else None
    assert last.startswith(f"{winner} wins" if winner else "Draw.")


def test_of_several_games_one_is_told_and_the_others_are_not_kept_back(tmp_path: Path) -> None:
    games = [random_game(mode, seed=1) for mode in ("open", "battle")]
    file = tmp_path / "games.txt"
    file.write_text("\n".join(format_record(record_of(game)) for game in games), "utf-8")
    first, second = (run("replay", str(file), "--lang", "en", *which).stdout for which in ((), B))
    assert first.startswith("Game 1 of 2; --game N chooses another.\nOpen\n")
    assert second.startswith("Game 2 of 2; --game N chooses another.\nBattle\n")
    assert f"1. X plays {square_name(games[1].moves[0])}." in second
    for wrong in ("0", "3"):
        done = run("replay", str(file), "--game", wrong)
        assert done.returncode == 2
        assert f"--game {wrong}: {file} holds 2 games: expected 1 to 2" in done.stderr


def test_a_record_that_is_illegal_at_move_17_is_answered_with_move_and_reason(
    tmp_path: Path,
) -> None:
    game = random_game("modern", seed=1)
    names = [square_name(move) for move in game.moves[:16]]
    file = tmp_path / "bad.txt"
    file.write_text(f'[Mode "modern"]\n[Result "*"]\n\n1. {" ".join([*names, names[3]])} *\n')
    done = run("replay", str(file))
    assert done.returncode == 2
    assert "move 17" in done.stderr
    assert "is there already" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_missing_file_and_wrong_words_are_answered_in_one_sentence(tmp_path: Path) -> None:
    for arguments, words in [
        (("replay", str(tmp_path / "none.txt")), "none.txt': No such file"),
        (("play", "chess", "--plain"), "'chess' is not a mode"),
        (("play", "--plain", "--computer", "O", "--level", "god"), "'god' is not a level"),
        (("play", "--plain", "--clock", "soon"), "'soon' is not a clock"),
    ]:
        done = run(*arguments)
        assert done.returncode == (4 if arguments[0] == "replay" else 2), arguments
        assert words in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_terminal_without_the_characters_gets_question_marks_and_no_crash() -> None:
    done = subprocess.run(
        ninefold("play", "--plain", "--lang", "zh"),
        input="13\nquit\n",
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "X ? 13?" in done.stdout
