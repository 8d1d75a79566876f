"""NativeEngine: the search of the core as an ``Engine``.

>>> from ninefold import Position
>>> with NativeEngine() as engine:
...     engine.play(Position.start("battle"), Limit(nodes=2000)).depth > 3
True
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from ninefold.engine.core import (
    axes_of,
    check_choice,
    check_number,
    ffi,
    interruptible,
    lib,
    native,
    zeroed_memory,
)
from ninefold.engine.engine import Engine, EngineError, require_kind, require_moves
from ninefold.engine.foresight import CANDIDATES, Foresight, odds_of
from ninefold.engine.handicap import NONE, Handicap
from ninefold.engine.info import Info
from ninefold.engine.levels import EVALUATIONS, OPPONENTS
from ninefold.engine.limit import Limit
from ninefold.engine.networks import Network, find_network, find_random_network
from ninefold.engine.score import Score
from ninefold.engine.strategy import CentreWin
from ninefold.rules.errors import quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import transform_square
from ninefold.rules.variants import Variant

__all__ = ["CONTEMPT", "HOPES_UNTIL", "UNITS_PER_ODDS", "NativeEngine", "own_symmetries"]

_MOST_MEMORY: Final = 1 << 20  # in MiB
_MOST_THREADS: Final = 64
_MOST_NODES: Final = 2**63
#: Evaluation units in which the odds grow by e, by the axis ``release``: fitted to the results of
#: the engine's games with itself. Where captured boards stay in play a lead is less safe. A network
#: brings its own.
UNITS_PER_ODDS: Final = {"decided": 1300.0, "full": 2600.0}
#: What a draw is less worth than an even position to who plays for a win, in evaluation units.
CONTEMPT: Final = 2000
#: After so many moves the network for equals takes over from the one for weaker opponents, by the
#: mode: what is left is for the search to see, and no longer to be hoped for.
HOPES_UNTIL: Final = {"battle": 36}
#: How much of the time finds the good moves; the rest asks what the opponent will make of each.
_SEARCHING_SHARE: Final = 0.4
#: How much of that rest counts positions; setting them up takes time too.
_COUNTING_SHARE: Final = 0.8
#: After this much of the time no reply is looked at any more: the answer has to be on time.
_USABLE_SHARE: Final = 0.97
#: With less than this, or without an end, a plain search is better.
_LEAST_NODES: Final = 30_000
_LEAST_SECONDS: Final = 0.02
#: A search of so few positions is over sooner than Ctrl-C would be noticed.
_UNINTERRUPTED: Final = 20_000


class NativeEngine(Engine):
    """Our own engine at full strength: alpha-beta in the core, in every variant.

    ``memory`` is the size of its table in MiB, ``threads`` how many it searches with. With one
    thread the same ``seed``, limits by nodes and history of calls give the same moves. A trained
    network judges positions where there is one for the variant; otherwise, or where ``evaluation``
    is ``"hand"``, the hand-written evaluation does.

    Where the ``opponent`` is ``"weaker"`` it would rather run a risk than draw, which wins more
    against one who errs and less against equals. Battle, Classic and Modern are then judged by what
    can be expected of such an opponent (in the last two scores too); in Battle and Open a draw
    counts as less. Of good first moves in Battle it takes the one that such an opponent is
    likeliest to answer badly.
    """

    def __init__(
        self,
        *,
        memory: int = 16,
        threads: int = 1,
        seed: int = 0,
        evaluation: str = "network",
        opponent: str = "equal",
        name: str = "Ninefold",
    ) -> None:
        check_number("memory", memory, 1, _MOST_MEMORY)
        check_number("threads", threads, 1, _MOST_THREADS)
        check_number("seed", seed, 0, 2**63)
        check_choice("evaluation", evaluation, EVALUATIONS)
        check_choice("opponent", opponent, OPPONENTS)
        self.name = name
        self.seed = seed
        options = ffi.new("nf_options *", {"table_bytes": memory << 20, "threads": threads})
        needed = lib.nf_search_bytes(options)
        try:
            self._memory = zeroed_memory(needed)
        except MemoryError:
            raise EngineError(
                f"there is no room for {memory} MiB: ask for a smaller memory"
            ) from None
        self._search: Any = lib.nf_search_make(self._memory, options)
        self._busy = threading.Lock()  # held while the search is used
        self._alive = threading.RLock()  # held while it is stopped, and while it is given back
        self._task: object = None
        self._centre_win = CentreWin()
        self._by_hand = evaluation == "hand"
        self._opponent = opponent
        self._networks: dict[int, Network] = {}  # by axes; they must outlive the search
        self._foresight: dict[int, Foresight | None] = {}  # by axes
        self._stops = 0  # how often it was stopped

    def analysis(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        moves: Iterable[int] | None = None,
        handicap: Handicap = NONE,
    ) -> Generator[list[Info], None, None]:
        """Think, and give the best ``lines`` so far after every depth; the last is the answer.

        ``moves`` are the first moves to choose from, all legal ones by default.
        """
        require_moves(position)
        require_kind(limit, Limit)
        require_kind(handicap, Handicap)
        check_number("lines", lines, 1, 81)
        chosen = position.legal_moves if moves is None else _as_tuple(moves)
        if not chosen or not _are_squares(chosen) or not {*chosen} <= {*position.legal_moves}:
            raise EngineError(f"moves are {quoted(chosen)}: expected legal moves, at least one")
        if lines == 1 and handicap == NONE:
            win = self.known_win(position)
            if win is not None and win.move in chosen:
                return (answer for answer in ([win],))
            foresight = self._foresight_for(position)
            if foresight is not None and _has_time_for_foresight(limit, position.ply):
                return self._foresee(position, limit, chosen, foresight)
        return self._analysis(position, limit, lines, chosen, handicap)

    def _analysis(
        self,
        position: Position,
        limit: Limit,
        lines: int,
        chosen: Sequence[int],
        handicap: Handicap = NONE,
    ) -> Generator[list[Info], None, None]:
        """Search, and nothing else."""
        limits = _limits(position, limit, lines, chosen, handicap, self.seed)
        limits.contempt = self._contempt(position.variant)
        return self._think(position, native(position), limits)

    def known_win(self, position: Position) -> Info | None:
        """The move of a proven strategy, where one stands: no search comes up to it."""
        began = time.monotonic()
        with self._alone():
            win = self._centre_win.find(position)
        if win is None:
            return None
        distance, spent = win.by - position.ply, time.monotonic() - began
        score = Score.win(position.turn, distance)
        return Info(move=win.move, score=score, line=(win.move,), depth=distance, time=spent)

    def _foresight_for(self, position: Position) -> Foresight | None:
        """Who guesses replies here, where that can be done and helps."""
        if self._opponent == "equal" or self._by_hand or not Foresight.helps(position):
            return None
        axes = axes_of(position.variant)
        if axes not in self._foresight:
            network = find_random_network(axes)
            self._foresight[axes] = None if network is None else Foresight(network)
        return self._foresight[axes]

    def _foresee(
        self, position: Position, limit: Limit, moves: Sequence[int], foresight: Foresight
    ) -> Generator[list[Info], None, None]:
        """Find the good moves, then take the one that the opponent is likeliest to answer badly."""
        began, stops = time.monotonic(), self._stops
        seconds = limit.seconds(position.ply)
        first = Limit(
            time=None if seconds is None else seconds * _SEARCHING_SHARE,
            nodes=limit.nodes and max(1, round(limit.nodes * _SEARCHING_SHARE)),
            depth=limit.depth,
        )
        answer: list[Info] = []
        for answer in self._analysis(position, first, CANDIDATES, moves):
            yield answer[:1]
        if self._stops != stops:
            return
        best, good, looked_at = answer[0], foresight.good(position, answer), 0
        left = None if seconds is None else max(0.0, seconds - (time.monotonic() - began))
        nodes_left = limit.nodes and max(1, limit.nodes - best.nodes)
        if len(good) == 1:  # so the rest of the time is for looking deeper
            more = Limit(time=left, nodes=nodes_left, depth=limit.depth)
            for answer in self._analysis(position, more, 1, moves):
                yield [_after(best, info) for info in answer]
            return
        budgets = [nodes_left] if nodes_left else []
        if left is not None:
            budgets.append(int(best.speed * left * _COUNTING_SHARE))

        def worth(then: Position, nodes: int) -> float | None:
            nonlocal looked_at
            if self._stops != stops or (
                seconds and time.monotonic() - began > _USABLE_SHARE * seconds
            ):
                return None
            if then.outcome is not None:
                winner = then.outcome.winner
                return odds_of(0.5 if winner is None else float(winner == position.turn))
            found = self._short_search(then, nodes)
            looked_at += found.nodes
            return odds_of(found.score.for_player(position.turn).probability)

        with self._alone():
            self._task = object()  # whoever was looking at something else has lost it
            chosen = foresight.choose(position, good, min(budgets), worth)
        spent = time.monotonic() - began
        yield [replace(chosen, nodes=best.nodes + looked_at, time=spent, rank=1)]

    def _think(
        self, position: Position, copy: Any, limits: Any
    ) -> Generator[list[Info], None, None]:
        task = object()
        found = ffi.new("nf_line[]", limits.lines)
        with self._alone() as search:
            self._task = task
            units = self._take_network(position, copy.axes)
            lib.nf_search_resume(search)
            if lib.nf_search_begin(search, copy, limits):
                raise EngineError("the core refuses this search")
        more = True
        while more:
            with self._alone(task) as search:
                more = self._deepen(search)
                count = lib.nf_search_lines(search, found, limits.lines)
                answer = [self._info(position, found[n], n + 1, units) for n in range(count)]
            yield answer

    def _short_search(self, position: Position, nodes: int) -> Info:
        """The best line within few positions; for whoever holds the search already."""
        limits = _limits(position, Limit(nodes=nodes), 1, position.legal_moves, NONE, self.seed)
        limits.contempt = self._contempt(position.variant)
        copy, line = native(position), ffi.new("nf_line *")
        units = self._take_network(position, copy.axes)
        lib.nf_search_begin(self._search, copy, limits)
        deepen = self._deepen if nodes > _UNINTERRUPTED else lib.nf_search_deepen
        while deepen(self._search):
            pass
        lib.nf_search_lines(self._search, line, 1)
        return self._info(position, line[0], 1, units)

    def _contempt(self, variant: Variant) -> int:
        """What a draw is less worth; a network for the whole game has learnt that itself."""
        if self._opponent == "equal":
            return 0
        if self._by_hand or variant.name in HOPES_UNTIL:
            return CONTEMPT
        axes = axes_of(variant)
        return CONTEMPT if find_network(axes, self._opponent) is find_network(axes) else 0

    def _take_network(self, position: Position, axes: int) -> float:
        """Let the search judge positions of that variant by its network, where there is one.

        Gives the units of the evaluation.
        """
        network = None
        if not self._by_hand:
            hopes = position.ply < HOPES_UNTIL.get(position.variant.name, 81)
            network = find_network(axes, self._opponent if hopes else "equal")
        if network is not None and self._networks.get(axes) is not network:
            self._networks[axes] = network
            lib.nf_search_use(self._search, network.handle)
        return UNITS_PER_ODDS[position.variant.release] if network is None else network.units

    @contextmanager
    def _alone(self, task: object = None) -> Iterator[Any]:
        """The native search, while nobody else uses it, if the task is not replaced by another.

        A new task is refused while another is at work; one that goes on waits for its turn.
        """
        if not self._busy.acquire(blocking=task is not None):
            raise EngineError(f"{self.name} is thinking already: stop it, or use another engine")
        try:
            if self._search is None:
                raise EngineError(f"{self.name} is closed")
            if task is not None and self._task is not task:
                raise EngineError(f"{self.name} has turned to another position")
            yield self._search
        finally:
            self._busy.release()

    def _deepen(self, search: Any) -> bool:
        more = []
        interruptible(
            lambda: more.append(lib.nf_search_deepen(search)), lambda: lib.nf_search_stop(search)
        )
        return bool(more[0])

    def _info(self, position: Position, line: Any, rank: int, units: float) -> Info:
        squares = tuple(line.squares[0 : line.length])
        return Info(
            move=squares[0],
            score=_score(position, line, units),
            line=squares,
            depth=line.depth,
            nodes=lib.nf_search_nodes(self._search),
            time=lib.nf_search_seconds(self._search),
            rank=rank,
        )

    def play(self, position: Position, limit: Limit) -> Info:
        """The move to play; of moves that are mirror images only one is looked at."""
        require_moves(position)
        answer: list[Info] = []
        for answer in self.analysis(position, limit, moves=_distinct_moves(position)):  # noqa: B007 - the last one counts
            pass
        return answer[0]

    def evaluate(self, position: Position) -> Score:
        """What the evaluation alone says, without any search."""
        require_moves(position)
        copy = native(position)
        with self._alone() as search:
            units = self._take_network(position, copy.axes)
            score = lib.nf_evaluate(search, copy)
        return Score(position.turn, _probability(score, units))

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        with self._alive:
            self._stops += 1
            if self._search is not None:
                lib.nf_search_stop(self._search)

    def new_game(self) -> None:
        """Forget everything learnt so far."""
        with self._busy:
            if self._search is not None:
                lib.nf_search_forget(self._search)

    def close(self) -> None:
        """Stop, and give the memory back."""
        self.stop()
        with self._busy, self._alive:
            if self._search is not None:
                self._search = None
                ffi.release(self._memory)
                self._foresight.clear()
                self._centre_win.close()


def _limits(
    position: Position,
    limit: Limit,
    lines: int,
    moves: Sequence[int],
    handicap: Handicap,
    seed: int,
) -> Any:
    seconds = limit.seconds(position.ply)
    mask = sum(1 << square for square in set(moves))
    return ffi.new(
        "nf_limits *",
        {
            "nodes": min(limit.nodes or 0, _MOST_NODES),
            "seconds": -1.0 if seconds is None else seconds,
            "depth": min(limit.depth or 0, 255),
            "lines": lines,
            "noise": round(100 * handicap.noise),
            "blindness": round(256 * handicap.blindness),
            "seed": seed,
            "moves": [mask & (2**64 - 1), mask >> 64],
        },
    )


def _has_time_for_foresight(limit: Limit, ply: int) -> bool:
    """Whether a limit leaves enough to ask about replies, and ends of itself."""
    seconds = limit.seconds(ply)
    if limit.nodes is None and seconds is None:
        return False
    enough = limit.nodes is None or limit.nodes >= _LEAST_NODES
    return enough and (seconds is None or seconds >= _LEAST_SECONDS)


def _after(before: Info, info: Info) -> Info:
    """What a second search found, with what the first one took."""
    return replace(info, nodes=before.nodes + info.nodes, time=before.time + info.time)


def own_symmetries(position: Position) -> list[int]:
    """The symmetries that leave a position as it is, the one that moves nothing included."""
    return [n for n in range(8) if position.transform(n) == position]


def _distinct_moves(position: Position) -> tuple[int, ...]:
    """The legal moves, one of each set that symmetries of the position carry into each other."""
    if position.ply > 6:  # hardly any position is symmetric by then
        return position.legal_moves
    kept = own_symmetries(position)
    if len(kept) == 1:
        return position.legal_moves
    return tuple(
        square
        for square in position.legal_moves
        if square == min(transform_square(square, n) for n in kept)
    )


def _as_tuple(moves: object) -> tuple[int, ...]:
    """Some moves; none where there is nothing to go through."""
    return tuple(moves) if isinstance(moves, Iterable) else ()


def _are_squares(moves: Iterable[object]) -> bool:
    return all(type(move) is int for move in moves)


def _probability(score: int, units: float) -> float:
    return 1 / (1 + math.exp(-score / units))


def _score(position: Position, line: Any, units: float) -> Score:
    player = position.turn
    if line.proven == lib.NF_WIN:
        return Score.win(player, line.distance)
    if line.proven == lib.NF_LOSS:
        return Score.loss(player, line.distance)
    if line.proven == lib.NF_DRAW:
        return Score.draw(player)
    return Score(player, _probability(line.score, units))
