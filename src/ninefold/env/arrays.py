"""A single position as arrays: what its mover sees, the legal moves, and the symmetries of both.

>>> from ninefold import Position
>>> position = Position.start("battle").play("13")
>>> observation(position).shape, int(action_mask(position).sum())
((5, 9, 9), 9)

Square ``s`` lies at ``[s // 9, s % 9]`` of a plane, its board and its cell: laid out flat, a plane
is in the order of the actions. ``as_picture`` gives planes as the board lies on the table.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt

from ninefold.engine.core.batch import PLANES, observe
from ninefold.rules.errors import BadInput, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import SQUARES, SYMMETRIES, transform_square

__all__ = [
    "OBSERVATION_SHAPE",
    "Bytes",
    "action_mask",
    "as_picture",
    "observation",
    "observed",
    "seen_by_other",
    "transform",
]

Bytes = npt.NDArray[np.int8]
_Any = TypeVar("_Any", bound=np.generic)

OBSERVATION_SHAPE: Final = (len(PLANES), 9, 9)
#: Where each square of a turned board comes from, by symmetry.
_SOURCES: Final = np.argsort(
    [[transform_square(square, n) for square in SQUARES] for n in range(len(SYMMETRIES))], axis=1
)


def observed(position: Position) -> tuple[Bytes, Bytes]:
    """The observation and the mask of legal moves of a position."""
    planes, mask = np.empty(OBSERVATION_SHAPE, np.int8), np.empty(len(SQUARES), np.int8)
    observe(position, planes, mask)
    return planes, mask


def observation(position: Position) -> Bytes:
    """Five planes as whoever is to move sees them, each by board and cell.

    Their own marks, the opponent's, their own boards, the opponent's, and the legal moves.
    """
    return observed(position)[0]


def action_mask(position: Position) -> Bytes:
    """1 for every legal square, 0 for the others."""
    return observed(position)[1]


def seen_by_other(planes: Bytes) -> Bytes:
    """The same as the other player sees it, who has no legal moves now."""
    turned: Bytes = planes[[1, 0, 3, 2, 4]]
    turned[-1] = 0
    return turned


def transform(array: npt.NDArray[_Any], symmetry: int) -> npt.NDArray[_Any]:
    """Turn observations, masks or policies by one of the eight symmetries, 0-7.

    The last axis has the 81 squares, or the last two have boards and cells; others stay.

    >>> position = Position.start("open").play("13")
    >>> turned = transform(observation(position), 3)
    >>> bool((turned == observation(position.transform(3))).all())
    True
    """
    if symmetry not in range(len(SYMMETRIES)):
        raise BadInput(f"{quoted(symmetry)} is not a symmetry: expected a number 0-7")
    shape = np.shape(array)
    flat = _flat(array)
    turned: npt.NDArray[_Any] = flat[..., _SOURCES[symmetry]].reshape(shape)
    return turned


def as_picture(array: npt.NDArray[_Any]) -> npt.NDArray[_Any]:
    """Planes of 9 rows and 9 columns as the board lies on the table: what convolutions want.

    >>> as_picture(np.arange(81))[0, :6].tolist()
    [0, 1, 2, 9, 10, 11]
    """
    flat = _flat(array)
    small: Any = flat.reshape(*flat.shape[:-1], 3, 3, 3, 3)  # board row, column, cell row, column
    picture: npt.NDArray[_Any] = small.swapaxes(-3, -2).reshape(*flat.shape[:-1], 9, 9)
    return picture


def _flat(array: npt.NDArray[_Any]) -> npt.NDArray[_Any]:
    """The same with the 81 squares as the last axis."""
    values = np.asarray(array)
    if values.shape[-1:] == (81,):
        return values
    if values.shape[-2:] == (9, 9):
        return values.reshape(*values.shape[:-2], 81)
    raise BadInput(
        f"an array of shape {values.shape} was given: expected 81 squares as the last axis, or "
        "boards and cells, (9, 9), as the last two"
    )
