"""CodingameEngine: a bot written for CodinGame, as an engine.

Such a bot sees a game from its first move on and cannot be set up anywhere else. It is started anew
for every game.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from typing import Final

from ninefold.engine.engine import EngineError, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.protocols.errors import EngineCheated
from ninefold.protocols.program import Program, ProgramEngine, split_command
from ninefold.rules.errors import NinefoldError, quoted
from ninefold.rules.foreign import format_codingame, parse_codingame
from ninefold.rules.position import Position

__all__ = ["CodingameEngine"]

#: Seconds to start: bots are often scripts, and their first turn includes the interpreter's start.
_START: Final = 10.0
#: Seconds for a turn whose limit is not in seconds.
_PATIENCE: Final = 10.0


class CodingameEngine(ProgramEngine):
    """A CodinGame bot. It is not told its limit: it keeps to its own pace, or is late.

    ``grace`` is how many seconds late an answer may be, and ``patience`` how long a turn may take
    whose limit is not one of time.
    """

    from_start_only = True

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        grace: float = ProgramEngine.grace,
        patience: float = _PATIENCE,
    ) -> None:
        self._command = split_command(command)
        self.name = self._command[0].rsplit("/", 1)[-1]
        self.grace = grace
        self._patience = patience
        self._program: Program | None = Program(self._command)
        self._seen: Position | None = None  # after the bot's own last move

    def analysis(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,  # noqa: ARG002 - it says one move and no more
    ) -> Generator[list[Info], None, None]:
        """One answer, checked."""
        require_moves(position)
        opponent = self._opponents_move(position)
        first_turn = self._seen is None
        program = self._program_for(first_turn)
        try:
            move = self._ask(program, position, opponent, self._seconds(limit, first_turn))
        except BaseException:  # Ctrl-C too: what it would say later answers the next turn
            self.close()
            raise
        self._seen = position.play(move)
        yield [Info(move, Score(position.turn, 0.5), line=(move,))]

    def stop(self) -> None:
        """There is no way to tell: the bot answers in its own time."""

    def new_game(self) -> None:
        """The next position begins a game, for which the bot is started anew."""
        if self._seen is not None:
            self.close()

    def close(self) -> None:
        """End the bot."""
        program, self._program = self._program, None
        self._seen = None
        if program is not None:
            program.close()

    def _opponents_move(self, position: Position) -> int | None:
        """The move that led here since the bot was asked last; ``None`` if it begins the game."""
        if self._seen is None or position.ply <= 1:
            self.new_game()
            before = Position.start(position.variant)
        else:
            before = self._seen
        if position == before:
            return None
        for move in before.legal_moves:
            if before.play(move) == position:
                return move
        raise EngineError(
            f"{self.name} cannot be set up in mid game: "
            "a CodinGame bot follows a game from its first move on"
        )

    def _program_for(self, first_turn: bool) -> Program:
        if first_turn and self._program is None:
            self._program = Program(self._command)
        if self._program is None:
            raise EngineError(f"{self.name} has failed in this game: a new one must begin")
        return self._program

    def _seconds(self, limit: Limit, first_turn: bool) -> float:
        bounds = [bound for bound in (limit.time, limit.clock) if bound is not None]
        return min(bounds, default=self._patience) + self.grace + (_START if first_turn else 0)

    def _ask(
        self, program: Program, position: Position, opponent: int | None, seconds: float
    ) -> int:
        squares = [format_codingame(square) for square in position.legal_moves]
        last = "-1 -1" if opponent is None else format_codingame(opponent)
        program.send("\n".join([last, str(len(squares)), *squares]))
        end = time.monotonic() + seconds
        line = program.receive(seconds)
        while not line.strip():
            line = program.receive(end - time.monotonic())
        # Bots may say something for the screen after their move.
        words = line.split()[:2]
        try:
            move = parse_codingame(" ".join(words))
            position.play(move)
        except NinefoldError as error:
            raise EngineCheated(f"{self.name} answered {quoted(line)}: {error}") from error
        return move
