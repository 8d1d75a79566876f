"""One game between two engines, with an umpire who keeps the rules and the time."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from ninefold.arena.openings import Opening
from ninefold.engine.engine import Engine, EngineError
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.protocols.errors import (
    EngineCheated,
    EngineCrashed,
    EngineFailed,
    EngineNotStarted,
    EngineTimeout,
)
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import other, square_name
from ninefold.rules.variants import Variant

__all__ = ["Ending", "Game", "play_game"]

#: How a game ended: on the board, or because an engine was late, fell over or cheated.
Ending = Literal["line", "draw", "tie-break", "time", "crash", "illegal", "error"]

_ENDINGS: Final[dict[type[EngineFailed], Ending]] = {
    EngineTimeout: "time",
    EngineCrashed: "crash",
    EngineCheated: "illegal",
}


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game of a match.

    ``number`` counts from 0. Two games make a pair: the first engine plays X in the even ones and O
    in the odd ones. ``notes`` are what the engines said of their moves. ``seconds`` and ``longest``
    are each engine's thinking time, in all and for one move, the first engine's first.
    """

    number: int
    moves: tuple[int, ...]
    opening: int
    result: Literal["X", "O", "="]
    ending: Ending
    reason: str = ""
    notes: tuple[str, ...] = ()
    seconds: tuple[float, float] = (0.0, 0.0)
    longest: tuple[float, float] = (0.0, 0.0)

    @property
    def pair(self) -> int:
        """Which pair it belongs to, counted from 0."""
        return self.number // 2

    @property
    def first_is_x(self) -> bool:
        """Whether the first engine plays X."""
        return self.number % 2 == 0

    @property
    def points(self) -> float:
        """What it brought to the first engine."""
        if self.result == "=":
            return 0.5
        return 1.0 if (self.result == "X") == self.first_is_x else 0.0

    @property
    def failed(self) -> bool:
        """Whether it was lost by an engine's failure, not on the board."""
        return self.ending not in ("line", "draw", "tie-break")


class _Lost(Exception):
    """The player to move has lost off the board."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending = ending


class _Umpire:
    """Asks one engine for its moves, and times them."""

    def __init__(self, engine: Engine, limit: Limit, margin: float) -> None:
        self._engine = engine
        self._limit = limit
        self._margin = margin
        self._clock = limit.clock
        self.seconds = 0.0
        self.longest = 0.0

    def move(self, position: Position) -> tuple[int, str]:
        limit = replace(self._limit, clock=None if self._clock is None else max(self._clock, 0.0))
        began = time.perf_counter()
        info = self._ask(position, limit)
        took = time.perf_counter() - began
        self.seconds += took
        self.longest = max(self.longest, took)
        self._check_time(took)
        if info.move not in position.legal_moves:
            played = _name(info.move)
            raise _Lost("illegal", f"{self._engine.name} played {played}, which is not legal")
        return info.move, _note(info, took)

    def _ask(self, position: Position, limit: Limit) -> Info:
        try:
            return self._engine.play(position, limit)
        except EngineNotStarted:
            raise
        except EngineFailed as error:
            raise _Lost(_ENDINGS.get(type(error), "error"), str(error)) from error
        except EngineError:
            raise  # it cannot play this at all, and no result would mean anything
        except Exception as error:
            raise _Lost("error", f"{type(error).__name__}: {error}") from error

    def _check_time(self, took: float) -> None:
        allowed = self._limit.time
        if self._clock is not None:
            self._clock -= took
            allowed = self._clock + took
            self._clock += self._limit.increment
        if allowed is not None and took > allowed + self._margin:
            raise _Lost(
                "time", f"{self._engine.name} took {took:.2f} s and had {max(allowed, 0):.2f} s"
            )


def play_game(
    number: int,
    engines: Sequence[Engine],
    limits: Sequence[Limit],
    variant: Variant,
    opening: Opening,
    *,
    margin: float = 1.0,
    stop: threading.Event | None = None,
) -> Game | None:
    """Play a game from an opening; ``None`` if it was stopped before its end.

    ``margin`` is how many seconds late a move may come: the machine is busy with other things too.
    """
    umpires = [_Umpire(e, limit, margin) for e, limit in zip(engines, limits, strict=True)]
    for engine in engines:
        engine.new_game()
    first_is_x = number % 2 == 0
    position = replay(Position.start(variant), opening)[-1]
    moves, notes = list(opening), [""] * len(opening)
    lost: _Lost | None = None
    while position.outcome is None and lost is None:
        umpire = umpires[0 if (position.turn == "X") == first_is_x else 1]
        try:
            move, note = umpire.move(position)
        except _Lost as error:
            lost = error
        if stop is not None and stop.is_set():
            return None
        if lost is None:
            moves.append(move)
            notes.append(note)
            position = position.play(move)
    return Game(
        number,
        tuple(moves),
        len(opening),
        *_verdict(position, lost),
        notes=tuple(notes) if any(notes) else (),
        seconds=(round(umpires[0].seconds, 6), round(umpires[1].seconds, 6)),
        longest=(round(umpires[0].longest, 6), round(umpires[1].longest, 6)),
    )


def _verdict(position: Position, lost: _Lost | None) -> tuple[Literal["X", "O", "="], Ending, str]:
    if lost is not None:
        return other(position.turn), lost.ending, str(lost)
    outcome = position.outcome
    assert outcome is not None  # noqa: S101 - the loop above went on until there was one
    return outcome.winner or "=", outcome.reason, ""


def _note(info: Info, took: float) -> str:
    """What an engine that looks ahead has to say of its move."""
    return f"{info.score}, {info.depth} deep, {took:.2f} s" if info.depth > 1 else ""


def _name(move: object) -> str:
    return square_name(move) if isinstance(move, int) and move in range(81) else repr(move)
