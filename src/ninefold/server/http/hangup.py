"""Hanging up: work is dropped when whoever asked for it has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from litestar.types import Receive

from ninefold.server.wire.refusal import Refusal

__all__ = ["unless_gone"]

T = TypeVar("T")


async def unless_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """What some work gives; it is cancelled when nobody is there any more to be answered."""
    working = asyncio.create_task(work)
    gone = asyncio.create_task(_until_gone(receive))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise Refusal("bad-request", "The request was not sent to its end.")  # heard by nobody
    finally:
        working.cancel()
        gone.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
