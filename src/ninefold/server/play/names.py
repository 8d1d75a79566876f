"""Names: what a visitor may be called. One line, something to see, and nobody else's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ninefold.server.wire.refusal import Refusal

__all__ = ["clean_name", "isolated"]

#: Characters that count as letters or signs and show nothing.
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: What our computer is called on some screen; nobody else may be.
_COMPUTERS: Final = frozenset(("computer", "ninefold", "電腦", "电脑"))
#: Letters of other scripts, and a figure, that look like ours.
_LOOKALIKES: Final = str.maketrans(
    "авсԁеоріјѕтухмнкпгαειηκμνορτυχ0",
    "abcdeopijstyxmhknraeinkmvoptuxo",
)
#: Show nothing themselves, but how their neighbours are joined, or not.
_JOINERS: Final = "\u200c\u200d"
_PICTURE_FOLLOWS: Final = "\ufe0f"  # the sign before it is meant as a picture
#: More marks on one letter than any language has: they would cover the lines around it.
_PILE: Final = 4


def clean_name(name: str) -> str:
    r"""A name as it is shown, without control characters and needless space; or ``Refusal``.

    >>> clean_name("  Ann\tB. ")
    'Ann B.'
    """
    composed = unicodedata.normalize("NFC", name)
    clean = " ".join("".join(_shown(composed)).split())
    if clean and not any(map(_shows, clean)):
        raise Refusal("bad-name", "A name needs something that can be seen: choose another.")
    if _has_pile(clean):
        raise Refusal("bad-name", "So many marks on one letter cover other lines: choose another.")
    if _looks_like_the_computer(clean):
        raise Refusal("bad-name", "That name looks like the computer's: choose another.")
    return clean


def isolated(name: str) -> str:
    """A name for the middle of a sentence: one from right to left leaves the rest as it is.

    >>> isolated("Ann"), isolated("דנה") == "\u2068דנה\u2069"
    ('Ann', True)
    """
    right_to_left = any(unicodedata.bidirectional(c) in ("R", "AL") for c in name)
    return f"\u2068{name}\u2069" if right_to_left else name


def _shown(name: str) -> list[str]:
    """The characters of a name that show, or join others; what separates becomes a space."""
    padded = f" {name} "
    return [_one_shown(character, padded[at], padded[at + 2]) for at, character in enumerate(name)]


def _one_shown(character: str, before: str, after: str) -> str:
    if character.isprintable():
        return character
    if character in _JOINERS:
        return character if _joins(before, after) else ""
    return " " if unicodedata.category(character) in ("Cc", "Zs", "Zl", "Zp") else ""


def _joins(before: str, after: str) -> bool:
    """Whether a joiner means something: in a picture of several, in a script that needs it."""
    pictures = before == _PICTURE_FOLLOWS or unicodedata.category(before) in ("So", "Sk")
    if pictures and unicodedata.category(after) == "So":
        return True
    return all("\u0600" <= one <= "\u0dff" and one.isprintable() for one in (before, after))


def _shows(character: str) -> bool:
    return character not in _BLANK and unicodedata.category(character)[0] in "LNPS"


def _has_pile(name: str) -> bool:
    height = 0
    for character in name:
        height = height + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if height >= _PILE:
            return True
    return False


def _looks_like_the_computer(name: str) -> bool:
    plain = unicodedata.normalize("NFKD", name)
    bare = "".join(c for c in plain if not unicodedata.combining(c) and c not in _BLANK)
    words = re.findall(r"[^\W_]+", bare.casefold().translate(_LOOKALIKES))
    return bool(words) and (words[0] in _COMPUTERS or "".join(words) in _COMPUTERS)
