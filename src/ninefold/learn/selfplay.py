"""Self-play: games of the engine with itself or weaker opponents, written position by position.

A file holds the core's samples (``nf_sample``) of whole games one after another and nothing else,
so it can be broken off, gone on with and joined to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from ninefold.engine.core import (
    axes_of,
    check_choice,
    check_number,
    ffi,
    interruptible,
    lib,
    zeroed_memory,
)
from ninefold.engine.core import native as native_position
from ninefold.engine.levels import OPPONENTS
from ninefold.engine.networks import Network, find_network
from ninefold.rules.errors import NinefoldError, quoted
from ninefold.rules.position import Position
from ninefold.rules.variants import Variant

__all__ = ["SAMPLE_BYTES", "BadSamples", "count_samples", "write_games"]

SAMPLE_BYTES: Final = ffi.sizeof("nf_sample")
_TABLE_BYTES: Final = 2 << 20  # small: it stays in the processor's cache
_TREE_BYTES: Final = 256 << 20  # of which only what is used costs anything
#: Most games begin after few random moves, a third after many: the trained engine must also know
#: positions that no good player would reach.
_RANDOM_MOVES: Final = ((0, 10), (0, 10), (9, 20))
#: The weaker opponents, and how many of the engine's positions a move each of them looks at (random
#: games in the tree search's case). Several kinds, of which no two err alike: from one alone a
#: network learns that one's weaknesses.
_WEAKER: Final = (("hand", 1.0), ("hand", 0.5), ("network", 0.04), ("tree", 0.75), ("tree", 0.75))


class BadSamples(NinefoldError):
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
    opponent: str = "equal",
) -> Iterator[int]:
    """Add games to a file until it holds so many samples; gives the number after every game.

    With ``opponent="weaker"`` each game is against one of the weaker opponents. The same file,
    ``nodes`` and ``seed`` give the same games, also when broken off in between.
    """
    check_number("samples", samples, 1, 10**9)
    check_number("nodes", nodes, 10, 10**9)
    check_number("seed", seed, 0, 2**63)
    check_choice("opponent", opponent, OPPONENTS)
    count = count_samples(path)
    _refuse_other_games(path, count, axes_of(variant), opponent)
    player = _Player(variant, nodes, opponent)
    with path.open("ab") as file:
        file.truncate(count * SAMPLE_BYTES)  # what a crash left half written
        while count < samples:
            game = player.game(Random(f"{seed} {count}"))  # noqa: S311 - a game, not a secret
            file.write(game)
            count += len(game) // SAMPLE_BYTES
            yield count


def _refuse_other_games(path: Path, count: int, axes: int, opponent: str) -> None:
    """Refuse a file whose last game, at least, is of another variant or with another opponent."""
    if not count:
        return
    looked_at = min(count, lib.NF_SQUARES)
    with path.open("rb") as file:
        file.seek((count - looked_at) * SAMPLE_BYTES)
        samples = ffi.from_buffer("nf_sample[]", file.read(looked_at * SAMPLE_BYTES))
    unequal = any(sample.flags & lib.NF_WEAKER for sample in samples)
    if {sample.position.axes for sample in samples} != {axes} or unequal != (opponent == "weaker"):
        raise BadSamples(
            f"{quoted(str(path))} holds other games: expected a file of this mode with this "
            "opponent, or a new one"
        )


class _Player:
    """The search that plays, by the variant's network where it has one."""

    def __init__(self, variant: Variant, nodes: int, opponent: str) -> None:
        axes = axes_of(variant)
        self._search = _Search(find_network(axes, opponent))
        self._nodes = nodes
        self._limits = ffi.new("nf_limits *", {"nodes": nodes, "seconds": -1.0, "lines": 1})
        self._start = native_position(Position.start(variant))
        self._samples = ffi.new("nf_sample[]", lib.NF_SQUARES)
        self._weaker: dict[str, _Search | None] = {}
        if opponent == "weaker":
            self._tree = zeroed_memory(_TREE_BYTES)
            self._weaker = {
                "hand": _Search(None),
                "network": _Search(find_network(axes)),
                "tree": None,
            }

    def game(self, dice: Random) -> bytes:
        """The samples of one game; none if the random moves ended it."""
        moves, seed = dice.randint(*dice.choice(_RANDOM_MOVES)), dice.getrandbits(64)
        self._search.forget()
        weaker = self._pick_weaker(dice) if self._weaker else ffi.NULL
        counts: list[int] = []
        interruptible(
            lambda: counts.append(
                lib.nf_self_play(
                    self._search.handle,
                    self._start,
                    self._limits,
                    moves,
                    seed,
                    weaker,
                    self._samples,
                )
            ),
            lambda: lib.nf_search_stop(self._search.handle),
        )
        return bytes(ffi.buffer(self._samples, counts[0] * SAMPLE_BYTES))

    def _pick_weaker(self, dice: Random) -> Any:
        kind, share = dice.choice(_WEAKER)
        nodes = max(1, round(self._nodes * share * dice.uniform(0.5, 1.5)))
        search = self._weaker[kind]
        if search is None:
            return ffi.new("nf_opponent *", (ffi.NULL, self._tree, _TREE_BYTES, nodes))
        search.forget()
        return ffi.new("nf_opponent *", (search.handle, ffi.NULL, 0, nodes))


class _Search:
    """A search of the core, by a network or by the hand-written evaluation."""

    def __init__(self, network: Network | None) -> None:
        options = ffi.new("nf_options *", {"table_bytes": _TABLE_BYTES, "threads": 1})
        self._memory = zeroed_memory(lib.nf_search_bytes(options))
        self.handle: Any = lib.nf_search_make(self._memory, options)
        self._network = network  # must outlive the search
        if network is not None:
            lib.nf_search_use(self.handle, network.handle)

    def forget(self) -> None:
        """Forget the last game."""
        lib.nf_search_forget(self.handle)
