"""How a server is run: where, on what data, and the limits that keep it fair.

All of it has defaults that suit one machine; a public server changes them in a TOML file
(``ninefold serve --config server.toml``) with the names that stand here.
"""

from __future__ import annotations

import os
import sys
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from ninefold.rules.errors import NinefoldError, quoted

__all__ = ["BadConfig", "Config", "Limits", "data_folder"]


class BadConfig(NinefoldError):
    """A configuration file that cannot be used."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one visitor, one address and the whole server may use."""

    games_per_visitor: int = 60  # unfinished games in which a visitor sits
    challenges_per_visitor: int = 5  # of these, open ones that wait in the lobby
    sockets_per_visitor: int = 20
    sockets_per_address: int = 200
    sockets: int = 5_000
    tokens_per_visitor: int = 10
    messages_per_second: float = 20.0  # on one socket
    message_burst: int = 60
    requests_per_second: float = 50.0  # from one address
    request_burst: int = 300
    creates_per_minute: float = 60.0  # games from one address
    create_burst: int = 60
    body_bytes: int = 8_192
    backlog: int = 32  # messages that a slow reader may be behind
    send_timeout_s: float = 20.0  # in which a page takes a message, and answers a keepalive
    database_mb: int = 20_000
    lock_timeout_s: float = 2.0  # in which another program must let go of the database


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that can be set."""

    host: str = "127.0.0.1"
    port: int = 8099
    data: Path = field(default_factory=lambda: data_folder())
    origins: tuple[str, ...] = ()  # pages from elsewhere that may talk to this server
    secure_cookie: bool = False  # true behind HTTPS
    workers: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    pace: float = 1.0  # 0 lets the computer answer at once, 2 twice as slowly
    ping_s: float = 5.0
    restart_grace_s: float = 10.0  # clocks stand still for so long after a restart
    claim_after_s: float = 60.0  # absence after which a timed game may be claimed
    claim_untimed_after_s: float = 300.0
    expire_open_s: float = 1_800.0  # unjoined games are called off
    expire_link_s: float = 7 * 86_400.0
    expire_unbegun_s: float = 600.0  # timed games in which nobody makes the first moves
    idle_s: float = 600.0  # games that nobody looks at leave the memory
    sweep_s: float = 5.0
    limits: Limits = field(default_factory=Limits)

    @property
    def database(self) -> Path:
        """The database file."""
        return self.data / "games.sqlite3"

    @classmethod
    def read(cls, path: Path) -> Config:
        """A configuration file: TOML with the names of ``Config``, and a table ``limits``."""
        try:
            table = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadConfig(f"cannot read the configuration {path}: {error}") from None
        limits = Limits(**_checked(Limits, table.pop("limits", {}), "limits."))
        values = _checked(cls, table)
        if "data" in values:
            values["data"] = Path(values["data"]).expanduser()
        if "origins" in values:
            values["origins"] = tuple(values["origins"])
        return cls(**values, limits=limits)


def _checked(shape: type, table: Any, prefix: str = "") -> dict[str, Any]:
    """The values of a table, each of the kind that its default has."""
    known = {one.name: str(one.type) for one in fields(shape) if one.name != "limits"}
    for name, value in table.items():
        if name not in known:
            raise BadConfig(
                f"there is no setting {prefix}{name}: expected one of {', '.join(known)}"
            )
        kind = type(value).__name__
        expected = {"Path": "str", "tuple[str, ...]": "list"}.get(known[name], known[name])
        if kind != expected and not (kind == "int" and expected == "float"):
            raise BadConfig(f"{prefix}{name} is {quoted(value)}: expected a value like {expected}")
    return dict(table)


def data_folder() -> Path:
    """The user's folder for Ninefold's data: ``NINEFOLD_DATA``, or where the system keeps such."""
    if "NINEFOLD_DATA" in os.environ:
        return Path(os.environ["NINEFOLD_DATA"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "ninefold"
