"""The computer's pool: bounded, fair, and no thought for a game that no longer wants it."""

import asyncio
import threading
import time
from typing import ClassVar

import pytest

from ninefold import Position
from ninefold.engine.levels import LEVELS
from ninefold.server import messages as m
from ninefold.server.computer import EngineBrain, make_pool
from ninefold.server.refusal import Refusal
from ninefold.server.thinking import Pool, Thought, TimeLeft

LEVEL = [m.Level(name="slow", rank=1, text="")]


class SlowBrain:
    """Thinks until it is let go or stopped, and notes what it was asked, in order."""

    asked: ClassVar[list[int]] = []
    go = threading.Event()

    def __init__(self):
        self.stopped = threading.Event()

    def think(self, position, level, time_left=None):
        SlowBrain.asked.append(position.ply)
        self.stopped.clear()
        while not SlowBrain.go.is_set() and not self.stopped.is_set():
            time.sleep(0.001)
        return Thought(position.legal_moves[0])

    def stop(self):
        self.stopped.set()

    def close(self):
        self.stop()


def pool(**options):
    SlowBrain.asked, SlowBrain.go = [], threading.Event()
    return Pool(SlowBrain, LEVEL, default_level="slow", hint_level="slow", **options)


def at_ply(ply):
    position = Position.start()
    for _ in range(ply):
        position = position.play(position.legal_moves[0])
    return position


async def asked(count):
    while len(SlowBrain.asked) < count:
        await asyncio.sleep(0.001)


def test_visitors_take_turns_however_many_games_one_of_them_has():
    async def run():
        thinking = pool()
        busy = [asyncio.create_task(thinking.choose(at_ply(n), "slow", "ann")) for n in range(1, 5)]
        await asked(1)
        other = asyncio.create_task(thinking.choose(at_ply(9), "slow", "ben"))
        await asyncio.sleep(0)
        SlowBrain.go.set()
        await asyncio.gather(*busy, other)
        await thinking.close()

    asyncio.run(run())
    assert SlowBrain.asked.index(9) == 2  # one of ann's was under way, one was first in line


def test_a_cancelled_thought_is_dropped_from_the_line_or_stopped():
    async def run():
        thinking = pool()
        first = asyncio.create_task(thinking.choose(at_ply(1), "slow", "ann"))
        await asked(1)
        second = asyncio.create_task(thinking.choose(at_ply(2), "slow", "ann"))
        third = asyncio.create_task(thinking.choose(at_ply(3), "slow", "ben"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        assert thinking.waiting == 1
        first.cancel()
        await asked(2)
        SlowBrain.go.set()
        assert (await third).square in range(81)
        await thinking.close()

    asyncio.run(run())
    assert SlowBrain.asked == [1, 3]


def test_a_full_line_is_told_and_nothing_grows():
    async def run():
        thinking = pool(most_waiting=2)
        tasks = [asyncio.create_task(thinking.choose(at_ply(n), "slow", "a")) for n in range(1, 4)]
        await asked(1)
        with pytest.raises(Refusal) as caught:
            await thinking.choose(at_ply(5), "slow", "b")
        SlowBrain.go.set()
        await asyncio.gather(*tasks)
        await thinking.close()
        return caught.value.code

    assert asyncio.run(run()) == "busy"


def test_one_visitor_cannot_fill_the_line():
    async def run():
        thinking = pool(most_waiting_each=1)
        tasks = [asyncio.create_task(thinking.choose(at_ply(n), "slow", "a")) for n in range(1, 3)]
        await asked(1)
        with pytest.raises(Refusal) as caught:
            await thinking.choose(at_ply(5), "slow", "a")
        SlowBrain.go.set()
        await thinking.choose(at_ply(6), "slow", "b")
        await asyncio.gather(*tasks)
        await thinking.close()
        return caught.value.code

    assert asyncio.run(run()) == "busy"


def test_a_thought_that_fails_is_told_and_the_next_one_thinks():
    class Forgetful(SlowBrain):
        def think(self, position, level, time_left=None):
            if position.ply == 1:
                raise ValueError("lost the thread")
            return Thought(0)

    async def run():
        thinking = Pool(Forgetful, LEVEL, default_level="slow", hint_level="slow")
        with pytest.raises(ValueError, match="lost the thread"):
            await thinking.choose(at_ply(1), "slow", "a")
        assert await thinking.choose(at_ply(0), "slow", "a") == Thought(0)
        await thinking.close()

    asyncio.run(run())


@pytest.mark.parametrize("mode", ["modern", "battle"])
def test_each_level_plays_a_legal_move_and_says_what_it_expects(mode):
    brain = EngineBrain()
    position = Position.start(mode).play("55").play("51")
    for level in make_pool(1).levels:
        thought = brain.think(position, level.name, TimeLeft(4.0))
        assert thought.square in position.legal_moves
        assert 0 <= thought.win <= 1
    brain.close()


def test_the_levels_are_the_engines_weakest_first():
    assert [level.name for level in make_pool(1).levels] == [level.name for level in LEVELS]


def test_the_event_loop_stays_free_while_the_computer_thinks(shared_server):
    """The strongest level thinks for a second; other requests are answered meanwhile.

    If it thought on the event loop, the first answer would already show its move.
    """
    ann = shared_server.client()
    strongest = ann.about().levels[-1].name
    game = ann.create(opponent="computer", level=strongest, side="O").game.id
    answers = 0
    while not ann.game(game).game.moves:
        answers += 1
    assert answers > 0


def test_a_takeback_while_the_computer_thinks_makes_its_answer_void(make_server):
    server = make_server(pace=1000.0)
    ann = server.client()
    game = ann.create(opponent="computer", level=ann.about().levels[0].name, side="X").game.id
    ann.command(game, m.Move(ply=0, square=40))
    undone = ann.command(game, m.Undo(ply=1)).game
    assert undone.moves == []
    assert ann.game(game).game.moves == []
