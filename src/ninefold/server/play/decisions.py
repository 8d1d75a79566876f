"""Decisions: what a command makes of a game, as entries for its log, or why it is refused.

Everything here is pure: nothing changes until the entries stand in the log and are applied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from ninefold.game.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Entry,
    Flagged,
    Kept,
    Offered,
    Rematched,
    Resigned,
    Stamp,
)
from ninefold.rules.errors import IllegalMove
from ninefold.rules.squares import PLAYERS, other
from ninefold.server.play.entries import Joined, Renamed, Seat
from ninefold.server.play.game import LiveGame
from ninefold.server.play.visitors import new_id
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

__all__ = ["Asked", "decide", "decide_join", "decide_move", "decide_rename", "overdue"]


class Asked(Struct, frozen=True):
    """The circumstances of a command.

    ``key`` and ``visitor`` say who asks (private and public) and ``kind`` what they are, ``at`` and
    ``now`` when (by the calendar and by the steady clock), ``lag`` from how far away. ``gone``
    tells the sides that have left for good, and ``fresh`` an id for a new game.
    """

    key: str | None
    visitor: str | None
    at: int
    now: float
    lag: float = 0.0
    gone: Callable[[], Sequence[m.Side]] = tuple
    fresh: Callable[[], str] = new_id
    kind: m.PlayerKind = "person"


def decide(game: LiveGame, command: m.GameCommand, asked: Asked) -> list[Entry]:
    """The entries that a visitor's command makes, or ``Refusal``."""
    sides = game.sides_of(asked.key)
    if not sides:
        raise Refusal("not-your-game", "You do not play in this game, you are watching it.")
    if asked.kind == "bot":
        _must_say_bot(game, sides)
    late = overdue(game, asked)
    if late:
        return late
    # Whoever plays both sides means the one to move.
    side = sides[0] if len(sides) == 1 else game.position.turn
    return _DECISIONS[type(command)](game, command, side, asked)


def _must_say_bot(game: LiveGame, sides: Sequence[m.Side]) -> None:
    """A bot plays only where everybody sees that it is one: not in its owner's place."""
    seats = [seat for side in sides if (seat := game.seats[side])]
    if any(seat.player.kind != "bot" for seat in seats):
        raise Refusal(
            "not-your-game", "A person took this seat: a bot plays where it has sat down itself."
        )


def overdue(game: LiveGame, asked: Asked) -> list[Entry]:
    """The flag that has fallen by now, if one has."""
    flags_in = game.clock.flags_in(asked.now) if game.state == "playing" else None
    running = game.clock.running
    if flags_in is None or running is None or flags_in > 0:
        return []
    return [Flagged(side=running, at=asked.at)]


def decide_join(game: LiveGame, seat: Seat, asked: Asked) -> list[Entry]:
    """Somebody takes the free seat; whoever sits there already need not."""
    if game.sides_of(seat.key):
        return []
    free = next((side for side in PLAYERS if game.seats[side] is None), None)
    if free is None or game.state != "waiting":
        raise Refusal("seat-taken", "Both seats of this game are taken; you can watch it.")
    return [Joined(side=free, seat=seat, at=asked.at, by=asked.visitor)]


def decide_rename(game: LiveGame, name: str, asked: Asked) -> list[Entry]:
    """A player changes the name that others see, except on a shared device."""
    if game.state not in ("waiting", "playing") or game.settings.opponent == "same-device":
        return []
    return [
        Renamed(side=side, name=name, at=asked.at, by=asked.visitor)
        for side in game.sides_of(asked.key)
        if (seat := game.seats[side]) and seat.player.name != name
    ]


def decide_move(game: LiveGame, command: m.Move, side: m.Side, asked: Asked) -> list[Entry]:
    """A move by whoever plays a side, our computer included."""
    _must_be_playing(game)
    _must_be_current(game, command.ply)
    turn = game.position.turn
    if turn != side:
        raise Refusal("not-your-turn", f"It is {turn}'s turn, and you play {side}.")
    if command.square not in game.position.legal_moves:
        raise Refusal("illegal-move", _why_illegal(game, command.square))
    return [game.plan_move(command.square, asked.now, asked.lag, **_stamp(command, asked))]


def _why_illegal(game: LiveGame, square: int) -> str:
    try:
        game.position.play(square)
    except IllegalMove as illegal:
        return f"{illegal}."
    raise AssertionError(square)  # pragma: no cover - the caller knows that it is illegal


def _must_be_playing(game: LiveGame) -> None:
    if game.state == "waiting":
        raise Refusal("not-started", "The game has not begun: the other seat is still empty.")
    if game.state != "playing":
        raise Refusal("game-over", "The game is over.")


def _must_be_current(game: LiveGame, ply: int) -> None:
    if ply != game.ply:
        raise Refusal(
            "stale", f"You had seen {ply} moves, but the game stands at {game.ply}: here it is."
        )


def _resign(game: LiveGame, command: m.Resign, side: m.Side, asked: Asked) -> list[Entry]:
    _must_be_playing(game)
    return [Resigned(side=side, **_stamp(command, asked))]


def _offer(game: LiveGame, command: m.Offer, side: m.Side, asked: Asked) -> list[Entry]:
    what = command.what
    if game.settings.solo:
        return _do_at_once(game, command, side, asked)
    _check_offer(game, what, side)
    if game.offers.get(what) == other(side):
        return _accept(game, m.Accept(what=what, id=command.id), side, asked)
    if game.offers.get(what) == side:
        raise Refusal("not-now", "You have offered that already; the other has not answered.")
    return [Offered(side=side, what=what, **_stamp(command, asked))]


def _do_at_once(game: LiveGame, command: m.Offer, side: m.Side, asked: Asked) -> list[Entry]:
    """In a solo game nobody needs to be asked; our computer does not agree to draws."""
    if command.what == "takeback":
        return _undo(game, m.Undo(ply=game.ply, id=command.id), side, asked)
    _check_offer(game, command.what, side)
    if command.what == "rematch":
        return [Rematched(side=side, game=asked.fresh(), **_stamp(command, asked))]
    if game.computer is not None:
        raise Refusal("not-now", "The computer plays on: it does not agree to draws.")
    return [Agreed(side=side, **_stamp(command, asked))]


def _check_offer(game: LiveGame, what: m.OfferKind, side: m.Side) -> None:
    if what == "rematch":
        if game.state != "over" or game.rematch is not None:
            raise Refusal("not-now", "A rematch is possible when a game is over, and only once.")
        return
    _must_be_playing(game)
    if what == "draw" and game.can_abort:
        raise Refusal("not-now", "It is too early for a draw: both sides move first.")
    if what == "takeback" and not game.count_back(side):
        raise Refusal("nothing-to-undo", "You have no move that could be taken back.")


def _accept(game: LiveGame, command: m.Accept, side: m.Side, asked: Asked) -> list[Entry]:
    if game.offers.get(command.what) != other(side):
        raise Refusal("nothing-offered", f"The other side offers no {command.what} now.")
    stamp = _stamp(command, asked)
    if command.what == "draw":
        return [Agreed(side=side, **stamp)]
    if command.what == "rematch":
        return [Rematched(side=side, game=asked.fresh(), **stamp)]
    return [game.plan_takeback(other(side), asked.now, accepted_by=side, **stamp)]


def _decline(game: LiveGame, command: m.Decline, side: m.Side, asked: Asked) -> list[Entry]:
    if command.what not in game.offers:
        raise Refusal("nothing-offered", f"There is no {command.what} on offer.")
    return [Declined(side=side, what=command.what, **_stamp(command, asked))]


def _swap(game: LiveGame, command: m.Swap, side: m.Side, asked: Asked) -> list[Entry]:
    _must_be_playing(game)
    if game.swap != "open":
        raise Refusal("not-now", "A swap is possible only for O, right after the first move.")
    if side != "O":
        raise Refusal("not-your-turn", "O decides about the swap.")
    if command.take:
        return [game.plan_swap(asked.now, **_stamp(command, asked))]
    return [Kept(side=side, **_stamp(command, asked))]


def _undo(game: LiveGame, command: m.Undo, side: m.Side, asked: Asked) -> list[Entry]:
    if not game.settings.solo:
        raise Refusal("not-now", "Ask the other side for a takeback.")
    if game.state not in ("playing", "over") or game.rematch is not None:
        raise Refusal("game-over", "The game is over.")
    _must_be_current(game, command.ply)
    entry = game.plan_undo(asked.now, side, **_stamp(command, asked))
    if entry is None:
        raise Refusal("nothing-to-undo", "There is no move of yours to take back.")
    return [entry]


def _redo(game: LiveGame, command: m.Redo, _side: m.Side, asked: Asked) -> list[Entry]:
    _must_be_playing(game)
    _must_be_current(game, command.ply)
    if not game.undone:
        raise Refusal("nothing-to-undo", "There is no move to play again.")
    return [*game.plan_redo(**_stamp(command, asked))]


def _abort(game: LiveGame, command: m.Abort, side: m.Side, asked: Asked) -> list[Entry]:
    if not game.can_abort:
        raise Refusal("not-now", "The game has begun: resign, or offer a draw.")
    return [Aborted(side=side, reason="aborted", **_stamp(command, asked))]


def _claim(game: LiveGame, command: m.Claim, side: m.Side, asked: Asked) -> list[Entry]:
    _must_be_playing(game)
    if game.can_abort:
        raise Refusal("not-now", "The game has hardly begun: you can call it off instead.")
    if other(side) not in asked.gone():
        raise Refusal("not-gone", "The other player is there, or has not been away for long.")
    return [Claimed(side=side, result=command.result, **_stamp(command, asked))]


def _stamp(command: m.GameCommand, asked: Asked) -> Stamp:
    return {"at": asked.at, "by": asked.visitor, "id": command.id}


_DECISIONS: Final[dict[type, Callable[[LiveGame, Any, m.Side, Asked], list[Entry]]]] = {
    m.Move: decide_move,
    m.Resign: _resign,
    m.Offer: _offer,
    m.Accept: _accept,
    m.Decline: _decline,
    m.Swap: _swap,
    m.Undo: _undo,
    m.Redo: _redo,
    m.Abort: _abort,
    m.Claim: _claim,
}
