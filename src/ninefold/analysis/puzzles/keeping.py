"""Keeping: which moves of a position keep what it is worth, for certain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, Self

from ninefold.engine import Limit, NativeEngine
from ninefold.engine.proofs import Goal, Prover
from ninefold.rules.position import Position
from ninefold.rules.squares import Player

__all__ = ["Choice", "Judge", "Result"]

#: What a puzzle's solver has and must not let go.
Result = Literal["win", "draw"]
#: Positions that one question of a proof may look at: about a tenth of a second.
_NODES: Final = 100_000
#: Positions looked at for an answer to a move.
_REPLY: Final = Limit(nodes=30_000)
_ENGINE_MEMORY: Final = 4  # in MiB


@dataclass(frozen=True, slots=True)
class Choice:
    """What a position is worth to its player, and which moves keep that; all others let it go."""

    position: Position
    result: Result
    keeps: tuple[int, ...]

    @property
    def lets_go(self) -> tuple[int, ...]:
        """The moves that lose what there was."""
        return tuple(square for square in self.position.legal_moves if square not in self.keeps)


class Judge:
    """Settles by proof what moves keep, and finds the answers to them; a context manager.

    What cannot be settled within ``nodes`` positions a question is told as ``None``: it is neither
    right nor wrong.
    """

    def __init__(self, *, nodes: int = _NODES, memory: int = 16) -> None:
        self._nodes = nodes
        self._prover = Prover(memory)
        self._engine = NativeEngine(memory=_ENGINE_MEMORY)

    def reaches(self, position: Position, player: Player, result: Result) -> bool | None:
        """Whether a player gets at least that from a position."""
        if position.outcome is not None:
            winner = position.outcome.winner
            return winner == player or (winner is None and result == "draw")
        verdict = self._prover.prove(position, Goal(player, result), nodes=self._nodes).verdict
        return None if verdict == "unknown" else verdict == "proven"

    def choice(self, position: Position) -> Choice | None:
        """Which moves keep the result; ``None`` if it is lost, or if a move cannot be settled."""
        for result in ("win", "draw"):
            reached = self.reaches(position, position.turn, result)
            if reached is None:
                return None
            if reached:
                return self._choice(position, result)
        return None

    def _choice(self, position: Position, result: Result) -> Choice | None:
        keeps = []
        for square in position.legal_moves:
            kept = self.reaches(position.play(square), position.turn, result)
            if kept is None:
                return None
            if kept:
                keeps.append(square)
        return Choice(position, result, tuple(keeps))

    def best_of(self, choice: Choice) -> int:
        """The move of a solution: of those that keep the result the one the engine would play."""
        if len(choice.keeps) == 1:
            return choice.keeps[0]
        answers = [*self._engine.analysis(choice.position, _REPLY, moves=choice.keeps)]
        return answers[-1][0].move

    def reply(self, position: Position) -> int:
        """What the opponent answers: the engine's move, the longest resistance where it is lost."""
        return self.line(position)[0]

    def line(self, position: Position) -> tuple[int, ...]:
        """How the engine would go on."""
        self._engine.new_game()
        return self._engine.analyse(position, _REPLY)[0].line

    def close(self) -> None:
        """Give the memory back."""
        self._prover.close()
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
