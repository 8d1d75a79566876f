"""The shared rule vectors as values."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "vectors"


@dataclass(frozen=True)
class PerftVector:
    mode: str
    moves: tuple[str, ...]
    counts: dict[int, tuple[int, int, int, int]]  # by depth: leaves, X wins, O wins, draws


@dataclass(frozen=True)
class GameVector:
    mode: str
    tie_break: str
    moves: tuple[str, ...]
    outcome: str  # X, O or =
    owners: str  # a dead board is a dot here
    digest: str


def _rows(name: str) -> list[list[str]]:
    lines = (_FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split(";")] for line in lines if line[:1] not in "#"]


def perft_vectors() -> list[PerftVector]:
    found = []
    for mode, moves, counts in _rows("perft.txt"):
        rows = [[int(number) for number in row.split()] for row in counts.split(",")]
        found.append(
            PerftVector(mode, tuple(moves.split()), {row[0]: tuple(row[1:]) for row in rows})
        )
    return found


def game_vectors() -> list[GameVector]:
    return [
        GameVector(mode, tie_break, tuple(moves.split()), outcome, owners, digest)
        for mode, tie_break, moves, outcome, owners, digest in _rows("games.txt")
    ]
