"""Run the real server with one bug planted in it, to see that the tests would notice.

    python planted.py BUG serve --port 0 ...

Each is named after what it does; the test that must notice says so. ``lossy_bus``, ``slow_disk``,
``read_only_disk`` and ``an_hour_later`` are no bugs but bad luck, which the real server must live
with.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

BUGS: dict[str, Callable[[], None]] = {}


def bug(plant: Callable[[], None]) -> Callable[[], None]:
    BUGS[plant.__name__.replace("_", "-")] = plant
    return plant


@bug
def answer_before_commit() -> None:
    """Acknowledge a move at once and write it when there is time."""
    from ninefold.server.sqlite import SqliteStore

    real = SqliteStore.append
    tasks = set()

    async def later(store, append):
        await asyncio.sleep(0.2)
        await real(store, append)

    async def append(store, append):
        task = asyncio.create_task(later(store, append))
        tasks.add(task)

    SqliteStore.append = append


@bug
def no_sync() -> None:
    """Commit without waiting for the disk."""
    from ninefold.server import sqlite

    real = sqlite.connect

    def connect(*args, **options):
        connection = real(*args, **options)
        connection.execute("PRAGMA synchronous=OFF")
        return connection

    sqlite.connect = connect


@bug
def forget_command_ids() -> None:
    """Do not recognise a command that is sent again."""
    from ninefold.server.game import LiveGame

    real = LiveGame.apply

    def apply(game, entry, now=0.0):
        real(game, entry, now)
        game.done = {}

    LiveGame.apply = apply


@bug
def no_ply_check() -> None:
    """Take a late click for a new one."""
    from ninefold.server import decisions

    decisions._must_be_current = lambda game, ply: None


@bug
def no_seat_check() -> None:
    """Let anybody play whose turn it is."""
    from ninefold.server.game import LiveGame

    real = LiveGame.sides_of

    def sides_of(game, key):
        return real(game, key) or ((game.position.turn,) if game.state == "playing" else ())

    LiveGame.sides_of = sides_of


def _lossy_bus(share: float = 0.1) -> None:
    """Drop, double and reorder events, a tenth each."""
    from ninefold.server.bus import MemoryBus

    real = MemoryBus.publish
    dice = random.Random(1)
    held = []

    def publish(bus, topic, version, event):
        luck = dice.random()
        if luck < share:
            return
        if luck < 2 * share:
            held.append((topic, version, event))
            return
        real(bus, topic, version, event)
        if luck < 3 * share:
            real(bus, topic, version, event)
        if held and dice.random() < 0.5:
            real(bus, *held.pop())

    MemoryBus.publish = publish


@bug
def lossy_bus() -> None:
    _lossy_bus()


@bug
def lossy_bus_and_silent_pings() -> None:
    """A bus that loses two thirds, and pings that do not tell the version."""
    _lossy_bus(0.33)
    from ninefold.server.sockets import _GameSession

    _GameSession.version = lambda session: 0


@bug
def come_back_without_the_last_move() -> None:
    """After a restart, show a game as it was one entry ago."""
    from ninefold.server.sqlite import SqliteStore
    from ninefold.server.store import StoredGame

    real = SqliteStore.load

    async def load(store, game):
        found = await real(store, game)
        return found and StoredGame(settings=found.settings, entries=found.entries[:-1])

    SqliteStore.load = load


@bug
def stumble_over_sync() -> None:
    """Fail when a page asks for the state."""
    from ninefold.server.sockets import _GameSession

    def send_state(session):
        raise RuntimeError("an inner secret")

    _GameSession._send_state = send_state


@bug
def let_every_page_in() -> None:
    """Do not look where a page comes from."""
    from ninefold.server.guard import Guard

    Guard._is_foreign = lambda guard, scope: False


@bug
def never_give_lag_back() -> None:
    """Charge the way as if it were thought."""
    from ninefold.server.lag import LagMeter

    LagMeter.ms = 0.0


@bug
def keep_everything_for_slow_readers() -> None:
    """Never drop what a slow reader has not read."""
    from ninefold.server.outbox import Outbox

    Outbox._make_room = lambda outbox: None


@bug
def hold_on_to_the_stuck() -> None:
    """Wait for ever until somebody who does not read has read all."""
    from ninefold.server.connection import Connection

    Connection._end_in_time = lambda connection: None


@bug
def slow_disk() -> None:
    """Nothing is stored as long as there is a file named hold beside the database."""
    from ninefold.server.sqlite import SqliteStore

    real = SqliteStore._commit

    def commit(store, writes):
        while (_folder(store) / "hold").exists():
            time.sleep(0.01)
        return real(store, writes)

    SqliteStore._commit = commit


@bug
def let_go_amid_commands() -> None:
    """Let go of a page that does not read while a command of its own is stored."""
    slow_disk()
    from ninefold.server.sockets import _Session

    _Session._handling = property(lambda session: False, lambda session, value: None)


@bug
def an_hour_later() -> None:
    """The server was down for an hour, by the calendar."""
    real = time.time_ns
    time.time_ns = lambda: real() + 3_600 * 10**9


@bug
def charge_downtime() -> None:
    """The server was down for an hour, and clocks ran on meanwhile."""
    an_hour_later()
    from ninefold.server.clock import GameClock
    from ninefold.server.sqlite import SqliteStore
    from ninefold.server.table import today_ms

    async def alive_until_now(store) -> int:
        return today_ms()

    SqliteStore.last_alive = alive_until_now
    real = GameClock.resume
    GameClock.resume = lambda clock, now, spent, grace: real(clock, now, spent, 0.0)


@bug
def no_caps() -> None:
    """Let everybody create as many games as they like."""
    from ninefold.server.hall import Hall

    async def check(hall, wish, visitor):
        return

    Hall._check_caps = check


@bug
def hide_disk_errors() -> None:
    """Acknowledge although the database refused."""
    from ninefold.server.sqlite import SqliteStore

    real = SqliteStore._commit

    def commit(store, writes):
        return [None for _ in real(store, writes)]

    SqliteStore._commit = commit


@bug
def read_only_disk() -> None:
    """The database cannot be written while there is a file named read-only beside it."""
    from ninefold.server.sqlite import SqliteStore

    real = SqliteStore._commit

    def commit(store, writes):
        refuse = (_folder(store) / "read-only").exists()
        store._writer.execute(f"PRAGMA query_only={int(refuse)}")
        return real(store, writes)

    SqliteStore._commit = commit


def _folder(store) -> Path:
    """Where a store keeps its file."""
    return Path(store._writer.execute("PRAGMA database_list").fetchone()[2]).parent


if __name__ == "__main__":
    from ninefold.cli import main

    BUGS[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
