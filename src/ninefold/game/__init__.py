"""A game being played, told once, for server, terminal and arena.

==============  ==========================================================================
``result``      how a game ended: ``Result(winner, ending)``, one list of endings
``clock``       a pure clock and its time controls; whoever holds a game brings the moment
``entries``     what can happen in a game, as values: a log of them is the game
``game``        ``Game``: entries applied; undo, redo, swap and offers
``record``      a game as a record and back, with one vocabulary of tags
``computer``    our engine as an opponent: a level kept for a whole game, its pace, its swap
``remarks``     what a move does, as codes that ``ninefold.words`` says
``reasons``     why a move is worse than another, likewise
==============  ==========================================================================

Whoever plays alone, or with others at one table, calls what does a thing at once:

>>> from ninefold import Position
>>> game = Game(Position.start("battle"), TWO_PEOPLE)
>>> game.play(2)
>>> game.undo(), game.redo()
(True, True)
>>> game.resign("O")
>>> game.result
Result(winner='X', ending='resignation')

A server asks what would happen (``plan_…``), stores those entries, and applies them to a fork.
Moments (``now``) are milliseconds of any steady clock, and may be left out where no clock runs.
"""

from ninefold.game.clock import Clock, Control, DaysControl, TimeControl, clock_face, parse_control
from ninefold.game.computer import DEFAULT_LEVEL, Computer, Thought, limit_of, pace_of
from ninefold.game.entries import Entry, OfferKind
from ninefold.game.game import TWO_PEOPLE, Game, Seat, Seats, State, Swap
from ninefold.game.record import game_of, record_of
from ninefold.game.remarks import REMARK_CODES, Remark, RemarkCode, remarks_on
from ninefold.game.result import ENDINGS, Ending, Result, read_ending

__all__ = [
    "DEFAULT_LEVEL",
    "ENDINGS",
    "REMARK_CODES",
    "TWO_PEOPLE",
    "Clock",
    "Computer",
    "Control",
    "DaysControl",
    "Ending",
    "Entry",
    "Game",
    "OfferKind",
    "Remark",
    "RemarkCode",
    "Result",
    "Seat",
    "Seats",
    "State",
    "Swap",
    "Thought",
    "TimeControl",
    "clock_face",
    "game_of",
    "limit_of",
    "pace_of",
    "parse_control",
    "read_ending",
    "record_of",
    "remarks_on",
]
