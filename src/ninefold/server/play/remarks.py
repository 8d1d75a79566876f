"""What pages are told of a move: the most telling remarks, each with its sentence in English."""

from __future__ import annotations

from typing import Final

from ninefold.game.remarks import remarks_on
from ninefold.rules.position import Position
from ninefold.rules.squares import other
from ninefold.server.wire.messages import Remark
from ninefold.words import GAME_WORDS, tell_remark

__all__ = ["remarks_view"]

_MOST: Final = 3


def remarks_view(position: Position, square: int) -> list[Remark]:
    """The most telling things about a legal move, at most three.

    >>> from ninefold import Position
    >>> remarks_view(Position.start(), 40)[0].text
    'It sends O to board 5, where nothing can be captured now.'
    """
    words, opponent = GAME_WORDS["en"], other(position.turn)
    return [
        Remark(code, board, tell_remark(words, code, board or 0, opponent))
        for code, board in remarks_on(position, square)[:_MOST]
    ]
