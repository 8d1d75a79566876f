"""Names: what a visitor may be called. One line, something to see, and nobody else's."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ninefold.server.wire.refusal import Refusal

__all__ = ["clean_name"]

#: Characters that count as letters or signs and show nothing.
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: What our computer is called on some screen; nobody else may be.
_COMPUTERS: Final = frozenset(("computer", "ninefold", "電腦", "电脑"))
#: Letters of other scripts, and a figure, that look like ours.
_LOOKALIKES: Final = str.maketrans(
    "авсԁеоріјѕтухмнкпгαειηκμνορτυχ0",
    "abcdeopijstyxmhknraeinkmvoptuxo",
)


def clean_name(name: str) -> str:
    r"""A name as it is shown, without control characters and needless space; or ``Refusal``.

    >>> clean_name("  Ann\tB. ")
    'Ann B.'
    """
    composed = unicodedata.normalize("NFC", name)
    clean = " ".join("".join(c if c.isprintable() else " " for c in composed).split())
    if clean and not any(map(_shows, clean)):
        raise Refusal("bad-request", "A name needs something that can be seen: choose another.")
    if _looks_like_the_computer(clean):
        raise Refusal("bad-request", "That name looks like the computer's: choose another.")
    return clean


def _shows(character: str) -> bool:
    return character not in _BLANK and unicodedata.category(character)[0] in "LNPS"


def _looks_like_the_computer(name: str) -> bool:
    plain = unicodedata.normalize("NFKD", name)
    bare = "".join(c for c in plain if not unicodedata.combining(c) and c not in _BLANK)
    words = re.findall(r"[^\W_]+", bare.casefold().translate(_LOOKALIKES))
    return bool(words) and (words[0] in _COMPUTERS or "".join(words) in _COMPUTERS)
