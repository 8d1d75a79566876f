"""A record on the screen: its clocks, its numbers, and whose review is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from textual.widgets import Static

from ninefold.analysis import review
from ninefold.game import Seat, record_of
from ninefold.game.entries import Moved
from ninefold.rules.notation import parse_position
from ninefold.rules.position import Position
from ninefold.rules.record import Record
from ninefold.rules.squares import parse_square
from ninefold.terminal.app import NinefoldApp
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.look import Look
from ninefold.terminal.replay import ReplayScreen
from ninefold.terminal.reviewing import Reviewer
from ninefold.terminal.saves import Shelf
from ninefold.terminal.sitting import new_game
from ninefold.terminal.table import TableScreen
from support.pilots import drive, press, seen, until

ARROW = Look().glyphs.arrow


def replay_of(folder: Path, *records: Record) -> NinefoldApp:
    return NinefoldApp(Look(), Shelf(folder), records=records, pace=0)


def shown(app: NinefoldApp) -> ReplayScreen:
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


def timed(result: bool) -> Record:
    """Four moves with clocks of five minutes and what each left; O may have resigned then."""
    game = new_game(Position.start(), {"X": Seat("Ann"), "O": Seat("Ben")}, "300")
    for name, left in (("55", 300_000), ("51", 300_000), ("15", 250_000), ("53", 200_000)):
        game.apply(Moved(side=game.position.turn, square=parse_square(name), left=left))
    if result:
        game.resign("O")
    return record_of(game)


def test_each_position_has_the_clocks_that_its_moves_left_whoever_is_to_move(
    tmp_path: Path,
) -> None:
    faces = [("5:00", "5:00"), ("5:00", "5:00"), ("5:00", "5:00"), ("4:10", "5:00")]
    faces.append(("4:10", "3:20"))

    async def scenario() -> None:
        for over in (False, True):
            app = replay_of(tmp_path, timed(over))
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda app=app: isinstance(app.screen, ReplayScreen))
                for ply, (x, o) in enumerate(faces):
                    rows = [line.split("│")[-1] for line in seen(pilot).splitlines()]
                    told = [next(row for row in rows if name in row) for name in ("Ann", "Ben")]
                    assert [row.split()[-1] for row in told] == [x, o], (over, ply)
                    await press(pilot, "right")

    drive(scenario())


def test_what_began_from_a_position_is_numbered_and_played_on_from_there(tmp_path: Path) -> None:
    start = parse_position("classic 9/9/9/9/4X4/9/9/9/9 ......... O 5")
    game = new_game(start, {"X": Seat(), "O": Seat()})
    for name in ("51", "15"):
        game.play(parse_square(name))

    async def scenario() -> None:
        app = replay_of(tmp_path, record_of(game))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "Classic · move 0 of 2" in seen(pilot))
            message = app.screen.query_one("#message", Static)
            assert str(message.content).endswith("O must play in board 5.")
            assert f"{ARROW}O " in seen(pilot)
            assert app.screen.query_one(BoardWidget).view.last is None
            await press(pilot, "right")
            assert "2. 51" in seen(pilot)
            assert str(message.content) == "O plays 51."
            await press(pilot, "p")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            assert isinstance(app.screen, TableScreen)
            assert (app.screen.game.start, app.screen.game.moves) == (start, [36])

    drive(scenario())


def test_only_the_review_that_was_asked_for_last_is_told(tmp_path: Path) -> None:
    record = replace(timed(False), moves=timed(False).moves[:2], result="*")

    class Silent(Reviewer):
        """Reviews nothing by itself: a test tells what it found."""

        def run(self, progress: object) -> None:
            return None

    async def scenario() -> None:
        found = review(record)
        app = replay_of(tmp_path, record, record)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = shown(app)
            message = screen.query_one("#message", Static)

            async def tell(reviewer: Reviewer, done: int = 0, *, over: bool = False) -> str:
                told = ReplayScreen.Reviewed(reviewer, done, found if over else None)
                screen.post_message(told)
                await press(pilot, "f5")
                return str(message.content)

            old = Silent(record)
            assert "starts" in await tell(old, 1)
            assert screen.review is None
            screen._reviewer, screen._done = (now := Silent(record)), 0
            assert "1 of 2" in await tell(now, 1)
            assert "1 of 2" in await tell(old, 2)
            await tell(old, over=True)
            assert screen.review is None
            assert "starts" in await tell(now, over=True)
            assert screen.review is found
            await press(pilot, "r")
            assert screen._reviewer is None, "it is there already"
            await press(pilot, "n")
            assert screen.review is None
            assert "next mistake" not in seen(pilot)

    drive(scenario())


def test_a_review_that_found_nothing_wrong_says_so(tmp_path: Path) -> None:
    record = timed(False)
    faultless = review(replace(record, moves=record.moves[:1], result="*"))

    async def scenario() -> None:
        app = replay_of(tmp_path, replace(record, moves=record.moves[:1]))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = shown(app)
            moves = tuple(replace(move, judgement="best") for move in faultless.moves)
            await pilot.pause()  # until the screen has its size: it is drawn once more then
            screen.review = replace(faultless, moves=moves)
            await press(pilot, "m")
            said = str(screen.query_one("#message", Static).content)
            assert said == Look().words.review_none
            assert screen.ply == 0

    drive(scenario())


def test_a_move_is_told_with_its_own_fault_and_what_was_said_of_it(tmp_path: Path) -> None:
    record = replace(timed(False), result="*")
    moves = tuple(
        replace(move, comment=f"note {at}" if at in (1, 2) else "")
        for at, move in enumerate(record.moves)
    )
    record = replace(record, moves=moves)
    found = review(record)
    judged = tuple(
        replace(move, judgement="blunder" if at == 1 else "best", reasons=())
        for at, move in enumerate(found.moves)
    )

    async def scenario() -> None:
        app = replay_of(tmp_path, record)
        async with app.run_test(size=(120, 40)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = shown(app)
            screen.review = replace(found, moves=judged)
            said = []
            for _ in range(4):
                await press(pilot, "right")
                told = str(screen.query_one("#message", Static).content)
                note = told.rpartition("note ")[2] if "note" in told else ""
                said.append(("blunder" in told, note))
            assert said == [(False, ""), (True, "1"), (False, "2"), (False, "")]

    drive(scenario())


def test_a_review_is_stopped_when_another_game_is_looked_at(tmp_path: Path) -> None:
    class Waiting(Reviewer):
        stopped = False

        def stop(self) -> None:
            self.stopped = True

    async def scenario() -> None:
        app = replay_of(tmp_path, timed(False), timed(True))
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
            screen = shown(app)
            screen._reviewer, screen._done = (reviewer := Waiting(timed(False))), 1
            await press(pilot, "n")
            assert reviewer.stopped
            assert screen._reviewer is None
            assert "starts" in str(screen.query_one("#message", Static).content)

    drive(scenario())
