"""A real run in a real terminal: tmux types the keys and reads the screen."""

from __future__ import annotations

from pathlib import Path

from ninefold.rules.squares import square_name
from ninefold.terminal.saves import Shelf, store_game
from support.pilots import random_game
from support.terminal_window import Window, ninefold


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "screen-256color"} | more


def shelf(folder: Path) -> Shelf:
    return Shelf(folder / "ninefold" / "games")


def test_a_killed_game_loses_no_move_and_goes_on(tmp_path: Path) -> None:
    with Window(ninefold("play"), environment(tmp_path)) as window:
        window.wait_for("Mode")
        window.type("Right", "Right", "Down", "Right", "Enter")  # Battle, with a friend
        window.wait_for("Battle · X starts")
        moves = random_game("battle", seed=2).moves[:5]
        for ply, move in enumerate(moves):
            window.type(*square_name(move))
            window.wait_for(f"{'XO'[ply % 2]} plays {square_name(move)}.")
        window.kill()
        (saved,) = shelf(tmp_path).saved()
        assert saved.game is not None
        assert saved.game.moves == moves
    with Window(ninefold("play"), environment(tmp_path)) as window:
        window.wait_for("Continue Battle, move 5")
        window.type("c")
        window.wait_for("Moves")
        window.type("u")
        window.wait_for("Taken back.")
        window.type("?")
        window.wait_for("The rules of Battle")
        window.type("C-q")
        window.wait_for_end()
    (saved,) = shelf(tmp_path).saved()
    assert saved.game is not None
    assert saved.game.moves == moves[:4]


def test_a_window_grows_and_shrinks_while_the_game_goes_on(tmp_path: Path) -> None:
    with Window(ninefold("play", "modern"), environment(tmp_path)) as window:
        window.wait_for("┏━ 1 ━━━━━━━━━━━━━┓")
        window.type("Left")  # the app listens once it answers
        window.wait_for("54 sends O to board 4.")
        window.resize(120, 40)
        window.wait_for("┏━ 1 ━━━━━━━━━━━━━━━━━━━┓")
        window.resize(26, 12)
        window.wait_for("This window has 26 x 12")
        window.resize(40, 15)
        window.wait_for("─────────┼─────────┼─────────")
        window.type("5", "5")
        window.wait_for("O must play in board 5.")


def test_without_unicode_and_colour_the_screen_is_plain(tmp_path: Path) -> None:
    plain = environment(tmp_path, LC_ALL="C", NO_COLOR="1")
    with Window(ninefold("play", "open", "--computer", "O"), plain) as window:
        window.wait_for("## 1 ###")
        window.type("1", "3")
        screen = window.wait_until(lambda text: "1. 13  3" in text, "the computer's answer")
        assert screen.isascii()
        coloured = window._run("capture-pane", "-p", "-e")
        assert "38;5" not in coloured
        assert "38;2" not in coloured


def test_chinese_stands_in_straight_columns(tmp_path: Path) -> None:
    with Window(ninefold("play", "modern", "--lang", "zh"), environment(tmp_path)) as window:
        screen = window.wait_for("現代 · X 先下，可下任何一格。")
        columns = {line.index("┃") for line in screen.splitlines() if "┃" in line}
        assert columns == {0}
        assert "玩家" in screen


def test_a_bad_save_is_reported_kept_and_in_nobodys_way(tmp_path: Path) -> None:
    folder = shelf(tmp_path).folder
    folder.mkdir(parents=True)
    bad = folder / "2026-01-01-000000-modern.game"
    text = '[Mode "modern"]\n[Ninefold "7"]\n[Result "*"]\n\n1. 55 *\n'
    bad.write_text(text)
    with Window(ninefold("play"), environment(tmp_path)) as window:
        assert "Continue" not in window.wait_for("Mode")
        window.type("o")
        window.wait_for("cannot be read")
        window.wait_for("a newer")
        window.type("Escape")
        window.wait_until(lambda screen: "cannot be read" not in screen, "the list to close")
        window.type("Enter")
        window.wait_for("Modern · X starts")
        window.type("5", "5")
        window.wait_for("O plays 5")
    assert bad.read_text() == text


def test_a_record_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    game = random_game("classic", seed=3)
    store_game(file, game)
    with Window(ninefold("replay", str(file)), environment(tmp_path)) as window:
        window.wait_for(f"Classic · move 0 of {len(game.moves)}")
        window.type("Right")
        window.wait_for(f"X plays {square_name(game.moves[0])}.")
        window.type("End")
        window.wait_for(f"Classic · move {len(game.moves)} of {len(game.moves)}")


def test_a_terminal_that_cannot_be_drawn_on_plays_in_lines(tmp_path: Path) -> None:
    dumb = environment(tmp_path, TERM="dumb", LC_ALL="C")
    with Window(ninefold("play", "battle"), dumb) as window:
        window.wait_for("X>")
        window.type("13", "Enter")
        window.wait_for("O must play in board 3.")
        window.kill()
    (saved,) = shelf(tmp_path).saved()
    assert saved.game is not None
    assert saved.game.moves == [2]
