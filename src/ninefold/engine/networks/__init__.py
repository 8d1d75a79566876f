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
from shutil import copyfile
from typing import Final

from ninefold.engine.core.network import MAGIC, BadNetwork, Network
from ninefold.engine.core.position import axes_of
from ninefold.engine.variant_files import axes_in, file_name, newest_first, read_bytes, told_axes
from ninefold.folders import data_folder
from ninefold.rules.variants import Variant, format_variant

__all__ = [
    "find_network",
    "install_network",
    "load_network",
    "require_axes",
    "user_axes",
    "user_networks",
    "weights_name",
]

_SUFFIX: Final = ".weights"


def weights_name(variant: Variant) -> str:
    """The name for a file of weights.

    >>> from ninefold.rules.variants import VARIANTS
    >>> weights_name(VARIANTS["open"])
    'open.weights'
    """
    return file_name(variant, _SUFFIX)


def user_networks() -> Path:
    """The folder of the user's own networks."""
    return data_folder() / "networks"


def install_network(path: Path) -> Path:
    """Copy a network to where every engine of this user finds it, and say where that is.

    Its name there is what it is for: one variant's network never takes the place of another's.
    """
    network = load_network(path)  # what is no network is refused here
    named = told_axes(network.axes).replace(", ", ",").replace(":", "-")
    copy = user_networks() / (named + _SUFFIX)
    copy.parent.mkdir(parents=True, exist_ok=True)
    copyfile(path, copy)
    find_network.cache_clear()
    return copy


def user_axes() -> list[int]:
    """The variants, as the core's sums of their axes, for which only the user has a network."""
    ours, own = (
        {
            axes
            for path in newest_first(folder, _SUFFIX)
            if (axes := axes_in(path, MAGIC)) is not None
        }
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
        if axes_in(path, MAGIC) == axes:
            return load_network(path)
    return None


def load_network(path: Path | str) -> Network:
    """The network in a file; refused in words if it is none."""
    return Network(read_bytes(path, "network"), str(path))


def require_axes(network_axes: int, variant: Variant, name: str) -> None:
    """Refuse a network that is for another variant."""
    if network_axes != axes_of(variant):
        raise BadNetwork(
            f"{name} is a network for {told_axes(network_axes)}: expected one for "
            f"{format_variant(variant)}"
        )


def _candidates() -> Iterator[Path]:
    """All files of weights; the user's folder is looked for only where ours do not do."""
    yield from newest_first(_shipped(), _SUFFIX)
    yield from newest_first(user_networks(), _SUFFIX)


def _shipped() -> Path:
    return Path(str(files(__name__)))
