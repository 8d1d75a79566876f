"""A position and a variant as the library knows them."""

from __future__ import annotations

from typing import Any

from ninefold.engine.core.library import ffi, lib
from ninefold.engine.engine import EngineError, require_kind
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import AXES, Variant

__all__ = ["axes_of", "native"]


def axes_of(variant: Variant) -> int:
    """A variant as the core knows it: the sum of the axes that are not at their first value."""
    values = variant.axes
    return sum(allowed.index(values[axis]) << n for n, (axis, allowed) in enumerate(AXES.items()))


def native(position: Position) -> Any:
    """The same position as the core's own structure; masks cross as they are."""
    require_kind(position, Position)
    copy = ffi.new("nf_position *")
    target = lib.NF_NO_TARGET if position.target is None else position.target
    turn, axes = PLAYERS.index(position.turn), axes_of(position.variant)
    if lib.nf_set_up(copy, axes, position.marks, position.owned, turn, target):
        raise EngineError(f"the core cannot set up {position!r}")
    return copy
