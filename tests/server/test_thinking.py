"""The computer's pool: bounded, fair, and no thought for a game that no longer wants it."""

import asyncio
import contextlib
import threading
import time

import pytest

from ninefold import Position
from ninefold.engine import LEVELS, EngineError, Limit
from ninefold.game import Computer, Thought
from ninefold.server.config import Limits
from ninefold.server.play.computer import Opponents, make_pool
from ninefold.server.play.line import Asker
from ninefold.server.play.thinking import Pool, Question
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

LEVEL = [m.Level(name="slow", rank=1, text="")]


class SlowBrain:
    """Thinks until it is let go or stopped, and notes what it was asked, in order."""

    def __init__(self):
        self.asked, self.forgotten = [], []
        self.go = threading.Event()
        self._stopped = set()

    def think(self, question, limit):
        self.asked.append(question.position.ply)
        while not self.go.is_set() and question not in self._stopped:
            time.sleep(0.001)
        return Thought(question.position.legal_moves[0])

    def stop(self, question):
        self._stopped.add(question)

    def forget(self, game):
        self.forgotten.append(game)

    def close(self):
        self.forgotten.append(None)


def pool(brain, **options):
    return Pool(brain, LEVEL, default_level="slow", hint_level="slow", **options)


def choose(thinking, ply, owner, address=None, level="slow"):
    question = Question(at_ply(ply), level)
    return asyncio.create_task(thinking.choose(question, Asker(owner, address)))


def at_ply(ply):
    position = Position.start()
    for _ in range(ply):
        position = position.play(position.legal_moves[0])
    return position


async def asked(brain, count):
    while len(brain.asked) < count:
        await asyncio.sleep(0.001)


def test_visitors_take_turns_however_many_games_one_of_them_has():
    async def run(brain):
        thinking = pool(brain)
        busy = [choose(thinking, ply, "ann") for ply in range(1, 5)]
        await asked(brain, 1)
        other = choose(thinking, 9, "ben")
        await asyncio.sleep(0)
        brain.go.set()
        await asyncio.gather(*busy, other)
        await thinking.close()

    brain = SlowBrain()
    asyncio.run(run(brain))
    assert brain.asked.index(9) == 2  # one of ann's was under way, one was first in line


def test_a_cancelled_thought_is_dropped_from_the_line_or_stopped():
    async def run(brain):
        thinking = pool(brain)
        first = choose(thinking, 1, "ann")
        await asked(brain, 1)
        second, third = choose(thinking, 2, "ann"), choose(thinking, 3, "ben")
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        assert thinking.waiting == 1
        first.cancel()
        await asked(brain, 2)
        brain.go.set()
        assert (await third).square in range(81)
        await thinking.close()

    brain = SlowBrain()
    asyncio.run(run(brain))
    assert brain.asked == [1, 3]


def test_a_full_line_is_told_and_nothing_grows():
    async def run(brain):
        thinking = pool(brain, most_waiting=2)
        tasks = [choose(thinking, ply, "a") for ply in range(1, 4)]
        await asked(brain, 1)
        with pytest.raises(Refusal) as caught:
            await choose(thinking, 5, "b")
        brain.go.set()
        await asyncio.gather(*tasks)
        await thinking.close()
        return caught.value.code

    assert asyncio.run(run(SlowBrain())) == "busy"


def test_one_visitor_cannot_fill_the_line():
    async def run(brain):
        thinking = pool(brain, most_waiting_each=1)
        tasks = [choose(thinking, ply, "a") for ply in range(1, 3)]
        await asked(brain, 1)
        with pytest.raises(Refusal) as caught:
            await choose(thinking, 5, "a")
        brain.go.set()
        await choose(thinking, 6, "b")
        await asyncio.gather(*tasks)
        await thinking.close()
        return caught.value.code

    assert asyncio.run(run(SlowBrain())) == "busy"


def test_one_address_cannot_fill_the_line():
    async def run(brain):
        thinking = pool(brain, most_waiting_each_address=2)
        tasks = [choose(thinking, ply, f"visitor {ply}", "10.0.0.1") for ply in range(1, 4)]
        await asked(brain, 1)
        with pytest.raises(Refusal) as caught:
            await asyncio.wait_for(choose(thinking, 5, "one more", "10.0.0.1"), 60)
        brain.go.set()
        await choose(thinking, 6, "ben", "10.0.0.2")
        await asyncio.gather(*tasks)
        await thinking.close()
        return caught.value.code

    assert asyncio.run(run(SlowBrain())) == "busy"


@pytest.mark.parametrize("failures", [1, 2])
def test_a_thought_that_fails_is_tried_once_more_then_told_and_the_next_one_thinks(failures):
    class Forgetful(SlowBrain):
        def think(self, question, limit):
            self.asked.append(question.position.ply)
            if question.position.ply == 1 and self.asked.count(1) <= failures:
                raise ValueError("lost the thread")
            return Thought(0)

    async def run(brain):
        thinking = pool(brain)
        trying = contextlib.nullcontext() if failures == 1 else pytest.raises(EngineError)
        with trying:
            assert await choose(thinking, 1, "a") == Thought(0)
        assert await choose(thinking, 0, "a") == Thought(0)
        await thinking.close()

    brain = Forgetful()
    asyncio.run(run(brain))
    assert brain.asked == [1, 1, 0]


def test_addresses_take_turns_however_many_visitors_come_from_one():
    async def run(brain):
        thinking = pool(brain)
        crowd = [choose(thinking, ply, f"visitor {ply}", "10.0.0.1") for ply in range(1, 6)]
        await asked(brain, 1)
        other = choose(thinking, 9, "ben", "10.0.0.2")
        await asyncio.sleep(0)
        brain.go.set()
        await asyncio.gather(*crowd, other)
        await thinking.close()

    brain = SlowBrain()
    asyncio.run(run(brain))
    assert brain.asked.index(9) == 2


def test_a_quick_level_does_not_wait_behind_a_slow_one():
    class Sorted(SlowBrain):
        def think(self, question, limit):
            return super().think(question, limit) if question.level == "slow" else Thought(0)

    async def run(brain):
        thinking = pool(brain, slow=["slow"])
        busy = [choose(thinking, ply, "ann") for ply in range(1, 4)]
        await asked(brain, 1)
        assert await choose(thinking, 5, "ann", level="quick") == Thought(0)
        assert (thinking.waiting, thinking.ended) == (2, 1)
        brain.go.set()
        await asyncio.gather(*busy)
        await thinking.close()
        assert (thinking.waiting, thinking.ended) == (0, 4)

    asyncio.run(run(Sorted()))


def test_a_clock_is_read_when_thinking_begins():
    async def run(brain):
        thinking, read = pool(brain), []
        first = choose(thinking, 1, "ann")
        await asked(brain, 1)
        question = Question(at_ply(2), "slow", limit=lambda: read.append(1) or Limit(time=1))
        second = asyncio.create_task(thinking.choose(question, Asker("ann")))
        await asyncio.sleep(0)
        assert (thinking.waiting, read) == (1, [])
        brain.go.set()
        await asyncio.gather(first, second)
        await thinking.close()
        return read

    assert asyncio.run(run(SlowBrain())) == [1]


def test_a_game_that_is_gone_is_forgotten_and_at_the_end_all_are():
    async def run(brain):
        thinking = pool(brain)
        thinking.forget("one")
        await thinking.close()
        thinking.forget("two")

    brain = SlowBrain()
    asyncio.run(run(brain))
    assert brain.forgotten == ["one", None]


# The computers of games


class Noted(Computer):
    """A computer whose engine is only talked about."""

    def __init__(self, level="full"):
        super().__init__(level)
        self.chosen, self.closed, self.meanwhile = 0, False, lambda: None

    def choose(self, position, limit=None, swap="off"):
        self.chosen += 1
        self.meanwhile()
        return Thought(position.legal_moves[0])

    def close(self):
        self.closed = True


def opponents(**options):
    made = []

    def make(question):
        made.append(Noted(question.level))
        return made[-1]

    return Opponents(make=make, **options), made


def ask(game, level="full"):
    return Question(Position.start(), level, game)


def test_a_game_keeps_its_computer():
    players, made = opponents()
    for game in ("one", "two", "one", "one"):
        players.think(ask(game), Limit())
    assert [computer.chosen for computer in made] == [3, 1]


def test_whoever_asks_once_leaves_nothing_behind():
    players, made = opponents()
    players.think(ask(None), Limit())
    assert (made[0].closed, players.kept_mb) == (True, 0)


def test_no_more_is_kept_than_fits_and_the_latest_stay():
    players, made = opponents(most_mb=10)  # two at full strength
    for game in ("one", "two", "one", "three"):
        players.think(ask(game), Limit())
    assert [computer.closed for computer in made] == [False, True, False]
    assert players.kept_mb == 10
    players.think(ask("two"), Limit())
    assert len(made) == 4
    players.close()
    assert all(computer.closed for computer in made)


def test_small_levels_take_little_room():
    players, made = opponents(most_mb=10)
    for game in "abcde":
        players.think(ask(game, "casual"), Limit())
    assert (players.kept_mb, any(computer.closed for computer in made)) == (10, False)


def test_a_game_that_is_gone_gives_back_its_computer_also_while_it_thinks():
    players, made = opponents()
    players.think(ask("one"), Limit())
    players.forget("one")
    assert made[0].closed
    players, made = opponents()
    question = ask("two")
    players.think(question, Limit())
    made[0].meanwhile = lambda: players.forget("two")
    players.think(question, Limit())
    assert (made[0].closed, players.kept_mb) == (True, 0)


def test_a_computer_that_failed_is_not_kept():
    players, made = opponents()
    players.think(ask("one"), Limit())

    def fail():
        raise RuntimeError("lost the thread")

    made[0].meanwhile = fail
    with pytest.raises(RuntimeError):
        players.think(ask("one"), Limit())
    assert (made[0].closed, players.kept_mb) == (True, 0)
    players.think(ask("one"), Limit())
    assert len(made) == 2


def test_of_two_thoughts_in_one_game_one_computer_is_left():
    players, made = opponents()
    players.think(ask("one"), Limit())
    made[0].meanwhile = lambda: players.think(ask("one"), Limit())
    players.think(ask("one"), Limit())
    assert [computer.closed for computer in made] == [False, True]
    assert players.kept_mb == 5


def test_a_games_mistakes_outlast_its_engine():
    """A restart, or too many games, takes the engine: the same player comes back."""
    position = Position.start("battle").play("55").play("51")

    def moves(game):
        players = Opponents()
        try:
            return [
                players.think(Question(position.play(square), "first-game", game), Limit()).square
                for square in position.legal_moves
            ]
        finally:
            players.close()

    assert moves("one") == moves("one")
    assert moves("one") != moves("two")


@pytest.mark.parametrize("mode", ["modern", "battle"])
def test_each_level_plays_a_legal_move_and_says_what_it_expects(mode):
    players = Opponents()
    position = Position.start(mode).play("55").play("51")
    for level in LEVELS:
        thought = players.think(Question(position, level.name, level.name), Limit(clock=4.0))
        assert thought.square in position.legal_moves
        assert 0 <= thought.expected <= 1
    players.close()


def test_the_levels_are_the_engines_weakest_first():
    assert [level.name for level in make_pool(1, Limits()).levels] == [
        level.name for level in LEVELS
    ]


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
