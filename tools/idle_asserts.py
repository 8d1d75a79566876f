"""Name the asserts of the tests that never ran: `make asserts`.

An assert behind a condition that no example meets, or in a loop over nothing, cannot fail.
"""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path


def asserts_of(source: str) -> list[tuple[int, int]]:
    """First and last line of every assert."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert))
    return sorted((node.lineno, node.end_lineno or node.lineno) for node in found)


def main(report: str) -> None:
    """Count what slipcover saw run, and name the rest."""
    files, count = json.loads(Path(report).read_text("utf-8"))["files"], 0
    idle: list[str] = []
    for name, seen in sorted(files.items()):
        ran = set(seen["executed_lines"])
        for first, last in asserts_of(Path(name).read_text("utf-8")):
            count += 1
            if ran.isdisjoint(range(first, last + 1)):
                idle.append(f"{name}:{first}")
    sys.stdout.write("".join(f"{place}\n" for place in idle))
    sys.stdout.write(f"{count} asserts, {len(idle)} of them never ran\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
