"""Checks: what an engine is given is refused in words before the core sees it."""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.rules.errors import BadInput, quoted

__all__ = ["check_choice", "check_number"]


def check_number(name: str, value: object, least: int, most: int) -> None:
    """Refuse what is not a whole number of that range."""
    if type(value) is not int or not least <= value <= most:
        raise BadInput(f"{name} is {quoted(value)}: expected a whole number from {least} to {most}")


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse what is none of the choices."""
    if value not in choices:
        raise BadInput(f"{name} is {quoted(value)}: expected {' or '.join(choices)}")
