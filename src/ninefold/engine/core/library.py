"""The C library, or in words why it cannot be loaded."""

from __future__ import annotations

from ninefold.engine.engine import EngineError

__all__ = ["CoreMissing", "ffi", "lib"]


class CoreMissing(EngineError):
    """The native core is not there or cannot be loaded; nothing slower takes its place."""


try:
    from ninefold.engine.core._core import ffi, lib
except ImportError as error:  # pragma: no cover - a broken installation
    raise CoreMissing(
        f"Ninefold's native core cannot be loaded ({error}): "
        "install Ninefold again with a C compiler at hand, `pip install .` or `make play`"
    ) from error
