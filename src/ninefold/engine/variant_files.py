"""Files that belong to a variant: its network, its opening book.

Each says itself which variant it is for, by the sum of its axes behind a magic word and a version;
so files are found by axes, never by a name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ninefold.rules.errors import SystemFailed
from ninefold.rules.variants import AXES, VARIANTS, Variant, format_variant

__all__ = ["axes_in", "file_name", "newest_first", "read_bytes", "told_axes"]

_USUAL_TIE_BREAK: Final = "draw"
_MAGIC_BYTES: Final = 8
_AXES_AT: Final = 12


def file_name(variant: Variant, suffix: str) -> str:
    """The name for a file of a variant.

    >>> file_name(VARIANTS["modern"].with_tie_break("boards"), ".book")
    'modern-boards.book'
    """
    usual = variant.tie_break == _USUAL_TIE_BREAK
    return variant.name + ("" if usual else f"-{variant.tie_break}") + suffix


def newest_first(folder: Path, suffix: str) -> list[Path]:
    """The files of a kind in a folder that may not be there."""
    found = [path for path in folder.glob(f"*{suffix}") if path.is_file()]
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


def axes_in(path: Path, magic: bytes) -> int | None:
    """The axes that a file says it is for, as far as it is of that kind at all."""
    try:
        with path.open("rb") as file:
            head = file.read(_AXES_AT + 4)
    except OSError:
        return None
    whole = len(head) == _AXES_AT + 4 and head[:_MAGIC_BYTES] == magic
    return int.from_bytes(head[_AXES_AT:], "little") if whole else None


def read_bytes(path: Path | str, kind: str) -> bytes:
    """What is in a file; refused in words if it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise SystemFailed(f"cannot read the {kind} {str(path)!r}: {error.strerror}") from error


def told_axes(axes: int) -> str:
    """A variant in words, from the core's sum of its axes."""
    values = {axis: allowed[axes >> n & 1] for n, (axis, allowed) in enumerate(AXES.items())}
    for mode in VARIANTS.values():
        if mode.axes == {**values, "tie_break": mode.tie_break}:
            return format_variant(mode.with_tie_break(values["tie_break"]))
    return ", ".join(f"{axis}={value}" for axis, value in values.items())
