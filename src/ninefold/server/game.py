"""LiveGame: a game as its log tells it.

Whoever replays the log with ``apply`` gets the same game, so the log is all that is stored. No
input, no output and no clock of its own: moments come from the caller, in milliseconds. What may be
done is decided in ``decisions``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from ninefold.rules.position import Position, replay
from ninefold.rules.squares import PLAYERS, other
from ninefold.server import messages as m
from ninefold.server.clock import GameClock
from ninefold.server.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Entry,
    Flagged,
    Joined,
    Kept,
    Moved,
    Offered,
    Rematched,
    Renamed,
    Resigned,
    Seat,
    Settings,
    Swapped,
    TookBack,
)

__all__ = ["LiveGame"]


class LiveGame:
    """A game as its log tells it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.version = 1
        self.epoch = 0
        self.state: m.GameState = "waiting"
        self.seats: dict[m.Side, Seat | None] = {"X": settings.x, "O": settings.o}
        self.start = Position.start(settings.mode, tie_break=settings.tie_break)
        self.position = self.start
        self.moves: list[int] = []
        self.spent: list[int] = []  # by each move, in milliseconds
        self.lefts: list[int | None] = []  # what its player then had left
        self.undone: list[int] = []
        self.swapped = self.kept = False
        self.offers: dict[m.OfferKind, m.Side] = {}
        self.result: m.Result | None = None
        self.rematch: str | None = None
        self.updated_at = settings.created_at
        self.turn_began_at = settings.created_at
        self.clock = GameClock(settings.clock)
        self.done: dict[tuple[str, str], int] = {}
        self._begin_if_full(0.0)

    def fork(self) -> LiveGame:
        """A copy to try entries on: it replaces this one when they stand in the log."""
        twin = object.__new__(LiveGame)  # copy.copy takes four times as long, on every move
        twin.__dict__.update(self.__dict__)
        twin.seats, twin.offers, twin.done = dict(self.seats), dict(self.offers), dict(self.done)
        twin.moves, twin.undone = self.moves.copy(), self.undone.copy()
        twin.spent, twin.lefts = self.spent.copy(), self.lefts.copy()
        twin.clock = self.clock.fork()
        return twin

    # What there is to see

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far; played again for the few who ask, not kept for all."""
        return replay(self.start, self.moves)

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.moves)

    @property
    def can_abort(self) -> bool:
        """Whether the game has not really begun."""
        return self.state == "waiting" or (self.state == "playing" and self.ply < len(PLAYERS))

    @property
    def swap(self) -> m.SwapState:
        """How it stands with the swap."""
        if not self.settings.swap:
            return "off"
        if self.swapped:
            return "swapped"
        if self.kept or self.ply > 1:
            return "kept"
        return "open" if self.ply == 1 else "ahead"

    @property
    def keys(self) -> tuple[str | None, str | None]:
        """The private keys of whoever sits at X and O."""
        x, o = self.seats["X"], self.seats["O"]
        return (None if x is None else x.key, None if o is None else o.key)

    def sides_of(self, key: str | None) -> tuple[m.Side, ...]:
        """The sides that a visitor plays."""
        if key is None:
            return ()
        return tuple(side for side in PLAYERS if (seat := self.seats[side]) and seat.key == key)

    @property
    def computer(self) -> m.Side | None:
        """The side that our computer plays, if it does."""
        return next(
            (s for s in PLAYERS if (seat := self.seats[s]) and seat.player.kind == "computer"), None
        )

    @property
    def computer_to_move(self) -> bool:
        """Whether the game waits for our computer."""
        seat = self.seats[self.position.turn]
        return self.state == "playing" and seat is not None and seat.player.kind == "computer"

    # Applying: what stands in the log changes the game

    def apply(self, entry: Entry, now: float = 0.0) -> None:
        """Take over an entry of the log; ``now`` is the moment at which the new turn begins."""
        self.version += 1
        self.updated_at = entry.at
        if entry.id is not None and entry.by is not None:
            self.done[entry.by, entry.id] = self.version
        _APPLY[type(entry)](self, entry, now)

    def _begin_if_full(self, now: float) -> None:
        if self.state == "waiting" and all(self.seats.values()):
            self.state = "playing"
            self.turn_began_at = self.updated_at
            self._run_clock(now)

    def _run_clock(self, now: float) -> None:
        ready = self.state == "playing" and self.ply >= self.clock.starts_at_ply
        self.clock.run(self.position.turn if ready else None, now)

    def apply_move(self, entry: Moved, now: float) -> None:
        """A square was played."""
        self.clock.pay_for_lag(entry.side, now, entry.spent)
        self.clock.left[entry.side] = entry.left
        self.position = self.position.play(entry.square)
        self.moves.append(entry.square)
        self.spent.append(entry.spent)
        self.lefts.append(entry.left)
        if self.undone and self.undone[-1] == entry.square:
            self.undone.pop()
        else:
            self.undone.clear()
        self.offers.pop("takeback", None)
        if self.offers.get("draw") == other(entry.side):
            del self.offers["draw"]
        self.turn_began_at = entry.at
        self._run_clock(now)
        outcome = self.position.outcome
        if outcome is not None:
            self.finish("over", m.Result(outcome.winner, outcome.reason, list(outcome.boards)))

    def apply_takeback(self, entry: TookBack, now: float) -> None:
        """The last moves do not stand any more."""
        self.epoch += 1
        self.state, self.result, self.rematch = "playing", None, None
        for _ in range(entry.count):
            self.spent.pop()
            self.lefts.pop()
            self.undone.append(self.moves.pop())
        self.position = self.positions[-1]
        if not self.settings.solo:
            self.undone.clear()
        if self.ply == 0:
            self.kept = False
        self.offers.clear()
        self._charge(entry.left)
        self.turn_began_at = entry.at
        self._run_clock(now)

    def apply_swap(self, entry: Swapped, now: float) -> None:
        """The players changed seats."""
        self.seats["X"], self.seats["O"] = self.seats["O"], self.seats["X"]
        self.swapped = True
        self.offers.clear()
        self._charge(entry.left)
        self.turn_began_at = entry.at
        self._run_clock(now)

    def apply_join(self, entry: Joined, now: float) -> None:
        """Somebody sat down."""
        self.seats[entry.side] = entry.seat
        self._begin_if_full(now)

    def apply_name(self, entry: Renamed, _: float) -> None:
        """A player is called something else now."""
        seat = self.seats[entry.side]
        if seat is not None:
            player = replace(seat.player, name=entry.name)
            self.seats[entry.side] = Seat(seat.key, player)

    def apply_kept(self, _entry: Kept, _: float) -> None:
        """O did not swap."""
        self.kept = True

    def apply_offer(self, entry: Offered, _: float) -> None:
        """Something is on offer."""
        self.offers[entry.what] = entry.side

    def apply_decline(self, entry: Declined, _: float) -> None:
        """It is no longer on offer."""
        self.offers.pop(entry.what, None)

    def apply_flag(self, entry: Flagged, _: float) -> None:
        """A clock ran out."""
        self.clock.left[entry.side] = 0
        self.finish("over", m.Result(other(entry.side), "time"))

    def apply_rematch(self, entry: Rematched, _: float) -> None:
        """The players went on to another game."""
        self.rematch = entry.game
        self.offers.pop("rematch", None)

    def _charge(self, left: int | None) -> None:
        if self.clock.running is not None and left is not None:
            self.clock.left[self.clock.running] = left

    def finish(self, state: m.GameState, result: m.Result) -> None:
        """Nothing is played any more."""
        self.state, self.result = state, result
        self.offers.clear()
        self.clock.running = None


def _ends(result: Callable[[Any], m.Result], state: m.GameState = "over") -> _Applier:
    """What applies an entry that ends a game without a move."""
    return lambda game, entry, _: game.finish(state, result(entry))


_Applier = Callable[[LiveGame, Any, float], None]
_APPLY: Final[dict[type, _Applier]] = {
    Moved: LiveGame.apply_move,
    TookBack: LiveGame.apply_takeback,
    Swapped: LiveGame.apply_swap,
    Kept: LiveGame.apply_kept,
    Joined: LiveGame.apply_join,
    Renamed: LiveGame.apply_name,
    Offered: LiveGame.apply_offer,
    Declined: LiveGame.apply_decline,
    Rematched: LiveGame.apply_rematch,
    Resigned: _ends(lambda entry: m.Result(other(entry.side), "resign")),
    Flagged: LiveGame.apply_flag,
    Agreed: _ends(lambda _: m.Result(None, "agreement")),
    Claimed: _ends(
        lambda entry: m.Result(entry.side if entry.result == "win" else None, "abandoned")
    ),
    Aborted: _ends(lambda entry: m.Result(None, entry.reason), "aborted"),
}
