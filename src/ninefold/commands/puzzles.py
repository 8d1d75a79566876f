"""Puzzles: solve those that come with Ninefold, make others, check any.

examples:
  ninefold puzzles                               solve them, one after another
  ninefold puzzles daily                         the one of today, the same for everybody
  ninefold puzzles battle --kind steal           of one mode and kind
  ninefold puzzles --difficulty hard --lang zh   in Chinese
  ninefold puzzles make modern --out mine.txt    find 200; goes on after a stop
  ninefold puzzles check                         prove every puzzle that comes with Ninefold
  ninefold puzzles check mine.txt                or those of a file

Exit code 0: solved, made or proven; 1: not; 2: bad input; 130: stopped.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import zip_longest
from pathlib import Path
from typing import Final

from ninefold.analysis.puzzles import (
    BANDS,
    CHECK_NODES,
    HEAD,
    KINDS,
    Judge,
    Puzzle,
    daily_puzzle,
    faults_of,
    format_puzzle,
    make_puzzles,
    parse_puzzles,
    repeated,
    shelf_file,
    shipped_puzzles,
)
from ninefold.commands.options import add_language
from ninefold.commands.progress import Progress
from ninefold.files import append_text, read_text, write_text
from ninefold.rules.errors import BadInput, BadSyntax, counted, quoted
from ninefold.rules.variants import VARIANTS, Variant, find_variant, format_variant
from ninefold.words import Language, find_language, preferred_language

__all__ = ["add_arguments", "run"]

_COUNT: Final = 200
_EXPECTED: Final = "a mode or `daily` to solve puzzles, `make MODE`, or `check [FILE ...]`"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold puzzles` takes."""
    add = parser.add_argument
    add("words", nargs="*", metavar="WHAT", help=_EXPECTED)
    add("--kind", choices=KINDS, help="solve: only these")
    add("--difficulty", choices=BANDS, help="solve: only these")
    add_language(parser, default="as chosen last, or the system's")
    add("--out", type=Path, metavar="FILE", help="make: the file to write")
    add("--count", type=int, default=_COUNT, metavar="N", help=f"make: how many ({_COUNT})")
    add("--seed", type=int, default=1, metavar="N", help="make: which games are played (1)")


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for."""
    words = arguments.words
    if words[:1] == ["make"] and len(words) == 2:
        return _make(arguments, find_variant(words[1]))
    if words[:1] == ["check"]:
        return _check([Path(word) for word in words[1:]] or [*map(shelf_file, VARIANTS.values())])
    if len(words) > 1 or words == ["make"]:
        raise BadSyntax(f"puzzles {quoted(' '.join(words))}: expected {_EXPECTED}")
    return _solve(arguments, words[0] if words else "")


# Solving


def _solve(arguments: argparse.Namespace, what: str) -> int:
    from ninefold.terminal.puzzling import Puzzler
    from ninefold.terminal.saves import Shelf
    from ninefold.terminal.say import WORDS
    from ninefold.terminal.settings import Settings

    today = datetime.now(UTC).date() if what == "daily" else None
    variants = list(VARIANTS.values()) if what in ("", "daily") else [_shelved(what)]
    settings = Settings(Shelf())
    words = WORDS[_language(arguments, settings.language)]
    puzzler = Puzzler(words, source=sys.stdin, out=sys.stdout, settings=settings)
    if today:
        return puzzler.run([daily_puzzle(today)], today)
    return puzzler.run(_wanted(arguments, variants, {*puzzler.tally.tried}))


def _language(arguments: argparse.Namespace, chosen: Language | None) -> Language:
    if arguments.lang:
        return find_language(arguments.lang)
    return chosen or preferred_language()


def _shelved(mode: str) -> Variant:
    variant = find_variant(mode)
    if variant not in VARIANTS.values():
        raise BadSyntax(
            f"no puzzles come with {quoted(mode)}: expected one of {', '.join(VARIANTS)}"
        )
    return variant


def _wanted(
    arguments: argparse.Namespace, variants: Sequence[Variant], tried: set[str]
) -> Iterator[Puzzle]:
    """Puzzles that fit and are new to this person, the modes taking turns."""
    for row in zip_longest(*map(shipped_puzzles, variants)):
        for puzzle in row:
            if (
                puzzle is not None
                and puzzle.name not in tried
                and arguments.kind in (None, puzzle.kind)
                and arguments.difficulty in (None, puzzle.band)
            ):
                yield puzzle


# Making


def _make(arguments: argparse.Namespace, variant: Variant) -> int:
    out: Path = arguments.out or Path(f"{variant.name}-puzzles.txt")
    before = _made_before(out, variant)
    if before:
        print(f"{counted(len(before), 'puzzle')} in {out} already: going on", file=sys.stderr)
    else:
        write_text(out, f"{HEAD}\n")
    with Progress(arguments.count, "puzzles", done=len(before)) as progress:
        done = len(before)
        new = make_puzzles(
            variant,
            arguments.seed,
            before,
            progress=lambda game: progress.update(done, f"game {game}"),
        )
        # Off the main thread no search needs a thread of its own: twice as fast on busy machines.
        with ThreadPoolExecutor(1) as aside:
            while done < arguments.count:
                puzzle = aside.submit(next, new).result()
                append_text(out, f"{format_puzzle(puzzle)}\n")
                done += 1
    print(f"{counted(done, 'puzzle')} in {out}")
    return 0


def _made_before(out: Path, variant: Variant) -> list[Puzzle]:
    """The puzzles of an earlier run; a line that a stop has cut off is cleared away."""
    if not out.exists():
        return []
    text = read_text(out)
    whole = text[: text.rfind("\n") + 1]
    before = parse_puzzles(whole, str(out)) if text else []
    if any(puzzle.position.variant != variant for puzzle in before):
        raise BadInput(
            f"{out} holds puzzles of another mode than {format_variant(variant)}: "
            "choose another --out"
        )
    if whole != text:
        write_text(out, whole)
    return before


# Checking


def _check(paths: Sequence[Path]) -> int:
    """Prove every puzzle of the files; faults are told one a line."""
    faults = 0
    for path in paths:
        puzzles = parse_puzzles(read_text(path), path.name)
        found = [*repeated(puzzles), *_faults(path.name, puzzles)]
        for fault in found:
            print(f"{path.name}: {fault}")
        faults += len(found)
        if not found:
            print(f"{path.name}: {counted(len(puzzles), 'puzzle')}, every one proven")
    return 1 if faults else 0


def _faults(name: str, puzzles: Sequence[Puzzle]) -> list[str]:
    found = []
    with Judge(nodes=CHECK_NODES) as judge, Progress(len(puzzles), "puzzles") as progress:
        for done, puzzle in enumerate(puzzles, start=1):
            found += [f"{puzzle.name}: {fault}" for fault in faults_of(puzzle, judge)]
            progress.update(done, name)
    return found
