"""Match: many games between two engines, in pairs, several at a time.

>>> from ninefold.arena.players import find_player
>>> from ninefold.rules.variants import VARIANTS
>>> players = find_player("greedy:seed=1"), find_player("random:seed=1")
>>> standing = Match(players, VARIANTS["modern"], games=20).run()
>>> standing.share > 0.5
True
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import inf
from typing import Final

from ninefold.arena.cluster import Carried, Cluster
from ninefold.arena.game import MatchGame, play_game
from ninefold.arena.openings import Opening, even_openings
from ninefold.arena.players import Player
from ninefold.arena.sprt import Sprt
from ninefold.arena.standing import Standing
from ninefold.engine.engine import Engine
from ninefold.engine.limit import Limit
from ninefold.protocols.program import ProgramEngine
from ninefold.rules.errors import BadInput, quoted
from ninefold.rules.variants import Variant

__all__ = ["Match"]

#: How often the one who waits for games looks up: Ctrl-C is noticed then.
_LOOK: Final = 0.2
_MOST_GAMES: Final = 1_000_000
_UNTOLD: Final = Limit(time=0.1)

_Report = MatchGame | BaseException | None  # a game, what went wrong in a worker, or its end


@dataclass(frozen=True, slots=True)
class Match:
    """What is played: two players, a mode, how many games, from where, how long for a move.

    ``limits`` are for players that do not bring their own. Openings are made when none are given.
    """

    players: tuple[Player, Player]
    variant: Variant
    games: int
    limits: tuple[Limit, Limit] = (_UNTOLD, _UNTOLD)
    openings: tuple[Opening, ...] = ()
    sprt: Sprt | None = None
    concurrency: int = 1
    margin: float = 1.0
    until_proven: bool = False

    def __post_init__(self) -> None:
        if type(self.games) is not int or self.games not in range(2, _MOST_GAMES + 1, 2):
            raise BadInput(
                f"{quoted(self.games)} games were asked for: expected an even number from 2 to "
                f"{_MOST_GAMES}, for every opening is played twice"
            )
        if self.concurrency < 1:
            raise BadInput(
                f"{quoted(self.concurrency)} games at a time were asked for: expected 1 or more"
            )

        if type(self.margin) not in (int, float) or not 0 <= self.margin < inf:
            raise BadInput(f"margin is {quoted(self.margin)}: expected seconds, 0 or more")

    @property
    def names(self) -> tuple[str, str]:
        """What the players are called, as they were asked for."""
        return self.players[0].text, self.players[1].text

    def run(
        self,
        *,
        played: Iterable[MatchGame] = (),
        on_game: Callable[[Standing], None] | None = None,
        stop: threading.Event | None = None,
        cluster: Cluster | None = None,
    ) -> Standing:
        """Play what is left after the games ``played`` already, and tell the standing.

        ``on_game`` hears of each finished game, the last of ``standing.games``. Setting ``stop``
        ends the match soon; the games in play are dropped. With a ``cluster`` its nodes play, a
        pair of games each at a time, and ``concurrency`` says nothing.
        """
        standing = Standing(self.names, tuple(played), self.sprt)
        stop = stop or threading.Event()
        left = self._left(standing)
        if standing.decided or not left:
            return standing
        prepared = replace(self, openings=self.suite())
        with ExitStack() as closing:
            if cluster is None:
                crews = self._start_engines(closing, min(self.concurrency, len(left)))
                games = iter(closing.enter_context(_Workers(prepared, crews, left, stop)))
            else:
                afar = _played_afar(prepared, cluster, left, stop)
                games = closing.enter_context(contextlib.closing(afar))
            for game in games:
                standing = Standing(self.names, (*standing.games, game), self.sprt)
                if on_game is not None:
                    on_game(standing)
                if standing.decided:
                    break
        return standing

    def _left(self, standing: Standing) -> list[list[int]]:
        """The games still to be played, pair by pair."""
        done = {game.number for game in standing.games}
        pairs = ([first, first + 1] for first in range(0, self.games, 2))
        left = ([number for number in pair if number not in done] for pair in pairs)
        return [pair for pair in left if pair]

    def _start_engines(self, closing: ExitStack, crews: int) -> list[list[Engine]]:
        """Two engines for each worker, started here so that what fails does so at once."""
        return [
            [closing.enter_context(self.start(player)) for player in self.players]
            for _ in range(crews)
        ]

    def start(self, player: Player) -> Engine:
        """A player's engine, told how late a move may come."""
        engine = player.make()
        if isinstance(engine, ProgramEngine):
            engine.grace = self.margin
        return engine

    def play(
        self, number: int, engines: Sequence[Engine], stop: threading.Event | None = None
    ) -> MatchGame | None:
        """One of its games; ``None`` if it was stopped."""
        openings = self.suite()
        return play_game(
            number,
            engines,
            self.limits_of_players(),
            self.variant,
            openings[number // 2 % len(openings)],
            margin=self.margin,
            until_proven=self.until_proven,
            stop=stop,
        )

    def suite(self) -> tuple[Opening, ...]:
        """An opening for each pair; the empty one for those who cannot be set up in mid game."""
        if any(player.from_start_only for player in self.players):
            return ((),)
        return self.openings or tuple(even_openings(self.variant, self.games // 2))

    def limits_of_players(self) -> tuple[Limit, Limit]:
        """Each player's own limit, or that of the match."""
        first, second = self.players
        return first.limit or self.limits[0], second.limit or self.limits[1]


def _played_afar(
    match: Match, cluster: Cluster, left: list[list[int]], stop: threading.Event
) -> Generator[MatchGame]:
    """The games as a cluster's nodes finish them; networks given by file go along."""
    paths = [player.network for player in match.players]
    files = [None if path is None else Carried.of(path) for path in paths]
    jobs = [(pair,) for pair in left]
    for _, games in cluster.results(_play_pair, jobs, shared=(match, files), stop=stop):
        yield from games


def _play_pair(shared: tuple[Match, Sequence[Carried | None]], pair: list[int]) -> list[MatchGame]:
    """A pair of games, on whichever node, by engines started for it."""
    match, files = shared
    with ExitStack() as closing:
        players = [
            player if file is None else player.judging_by(closing.enter_context(file.unpacked()))
            for player, file in zip(match.players, files, strict=True)
        ]
        engines = [closing.enter_context(match.start(player)) for player in players]
        games = (match.play(number, engines) for number in pair)
        return [game for game in games if game is not None]


class _Workers:
    """Threads that play pairs of games: the searches run outside Python's lock."""

    def __init__(
        self,
        match: Match,
        crews: list[list[Engine]],
        left: list[list[int]],
        stop: threading.Event,
    ) -> None:
        self._match = match
        self._crews = crews
        self._stop = stop
        self._over = threading.Event()  # no more games, for whatever reason
        self._pairs: queue.SimpleQueue[list[int]] = queue.SimpleQueue()
        for pair in left:
            self._pairs.put(pair)
        self._reports: queue.SimpleQueue[_Report] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, args=(crew,), daemon=True) for crew in crews
        ]

    def __enter__(self) -> _Workers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Wait until nobody plays: a stop may come before a search begins, so it is repeated."""
        self._over.set()
        while any(thread.is_alive() for thread in self._threads):
            for engine in (engine for crew in self._crews for engine in crew):
                engine.stop()
            for thread in self._threads:
                thread.join(0.01)

    def __iter__(self) -> Iterator[MatchGame]:
        """The games as they are finished, until all are or somebody asks to stop."""
        working = len(self._threads)
        while working and not self._stop.is_set():
            try:
                report = self._reports.get(timeout=_LOOK)
            except queue.Empty:
                continue
            if isinstance(report, BaseException):
                raise report
            if report is None:
                working -= 1
            else:
                yield report

    def _work(self, engines: list[Engine]) -> None:
        try:
            while not self._over.is_set() and (pair := self._next_pair()):
                for number in pair:
                    game = self._match.play(number, engines, self._over)
                    if game is None:
                        return
                    self._reports.put(game)
        except BaseException as error:  # told to whoever waits for the games
            self._reports.put(error)
        finally:
            self._reports.put(None)

    def _next_pair(self) -> list[int] | None:
        try:
            return self._pairs.get_nowait()
        except queue.Empty:
            return None
