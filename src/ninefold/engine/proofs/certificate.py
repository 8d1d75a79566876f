"""A certificate: a strategy as text, one line a position and its move, for the checker to walk.

Only positions that the strategy meets are in it, each as its canonical image. The text claims
nothing: what it proves is what ``check_strategy`` says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ninefold.engine.proofs.checker import Refuted
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.rules.squares import NINE, PLAYERS, parse_square, square_name

__all__ = ["Certificate"]


class Certificate:
    """A strategy by positions; grows while it asks another one, and then stands on its own.

    >>> first_move = Certificate(lambda position: position.legal_moves[0])
    >>> first_move(Position.start("open"))
    0
    >>> first_move.lines()
    ['open 9/9/9/9/9/9/9/9/9 ......... X - 11']
    """

    def __init__(self, ask: Callable[[Position], int] | None = None) -> None:
        self._ask = ask
        self._moves: dict[str, int] = {}

    def __call__(self, position: Position) -> int:
        """The move in a position, which must be a canonical image."""
        text = format_position(position)
        if text not in self._moves:
            if self._ask is None:
                return self._move_of_an_equal(position)
            self._moves[text] = self._ask(position)
        return self._moves[text]

    def _move_of_an_equal(self, position: Position) -> int:
        """The move in a position that only a target without effect tells from this one."""
        for target in NINE:
            parts = (position.marks, position.owned, PLAYERS.index(position.turn), target)
            twin = Position.unchecked(position.variant, *parts)
            move = self._moves.get(format_position(twin))
            if move is not None and twin == position:
                return move
        raise Refuted(f"the certificate has no move for {format_position(position)}")

    def __len__(self) -> int:
        return len(self._moves)

    def lines(self) -> list[str]:
        """The certificate as text, in the order of the walk."""
        return [f"{text} {square_name(move)}" for text, move in self._moves.items()]

    @classmethod
    def read(cls, lines: Iterable[str]) -> Certificate:
        """A certificate from its lines; empty ones and those that start with # say nothing."""
        certificate = cls()
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                text, _, move = line.strip().rpartition(" ")
                if not text:
                    raise BadSyntax(
                        f"line {number} of the certificate is {quoted(line)}: "
                        "expected a position and a move"
                    )
                certificate._moves[text] = parse_square(move)
        return certificate
