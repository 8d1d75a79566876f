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
from ninefold.engine.foresight import GUESSED_NODES
from ninefold.engine.levels import OPPONENTS
from ninefold.engine.native import CONTEMPT, HOPES_UNTIL
from ninefold.engine.networks import find_network, find_random_network
from ninefold.engine.quick_search import QuickSearch
from ninefold.rules.errors import NinefoldError, quoted
from ninefold.rules.position import Position
from ninefold.rules.variants import Variant

__all__ = ["AGAINST", "SAMPLE_BYTES", "BadSamples", "count_samples", "write_games"]

SAMPLE_BYTES: Final = ffi.sizeof("nf_sample")
_TREE_BYTES: Final = 256 << 20  # of which only what is used costs anything
#: Most games begin after few random moves, a third after many: the trained engine must also know
#: positions that no good player would reach.
_RANDOM_MOVES: Final = ((0, 10), (0, 10), (9, 20))
#: The weaker opponents, and how many of the engine's positions a move each of them looks at (random
#: games in the tree search's case). Several kinds, of which no two err alike: from one alone a
#: network learns that one's weaknesses.
_WEAKER: Final = (("hand", 1.0), ("hand", 0.5), ("network", 0.04), ("tree", 0.75), ("tree", 0.75))

#: Whom games with a weaker opponent are against: one of the above each, or one who judges by random
#: games, guessed by the search that guesses replies in play.
AGAINST: Final = ("several", "guesses")
#: Games against guesses begin with so many random moves and about even, so that all are contested.
_OPENING_MOVES: Final = (3, 12)
_EVEN: Final = 700  # evaluation units


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
    against: str = "several",
) -> Iterator[int]:
    """Add games to a file until it holds so many samples; gives the number after every game.

    With ``opponent="weaker"`` each game is ``against`` one of several weaker opponents, or against
    guesses of what one will play who judges by random games. The same file, ``nodes`` and ``seed``
    give the same games, also when broken off in between.
    """
    check_number("samples", samples, 1, 10**9)
    check_number("nodes", nodes, 10, 10**9)
    check_number("seed", seed, 0, 2**63)
    check_choice("opponent", opponent, OPPONENTS)
    check_choice("against", against, AGAINST)
    count = count_samples(path)
    _refuse_other_games(path, count, axes_of(variant), opponent)
    guesses = opponent == "weaker" and against == "guesses"
    player = _Guessed(variant, nodes) if guesses else _Player(variant, nodes, opponent)
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
        self._search = QuickSearch(find_network(axes, opponent))
        self._nodes = nodes
        self._limits = ffi.new("nf_limits *", {"nodes": nodes, "seconds": -1.0, "lines": 1})
        self._start = native_position(Position.start(variant))
        self._samples = ffi.new("nf_sample[]", lib.NF_SQUARES)
        self._weaker: dict[str, QuickSearch | None] = {}
        if opponent == "weaker":
            self._tree = zeroed_memory(_TREE_BYTES)
            self._weaker = {
                "hand": QuickSearch(None),
                "network": QuickSearch(find_network(axes)),
                "tree": None,
            }

    def game(self, dice: Random) -> bytes:
        """The samples of one game; none if the random moves ended it."""
        start, moves = self._opening(dice)
        seed = dice.getrandbits(64)
        self._search.forget()
        weaker = self._pick_weaker(dice) if self._weaker else ffi.NULL
        counts: list[int] = []
        interruptible(
            lambda: counts.append(
                lib.nf_self_play(
                    self._search.handle,
                    start,
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

    def _opening(self, dice: Random) -> tuple[Any, int]:
        """A position to start from, and how many random moves are still to be made."""
        return self._start, dice.randint(*dice.choice(_RANDOM_MOVES))

    def _pick_weaker(self, dice: Random) -> Any:
        kind, share = dice.choice(_WEAKER)
        nodes = max(1, round(self._nodes * share * dice.uniform(0.5, 1.5)))
        search = self._weaker[kind]
        if search is None:
            tree = {"tree": self._tree, "tree_bytes": _TREE_BYTES, "nodes": nodes}
            return ffi.new("nf_opponent *", tree)
        search.forget()
        return ffi.new("nf_opponent *", {"search": search.handle, "nodes": nodes})


class _Guessed(_Player):
    """Plays against guesses as the engine does against a weaker opponent, but for its foresight."""

    def __init__(self, variant: Variant, nodes: int) -> None:
        super().__init__(variant, nodes, "equal")
        axes = axes_of(variant)
        network, guessing = find_network(axes), find_random_network(axes)
        if network is None or guessing is None:
            raise NinefoldError(
                f"nobody guesses what is played in {variant.name}: expected networks for it, one "
                "of what random games come to (`ninefold learn random`) among them"
            )
        self._limits.contempt = CONTEMPT
        self._search = QuickSearch(find_network(axes, "weaker"))
        self._finisher, self._guesser = QuickSearch(network), QuickSearch(guessing)
        self._finish_from = HOPES_UNTIL.get(variant.name, lib.NF_SQUARES)
        self._weaker = {"guesses": self._guesser}

    def _opening(self, dice: Random) -> tuple[Any, int]:
        position, squares = ffi.new("nf_position *"), ffi.new("uint8_t[]", lib.NF_SQUARES)
        while True:
            position[0] = self._start[0]
            for _ in range(dice.randint(*_OPENING_MOVES)):
                count = lib.nf_legal_moves(position, squares)
                lib.nf_play(position, squares[dice.randrange(count)])
            if abs(lib.nf_evaluate(self._finisher.handle, position)) < _EVEN:
                return position, 0

    def _pick_weaker(self, dice: Random) -> Any:
        self._guesser.forget()
        self._finisher.forget()
        return ffi.new(
            "nf_opponent *",
            {
                "search": self._guesser.handle,
                "nodes": round(GUESSED_NODES * dice.uniform(0.5, 1.5)),
                "finisher": self._finisher.handle,
                "finish_from": self._finish_from,
            },
        )
