"""Modes as data: a few axes named after their effect, and the four modes as one table.

Your own mode is one expression:

>>> from dataclasses import replace
>>> skirmish = replace(VARIANTS["modern"], name="skirmish", free_move="unfilled")
>>> skirmish.free_move
'unfilled'

Swap (O may take over X's first move) is no axis: it exchanges the players' seats and leaves the
position as it is, so it belongs to whoever seats the players (see ``ninefold.rules.record``'s
``Swap`` tag).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final, Literal, get_args

from ninefold.rules.errors import BadVariant, quoted

__all__ = ["AXES", "VARIANTS", "TieBreak", "Variant", "find_variant"]

TieBreak = Literal["draw", "boards"]
Release = Literal["decided", "full"]
FreeMove = Literal["undecided", "unfilled"]
Ownership = Literal["first", "latest"]
Ending = Literal["decided", "full"]

#: The axes of a mode with the values each may have. A board is *decided* once it is captured or
#: full, and *unfilled* while it has an empty cell.
AXES: Final = MappingProxyType(
    {
        "release": get_args(Release),
        "free_move": get_args(FreeMove),
        "ownership": get_args(Ownership),
        "ending": get_args(Ending),
        "tie_break": get_args(TieBreak),
    }
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play: when the target releases, where a free move goes, who owns a board, the end.

    ``release``: the target board holds the player until it is ``decided`` (captured or full) or
    ``full``. ``free_move``: a released player may go to any ``undecided`` or any ``unfilled``
    board. ``ownership``: a board belongs to the ``first`` or the ``latest`` to make a line there.
    ``ending``: with no line of boards the game is over when all boards are ``decided`` or
    ``full``. ``tie_break``: such a game is a ``draw``, or won by whoever owns more ``boards``.
    """

    name: str
    release: Release = "decided"
    free_move: FreeMove = "undecided"
    ownership: Ownership = "first"
    ending: Ending = "decided"
    tie_break: TieBreak = "draw"

    def __post_init__(self) -> None:
        _check_name(self.name)
        for axis, allowed in AXES.items():
            value = getattr(self, axis)
            if value not in allowed:
                choices = " or ".join(repr(choice) for choice in allowed)
                raise BadVariant(f"{axis} is {quoted(value)}: expected {choices}")
        contradictions = _contradictions(self)
        if contradictions:
            raise BadVariant(f"mode {quoted(self.name)}: {'; '.join(contradictions)}")

    @property
    def axes(self) -> dict[str, str]:
        """The value of every axis by its name, in the order of ``AXES``."""
        return {axis: getattr(self, axis) for axis in AXES}

    @property
    def captured_is_closed(self) -> bool:
        """Whether nobody ever plays in a captured board again: then its marks no longer matter."""
        return self.release == "decided" and self.free_move == "undecided"

    def with_tie_break(self, tie_break: TieBreak) -> Variant:
        """The same mode with another tie-break."""
        return self if tie_break == self.tie_break else replace(self, tie_break=tie_break)


def _check_name(name: object) -> None:
    """A name stands in one-line texts, so it is a plain lower-case word."""
    plain = isinstance(name, str) and name.isascii() and name.replace("-", "").isalnum()
    if not plain or name != str(name).lower() or not str(name)[0].isalpha():
        raise BadVariant(
            f"a mode's name is {quoted(name)}: expected a word of small letters, digits and hyphens"
        )


def _contradictions(variant: Variant) -> list[str]:
    """What is wrong with axes that are each fine alone."""
    found = []
    if variant.free_move == "undecided" and variant.ending == "full":
        found.append(
            "a free move that goes only to undecided boards leaves no legal move once all boards "
            "are decided, but the game goes on until all are full: "
            "choose free_move='unfilled' or ending='decided'"
        )
    if variant.ownership == "latest" and variant.captured_is_closed:
        found.append(
            "a board cannot pass to the latest line when nobody may play in a captured board: "
            "choose release='full' or free_move='unfilled'"
        )
    return found


#: The four modes by name.
VARIANTS: Final = MappingProxyType(
    {
        variant.name: variant
        for variant in (
            Variant("modern"),
            Variant("classic", release="full", free_move="unfilled"),
            Variant(
                "battle", release="full", free_move="unfilled", ownership="latest", ending="full"
            ),
            Variant("open", free_move="unfilled", ending="full"),
        )
    }
)


def find_variant(mode: str | Variant, *, tie_break: TieBreak | None = None) -> Variant:
    """The mode of that name, or the variant itself, with the tie-break asked for.

    >>> find_variant("Battle", tie_break="boards").tie_break
    'boards'
    """
    variant = mode if isinstance(mode, Variant) else VARIANTS.get(str(mode).strip().lower())
    if variant is None:
        raise BadVariant(f"{quoted(mode)} is not a mode: expected one of {', '.join(VARIANTS)}")
    return variant if tie_break is None else variant.with_tie_break(tie_break)


assert tuple(field.name for field in fields(Variant))[1:] == tuple(AXES)  # noqa: S101 - one list of axes
