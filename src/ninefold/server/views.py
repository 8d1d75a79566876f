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


def board_view(position: Position, last: int | None = None, cells: str | None = None) -> m.Board:
    """A position with its legal squares and where each would send the opponent.

    ``cells`` spares the work of reading all squares to somebody who knows them.
    """
    outcome = position.outcome
    legal = list(position.legal_moves)
    return m.Board(
        ply=position.ply,
        cells=position.cells if cells is None else cells,
        owners=position.owners,
        turn=position.turn,
        target=position.target,
        free=position.free,
        last=last,
        legal=legal,
        sends=_sends(position, legal),
        result=None
        if outcome is None
        else m.Result(outcome.winner, outcome.reason, list(outcome.boards)),
    )


def _sends(position: Position, legal: list[int]) -> list[list[int]]:
    """For each legal square, the boards in which the opponent may then play.

    An opponent who is held plays in the target board: asking for their moves would say the same.
    """
    found: list[list[int]] = []
    for square in legal:
        after = position.play(square)
        if after.outcome is not None:
            found.append([])
        elif after.free:
            found.append(sorted({move // 9 for move in after.legal_moves}))
        else:
            found.append([square % 9])
    return found


def seats_view(game: LiveGame) -> m.Seats:
    """Who plays, without anything private."""
    return m.Seats(X=_player(game.seats["X"]), O=_player(game.seats["O"]))


def _player(seat: Seat | None) -> m.Player | None:
    return None if seat is None else seat.player


def game_view(game: LiveGame, board: m.Board, now: float) -> m.Game:
    """A whole game as everybody sees it; ``board`` is the view of its position."""
    settings = game.settings
    offers = game.offers
    return m.Game(
        id=settings.id,
        version=game.version,
        state=game.state,
        mode=game.position.variant.name,
        axes=axes_view(game.position.variant),
        opponent=settings.opponent,
        players=seats_view(game),
        board=board,
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
