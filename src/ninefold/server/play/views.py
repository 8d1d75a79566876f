"""What pages see of positions and games: the messages made from them."""

from __future__ import annotations

from ninefold.game.result import Result
from ninefold.rules.position import Outcome, Position
from ninefold.rules.variants import Variant
from ninefold.server.play.entries import Seat
from ninefold.server.play.game import LiveGame
from ninefold.server.wire import messages as m

__all__ = [
    "axes_view",
    "board_view",
    "clock_view",
    "game_view",
    "result_view",
    "seats_view",
    "summary_view",
]


def axes_view(variant: Variant) -> m.Axes:
    """The axes of a mode, and what follows from them."""
    return m.Axes(
        release=variant.release,
        free_move=variant.free_move,
        ownership=variant.ownership,
        ending=variant.ending,
        tie_break=variant.tie_break,
        captured_stay_open=not variant.captured_is_closed,
        x_is_known_to_win=variant.x_is_known_to_win,
    )


def board_view(position: Position, last: int | None = None) -> m.Board:
    """A position with its legal squares and where each would send the opponent."""
    outcome, cells = position.outcome, position.cells
    return m.Board(
        ply=len(cells) - cells.count("."),
        cells=cells,
        owners=position.owners,
        turn=position.turn,
        target=position.target,
        held=None if outcome else position.held_board,
        free=position.free,
        last=last,
        legal=position.legal_moves,
        sends=position.sends,
        result=None if outcome is None else _result(Result.of(outcome), outcome),
    )


def clock_view(game: LiveGame, now: float) -> m.Clock:
    """The clock as pages see it."""
    clock = game.clock
    x, o = clock.remaining("X", now), clock.remaining("O", now)
    return m.Clock(
        settings=game.settings.clock,
        X=None if x is None else max(0, x),
        O=None if o is None else max(0, o),
        running=clock.running,
        starts_in=0 if clock.running is None else max(0, round(clock.running_since - now)),
    )


def result_view(game: LiveGame) -> m.Result | None:
    """How a game ended, if it did."""
    return None if game.result is None else _result(game.result, game.position.outcome)


def _result(result: Result, outcome: Outcome | None) -> m.Result:
    """With the line of boards that ended it."""
    return m.Result(result.winner, result.ending, list(outcome.boards) if outcome else [])


def seats_view(game: LiveGame) -> m.Seats:
    """Who plays, without anything private."""
    return m.Seats(X=_player(game.seats["X"]), O=_player(game.seats["O"]))


def _player(seat: Seat | None) -> m.Player | None:
    return None if seat is None else seat.player


def game_view(game: LiveGame, now: float) -> m.Game:
    """A whole game as everybody sees it."""
    settings, offers = game.settings, game.offers
    return m.Game(
        id=settings.id,
        version=game.version,
        state=game.state,
        mode=game.position.variant.name,
        axes=axes_view(game.position.variant),
        opponent=settings.opponent,
        players=seats_view(game),
        board=board_view(game.position, game.moves[-1] if game.moves else None),
        moves=game.moves,  # never changed: a fork has its own
        redo=game.undone[::-1],
        swap=game.swap,
        clock=clock_view(game, now),
        offers=m.Offers(offers.get("draw"), offers.get("takeback"), offers.get("rematch")),
        result=result_view(game),
        rematch=game.rematch,
        previous=settings.previous,
        solo=settings.solo,
        can_abort=game.can_abort,
        created_at=settings.created_at,
        updated_at=game.updated_at,
    )


def summary_view(game: LiveGame) -> m.GameSummary:
    """A game as a line in a list."""
    position = game.position
    return m.GameSummary(
        id=game.settings.id,
        mode=position.variant.name,
        axes=axes_view(position.variant),
        opponent=game.settings.opponent,
        state=game.state,
        players=seats_view(game),
        clock=game.settings.clock,
        ply=game.ply,
        owners=position.owners,
        turn=position.turn,
        result=result_view(game),
        updated_at=game.updated_at,
        cells=position.cells,
    )
