"""The computer's seat at a table: it thinks when it is to move, and hands over what it chose."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from ninefold.engine import EngineError
from ninefold.game.computer import limit_of, pace_of
from ninefold.server.play.house import House
from ninefold.server.play.line import Asker
from ninefold.server.play.thinking import Question
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

if TYPE_CHECKING:
    from ninefold.server.play.table import Table

__all__ = ["ComputerSeat"]

log: Final = logging.getLogger("ninefold.server")
_TRY_AGAIN_S: Final = 1.0
#: What the computer thinks about: an epoch, a ply, and how it stands with the swap.
_Turn = tuple[int, int, m.SwapState]


class ComputerSeat:
    """The computer at one table; where nobody but people play it does nothing."""

    def __init__(self, table: Table, house: House) -> None:
        self._table, self._house = table, house
        self._thinking: asyncio.Task[None] | None = None
        self._thought_about: _Turn | None = None

    def tend(self) -> None:
        """See to it that the computer thinks if it is to move, and otherwise does not."""
        turn = self._turn()
        if turn is not None and turn == self._thought_about:
            return  # whatever has changed, a name or an offer, is nothing to the move
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self._thought_about = turn
        if turn is not None:
            self._table.game.clock.hold()  # until a thread is free
            self._thinking = asyncio.create_task(self._play(turn))
        elif self._table.game.state != "playing":
            self._dismiss()

    def close(self) -> None:
        """Think no more."""
        if self._thinking is not None:
            self._thinking.cancel()
        self._dismiss()

    def takes(self, turn: _Turn) -> bool:
        """Whether the game still waits for the move of a turn, which is about to be made."""
        if self._turn() != turn:
            return False
        self._thinking = None  # from here on a change of the game is our own
        return True

    def _turn(self) -> _Turn | None:
        """The turn that the computer has, if it has one."""
        game = self._table.game
        if game.level_to_move is None or self._house.stopping:
            return None
        return game.epoch, game.ply, game.swap

    def _dismiss(self) -> None:
        if self._table.game.computer is not None:
            self._house.thinking.forget(self._table.id)

    async def _play(self, turn: _Turn) -> None:
        """Think, keep to a pace that people can follow, and play if the game still waits for it."""
        while self._turn() == turn and not self._table.closed:
            try:
                await self._table.play_thought(turn, await self._think())
                return
            except (Refusal, StoreFailed) as refusal:
                log.warning("game %s: the computer waits: %s", self._table.id, refusal)
                await asyncio.sleep(_TRY_AGAIN_S)

    async def _think(self) -> m.Move | m.Swap | None:
        """What the computer does; ``None`` if its engine fails again and again."""
        table, thinking = self._table, self._house.thinking
        game = table.game
        level = game.level_to_move or thinking.default_level
        question = Question(game.position, level, table.id, table.begin_thought, game.swap)
        owner = next((key for key in game.keys if key is not None), "")
        try:
            thought = await thinking.choose(question, Asker(owner, table.address))
        except EngineError:
            return None
        clock, began = table.game.clock, table.game.clock.running_since
        pace = pace_of(level, limit_of(clock, game.position.turn, began))
        wait = pace * self._house.config.pace - (self._house.time.now() - began) / 1000
        if wait > 0:
            await asyncio.sleep(wait)
        if thought.swap:
            return m.Swap(take=True)
        legal = thought.square in game.position.legal_moves
        return m.Move(ply=game.ply, square=thought.square) if legal else None
