"""What a node does again and again ends when it is told to."""

from __future__ import annotations

import asyncio

from ninefold.server.nodes.beat import woken
from ninefold.server.tasks import end_all


def test_a_beat_ends_though_a_reason_comes_at_that_very_moment():
    async def scene():
        reason = asyncio.Event()

        async def beat_for_ever():
            while True:
                await woken(reason, 0.01)
                reason.clear()

        beats = asyncio.create_task(beat_for_ever())
        await asyncio.sleep(0)  # it waits
        reason.set()
        await asyncio.sleep(0)  # the waiting is over, and the beat has not gone on yet
        beats.cancel()
        done, _ = await asyncio.wait([beats], timeout=5)
        beats.cancel()
        return done

    assert asyncio.run(scene())


def test_a_beat_comes_by_itself_and_sooner_with_a_reason():
    async def scene():
        reason = asyncio.Event()
        assert not await woken(reason, 0.001)
        reason.set()
        assert await woken(reason, 600)

    asyncio.run(scene())


def test_a_task_ends_though_what_it_waits_for_swallows_a_cancellation():
    async def scene():
        swallowed = 0

        async def work_for_ever():
            nonlocal swallowed
            while True:
                try:
                    await asyncio.sleep(600)
                except asyncio.CancelledError:
                    swallowed += 1
                    if swallowed > 1:
                        raise

        task = asyncio.create_task(work_for_ever())
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await end_all([task])
        return swallowed

    assert asyncio.run(scene()) == 2
