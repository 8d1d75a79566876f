"""The explorer: every game that ends is counted once, in the transaction that ends it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
import urllib.error
import urllib.parse
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import pytest

from ninefold.analysis.explorer import Count, ExplorerFile, explored, key_of
from ninefold.game.entries import Resigned, TookBack
from ninefold.rules.errors import NinefoldError
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import square_name, transform_square
from ninefold.server.client import Client
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.store.postgres import PostgresStore
from ninefold.server.store.postgres_pool import prepare
from ninefold.server.store.store import Append, Conflict, NewGame
from ninefold.server.wire import messages as m
from support.databases import run_sql
from support.serving import Server, until

EARLIER = Path(__file__).parent / "earlier" / "schema-7.sql"
START = Position.start()
#: Of a game of two moves that O won.
COUNTS = (Count(*key_of(START), 30, 0, 0, 0, 1), Count(*key_of(START.play(40)), 30, 1, 0, 0, 1))


def new_game(name: str) -> NewGame:
    seats = [Seat(key, m.Player(id=key, name="", kind="person")) for key in ("ann", "ben")]
    return NewGame(
        Settings(name, 1, "modern", "same-device", "draw", False, m.NoClock(), *seats), "playing"
    )


def ending(game: str, version: int = 1, epoch: int = 0) -> Append:
    entries = [Resigned(at=10, side="X")]
    return Append(game, version, epoch, 0, entries, state="over", counts=COUNTS)


async def totals(store) -> list[int]:
    """How often each of the two moves is counted."""
    found = [await store.find_counts(*count[:2]) for count in COUNTS]
    return [sum(sum(count[4:]) for count in counts) for counts in found]


# Both stores


def test_a_game_is_counted_with_its_end_and_once(on_store):
    async def act(store):
        for name in ("one", "two"):
            await store.create(new_game(name))
        seen = [await totals(store)]
        await store.append(ending("one"))
        with pytest.raises(Conflict):
            await store.append(ending("one"))  # written already: nothing of it counts again
        seen.append(await totals(store))
        # The end is taken back, and comes again: it is still one game.
        back = TookBack(at=11, side="X", count=0)
        await store.append(Append("one", 2, 0, 0, [back], state="playing"))
        await store.append(ending("one", 3, 1))
        seen.append(await totals(store))
        await store.append(ending("two"))
        seen.append(await totals(store))
        return seen, await store.uncounted(10), await store.find_counts(*COUNTS[0][:2])

    seen, left, counts = on_store(act)
    assert seen == [[0, 0], [1, 1], [1, 1], [2, 2]]
    assert left == []
    assert counts == [COUNTS[0]._replace(o=2)]


def test_many_games_that_end_at_once_are_all_counted(on_store):
    async def act(store):
        names = [f"g{n}" for n in range(40)]
        await asyncio.gather(*(store.create(new_game(name)) for name in names))
        await asyncio.gather(*(store.append(ending(name)) for name in names))
        return await totals(store)

    assert on_store(act) == [40, 40]


def test_games_that_ended_before_are_counted_once_whoever_does_it(on_store):
    async def act(store):
        for name in ("one", "two", "three"):
            await store.create(new_game(name))
        await store.append(ending("three"))
        # As a version without an explorer ended them: nothing says that they are counted.
        await _end_as_before(store, ("one", "two"))
        some, found = await store.uncounted(1), await store.uncounted(10)
        games = dict.fromkeys(found, COUNTS)
        await asyncio.gather(*(store.count_games(games) for _ in range(3)))
        await store.count_games({**games, "three": COUNTS})
        return some, found, await store.uncounted(10), await totals(store)

    some, found, left, counted = on_store(act)
    assert len(some) == 1
    assert sorted(found) == ["one", "two"]
    assert left == []
    assert counted == [3, 3]


async def _end_as_before(store, games) -> None:
    sql = "UPDATE games SET state = 'over' WHERE id IN ('{}')".format("', '".join(games))
    if hasattr(store, "_url"):
        await asyncio.to_thread(run_sql, store._url, sql)
    else:
        await store._write(lambda db: db.execute(sql))


def test_records_are_added_once_to_postgresql_too(postgres):
    url = postgres.create()

    async def act():
        await prepare(url)
        store = PostgresStore(url)
        await store.open()
        games = {"a": COUNTS, "b": COUNTS}
        new = [await store.add_records(games), await store.add_records({**games, "c": COUNTS})]
        counted = await totals(store)
        await store.close()
        return new, counted

    assert asyncio.run(act()) == ([2, 1], [3, 3])


# A real server

BY = ("people", "computer")


def ask(url: str, **query: str) -> dict:
    address = f"{url}/api/v1/explorer?{urllib.parse.urlencode(query)}"
    with urllib.request.urlopen(address) as answer:
        assert "max-age" in answer.headers["cache-control"]
        found = json.load(answer)
    # What only the opening book knows is not looked at: books come and go.
    found["moves"] = [one for one in found["moves"] if any(sum(one[by].values()) for by in BY)]
    return found


def played(found: dict, square: int) -> tuple[list[int], list[int]]:
    """How games ended in which people, and computers, played a square."""
    for move in found["moves"]:
        if square in move["squares"]:
            return tuple([move[by]["X"], move[by]["drawn"], move[by]["O"]] for by in BY)
    return [0, 0, 0], [0, 0, 0]


def play(client, moves, end: m.GameCommand | None = None, **wish) -> str:
    game = client.create(**{"opponent": "same-device", **wish}).game.id
    for ply, square in enumerate(moves):
        client.command(game, m.Move(ply=ply, square=square))
    if end is not None:
        client.command(game, end)
    return game


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("explored")) as server:
        yield server


def test_a_server_counts_what_is_played_on_it(server):
    ann = server.client()
    play(ann, [40, 36, 0], m.Resign())  # O to move gives up: X wins
    play(ann, [40, 44, 80], m.Resign())  # the mirror image of it
    play(ann, [40, 36], m.Resign(), tie_break="boards")  # another variant
    play(ann, [40], m.Abort())
    play(ann, [40, 36, 1])  # goes on
    bot = Client(server.url, ann.new_token("bot").secret)
    play(bot, [40, 37], m.Resign())

    found = ask(server.url)
    assert (found["plies"], found["games"]) == (12, 3)
    assert played(found, 40) == ([2, 0, 0], [0, 0, 1])
    after = ask(server.url, moves="55")
    (corner, edge) = after["moves"]
    assert sorted(corner["squares"]) == [36, 38, 42, 44]
    assert corner["people"] == {"X": 2, "drawn": 0, "O": 0}
    assert edge["computer"] == {"X": 0, "drawn": 0, "O": 1}
    assert ask(server.url, mode="modern:tie_break=boards", moves="55")["games"] == 1
    assert ask(server.url, mode="battle") == {"plies": 12, "games": 0, "moves": []}
    # However the board is turned, the answer is the same, turned along.
    for n in range(8):
        turned = START.play(40).play(36).transform(n)
        told = ask(server.url, position=format_position(turned))
        assert played(told, transform_square(0, n)) == ([2, 0, 0], [0, 0, 0])


def test_the_end_of_a_game_is_counted_once_over_undo_rematch_and_restart(make_server):
    server = make_server()
    ann = server.client()
    game = play(ann, [40, 36], m.Resign())
    ann.command(game, m.Undo(ply=2))
    server.kill()
    server.start()
    ann.command(game, m.Resign())
    assert ask(server.url)["games"] == 1
    ann.command(game, m.Offer(what="rematch"))
    assert ask(server.url)["games"] == 1


def test_a_kill_amid_ends_leaves_each_game_counted_or_going_on(make_server):
    server = make_server()
    ann = server.client()
    games = [play(ann, [40, 36]) for _ in range(12)]
    ender = threading.Thread(target=_end, args=(server, ann, games))
    ender.start()
    until(lambda: ask(server.url)["games"] >= 3)
    server.kill()
    ender.join()
    server.start()
    over = sum(ann.game(game).game.state == "over" for game in games)
    assert over >= 3
    assert ask(server.url)["games"] == over
    with closing(sqlite3.connect(server.database)) as db:
        rows = db.execute("SELECT sum(x + drawn + o) FROM explorer").fetchone()
    assert rows == (2 * over,), "two moves a game"


def _end(server, client, games) -> None:
    with suppress(NinefoldError, OSError):
        for game in games:
            client.command(game, m.Resign())


def test_a_server_of_the_version_before_counts_what_ended_on_it(make_server, tmp_path):
    (tmp_path / "data0").mkdir()
    with closing(sqlite3.connect(tmp_path / "data0" / "games.sqlite3")) as db:
        db.executescript(EARLIER.read_text("utf-8"))
    server = make_server()

    def counted() -> list[int]:
        modes = ("modern", "battle", "modern:tie_break=boards", "open")
        return [ask(server.url, mode=mode)["games"] for mode in modes]

    until(lambda: counted() == [2, 1, 1, 1])
    assert played(ask(server.url, moves="55"), 36) == ([2, 0, 0], [0, 0, 0])
    assert played(ask(server.url, mode="open", moves="55"), 37) == ([0, 0, 0], [0, 0, 1])
    server.stop()
    server.start()
    play(server.client(), [40, 36], m.Resign())
    assert counted() == [3, 1, 1, 1], "what was counted before is not counted again"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"mode": "chess"}, "chess"),
        ({"position": "modern 9/9"}, "is not a position"),
        ({"moves": "55 99"}, "is not a legal move"),
        ({"moves": "x" * 500}, "400"),
        ({"position": "modern XXXXXXXXX/9/9/9/9/9/9/9/9 ......... O 5"}, "X has 9"),
    ],
)
def test_what_cannot_be_explored_is_a_problem_in_words(server, query, told):
    with pytest.raises(urllib.error.HTTPError) as failed:
        ask(server.url, **query)
    assert failed.value.code in (400, 409)
    assert failed.value.headers["content-type"] == "application/problem+json"
    assert told in json.load(failed.value)["detail"]


def test_nothing_is_counted_past_the_twelfth_move(server):
    start = position = Position.start("classic")
    moves: list[int] = []
    while len(moves) < 14:
        moves.append(position.legal_moves[0])
        position = position.play(moves[-1])
    play(server.client(), moves, m.Resign(), mode="classic")
    names = [square_name(square) for square in moves]
    assert ask(server.url, mode="classic", moves=" ".join(names[:11]))["games"] == 1
    beyond = ask(server.url, mode="classic", moves=" ".join(names[:12]))
    assert beyond == {"plies": 12, "games": 0, "moves": []}
    with ExplorerFile(server.database) as file:  # beside the server that runs
        assert sum(move.games for move in explored(start, file.find(start))) == 1
