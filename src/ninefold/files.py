"""Files, read and written with the two things that can go wrong told apart.

A file that the system cannot give or take is a ``SystemFailed``, one that holds no text a
``BadSyntax``.
"""

from __future__ import annotations

from pathlib import Path

from ninefold.rules.errors import BadSyntax, SystemFailed

__all__ = ["append_text", "read_text", "write_bytes", "write_text"]


def read_text(path: Path) -> str:
    """The text of a file, without the mark that some editors put before it."""
    try:
        return path.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise BadSyntax(f"{str(path)!r} is not a text file: expected UTF-8") from error
        raise SystemFailed(f"cannot read {_failed(path, error)}") from error


def write_text(path: Path, text: str) -> None:
    """Write a whole file of text."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Write a whole file."""
    try:
        path.write_bytes(data)
    except (OSError, ValueError) as error:
        raise SystemFailed(f"cannot write {_failed(path, error)}") from error


def append_text(path: Path, text: str) -> None:
    """Write at the end of a file."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except (OSError, ValueError) as error:
        raise SystemFailed(f"cannot write {_failed(path, error)}") from error


def _failed(path: Path, error: OSError | ValueError) -> str:
    """What failed and why; a name with a null byte in it is a ``ValueError``."""
    return f"{str(path)!r}: {getattr(error, 'strerror', None) or error}"
