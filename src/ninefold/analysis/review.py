"""Review: a finished game gone through by the engine: what was lost where, and what was better.

>>> from ninefold import parse_record
>>> record = parse_record('[Mode "modern"] 1. 55 51 11 15 X')
>>> found = review(record, Limit(nodes=2_000))
>>> [move.judgement for move in found.moves][0]
'best'
>>> len(found.curve)
5
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ninefold.analysis.judgement import (
    JUDGEMENTS,
    MARKS,
    Judgement,
    drop,
    game_accuracy,
    is_doubtful,
    turning_points,
    weigh,
)
from ninefold.engine import Engine, Info, Limit, NativeEngine, Score
from ninefold.game.reasons import Reason, reasons_for
from ninefold.rules.position import Position
from ninefold.rules.record import Record, RecordedMove
from ninefold.rules.squares import PLAYERS, Player

__all__ = ["DEFAULT_LIMIT", "Review", "ReviewedMove", "annotated", "review"]

#: What the engine may spend on each position, unless the caller says otherwise.
DEFAULT_LIMIT: Final = Limit(nodes=200_000)
#: With so many squares left to play in, a position is searched until its result is proven.
_ENDGAME: Final = 16
#: So many times as long is looked where only one side of a move is proven, and it would be blamed.
_LOOK_AGAIN: Final = 10
_LONGEST_LINE: Final = 8


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move, what its player could expect before and after it, and what was best.

    ``before`` is the expected score with the best move, ``after`` with the move that was played,
    both the player's. ``only`` says that one move alone kept what there was, ``reasons`` why a move
    that lost something was worse than the best.
    """

    ply: int
    player: Player
    square: int
    before: Score
    after: Score
    best: int
    line: tuple[int, ...]
    judgement: Judgement
    only: bool
    reasons: tuple[Reason, ...] = ()

    @property
    def drop(self) -> float:
        """What it lost of the expected score, from 0 to 1."""
        return drop(self.before, self.after)


@dataclass(frozen=True)
class Review:
    """A game with its moves judged. ``curve`` is X's expected score in every position."""

    record: Record
    moves: tuple[ReviewedMove, ...]
    curve: tuple[float, ...]

    def accuracy(self, player: Player) -> float | None:
        """How well a player played, from 0 to 100; ``None`` without a move."""
        drops = [(n, move.drop) for n, move in enumerate(self.moves) if move.player == player]
        return game_accuracy(self.curve, drops)

    def counts(self, player: Player) -> dict[Judgement, int]:
        """How many of a player's moves were judged how."""
        found = Counter(move.judgement for move in self.moves if move.player == player)
        return {judgement: found[judgement] for judgement in JUDGEMENTS}

    @property
    def moments(self) -> tuple[ReviewedMove, ...]:
        """The three moves that lost most, in the order of the game."""
        found = turning_points([(move.judgement, move.drop) for move in self.moves])
        return tuple(self.moves[n] for n in found)


def review(
    record: Record,
    limit: Limit = DEFAULT_LIMIT,
    *,
    engine: Engine | None = None,
    progress: Callable[[int], object] = lambda _done: None,
) -> Review:
    """Go through a game; with a limit by nodes everybody gets the same review.

    It begins at the end: what is proven there helps the positions before. ``progress`` is told how
    many positions are done.
    """
    if engine is None:
        with NativeEngine() as own:
            return review(record, limit, engine=own, progress=progress)
    engine.new_game()
    positions = record.positions
    moves: list[ReviewedMove] = []
    after, answer = _end(positions[-1], engine, limit)
    curve = [after.for_player("X").probability]
    for n in reversed(range(len(record.moves))):
        infos = _look(engine, positions[n], limit)
        move = _reviewed(positions[n], record.squares[n], infos, after, answer)
        if limit.nodes is not None and is_doubtful(move.before, move.after):
            more = replace(limit, nodes=_LOOK_AGAIN * limit.nodes)
            if move.before.proven is None:
                infos = _look(engine, positions[n], more)
            else:
                after = _look(engine, positions[n + 1], more)[0].score
            move = _reviewed(positions[n], record.squares[n], infos, after, answer)
        moves.append(move)
        after, answer = move.before, move.best
        curve.append(after.for_player("X").probability)
        progress(len(moves))
    return Review(record, tuple(reversed(moves)), tuple(reversed(curve)))


def _look(engine: Engine, position: Position, limit: Limit) -> list[Info]:
    """The two best moves; late in the game for certain."""
    late = _squares_left(position) <= _ENDGAME
    return engine.analyse(position, Limit() if late else limit, lines=2)


def _squares_left(position: Position) -> int:
    """How many squares can still be played in before the game is over."""
    closed = position.variant.captured_is_closed
    return sum(
        position.board(board).count(".")
        for board in range(9)
        if not (closed and position.owners[board] in PLAYERS)
    )


def _end(position: Position, engine: Engine, limit: Limit) -> tuple[Score, int | None]:
    """The last position's score and best move, by the rules if they have ended the game."""
    outcome = position.outcome
    if outcome is None:
        best = _look(engine, position, limit)[0]
        return best.score, best.move
    score = Score.draw("X", 0) if outcome.winner is None else Score.win(outcome.winner, 0)
    return score, None


def _reviewed(
    position: Position, square: int, infos: Sequence[Info], next_score: Score, answer: int | None
) -> ReviewedMove:
    lines = [(info.move, info.score.for_player(position.turn)) for info in infos]
    weighed = weigh(square, lines, next_score)
    line = infos[0].line if weighed.best == infos[0].move else (weighed.best,)
    told = weighed.judgement in MARKS
    return ReviewedMove(
        position.ply,
        position.turn,
        square,
        weighed.before,
        weighed.after,
        weighed.best,
        line[:_LONGEST_LINE],
        weighed.judgement,
        weighed.only,
        reasons_for(position, square, better=weighed.best, answer=answer) if told else (),
    )


def annotated(found: Review) -> Record:
    """The game as a record with marks, and the better line beside each mistake."""
    moves = tuple(
        _annotated_move(played, move)
        for played, move in zip(found.record.moves, found.moves, strict=True)
    )
    return replace(found.record, moves=moves)


def _annotated_move(played: RecordedMove, move: ReviewedMove) -> RecordedMove:
    mark = MARKS.get(move.judgement) or ("!" if move.only and move.square == move.best else "")
    if move.judgement not in MARKS or move.best == move.square:
        return replace(played, mark=mark)
    told = f"{move.before} with this"
    better = [RecordedMove(move.line[0], told), *map(RecordedMove, move.line[1:])]
    return replace(played, mark=mark, side_lines=(*played.side_lines, tuple(better)))
