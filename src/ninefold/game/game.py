"""Game: a game as its entries tell it.

Whoever applies the same entries gets the same game, so a log of them is all that needs to be kept.
No input, no output and no clock of its own: moments come from whoever holds the game.

>>> from ninefold import Position
>>> game = Game(Position.start("battle"), {"X": Seat("Ann"), "O": Seat(level="casual")})
>>> game.play(2)
>>> game.position.turn, game.level_to_move, game.result
('O', 'casual', None)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, Self, TypeVar, Unpack

from ninefold.game.clock import Clock, Control
from ninefold.game.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Entry,
    Failed,
    Flagged,
    Kept,
    Moved,
    Offered,
    OfferKind,
    Rematched,
    Resigned,
    Stamp,
    Swapped,
    TookBack,
)
from ninefold.game.result import Result, read_ending
from ninefold.rules.errors import IllegalMove
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import PLAYERS, Player, other
from ninefold.rules.variants import Variant

__all__ = ["TWO_PEOPLE", "Game", "Seat", "Seated", "Seats", "State", "Swap"]

State = Literal["waiting", "playing", "over", "aborted"]
#: Whether O may take over X's first move: not in this game; once it is made; now; did; did not.
Swap = Literal["off", "ahead", "open", "swapped", "kept"]


class Seated(Protocol):
    """Whoever sits at a game."""

    @property
    def name(self) -> str:
        """What they are called; empty if they did not say."""

    @property
    def level(self) -> str | None:
        """The level of our computer; ``None``: anybody else."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Somebody with a name, or the computer at a level."""

    name: str = ""
    level: str | None = None


S = TypeVar("S", bound=Seated)
Seats = Mapping[Player, Seat | None]
TWO_PEOPLE: Final[Seats] = MappingProxyType({"X": Seat(), "O": Seat()})


class Game(Generic[S]):
    """A game being played, from any position, between whoever sits at X and O.

    It waits until both seats are taken. ``solo`` says that nobody needs to be asked for a takeback,
    so that moves can be made again; ``tags`` are what a record says of the game besides.
    """

    def __init__(
        self,
        start: Position,
        seats: Mapping[Player, S | None],
        *,
        control: Control | None = None,
        swap: bool = False,
        solo: bool = True,
        tags: Mapping[str, str] = MappingProxyType({}),
        at: int = 0,
    ) -> None:
        self.start = self.position = start
        self.seats: dict[Player, S | None] = {side: seats[side] for side in PLAYERS}
        self.solo, self.tags = solo, tags
        self.state: State = "waiting"
        self.epoch = 0  # goes up with every takeback: a ply is played once an epoch
        self.moves: list[int] = []
        self.spent: list[int] = []  # by each move, in milliseconds
        self.lefts: list[int | None] = []  # what its player then had left
        self.undone: list[int] = []  # the last is the next to be made again
        self.comments: dict[int, str] = {}  # on the move of that index
        self.may_swap = swap
        self.swapped = self.kept = False
        self.offers: dict[OfferKind, Player] = {}
        self.result: Result | None = None
        self.rematch: str | None = None
        self.updated_at = self.turn_began_at = at
        self.clock = Clock(control)
        self._begin_if_full(0.0)

    def fork(self) -> Self:
        """A copy to try entries on: it replaces this one when they stand in the log."""
        twin = object.__new__(type(self))  # copy.copy takes four times as long, on every move
        twin.__dict__.update(self.__dict__)
        twin.seats, twin.offers = self.seats.copy(), self.offers.copy()
        twin.moves, twin.undone = self.moves.copy(), self.undone.copy()
        twin.spent, twin.lefts = self.spent.copy(), self.lefts.copy()
        twin.comments = self.comments.copy()
        twin.clock = self.clock.fork()
        return twin

    # What there is to see

    @property
    def variant(self) -> Variant:
        """The mode that is played."""
        return self.start.variant

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far; played again for the few who ask, not kept for all."""
        return replay(self.start, self.moves)

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.moves)

    @property
    def last_move(self) -> int | None:
        """The square played last, if any."""
        return self.moves[-1] if self.moves else None

    @property
    def can_abort(self) -> bool:
        """Whether the game has not really begun."""
        return self.state == "waiting" or (self.state == "playing" and self.ply < len(PLAYERS))

    @property
    def swap(self) -> Swap:
        """How it stands with the swap; to play on is to decline it."""
        if not self.may_swap:
            return "off"
        if self.swapped:
            return "swapped"
        ply = self.position.ply
        if ply == 0:
            return "ahead"
        return "open" if ply == 1 and not self.kept and self.result is None else "kept"

    @property
    def computer(self) -> Player | None:
        """The side that our computer plays, if it does."""
        return next((s for s in PLAYERS if (seat := self.seats[s]) and seat.level), None)

    @property
    def level_to_move(self) -> str | None:
        """The computer's level if the game waits for it, or ``None``."""
        seat = self.seats[self.position.turn]
        return seat.level if self.state == "playing" and seat is not None else None

    # What would happen, as entries: nothing changes

    def plan_move(
        self, square: int, now: float = 0.0, lag: float = 0.0, **stamp: Unpack[Stamp]
    ) -> Moved | Flagged:
        """A move by the side to move, or its flag if its time was over before."""
        side = self.position.turn
        spent, given, left = self.clock.after_move(side, now, lag)
        if left is not None and left < 0:
            return Flagged(side=side, **stamp)
        return Moved(side=side, square=square, spent=spent, left=left, lag=given or None, **stamp)

    def plan_undo(
        self, now: float = 0.0, side: Player | None = None, **stamp: Unpack[Stamp]
    ) -> TookBack | None:
        """Take back how a game ended off the board, or a person's last move, or the swap.

        What the computer has played since goes with it; between two computers each move counts as a
        person's. After a swap the move that was taken over goes only with the swap: a person is
        asked again, and the computer's decision goes with the move that it was about.
        """
        count, swap = self._count_undone()
        if count is None:
            return None
        asked_by, left = side or self.position.turn, self._running_left(now)
        return TookBack(side=asked_by, count=count, left=left, swap=swap, **stamp)

    def plan_takeback(
        self, side: Player, now: float = 0.0, *, accepted_by: Player, **stamp: Unpack[Stamp]
    ) -> TookBack:
        """Take back what lets a side play its last move again, as the other has agreed to."""
        count, left = self.count_back(side), self._running_left(now)
        return TookBack(side=accepted_by, count=count, left=left, **stamp)

    def plan_redo(self, **stamp: Unpack[Stamp]) -> list[Moved]:
        """Play again what was taken back, until a person is to move."""
        moves: list[Moved] = []
        for square in reversed(self.undone):
            ply = self.ply + len(moves)
            if moves and self._persons(ply):
                break
            side = self._turn_at(ply)
            moves.append(Moved(side=side, square=square, left=self.clock.left[side], **stamp))
        return moves

    def plan_swap(self, now: float = 0.0, **stamp: Unpack[Stamp]) -> Swapped:
        """Let O take over X's first move: the players change seats, and the board stays."""
        return Swapped(side=self.position.turn, left=self._running_left(now), **stamp)

    def count_back(self, side: Player) -> int:
        """How many moves to take back so that a side plays its last move again; 0 if it has none.

        A swap stays: the first move that was taken over is not taken back.
        """
        count = 1 if self.position.turn != side else 2
        return count if self.ply - count >= self._first_ply_to_undo else 0

    def _count_undone(self) -> tuple[int | None, bool]:
        """How many moves an undo takes back, ``None`` if nothing, and whether the swap."""
        if self.result is not None and not self.result.on_the_board:
            return 0, False
        plies = reversed(range(self._first_ply_to_undo, self.ply))
        back_to = next((ply for ply in plies if self._persons(ply)), None)
        if back_to is not None:
            return self.ply - back_to, False
        if not self.swapped:
            return None, False
        decision = self._first_ply_to_undo
        chooser = self.seats[other(self._turn_at(decision))]  # who sits there once they change back
        by_computer = chooser is not None and chooser.level is not None
        return self.ply - decision + by_computer, True

    @property
    def _first_ply_to_undo(self) -> int:
        return 1 - self.start.ply if self.swapped else 0

    def _persons(self, ply: int) -> bool:
        """Whether a person is to move after so many moves; two computers count as people."""
        alone = all(seat is not None and seat.level for seat in self.seats.values())
        seat = self.seats[self._turn_at(ply)]
        return alone or seat is None or seat.level is None

    def _turn_at(self, ply: int) -> Player:
        return self.start.turn if ply % 2 == 0 else other(self.start.turn)

    def _running_left(self, now: float) -> int | None:
        running = self.clock.running
        return None if running is None else self.clock.remaining(running, now)

    # Doing it at once

    def play(self, square: int, now: float = 0.0) -> None:
        """Play a square for the side to move, or ``IllegalMove``; too late it loses on time."""
        self._must_be_playing()
        self.position.play(square)  # refused here, before anything changes
        self.apply(self.plan_move(square, now), now)

    def undo(self, now: float = 0.0) -> bool:
        """Take back what ``plan_undo`` says; whether there was any."""
        entry = self.plan_undo(now)
        if entry is not None:
            self.apply(entry, now)
        return entry is not None

    def redo(self, now: float = 0.0) -> bool:
        """Play again what ``plan_redo`` says; whether there was any."""
        moves = self.plan_redo() if self.state == "playing" else []
        for move in moves:
            self.apply(move, now)
        return bool(moves)

    def take_over(self, now: float = 0.0) -> None:
        """Let O take over X's first move."""
        if self.swap != "open":
            raise IllegalMove("a swap is possible only right after the first move, where it is on")
        self.apply(self.plan_swap(now), now)

    def resign(self, side: Player) -> None:
        """Let a side give up."""
        self._must_be_playing()
        self.apply(Resigned(side=side))

    def flag(self, side: Player) -> None:
        """Let a side lose on time."""
        self._must_be_playing()
        self.apply(Flagged(side=side))

    def switch_sides(self) -> None:
        """Let the two players change places: whoever played X plays O from now on."""
        self.seats["X"], self.seats["O"] = self.seats["O"], self.seats["X"]

    def _must_be_playing(self) -> None:
        if self.state != "playing":
            raise IllegalMove("the game is over: undo, or start a new one")

    # Applying: what stands in the log changes the game

    def apply(self, entry: Entry, now: float = 0.0) -> None:
        """Take over an entry of the log; ``now`` is the moment at which the new turn begins."""
        self.updated_at = entry.at
        self.APPLIERS[type(entry)](self, entry, now)

    def _begin_if_full(self, now: float) -> None:
        if self.state == "waiting" and None not in self.seats.values():
            self.state = "playing"
            self.turn_began_at = self.updated_at
            self._run_clock(now)
            self._end_on_the_board()

    def _run_clock(self, now: float) -> None:
        ready = self.state == "playing" and self.ply >= self.clock.starts_at_ply
        self.clock.run(self.position.turn if ready else None, now)

    def _begin_turn(self, at: int, now: float) -> None:
        self.turn_began_at = at
        self._run_clock(now)

    def _apply_move(self, entry: Moved, now: float) -> None:
        self.position = self.position.play(entry.square)
        self.clock.pay_for_lag(entry.side, entry.lag or 0)
        if entry.left is not None and self.clock.exists:
            self.clock.left[entry.side] = entry.left
        if self.undone and self.undone[-1] == entry.square:
            self.undone.pop()
        else:
            self._forget_undone()
        self.moves.append(entry.square)
        self.spent.append(entry.spent)
        self.lefts.append(entry.left)
        self.offers.pop("takeback", None)
        if self.offers.get("draw") == other(entry.side):
            del self.offers["draw"]
        self._begin_turn(entry.at, now)
        self._end_on_the_board()

    def _apply_takeback(self, entry: TookBack, now: float) -> None:
        self.epoch += 1
        self._give_time_back()
        self.state, self.result, self.rematch = "playing", None, None
        for _ in range(entry.count):
            self.spent.pop()
            self.lefts.pop()
            self.undone.append(self.moves.pop())
        if entry.count:
            self.position = self.positions[-1]
        if entry.swap:
            self.swapped = False
            self.switch_sides()
        if entry.swap or not self.solo:
            self._forget_undone()  # who played them has changed, or has moved on
        if self.position.ply <= 1:
            self.kept = False
        self.offers.clear()
        self.clock.charge(entry.left)
        self._begin_turn(entry.at, now)

    def _forget_undone(self) -> None:
        if self.undone:
            for ply in range(self.ply, self.ply + len(self.undone)):
                self.comments.pop(ply, None)
            self.undone.clear()

    def _give_time_back(self) -> None:
        """To whoever had lost on time: what their last move left them."""
        if self.result is None or self.result.ending != "time" or not self.result.winner:
            return
        loser = other(self.result.winner)
        first = 0 if self.start.turn == loser else 1
        lefts = [left for left in self.lefts[first::2] if left is not None]
        self.clock.refill(loser, lefts[-1] if lefts else None)

    def _apply_swap(self, entry: Swapped, now: float) -> None:
        self.switch_sides()
        self.swapped = True
        self._forget_undone()
        self.offers.clear()
        self.clock.charge(entry.left)
        self._begin_turn(entry.at, now)

    def _apply_kept(self, _entry: Kept, _: float) -> None:
        self.kept = True

    def _apply_offer(self, entry: Offered, _: float) -> None:
        self.offers[entry.what] = entry.side

    def _apply_decline(self, entry: Declined, _: float) -> None:
        self.offers.pop(entry.what, None)

    def _apply_rematch(self, entry: Rematched, _: float) -> None:
        self.rematch = entry.game
        self.offers.pop("rematch", None)

    def _apply_resign(self, entry: Resigned, _: float) -> None:
        self.finish(Result(other(entry.side), "resignation"))

    def _apply_flag(self, entry: Flagged, _: float) -> None:
        self.clock.left[entry.side] = 0
        self.finish(Result(other(entry.side), "time"))

    def _apply_failure(self, entry: Failed, _: float) -> None:
        self.finish(Result(other(entry.side), "error"))

    def _apply_agreed(self, _entry: Agreed, _: float) -> None:
        self.finish(Result(None, "agreement"))

    def _apply_claim(self, entry: Claimed, _: float) -> None:
        self.finish(Result(entry.side if entry.result == "win" else None, "abandoned"))

    def _apply_abort(self, entry: Aborted, _: float) -> None:
        self.finish(Result(None, read_ending(entry.reason)))

    def _end_on_the_board(self) -> None:
        outcome = self.position.outcome
        if outcome is not None:
            self.finish(Result.of(outcome))

    def finish(self, result: Result) -> None:
        """Nothing is played any more."""
        self.state = "aborted" if result.letter == "*" else "over"
        self.result = result
        self.offers.clear()
        self.clock.running = None

    #: What applies each kind of entry.
    APPLIERS: ClassVar[Mapping[type[Entry], Callable[[Any, Any, float], None]]] = {
        Moved: _apply_move,
        TookBack: _apply_takeback,
        Swapped: _apply_swap,
        Kept: _apply_kept,
        Offered: _apply_offer,
        Declined: _apply_decline,
        Rematched: _apply_rematch,
        Resigned: _apply_resign,
        Flagged: _apply_flag,
        Failed: _apply_failure,
        Agreed: _apply_agreed,
        Claimed: _apply_claim,
        Aborted: _apply_abort,
    }
