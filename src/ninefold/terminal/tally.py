"""Tally: which puzzles somebody has solved, how many in a row, and on how many days in a row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta
from typing import Any

__all__ = ["Tally"]


@dataclass
class Tally:
    """Solved at the first try, in a row; what was tried; the puzzles of the day."""

    streak: int = 0
    best: int = 0
    days: int = 0
    last_day: str = ""
    tried: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Tally:
        """What the settings have kept; whatever is not as we wrote it counts as nothing."""
        usual = asdict(cls())
        fits: dict[str, Any] = {
            name: kept[name] for name in usual if type(kept.get(name)) is type(usual[name])
        }
        return cls(**fits | {"tried": [*filter(_is_text, fits.get("tried") or ())]})

    def kept(self) -> dict[str, Any]:
        """What the settings should keep."""
        return asdict(self)

    def count(self, name: str, *, solved: bool) -> None:
        """A puzzle's first try is over; only the first time that it is seen counts."""
        if name in self.tried:
            return
        self.tried.append(name)
        self.streak = self.streak + 1 if solved else 0
        self.best = max(self.best, self.streak)

    def count_day(self, day: date) -> None:
        """The puzzle of a day is solved."""
        yesterday = (day - timedelta(days=1)).isoformat()
        if self.last_day != day.isoformat():
            self.days = self.days + 1 if self.last_day == yesterday else 1
            self.last_day = day.isoformat()


def _is_text(value: object) -> bool:
    return isinstance(value, str)
