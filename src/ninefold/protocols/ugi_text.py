"""The lines of UGI, the universal game interface, read and written; nothing here plays.

``p1`` is X and ``p2`` is O. A score is told as ``cp``, in Elo points (so 0 is even and +191 means
75 % of the point), or as ``mate``, in the winner's own moves; both are the player's to move. After
them stand words of our own, exact where those are not: ``winprob``, ``proven``, ``distance``; and
``book true`` where a move comes from the opening book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import log10
from typing import Final

from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.engine.score import Score
from ninefold.protocols.numbers import whole_number
from ninefold.rules.errors import BadSyntax, NinefoldError, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import Player, parse_square, square_name

__all__ = [
    "Go",
    "format_go",
    "format_info",
    "parse_go",
    "parse_info",
    "split_position",
    "split_setting",
]

_NUMBERS: Final = ("p1time", "p2time", "p1inc", "p2inc", "movetime", "nodes", "depth")
_NEARLY_SURE: Final = 0.9999
#: Some programs announce a win as so many points that the odds no longer fit a number.
_MOST_POINTS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Go:
    """What ``go`` asked for: numbers as they stood, and the words that were not understood."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    infinite: bool = True
    unknown: tuple[str, ...] = ()

    def limit(self, turn: Player) -> Limit:
        """The limit for the player to move."""
        if self.infinite:
            return Limit()
        side = "p1" if turn == "X" else "p2"
        numbers = self.numbers
        return Limit(
            time=_seconds(numbers.get("movetime")),
            nodes=_at_least_one(numbers.get("nodes")),
            depth=_at_least_one(numbers.get("depth")),
            clock=_seconds(numbers.get(f"{side}time")),
            increment=_seconds(numbers.get(f"{side}inc")) or 0.0,
        )


def parse_go(words: Sequence[str]) -> Go:
    """Read what stands after ``go``.

    >>> parse_go("p1time 60000 p2time 50000 p1inc 500".split()).limit("X")
    Limit(clock=60.0, increment=0.5)
    """
    numbers: dict[str, int] = {}
    unknown: list[str] = []
    infinite = False
    rest = iter(words)
    for word in rest:
        if word in _NUMBERS:
            numbers[word] = _whole(word, next(rest, ""))
        elif word == "infinite":
            infinite = True
        else:
            unknown.append(word)
    limited = numbers.keys() - {"p1inc", "p2inc"}
    return Go(numbers, infinite or not limited, tuple(unknown))


def format_go(limit: Limit, position: Position) -> str:
    """The ``go`` that asks for a limit.

    UGI wants both clocks, and we know only that of the player to move: the other is told the same.
    """
    if limit.endless:
        return "go infinite"
    words = ["go"]
    if limit.clock is not None:
        clock, increment = _milliseconds(limit.clock), _milliseconds(limit.increment)
        words += [f"p1time {clock} p2time {clock} p1inc {increment} p2inc {increment}"]
    if limit.time is not None:
        words.append(f"movetime {_milliseconds(limit.time)}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.depth is not None:
        words.append(f"depth {min(limit.depth, 81 - position.ply)}")
    return " ".join(words)


def split_position(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Read what stands after ``position``: the text of the start (``None`` is the usual), moves.

    >>> split_position("fen battle 9/9/9/9/9/9/9/9/9 ......... X - moves 55 51".split())
    ('battle 9/9/9/9/9/9/9/9/9 ......... X -', ['55', '51'])
    """
    start, moves = list(words), []
    if "moves" in start:
        at = start.index("moves")
        start, moves = start[:at], start[at + 1 :]
    if start == ["startpos"]:
        return None, moves
    if start[:1] == ["fen"] and len(start) > 1:
        return " ".join(start[1:]), moves
    raise BadSyntax(
        f"{quoted(' '.join(words))} is not a position: expected `startpos` or `fen` and a "
        "position, then perhaps `moves` and moves such as 55 51"
    )


def split_setting(words: Sequence[str]) -> tuple[str, str]:
    """Read what stands after ``setoption``: name and value, either of which may have spaces.

    >>> split_setting("name Clear Hash".split())
    ('Clear Hash', '')
    """
    if words[:1] != ["name"]:
        raise BadSyntax(f"{quoted(' '.join(words))} sets nothing: expected `name NAME value VALUE`")
    at = words.index("value") if "value" in words else len(words)
    return " ".join(words[1:at]), " ".join(words[at + 1 :])


def format_info(info: Info) -> str:
    """A line of analysis as UGI says it.

    >>> format_info(Info(move=2, score=Score.win("X", 3), line=(2, 20, 4), depth=3))
    'info depth 3 multipv 1 score mate 2 proven win distance 3 nodes 0 nps 0 time 0 pv 13 33 15'
    """
    line = " ".join(map(square_name, info.line or (info.move,)))
    return (
        f"info depth {info.depth} multipv {info.rank} {_format_score(info.score)} "
        f"nodes {info.nodes} nps {info.speed:.0f} time {_milliseconds(info.time)} "
        f"{'book true ' * info.book}pv {line}"
    )


def parse_info(line: str, position: Position) -> Info | None:
    """Read a line of analysis; ``None`` if it names no legal move or makes no sense."""
    words = line.split()
    if "pv" not in words or "string" in words[:2]:
        return None
    at = words.index("pv")
    told = dict(pairwise(words[1 : at + 1]))
    try:
        return Info(
            move=parse_square(words[at + 1]),
            score=_parse_score(told, position.turn),
            line=_legal_part(position, words[at + 1 :]),
            depth=_told(told, "depth"),
            nodes=_told(told, "nodes"),
            time=_told(told, "time") / 1000,
            rank=_told(told, "multipv", 1),
            book=told.get("book") == "true",
        )
    except (NinefoldError, ValueError, IndexError):
        return None


def _legal_part(position: Position, moves: Sequence[str]) -> tuple[int, ...]:
    """The line as far as it can be played; its first move must be."""
    line: list[int] = []
    for move in moves:
        try:
            position = position.play(move)
        except NinefoldError:
            if not line:
                raise
            break
        line.append(parse_square(move))
    return tuple(line)


def _format_score(score: Score) -> str:
    if score.proven in ("win", "loss") and score.distance is not None:
        moves = (score.distance + 1) // 2
        told = f"mate {moves if score.proven == 'win' else -moves}"
    else:
        chance = min(max(score.probability, 1 - _NEARLY_SURE), _NEARLY_SURE)
        told = f"cp {400 * log10(chance / (1 - chance)):.0f} winprob {score.probability:.4f}"
    if score.proven is not None:
        told += f" proven {score.proven}"
    if score.distance is not None:
        told += f" distance {score.distance}"
    return f"score {told}"


def _parse_score(told: Mapping[str, str], turn: Player) -> Score:
    distance = _told(told, "distance") if "distance" in told else None
    if told.get("proven") == "draw":
        return Score.draw(turn, distance)
    if "mate" in told or "proven" in told:
        moves = _told(told, "mate")
        won = moves > 0 or told.get("proven") == "win"
        if distance is None and moves:
            distance = 2 * moves - 1 if won else -2 * moves
        return Score.win(turn, distance) if won else Score.loss(turn, distance)
    if "winprob" in told:
        return Score(turn, float(told["winprob"]))
    points = min(max(_told(told, "cp"), -_MOST_POINTS), _MOST_POINTS)
    return Score(turn, 1 / (1 + 10 ** (-points / 400)))


def _told(told: Mapping[str, str], name: str, default: int = 0) -> int:
    return _whole(name, told[name]) if name in told else default


def _whole(name: str, text: str) -> int:
    number = whole_number(text)
    if number is None:
        raise BadSyntax(f"{name} is {quoted(text)}: expected a whole number")
    return number


def _seconds(milliseconds: int | None) -> float | None:
    """A clock that has run out may be told as a negative number."""
    return None if milliseconds is None else max(milliseconds, 0) / 1000


def _at_least_one(number: int | None) -> int | None:
    return None if number is None else max(number, 1)


def _milliseconds(seconds: float) -> int:
    return round(1000 * seconds)
