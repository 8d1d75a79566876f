"""CodinGame's protocol: an engine as a bot in that arena.

Each turn the arena says the opponent's last move as ``row col`` (``-1 -1`` when there is none), the
number of legal squares, and the squares; the bot answers ``row col``. The first answer is due in
1000 ms, the others in 100 ms.

A bot that falls silent has lost, so whatever comes in is answered: input that makes no sense is
complained about on the side, and from then on the arena's list of squares is all that counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from math import inf

from ninefold.engine.engine import Engine
from ninefold.engine.limit import Limit
from ninefold.protocols.numbers import whole_number
from ninefold.rules.errors import BadInput, NinefoldError, quoted
from ninefold.rules.foreign import format_codingame, parse_codingame
from ninefold.rules.position import Position

__all__ = ["CodingameBot", "Pace"]

_NOBODY = "-1 -1"


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for the first turn and for the others, of which ``margin`` is left unused."""

    first: float = 1.0
    later: float = 0.1
    margin: float = 0.02

    def __post_init__(self) -> None:
        for seconds in (self.first, self.later, self.margin):
            if not 0 <= seconds < inf:
                raise BadInput(
                    f"a turn of {quoted(1000 * seconds)} milliseconds: expected 0 or more"
                )

    def limit(self, first_turn: bool, spent: float) -> Limit:
        """The limit for a turn of which some seconds are already gone."""
        allowed = self.first if first_turn else self.later
        return Limit(time=max(allowed - self.margin - spent, 0.001))


class CodingameBot:
    """Plays one game, turn by turn."""

    def __init__(
        self,
        engine: Engine,
        start: Position,
        *,
        say: Callable[[str], None],
        complain: Callable[[str], None],
        pace: Pace | None = None,
    ) -> None:
        self._engine = engine
        self._position: Position | None = start  # None once we have lost track of the game
        self._say = say
        self._complain = complain
        self._pace = pace or Pace()
        self._first_turn = True

    def serve(self, lines: Iterable[str]) -> None:
        """Answer turns until the input ends."""
        rest = (line.strip() for line in lines if line.strip())
        for opponent in rest:
            began = time.monotonic()
            self._follow(opponent)
            squares = self._read_squares(rest)
            move = self._choose(squares, began)
            if move is None:
                return
            self._say(format_codingame(move))
            self._first_turn = False

    def _follow(self, opponent: str) -> None:
        """Play the opponent's move on our board."""
        if " ".join(opponent.split()) == _NOBODY or self._position is None:
            return
        try:
            self._position = self._position.play(parse_codingame(opponent))
        except NinefoldError as error:
            self._lose_track(f"the opponent's move: {error}")

    def _read_squares(self, rest: Iterator[str]) -> list[int]:
        """The legal squares that the arena names."""
        ours = () if self._position is None else self._position.legal_moves
        squares = []
        for _ in range(self._read_count(next(rest, ""), len(ours))):
            line = next(rest, None)
            if line is None:
                break
            try:
                squares.append(parse_codingame(line))
            except NinefoldError as error:
                self._complain(f"a legal square: {error}")
        if squares and ours and set(squares) != set(ours):
            self._lose_track("the legal squares are not those of the game that we have followed")
        return squares or list(ours)

    def _read_count(self, text: str, expected: int) -> int:
        count = whole_number(text)
        if count is not None and 0 <= count <= 81:
            return count
        if text:
            self._complain(f"{quoted(text)} is not a number of legal squares: taking {expected}")
        return expected if text else 0

    def _choose(self, squares: list[int], began: float) -> int | None:
        """Our move: the engine's while we know the game, else any that the arena allows."""
        if self._position is None or self._position.outcome is not None:
            return squares[0] if squares else None
        move = self._think(self._position, began)
        self._position = self._position.play(move)
        return move

    def _think(self, position: Position, began: float) -> int:
        limit = self._pace.limit(self._first_turn, time.monotonic() - began)
        try:
            return self._engine.play(position, limit).move
        except Exception as error:  # whatever it was, silence would lose the game
            self._complain(f"the engine failed: {type(error).__name__}: {error}")
            return position.legal_moves[0]

    def _lose_track(self, why: str) -> None:
        self._complain(f"{why}; playing on by the arena's list of squares")
        self._position = None
