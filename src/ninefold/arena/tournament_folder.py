"""The folder of a tournament: its settings and openings, and in it a folder for each match."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ninefold.arena.folder import MatchFolder, read_settings
from ninefold.arena.game import MatchGame
from ninefold.arena.openings import Opening, format_openings
from ninefold.arena.tournament import Pairing, Tournament
from ninefold.files import write_text
from ninefold.rules.variants import Variant, format_variant

__all__ = ["TournamentFolder"]

_SETTINGS: Final = "tournament.json"
_OPENINGS: Final = "openings.txt"


@dataclass(frozen=True, slots=True)
class TournamentFolder:
    """A folder that holds one tournament; the match of a pairing is in ``1-2`` and so on."""

    path: Path

    @property
    def begun(self) -> bool:
        """Whether there is a tournament in it."""
        return (self.path / _SETTINGS).exists()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep every other process from the folder, which is made if it is not there."""
        with MatchFolder(self.path).alone():
            yield

    def settings(self) -> dict[str, Any]:
        """What is played."""
        return read_settings(self.path / _SETTINGS, "tournament")

    def begin(self, settings: Mapping[str, Any], openings: Sequence[Opening]) -> None:
        """Write down what is going to be played; the settings last, for they mark the beginning."""
        write_text(self.path / _OPENINGS, format_openings(list(openings)))
        write_text(self.path / _SETTINGS, json.dumps(settings, indent=2) + "\n")

    def openings(self, variant: Variant) -> tuple[Opening, ...]:
        """From where all matches are played."""
        return tuple(MatchFolder(self.path).openings(variant))

    def match(self, pairing: Pairing) -> MatchFolder:
        """The folder of a pairing's match."""
        return MatchFolder(self.path / f"{pairing[0] + 1}-{pairing[1] + 1}")

    def begin_matches(self, tournament: Tournament, limits: Mapping[str, Any], seed: int) -> None:
        """Make each match a folder of its own, that `ninefold match` could go on with."""
        for pairing in tournament.pairings:
            folder = self.match(pairing)
            if folder.begun:
                continue
            folder.path.mkdir(exist_ok=True)
            folder.begin(
                {
                    "engines": list(tournament.match(pairing).names),
                    "mode": format_variant(tournament.variant),
                    "games": tournament.games,
                    "limits": [dict(limits), dict(limits)],
                    "margin": tournament.margin,
                    "until_proven": False,
                    "sprt": None,
                    "seed": seed,
                    "openings": None,
                },
                list(tournament.match(pairing).suite()),
            )

    def games(self, tournament: Tournament) -> dict[Pairing, list[MatchGame]]:
        """What was played of each match."""
        return {pairing: self.match(pairing).games() for pairing in tournament.pairings}
