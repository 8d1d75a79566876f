"""BookGrowth: makes a book, position by position, the likeliest first.

Our own moves are those of a long search. What others play is guessed by judges that are not the
search itself: the hand-written evaluation, plain tree search, and, for they may be as strong as we
are, the search's own lines. A book grown from our own replies alone would know only our own games.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from ninefold.engine.books.graph import BookGraph
from ninefold.engine.books.journal import BookSettings, Journal, Searched, Worth
from ninefold.engine.core.book import encode_book
from ninefold.engine.core.position import axes_of
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.mcts import TreeEngine
from ninefold.engine.native import NativeEngine
from ninefold.engine.symmetry import canonical_move, distinct_moves
from ninefold.rules.position import Position, replay
from ninefold.rules.variants import find_variant, format_variant

__all__ = ["BookGrowth"]

_MEMORY: Final = 32  # MiB of the long search's table
_LINES: Final = 3
_WRITE_EVERY: Final = 60.0  # seconds between two versions of the file
#: What the other judges may look at.
_GLANCE: Final = Limit(nodes=20_000)
_GLANCE_LINES: Final = 6
_GAMES: Final = Limit(nodes=4_000)
#: How much each judge's opinion counts, and how readily they play what they find a little worse.
_BY_HAND, _BY_TREE, _BY_SEARCH = 0.4, 0.2, 0.4
_TEMPERATURE: Final = 0.05
#: Replies that are less likely are left out.
_PLAUSIBLE: Final = 0.03


class BookGrowth:
    """A book that is being made: ``out`` is its file, beside it the journal of its searches."""

    def __init__(self, out: Path, settings: BookSettings) -> None:
        self._out, self._settings = out, settings
        self._variant = find_variant(settings.mode)
        self._journal = Journal(out.parent / f"{out.name}.searches", settings)
        self._graph = BookGraph(self._variant, settings.plies)
        for searched in self._journal.searched:
            self._graph.add(searched)
        self._graph.settle()

    @property
    def positions(self) -> int:
        """How many were searched so far."""
        return len(self._graph)

    def run(
        self,
        positions: int,
        *,
        seconds: float | None = None,
        heard: Callable[[int, str], None] = lambda *_: None,
        stop: threading.Event | None = None,
    ) -> None:
        """Search until so many positions are known, the time is up or nothing is left to search.

        ``heard`` hears how many there are, and what was searched last.
        """
        stop, began = stop or threading.Event(), time.monotonic()
        written = began
        with _Judges(self._settings.nodes) as judges:
            while self.positions < positions and not stop.is_set():
                moves, now = self._graph.next_position(), time.monotonic()
                if moves is None or (seconds is not None and now - began > seconds):
                    break
                self._search(moves, judges)
                heard(self.positions, f"after {len(moves)} moves")
                if now - written > _WRITE_EVERY:
                    self.write()
                    written = now

    def _search(self, moves: tuple[int, ...], judges: _Judges) -> None:
        searched = judges.judge(moves, replay(Position.start(self._variant), moves)[-1])
        self._journal.add(searched)
        self._graph.add(searched)
        self._graph.settle()

    def write(self) -> None:
        """Write the book as it is now."""
        told = (
            f"{format_variant(self._variant)}: `ninefold book make`, {self.positions} positions up "
            f"to move {self._settings.plies}, {self._settings.nodes} nodes each"
        )
        data = encode_book(axes_of(self._variant), self._graph.entries(), told)
        half = self._out.parent / f"{self._out.name}.part"
        half.write_bytes(data)
        half.replace(self._out)


class _Judges:
    """Those who say what to play in a position, and what others may play there."""

    def __init__(self, nodes: int) -> None:
        self._limit = Limit(nodes=nodes)
        self._search = NativeEngine(memory=_MEMORY)
        self._hand = NativeEngine(memory=1, evaluation="hand")
        self._tree = TreeEngine(memory=8)

    def __enter__(self) -> _Judges:
        return self

    def __exit__(self, *_: object) -> None:
        self._search.close()
        self._hand.close()

    def judge(self, moves: tuple[int, ...], position: Position) -> Searched:
        """Search a position; the same one gives the same answer, whatever came before."""
        self._search.new_game()
        self._hand.new_game()
        lines = _best(self._search, position, self._limit, _LINES)
        found = {info.move: Worth.of(info.score) for info in lines}
        if (win := self._search.known_win(position)) is not None:
            found = {win.move: Worth(1.0, "win"), **found, win.move: Worth(1.0, "win")}
        return Searched(moves, found, self._replies(position, lines))

    def _replies(self, position: Position, lines: list[Info]) -> dict[int, float]:
        likely: Counter[int] = Counter()
        by_hand = _best(self._hand, position, _GLANCE, _GLANCE_LINES)
        for share, opinion in ((_BY_HAND, by_hand), (_BY_SEARCH, lines)):
            for move, part in _readily({i.move: i.score.probability for i in opinion}).items():
                likely[move] += share * part  # type: ignore[assignment]  # a Counter of shares
        tree = canonical_move(position, self._tree.play(position, _GAMES).move)
        likely[tree] += _BY_TREE  # type: ignore[assignment]
        return {m: round(share, 3) for m, share in likely.most_common() if share >= _PLAUSIBLE}


def _best(engine: NativeEngine, position: Position, limit: Limit, count: int) -> list[Info]:
    """The best lines of an engine; of moves that are images of each other one is enough."""
    lines: list[Info] = []
    for lines in engine.analysis(position, limit, lines=count, moves=distinct_moves(position)):  # noqa: B007 - the last one counts
        pass
    return lines


def _readily(worth: Mapping[int, float]) -> dict[int, float]:
    """How likely each move is for who finds them worth so much."""
    best = max(worth.values())
    weight = {move: math.exp((value - best) / _TEMPERATURE) for move, value in worth.items()}
    total = sum(weight.values())
    return {move: part / total for move, part in weight.items()}
