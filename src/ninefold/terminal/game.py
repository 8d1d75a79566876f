"""Game: what stands on the table: a mode, who sits where, the moves, and how it ended.

>>> from ninefold import Position
>>> game = Game(Position.start("battle"))
>>> game.play(2)
>>> game.position.turn, game.result
('O', None)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from ninefold.rules.errors import IllegalMove
from ninefold.rules.position import Position
from ninefold.rules.record import RecordedMove
from ninefold.rules.squares import PLAYERS, Player, other
from ninefold.rules.variants import Variant

__all__ = ["TWO_FRIENDS", "Ending", "Game", "Result", "Seats", "Swap"]

Ending = Literal["line", "draw", "tie-break", "resignation", "time", "agreement"]
#: Whether O may take over X's first move: not in this game; once it is made; now; did not; did.
Swap = Literal["off", "ahead", "open", "kept", "taken"]

#: Who plays each side: ``None`` for a person, or the name of a level of the computer.
Seats = Mapping[Player, str | None]
TWO_FRIENDS: Final[Seats] = MappingProxyType({"X": None, "O": None})


@dataclass(frozen=True, slots=True)
class Result:
    """How a game at the table ended: by the rules, by resignation or on time."""

    winner: Player | None
    reason: Ending


class Game:
    """A game being played: moves can be made, taken back and made again, and a side can give up.

    The moves are the only state; positions are replayed from them and kept for speed. ``tags`` are
    what a record says about the game besides, kept for whoever opened it from a file. With ``swap``
    O may take over X's first move; ``swapped`` says that this has happened before it was recorded.
    """

    def __init__(
        self,
        start: Position,
        seats: Seats = TWO_FRIENDS,
        moves: Iterable[RecordedMove] = (),
        tags: Mapping[str, str] = MappingProxyType({}),
        *,
        swap: bool = False,
        swapped: bool = False,
    ) -> None:
        self.seats = seats
        self.tags = tags
        self._positions = [start]
        self._moves: list[RecordedMove] = []
        self._undone: list[RecordedMove] = []
        self._ended: Result | None = None
        for move in moves:
            self._make(move)
        self._swapped = swapped and self.position.ply > 0
        self._may_swap = swap or swapped

    @property
    def variant(self) -> Variant:
        """The mode that is played."""
        return self._positions[0].variant

    @property
    def start(self) -> Position:
        """Where the game began."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self._positions[-1]

    @property
    def moves(self) -> tuple[int, ...]:
        """The squares played so far."""
        return tuple(move.square for move in self._moves)

    @property
    def recorded(self) -> tuple[RecordedMove, ...]:
        """The moves played so far, with clocks and comments."""
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[int, ...]:
        """The moves taken back that ``redo`` would play, the next one first."""
        return tuple(move.square for move in reversed(self._undone))

    @property
    def last_move(self) -> int | None:
        """The square played last, if any."""
        return self._moves[-1].square if self._moves else None

    @property
    def result(self) -> Result | None:
        """How the game ended, or ``None`` while it goes on."""
        outcome = self.position.outcome
        return Result(outcome.winner, outcome.reason) if outcome else self._ended

    @property
    def level_to_move(self) -> str | None:
        """The computer's level if it is to move now, or ``None``."""
        return None if self.result else self.seats[self.position.turn]

    @property
    def swap(self) -> Swap:
        """How it stands with the swap; to play on is to decline it."""
        if not self._may_swap:
            return "off"
        if self._swapped:
            return "taken"
        if self.position.ply == 0:
            return "ahead"
        return "open" if self.position.ply == 1 and self.result is None else "kept"

    def take_over(self) -> None:
        """Let O take over X's first move: the players change seats, and the board stays."""
        if self.swap != "open":
            raise IllegalMove("a swap is possible only right after the first move, where it is on")
        self._swapped = True
        self._undone.clear()
        self.switch_sides()

    def play(self, square: int, clock: int | None = None) -> None:
        """Play a square for the side to move, whose clock shows so many milliseconds after it."""
        if self._ended:
            raise IllegalMove("the game is over: undo, or start a new one")
        self._make(RecordedMove(square, clock=clock))

    def _make(self, move: RecordedMove) -> None:
        """Add a move; forgets the moves that could be made again, unless it is the next of them."""
        self._positions.append(self.position.play(move.square))
        self._moves.append(move)
        if self._undone and self._undone[-1].square == move.square:
            self._undone.pop()
        else:
            self._undone.clear()

    def undo(self) -> bool:
        """Take back a resignation, or a person's last move or swap; whether there was any."""
        if self._ended:
            self._ended = None
            return True
        kept = self._ply_to_return_to()
        if kept is not None:
            self._take_back_to(kept)
            return True
        return self._swapped and self._undo_swap()

    def _take_back_to(self, kept: int) -> None:
        while len(self._moves) > kept:
            self._undone.append(self._moves.pop())
            self._positions.pop()

    def _undo_swap(self) -> bool:
        """Ask a person again whether to swap, or take back the move that the computer took."""
        self._swapped = False
        self.switch_sides()
        decision = self._first_ply_after_swap
        self._take_back_to(decision if self._persons(decision) else decision - 1)
        self._undone.clear()  # who played them has changed
        return True

    def redo(self) -> bool:
        """Play again what was taken back, until a person is to move; whether there was any."""
        made = False
        while self._undone and not (made and self._persons(len(self._moves))):
            self._make(self._undone[-1])
            made = True
        return made

    @property
    def _first_ply_after_swap(self) -> int:
        return 1 - self.start.ply

    def _ply_to_return_to(self) -> int | None:
        first = self._first_ply_after_swap if self._swapped else 0
        plies = reversed(range(first, len(self._moves)))
        return next((ply for ply in plies if self._persons(ply)), None)

    def _persons(self, ply: int) -> bool:
        """Whether a person is to move after so many moves; two computers count as people."""
        alone = None not in self.seats.values()
        return alone or self.seats[self._positions[ply].turn] is None

    def resign(self, player: Player) -> None:
        """Let a side give up; nothing happens when the game is over."""
        self.end(Result(other(player), "resignation"))

    def lose_on_time(self, player: Player) -> None:
        """Let a side's time run out; nothing happens when the game is over."""
        self.end(Result(other(player), "time"))

    def end(self, result: Result) -> None:
        """End the game off the board; nothing happens when it is over."""
        if self.result is None:
            self._ended = result

    def switch_sides(self) -> None:
        """Let the two players change places: whoever played X plays O from now on."""
        self.seats = MappingProxyType({"X": self.seats["O"], "O": self.seats["X"]})
        names = {other(player): self.tags[player] for player in PLAYERS if player in self.tags}
        rest = {tag: value for tag, value in self.tags.items() if tag not in PLAYERS}
        self.tags = MappingProxyType(names | rest)
