"""Options: what a program can be set to, with the values that each setting takes.

>>> hash_size = Option("Hash", "spin", "64", low=1, high=4096)
>>> hash_size.check("128"), str(hash_size)
('128', 'option name Hash type spin default 64 min 1 max 4096')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ninefold.protocols.numbers import whole_number
from ninefold.rules.errors import BadSyntax, quoted

__all__ = ["Option", "find_option", "parse_option"]

Kind = Literal["spin", "combo", "check", "string", "button"]


@dataclass(frozen=True, slots=True)
class Option:
    """A setting: a number in a range (``spin``), one of some words (``combo``), and so on."""

    name: str
    kind: Kind
    default: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()

    def check(self, value: str) -> str:
        """The value as it is meant, or ``BadSyntax``."""
        given = value.strip()
        if self.kind == "spin":
            return self._check_number(given)
        if self.kind == "combo":
            return self._check_word(given, self.choices)
        if self.kind == "check":
            return self._check_word(given, ("true", "false"))
        return given

    def _check_number(self, given: str) -> str:
        number = whole_number(given)
        if number is not None and self.low <= number <= self.high:
            return str(number)
        raise BadSyntax(
            f"{self.name} was set to {quoted(given)}: "
            f"expected a whole number from {self.low} to {self.high}"
        )

    def _check_word(self, given: str, words: tuple[str, ...]) -> str:
        for word in words:
            if word.lower() == given.lower():
                return word
        raise BadSyntax(
            f"{self.name} was set to {quoted(given)}: expected one of {', '.join(words)}"
        )

    def __str__(self) -> str:
        text = f"option name {self.name} type {self.kind}"
        if self.kind != "button":
            text += f" default {self.default or '<empty>'}"
        if self.kind == "spin":
            text += f" min {self.low} max {self.high}"
        return text + "".join(f" var {choice}" for choice in self.choices)


def find_option(options: Iterable[Option], name: str) -> Option | None:
    """The option of that name, whatever its capitals."""
    return next((option for option in options if option.name.lower() == name.lower()), None)


def parse_option(line: str) -> Option | None:
    """Read an option as a program announces it; ``None`` if the line makes no sense.

    >>> parse_option("option name Mode type combo default modern var modern var battle").choices
    ('modern', 'battle')
    """
    found: dict[str, list[str]] = {}
    choices: list[str] = []
    key = ""
    for word in line.split()[1:]:
        if word in ("name", "type", "default", "min", "max", "var") and word not in found:
            key = word
            if key != "var":
                found[key] = []
            else:
                choices.append("")
        elif key == "var":
            choices[-1] = f"{choices[-1]} {word}".strip()
        elif key:
            found[key].append(word)
    name, kind = (" ".join(found.get(key, [])) for key in ("name", "type"))
    if not name or kind not in ("spin", "combo", "check", "string", "button"):
        return None
    low, high = (whole_number(" ".join(found.get(key, []))) or 0 for key in ("min", "max"))
    default = " ".join(found.get("default", []))
    return Option(name, kind, default, low, high, tuple(choices))  # type: ignore[arg-type]  # one of the five by now
