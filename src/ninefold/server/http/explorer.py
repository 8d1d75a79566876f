"""The explorer over HTTP: what was played on this server in a position."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from ninefold.analysis.explorer import PLIES, Ends, explored, is_counted, key_of
from ninefold.rules.foreign import parse_moves
from ninefold.rules.notation import parse_position
from ninefold.rules.position import Position, replay
from ninefold.server.http.api import REFUSALS
from ninefold.server.play.hall import Hall
from ninefold.server.wire import messages as m

__all__ = ["explore"]

#: Counts change with every game that ends; nobody needs the last one at once.
_HEADERS = {"cache-control": "public, max-age=30"}
_Mode = Annotated[
    str, QueryParameter(max_length=200, description="a mode, or a variant with its axes")
]
_Text = Annotated[
    str | None,
    QueryParameter(
        max_length=400,
        description="a position as one line of text, which names its mode itself; without one it "
        "is the mode's empty board",
    ),
]
_Moves = Annotated[
    str, QueryParameter(max_length=400, description="moves from there on, such as `55 51`")
]


@get("/explorer", responses=REFUSALS)
async def explore(
    hall: NamedDependency[Hall], mode: _Mode = "modern", position: _Text = None, moves: _Moves = ""
) -> Response[m.Explorer]:
    """What was played here in a position, by people and by computers, and how those games ended.

    Only a game's first moves are counted: later positions have none.
    """
    start = Position.start(mode) if position is None else parse_position(position)
    asked = replay(start, parse_moves(moves))[-1]
    found = (
        explored(asked, await hall.store.find_counts(*key_of(asked))) if is_counted(asked) else []
    )
    told = [
        m.ExploredMove(
            squares=list(move.squares),
            people=_ends(move.people),
            computer=_ends(move.computer),
            book=None if move.book is None else move.book.percent,
        )
        for move in found
    ]
    return Response(m.Explorer(PLIES, sum(move.games for move in found), told), headers=_HEADERS)


def _ends(ends: Ends) -> m.Ends:
    return m.Ends(ends.x, ends.drawn, ends.o)
