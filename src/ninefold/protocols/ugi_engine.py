"""UgiEngine: any program that speaks UGI, as an engine.

>>> import sys
>>> from ninefold import Position
>>> from ninefold.engine import Limit
>>> command = [sys.executable, "-m", "ninefold", "ugi", "--engine", "random"]
>>> with UgiEngine(command) as engine:
...     engine.play(Position.start().play("13"), Limit(nodes=100)).move in range(18, 27)
True
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Mapping, Sequence
from typing import Final

from ninefold.engine.engine import EngineError, require_moves
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.protocols.errors import (
    EngineCheated,
    EngineFailed,
    EngineNotStarted,
    EngineTimeout,
)
from ninefold.protocols.options import Option, find_option, parse_option
from ninefold.protocols.program import WAITING_LINES, Program, ProgramEngine
from ninefold.protocols.trail import Trail
from ninefold.protocols.ugi_text import format_go, parse_info
from ninefold.rules.errors import BadInput, NinefoldError, quoted
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import VARIANTS, Variant, format_variant

__all__ = ["UgiEngine"]

#: Seconds for a program to start and greet.
_START: Final = 20.0
#: Seconds for a search whose limit is not in seconds.
_PATIENCE: Final = 120.0
#: How often an endless wait looks whether it has been stopped.
_LOOK: Final = 0.05


class UgiEngine(ProgramEngine):
    """A UGI program; one that failed is ended, and started anew when it is next asked.

    ``options`` are set at the start. ``grace`` is how many seconds late an answer may be, and
    ``patience`` how long a search may take whose limit is not one of time.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, str] | None = None,
        grace: float = ProgramEngine.grace,
        patience: float = _PATIENCE,
    ) -> None:
        self._command = command
        self._settings = dict(options or {})
        self.grace = grace
        self._patience = patience
        self._trail = Trail()
        self._stop_asked = threading.Event()
        self._program: Program | None = None
        self._options: list[Option] = []
        self._variant: Variant | None = None
        self.name = ""
        self._ready()

    # An engine's manners

    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """Pass on what the program says, and check it."""
        require_moves(position)
        program = self._ready()
        try:
            self._set_up(program, position, lines)
            # Whatever it said without being asked must not be taken for an answer.
            self._await(program, "isready", "readyok", self._deadline(limit) or _START)
        except EngineFailed:
            self.close()
            raise
        return (yield from self._search(program, position, limit, lines))

    def stop(self) -> None:
        """Ask the program to stop."""
        self._stop_asked.set()

    def new_game(self) -> None:
        """Tell the program that another game begins."""
        self._trail.forget()
        try:
            program = self._ready()
            program.send("uginewgame")
            self._await(program, "isready", "readyok")
        except EngineFailed:
            self.close()
            raise

    def close(self) -> None:
        """End the program; what it would say later belongs to nothing."""
        program, self._program = self._program, None
        if program is not None:
            program.close("quit")

    # Start-up

    def _ready(self) -> Program:
        """The running program; started when there is none."""
        if self._program is not None:
            return self._program
        program = Program(self._command)
        self.name = self.name or program.name
        self._options, self._variant = [], None
        try:
            self._greet(program)
        except EngineFailed as error:
            program.close()
            raise EngineNotStarted(f"{error} (while starting as a UGI program)") from error
        except NinefoldError:
            program.close()
            raise
        self._program = program
        return program

    def _greet(self, program: Program) -> None:
        for line in self._await(program, "ugi", "ugiok"):
            if line.startswith("id name "):
                self.name = line.removeprefix("id name ").strip() or self.name
            elif line.startswith("option "):
                option = parse_option(line)
                self._options += [option] if option else []
        for name, value in self._settings.items():
            self._set(program, name, value)
        self._await(program, "isready", "readyok")

    def _await(
        self, program: Program, question: str, answer: str, seconds: float | None = None
    ) -> list[str]:
        """Ask, and give what was said before the answer."""
        program.send(question)
        end = time.monotonic() + (_START if seconds is None else seconds)
        said: list[str] = []
        while (line := program.receive(end - time.monotonic()).strip()) != answer:
            said.append(line)
            if time.monotonic() > end:
                raise EngineTimeout(f"{self.name} did not answer `{question}` with `{answer}`")
        return said

    def _set(self, program: Program, name: str, value: str) -> None:
        option = find_option(self._options, name)
        if option is None:
            known = ", ".join(option.name for option in self._options) or "none"
            raise BadInput(f"{self.name} has no option {quoted(name)}: it offers {known}")
        value = f" value {option.check(value)}" if option.kind != "button" else ""
        program.send(f"setoption name {option.name}{value}")

    # A search

    def _set_up(self, program: Program, position: Position, lines: int) -> None:
        if position.variant != self._variant:
            self._set_mode(program, position.variant)
        if lines > 1 or find_option(self._options, "MultiPV"):
            self._set(program, "MultiPV", str(lines))
        program.send(self._position(position))

    def _position(self, position: Position) -> str:
        moves = self._trail.moves_to(position)
        if moves is None:
            return f"position fen {format_position(position)}"
        names = " ".join(map(square_name, moves))
        return "position startpos" + (f" moves {names}" if names else "")

    def _set_mode(self, program: Program, variant: Variant) -> None:
        """Tell the mode where the program can be told; one that cannot plays Modern only."""
        mode, tie_break = (find_option(self._options, name) for name in ("Mode", "TieBreak"))
        known = _mode_with_the_axes_of(variant)
        if mode is not None and mode.kind == "string":
            program.send(f"setoption name {mode.name} value {format_variant(variant)}")
        elif mode is not None and known in mode.choices:
            program.send(f"setoption name {mode.name} value {known}")
        elif mode is not None or variant.with_tie_break("draw").axes != VARIANTS["modern"].axes:
            offered = "has no option Mode, so that it plays modern only"
            if mode is not None:
                offered = f"offers {', '.join(mode.choices)} only"
            raise EngineError(f"{self.name} was asked to play {variant.name}, but it {offered}")
        if tie_break is not None:
            program.send(f"setoption name {tie_break.name} value {variant.tie_break}")
        self._variant = variant

    def _search(
        self, program: Program, position: Position, limit: Limit, lines: int
    ) -> Generator[list[Info], None, None]:
        self._stop_asked.clear()
        wait = _Wait(program, self._stop_asked, self._deadline(limit), self.grace)
        best: dict[int, Info] = {}
        try:
            program.send(format_go(limit, position))
            while not (line := wait.line()).startswith("bestmove"):
                info = parse_info(line, position) if line.startswith("info ") else None
                if info is not None and 1 <= info.rank <= lines:
                    best[info.rank] = info
                    if info.rank == min(lines, len(position.legal_moves)):
                        yield [best[rank] for rank in sorted(best)]
            answer = self._answer(line, position, best)
        except EngineFailed:
            self.close()
            raise
        except BaseException:  # Ctrl-C too, and whoever stops listening in mid search
            self._interrupt(wait)
            raise
        yield answer

    def _answer(self, line: str, position: Position, best: dict[int, Info]) -> list[Info]:
        """The final list: the move that was announced comes first, with what was said of it."""
        word = " ".join(line.split()[1:2])
        try:
            move = parse_square(word)
            position.play(move)
        except NinefoldError as error:
            raise EngineCheated(f"{self.name} answered {quoted(line)}: {error}") from error
        said = [best[rank] for rank in sorted(best)]
        mine = [info for info in said if info.move == move]
        others = [info for info in said if info.move != move]
        return [*(mine or [Info(move, Score(position.turn, 0.5), line=(move,))]), *others]

    def _deadline(self, limit: Limit) -> float | None:
        """Seconds until an answer is due, if nobody stops the search."""
        if limit.endless:
            return None
        bounds = [bound for bound in (limit.time, limit.clock) if bound is not None]
        return min(bounds, default=self._patience) + self.grace

    def _interrupt(self, wait: _Wait) -> None:
        """Let the program come to rest, or its answer would be taken for that to the next."""
        self._stop_asked.set()
        try:
            while not wait.line().startswith("bestmove"):
                pass
        except EngineFailed:
            self.close()
        except BaseException:
            self.close()
            raise


def _mode_with_the_axes_of(variant: Variant) -> str | None:
    """The mode that is played alike but for the tie-break, which is an option of its own."""
    axes = variant.with_tie_break("draw").axes
    return next((mode.name for mode in VARIANTS.values() if mode.axes == axes), None)


class _Wait:
    """Waits for lines until an answer is overdue, and passes on a stop."""

    def __init__(
        self, program: Program, stop: threading.Event, seconds: float | None, grace: float
    ) -> None:
        self._program = program
        self._stop = stop
        self._grace = grace
        self._seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds
        self._told = False
        self._late_lines = 0

    def line(self) -> str:
        """The next line of the program.

        After the deadline only what it may have said before: one that talks without end would
        otherwise never be overdue.
        """
        while True:
            self._pass_on_stop()
            left = None if self._end is None else self._end - time.monotonic()
            if left is not None and left <= 0:
                self._late_lines += 1
                if self._late_lines > WAITING_LINES:
                    raise self._program.overdue(self._seconds or 0)
            try:
                return self._program.receive(_LOOK if left is None else min(_LOOK, left)).strip()
            except EngineTimeout:
                if left is not None and left <= 0:
                    raise self._program.overdue(self._seconds or 0) from None

    def _pass_on_stop(self) -> None:
        if self._stop.is_set() and not self._told:
            self._told = True
            self._program.send("stop")
            self._seconds = self._grace
            self._end = time.monotonic() + self._grace
