"""What a CodinGame bot hears turn by turn, when it is started anew, what counts of its answer."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ninefold import Position
from ninefold.engine import EngineError, Limit
from ninefold.protocols import codingame_engine
from ninefold.protocols.codingame_engine import CodingameEngine
from ninefold.protocols.errors import EngineCheated, EngineTimeout
from ninefold.rules.foreign import format_codingame

START = Position.start()


class Bot:
    """A program that is not one: it says what it is told to say, and notes what it hears."""

    started: list[Bot]
    says: list[str]

    def __init__(self, command: Sequence[str]) -> None:
        self.heard: list[str] = []
        self.waited: list[float] = []
        self.open = True
        self.started.append(self)

    def send(self, text: str) -> None:
        self.heard.append(text)

    def receive(self, seconds: float) -> str:
        self.waited.append(seconds)
        if not self.says:
            raise EngineTimeout("it says nothing")
        return self.says.pop(0)

    def close(self) -> None:
        self.open = False


@pytest.fixture(autouse=True)
def bots(monkeypatch: pytest.MonkeyPatch) -> list[Bot]:
    monkeypatch.setattr(Bot, "started", [], raising=False)
    monkeypatch.setattr(Bot, "says", [], raising=False)
    monkeypatch.setattr(codingame_engine, "Program", Bot)
    return Bot.started


def answer(engine: CodingameEngine, position: Position, *lines: str) -> int:
    Bot.says[:] = lines
    return engine.play(position, Limit(time=2)).move


def told(bot: Bot) -> list[str]:
    """The opponent's move of each turn."""
    return [text.split("\n")[0] for text in bot.heard]


@pytest.mark.parametrize(
    "lines",
    [["4 4"], [" 4  4 "], ["", "  ", "4 4"], ["4 4 good luck"], ["4 4 5 5"], ["4 4", "8 8"]],
)
def test_the_first_two_words_that_a_bot_says_are_its_move(lines: list[str]) -> None:
    with CodingameEngine("bot") as engine:
        assert answer(engine, START, *lines) == 40


@pytest.mark.parametrize("lines", [["x y"], ["4"], ["9 9"], ["", "hello 4 4"]])
def test_what_is_no_legal_move_is_cheating_and_ends_the_bot(lines: list[str], bots) -> None:
    engine = CodingameEngine("bot")
    with pytest.raises(EngineCheated, match="bot answered"):
        answer(engine, START, *lines)
    assert not bots[0].open


def test_a_bot_hears_what_was_played_since_it_moved_and_every_legal_square() -> None:
    with CodingameEngine("bot") as engine:
        assert answer(engine, START, "4 4") == 40
        then = START.play("55").play("51")
        assert answer(engine, then, "0 0") == 0
        (bot,) = Bot.started
        assert told(bot) == ["-1 -1", format_codingame(36)]
        squares = [format_codingame(square) for square in then.legal_moves]
        assert bot.heard[1].split("\n")[1:] == [str(len(squares)), *squares]


def test_a_bot_that_moves_second_hears_the_first_move() -> None:
    with CodingameEngine("bot") as engine:
        answer(engine, START.play("99"), format_codingame(72))
        assert told(Bot.started[0]) == [format_codingame(80)]


def test_every_game_has_a_bot_of_its_own_that_is_started_when_it_is_asked(bots) -> None:
    with CodingameEngine("bot") as engine:
        engine.new_game()  # nothing was played yet: the one that was started will do
        answer(engine, START, "4 4")
        assert len(bots) == 1
        engine.new_game()
        assert [bot.open for bot in bots] == [False]
        answer(engine, START, "0 0")
        answer(engine, START, "1 1")  # a beginning is a new game, whoever says so
        first = START.play("55")
        answer(engine, first, format_codingame(36))
        answer(engine, first.play("51").play("11"), format_codingame(1))
    assert [told(bot) for bot in bots] == [
        ["-1 -1"],
        ["-1 -1"],
        ["-1 -1"],
        [format_codingame(40), format_codingame(0)],
    ]
    assert not any(bot.open for bot in bots)


def test_a_bot_that_failed_is_asked_no_more_in_this_game(bots) -> None:
    with CodingameEngine("bot") as engine:
        answer(engine, START, "4 4")
        then = START.play("55").play("51")
        with pytest.raises(EngineTimeout):
            answer(engine, then)
        assert not bots[0].open
        with pytest.raises(EngineError, match="cannot be set up in mid game"):
            answer(engine, then, "0 0")
        assert answer(engine, START, "4 4") == 40


def test_a_first_turn_may_take_as_long_as_a_start_and_all_of_a_turn_counts(monkeypatch) -> None:
    now = [0.0]
    monkeypatch.setattr(codingame_engine.time, "monotonic", lambda: now[0])

    def receive(self: Bot, seconds: float) -> str:
        self.waited.append(seconds)
        now[0] += 0.5
        return Bot.says.pop(0)

    monkeypatch.setattr(Bot, "receive", receive)
    with CodingameEngine("bot", grace=0.25) as engine:
        answer(engine, START, "", "4 4")
        answer(engine, START.play("55").play("51"), "", "", "0 0")
    assert Bot.started[0].waited == pytest.approx([12.25, 11.75, 2.25, 1.75, 1.25])
