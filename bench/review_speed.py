"""A review of a game of fifty moves: by the command, and in a page, in one run.

Two equal levels play until a game of that length comes; the page gets it pasted, as anybody would
paste it. Seconds by the wall, start of the program and load of the engine included.

    PYTHONPATH=tests python bench/review_speed.py
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, expect

from ninefold import VARIANTS, Position
from ninefold.engine import LevelEngine, Limit
from ninefold.rules.record import Record, RecordedMove, format_record
from support.chromium import chromium_and_server

MOVES = 50
LONG_MS = 300_000


def game_of(mode: str) -> Record:
    """The first finished game of fifty moves between two casual players."""
    seed = 0
    while True:
        seed += 1
        position, squares = Position.start(mode), []
        with LevelEngine("casual", seed=seed) as player:
            while position.outcome is None:
                squares.append(player.play(position, Limit()).move)
                position = position.play(squares[-1])
        if len(squares) == MOVES:
            moves = tuple(map(RecordedMove, squares))
            return Record(Position.start(mode), moves, position.outcome.winner or "=")


def by_the_command(text: str) -> float:
    """Seconds for `ninefold review` of a file."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.txt"
        file.write_text(text)
        began = time.perf_counter()
        command = [sys.executable, "-m", "ninefold", "review", str(file)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def in_a_page(browser: Browser, address: str, text: str) -> float:
    """Seconds from *Open* to the curve, in a browser that has nothing loaded."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    page.goto("/review")
    page.get_by_role("textbox").fill(text)
    began = time.perf_counter()
    page.get_by_role("dialog").get_by_role("button", name="Open").click()
    expect(page.get_by_test_id("curve")).to_be_visible(timeout=LONG_MS)
    took = time.perf_counter() - began
    context.close()
    return took


def main() -> None:
    """A line a mode."""
    with chromium_and_server() as (browser, server):
        for mode in VARIANTS:
            text = format_record(game_of(mode))
            command, page = by_the_command(text), in_a_page(browser, server.url, text)
            print(f"{mode:8} {command:5.1f} s by the command, {page:5.1f} s in a page")


if __name__ == "__main__":
    main()
