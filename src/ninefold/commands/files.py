"""Files that commands read and write: `-` is standard input or output."""

from __future__ import annotations

import sys
from pathlib import Path

from ninefold.files import read_text, write_bytes
from ninefold.rules.errors import BadSyntax

__all__ = ["read_input", "write_output"]


def read_input(name: str) -> str:
    """The text of a file, or of standard input."""
    if name != "-":
        return read_text(Path(name))
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSyntax("standard input is not text: expected UTF-8") from error


def write_output(name: str, data: bytes) -> None:
    """Write a file and say so, or write to standard output."""
    if name == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_bytes(Path(name), data)
    print(f"wrote {name}", file=sys.stderr)
