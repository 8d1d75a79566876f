"""Score: what a position is worth, and to whom.

>>> score = Score.win("X", 9)
>>> str(score), score.for_player("O").probability
('X wins in 9', 0.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ninefold.rules.errors import BadInput, quoted
from ninefold.rules.squares import PLAYERS, Player, other

__all__ = ["PROVEN", "Proven", "Score"]

Proven = Literal["win", "draw", "loss"]
#: As the core numbers them.
PROVEN: Final[tuple[Proven | None, ...]] = (None, "win", "draw", "loss")
_TURNED: dict[Proven, Proven] = {"win": "loss", "draw": "draw", "loss": "win"}


@dataclass(frozen=True, slots=True)
class Score:
    """A player's prospects: a probability, or a proven result with its distance in moves.

    ``probability`` is the expected score of ``player``, from 0 to 1; a draw counts
    half. ``proven`` is ``win``, ``draw`` or ``loss`` for ``player`` when that is certain against
    every defence; then ``distance`` counts the moves of both sides to the end, where it is known.
    """

    player: Player
    probability: float
    proven: Proven | None = None
    distance: int | None = None

    def __post_init__(self) -> None:
        if self.player not in PLAYERS:
            raise BadInput(f"a score is for {quoted(self.player)}: expected X or O")
        if type(self.probability) not in (int, float) or not 0 <= self.probability <= 1:
            raise BadInput(
                f"a probability is {quoted(self.probability)}: expected a number from 0 to 1"
            )

    @classmethod
    def win(cls, player: Player, distance: int | None = None) -> Score:
        """A proven win for a player."""
        return cls(player, 1.0, "win", distance)

    @classmethod
    def draw(cls, player: Player, distance: int | None = None) -> Score:
        """A proven draw."""
        return cls(player, 0.5, "draw", distance)

    @classmethod
    def loss(cls, player: Player, distance: int | None = None) -> Score:
        """A proven loss for a player."""
        return cls(player, 0.0, "loss", distance)

    def for_player(self, player: Player) -> Score:
        """The same score from a player's point of view."""
        if player == self.player:
            return self
        proven = None if self.proven is None else _TURNED[self.proven]
        return Score(player, 1 - self.probability, proven, self.distance)

    @property
    def winner(self) -> Player | None:
        """Who wins for certain, if anybody does."""
        if self.proven == "win":
            return self.player
        return other(self.player) if self.proven == "loss" else None

    def __str__(self) -> str:
        if self.proven is None:
            return f"{self.player} {self.probability:.0%}"
        if self.proven == "draw":
            return "draw"
        return f"{self.winner} wins" + ("" if self.distance is None else f" in {self.distance}")
