"""Make, show and check opening books: moves for positions that were searched for long.

examples:
  ninefold book make modern --out modern.book --positions 500 --minutes 30
  ninefold book show modern
  ninefold book show modern --moves "55 53"
  ninefold book show modern --file modern.book
  ninefold book check modern --sample 200 --nodes 10000000
  ninefold match full:book=modern.book full:book=off --mode modern --time 0.1

`make` searches one position after another, those first that games are likeliest to come to; the
journal beside the file keeps every search, so after Ctrl-C or a crash the same command goes on.
`show` says what a book plays in a position, and how far it goes. `check` walks through every
position of a book, then searches some of them again: a move that costs more than five hundredths of
the point is a mistake, and the exit code is 1; with --out the book is written without those.
Without --file it is the book that comes with Ninefold.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from random import Random

from ninefold.commands.contest import INTERRUPTED, ended_like_ctrl_c
from ninefold.commands.options import (
    MODE_HELP,
    add_position_arguments,
    add_tie_break,
    position_from,
)
from ninefold.commands.progress import Progress
from ninefold.engine.books import find_book, load_book, require_book_axes
from ninefold.engine.books.journal import BookSettings
from ninefold.engine.books.walk import Doubt, Found, doubts, walk, without
from ninefold.engine.checks import check_number
from ninefold.engine.core.book import Book, BookMove, entry_of
from ninefold.engine.core.position import axes_of
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.score import Score
from ninefold.rules.errors import BadInput, counted
from ninefold.rules.squares import Player, square_name
from ninefold.rules.variants import Variant, find_variant, format_variant

__all__ = ["add_arguments", "run"]

_MISTAKES = 1
_MOST_POSITIONS = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    jobs = parser.add_subparsers(dest="job", required=True, metavar="{make,show,check}")
    make = jobs.add_parser("make", help="search positions and write a book")
    show = jobs.add_parser("show", help="say what a book plays")
    check = jobs.add_parser("check", help="walk through a book and search some of it again")
    for job in (make, check):
        job.add_argument("mode", metavar="MODE", help=MODE_HELP)
        add_tie_break(job)
    add_position_arguments(show)
    for job in (show, check):
        job.add_argument("--file", type=Path, metavar="FILE", help="the book (ours for the mode)")
    make.add_argument("--out", required=True, type=Path, metavar="FILE", help="what to write")
    usual = BookSettings("modern")
    for job, name, default, text in (
        (make, "positions", 1000, "to have in the end"),
        (make, "nodes", usual.nodes, "positions looked at a search"),
        (make, "plies", usual.plies, "no positions after more moves"),
        (check, "sample", 20, "positions to search again"),
        (check, "nodes", 1_000_000, "positions looked at a search"),
        (check, "seed", 1, "of the sample"),
    ):
        job.add_argument(
            f"--{name}", type=int, default=default, metavar="N", help=f"{text} (%(default)s)"
        )
    check.add_argument(
        "--out", type=Path, metavar="FILE", help="write the book without the mistakes found"
    )
    make.add_argument("--minutes", type=float, metavar="M", help="stop after so long")


def run(arguments: argparse.Namespace) -> int:
    """Do one of the jobs."""
    return {"make": _make, "show": _show, "check": _check}[arguments.job](arguments)


def _make(arguments: argparse.Namespace) -> int:
    from ninefold.engine.books.growth import BookGrowth

    check_number("positions", arguments.positions, 1, _MOST_POSITIONS)
    seconds = None if arguments.minutes is None else 60 * arguments.minutes
    if seconds is not None and not seconds > 0:
        raise BadInput(f"minutes is {arguments.minutes:g}: expected more than 0")
    variant = find_variant(arguments.mode, tie_break=arguments.tie_break)
    settings = BookSettings(format_variant(variant), arguments.nodes, arguments.plies)
    growth = BookGrowth(arguments.out, settings)
    interrupted = False
    try:
        with (
            ended_like_ctrl_c(),
            Progress(arguments.positions, "positions", done=growth.positions) as progress,
        ):
            growth.run(arguments.positions, seconds=seconds, heard=progress.update)
    except KeyboardInterrupt:
        interrupted = True
    growth.write()
    told = f"{counted(growth.positions, 'position')} in {arguments.out}"
    print(told + ("; the same command goes on" if interrupted else ""), file=sys.stderr)
    return INTERRUPTED if interrupted else 0


def _book_for(variant: Variant, file: Path | None) -> Book:
    book = find_book(axes_of(variant)) if file is None else load_book(file)
    if book is None:
        raise BadInput(
            f"there is no opening book for {format_variant(variant)}: make one by `ninefold book "
            "make`, and name it by --file"
        )
    require_book_axes(book, variant)
    return book


def _show(arguments: argparse.Namespace) -> int:
    position, moves = position_from(arguments)
    book = _book_for(position.variant, arguments.file)
    if not moves:
        plies = Counter(len(found.way) for found in walk(book, position.variant))
        print(book.description)
        print(f"{book.size} moves in {sum(plies.values())} positions, after so many moves:")
        print(", ".join(f"{ply}: {count}" for ply, count in sorted(plies.items())))
    found = book.moves(position)
    if not found:
        print("The book has nothing for this position.")
        return 0
    print(f"{'move':<5} worth")
    for move in found:
        print(f"{square_name(move.square):<5} {_worth(position.turn, move)}")
    return 0


def _worth(player: Player, move: BookMove) -> str:
    return str(Score(player, move.percent / 100, move.proven))


def _check(arguments: argparse.Namespace) -> int:
    check_number("sample", arguments.sample, 0, _MOST_POSITIONS)
    check_number("seed", arguments.seed, 0, 2**63)
    limit = Limit(nodes=arguments.nodes)
    variant = find_variant(arguments.mode, tie_break=arguments.tie_break)
    book = _book_for(variant, arguments.file)
    known = list(walk(book, variant))
    reached = sum(len(found.moves) for found in known)
    print(f"{book.size} moves, {reached} of them reached in {counted(len(known), 'position')}")
    sample = Random(f"sample {arguments.seed}").sample(known, min(arguments.sample, len(known)))  # noqa: S311 - a sample that anybody can draw again
    left_out: set[int] = set()
    with NativeEngine(memory=64) as engine, Progress(len(sample), "positions") as progress:
        for number, found in enumerate(sample, start=1):
            for mistake in doubts(engine, found, limit):
                left_out.add(entry_of(found.position, mistake.move))
                print(_told(found, mistake), flush=True)
            progress.update(number)
    print(
        f"{counted(len(sample), 'position')} searched again with {arguments.nodes:,} nodes: "
        f"{counted(len(left_out), 'mistake')}"
    )
    if arguments.out is not None:
        arguments.out.write_bytes(without(book, variant, left_out))
        print(f"Without them: {arguments.out}")
    return _MISTAKES if left_out or reached != book.size else 0


def _told(found: Found, mistake: Doubt) -> str:
    way = " ".join(map(square_name, found.way)) or "the start"
    move, better = square_name(mistake.move.square), square_name(mistake.better)
    return f"after {way}: {move} ({mistake.worth}), better {better} ({mistake.best})"
