"""NativeEngine: the search of the core as an ``Engine``.

>>> from ninefold import Position
>>> with NativeEngine() as engine:
...     engine.play(Position.start("battle"), Limit(nodes=2000)).depth > 3
True
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from ninefold.engine.books import find_book, load_book, require_book_axes
from ninefold.engine.checks import check_choice, check_number
from ninefold.engine.core.level import Weakness
from ninefold.engine.core.memory import MIB
from ninefold.engine.core.position import axes_of
from ninefold.engine.core.search import Line, Search
from ninefold.engine.engine import Engine, EngineError, require_kind, require_moves
from ninefold.engine.handicap import NONE, Handicap
from ninefold.engine.info import Info
from ninefold.engine.levels import EVALUATIONS
from ninefold.engine.limit import Limit
from ninefold.engine.networks import find_network, load_network, require_axes
from ninefold.engine.proofs.strategy import CentreWin
from ninefold.engine.scale import HAND_SCALE, expected_score
from ninefold.engine.score import Score
from ninefold.engine.symmetry import distinct_moves
from ninefold.rules.errors import BadInput, quoted
from ninefold.rules.position import Position

__all__ = ["MOST_CONTEMPT", "NativeEngine"]

#: What a draw may be less worth than an even position, in hundredths of a captured board.
MOST_CONTEMPT: Final = 800
_MOST_MEMORY: Final = 1 << 20  # in MiB
_MOST_THREADS: Final = 64
_MOST_NODES: Final = 2**63
_MOST_DEPTH: Final = 255


class NativeEngine(Engine):
    """Our own engine at full strength: alpha-beta in the core, in every variant.

    ``memory`` is the size of its table in MiB, ``threads`` how many it searches with. With one
    thread the same ``seed``, limits by nodes and history of calls give the same moves. A trained
    network judges positions where there is one for the variant; otherwise, or where ``evaluation``
    is ``"hand"``, the hand-written evaluation does. ``network`` is the file of another network to
    judge by; then only its variant can be played.

    ``book`` lets it follow the opening book of the variant, or the one in a file, when it is asked
    for one line within a limit; of moves that the book calls equal the seed chooses.

    ``contempt`` is how much less than an even position a draw is worth to it, in hundredths of a
    captured board: with some it would rather run a risk than draw.
    """

    def __init__(
        self,
        *,
        memory: int = 16,
        threads: int = 1,
        seed: int = 0,
        evaluation: str = "network",
        contempt: int = 0,
        network: str | Path | None = None,
        book: bool | str | Path = False,
        name: str = "Ninefold",
    ) -> None:
        check_number("memory", memory, 1, _MOST_MEMORY)
        check_number("threads", threads, 1, _MOST_THREADS)
        check_number("seed", seed, 0, 2**63)
        check_choice("evaluation", evaluation, EVALUATIONS)
        check_number("contempt", contempt, 0, MOST_CONTEMPT)
        self.name = name
        self.seed = seed
        self.contempt = contempt
        self._search = Search(memory * MIB, threads)
        self._busy = threading.Lock()  # held while the search is used
        self._task: object = None
        self._centre_win = CentreWin()
        self._by_hand = evaluation == "hand"
        if self._by_hand and network is not None:
            raise BadInput(
                f"evaluation is 'hand' and network is {quoted(str(network))}: expected one of them"
            )
        self._network = None if network is None else load_network(network)
        self._book = book if isinstance(book, bool) else load_book(book)

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
            raise BadInput(f"moves are {quoted(chosen)}: expected legal moves, at least one")
        if lines == 1 and handicap == NONE:
            known = self.known(position, limit)
            if known is not None and known.move in chosen:
                return (answer for answer in ([known],))
        limits = {
            **_core_limits(position, limit),
            "lines": lines,
            "moves": sum(1 << square for square in set(chosen)),
            "noise": round(100 * handicap.noise),
            "blindness": round(256 * handicap.blindness),
            "contempt": self.contempt,
            "seed": self.seed,
        }
        return self._think(position, limits)

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

    def known(self, position: Position, limit: Limit) -> Info | None:
        """The move that needs no search: of a proven strategy, or of the opening book.

        An endless search is there to search, so it leaves the book alone.
        """
        return self.known_win(position) or (None if limit.endless else self._book_move(position))

    def _book_move(self, position: Position) -> Info | None:
        if self._book is False:
            return None
        book = find_book(axes_of(position.variant)) if self._book is True else self._book
        if book is None:
            return None
        require_book_axes(book, position.variant)
        move = book.choice(position, self.seed)
        if move is None:
            return None
        score = Score(position.turn, move.percent / 100, move.proven)
        return Info(move=move.square, score=score, line=(move.square,), book=True)

    def choice(self, position: Position, weakness: Weakness) -> Info:
        """The line that a level plays, of those that the last analysis found of this position."""
        with self._alone() as search:
            line = search.choice(position, weakness, self.seed)
            return _info(position, search, line, 1, self._take_network(position))

    def scale(self, position: Position) -> float:
        """The logistic scale of its scores."""
        with self._alone():
            return self._take_network(position)

    def _think(
        self, position: Position, limits: dict[str, Any]
    ) -> Generator[list[Info], None, None]:
        task = object()
        with self._alone() as search:
            self._task = task
            scale = self._take_network(position)
            search.begin(position, **limits)
        more = True
        while more:
            with self._alone(task) as search:
                more = search.deepen()
                answer = [
                    _info(position, search, line, rank, scale)
                    for rank, line in enumerate(search.lines(), start=1)
                ]
            yield answer

    def _take_network(self, position: Position) -> float:
        """Judge positions of that variant by its network, if it has one; the logistic scale."""
        network = self._network
        if network is not None:
            require_axes(network.axes, position.variant, network.name)
        elif not self._by_hand:
            network = find_network(axes_of(position.variant))
        if network is None:
            return HAND_SCALE[position.variant.release]
        self._search.use(network)
        return network.scale

    @contextmanager
    def _alone(self, task: object = None) -> Iterator[Search]:
        """The search, while nobody else uses it, if the task is not replaced by another.

        A new task is refused while another is at work; one that goes on waits for its turn.
        """
        if not self._busy.acquire(blocking=task is not None):
            raise EngineError(f"{self.name} is thinking already: stop it, or use another engine")
        try:
            if self._search.closed:
                raise EngineError(f"{self.name} is closed")
            if task is not None and self._task is not task:
                raise EngineError(f"{self.name} has turned to another position")
            yield self._search
        finally:
            self._busy.release()

    def play(self, position: Position, limit: Limit) -> Info:
        """The move to play; of moves that are mirror images only one is looked at."""
        require_moves(position)
        require_kind(limit, Limit)
        if (known := self.known(position, limit)) is not None:
            return known
        answer: list[Info] = []
        for answer in self.analysis(position, limit, moves=distinct_moves(position)):  # noqa: B007 - the last one counts
            pass
        return answer[0]

    def evaluate(self, position: Position) -> Score:
        """What the evaluation alone says, without any search."""
        require_moves(position)
        with self._alone() as search:
            scale = self._take_network(position)
            return Score(position.turn, expected_score(search.evaluate(position), scale))

    def stop(self) -> None:
        """End the search that is under way, from any thread."""
        self._search.stop()

    def new_game(self) -> None:
        """Forget everything learnt so far."""
        with self._busy:
            if not self._search.closed:
                self._search.forget()

    def close(self) -> None:
        """Stop, and give the memory back."""
        self.stop()
        with self._busy:
            self._search.close()
            self._centre_win.close()


def _core_limits(position: Position, limit: Limit) -> dict[str, Any]:
    """When the search must end, within what the core can count."""
    return {
        "nodes": min(limit.nodes or 0, _MOST_NODES),
        "seconds": limit.seconds(position.ply),
        "depth": min(limit.depth or 0, _MOST_DEPTH),
    }


def _as_tuple(moves: object) -> tuple[int, ...]:
    """Some moves; none where there is nothing to go through."""
    return tuple(moves) if isinstance(moves, Iterable) else ()


def _are_squares(moves: Iterable[object]) -> bool:
    return all(type(move) is int for move in moves)


def _info(position: Position, search: Search, line: Line, rank: int, scale: float) -> Info:
    return Info(
        move=line.squares[0],
        score=_score(position, line, scale),
        line=line.squares,
        depth=line.depth,
        nodes=search.nodes,
        time=search.seconds,
        rank=rank,
    )


def _score(position: Position, line: Line, scale: float) -> Score:
    player = position.turn
    if line.proven == "win":
        return Score.win(player, line.distance)
    if line.proven == "loss":
        return Score.loss(player, line.distance)
    if line.proven == "draw":
        return Score.draw(player)
    return Score(player, expected_score(line.score, scale))
