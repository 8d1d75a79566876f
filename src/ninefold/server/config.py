"""How a server is run: where, on what data, and the limits that keep it fair.

All of it has defaults that suit one machine; a public server changes them in a TOML file
(``ninefold serve --config server.toml``) with the names that stand here.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

from ninefold.files import read_text
from ninefold.folders import data_folder
from ninefold.rules.errors import BadInput, nearest, quoted

__all__ = ["BadConfig", "Config", "Limits"]

_Count = Annotated[int, Meta(ge=1)]
_Rate = Annotated[float, Meta(gt=0)]
_Seconds = Annotated[float, Meta(gt=0)]
_Pause = Annotated[float, Meta(ge=0)]


class BadConfig(BadInput):
    """A configuration file that cannot be used."""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one visitor, one address and the whole server may use."""

    games_per_visitor: _Count = 60  # unfinished games in which a visitor sits
    challenges_per_visitor: _Count = 5  # of these, open ones that wait in the lobby
    challenges_per_address: _Count = 10
    sockets_per_visitor: _Count = 20
    sockets_per_address: _Count = 200
    sockets: _Count = 5_000
    connections_per_address: _Count = 400  # of any kind
    connections: _Count = 6_000
    head_bytes: _Count = 16_384  # of a request: its address and its headers
    request_timeout_s: _Seconds = 10.0  # in which a request must arrive whole
    tokens_per_visitor: _Count = 10
    messages_per_second: _Rate = 20.0  # on one socket
    message_burst: _Count = 60
    requests_per_second: _Rate = 50.0  # from one address
    request_burst: _Count = 300
    creates_per_minute: _Rate = 60.0  # games from one address, rematches included
    create_burst: _Count = 60
    entries_per_second: _Rate = 5.0  # in the log of one game
    entry_burst: _Count = 150
    entries_per_game: _Count = 1_000  # then it can be played on, but nothing taken back
    renames_per_minute: _Rate = 6.0  # of one visitor, and from one address
    rename_burst: _Count = 10
    hints_per_minute: _Rate = 20.0  # of one visitor, and from one address
    hint_burst: _Count = 20
    phrases_per_minute: _Rate = 12.0  # of one visitor
    phrase_burst: _Count = 4
    thoughts_per_visitor: _Count = 100  # that wait for the computer at one time
    thoughts_per_address: _Count = 300
    thoughts: _Count = 1_000
    visitors_per_minute: _Rate = 60.0  # new ones, from one address
    visitor_burst: _Count = 200
    body_bytes: _Count = 8_192
    backlog: _Count = 32  # messages that a slow reader may be behind
    send_timeout_s: _Seconds = 20.0  # in which a page takes a message, and answers a keepalive
    database_mb: _Count = 20_000  # of a database file
    database_connections: _Count = 10  # of one server, to PostgreSQL
    lock_timeout_s: _Pause = 2.0  # in which another program must let go of the database


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535)] = 8099
    data: Path = field(default_factory=data_folder)
    database: str = ""  # postgresql://...: for several servers; otherwise a file in `data`
    bus: str = ""  # redis://...: what several servers tell each other by
    node_host: str = ""  # where this server answers the others; otherwise `host`
    node_port: Annotated[int, Meta(ge=0, le=65_535)] = 0  # 0: any that is free
    node_address: str = ""  # how they reach it, if not by that: host:port
    lease_s: Annotated[float, Meta(ge=1)] = 3.5  # silence after which others take its games over
    drain_s: _Pause = 2.0  # in which a server that stops sends its pages to the others
    durable: bool = True  # refuse a database that may lose what it has acknowledged
    hosts: tuple[str, ...] = ()  # names of this server, besides its addresses and localhost
    origins: tuple[str, ...] = ()  # pages from elsewhere that may talk to this server
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded headers are believed
    secure_cookie: bool = False  # true behind HTTPS
    computer: Literal["on", "off"] = "on"  # off: `ninefold think` thinks, in processes of its own
    workers: _Count = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    pace: _Pause = 1.0  # 0 lets the computer answer at once, 2 twice as slowly
    ping_s: _Seconds = 5.0
    restart_grace_s: _Pause = 10.0  # clocks stand still for so long after a restart
    call_s: _Seconds = 3.0  # in which the page of somebody who is paired must answer
    claim_after_s: _Pause = 60.0  # absence after which a timed game may be claimed
    claim_untimed_after_s: _Pause = 300.0
    expire_open_s: _Seconds = 1_800.0  # unjoined games are called off
    expire_link_s: _Seconds = 7 * 86_400.0
    expire_unbegun_s: _Seconds = 600.0  # timed games in which nobody makes the first moves
    keep_aborted_s: _Seconds = 7 * 86_400.0  # games that were called off are deleted after that
    keep_abandoned_s: _Seconds = 90 * 86_400.0  # solo games that nobody plays are called off
    idle_s: _Seconds = 600.0  # games that nobody looks at leave the memory
    sweep_s: _Seconds = 5.0
    limits: Limits = Limits()

    @property
    def file(self) -> Path:
        """The database file of a server that needs no other."""
        return self.data / "games.sqlite3"

    @property
    def this_machine_only(self) -> bool:
        """Whether nobody elsewhere can reach the server, neither itself nor by a proxy."""
        here = self.host in ("localhost", "::1") or self.host.startswith("127.")
        return here and not self.proxies and not self.hosts

    @classmethod
    def read(cls, path: Path) -> Config:
        """A configuration file: TOML with the names of ``Config``, and a table ``limits``."""
        try:
            table = tomllib.loads(read_text(path))
        except tomllib.TOMLDecodeError as error:
            raise BadConfig(f"cannot read the configuration {path}: {error}") from None
        try:
            return msgspec.convert(table, cls, dec_hook=_decode)
        except msgspec.ValidationError as error:
            raise BadConfig(f"{_told(str(error), table)}: correct it in {path}") from None


def _decode(kind: type, value: Any) -> Any:
    """What msgspec does not know: folders, with ``~`` for the user's own."""
    if kind is Path and isinstance(value, str):
        return Path(value).expanduser()
    raise TypeError(f"Expected `str`, got `{type(value).__name__}`")


_AT: Final = re.compile(r" - at `\$\.?(.*)`$", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_EXPECTED: Final = re.compile(r"Expected `(\w+)`(?:, got .*)?(.*)", re.DOTALL)
_KINDS: Final = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table",
    "str": "a text in quotes",
}


def _told(found: str, table: dict[str, Any]) -> str:
    """What msgspec found wrong, with the setting's name and what was given."""
    place = _AT.search(found)
    name = place[1] if place else ""
    reason = _AT.sub("", found)
    unknown = _UNKNOWN.match(reason)
    if unknown:
        return _no_such_setting(".".join(filter(None, (name, unknown[1]))))
    expected = _EXPECTED.sub(lambda what: f"expected {_KINDS[what[1]]}{what[2]}", reason)
    return f"{name} is {quoted(_value(table, name))}: {expected}"


def _no_such_setting(name: str) -> str:
    shape, before = (Limits, "limits.") if name.startswith("limits.") else (Config, "")
    known = [f"{before}{one}" for one in shape.__struct_fields__]
    hint = nearest(name, known) or f"expected one of {', '.join(known)}"
    return f"there is no setting {quoted(name)} ({hint})"


def _value(table: Any, name: str) -> Any:
    """What stands at a place such as ``limits.sockets`` or ``origins[1]``."""
    for part in re.findall(r"\w+", name):
        table = table[int(part)] if isinstance(table, list) else table[part]
    return table
