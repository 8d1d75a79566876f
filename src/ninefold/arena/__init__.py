"""Matches and tournaments between engines: openings, games in pairs, what a result is worth.

>>> from ninefold.arena import find_player
>>> find_player("greedy").make().name
'greedy'
"""

from typing import TYPE_CHECKING

from ninefold.lazily import lazily

if TYPE_CHECKING:
    from ninefold.arena.elo import Elo, estimate
    from ninefold.arena.game import MatchGame, play_game
    from ninefold.arena.match import Match
    from ninefold.arena.openings import even_openings, parse_openings
    from ninefold.arena.players import Player, find_player
    from ninefold.arena.python_engine import FunctionEngine
    from ninefold.arena.sprt import Sprt
    from ninefold.arena.standing import Standing
    from ninefold.arena.tournament import Tournament

__all__ = [
    "Elo",
    "FunctionEngine",
    "Match",
    "MatchGame",
    "Player",
    "Sprt",
    "Standing",
    "Tournament",
    "estimate",
    "even_openings",
    "find_player",
    "parse_openings",
    "play_game",
]

__getattr__ = lazily(
    __name__,
    {
        "Elo": "elo",
        "FunctionEngine": "python_engine",
        "Match": "match",
        "MatchGame": "game",
        "Player": "players",
        "Sprt": "sprt",
        "Standing": "standing",
        "Tournament": "tournament",
        "estimate": "elo",
        "even_openings": "openings",
        "find_player": "players",
        "parse_openings": "openings",
        "play_game": "game",
    },
)


def __dir__() -> list[str]:
    return __all__
