"""Promises 1-5: what was acknowledged is on disk, once, and in one order."""

import asyncio
import contextlib
import itertools
import random
import shutil
import sqlite3
import subprocess
import sysconfig
from pathlib import Path

import pytest

from ninefold import Position
from ninefold.server.wire import messages as m
from support.history import History, violations


def pairs(server, count):
    """Games between two visitors, each as (id, X, O)."""
    ann, ben = server.client(), server.client()
    games = []
    for _ in range(count):
        game = ann.create(opponent="link", side="X").game.id
        ben.join(game)
        games.append(game)
    return ann, ben, games


class Player:
    """Plays one side of a game as fast as it goes and logs each acknowledgement."""

    def __init__(self, page, acknowledged, game, dice):
        self.page, self.acknowledged, self.game, self.dice = page, acknowledged, game, dice

    async def play(self, side):
        page = self.page
        while page.closed is None:
            await page.until(lambda: page.closed or page.state.board.turn == side or self.over)
            if page.closed or self.over:
                return
            square = self.dice.choice(page.state.board.legal)
            command = m.Move(
                ply=page.state.board.ply, square=square, id=f"{side}{page.state.board.ply}"
            )
            if await page.do(command) == "ok":
                self.acknowledged.append((self.game, command.ply, square))

    @property
    def over(self):
        return self.page.state.state != "playing"


async def play_until_killed(server, open_page, games, ann, ben, dice):
    """Both sides of all games play; the server is killed in the middle of it."""
    moves, more = dice.randint(5, 120), dice.uniform(0.0, 0.02)
    acknowledged = []
    async with contextlib.AsyncExitStack() as stack:
        tasks = []
        for game, (client, side) in itertools.product(games, ((ann, "X"), (ben, "O"))):
            page = open_page(server.url, game, client.headers)
            await stack.enter_async_context(page)
            tasks.append(asyncio.create_task(Player(page, acknowledged, game, dice).play(side)))
        while len(acknowledged) < moves and not all(task.done() for task in tasks):
            await asyncio.sleep(0.001)
        await asyncio.sleep(more)
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*tasks)
    return acknowledged


def lost(server, moves_on_disk, acknowledged):
    """Acknowledged moves that the database does not have; what it has must replay."""
    stored = set()
    for game in {game for game, _, _ in acknowledged}:
        position = Position.start()
        for _, ply, square, _ in moves_on_disk(server.database, game):
            assert position.ply == ply
            position = position.play(square)
            stored.add((game, ply, square))
    return [move for move in acknowledged if move not in stored]


def kill_rounds(server, open_page, moves_on_disk, rounds):
    """Acknowledged and lost moves over some rounds of playing, killing and starting again."""
    dice = random.Random(rounds)
    acknowledged, missing = 0, []
    for number in range(rounds):
        if number:
            server.start()
        ann, ben, games = pairs(server, 3)
        moves = asyncio.run(play_until_killed(server, open_page, games, ann, ben, dice))
        acknowledged += len(moves)
        missing += lost(server, moves_on_disk, moves)
    return acknowledged, missing


def test_promise_1_no_acknowledged_move_is_lost_to_sigkill(
    make_server, open_page, moves_on_disk, soak
):
    """The bug `answer-before-commit` makes this fail, as the next test shows."""
    rounds = 200 if soak else 3
    acknowledged, missing = kill_rounds(make_server(), open_page, moves_on_disk, rounds)
    print(f"{rounds} kills, {acknowledged} acknowledged moves, {len(missing)} lost")
    assert acknowledged >= 5 * rounds
    assert missing == []


def test_promise_1_would_be_seen_broken(make_server, open_page, moves_on_disk):
    for _ in range(5):
        server = make_server(bug="answer-before-commit")
        _, missing = kill_rounds(server, open_page, moves_on_disk, 1)
        if missing:
            return
    raise AssertionError("moves were acknowledged before they were stored, and nothing was lost")


SHIM = Path(__file__).with_name("sync_shim.c")


def traced_game(make_server, tmp_path, open_page, **options):
    """Play thirty moves on a server whose writes, syncs and answers are noted in order."""
    shim, notes = tmp_path / "shim.so", tmp_path / "notes"
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    flags = ["-shared", "-fPIC", "-O1", "-w"]
    subprocess.run([shutil.which(compiler) or "cc", *flags, "-o", shim, SHIM, "-ldl"], check=True)
    server = make_server(env={"LD_PRELOAD": str(shim), "NOTES": str(notes)}, **options)
    ann = server.client()
    game = ann.create(opponent="same-device").game.id

    async def play():
        async with open_page(server.url, game, ann.headers) as page:
            for ply in range(30):
                square = page.state.board.legal[-1]
                await page.do(m.Move(ply=ply, square=square, id=f"ack-{ply:06}"))

    asyncio.run(play())
    server.kill()
    return server, game, [line.split() for line in notes.read_text(encoding="utf-8").splitlines()]


def answered_too_early(notes):
    """Moves that were told before the log that holds them was synced."""
    written, synced, early, answered = set(), set(), set(), set()
    for kind, what in notes:
        if kind == "W":
            written.add(what)
        elif kind == "S":
            synced |= written
        else:
            answered.add(what)
            if what not in synced:
                early.add(what)
    assert len(answered) == 30
    return early


def test_promise_2_no_acknowledged_move_is_lost_to_a_power_cut(make_server, tmp_path, open_page):
    """The log is synced before the answer is sent; all that was synced is all that is needed."""
    server, game, notes = traced_game(make_server, tmp_path, open_page)
    assert answered_too_early(notes) == set()
    cut = max(int(what) for kind, what in notes if kind == "S")
    after_cut = tmp_path / "after" / "games.sqlite3"
    after_cut.parent.mkdir()
    shutil.copy(server.database, after_cut)
    wal = server.database.with_name("games.sqlite3-wal").read_bytes()[:cut]
    after_cut.with_name("games.sqlite3-wal").write_bytes(wal)
    with contextlib.closing(sqlite3.connect(after_cut)) as db:
        stored = db.execute("SELECT entry ->> 'id' FROM log WHERE game = ?", (game,)).fetchall()
    assert {name for (name,) in stored} >= {f"ack-{ply:06}" for ply in range(30)}


def test_promise_2_would_be_seen_broken(make_server, tmp_path, open_page):
    *_, notes = traced_game(make_server, tmp_path, open_page, bug="no-sync")
    assert answered_too_early(notes) != set()


async def send_again_and_again(server, open_page, moves_on_disk, ann, ben, game):
    """Each move goes out up to five times, over two sockets, and after a reconnect."""
    dice = random.Random(3)
    answers = []
    async with contextlib.AsyncExitStack() as stack:
        pages = {
            side: [
                await stack.enter_async_context(open_page(server.url, game, client.headers))
                for _ in range(2)
            ]
            for side, client in (("X", ann), ("O", ben))
        }
        for ply in range(20):
            side = "XO"[ply % 2]
            one, two = pages[side]
            await one.until(lambda ply=ply, one=one: one.state.board.ply == ply)
            command = m.Move(ply=ply, square=dice.choice(one.state.board.legal), id=f"m{ply}")
            for page in dice.choices((one, two), k=dice.randint(1, 4)):
                await page.send(command)
            async with open_page(server.url, game, one.headers) as third:
                await third.send(command)
                for page in (one, two, third):
                    page.done.pop(command.id, None)
                    await page.send(command)
                    await page.until(lambda p=page, c=command: c.id in p.done or c.id in p.refused)
                    answers.append(page.done.get(command.id, page.refused.get(command.id)))
    return answers, moves_on_disk(server.database, game)


def test_promise_3_a_move_sent_many_times_is_played_once(shared_server, open_page, moves_on_disk):
    ann, ben, (game,) = pairs(shared_server, 1)
    answers, rows = asyncio.run(
        send_again_and_again(shared_server, open_page, moves_on_disk, ann, ben, game)
    )
    assert [ply for _, ply, _, _ in rows] == list(range(20))
    assert all(type(answer) is int for answer in answers)
    versions = [answers[at : at + 3] for at in range(0, len(answers), 3)]
    assert all(len(set(version)) == 1 for version in versions), "the same answer each time"


def test_promise_3_would_be_seen_broken(make_server, open_page, moves_on_disk):
    server = make_server(bug="forget-command-ids")
    ann, ben, (game,) = pairs(server, 1)
    answers, _ = asyncio.run(send_again_and_again(server, open_page, moves_on_disk, ann, ben, game))
    assert not all(type(answer) is int for answer in answers)


def test_the_log_cannot_be_changed_or_shortened(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device").game.id
    ann.command(game, m.Move(ply=0, square=40))
    with contextlib.closing(sqlite3.connect(shared_server.database)) as db:
        for sql in ("UPDATE log SET ply = 9", "DELETE FROM log"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(sql)


async def race(server, open_page, ann, ben, game, history, dice, kill):
    """Three tabs of each player click at once; half of the clicks are late on purpose."""
    names = itertools.count()
    async with contextlib.AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(open_page(server.url, game, client.headers))
            for client in (ann, ben) * 3
        ]

        async def click(page):
            for _ in range(40):
                if page.closed is not None or not page.state.board.legal:
                    return
                ply = max(0, page.state.board.ply - dice.choice((0, 0, 0, 1, 2)))
                square = dice.choice(page.state.board.legal)
                name = f"{game}-{len(history.operations)}-{next(names)}-{dice.random()}"[:40]
                await history.do(page, ply, square, name)

        clicking = [asyncio.create_task(click(page)) for page in pages]
        if kill:
            await asyncio.sleep(dice.uniform(0.02, 0.15))
            await asyncio.to_thread(server.kill)
        await asyncio.gather(*clicking)


def racing_rounds(server, open_page, moves_on_disk, rounds, *, kills):
    """All violations over some rounds of racing clicks, most of them ended by a kill."""
    dice = random.Random(11)
    found, operations = [], 0
    for number in range(rounds):
        ann, ben, (game,) = pairs(server, 1)
        history = History()
        for _ in range(2):
            kill = kills and number % 2 == 0
            asyncio.run(race(server, open_page, ann, ben, game, history, dice, kill))
            if kill:
                server.start()
        operations += len(history.operations)
        found += violations(history, moves_on_disk(server.database, game))
    return operations, found


def test_promise_4_moves_are_linearizable(make_server, open_page, moves_on_disk, soak):
    """The bug `no-ply-check` makes this fail, as the next test shows."""
    rounds = 60 if soak else 2
    operations, found = racing_rounds(make_server(), open_page, moves_on_disk, rounds, kills=True)
    print(f"{operations} operations in {rounds} rounds, {len(found)} violations")
    assert operations > 20 * rounds
    assert found == []


def test_promise_4_would_be_seen_broken(make_server, open_page, moves_on_disk):
    server = make_server(bug="no-ply-check")
    _, found = racing_rounds(server, open_page, moves_on_disk, 2, kills=False)
    assert found != []


async def click_on_both(pages, ply, squares):
    """The same player clicks two squares, one on each server, at the same moment."""
    return await asyncio.gather(
        *(
            page.do(m.Move(ply=ply, square=square, id=f"{ply}-{number}"))
            for number, (page, square) in enumerate(zip(pages, squares, strict=True))
        )
    )


def test_promise_5_two_servers_on_one_database_play_one_of_two_racing_moves(
    make_server, open_page, moves_on_disk, soak
):
    """By the same compare-and-set: one is played, the other is told."""
    games = 20 if soak else 1
    one = make_server()
    two = make_server(beside=one)
    ann = one.client()
    raced = 0

    async def play(game):
        races = 0
        async with (
            open_page(one.url, game, ann.headers) as here,
            open_page(two.url, game, ann.headers) as there,
        ):
            position = Position.start("open")
            while position.outcome is None:
                squares = position.legal_moves[0], position.legal_moves[-1]
                told = await click_on_both((here, there), position.ply, squares)
                assert sorted(told) in (["ok", "stale"], ["illegal-move", "ok"]), told
                position = position.play(squares[told.index("ok")])
                races += 1
        assert [square for _, _, square, _ in moves_on_disk(one.database, game)] == (
            (await asyncio.to_thread(ann.game, game)).game.moves
        )
        return races

    for _ in range(games):
        raced += asyncio.run(play(ann.create(opponent="same-device", mode="open").game.id))
    print(f"{raced} racing pairs on two servers, one move played of each")
    assert raced > 20
