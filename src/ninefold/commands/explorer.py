"""Explore the first twelve moves: how often each was played, by whom, and with what result.

examples:
  ninefold explorer add games.txt                  count the games of a file of records
  ninefold explorer add games.txt --by computer    all of them played by engines
  ninefold explorer show                           the first move of Modern
  ninefold explorer show "55 51" --mode battle     after two moves
  ninefold explorer show --database games.sqlite3  what was played on a server
  ninefold explorer add games.txt --database postgresql://ninefold@db/ninefold

Without --database it is a file of your own. A record is counted once, so a run that was stopped
goes on with the same command; two records that are the same letter for letter are one game. Games
without a result, and those that do not begin with the empty board, are left out. Records of matches
and tournaments count as played by computers, others as their seats say.

Exit code 0: done; 1: some games cannot be read, the others are counted; 2: bad input; 130: stopped.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from ninefold.analysis.explorer import (
    PLIES,
    Count,
    Ends,
    ExploredMove,
    ExplorerFile,
    count_moves,
    digest_of,
    explored,
    is_counted,
    key_of,
)
from ninefold.arena.folder import is_of_match
from ninefold.commands.contest import INTERRUPTED, ended_like_ctrl_c
from ninefold.commands.files import read_input
from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.progress import Progress
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.score import Score
from ninefold.folders import data_folder
from ninefold.game.record import game_of
from ninefold.rules.errors import NinefoldError, counted
from ninefold.rules.foreign import parse_moves
from ninefold.rules.notation import format_position, parse_position
from ninefold.rules.position import Position, replay
from ninefold.rules.record import Record, scan_records
from ninefold.rules.squares import square_name

__all__ = ["add_arguments", "run"]

_SOME_UNREADABLE: Final = 1
#: So many games are written together.
_AT_ONCE: Final = 200
_NODES: Final = 300_000
_BAR: Final = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    jobs = parser.add_subparsers(dest="job", required=True, metavar="{show,add}")
    show = jobs.add_parser("show", help="what was played in a position")
    add = jobs.add_parser("add", help="count the games of a file of records")
    show.add_argument("what", nargs="?", default="", metavar="POSITION|MOVES", help='such as "55"')
    show.add_argument("--mode", default="modern", metavar="MODE", help=f"{MODE_HELP} (modern)")
    add_tie_break(show)
    show.add_argument(
        "--nodes",
        type=int,
        default=_NODES,
        metavar="N",
        help="positions the engine looks at to value the moves (%(default)s)",
    )
    add.add_argument("file", metavar="FILE", help="a file of game records, or - for input")
    add.add_argument(
        "--by",
        choices=("record", "people", "computer"),
        default="record",
        help="who played (%(default)s: as each record says)",
    )
    for job in (show, add):
        told = "an explorer's or a server's file, or postgresql://… (a file of your own)"
        job.add_argument("--database", metavar="FILE|URL", help=told)
        job.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Do one of the jobs."""
    return {"show": _show, "add": _add}[arguments.job](arguments)


# Where the counts are


class _Counts(Protocol):
    """A database of counts; a context manager."""

    def __enter__(self) -> _Counts: ...

    def __exit__(self, *_: object) -> None: ...

    def add(self, games: Mapping[str, tuple[Count, ...]]) -> int:
        """Count games, each known by its digest; how many were new."""

    def find(self, position: Position) -> list[Count]:
        """What is counted of a position."""


class _Postgres:
    """The database of several servers, asked one thing after the other."""

    def __init__(self, url: str) -> None:
        from ninefold.server.store.postgres import PostgresStore
        from ninefold.server.store.postgres_pool import prepare

        asyncio.run(prepare(url))
        self._runner = asyncio.Runner()
        self._store = PostgresStore(url, connections=1)
        self._runner.run(self._store.open())

    def __enter__(self) -> _Postgres:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._store.close())
        self._runner.close()

    def add(self, games: Mapping[str, tuple[Count, ...]]) -> int:
        return self._runner.run(self._store.add_records(games))

    def find(self, position: Position) -> list[Count]:
        return self._runner.run(self._store.find_counts(*key_of(position)))


def _open(database: str | None, *, create: bool) -> _Counts:
    if database is not None and database.startswith(("postgresql://", "postgres://")):
        return _Postgres(database)
    path = data_folder() / "explorer.sqlite3" if database is None else Path(database)
    return ExplorerFile(path, create=create)


# Adding


def _add(arguments: argparse.Namespace) -> int:
    text = read_input(arguments.file)
    adding = _Adding(arguments.by)
    interrupted = False
    try:
        with (
            ended_like_ctrl_c(),
            _open(arguments.database, create=True) as counts,
            Progress(len(text), "characters") as progress,
        ):
            adding.read(text, counts, progress)
    except KeyboardInterrupt:
        interrupted = True
    if arguments.json:
        print(json.dumps(adding.facts))
    else:
        print(adding.told + ("; the same command goes on" if interrupted else ""))
    if interrupted:
        return INTERRUPTED
    return _SOME_UNREADABLE if adding.unreadable else 0


class _Adding:
    """Games on their way from a text into a database."""

    def __init__(self, by: str) -> None:
        self._by = by
        self._waiting: dict[str, tuple[Count, ...]] = {}
        self.added = self.known = self.left_out = 0
        self.unreadable: list[str] = []

    def read(self, text: str, counts: _Counts, progress: Progress) -> None:
        """Count every game of a text; those that cannot be read are told at once."""
        lines = text.count("\n") + 1
        for line, found in scan_records(text):
            try:
                if isinstance(found, NinefoldError):
                    raise found
                self._take(found)
            except NinefoldError as error:
                self.unreadable.append(f"the game at line {line}: {error}")
                print(f"ninefold: skipped {self.unreadable[-1]}", file=sys.stderr)
            if len(self._waiting) >= _AT_ONCE:
                self._write(counts)
            progress.update(len(text) * line // lines)
        self._write(counts)

    def _take(self, record: Record) -> None:
        engines = self._by == "computer" or (self._by == "record" and is_of_match(record))
        people = self._by == "people"
        found = count_moves(
            game_of(record), lambda seat: engines or (not people and seat.level is not None)
        )
        digest = digest_of(record)
        if not found:
            self.left_out += 1
        elif digest in self._waiting:
            self.known += 1
        else:
            self._waiting[digest] = found

    def _write(self, counts: _Counts) -> None:
        waiting, self._waiting = self._waiting, {}
        new = counts.add(waiting) if waiting else 0
        self.added += new
        self.known += len(waiting) - new

    @property
    def told(self) -> str:
        """What became of the games."""
        more = [
            (self.known, "known already"),
            (self.left_out, "left out (no result, or not from the empty board)"),
            (len(self.unreadable), "unreadable"),
        ]
        rest = "".join(f", {count} {what}" for count, what in more if count)
        return f"{counted(self.added, 'game')} added{rest}"

    @property
    def facts(self) -> dict[str, Any]:
        """The same for scripts."""
        told = {"added": self.added, "known": self.known, "left_out": self.left_out}
        return {**told, "unreadable": self.unreadable}


# Showing


def _show(arguments: argparse.Namespace) -> int:
    position = _position(arguments)
    limit = Limit(nodes=arguments.nodes)
    with _open(arguments.database, create=False) as counts:
        found = explored(position, counts.find(position)) if is_counted(position) else []
    worth = _worth(position, limit) if found else {}
    if arguments.json:
        facts = [_facts(move, worth) for move in found]
        games = sum(move.games for move in found)
        told = {"position": format_position(position), "games": games, "moves": facts}
        print(json.dumps(told, indent=2))
        return 0
    if not is_counted(position):
        over = "The game is over." if position.outcome else ""
        print(over or f"Only the first {PLIES} moves of a game are counted.")
    elif not found:
        print("No game came here yet.")
    else:
        print("\n".join(_table(found, worth)))
    return 0


def _position(arguments: argparse.Namespace) -> Position:
    """A position as one line has slashes, which no list of moves has."""
    if "/" in arguments.what:
        return parse_position(arguments.what, tie_break=arguments.tie_break)
    start = Position.start(arguments.mode, tie_break=arguments.tie_break)
    return replay(start, parse_moves(arguments.what))[-1]


def _worth(position: Position, limit: Limit) -> dict[int, Score]:
    """What the engine makes of every move."""
    with NativeEngine(memory=32) as engine:
        lines = engine.analyse(position, limit, lines=len(position.legal_moves))
    return {info.move: info.score for info in lines}


def _table(found: list[ExploredMove], worth: Mapping[int, Score]) -> list[str]:
    rows = [f"{'move':<5} {'people':>7} {'computer':>9}  {'X won / drawn / O won':<{_BAR}}  worth"]
    for move in found:
        name, ends = square_name(move.squares[0]), _together(move)
        book = f", book {move.book.percent}" if move.book else ""
        rows.append(
            f"{name:<5} {move.people.games:>7,} {move.computer.games:>9,}  "
            f"{_bar(ends):<{_BAR + 1}}  {worth.get(move.squares[0], '')}{book}"
        )
    games = sum(move.games for move in found)
    return [*rows, f"{counted(games, 'game')}; moves that symmetry makes the same are one"]


def _together(move: ExploredMove) -> Ends:
    return Ends(*(one + two for one, two in zip(move.people, move.computer, strict=True)))


def _bar(ends: Ends) -> str:
    """How games ended, in shares of a bar: X from the left, O from the right.

    >>> _bar(Ends(2, 1, 1))
    'XXXXXXXXXX=====OOOOO'
    """
    if not ends.games:
        return ""
    x, o = (round(_BAR * games / ends.games) for games in (ends.x, ends.o))
    return "X" * x + "=" * (_BAR - x - o) + "O" * o


def _facts(move: ExploredMove, worth: Mapping[int, Score]) -> dict[str, Any]:
    score = worth.get(move.squares[0])
    return {
        "move": square_name(move.squares[0]),
        "same": [square_name(square) for square in move.squares[1:]],
        "people": move.people._asdict(),
        "computer": move.computer._asdict(),
        "worth": None if score is None else round(score.probability, 4),
        "proven": None if score is None else score.proven,
        "book": None if move.book is None else move.book.percent,
    }
