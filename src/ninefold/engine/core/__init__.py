"""The binding: the only place that calls the C library, whose face is ``core/ninefold.h``.

========== =====================================================================
library    the library itself, or why it cannot be loaded
memory     memory for it to work in
background long work that Ctrl-C and other threads can end
position   a position and a variant as the library knows them
perft      counting move sequences
playouts   random games
network    a trained evaluation
canonical  one key for all images of a position
book       moves for positions that were searched for long
level      what makes a level weaker than the search
search     alpha-beta: begin with a position, deepen, read the lines
tree       plain Monte Carlo tree search
proof      proof-number search
centre_win X's known win where a target holds until it is full
remarks    what a move does, why another is better
selfplay   games of a search with itself, as samples to learn from
batch      many games stepped together in arrays of the caller
========== =====================================================================

Everything here takes and gives plain Python values; the types of C stay inside.

>>> from ninefold import Position
>>> perft(Position.start("battle"), 3).leaves
6336
"""

from ninefold.engine.core.batch import BadArray, Batch
from ninefold.engine.core.library import CoreMissing
from ninefold.engine.core.network import Network
from ninefold.engine.core.perft import perft
from ninefold.engine.core.playouts import (
    INSTRUCTION_SETS,
    Results,
    instruction_set,
    random_games,
    written_games,
)
from ninefold.engine.core.position import axes_of
from ninefold.engine.core.search import Line, Search

__all__ = [
    "INSTRUCTION_SETS",
    "BadArray",
    "Batch",
    "CoreMissing",
    "Line",
    "Network",
    "Results",
    "Search",
    "axes_of",
    "instruction_set",
    "perft",
    "random_games",
    "written_games",
]
