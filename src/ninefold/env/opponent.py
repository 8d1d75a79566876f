"""Opponents inside an environment: a level or any engine by its name, an engine, or a function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol

from ninefold.arena.players import Player, find_player
from ninefold.engine.engine import Engine, EngineError
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.levels import LEVELS
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import whole_number

__all__ = ["Opponent", "OpponentLike", "find_opponent"]

#: What may be handed over as an opponent.
OpponentLike = str | Engine | Callable[[Position], int]

#: For engines that bring no limit of their own: by positions, so that episodes repeat.
_UNTOLD: Final = Limit(nodes=10_000)
_SEEDS: Final = 2**31 - 1


class Opponent(Protocol):
    """Who answers the learner's moves."""

    def begin(self, seed: int) -> None:
        """A new game; what the opponent leaves to chance follows from the seed."""

    def move(self, position: Position) -> int:
        """Its move."""

    def close(self) -> None:
        """Give back what it holds."""


def find_opponent(opponent: OpponentLike, limit: Limit | None = None) -> Opponent:
    """The opponent that was asked for.

    >>> find_opponent(lambda position: position.legal_moves[0]).move(Position.start())
    0
    """
    if isinstance(opponent, str):
        return _Named(find_player(opponent), limit)
    if isinstance(opponent, Engine):
        return _Played(opponent, limit or _UNTOLD)
    if callable(opponent):
        return _Function(opponent)
    raise BadSyntax(
        f"{quoted(opponent)} is not an opponent: expected an engine by name, such as casual, "
        "an Engine, or a function from a position to a square"
    )


def _legal(move: object, position: Position, name: str) -> int:
    square = whole_number(move)
    if square is None or square not in position.legal_moves:
        raise EngineError(f"the opponent {name} played {quoted(move)}, which is not legal")
    return square


class _Function:
    def __init__(self, choose: Callable[[Position], int]) -> None:
        self._choose = choose

    def begin(self, seed: int) -> None:
        """A function keeps its own counsel."""

    def move(self, position: Position) -> int:
        return _legal(
            self._choose(position), position, getattr(self._choose, "__name__", "function")
        )

    def close(self) -> None:
        """Nothing to give back."""


class _Played:
    """An engine that somebody else made and closes."""

    def __init__(self, engine: Engine, limit: Limit) -> None:
        self._engine = engine
        self._limit = limit

    def begin(self, seed: int) -> None:  # noqa: ARG002 - whoever made it has seeded it
        self._engine.new_game()

    def move(self, position: Position) -> int:
        info = self._engine.play(position, self._limit)
        return _legal(info.move, position, self._engine.name)

    def close(self) -> None:
        """It is not ours."""


class _Named:
    """An engine by name; its chances follow from the game's seed unless it has one of its own."""

    def __init__(self, player: Player, limit: Limit | None) -> None:
        self._player = player
        options = {option.name for option in player.offer.options}
        self._seedable = "Seed" in options and "Seed" not in player.settings
        level = player.offer.name in {level.name for level in LEVELS[:-1]}
        self._limit = player.limit or limit or (Limit() if level else _UNTOLD)
        self._engine: Engine | None = None

    def begin(self, seed: int) -> None:
        seed = 1 + seed % _SEEDS  # 0 asks for chance
        if self._engine is None:
            self._engine = self._made(seed)
        elif not self._seedable:
            self._engine.new_game()
        elif isinstance(self._engine, LevelEngine):  # making another would take longer than a game
            self._engine.seed = seed
            self._engine.new_game()
        else:
            self.close()
            self._engine = self._made(seed)

    def _made(self, seed: int) -> Engine:
        if not self._seedable:
            return self._player.make()
        return replace(self._player, settings={**self._player.settings, "Seed": str(seed)}).make()

    def move(self, position: Position) -> int:
        if self._engine is None:
            self.begin(0)
        assert self._engine is not None  # noqa: S101 - it was just made
        return _legal(self._engine.play(position, self._limit).move, position, self._player.text)

    def close(self) -> None:
        if self._engine is not None:
            self._engine.close()
            self._engine = None
