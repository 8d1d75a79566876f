"""Analysis: what the engine makes of games that are over.

``judgement``  what a move did to its player's prospects, accuracy: formulas alone
``review``     a whole game gone through
"""

from ninefold.analysis.judgement import (
    JUDGEMENTS,
    MARKS,
    Judgement,
    Weighed,
    game_accuracy,
    judge,
    move_accuracy,
    turning_points,
    weigh,
)
from ninefold.analysis.review import DEFAULT_LIMIT, Review, ReviewedMove, annotated, review

__all__ = [
    "DEFAULT_LIMIT",
    "JUDGEMENTS",
    "MARKS",
    "Judgement",
    "Review",
    "ReviewedMove",
    "Weighed",
    "annotated",
    "game_accuracy",
    "judge",
    "move_accuracy",
    "review",
    "turning_points",
    "weigh",
]
