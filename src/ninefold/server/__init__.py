"""Play over HTTP and WebSocket: games that never lose a move.

``wire``   messages in both directions, refusals, and the problems they become
``play``   a game as its log tells it, decisions, tables, the hall, the computer's turn
``http``   the API, sockets, pages, and what guards them
``store``  SQLite, PostgreSQL and the bus; `docs/run/server.md` says what they promise
``nodes``  several servers as one: who owns a game, and how the others reach it

Beside them ``config`` says how a server is run, ``app`` puts the parts together, ``run`` starts
and stops it, ``metrics`` counts, and ``client`` is the other end, for scripts and bots.

>>> from ninefold.server import Client
>>> Client.__module__
'ninefold.server.client'
"""

from typing import TYPE_CHECKING

from ninefold.lazily import lazily

if TYPE_CHECKING:
    from ninefold.server.client import Client, Unreachable
    from ninefold.server.config import Config
    from ninefold.server.run import running

__all__ = ["Client", "Config", "Unreachable", "running"]

__getattr__ = lazily(
    __name__,
    {"Client": "client", "Config": "config", "Unreachable": "client", "running": "run"},
)


def __dir__() -> list[str]:
    return __all__
