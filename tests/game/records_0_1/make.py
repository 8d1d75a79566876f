"""Write what version 0.1 wrote, into this folder: run by a checkout of commit 990d82d, once.

    (cd OLD && .venv/bin/python NEW/tests/game/records_0_1/make.py)

``server``, ``terminal`` and ``arena`` hold records, each named after how its game ended, and
``server/games.sql`` is the database of the server's games. Later versions must tell them rightly.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import tempfile
from pathlib import Path

from ninefold.terminal.game import Game, Result

from ninefold.arena.folder import MatchFolder
from ninefold.arena.game import Game as MatchGame
from ninefold.rules.position import Position
from ninefold.rules.variants import find_variant
from ninefold.server.play.decisions import Asked, decide, decide_join, overdue
from ninefold.server.play.entries import Aborted, Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.records import record_text
from ninefold.server.store.sqlite import SqliteStore
from ninefold.server.store.store import Append
from ninefold.server.wire import messages as m
from ninefold.terminal.saves import new_game, store_game

HERE = Path(__file__).parent
DAY = 1_793_836_800_000  # a moment in November 2026


def moves_that_end_by(reason: str) -> list[int]:
    """A game of Modern with the tie-break by boards, or without, that ends so."""
    tie_break = "boards" if reason == "tie-break" else "draw"
    for seed in itertools.count():
        dice, moves = random.Random(seed), []
        position = Position.start("modern", tie_break=tie_break)
        while position.outcome is None:
            moves.append(dice.choice(position.legal_moves))
            position = position.play(moves[-1])
        if position.outcome.reason == reason:
            return moves
    raise AssertionError


# The server


def seat(side: str, level: str | None = None) -> Seat:
    if level:
        return Seat(None, m.Player(id=None, name="", kind="computer", level=level))
    return Seat(
        f"key {side}", m.Player(id=f"id {side}", name={"X": "Ann", "O": "Ben"}[side], kind="person")
    )


class Desk:
    """A game of the server with its log."""

    def __init__(self, name: str, **wish) -> None:
        wish = {"mode": "modern", "opponent": "link", "tie_break": "draw", "swap": False} | wish
        level = wish.pop("level", None)
        clock = wish.pop("clock", m.NoClock())
        o = seat("O", level) if level else None
        self.settings = Settings(id=name, created_at=DAY, clock=clock, x=seat("X"), o=o, **wish)
        self.game = LiveGame(self.settings)
        self.log, self.now = [], 0.0
        if o is None and wish["opponent"] == "link":
            self.commit(decide_join(self.game, seat("O"), self.asked("O")))

    def asked(self, side: str) -> Asked:
        """The circumstances of whoever plays a side, or is about to; the other has left."""
        sitting = self.game.seats[side] or seat(side)
        moments = DAY + int(self.now), self.now
        return Asked(sitting.key, sitting.player.id, *moments, gone=lambda: "OX"["XO".index(side)])

    def commit(self, entries) -> None:
        for entry in entries:
            self.game.apply(entry, self.now)
            self.log.append(entry)

    def do(self, side: str, command) -> None:
        self.now += 1500
        self.commit(decide(self.game, command, self.asked(side)))

    def play(self, moves) -> Desk:
        for square in moves:
            self.do(self.game.position.turn, m.Move(ply=self.game.ply, square=square))
        return self


def desks() -> list[Desk]:
    made = []

    def desk(name: str, moves=(40, 36, 4), **wish) -> Desk:
        made.append(Desk(name, **wish).play(moves))
        return made[-1]

    for reason in ("line", "draw"):
        desk(reason, moves_that_end_by(reason))
    desk("tie-break", moves_that_end_by("tie-break"), tie_break="boards")
    desk("resign").do("O", m.Resign())
    timed = desk("time", clock=m.TimedClock(initial_s=60, increment_s=2))
    timed.now += 100_000
    timed.commit(overdue(timed.game, timed.asked("X")))
    agreed = desk("agreement")
    agreed.do("X", m.Offer(what="draw"))
    agreed.do("O", m.Accept(what="draw"))
    desk("abandoned-win").do("X", m.Claim(result="win"))
    desk("abandoned-draw").do("O", m.Claim(result="draw"))
    desk("abort", moves=(40,)).do("X", m.Abort())
    desk("expired", moves=(), opponent="open").commit(
        [Aborted(at=DAY + 1, side=None, reason="expired")]
    )
    desk("unfinished", clock=m.DaysClock(days=3))
    swapped = desk("swap-taken", moves=(40,), swap=True)
    swapped.do("O", m.Swap(take=True))
    swapped.play((36, 4))
    swapped.do("O", m.Resign())
    kept = desk("swap-kept", moves=(40,), swap=True)
    kept.do("O", m.Swap(take=False))
    kept.play((36,))
    undone = desk("taken-back", moves=(40,), opponent="computer", level="casual", mode="battle")
    undone.commit(computers_move(undone, 36))
    undone.play((4,))
    undone.do("X", m.Undo(ply=3))
    undone.play((5,))
    undone.do("X", m.Resign())
    return made


def computers_move(desk: Desk, square: int):
    from ninefold.server.play.decisions import decide_move

    command = m.Move(ply=desk.game.ply, square=square)
    return decide_move(desk.game, command, "O", Asked(None, None, DAY + int(desk.now), desk.now))


async def store(made: list[Desk], path: Path) -> None:
    database = SqliteStore(path)
    for desk in made:
        await database.create(desk.settings, LiveGame(desk.settings).state)
        game = LiveGame(desk.settings)
        for entry in desk.log:
            after = game.fork()
            after.apply(entry, 0.0)
            players = after.keys if after.keys != game.keys else None
            state = after.state if after.state != game.state else None
            await database.append(
                Append(
                    desk.settings.id, game.version, game.epoch, game.ply, [entry], state, players
                )
            )
            game = after
    await database.close()


def write_server() -> None:
    folder, made = HERE / "server", desks()
    folder.mkdir(exist_ok=True)
    for desk in made:
        (folder / f"{desk.settings.id}.game").write_text(record_text(desk.game), "utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "games.sqlite3"
        asyncio.run(store(made, path))
        database = sqlite3.connect(path)
        version = database.execute("PRAGMA user_version").fetchone()[0]
        lines = [*database.iterdump(), f"PRAGMA user_version={version};"]
        (folder / "games.sql").write_text("\n".join(lines) + "\n", "utf-8")


# The terminal


def write_terminal() -> None:
    folder = HERE / "terminal"
    folder.mkdir(exist_ok=True)

    def table(moves=(40, 36, 4), *, level=None, control="", swap=False, tie_break="draw") -> Game:
        start = Position.start("modern", tie_break=tie_break)
        game = new_game(start, {"X": None, "O": level}, control, swap=swap)
        for square in moves:
            game.play(square, 61_500 if control else None)
        return game

    def keep(name: str, game: Game) -> None:
        store_game(folder / f"{name}.game", game)

    for reason in ("line", "draw"):
        keep(reason, table(moves_that_end_by(reason)))
    keep("tie-break", table(moves_that_end_by("tie-break"), tie_break="boards"))
    game = table(level="keen")
    game.resign("X")
    keep("resigned", game)
    game = table(control="60+2")
    game.lose_on_time("O")
    keep("time", game)
    game = table()
    game.end(Result(None, "agreement"))
    keep("agreed", game)
    keep("unfinished", table(level="casual", control="180+2"))
    keep("swap-offered", table((40,), swap=True))
    keep("swap-declined", table(swap=True))
    game = table((40,), swap=True, level="full")
    game.take_over()
    keep("swap-taken", game)


# The arena


def write_arena() -> None:
    modern, boards = find_variant("modern"), find_variant("modern", tie_break="boards")
    ends = {
        "line": (moves_that_end_by("line"), None, ""),
        "draw": (moves_that_end_by("draw"), None, ""),
        "tie-break": (moves_that_end_by("tie-break"), None, ""),
        "proven": ([40, 36, 4], "X", "full has proven that X wins in 9"),
        "time": ([40, 36, 4], "X", "slow took 3.00 s and had 1.00 s"),
        "crash": ([40, 36, 4], "O", "the program ended with code 1"),
        "illegal": ([40, 36], "O", "bad played 99, which is not legal"),
        "error": ([40, 36], "X", "ZeroDivisionError: division by zero"),
    }
    for number, (ending, (moves, winner, reason)) in enumerate(ends.items()):
        folder = MatchFolder(HERE / "arena" / ending)
        variant = boards if ending == "tie-break" else modern
        position = Position.start(variant)
        for square in moves:
            position = position.play(square)
        result = winner or (position.outcome.winner if position.outcome else None) or "="
        notes = ("X wins in 9, 9 deep, 0.01 s",) * len(moves) if ending == "proven" else ()
        game = MatchGame(
            number, tuple(moves), 2, result, ending, reason, notes, (0.5, 0.25), (0.1, 0.2)
        )
        folder.path.mkdir(parents=True, exist_ok=True)
        (folder.path / "games.txt").unlink(missing_ok=True)
        folder.add(game, variant, ("first", "second"))


if __name__ == "__main__":
    write_server()
    write_terminal()
    write_arena()
