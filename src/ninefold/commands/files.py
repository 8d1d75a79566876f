"""Files that commands read and write: `-` is standard input or output, errors are sentences."""

from __future__ import annotations

import sys
from pathlib import Path

from ninefold.rules.errors import BadSyntax, NinefoldError, quoted

__all__ = ["read_text", "write_bytes"]


def read_text(name: str) -> str:
    """The text of a file, or of standard input."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise NinefoldError(f"cannot read {quoted(name)}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadSyntax(f"{quoted(name)} is not a text file: expected UTF-8") from error


def write_bytes(name: str, data: bytes) -> None:
    """Write a file and say so, or write to standard output."""
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise NinefoldError(f"cannot write {quoted(name)}: {error.strerror}") from error
    print(f"wrote {name}", file=sys.stderr)
