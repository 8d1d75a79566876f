"""Puzzles: positions with one right move, proven, from games of the levels.

``keeping``     which moves keep what a position is worth, by proof
``puzzle``      a puzzle and its line of text
``kinds``       what there is to find
``attempt``     somebody at a puzzle
``difficulty``  which levels solve it
``making``      finding puzzles in games
``checking``    whether they are what they say
``shelf``       those that come with Ninefold, and the one of the day
"""

from ninefold.analysis.puzzles.attempt import Answer, Attempt
from ninefold.analysis.puzzles.checking import CHECK_NODES, faults_of, repeated
from ninefold.analysis.puzzles.difficulty import Solvers
from ninefold.analysis.puzzles.keeping import Choice, Judge, Result
from ninefold.analysis.puzzles.making import make_puzzles
from ninefold.analysis.puzzles.puzzle import (
    BANDS,
    HEAD,
    KINDS,
    TRIES,
    Band,
    Kind,
    Puzzle,
    Step,
    format_puzzle,
    parse_puzzle,
    parse_puzzles,
)
from ninefold.analysis.puzzles.shelf import (
    DAILY_STRIDE,
    daily_puzzle,
    shelf_file,
    shipped_puzzles,
)

__all__ = [
    "BANDS",
    "CHECK_NODES",
    "DAILY_STRIDE",
    "HEAD",
    "KINDS",
    "TRIES",
    "Answer",
    "Attempt",
    "Band",
    "Choice",
    "Judge",
    "Kind",
    "Puzzle",
    "Result",
    "Solvers",
    "Step",
    "daily_puzzle",
    "faults_of",
    "format_puzzle",
    "make_puzzles",
    "parse_puzzle",
    "parse_puzzles",
    "repeated",
    "shelf_file",
    "shipped_puzzles",
]
