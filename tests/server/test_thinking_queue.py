"""Questions that programs come for: nobody waits for ever, and nothing is thought for nobody."""

from __future__ import annotations

import asyncio

import pytest

from ninefold import Position
from ninefold.engine import EngineError, Limit
from ninefold.game import Thought
from ninefold.server.config import Limits
from ninefold.server.play import thinking_queue
from ninefold.server.play.computer import make_queue
from ninefold.server.play.line import Asker
from ninefold.server.play.thinking import Question
from ninefold.server.play.thinking_queue import LAPSE_S, ThinkingQueue
from ninefold.server.wire.refusal import Refusal

ANN, BEN = Asker("ann", "10.0.0.1"), Asker("ben", "10.0.0.2")
FOUND = Thought(40)


class Desk:
    """A queue with a clock set by hand, and those who ask it."""

    def __init__(self, monkeypatch, **limits) -> None:
        self.now = 100.0
        monkeypatch.setattr(thinking_queue, "_now", lambda: self.now)
        self.queue: ThinkingQueue = make_queue(Limits(**limits))

    async def ask(self, game: str, asker: Asker = ANN, *, slow: bool = False, limit=Limit):
        """Somebody's question, which waits in line from here on."""
        level = "full" if slow else "first-game"
        question = Question(Position.start(), level, game, limit)
        asking = asyncio.create_task(self.queue.choose(question, asker))
        await asyncio.sleep(0)
        return asking

    def take(self, *, slow: bool = False) -> tuple[int, str | None] | None:
        """What a program gets that comes now: the number and the game."""
        taken = self.queue.take(slow=slow)
        return None if taken is None else (taken[0], taken[1].game)


@pytest.fixture
def run(monkeypatch):
    def run_scene(scene, **limits):
        async def in_time():
            async with asyncio.timeout(60):
                return await scene(Desk(monkeypatch, **limits))

        return asyncio.run(in_time())

    return run_scene


def test_a_question_is_handed_out_once_by_its_kind_and_answered(run):
    async def scene(desk):
        asked = []
        quick = await desk.ask("quick", limit=lambda: asked.append(1) or Limit(clock=7.0))
        slow = await desk.ask("slow", BEN, slow=True)
        assert (desk.queue.waiting, asked) == (2, [])
        assert desk.take() == (1, "quick")
        assert (desk.take(), desk.queue.waiting, asked) == (None, 1, [1])
        assert desk.take(slow=True) == (2, "slow")
        assert (desk.take(slow=True), desk.queue.waiting) == (None, 0)
        desk.queue.tell(2, Thought(3))
        desk.queue.tell(1, FOUND)
        desk.queue.tell(1, Thought(5))  # once more, and too late
        assert desk.queue.ended == 2
        return await quick, await slow

    assert run(scene) == (FOUND, Thought(3))


def test_what_may_be_spent_is_what_the_clock_says_when_it_is_taken(run):
    async def scene(desk):
        limit = Limit(clock=7.0, increment=2.0)
        asking = await desk.ask("g", limit=lambda: limit)
        number, question, told = desk.queue.take(slow=False)
        desk.queue.tell(number, FOUND)
        await asking
        return question.game, told == limit

    assert run(scene) == ("g", True)


def test_whoever_falls_silent_has_a_question_no_longer(run):
    async def scene(desk):
        asking = await desk.ask("g")
        number, _ = desk.take()
        desk.now += LAPSE_S
        assert desk.take() is None, "until then it is theirs"
        assert desk.queue.hold(number)
        desk.now += LAPSE_S
        assert desk.take() is None, "they have said that they are at it"
        desk.now += 0.001
        assert desk.take() == (number, "g"), "the next one's"
        desk.now += LAPSE_S
        assert desk.take() is None, "for as long as the first had"
        desk.queue.tell(number, FOUND)
        assert not desk.queue.hold(number)
        return await asking

    assert run(scene) == FOUND


def test_one_who_is_late_takes_nobodys_place(run):
    async def scene(desk):
        lost, other = await desk.ask("lost"), await desk.ask("other", BEN)
        number, _ = desk.take()
        desk.now += LAPSE_S + 1
        assert desk.take() == (2, "other"), "what was lost stands at the end"
        assert not desk.queue.hold(number), "and is nobody's now"
        desk.queue.tell(number, Thought(9))
        assert (lost.done(), desk.queue.ended) == (False, 0)
        assert desk.take() == (number, "lost")
        for one in (number, 2):
            desk.queue.tell(one, FOUND)
        return await lost, await other

    assert run(scene) == (FOUND, FOUND)


def test_a_question_that_is_lost_three_times_is_told(run):
    async def scene(desk):
        asking = await desk.ask("g")
        for _ in range(3):
            assert desk.take() is not None
            desk.now += LAPSE_S + 0.001
        assert not asking.done()
        assert desk.take() is None
        with pytest.raises(EngineError, match="again and again"):
            await asking
        return desk.queue.waiting

    assert run(scene) == 0


def test_an_engine_that_fails_is_asked_once_more(run):
    async def scene(desk):
        asking = await desk.ask("g")
        number, _ = desk.take()
        desk.queue.tell(number, None)
        assert (desk.take(), desk.queue.ended) == ((number, "g"), 1)
        assert not asking.done()
        desk.queue.tell(number, None)
        with pytest.raises(EngineError):
            await asking
        well = await desk.ask("h")
        for answer in (None, FOUND):
            desk.queue.tell(desk.take()[0], answer)
        return await well, desk.take(), desk.queue.ended

    assert run(scene) == (FOUND, None, 4)


@pytest.mark.parametrize("taken", [False, True])
def test_nothing_is_thought_for_whoever_has_gone(run, taken):
    async def scene(desk):
        asking, other = await desk.ask("g"), await desk.ask("h", BEN)
        if taken:
            assert desk.take() == (1, "g")
        asking.cancel()
        await asyncio.wait({asking})
        assert asking.cancelled()
        assert (desk.queue.waiting, desk.queue.hold(1)) == (1, False)
        desk.queue.tell(1, FOUND)  # of which nothing comes
        assert desk.take() == (2, "h")
        desk.queue.tell(2, FOUND)
        desk.now += LAPSE_S + 1
        assert (await other, desk.take()) == (FOUND, None)
        return desk.queue.ended

    assert run(scene) == 1


@pytest.mark.parametrize("slow", [False, True])
def test_a_lost_question_that_finds_no_room_is_told(run, slow):
    async def scene(desk):
        asking = await desk.ask("g", slow=slow)
        assert desk.take(slow=slow) is not None
        await desk.ask("h", BEN, slow=slow)
        with pytest.raises(Refusal):
            await (await desk.ask("i", BEN, slow=slow))
        desk.now += LAPSE_S + 1
        assert desk.take(slow=slow) == (2, "h")
        with pytest.raises(Refusal) as caught:
            await asking
        return caught.value.code

    assert run(scene, thoughts=1) == "busy"


def test_what_is_lost_waits_with_its_kind(run):
    async def scene(desk):
        kinds = {}
        for slow in (False, True):
            await desk.ask("g", slow=slow)
            desk.take(slow=slow)
        desk.now += LAPSE_S + 1
        for slow in (True, False):
            kinds[slow] = desk.take(slow=slow)
        return kinds

    assert run(scene) == {False: (1, "g"), True: (2, "g")}


def test_a_queue_that_is_closed_hands_out_nothing_more(run):
    async def scene(desk):
        await desk.ask("g")
        await desk.ask("h", slow=True)
        await desk.ask("i")
        assert desk.take() is not None
        await desk.queue.close()
        desk.now += LAPSE_S + 1
        assert [desk.take(), desk.take(slow=True)] == [None, None]
        assert (desk.queue.waiting, desk.queue.hold(1)) == (0, False)
        with pytest.raises(Refusal) as caught:
            await (await desk.ask("j"))
        return caught.value.code

    assert run(scene) == "stopping"
