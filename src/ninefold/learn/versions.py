"""What a network was made with."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

__all__ = ["versions"]


def versions() -> dict[str, str]:
    """The versions of Python and of the packages that learning uses.

    >>> "ninefold" in versions()
    True
    """
    found = {"python": platform.python_version()}
    for package in ("ninefold", "numpy", "torch"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    return found
