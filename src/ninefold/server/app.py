"""The application: all parts put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Router
from litestar.di import Provide
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ASGIApp

from ninefold.server.config import Config
from ninefold.server.http.api import FOR_OPERATORS, ROUTES
from ninefold.server.http.apidocs import docs
from ninefold.server.http.description import Described, asyncapi
from ninefold.server.http.explorer import explore
from ninefold.server.http.guard import Guard
from ninefold.server.http.pages import Pages, page
from ninefold.server.http.pictures import PICTURES, Cards
from ninefold.server.http.signposts import SIGNPOSTS
from ninefold.server.http.sockets import game_socket, line_socket, lobby_socket
from ninefold.server.http.strict import StrictRequest
from ninefold.server.metrics import Metrics
from ninefold.server.nodes.carry import Carry
from ninefold.server.nodes.node import Node
from ninefold.server.play.computer import make_pool, make_queue
from ninefold.server.play.hall import Hall
from ninefold.server.play.house import House
from ninefold.server.play.quotas import MemoryQuotas
from ninefold.server.store.opening import open_bus, open_store
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.redis_bus import RedisBus
from ninefold.server.store.redis_quotas import RedisQuotas
from ninefold.server.store.redis_searches import RedisSearches
from ninefold.server.wire.messages import API
from ninefold.server.wire.problems import HANDLERS

__all__ = ["build"]


def build(config: Config) -> tuple[ASGIApp, Hall]:
    """The application as the web server runs it, and the hall inside."""
    metrics = Metrics()
    limits = config.limits
    store, bus = open_store(config), open_bus(config)
    apart = config.computer == "off"
    thinking = make_queue(limits) if apart else make_pool(config.workers, limits)
    house = House(config, store, bus, thinking, metrics, MemoryQuotas(limits))
    if isinstance(bus, RedisBus):
        house.quotas = RedisQuotas(bus.client, limits)
        house.searches = RedisSearches(bus.client)
    hall = Hall(house)
    pages = Pages()

    node = None
    if isinstance(store, PostgresStore):
        node = hall.node = Node(hall, store)
        house.lost = node.lose
        if isinstance(house.searches, RedisSearches):
            node.works.append(house.searches.keep_for_ever)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        await store.open()
        await bus.open()
        await hall.open()
        if node is not None:
            await node.open(app)
        try:
            yield
        finally:
            await hall.close()
            if node is not None:
                await node.close()
            await hall.thinking.close()
            await bus.close()
            await store.close()

    def provide(value: Any) -> Provide:
        return Provide(lambda: value, sync_to_thread=False)

    app = Litestar(
        route_handlers=[
            Router(
                API,
                route_handlers=[
                    *(*ROUTES, *PICTURES, explore),
                    *(game_socket, lobby_socket, line_socket),
                ],
            ),
            *FOR_OPERATORS,
            docs,
            asyncapi,
            *SIGNPOSTS,
            page,
        ],
        dependencies={"hall": provide(hall), "pages": provide(pages), "cards": provide(Cards())},
        exception_handlers=HANDLERS,
        request_class=StrictRequest,
        lifespan=[lifespan],
        request_max_body_size=limits.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Ninefold",
            version=version("ninefold"),
            description="Play Super Tic-Tac-Toe over HTTP and WebSocket.",
            path="/api/schema",
            use_handler_docstrings=True,
            render_plugins=[Described(path="/openapi.json")],
        ),
        logging_config=None,
    )
    inner = app if node is None else Carry(app, node, limits.body_bytes)
    return Guard(inner, config, metrics), hall
