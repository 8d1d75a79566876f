"""Self-play: games of the engine with itself, written position by position.

A file holds the core's samples (``nf_sample``) of whole games one after another and nothing else,
so it can be broken off, gone on with and joined to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, Literal

from ninefold.engine.checks import check_number
from ninefold.engine.core.network import Network
from ninefold.engine.core.position import axes_of
from ninefold.engine.core.search import Search
from ninefold.engine.core.selfplay import SAMPLE_BYTES, are_samples, self_play
from ninefold.engine.networks import find_network
from ninefold.rules.errors import BadInput
from ninefold.rules.position import Position
from ninefold.rules.squares import SQUARES
from ninefold.rules.variants import Variant

__all__ = ["BadSamples", "count_samples", "write_games"]

Installed = Literal["installed"]

_TABLE_BYTES: Final = 2 << 20  # small: it stays in the processor's cache
#: Most games begin after few random moves, a third after many: the trained engine must also know
#: positions that no good player would reach.
_RANDOM_MOVES: Final = ((0, 10), (0, 10), (9, 20))


class BadSamples(BadInput):
    """A file of samples that cannot be learnt from or added to."""


def count_samples(path: Path) -> int:
    """How many whole samples a file holds; none if it is not there."""
    return path.stat().st_size // SAMPLE_BYTES if path.exists() else 0


def write_games(
    path: Path,
    variant: Variant,
    samples: int,
    *,
    nodes: int = 1500,
    seed: int = 0,
    network: Network | Installed | None = "installed",
) -> Iterator[int]:
    """Add games to a file until it holds so many samples; gives the number after every game.

    It plays by the ``network`` given, by the one installed for the variant, or, where that is None,
    by the hand-written evaluation. The same file, ``nodes``, ``seed`` and ``network`` give the same
    games, also when broken off in between.
    """
    check_number("samples", samples, 1, 10**9)
    check_number("nodes", nodes, 10, 10**9)
    check_number("seed", seed, 0, 2**63)
    count = count_samples(path)
    _refuse_other_games(path, count, axes_of(variant))
    player = _Player(variant, nodes, network)
    with path.open("ab") as file:
        file.truncate(count * SAMPLE_BYTES)  # what a crash left half written
        while count < samples:
            game = player.game(Random(f"{seed} {count}"))  # noqa: S311 - a game, not a secret
            file.write(game)
            count += len(game) // SAMPLE_BYTES
            yield count


def _refuse_other_games(path: Path, count: int, axes: int) -> None:
    """Refuse a file that is somebody else's, or whose last game is of another variant."""
    if not count:
        if path.exists() and path.stat().st_size:
            raise BadSamples(
                f"{path} is there already and holds no games: expected a new file, or one that "
                "`ninefold learn games` wrote for this mode"
            )
        return
    looked_at = min(count, len(SQUARES))
    with path.open("rb") as file:
        file.seek((count - looked_at) * SAMPLE_BYTES)
        samples = file.read(looked_at * SAMPLE_BYTES)
    if not are_samples(samples, axes):
        raise BadSamples(
            f"{path} holds something else: expected a new file, or one that `ninefold learn games` "
            "wrote for this mode"
        )


class _Player:
    """The search that plays."""

    def __init__(self, variant: Variant, nodes: int, network: Network | Installed | None) -> None:
        self._search = Search(_TABLE_BYTES)
        by = find_network(axes_of(variant)) if network == "installed" else network
        if by is not None:
            self._search.use(by)
        self._nodes = nodes
        self._start = Position.start(variant)

    def game(self, dice: Random) -> bytes:
        """The samples of one game; none if the random moves ended it."""
        self._search.forget()
        return self_play(
            self._search,
            self._start,
            nodes=self._nodes,
            random_moves=dice.randint(*dice.choice(_RANDOM_MOVES)),
            seed=dice.getrandbits(64),
        )
