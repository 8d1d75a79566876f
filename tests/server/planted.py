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
    from ninefold.server.store.sqlite import SqliteStore

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
    from ninefold.server.store import sqlite

    real = sqlite.connect

    def connect(*args, **options):
        connection = real(*args, **options)
        connection.execute("PRAGMA synchronous=OFF")
        return connection

    sqlite.connect = connect


@bug
def forget_command_ids() -> None:
    """Do not recognise a command that is sent again."""
    from ninefold.server.play.game import LiveGame

    real = LiveGame.apply

    def apply(game, entry, now=0.0):
        real(game, entry, now)
        game.done = {}

    LiveGame.apply = apply


@bug
def no_ply_check() -> None:
    """Take a late click for a new one."""
    from ninefold.server.play import decisions

    decisions._must_be_current = lambda game, ply: None


@bug
def no_seat_check() -> None:
    """Let anybody play whose turn it is."""
    from ninefold.server.play.game import LiveGame

    real = LiveGame.sides_of

    def sides_of(game, key):
        return real(game, key) or ((game.position.turn,) if game.state == "playing" else ())

    LiveGame.sides_of = sides_of


def _lossy_bus(share: float = 0.1) -> None:
    """Drop, double and reorder events, a tenth each."""
    from ninefold.server.store.bus import MemoryBus

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
def lossy_redis() -> None:
    """Drop, double and reorder a tenth each of what comes from other nodes."""
    from ninefold.server.store.redis_bus import RedisBus

    real = RedisBus._hear_from
    dice = random.Random(2)
    held = []

    def hear(bus, topic, version, event):
        luck = dice.random()
        if luck < 0.1:
            return
        if luck < 0.2:
            held.append((topic, version, event))
            return
        for _ in range(2 if luck < 0.3 else 1):
            real(bus, topic, version, event)
        if held and dice.random() < 0.5:
            real(bus, *held.pop())

    RedisBus._hear_from = hear


@bug
def write_without_a_lease() -> None:
    """Acknowledge what the database refused to a node whose lease has run out."""
    from ninefold.server.store import postgres
    from ninefold.server.store.store import Lost

    real = postgres._outcome

    def outcome(append, found):
        told = real(append, found)
        return None if isinstance(told, Lost) else told

    postgres._outcome = outcome


@bug
def deaf_nodes() -> None:
    """Hear nothing of what happens at other nodes."""
    from ninefold.server.store.redis_bus import RedisBus

    RedisBus._hear_from = lambda bus, topic, version, event: None


@bug
def lossy_bus_and_silent_pings() -> None:
    """A bus that loses two thirds, and pings that do not tell the version."""
    _lossy_bus(0.33)
    from ninefold.server.http.sockets import _GameSession

    _GameSession.version = lambda session: 0


@bug
def come_back_without_the_last_move() -> None:
    """After a restart, show a game as it was one entry ago."""
    from msgspec.structs import replace

    from ninefold.server.store.sqlite import SqliteStore

    real = SqliteStore.load

    async def load(store, game):
        found = await real(store, game)
        return found and replace(found, entries=found.entries[:-1], ups=found.ups[:-1])

    SqliteStore.load = load


@bug
def stumble_over_sync() -> None:
    """Fail when a page asks for the state."""
    from ninefold.server.http.sockets import _GameSession

    def send_state(session):
        raise RuntimeError("an inner secret")

    _GameSession._send_state = send_state


@bug
def let_every_page_in() -> None:
    """Do not look where a page comes from."""
    from ninefold.server.http.origins import Origins

    Origins.is_foreign = lambda origins, scope: False


@bug
def never_give_lag_back() -> None:
    """Charge the way as if it were thought."""
    from ninefold.server.http.lag import LagMeter

    LagMeter.ms = 0.0


@bug
def keep_everything_for_slow_readers() -> None:
    """Never drop what a slow reader has not read."""
    from ninefold.server.http.outbox import Outbox

    Outbox._make_room = lambda outbox: None


@bug
def hold_on_to_the_stuck() -> None:
    """Wait for ever until somebody who does not read has read all."""
    from ninefold.server.http.connection import Connection

    Connection._end_in_time = lambda connection: None


@bug
def slow_disk() -> None:
    """Nothing is stored as long as there is a file named hold beside the database."""
    from ninefold.server.store.sqlite import SqliteStore

    real = SqliteStore._commit

    def commit(store, writes):
        while (_folder(store) / "hold").exists():
            time.sleep(0.01)
        return real(store, writes)

    SqliteStore._commit = commit


@bug
def charge_the_disk() -> None:
    """Let a turn begin when the last move came, however long that took to store."""
    slow_disk()
    from ninefold.server.play.table import Table

    Table._begin_turn = lambda table, game, up, now: None


@bug
def forget_the_disk() -> None:
    """Do not note how long a move took to store."""
    slow_disk()
    from ninefold.server.store.sqlite import SqliteStore

    async def note_told(store, game, told):
        return

    SqliteStore.note_told = note_told


@bug
def forget_idle_clocks() -> None:
    """Let games leave the memory that nobody looks at, also if their clock runs."""
    from ninefold.server.play.hall import Hall

    real = Hall._unneeded

    def unneeded(hall):
        found = [table for table in hall.tables.values() if table.game.state == "playing"]
        return found + [table for table in real(hall) if table not in found]

    Hall._unneeded = unneeded


@bug
def let_go_amid_commands() -> None:
    """Let go of a page that does not read while a command of its own is stored."""
    slow_disk()
    from ninefold.server.http.sockets import _Session

    _Session._handling = property(lambda session: False, lambda session, value: None)


@bug
def an_hour_later() -> None:
    """The server was down for an hour, by the calendar."""
    real = time.time_ns
    time.time_ns = lambda: real() + 3_600 * 10**9


@bug
def charge_downtime() -> None:
    """The server was down for an hour, and clocks ran on meanwhile."""
    from ninefold.game.clock import Clock
    from ninefold.server.moments import ServerTime

    real_start, real_resume = ServerTime.start, Clock.resume
    ServerTime.start = lambda time, began: real_start(time, began + 3_600_000)
    Clock.resume = lambda clock, now, spent, grace: real_resume(clock, now, spent, 0.0)


@bug
def charge_by_the_calendar() -> None:
    """The server was down for an hour, and a turn is what the calendar says."""
    an_hour_later()
    from ninefold.server.play.house import House

    real_settle = House.settle_clock
    House.settle_clock = lambda house, game, since: real_settle(house, game, None)


@bug
def the_calendar_jumps() -> None:
    """The calendar is an hour ahead as long as there is a file named jump beside the games."""
    data = Path(sys.argv[sys.argv.index("--data") + 1])
    real = time.time_ns
    time.time_ns = lambda: real() + (3_600 * 10**9 if (data / "jump").exists() else 0)


@bug
def jump_with_the_calendar() -> None:
    """Clocks go by the calendar, which jumps."""
    the_calendar_jumps()
    from ninefold.server.play.house import House

    real_settle = House.settle_clock
    House.settle_clock = lambda house, game, since: real_settle(house, game, None)


@bug
def run_on_while_stopped() -> None:
    """Count the time in which the server itself did not run."""
    from ninefold.server.moments import ServerTime, now_ms

    ServerTime.now = lambda time: now_ms()


@bug
def no_caps() -> None:
    """Let everybody create as many games as they like."""
    count_before()
    from ninefold.server.play.hall import Hall

    async def see(hall, key, *, challenge=False):
        return

    Hall._see_room = see


@bug
def count_before() -> None:
    """Count a visitor's games before the transaction that adds one, not in it."""
    from ninefold.server.store import sqlite

    sqlite._check_cap = lambda db, cap: None


@bug
def store_a_rematch_first() -> None:
    """Store the next game, and only then the entry that names it."""
    from msgspec.structs import replace

    from ninefold.server.store.sqlite import SqliteStore

    real = SqliteStore.append

    async def append(store, append):
        if append.follow_up is not None:
            await store.create(append.follow_up)
        await real(store, replace(append, follow_up=None))

    SqliteStore.append = append


@bug
def hide_disk_errors() -> None:
    """Acknowledge although the database refused."""
    from ninefold.server.store.sqlite import SqliteStore

    real = SqliteStore._commit

    def commit(store, writes):
        return [None for _ in real(store, writes)]

    SqliteStore._commit = commit


@bug
def read_only_disk() -> None:
    """The database cannot be written while there is a file named read-only beside it."""
    from ninefold.server.store.sqlite import SqliteStore

    real = SqliteStore._commit

    def commit(store, writes):
        refuse = (_folder(store) / "read-only").exists()
        store._writer.execute(f"PRAGMA query_only={int(refuse)}")
        return real(store, writes)

    SqliteStore._commit = commit


@bug
def take_texts_for_numbers() -> None:
    """Read bodies as the framework does."""
    from litestar import Request

    from ninefold.server.http.strict import StrictRequest

    StrictRequest.json = Request.json


@bug
def answer_to_any_name() -> None:
    """Let a page elsewhere make its own name point here."""
    from ninefold.server.http.origins import Origins

    Origins.knows_host = lambda origins, scope: True


@bug
def endless_logs() -> None:
    """Let a game's log grow for ever."""
    from ninefold.server.play.table import Table

    Table._check_log = lambda table, command: None


@bug
def tell_of_reading() -> None:
    """No bug: say in the log when a game is read from disk."""
    import logging

    from ninefold.server.store.sqlite import SqliteStore

    real = SqliteStore.load

    async def load(store, game):
        logging.getLogger("ninefold.server").info("game %s: read from disk", game)
        return await real(store, game)

    SqliteStore.load = load


@bug
def believe_strangers() -> None:
    """Look into the store whenever somebody says that there is more."""
    tell_of_reading()
    from ninefold.server.play.table import Table

    Table._may_know_more = lambda table, visitor: True


@bug
def count_only_texts() -> None:
    """Let control frames and parts of messages in without end."""
    from ninefold.server.pace import Bucket

    Bucket.take = lambda bucket, count=1: True


@bug
def wait_for_ever() -> None:
    """Hold half a request for as long as its sender likes."""
    from ninefold.server.http.requests import RequestConnection

    RequestConnection._give_up = lambda connection: None


@bug
def an_open_door() -> None:
    """Let any number of connections in."""
    from ninefold.server.http.door import Door

    Door.enter = lambda door, address: door._inside.update([address]) or True


@bug
def endless_hints() -> None:
    """Let everybody ask for hints without end."""
    from ninefold.server.play.house import House

    async def take(house, key, address):
        return

    House.take_pace_of_hints = take


@bug
def think_for_nobody() -> None:
    """Think on when whoever asked has hung up."""
    from ninefold.server.http import api

    async def await_it(receive, work):
        return await work

    api.unless_gone = await_it


@bug
def one_lane() -> None:
    """Let quick levels wait behind slow ones."""
    from ninefold.server.play.thinking import Pool

    real = Pool.__init__

    def init(pool, *args, **options):
        real(pool, *args, **options)
        pool._quick = pool._slow

    Pool.__init__ = init


@bug
def charge_the_line() -> None:
    """Let the computer's clock run while it waits for a thread."""
    from ninefold.game.clock import Clock
    from ninefold.game.computer import limit_of
    from ninefold.server.play.table import Table

    Clock.hold = lambda clock: None
    Table.begin_thought = lambda table: limit_of(
        table.game.clock, table.game.position.turn, table._time.now()
    )


def _failing_engine(times: float) -> None:
    from ninefold.game.computer import Computer

    real, failed = Computer.choose, []

    def choose(computer, position, limit, swap):
        if len(failed) < times:
            failed.append(1)
            raise RuntimeError("lost the thread")
        return real(computer, position, limit, swap)

    Computer.choose = choose


@bug
def engine_fails() -> None:
    """No bug of the server: the engine fails whatever it is asked."""
    _failing_engine(float("inf"))


@bug
def engine_fails_once() -> None:
    """No bug of the server: the engine fails, once."""
    _failing_engine(1)


@bug
def engine_fails_in_silence() -> None:
    """Say nothing when the engine fails."""
    _failing_engine(float("inf"))
    from ninefold.server.play.table import Table

    async def play_thought(table, turn, command):
        return

    Table.play_thought = play_thought


@bug
def think_anew_on_any_change() -> None:
    """Begin to think again when only a name has changed."""
    from ninefold.server.play.computer_seat import ComputerSeat

    real = ComputerSeat.tend

    def tend(seat):
        seat._thought_about = None
        real(seat)

    ComputerSeat.tend = tend


@bug
def believe_any_secret() -> None:
    """Take whatever looks like a secret for one that we gave."""
    from ninefold.server.http import identity

    identity.is_sealed = lambda secret, seal: bool(secret)


@bug
def plain_cookie_over_https() -> None:
    """Give a cookie over HTTPS that goes over HTTP too."""
    from ninefold.server.http import guard, identity

    guard.is_secure = identity.is_secure = lambda scope, config: False


@bug
def give_a_cookie_once() -> None:
    """Let a cookie run out although it is used."""
    from ninefold.server.http import identity

    real = identity._leave

    def leave(connection, secret):
        if "cookie" not in connection.headers:
            real(connection, secret)

    identity._leave = leave


@bug
def sign_out_in_the_browser_only() -> None:
    """Let the browser forget its secret, and go on knowing it."""
    from ninefold.server.store.sqlite import SqliteStore

    async def sign_out(store, key, at):
        return []

    SqliteStore.sign_out = sign_out


@bug
def put_nobody_out() -> None:
    """Leave the sockets of those open who are not let in any more."""
    from ninefold.server.play.hall import Hall

    Hall.put_out = lambda hall, key_or_token: None


@bug
def slow_to_sit_down() -> None:
    """No bug: no game is found as long as there is a file named hold beside the database."""
    from ninefold.server.play.hall import Hall

    real = Hall.find

    async def find(hall, game):
        while (_folder(hall.store) / "hold").exists():
            await asyncio.sleep(0.01)
        return await real(hall, game)

    Hall.find = find


@bug
def ask_only_at_the_door() -> None:
    """Let in who was put out on the way from the door to the seat."""
    slow_to_sit_down()
    from ninefold.server.http import sockets

    async def must_still_be(socket, hall, session):
        return

    sockets._must_still_be = must_still_be


@bug
def any_token_plays() -> None:
    """Let tokens play that are for reading."""
    from ninefold.server.http import api, identity, sockets

    api.must_play = identity.must_play = sockets.must_play = lambda visitor: None


@bug
def bots_in_disguise() -> None:
    """Let bots play where a person has sat down."""
    from ninefold.server.play import decisions

    decisions._must_say_bot = lambda game, sides: None


@bug
def everybody_is_new() -> None:
    """Let one address be any number of visitors."""
    from ninefold.server.play.house import House

    async def take(house, address):
        return

    House.take_pace_of_visitors = take


@bug
def think_for_those_elsewhere() -> None:
    """Think on for somebody at another node who has hung up."""
    from ninefold.server.nodes.answers import Answers

    real = Answers._http

    async def http(answers, body, gone):
        return await real(answers, body, asyncio.Event())

    Answers._http = http


@bug
def lose_what_was_taken() -> None:
    """Wait for ever for whoever has taken a question."""
    from ninefold.server.play.thinking_queue import ThinkingQueue

    ThinkingQueue._put_back_what_lapsed = lambda queue: None


@bug
def one_address_fills_the_line() -> None:
    """Let all who share an address wait for the computer, however many they are."""
    from ninefold.server.play.line import Line

    real = Line.__init__

    def init(line, most, each, each_address):
        real(line, most, each, most)

    Line.__init__ = init


@bug
def keep_files_by_spelling() -> None:
    """Keep a file once for each way to write its path."""
    from ninefold.server.http import pages

    real, spellings = pages.Pages._file, {}

    def file(self, name):
        if name not in spellings:
            self._files.clear()
            spellings[name] = real(self, name)
        return spellings[name]

    pages.Pages._file = file


@bug
def stumble_over_a_game() -> None:
    """Fail over a game that cannot be read, and name it nowhere."""
    from ninefold.server.play.house import House

    House.put_aside = lambda house, game, error: error


@bug
def read_newer_logs() -> None:
    """Open a file that may hold entries of a kind unknown to us."""
    from ninefold.server.store import sqlite

    sqlite.check_kinds = lambda connection, known: None


@bug
def take_up_everything_first() -> None:
    """Answer only when every game with a clock is in memory."""
    from ninefold.server.play.hall import Hall

    real = Hall.open

    async def open_(hall):
        await real(hall)
        await hall._tend_what_cannot_wait()

    Hall.open = open_


def _folder(store) -> Path:
    """Where a store keeps its file."""
    return Path(store._writer.execute("PRAGMA database_list").fetchone()[2]).parent


if __name__ == "__main__":
    from ninefold.cli import main

    BUGS[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
