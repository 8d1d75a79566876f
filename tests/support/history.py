"""A history of what clients did and saw, and a checker that holds it against the log."""

from __future__ import annotations

import itertools
import time

from ninefold.server.wire import messages as m

__all__ = ["History", "violations"]


class History:
    """What clients did and saw: operations with the moments of asking and of knowing."""

    def __init__(self):
        self.clock = itertools.count()
        self.operations = []
        self.known_at = []  # the moment of each acknowledgement

    async def do(self, page, ply, square, name):
        asked = next(self.clock)
        outcome = await page.do(m.Move(ply=ply, square=square, id=name))
        version = page.done.get(name)
        if outcome == "ok":
            self.known_at.append(time.monotonic())
        self.operations.append((asked, next(self.clock), outcome, ply, square, name, version))


def violations(history, rows):
    """Where a history of one game contradicts its log: the game must be one line of moves."""
    found = []
    logged = {name: (ply, square) for _, ply, square, name in rows}
    for _, _, outcome, ply, square, name, _ in history.operations:
        if outcome == "ok" and logged.get(name) != (ply, square):
            found.append(f"{name}: acknowledged at ply {ply}, logged as {logged.get(name)}")
        if outcome not in ("ok", "unknown") and name in logged:
            found.append(f"{name}: refused as {outcome}, yet logged")
    done = [one for one in history.operations if one[2] == "ok" and one[6] is not None]
    for one, two in itertools.permutations(done, 2):
        if one[1] < two[0] and one[6] >= two[6]:
            found.append(f"{one[5]} was known before {two[5]} was asked, but stands after it")
    return found
