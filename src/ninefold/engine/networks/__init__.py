"""The trained evaluations: those that come with Ninefold, and those of your own.

A file says itself which variant it is for (``ninefold.engine.core.network``), so networks are found
by axes, never by a name: first among those that come with Ninefold, then in the folder ``networks``
of the user's data. A network is made once in a process and shared by its engines.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from ninefold.engine.core.network import HEADER_BYTES, BadNetwork, Network
from ninefold.engine.core.position import axes_of
from ninefold.folders import data_folder
from ninefold.rules.errors import SystemFailed
from ninefold.rules.variants import AXES, VARIANTS, Variant, format_variant

__all__ = [
    "find_network",
    "load_network",
    "require_axes",
    "user_axes",
    "user_networks",
    "weights_name",
]

_SUFFIX: Final = ".weights"
_USUAL_TIE_BREAK: Final = "draw"
_AXES_AT: Final = 12  # in a file's head


def weights_name(variant: Variant) -> str:
    """The name for a file of weights.

    >>> weights_name(VARIANTS["open"])
    'open.weights'
    >>> weights_name(VARIANTS["modern"].with_tie_break("boards"))
    'modern-boards.weights'
    """
    usual = variant.tie_break == _USUAL_TIE_BREAK
    return variant.name + ("" if usual else f"-{variant.tie_break}") + _SUFFIX


def user_networks() -> Path:
    """The folder of the user's own networks."""
    return data_folder() / "networks"


def user_axes() -> list[int]:
    """The variants, as the core's sums of their axes, for which only the user has a network."""
    ours, own = (
        {axes for path in _newest_first(folder) if (axes := _axes_in(path)) is not None}
        for folder in (_shipped(), user_networks())
    )
    return sorted(own - ours)


@cache
def find_network(axes: int) -> Network | None:
    """The network for a variant, by the core's sum of its axes; None where there is none.

    One that comes with Ninefold is preferred, so that strength does not hang on what lies about;
    of the user's own the newest counts.
    """
    for path in _candidates():
        if _axes_in(path) == axes:
            return load_network(path)
    return None


def load_network(path: Path | str) -> Network:
    """The network in a file; refused in words if it is none."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise SystemFailed(f"cannot read the network {str(path)!r}: {error.strerror}") from error
    return Network(data, str(path))


def require_axes(network_axes: int, variant: Variant, name: str) -> None:
    """Refuse a network that is for another variant."""
    if network_axes != axes_of(variant):
        raise BadNetwork(
            f"{name} is a network for {_told(network_axes)}: expected one for "
            f"{format_variant(variant)}"
        )


def _candidates() -> Iterator[Path]:
    """All files of weights; the user's folder is looked for only where ours do not do."""
    yield from _newest_first(_shipped())
    yield from _newest_first(user_networks())


def _shipped() -> Path:
    return Path(str(files(__name__)))


def _newest_first(folder: Path) -> list[Path]:
    """The files of weights in a folder that may not be there."""
    found = [path for path in folder.glob(f"*{_SUFFIX}") if path.is_file()]
    return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))


def _axes_in(path: Path) -> int | None:
    """The axes that a file says it is for, as far as it is a network at all."""
    try:
        with path.open("rb") as file:
            head = file.read(HEADER_BYTES)
    except OSError:
        return None
    whole = len(head) == HEADER_BYTES and head.startswith(b"NINEFOLD")
    return int.from_bytes(head[_AXES_AT : _AXES_AT + 4], "little") if whole else None


def _told(axes: int) -> str:
    """A variant in words, from the core's sum of its axes."""
    values = {axis: allowed[axes >> n & 1] for n, (axis, allowed) in enumerate(AXES.items())}
    for mode in VARIANTS.values():
        if mode.axes == {**values, "tie_break": mode.tie_break}:
            return format_variant(mode.with_tie_break(values["tie_break"]))
    return ", ".join(f"{axis}={value}" for axis, value in values.items())
