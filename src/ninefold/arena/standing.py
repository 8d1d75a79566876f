"""Standing: what the games of a match amount to, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isinf
from typing import Any

from ninefold.arena.elo import Elo, estimate, likelihood_of_superiority
from ninefold.arena.game import MatchGame
from ninefold.arena.pairs import Pairs
from ninefold.arena.sprt import Sprt

__all__ = ["Standing"]


@dataclass(frozen=True, slots=True)
class Standing:
    """The score of a match after some games, seen from the first engine."""

    names: tuple[str, str]
    games: tuple[MatchGame, ...]
    sprt: Sprt | None = None

    @property
    def pairs(self) -> Pairs:
        """The pairs of which both games are over."""
        return Pairs.of(points for _, points in self._pair_points())

    @property
    def pair_points(self) -> list[float]:
        """What each pair brought of which both games are over, in the order of the pairs."""
        return [points for _, points in sorted(self._pair_points())]

    @property
    def pairs_in_order(self) -> Pairs:
        """The pairs up to the first that is not over.

        The test looks at these alone: pairs of short games end first, and taking what comes first
        would favour them.
        """
        done = dict(self._pair_points())
        in_order: list[float] = []
        while len(in_order) in done:
            in_order.append(done[len(in_order)])
        return Pairs.of(in_order)

    def _pair_points(self) -> list[tuple[int, float]]:
        points: dict[int, list[float]] = {}
        for game in self.games:
            points.setdefault(game.pair, []).append(game.points)
        return [(pair, sum(both)) for pair, both in points.items() if len(both) == 2]

    @property
    def points(self) -> float:
        """The first engine's points."""
        return sum(game.points for game in self.games)

    @property
    def share(self) -> float:
        """The first engine's share of all points."""
        return self.points / len(self.games) if self.games else 0.5

    @property
    def elo(self) -> Elo:
        """How much stronger the first engine is."""
        return estimate(self.pairs)

    @property
    def certainty(self) -> float:
        """How sure it is that the first engine is the stronger one."""
        return likelihood_of_superiority(self.pairs)

    @property
    def decided(self) -> bool:
        """Whether the test has come to an end."""
        return self.sprt is not None and self.sprt.verdict(self.pairs_in_order) != "open"

    def counts(self, games: Iterable[MatchGame] | None = None) -> tuple[int, int, int]:
        """How many games the first engine won, drew and lost."""
        points = [game.points for game in (self.games if games is None else games)]
        return points.count(1.0), points.count(0.5), points.count(0.0)

    # For people

    def __str__(self) -> str:
        if not self.games:
            return "no game was finished"
        rows = [*self._result_rows(), *self._side_rows(), *self._time_rows(), *self._failure_rows()]
        width = max(len(label) for label, _ in rows)
        return "\n".join(f"{label:<{width}}  {text}" for label, text in rows)

    def _result_rows(self) -> list[tuple[str, str]]:
        won, drawn, lost = self.counts()
        first, second = self.names
        rows = [
            ("match", f"{first} against {second}"),
            ("score", f"{self.points:g} of {len(self.games)} ({self.share:.1%})"),
            ("games", f"{won} won, {drawn} drawn, {lost} lost"),
            ("pairs", f"{' '.join(map(str, self.pairs.counts))} (0, ½, 1, 1½, 2 points)"),
            ("Elo", f"{self.elo} (95 %)"),
            ("stronger", _likely(self.certainty)),
        ]
        if self.sprt is not None:
            low, high = self.sprt.bounds
            ratio = self.sprt.ratio(self.pairs_in_order)
            verdict = self.sprt.verdict(self.pairs_in_order)
            rows.append(
                (
                    "SPRT",
                    f"{self.sprt.elo0:g} to {self.sprt.elo1:g} Elo: {verdict}, "
                    f"ratio {ratio:.2f} of {low:.2f} to {high:.2f}",
                )
            )
        return rows

    def _side_rows(self) -> list[tuple[str, str]]:
        rows = []
        for side, is_x in (("as X", True), ("as O", False)):
            won, drawn, lost = self.counts(g for g in self.games if g.first_is_x == is_x)
            rows.append((side, f"{won} won, {drawn} drawn, {lost} lost"))
        length = sum(len(game.moves) for game in self.games) / len(self.games)
        distinct = len({game.moves for game in self.games})
        rows.append(("length", f"{length:.1f} moves on average, {distinct} different games"))
        return rows

    def _time_rows(self) -> list[tuple[str, str]]:
        """A move's time, so that one sees whether the two had the same."""
        rows = []
        for at, label in enumerate(("time", "")):
            mean, longest = self._move_times(at)
            text = f"{1000 * mean:.1f} ms a move, {1000 * longest:.0f} ms at most"
            rows.append((label, f"{self.names[at]}: {text}"))
        return rows

    def _move_times(self, engine: int) -> tuple[float, float]:
        """The mean and the longest seconds for a move of one engine."""
        moves = sum(self._moves_by(engine, game) for game in self.games)
        seconds = sum(game.seconds[engine] for game in self.games)
        return seconds / max(moves, 1), max(game.longest[engine] for game in self.games)

    def _moves_by(self, engine: int, game: MatchGame) -> int:
        plays_x = game.first_is_x == (engine == 0)
        return sum((ply % 2 == 0) == plays_x for ply in range(game.opening, len(game.moves)))

    def _failure_rows(self) -> list[tuple[str, str]]:
        failed = sorted((g for g in self.games if g.failed), key=lambda g: g.number)
        return [(f"game {g.number + 1}", f"{g.result.ending}: {g.reason}") for g in failed]

    # For programs

    def as_dict(self) -> dict[str, Any]:
        """Everything as plain values; what is infinite is null."""
        won, drawn, lost = self.counts()
        times = [self._move_times(at) if self.games else (0.0, 0.0) for at in (0, 1)]
        return {
            "engines": list(self.names),
            "games": len(self.games),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "score": self.share,
            "pairs": list(self.pairs.counts),
            "elo": _finite(self.elo.value),
            "elo_low": _finite(self.elo.low),
            "elo_high": _finite(self.elo.high),
            "stronger": self.certainty,
            "sprt": self._sprt_dict(),
            "as_x": list(self.counts(g for g in self.games if g.first_is_x)),
            "as_o": list(self.counts(g for g in self.games if not g.first_is_x)),
            "mean_length": sum(len(g.moves) for g in self.games) / max(len(self.games), 1),
            "different_games": len({game.moves for game in self.games}),
            "mean_seconds": [mean for mean, _ in times],
            "longest_seconds": [longest for _, longest in times],
            "failures": [
                {"game": g.number + 1, "ending": g.result.ending, "reason": g.reason}
                for g in self.games
                if g.failed
            ],
        }

    def _sprt_dict(self) -> dict[str, Any] | None:
        if self.sprt is None:
            return None
        low, high = self.sprt.bounds
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "ratio": self.sprt.ratio(self.pairs_in_order),
            "low": low,
            "high": high,
            "verdict": self.sprt.verdict(self.pairs_in_order),
        }


def _finite(number: float) -> float | None:
    return None if isinf(number) else number


def _likely(certainty: float) -> str:
    """A likelihood in words: no number of games makes it a certainty."""
    if certainty > 0.9995:
        return "over 99.9% likely"
    return "under 0.1% likely" if certainty < 0.0005 else f"{certainty:.1%} likely"
