"""What pages see of positions and games: the messages made from them."""

from __future__ import annotations

from ninefold.rules.position import Position
from ninefold.rules.variants import Variant
from ninefold.server import messages as m
from ninefold.server.entries import Seat
from ninefold.server.game import LiveGame

__all__ = ["axes_view", "board_view", "game_view", "seats_view", "summary_view"]


def axes_view(variant: Variant) -> m.Axes:
    """The axes of a mode."""
    return m.Axes(
        release=variant.release,
        free_move=variant.free_move,
        ownership=variant.ownership,
        ending=variant.ending,
        tie_break=variant.tie_break,
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
        free=position.free,
        last=last,
        legal=position.legal_moves,
        sends=position.sends,
        result=None
        if outcome is None
        else m.Result(outcome.winner, outcome.reason, list(outcome.boards)),
    )


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
        moves=list(game.moves),
        redo=game.undone[::-1],
        swap=game.swap,
        clock=game.clock.view(now),
        offers=m.Offers(offers.get("draw"), offers.get("takeback"), offers.get("rematch")),
        result=game.result,
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
        opponent=game.settings.opponent,
        state=game.state,
        players=seats_view(game),
        clock=game.settings.clock,
        ply=game.ply,
        owners=position.owners,
        turn=position.turn,
        result=game.result,
        updated_at=game.updated_at,
    )
