"""Puzzle: a position with something to find, how it is solved, and its line of text.

A file of puzzles is a head and a line each: the number of the game that it comes from, what is to
be kept, its kind, how many tries each level solved, the position, the solution and a checksum. The
solution tells for each step the moves that keep the result, the shown one first, and the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Final, Literal, get_args
from zlib import crc32

from ninefold.analysis.puzzles.keeping import Result
from ninefold.engine.levels import LEVELS
from ninefold.rules.errors import BadInput, BadSyntax, quoted
from ninefold.rules.notation import format_position, parse_position
from ninefold.rules.position import Position
from ninefold.rules.squares import parse_square, square_name

__all__ = [
    "BANDS",
    "HEAD",
    "KINDS",
    "TRIES",
    "Band",
    "Kind",
    "Puzzle",
    "Step",
    "format_puzzle",
    "parse_puzzle",
    "parse_puzzles",
]

Kind = Literal["win", "capture", "steal", "only-move", "save-draw", "safe-send"]
#: What there is to find; ``kinds.py`` says what each claims.
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
#: How often each level has tried a puzzle.
TRIES: Final = 4
Band = Literal["easy", "medium", "hard"]
#: How hard a puzzle is, as people choose it.
BANDS: Final[tuple[Band, ...]] = get_args(Band)
HEAD: Final = "Ninefold puzzles, version 1"

_EASIEST: Final = 800
_A_LEVEL: Final = 200
#: A band ends below this rating.
_BAND_ENDS: Final = (1300, 1700)
_SHAPE: Final = re.compile(r"(\d+) (\S+) (\S+) (\d+) \| (.+) \| (.+) \| ([0-9a-f]{8})")


@dataclass(frozen=True, slots=True)
class Step:
    """A move to find: all that keep the result, the shown one first, and what is answered."""

    keeps: tuple[int, ...]
    reply: int | None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position, what its player must not let go, and the steps of the solution.

    ``solved`` tells for each of the eight levels, weakest first, how many of its tries succeeded.
    """

    game: int
    result: Result
    kind: Kind
    solved: tuple[int, ...]
    position: Position
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """What it is called: its mode, and the game that it comes from."""
        return f"{self.position.variant.name}-{self.game}"

    @property
    def rating(self) -> int:
        """Where its rating starts: 800 if every level solves it, 200 more for each that does not.

        A level that solves it in some of its tries counts for that part.
        """
        return _EASIEST + round(_A_LEVEL * (len(LEVELS) - sum(self.solved) / TRIES))

    @property
    def band(self) -> Band:
        """How hard it is, in three steps."""
        return BANDS[sum(self.rating >= end for end in _BAND_ENDS)]


def format_puzzle(puzzle: Puzzle) -> str:
    """A puzzle as one line."""
    solved = "".join(map(str, puzzle.solved))
    steps = " ".join(chain.from_iterable(map(_step_words, puzzle.steps)))
    parts = (
        f"{puzzle.game} {puzzle.result} {puzzle.kind} {solved}",
        format_position(puzzle.position),
        steps,
    )
    text = " | ".join(parts)
    return f"{text} | {_checksum(text)}"


def _step_words(step: Step) -> Iterable[str]:
    yield ",".join(map(square_name, step.keeps))
    if step.reply is not None:
        yield square_name(step.reply)


def _checksum(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def parse_puzzle(text: str) -> Puzzle:
    """Read a puzzle; a line in which anything was changed is refused."""
    text = text.strip()
    found = _SHAPE.fullmatch(text)
    if found is None:
        raise BadSyntax(
            f"{quoted(text)} is not a puzzle: expected a line of `ninefold puzzles make`"
        )
    if _checksum(text.rpartition(" | ")[0]) != found[7]:
        raise BadInput(
            f"{quoted(text)} is damaged, its checksum does not fit: "
            "take the file from the package again"
        )
    game, result, kind, solved, position, steps, _ = found.groups()
    if result not in get_args(Result) or kind not in KINDS or len(solved) != len(LEVELS):
        raise BadSyntax(
            f"{quoted(f'{result} {kind} {solved}')}: expected a result, a kind and eight digits"
        )
    return Puzzle(
        int(game),
        result,  # type: ignore[arg-type]  # checked above
        kind,
        tuple(map(int, solved)),
        parse_position(position),
        tuple(_parse_steps(steps.split())),
    )


def _parse_steps(words: list[str]) -> Iterable[Step]:
    for at in range(0, len(words), 2):
        reply = parse_square(words[at + 1]) if at + 1 < len(words) else None
        yield Step(tuple(map(parse_square, words[at].split(","))), reply)


def parse_puzzles(text: str, name: str) -> list[Puzzle]:
    """Every puzzle of a file; an error names the line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEAD:
        raise BadSyntax(
            f"{name} is not a file of puzzles: expected {quoted(HEAD)} in its first line"
        )
    found = []
    for number, line in enumerate(lines[1:], start=2):
        if line.strip():
            try:
                found.append(parse_puzzle(line))
            except BadInput as error:
                raise error.within(f"line {number} of {name}") from error
    return found
