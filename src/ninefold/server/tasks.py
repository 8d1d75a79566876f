"""Tasks: how those that run for ever are brought to their end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

__all__ = ["end_all"]

_AGAIN_S = 0.1


async def end_all(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks until they have ended.

    Once is not enough: a library that is just then amid something may swallow a cancellation (in
    Python 3.11 ``asyncio.wait_for`` does), and a loop around it would go on for ever.
    """
    left = {task for task in tasks if not task.done()}
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_AGAIN_S)
