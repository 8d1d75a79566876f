"""Modes as data: a few axes named after their effect, and the four modes as one table.

A variant of your own is one expression:

>>> from dataclasses import replace
>>> skirmish = replace(VARIANTS["modern"], name="skirmish", free_move="unfilled")
>>> skirmish.free_move
'unfilled'

As text a mode is its name, and a variant of your own is ``NAME:AXIS=VALUE,AXIS=VALUE``: a name, a
colon, and the axes that differ from Modern's. After one of the four names they differ from that
mode's instead, so that a tie-break is said in the same way. One word, without a character that a
command line, a URL's query, UGI or JSON would need quoted; small letters and capitals are the same.

>>> parse_variant("skirmish:free_move=unfilled") == skirmish
True
>>> parse_variant("battle:tie_break=boards") == VARIANTS["battle"].with_tie_break("boards")
True
>>> format_variant(replace(skirmish, tie_break="boards"))
'skirmish:free_move=unfilled,tie_break=boards'

Swap (O may take over X's first move) is not an axis: it exchanges the players' seats and leaves the
position as it is, so it belongs to whoever seats the players (see ``ninefold.rules.record``'s
``Swap`` tag).
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Final, Literal, get_args

from ninefold.rules.errors import BadSyntax, BadVariant, nearest, quoted

__all__ = [
    "AXES",
    "VARIANTS",
    "TieBreak",
    "Variant",
    "find_variant",
    "format_variant",
    "parse_variant",
]

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

    @property
    def x_is_known_to_win(self) -> bool:
        """Whether X wins against every defence, by beginning in the centre (arXiv 2006.02353).

        It does where a target holds until it is full and a board stays with its first owner: a test
        lets the prover find this win, or none, under every choice of axes.
        """
        return self.release == "full" and self.ownership == "first"

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


_MODES_TOLD: Final = (
    f"expected one of {', '.join(VARIANTS)}, "
    "or your own with its axes, such as skirmish:free_move=unfilled"
)


def find_variant(mode: str | Variant, *, tie_break: TieBreak | None = None) -> Variant:
    """A mode given as text or as a variant, with the tie-break asked for.

    >>> find_variant("Battle", tie_break="boards").tie_break
    'boards'
    """
    variant = mode if isinstance(mode, Variant) else parse_variant(mode)
    return variant if tie_break is None else variant.with_tie_break(tie_break)


def parse_variant(text: str) -> Variant:
    """Read a mode: one of the four names, or a variant of your own with its axes.

    >>> parse_variant("raid:free_move=unfilled,ownership=latest").ownership
    'latest'
    """
    word = str(text).strip().lower()
    name, colon, axes = word.partition(":")
    base = VARIANTS.get(name)
    if word.endswith(")") and "(" in word:  # as older records have it: differences from Modern's
        name, colon, axes = word[:-1].partition("(")
        base = None
    if base is None and not colon:
        raise BadVariant(f"{quoted(text)} is not a mode: {nearest(name, VARIANTS) or _MODES_TOLD}")
    return replace(base or Variant(name), **_read_axes(axes, text))  # type: ignore[arg-type]  # Variant checks them


def format_variant(variant: Variant) -> str:
    """A mode as one word that reads back: its name, and the axes that the name does not tell.

    >>> format_variant(VARIANTS["open"]), format_variant(Variant("mine", release="full"))
    ('open', 'mine:release=full')
    """
    known = VARIANTS.get(variant.name)
    if variant == known:
        return variant.name
    usual = (known or VARIANTS["modern"]).axes
    own = [f"{axis}={value}" for axis, value in variant.axes.items() if value != usual[axis]]
    return f"{variant.name}:{','.join(own)}"


def _axes_told(axis: str, before: Container[str]) -> str:
    hint = "" if axis in before else nearest(axis, AXES)
    return hint or f"expected {', '.join(AXES)}, each once"


def _read_axes(text: str, mode: str) -> dict[str, str]:
    """``AXIS=VALUE,AXIS=VALUE``; a hyphen does for the underline, as on the command line."""
    axes: dict[str, str] = {}
    for setting in text.split(",") if text else ():
        written, _, value = setting.partition("=")
        axis = written.replace("-", "_")
        if axis not in AXES or axis in axes:
            raise BadSyntax(f"{quoted(setting)} in mode {quoted(mode)}: {_axes_told(axis, axes)}")
        axes[axis] = value
    return axes


assert tuple(field.name for field in fields(Variant))[1:] == tuple(AXES)  # noqa: S101 - one list of axes
