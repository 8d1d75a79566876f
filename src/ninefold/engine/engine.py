"""Engine: what everything that plays has in common, whether it is ours or somebody else's.

Whoever writes one gives ``analysis`` and ``stop``; the rest follows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from contextlib import closing
from typing import Self

from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadInput, NinefoldError, quoted
from ninefold.rules.position import Position

__all__ = ["Engine", "EngineError", "require_kind", "require_moves"]


class EngineError(NinefoldError, RuntimeError):
    """An engine that cannot be used, or was asked for what it cannot do."""


class Engine(ABC):
    """Plays and analyses positions; a context manager that closes itself."""

    #: What people call it, in match tables and on screens.
    name: str

    #: Whether it must see a game from its first move on: some protocols cannot set up a position.
    from_start_only = False

    @abstractmethod
    def analysis(
        self, position: Position, limit: Limit, *, lines: int = 1
    ) -> Generator[list[Info], None, None]:
        """Think, and give the best ``lines`` so far, best first, whenever they change.

        The last list is the answer. Closing the generator ends the search.
        """

    @abstractmethod
    def stop(self) -> None:
        """End the search that is under way, from any thread; its best answer so far stands.

        Does nothing when there is none.
        """

    def analyse(self, position: Position, limit: Limit, *, lines: int = 1) -> list[Info]:
        """The best ``lines`` within the limit, best first (fewer if there are fewer moves)."""
        answer: list[Info] = []
        with closing(self.analysis(position, limit, lines=lines)) as updates:
            for answer in updates:  # noqa: B007 - the last one is what we want
                pass
        if not answer:
            raise EngineError(f"{self.name} gave no answer")
        return answer

    def play(self, position: Position, limit: Limit) -> Info:
        """The move to play, with what the engine thinks of it."""
        return self.analyse(position, limit)[0]

    def new_game(self) -> None:  # noqa: B027 - nothing to forget is the common case
        """Forget what belongs to the last game; engines that remember nothing do nothing."""

    def close(self) -> None:  # noqa: B027 - nothing to give back is the common case
        """Give back memory and processes; safe to call twice."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def require_kind(value: object, kind: type) -> None:
    """Refuse what is not of the kind that was asked for."""
    if not isinstance(value, kind):
        raise BadInput(f"{quoted(value)} is not a {kind.__name__}")


def require_moves(position: Position) -> None:
    """Refuse what is no position, and a finished game: there is no move to look for."""
    require_kind(position, Position)
    if position.outcome is not None:
        raise BadInput("the game is over: there is no move to look for")
