"""Journal: the searches that a book is made of, a line each, so that its making can go on.

The first line says how they are made; every other one is a position, by moves that lead there, with
what the search found and what other judges would play.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ninefold.engine.checks import check_number
from ninefold.engine.score import PROVEN, Proven, Score
from ninefold.rules.errors import BadSyntax, NinefoldError
from ninefold.rules.foreign import parse_moves
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import parse_square, square_name
from ninefold.rules.variants import find_variant

__all__ = ["BookSettings", "Journal", "Searched", "Worth"]


@dataclass(frozen=True, slots=True)
class BookSettings:
    """How a book is made: the variant, nodes a search, and no positions beyond so many moves."""

    mode: str
    nodes: int = 2_000_000
    plies: int = 12

    def __post_init__(self) -> None:
        check_number("nodes", self.nodes, 100, 10**10)
        check_number("plies", self.plies, 1, 40)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth to whoever plays it: its expected score, perhaps proven."""

    share: float
    proven: Proven | None = None

    @classmethod
    def of(cls, score: Score) -> Worth:
        """A score, as exactly as a journal keeps it: a book is the same after a stop in between."""
        return cls(round(score.probability, 4), score.proven)


@dataclass(frozen=True, slots=True)
class Searched:
    """A position that was searched.

    ``lines`` are the best moves that the search found, best first; ``replies`` is how likely others
    are to play which move, the likely ones only.
    """

    moves: tuple[int, ...]
    lines: dict[int, Worth]
    replies: dict[int, float]

    def format(self) -> str:
        """As a line of the journal."""
        lines = [[square_name(m), w.share, w.proven] for m, w in self.lines.items()]
        replies = [[square_name(move), share] for move, share in self.replies.items()]
        moves = " ".join(map(square_name, self.moves))
        return json.dumps({"moves": moves, "lines": lines, "replies": replies})

    @classmethod
    def parse(cls, line: str) -> Searched:
        """Read a line of the journal."""
        told = json.loads(line)
        lines = {parse_square(m): Worth(float(s), _proven(p)) for m, s, p in told["lines"]}
        replies = {parse_square(move): float(share) for move, share in told["replies"]}
        return cls(tuple(parse_moves(told["moves"])), lines, replies)


def _proven(told: Any) -> Proven | None:
    if told not in PROVEN:
        raise ValueError(f"{told!r} is no result")
    return PROVEN[PROVEN.index(told)]


class Journal:
    """The file of the searches; what was made with other settings is refused."""

    def __init__(self, path: Path, settings: BookSettings) -> None:
        self.path = path
        self._settings = settings
        self.searched: list[Searched] = self._read() if path.exists() else []
        if not path.exists():
            path.write_text(json.dumps(asdict(settings)) + "\n", "utf-8")

    def _read(self) -> list[Searched]:
        text = self.path.read_text("utf-8", "replace")
        whole = text[: text.rfind("\n") + 1]  # a crash may leave half a line
        if whole != text:
            os.truncate(self.path, len(whole.encode()))
        first, *rest = whole.splitlines() or [""]
        start = Position.start(find_variant(self._settings.mode))
        try:
            settings = BookSettings(**json.loads(first))
            searched = [Searched.parse(line) for line in rest]
            for one in searched:
                position = replay(start, one.moves)[-1]
                if not {*one.lines, *one.replies} <= {*position.legal_moves}:
                    raise BadSyntax(f"after {one.format()} a move is not legal")
        except (ValueError, KeyError, TypeError, NinefoldError) as error:
            raise BadSyntax(
                f"{self.path} cannot be gone on with ({error}): choose another --out"
            ) from error
        if settings != self._settings:
            raise BadSyntax(
                f"{self.path} was made with {asdict(settings)}: go on with the same, or choose "
                "another --out"
            )
        return searched

    def add(self, searched: Searched) -> None:
        """Write one down, whole, before it counts."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(searched.format() + "\n")
        self.searched.append(searched)
