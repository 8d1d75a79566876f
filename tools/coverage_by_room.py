"""Print what slipcover measured of some rooms, a line each: `make coverage`."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

PACKAGE = Path("src/ninefold")


def main(report: str, *asked: str) -> None:
    """Add up the lines of each room, and name the two files of which most did not run."""
    files = json.loads(Path(report).read_text("utf-8"))["files"]
    rooms: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for name, found in files.items():
        path = Path(name).relative_to(PACKAGE)
        missing, run = len(found["missing_lines"]), len(found["executed_lines"])
        rooms[path.parts[0]].append((missing, run, str(path)))
    sys.stdout.write(f"{'room':<12}{'lines':>7}{'run':>7}   most that did not run\n")
    for room in asked:
        missing, run = (sum(part[n] for part in rooms[room]) for n in (0, 1))
        worst = sorted(rooms[room], reverse=True)[:2]
        told = ", ".join(f"{path} {lines}" for lines, _, path in worst if lines)
        share = run / max(1, run + missing)
        sys.stdout.write(f"{room:<12}{run + missing:>7}{share:>7.0%}   {told}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
