"""One game between two engines, with an umpire who keeps the rules and the time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

from ninefold.arena.openings import Opening
from ninefold.engine.core.network import BadNetwork
from ninefold.engine.engine import Engine, EngineError
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.game.game import TWO_PEOPLE, Game
from ninefold.game.result import Ending, Result
from ninefold.protocols.errors import (
    EngineCheated,
    EngineCrashed,
    EngineFailed,
    EngineNotStarted,
    EngineTimeout,
)
from ninefold.protocols.program import ProgramEngine
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, Player, other, square_name
from ninefold.rules.variants import Variant

__all__ = ["MatchGame", "play_game"]

_ENDINGS: Final[dict[type[EngineFailed], Ending]] = {
    EngineTimeout: "time",
    EngineCrashed: "crash",
    EngineCheated: "illegal",
}
_FAILURES: Final = frozenset(("time", "crash", "illegal", "error"))


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A finished game of a match.

    ``number`` counts from 0. Two games make a pair: the first engine plays X in the even ones and O
    in the odd ones. ``reason`` is what the umpire says of the result. ``notes`` are what the
    engines said of their moves. ``seconds`` and ``longest`` are each engine's thinking time, in all
    and for one move, the first engine's first.
    """

    number: int
    moves: tuple[int, ...]
    opening: int
    result: Result
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
        if self.result.winner is None:
            return 0.5
        return 1.0 if (self.result.winner == "X") == self.first_is_x else 0.0

    @property
    def failed(self) -> bool:
        """Whether it was lost by an engine's failure, not on the board."""
        return self.result.ending in _FAILURES


class _Stopped(Exception):
    """Nobody wants to know how the game goes on."""


class _Proven(Exception):
    """The player to move cannot fail to win any more."""


class _Lost(Exception):
    """The player to move has lost off the board."""

    def __init__(self, ending: Ending, reason: str) -> None:
        super().__init__(reason)
        self.ending = ending


@contextmanager
def _blaming() -> Iterator[None]:
    """What goes wrong inside is the engine's fault, unless it cannot play this at all."""
    try:
        yield
    except EngineNotStarted:
        raise
    except EngineFailed as error:
        raise _Lost(_ENDINGS.get(type(error), "error"), str(error)) from error
    except (EngineError, BadNetwork):
        raise  # and no result would mean anything
    except Exception as error:
        raise _Lost("error", f"{type(error).__name__}: {error}") from error


class _Umpire:
    """Asks one engine for its moves, and times them."""

    def __init__(self, engine: Engine, limit: Limit, margin: float, *, until_proven: bool) -> None:
        self._engine = engine
        self._limit = limit
        self._margin = margin
        # What somebody else's program claims is for the board to show.
        self._until_proven = until_proven and not isinstance(engine, ProgramEngine)
        self._clock = limit.clock
        self.seconds = 0.0
        self.longest = 0.0

    def begin(self) -> None:
        with _blaming():
            self._engine.new_game()

    def move(self, position: Position) -> tuple[int, str]:
        limit = replace(self._limit, clock=None if self._clock is None else max(self._clock, 0.0))
        began = time.perf_counter()
        with _blaming():
            info = self._engine.play(position, limit)
        took = time.perf_counter() - began
        self.seconds += took
        self.longest = max(self.longest, took)
        self._check_time(took)
        if info.move not in position.legal_moves:
            played = _name(info.move)
            raise _Lost("illegal", f"{self._engine.name} played {played}, which is not legal")
        if self._until_proven and info.score.winner == position.turn:
            raise _Proven(f"{self._engine.name} has proven that {info.score}")
        return info.move, _note(info, took)

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
    until_proven: bool = False,
    stop: threading.Event | None = None,
) -> MatchGame | None:
    """Play a game from an opening; ``None`` if it was stopped before its end.

    ``margin`` is how many seconds late a move may come: the machine is busy with other things too.
    With ``until_proven`` a game ends when an engine of ours has proven that it wins.
    """
    umpires = [
        _Umpire(engine, limit, margin, until_proven=until_proven)
        for engine, limit in zip(engines, limits, strict=True)
    ]
    table = _Table(umpires if number % 2 == 0 else umpires[::-1], variant, opening)
    try:
        result, reason = table.play(stop or threading.Event())
    except _Stopped:
        return None
    return MatchGame(
        number,
        tuple(table.game.moves),
        len(opening),
        result,
        reason,
        notes=tuple(table.notes) if any(table.notes) else (),
        seconds=(round(umpires[0].seconds, 6), round(umpires[1].seconds, 6)),
        longest=(round(umpires[0].longest, 6), round(umpires[1].longest, 6)),
    )


class _Table:
    """Where a game is played: X's umpire, O's umpire, and what stands on the board."""

    def __init__(self, umpires: Sequence[_Umpire], variant: Variant, opening: Opening) -> None:
        self._umpires = dict(zip(PLAYERS, umpires, strict=True))
        self.game = Game(Position.start(variant), TWO_PEOPLE)
        for square in opening:
            self.game.play(square)
        self.notes = [""] * len(opening)
        self._turn: Player = self.game.position.turn  # whose fault it is if something goes wrong

    def play(self, stop: threading.Event) -> tuple[Result, str]:
        """How the game ended, and what there is to say of it."""
        try:
            self._play_to_its_end(stop)
        except _Proven as proven:
            return Result(self._turn, "proven"), str(proven)
        except _Lost as lost:
            return Result(other(self._turn), lost.ending), str(lost)
        assert self.game.result is not None  # noqa: S101 - it was played to its end
        return self.game.result, ""

    def _play_to_its_end(self, stop: threading.Event) -> None:
        for self._turn in PLAYERS:
            self._umpires[self._turn].begin()
        while self.game.result is None:
            self._turn = self.game.position.turn
            try:
                move, note = self._umpires[self._turn].move(self.game.position)
            finally:
                if stop.is_set():
                    raise _Stopped
            self.game.play(move)
            self.notes.append(note)


def _note(info: Info, took: float) -> str:
    """What an engine that looks ahead has to say of its move."""
    if info.book:
        return f"{info.score}, book"
    return f"{info.score}, {info.depth} deep, {took:.2f} s" if info.depth > 1 else ""


def _name(move: object) -> str:
    return square_name(move) if isinstance(move, int) and move in range(81) else repr(move)
