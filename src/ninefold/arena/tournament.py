"""Tournament: many engines, each pairing a match of its own.

>>> from ninefold.arena.players import find_player
>>> from ninefold.rules.variants import VARIANTS
>>> players = tuple(map(find_player, ("greedy:seed=1", "random:seed=1", "random:seed=2")))
>>> tournament = Tournament(players, VARIANTS["modern"], games=10)
>>> tournament.pairings
((0, 1), (0, 2), (1, 2))
>>> table = tournament.run()
>>> table.ranking[0].name
'greedy:seed=1'
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from ninefold.arena.game import MatchGame
from ninefold.arena.match import Match
from ninefold.arena.openings import Opening
from ninefold.arena.players import Player
from ninefold.arena.ratings import Rating, rate
from ninefold.arena.standing import Standing
from ninefold.engine.limit import Limit
from ninefold.rules.errors import BadSyntax, counted, quoted
from ninefold.rules.variants import Variant

__all__ = ["Pairing", "Place", "Table", "Tournament"]

Pairing = tuple[int, int]

_UNTOLD: Final = Limit(time=0.1)


@dataclass(frozen=True, slots=True)
class Place:
    """An engine's place in the table."""

    name: str
    rating: Rating
    points: float
    games: int


@dataclass(frozen=True, slots=True)
class Table:
    """What a tournament amounts to after some games."""

    names: tuple[str, ...]
    matches: Mapping[Pairing, Standing] = field(default_factory=dict)

    @property
    def ranking(self) -> list[Place]:
        """The strongest first."""
        results = {pairing: standing.pairs for pairing, standing in self.matches.items()}
        ratings = rate(len(self.names), results)
        places = [Place(name, ratings[n], *self._points(n)) for n, name in enumerate(self.names)]
        return sorted(places, key=lambda place: -place.rating.elo)

    def _points(self, engine: int) -> tuple[float, int]:
        points, games = 0.0, 0
        for opponent in range(len(self.names)):
            more, of = self.score(engine, opponent)
            points, games = points + more, games + of
        return points, games

    def score(self, engine: int, opponent: int) -> tuple[float, int]:
        """An engine's points against another, and of how many games."""
        if (standing := self.matches.get((engine, opponent))) is not None:
            return standing.points, len(standing.games)
        if (standing := self.matches.get((opponent, engine))) is not None:
            return len(standing.games) - standing.points, len(standing.games)
        return 0.0, 0

    @property
    def failures(self) -> list[str]:
        """Games that were lost off the board."""
        return [
            f"{' against '.join(standing.names)}, game {game.number + 1}: {game.reason}"
            for standing in self.matches.values()
            for game in standing.games
            if game.failed
        ]

    def __str__(self) -> str:
        ranking = self.ranking
        order = [self.names.index(place.name) for place in ranking]
        heads = ["", "engine", "Elo", "±", "points", "games", *map(str, range(1, len(order) + 1))]
        rows = [heads]
        for n, (engine, place) in enumerate(zip(order, ranking, strict=True), start=1):
            rating = place.rating
            row = [str(n), place.name, f"{rating.elo:+z.0f}", f"{rating.error:.0f}"]
            row += [f"{place.points:g}", str(place.games)]
            rows.append(row + [self._cell(engine, opponent) for opponent in order])
        return "\n".join([*_columns(rows), *self.failures])

    def _cell(self, engine: int, opponent: int) -> str:
        points, games = self.score(engine, opponent)
        return "·" if engine == opponent else f"{points:g}/{games}" if games else "–"

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "ranking": [
                {
                    "engine": place.name,
                    "elo": place.rating.elo,
                    "error": place.rating.error,
                    "points": place.points,
                    "games": place.games,
                }
                for place in self.ranking
            ],
            "matches": [standing.as_dict() for standing in self.matches.values()],
        }


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Cells under one another: names to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if n == 1 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is played: everybody with everybody, or in a gauntlet the first with all others.

    ``games`` is for each pairing; all play from the same openings, made when none are given.
    """

    players: tuple[Player, ...]
    variant: Variant
    games: int
    limit: Limit = _UNTOLD
    openings: tuple[Opening, ...] = ()
    gauntlet: bool = False
    concurrency: int = 1
    margin: float = 1.0

    def __post_init__(self) -> None:
        names = [player.text for player in self.players]
        if len(names) < 2:
            raise BadSyntax(f"{counted(len(names), 'engine')} given: expected two or more")
        if twice := {name for name in names if names.count(name) > 1}:
            raise BadSyntax(
                f"{quoted(min(twice))} was given twice: tell them apart by a setting, as in "
                "casual:seed=1 casual:seed=2"
            )
        self.match((0, 1))  # refuses games and margins that make no sense

    @property
    def names(self) -> tuple[str, ...]:
        """What the engines are called."""
        return tuple(player.text for player in self.players)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who meets whom, in order."""
        if self.gauntlet:
            return tuple((0, other) for other in range(1, len(self.players)))
        return tuple(combinations(range(len(self.players)), 2))

    def match(self, pairing: Pairing) -> Match:
        """The match of a pairing."""
        one, two = pairing
        return Match(
            (self.players[one], self.players[two]),
            self.variant,
            self.games,
            (self.limit, self.limit),
            openings=self.openings,
            concurrency=self.concurrency,
            margin=self.margin,
        )

    def table(self, played: Mapping[Pairing, Sequence[MatchGame]]) -> Table:
        """How things stand after some games."""
        standings = {
            pairing: Standing(self.match(pairing).names, tuple(played.get(pairing, ())))
            for pairing in self.pairings
        }
        return Table(self.names, standings)

    def run(
        self,
        *,
        played: Mapping[Pairing, Sequence[MatchGame]] | None = None,
        on_game: Callable[[Pairing, Table], None] | None = None,
        stop: threading.Event | None = None,
    ) -> Table:
        """Play what is left after the games ``played`` already, one match after another."""
        names = self.names
        matches = dict(self.table(played or {}).matches)
        for pairing in self.pairings:
            if stop is not None and stop.is_set():
                break

            def heard(standing: Standing, pairing: Pairing = pairing) -> None:
                matches[pairing] = standing
                if on_game is not None:
                    on_game(pairing, Table(names, dict(matches)))

            matches[pairing] = self.match(pairing).run(
                played=matches[pairing].games, on_game=heard, stop=stop
            )
        return Table(names, matches)
