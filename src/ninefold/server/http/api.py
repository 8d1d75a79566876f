"""The HTTP API: everything that a page can do, a script can do."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from typing import Annotated, Any, Final, Literal

from litestar import Request, Response, delete, get, post, put, route
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from ninefold.drawing.svg import draw_svg
from ninefold.engine.networks import user_axes
from ninefold.rules.notation import parse_position
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS, find_variant
from ninefold.server.http.guard import address_of
from ninefold.server.http.hangup import unless_gone
from ninefold.server.http.identity import (
    forget_secret,
    identify,
    identify_or_welcome,
    identify_player,
    must_play,
)
from ninefold.server.moments import today_ms
from ninefold.server.play.hall import Hall
from ninefold.server.play.line import Asker
from ninefold.server.play.names import clean_name
from ninefold.server.play.pairing import CLOCKS
from ninefold.server.play.records import record_text
from ninefold.server.play.remarks import remarks_view
from ninefold.server.play.table import Table
from ninefold.server.play.thinking import Question
from ninefold.server.play.views import axes_view, board_view, result_view, seats_view
from ninefold.server.play.visitors import Visitor, digest_of, new_id, new_token
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.problems import PROBLEM, RefusedInGame
from ninefold.server.wire.refusal import Refusal

__all__ = ["FOR_OPERATORS", "REFUSALS", "ROUTES"]

_Ask = Request[Any, Any, Any]
#: What every request may answer instead, for the API's description.
REFUSALS: Final = {
    status: ResponseSpec(m.Problem, media_type=PROBLEM, generate_examples=False, description=why)
    for status, why in {
        400: "It cannot be read.",
        401: "Nobody knows who asks.",
        403: "It is not for whoever asks.",
        404: "There is no such thing.",
        409: "The game forbids it.",
        413: "It is too large.",
        421: "The server has another name.",
        429: "Too many, or too fast.",
        500: "Something went wrong in the server.",
        503: "The server cannot now.",
    }.items()
}
_Ply = Annotated[int | None, QueryParameter(ge=0, le=81, description="after how many moves")]
_Cursor = Annotated[str | None, QueryParameter(max_length=60, description="`next`")]
_Limit = Annotated[int, QueryParameter(ge=1, le=100, description="finished ones")]
_SVG_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


# Games


@post("/games", responses=REFUSALS)
async def create_game(
    request: _Ask, data: JSONBody[m.CreateGame], hall: NamedDependency[Hall]
) -> m.GameReply:
    """Set up a game: against anybody, by link, on one device, or against the computer."""
    visitor = await identify_player(request, hall.house)
    return _reply(await hall.create(data, visitor, address_of(request.scope)), visitor)


@get("/games/{game:str}", responses=REFUSALS)
async def read_game(request: _Ask, game: FromPath[str], hall: NamedDependency[Hall]) -> m.GameReply:
    """A game as it is now."""
    visitor, table = await _visit(request, game, hall)
    return _reply(table, visitor)


@post("/games/{game:str}/join", status_code=200, responses=REFUSALS)
async def join_game(request: _Ask, game: FromPath[str], hall: NamedDependency[Hall]) -> m.GameReply:
    """Take the free seat; harmless for somebody who sits there already."""
    visitor = await identify_player(request, hall.house)
    table = await hall.join(game, visitor)
    return _reply(table, visitor)


@post("/games/{game:str}/commands", status_code=200, responses=REFUSALS)
async def command_game(
    request: _Ask, game: FromPath[str], data: JSONBody[m.GameCommand], hall: NamedDependency[Hall]
) -> m.GameReply:
    """Move, resign, offer and so on: the same messages as over the socket."""
    received = hall.house.time.now()
    visitor, table = await _visit(request, game, hall)
    try:
        if visitor is None:
            raise Refusal("no-visitor", "You are watching: take a seat to play.")
        must_play(visitor)
        await table.do(data, visitor, address_of(request.scope), received=received)
    except Refusal as refusal:
        hall.metrics.commands_refused += 1
        raise RefusedInGame(refusal, table.view()) from None
    return _reply(table, visitor)


@get("/games/{game:str}/replay", responses=REFUSALS)
async def replay_game(game: FromPath[str], hall: NamedDependency[Hall]) -> m.Replay:
    """The board after every move, and the record."""
    live = (await hall.find(game)).game
    lasts = [None, *live.moves]
    return m.Replay(
        id=live.settings.id,
        mode=live.position.variant.name,
        axes=axes_view(live.position.variant),
        players=seats_view(live),
        moves=list(live.moves),
        boards=[board_view(p, last) for p, last in zip(live.positions, lasts, strict=True)],
        spent_ms=list(live.spent),
        result=result_view(live),
        record=record_text(live),
    )


@get("/games/{game:str}/record", media_type="text/plain", responses=REFUSALS)
async def record_game(
    game: FromPath[str], hall: NamedDependency[Hall], download: FromQuery[bool] = False
) -> Response[str]:
    """The game as text; with ``download`` browsers keep it as a file."""
    text = record_text((await hall.find(game)).game)
    headers = {"content-disposition": f'attachment; filename="ninefold-{game}.txt"'}
    return Response(text, media_type="text/plain", headers=headers if download else {})


@get("/games/{game:str}/picture.svg", media_type="image/svg+xml", responses=REFUSALS)
async def picture_game(
    game: FromPath[str],
    hall: NamedDependency[Hall],
    ply: _Ply = None,
    theme: FromQuery[Literal["auto", "light", "dark", "print"]] = "auto",
    size: Annotated[int, QueryParameter(ge=60, le=2000)] = 360,
) -> Response[str]:
    """The board as a picture, now or after some moves."""
    live = (await hall.find(game)).game
    at = _known_ply(live.ply if ply is None else ply, live.ply)
    last = live.moves[at - 1] if at else None
    svg = draw_svg(live.positions[at], size=size, last_move=last, theme=theme)
    headers = {"content-security-policy": _SVG_POLICY}
    return Response(svg, media_type="image/svg+xml", headers=headers)


@get("/games/{game:str}/hint", responses=REFUSALS)
async def hint_game(request: _Ask, game: FromPath[str], hall: NamedDependency[Hall]) -> m.Hint:
    """What the computer would play for you, in a game where nobody else is concerned."""
    visitor, table = await _visit(request, game, hall)
    live = table.game
    if visitor is None or not live.sides_of(visitor.key):
        raise Refusal("not-your-game", "You do not play in this game.")
    if not live.settings.solo or live.state != "playing" or live.level_to_move:
        raise Refusal("not-now", "There are hints on your turn in games that only concern you.")
    address = address_of(request.scope)
    await hall.house.take_pace_of_hints(visitor.key, address)
    position = live.position
    question = Question(position, hall.thinking.hint_level)
    thinking = hall.thinking.choose(question, Asker(visitor.key, address))
    thought = await unless_gone(request.receive, thinking)
    return m.Hint(
        ply=live.ply,
        square=thought.square,
        remarks=remarks_view(position, thought.square),
        win=thought.expected,
        book=thought.book,
    )


@get("/games/{game:str}/why", responses=REFUSALS)
async def why_game(
    game: FromPath[str],
    hall: NamedDependency[Hall],
    ply: Annotated[int, QueryParameter(ge=1, le=81)],
) -> m.Why:
    """What was the point of a move, in games that only concern you or are over."""
    live = (await hall.find(game)).game
    if not live.settings.solo and live.state == "playing":
        raise Refusal("not-now", "While two people play, nobody whispers.")
    at = _known_ply(ply, live.ply)
    before, square = live.positions[at - 1], live.moves[at - 1]
    return m.Why(ply=at, square=square, by=before.turn, remarks=remarks_view(before, square))


@get("/lobby", responses=REFUSALS)
async def read_lobby(hall: NamedDependency[Hall]) -> m.Lobby:
    """Who waits, open challenges, and games to watch."""
    return await hall.lobby()


# Visitors


@get("/me", responses=REFUSALS)
async def read_me(request: _Ask, hall: NamedDependency[Hall]) -> m.Me:
    """Who you are; somebody new becomes a visitor."""
    return (await identify_or_welcome(request, hall.house)).me


@put("/me", responses=REFUSALS)
async def rename_me(request: _Ask, data: JSONBody[m.Rename], hall: NamedDependency[Hall]) -> m.Me:
    """Choose the name that others see."""
    visitor = await identify_player(request, hall.house)
    renamed = replace(visitor, name=clean_name(data.name))
    if renamed == visitor:
        return visitor.me
    await hall.house.take_pace_of_names(visitor.key, address_of(request.scope))
    await hall.store.rename(renamed.key, renamed.name)
    await hall.rename(renamed)
    return renamed.me


@delete("/me", responses=REFUSALS)
async def sign_out(request: _Ask, hall: NamedDependency[Hall]) -> None:
    """End this sign-in for good: its cookie, its open sockets and its bots' tokens are worthless.

    Games stay as they are, but nobody plays them on in your name.
    """
    visitor = await identify(request, hall.house)
    if visitor is not None:
        _must_be_person(visitor)
        await hall.sign_out(visitor)
    forget_secret(request)


@get("/me/games", responses=REFUSALS)
async def read_my_games(
    request: _Ask,
    hall: NamedDependency[Hall],
    cursor: _Cursor = None,
    limit: _Limit = 40,
) -> m.MyGames:
    """Your games: those to move in first, then unfinished ones, then the newest."""
    visitor = await identify(request, hall.house)
    return m.MyGames([]) if visitor is None else await hall.games_of(visitor, cursor, limit)


@get("/me/records", responses=REFUSALS)
async def read_my_records(
    request: _Ask,
    hall: NamedDependency[Hall],
    cursor: _Cursor = None,
    limit: _Limit = 40,
) -> m.MyRecords:
    """The records of your games, page by page: one after the other they are one file."""
    visitor = await identify(request, hall.house)
    if visitor is None:
        return m.MyRecords("", 0)
    return await hall.records_of(visitor, cursor, limit)


@get("/me/tokens", responses=REFUSALS)
async def read_tokens(request: _Ask, hall: NamedDependency[Hall]) -> m.Tokens:
    """The tokens of your bots, without their secrets."""
    visitor = await identify(request, hall.house)
    return m.Tokens([] if visitor is None else await hall.store.tokens_of(visitor.key))


@post("/me/tokens", responses=REFUSALS)
async def create_token(
    request: _Ask, data: JSONBody[m.CreateToken], hall: NamedDependency[Hall]
) -> m.NewToken:
    """Make a token for a bot: it plays in your name, marked as a bot."""
    visitor = await identify_or_welcome(request, hall.house)
    _must_be_person(visitor)
    if len(await hall.store.tokens_of(visitor.key)) >= hall.config.limits.tokens_per_visitor:
        raise Refusal("not-now", "You have enough tokens: delete one first.")
    secret = new_token()
    token = m.Token(new_id(), clean_name(data.label), today_ms(), data.scopes)
    await hall.store.add_token(visitor.key, digest_of(secret), token)
    return m.NewToken(token, secret)


@delete("/me/tokens/{token:str}", responses=REFUSALS)
async def delete_token(request: _Ask, token: FromPath[str], hall: NamedDependency[Hall]) -> None:
    """Make a token worthless."""
    visitor = await identify(request, hall.house)
    if visitor is not None:
        _must_be_person(visitor)
    if visitor is None or not await hall.store.drop_token(visitor.key, token):
        raise Refusal("not-found", "You have no such token.")
    hall.put_out(token)


# Everything else


@get("/about", responses=REFUSALS)
async def about(hall: NamedDependency[Hall]) -> m.About:
    """What this server offers: modes, and levels of the computer."""
    return m.About(
        version=version("ninefold"),
        modes=[m.Mode(name=one.name, axes=axes_view(one)) for one in VARIANTS.values()],
        levels=list(hall.thinking.levels),
        default_level=hall.thinking.default_level,
        clocks=list(CLOCKS),
        this_machine_only=hall.config.this_machine_only,
        own_networks=user_axes(),
    )


@get("/modes/{mode:str}", responses=REFUSALS)
async def read_mode(mode: FromPath[str]) -> m.Mode:
    """What a mode is made of, or a variant of your own; axes that do not fit are refused."""
    variant = find_variant(mode)
    return m.Mode(variant.name, axes_view(variant))


@post("/position", status_code=200, responses=REFUSALS)
async def try_out(data: JSONBody[m.TryOut]) -> m.Board:
    """A position that belongs to no game, for lessons and for trying things out."""
    if data.position is None:
        position = Position.start(data.mode, tie_break=data.tie_break)
    else:
        position = parse_position(data.position)
    for square in data.moves:
        position = position.play(square)
    return board_view(position, data.moves[-1] if data.moves else None)


@get("/health", responses=REFUSALS)
async def health(hall: NamedDependency[Hall]) -> Response[m.Health]:
    """Whether the server can do its work: 200, or 503 with the reason."""
    try:
        await hall.store.check()
        failing = "" if not hall.house.stopping else "stopping"
    except StoreFailed as error:
        failing = str(error)
    answer = m.Health(
        status="failing" if failing else "ok",
        detail=failing or "moves can be stored",
        version=version("ninefold"),
        games=len(hall.tables),
        sockets=hall.metrics.sockets,
        set_aside=list(hall.house.set_aside)[:20],
    )
    return Response(answer, status_code=503 if failing else 200)


@get("/metrics", media_type="text/plain", responses=REFUSALS)
async def metrics(hall: NamedDependency[Hall]) -> str:
    """Numbers about the running server, for Prometheus."""
    thinking = hall.thinking
    return hall.metrics.text(
        games_in_memory=len(hall.tables),
        thoughts_waiting=thinking.waiting,
        thoughts_ended=thinking.ended,
    )


def _must_be_person(visitor: Visitor) -> None:
    if visitor.kind == "bot":
        raise Refusal("not-allowed", "A bot may not do that: use the settings page.")


def _reply(table: Table, visitor: Visitor | None) -> m.GameReply:
    return m.GameReply(
        me=None if visitor is None else visitor.me,
        seats=list(table.game.sides_of(visitor.key if visitor else None)),
        game=table.view(),
        presence=table.presence(),
    )


async def _visit(request: _Ask, game: str, hall: Hall) -> tuple[Visitor | None, Table]:
    """Who asks, and the table they ask about."""
    visitor = await identify(request, hall.house)
    table = await hall.find(game)
    table.seen(visitor)
    return visitor, table


def _known_ply(ply: int, last: int) -> int:
    if ply > last:
        raise Refusal("bad-request", f"Ply {ply} has not been played: the game has {last} moves.")
    return ply


def _options(*handlers: HTTPRouteHandler) -> list[HTTPRouteHandler]:
    """What tells the methods of a path that has several; the framework would tell the first."""
    methods: dict[str, set[str]] = {}
    for handler in handlers:
        for path in handler.paths:
            methods.setdefault(path, {"OPTIONS"}).update(map(str, handler.http_methods))

    def tell(path: str) -> HTTPRouteHandler:
        @route(path, http_method="OPTIONS", status_code=204, include_in_schema=False)
        async def options() -> Response[None]:
            return Response(None, headers={"allow": ", ".join(sorted(methods[path]))})

        return options

    return [tell(path) for path, those in methods.items() if len(those) > 2]


_ROUTES: Final = (
    *(create_game, read_game, join_game, command_game, replay_game, record_game, picture_game),
    *(
        hint_game,
        why_game,
        read_lobby,
        read_me,
        rename_me,
        sign_out,
        read_my_games,
        read_my_records,
    ),
    *(read_tokens, create_token, delete_token, about, read_mode, try_out),
)
ROUTES: Final = (*_options(*_ROUTES), *_ROUTES)  # before the framework makes its own
#: What stands at the root, outside every version.
FOR_OPERATORS: Final = (health, metrics)
