"""The computer thinks beside the screen, never in front of it."""

from __future__ import annotations

import threading
from collections.abc import Generator
from pathlib import Path

from ninefold.engine import Engine, EngineError, Info, Limit, Score
from ninefold.game.computer import Thought
from ninefold.rules.position import Position
from ninefold.terminal.board import BoardWidget
from ninefold.terminal.computer import Computer
from ninefold.terminal.panel import SidePanel
from ninefold.terminal.sitting import new_game
from support.pilots import at, drive, press, table, told, until


class SlowEngine(Engine):
    """Thinks until it is stopped, and then answers with its first legal move."""

    name = "slow"

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.thinking = threading.Event()

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        self.thinking.set()
        self.stopped.wait(120)
        self.stopped.clear()
        move = position.legal_moves[0]
        yield [Info(move, Score(position.turn, 0.5), line=(move,))]

    def stop(self) -> None:
        if self.thinking.is_set():
            self.thinking.clear()
            self.stopped.set()


def test_keys_are_answered_and_undo_takes_the_question_back_while_it_thinks(
    tmp_path: Path,
) -> None:
    engines: list[SlowEngine] = []

    def computer() -> Computer:
        engine = SlowEngine()
        engines.append(engine)
        return Computer(lambda _: engine)

    async def scenario() -> None:
        seats = at(O="beginner")
        async with table(tmp_path, seats=seats, computer=computer) as (pilot, screen):
            player = engines[0]
            board = screen.query_one(BoardWidget)
            await press(pilot, "5", "5")
            await until(pilot, player.thinking.is_set)
            await press(pilot, "up")
            assert board.view.cursor is not None
            assert told(screen) == "The computer is thinking …"
            await press(pilot, "1", "1")
            assert screen.game.moves == [40]
            await press(pilot, "u")
            assert screen.game.moves == []
            await until(pilot, lambda: not player.thinking.is_set())
            await pilot.pause(0.2)
            assert screen.game.moves == [], "a late answer was played"
            await press(pilot, "5", "1")
            await until(pilot, player.thinking.is_set)
            player.stop()
            await until(pilot, lambda: len(screen.game.moves) == 2)

    drive(scenario())


def test_an_answer_on_its_way_to_another_position_is_not_played(tmp_path: Path) -> None:
    """Such a message was sent before the person took the move back and made another."""

    async def scenario() -> None:
        seats = at(O="beginner")
        computer = Computer(lambda _: SlowEngine())
        async with table(tmp_path, seats=seats, computer=lambda: computer) as (pilot, screen):
            await press(pilot, "5", "5")
            late = screen._question
            await press(pilot, "u", "5", "1")
            assert screen.game.moves == [36]
            assert screen.game.level_to_move == "beginner"
            screen.post_message(screen.Troubled(late, "no engine any more"))
            screen.post_message(screen.ComputerMoved(late, screen.game.position.legal_moves[0]))
            await pilot.pause()
            assert screen.game.moves == [36]
            assert told(screen) == "X plays 51. The computer is thinking …"
            screen.post_message(screen.ComputerMoved(screen._question, 4))
            await until(pilot, lambda: screen.game.moves == [36, 4])

    drive(scenario())


def test_nobody_takes_over_their_own_first_move_while_the_computer_thinks(tmp_path: Path) -> None:
    async def scenario() -> None:
        seats = at(O="beginner")
        game = new_game(Position.start(), seats, swap=True)
        computer = Computer(lambda _: SlowEngine())
        async with table(tmp_path, game=game, computer=lambda: computer) as (pilot, screen):
            await press(pilot, "5", "5")
            assert screen.game.swap == "open"
            assert not screen._may_take_over
            await press(pilot, "w")
            assert (screen.game.swap, screen.game.seats) == ("open", seats)

    drive(scenario())


def test_who_resigns_while_it_thinks_is_the_person(tmp_path: Path) -> None:
    async def scenario() -> None:
        engine = SlowEngine()
        seats = at(O="beginner")
        async with table(tmp_path, seats=seats, computer=lambda: Computer(lambda _: engine)) as (
            pilot,
            screen,
        ):
            await press(pilot, "5", "5")
            await until(pilot, engine.thinking.is_set)
            await press(pilot, "g", "y")
            assert screen.game.result is not None
            assert (screen.game.result.winner, screen.game.result.ending) == ("O", "resignation")
            engine.stop()

    drive(scenario())


def test_quitting_while_it_thinks_ends_at_once(tmp_path: Path) -> None:
    engines: list[SlowEngine] = []

    def computer() -> Computer:
        engine = SlowEngine()
        engines.append(engine)
        return Computer(lambda _: engine)

    async def scenario() -> None:
        seats = at(O="beginner")
        async with table(tmp_path, seats=seats, computer=computer) as (pilot, _):
            await press(pilot, "5", "5")
            await until(pilot, engines[0].thinking.is_set)
            await press(pilot, "q")
        assert not engines[0].thinking.is_set()

    drive(scenario())


def test_an_engine_that_fails_says_why_and_the_game_stays(tmp_path: Path) -> None:
    def broken(level: str) -> Engine:
        raise EngineError(f"{level} has a headache")

    async def scenario() -> None:
        seats = at(O="beginner")
        options = {"computer": lambda: Computer(broken)}
        async with table(tmp_path, seats=seats, **options) as (pilot, screen):
            await press(pilot, "5", "5")
            await until(pilot, lambda: told(screen) == "beginner has a headache")
            await press(pilot, "u")
            assert screen.game.moves == []

    drive(scenario())


def test_the_computer_is_told_what_its_clock_leaves_it(tmp_path: Path) -> None:
    limits: list[Limit] = []

    class Hurried(SlowEngine):
        def analysis(
            self, position: Position, limit: Limit, *, lines: int = 1
        ) -> Generator[list[Info], None, None]:
            limits.append(limit)
            yield [Info(position.legal_moves[0], Score(position.turn, 0.5))]

    async def scenario() -> None:
        options = {"seats": at(O="beginner"), "computer": lambda: Computer(lambda _: Hurried())}
        async with table(tmp_path, clock="60+2", **options) as (pilot, screen):
            await press(pilot, "5", "5")
            await until(pilot, lambda: len(screen.game.moves) == 2)

    drive(scenario())
    assert limits == [Limit(clock=60.0, increment=2)]


def test_the_computer_does_not_open_every_game_alike():
    """One session may play many games with the same engine."""
    computer = Computer()
    first_moves = {computer.choose(Position.start(), "expert") for _ in range(12)}
    computer.close()
    assert len(first_moves) > 1


def test_every_game_is_a_new_one_to_the_computer_whichever_side_it_plays():
    class Head:
        games = 0

        def new_game(self) -> None:
            self.games += 1

        def choose(self, position: Position, *_: object) -> Thought:
            return Thought(position.legal_moves[0])

    computer, head = Computer(), Head()
    computer._opponents["casual"] = head  # type: ignore[assignment]
    position, begun = Position.start(), []
    for _ in range(4):
        computer.choose(position, "casual")
        begun.append(head.games)
        position = position.play(position.legal_moves[0])
    assert begun == [1, 2, 2, 2], "it makes the first move or the second"


def test_a_table_keeps_to_the_pace_that_the_app_was_given(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as (_, screen):
            assert screen._pace == 0

    drive(scenario())


def test_clocks_go_on_to_be_drawn_while_nothing_else_happens(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path, clock="3600") as (pilot, screen):
            await press(pilot, *"555115")
            panel, drawn = screen.query_one(SidePanel), []
            panel.refresh = lambda *_, **__: drawn.append(1)  # type: ignore[method-assign]
            screen._tick()
            assert drawn == [1]

    drive(scenario())
