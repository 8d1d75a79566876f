"""Whole numbers as other programs write them.

>>> whole_number("-12"), whole_number("12.5")
(-12, None)
"""

from __future__ import annotations

from typing import Final

__all__ = ["MOST", "whole_number"]

#: More than any search counts or any clock holds. Longer numbers would overflow a float, and Python
#: refuses to read one of thousands of digits.
MOST: Final = 10**18


def whole_number(text: str) -> int | None:
    """The number that a text says, none larger than ``MOST``; ``None`` if it says none."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    size = int(digits) if len(digits) < len(str(MOST)) else MOST
    return -size if text[0] == "-" else size
