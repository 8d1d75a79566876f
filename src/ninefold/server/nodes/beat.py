"""A beat: what is done again after some time, and sooner when there is a reason."""

from __future__ import annotations

import asyncio

__all__ = ["woken"]


async def woken(reason: asyncio.Event, seconds: float) -> bool:
    """Wait for a reason, at most so long; whether there was one.

    ``asyncio.wait_for`` would do the same, but in Python 3.11 it forgets that it was cancelled if
    the reason comes at that very moment, and a loop around it never ends: a server that stops has
    many reasons to tell the others something.
    """
    try:
        async with asyncio.timeout(seconds):
            await reason.wait()
    except TimeoutError:
        return False
    return True
