"""Run the real server with one bug planted in it, to see that the tests would notice.

    python planted.py BUG serve --port 0 ...

The bugs are named after the promise that they break (docs/server.md).
"""

from __future__ import annotations

import sys
from collections.abc import Callable

BUGS: dict[str, Callable[[], None]] = {}


def bug(plant: Callable[[], None]) -> Callable[[], None]:
    BUGS[plant.__name__.replace("_", "-")] = plant
    return plant


if __name__ == "__main__":
    from ninefold.cli import main

    BUGS[sys.argv[1]]()
    sys.exit(main(sys.argv[2:]))
