"""Explorer: what was played in the first twelve moves, by whom, and how those games ended.

``counting``  a game as counts, and the counts of a position as moves
``tables``    counts in SQLite: the tables, adding, finding
``file``      a database file of one's own, or a server's
"""

from ninefold.analysis.explorer.counting import (
    NONE,
    PLIES,
    Count,
    Ends,
    ExploredMove,
    count_moves,
    explored,
    is_counted,
    key_of,
    summed,
)
from ninefold.analysis.explorer.file import ExplorerFile, digest_of

__all__ = [
    "NONE",
    "PLIES",
    "Count",
    "Ends",
    "ExploredMove",
    "ExplorerFile",
    "count_moves",
    "digest_of",
    "explored",
    "is_counted",
    "key_of",
    "summed",
]
