"""Pictures for links: a card of a game or of a position, drawn once and kept for a while.

Drawing takes a tenth of a second of one core, so it is done beside the event loop, two at a time.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from ninefold.drawing.card import draw_card
from ninefold.rules.notation import parse_position
from ninefold.rules.position import Position
from ninefold.server.http.api import REFUSALS
from ninefold.server.http.heading_words import HEADING_WORDS
from ninefold.server.http.headings import game_heading, language_of
from ninefold.server.play.hall import Hall
from ninefold.words import GAME_WORDS, Language
from ninefold.words.telling import mode_name

__all__ = ["PICTURES", "Cards"]

_MOST: Final = 200
_Ask = Request[Any, Any, Any]
#: What the pages that show no game of their own have: a board in the middle of one.
_SAMPLE: Final = (
    *(4, 37, 11, 19, 15, 59, 53, 78, 62, 79, 70, 68, 52),
    *(64, 13, 43, 63, 7, 67, 38, 22, 39, 31, 40, 76, 74),
)


class Cards:
    """Cards that were drawn, the least wanted forgotten first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[object, bytes] = OrderedDict()
        self._turns = asyncio.Semaphore(2)

    async def get(self, key: object, draw: Callable[[], bytes]) -> Response[bytes]:
        """A card by its key, drawn if need be."""
        async with self._turns:
            if key not in self._kept:
                self._kept[key] = await asyncio.to_thread(draw)
        self._kept.move_to_end(key)
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        headers = {"cache-control": "public, max-age=300"}
        return Response(self._kept[key], media_type="image/png", headers=headers)


@get("/games/{game:str}/picture.png", media_type="image/png", responses=REFUSALS)
async def game_card(
    request: _Ask,
    game: FromPath[str],
    hall: NamedDependency[Hall],
    cards: NamedDependency[Cards],
    ply: Annotated[int | None, QueryParameter(ge=0, le=81)] = None,
    lang: FromQuery[str | None] = None,
    now: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A card of a game for chats: the board now, or after some moves, and who plays."""
    del now  # only makes the address another one, for those who keep pictures
    live = (await hall.find(game)).game
    language = _language(request, lang)
    at = min(live.ply if ply is None else ply, live.ply)
    heading = game_heading(live, language)
    lines = [GAME_WORDS[language].game, heading.description]
    position, last = live.positions[at], live.moves[at - 1] if at else None
    key = (position, last, heading.title, *lines)

    def draw() -> bytes:
        return draw_card(position, heading.title, lines, last_move=last)

    return await cards.get(key, draw)


@get("/picture.png", media_type="image/png", responses=REFUSALS)
async def position_card(
    request: _Ask,
    cards: NamedDependency[Cards],
    position: Annotated[str | None, QueryParameter(max_length=400)] = None,
    lang: FromQuery[str | None] = None,
) -> Response[bytes]:
    """A card of a position in one line of text, or of the game itself."""
    language = _language(request, lang)
    told = GAME_WORDS[language]
    if position is None:
        shown = Position.start()
        for square in _SAMPLE:
            shown = shown.play(square)
        title, lines = told.game, [HEADING_WORDS[language].about]
    else:
        shown = parse_position(position)
        title, lines = told.game, [mode_name(told, shown.variant)]
    return await cards.get((shown, title, *lines), lambda: draw_card(shown, title, lines))


def _language(request: _Ask, asked: str | None) -> Language:
    return language_of(asked, request.headers.get("accept-language", ""))


PICTURES: Final = (game_card, position_card)
