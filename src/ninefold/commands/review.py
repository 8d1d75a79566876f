"""Review recorded games: what each move lost, what was better, and the moments that mattered.

examples:
  ninefold review game.txt                       one game, or every game of the file
  ninefold review games.txt --out reviewed.txt   marks and better lines; goes on after a stop
  ninefold review game.txt --json                everything, for scripts
  ninefold review game.txt --nodes 2000000       look ten times as long

With a limit by positions (the default) everybody gets the same review of a game.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from ninefold.analysis import DEFAULT_LIMIT, JUDGEMENTS, MARKS, Review, ReviewedMove, annotated
from ninefold.analysis import review as review_game
from ninefold.commands.files import read_input
from ninefold.commands.progress import Progress
from ninefold.engine import Engine, Limit, NativeEngine, Score
from ninefold.files import append_text, read_text
from ninefold.rules.errors import BadInput, BadSyntax, counted
from ninefold.rules.record import Record, format_record, parse_records
from ninefold.rules.squares import PLAYERS, other, square_name
from ninefold.rules.variants import format_variant
from ninefold.words import GAME_WORDS, tell_reason

__all__ = ["add_arguments", "run"]

_HEIGHTS: Final = "▁▂▃▄▅▆▇█"
_MOVES_A_LINE: Final = 10
_LONGEST_LINE: Final = 6
_MOST_REASONS: Final = 2
_PLURALS: Final = {"inaccuracy": "inaccuracies", "mistake": "mistakes", "blunder": "blunders"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold review` takes."""
    usual = DEFAULT_LIMIT.nodes
    parser.add_argument("file", metavar="FILE", help="a file of game records, or - for input")
    parser.add_argument(
        "--nodes", type=int, metavar="N", help=f"positions to look at for each move ({usual})"
    )
    parser.add_argument("--time", type=float, metavar="S", help="seconds for each move instead")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write records with marks there")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Review every game of the file, one after another."""
    records = parse_records(read_input(arguments.file))
    if not records:
        raise BadSyntax(f"{arguments.file} holds no game: expected a game record")
    limit = _limit(arguments)
    done = _already_in(arguments.out, records) if arguments.out else 0
    if done:
        told = f"{counted(done, 'game')} of {len(records)} reviewed before: going on"
        print(told, file=sys.stderr)
    facts = []
    with NativeEngine() as engine:
        for number, record in enumerate(records[done:], done + 1):
            found = _review(record, limit, engine, f"game {number} of {len(records)}")
            if arguments.out:
                append_text(arguments.out, format_record(annotated(found)) + "\n")
            if arguments.json:
                facts.append(_facts(found))
            else:
                print("\n".join(_told(found, number, len(records))))
    if arguments.json:
        print(json.dumps(facts, indent=2))
    return 0


def _limit(arguments: argparse.Namespace) -> Limit:
    if arguments.nodes is None and arguments.time is None:
        return DEFAULT_LIMIT
    return Limit(nodes=arguments.nodes, time=arguments.time)


def _review(record: Record, limit: Limit, engine: Engine, note: str) -> Review:
    with Progress(len(record.moves), "moves") as progress:
        return review_game(
            record, limit, engine=engine, progress=lambda done: progress.update(done, note)
        )


# The file of reviewed games: whole records, one after another, so that a stop loses at most one


def _already_in(out: Path, records: Sequence[Record]) -> int:
    """How many of the games stand in the file of an earlier run."""
    if not out.exists():
        return 0
    wrong = f"{out} is not a review of these games: choose another name for --out"
    try:
        before = parse_records(read_text(out))
    except BadInput as error:
        raise BadInput(f"{wrong} ({error})") from error
    if [game.squares for game in before] != [game.squares for game in records[: len(before)]]:
        raise BadInput(wrong)
    return len(before)


# For people


def _told(found: Review, number: int, games: int) -> Iterator[str]:
    record = found.record
    names = " against ".join(f"{record.tags.get(side) or 'somebody'} ({side})" for side in PLAYERS)
    which = f"game {number} of {games}: " if games > 1 else ""
    length = counted(len(record.moves), "move")
    yield f"{which}{names}, {format_variant(record.variant)}, {length}, {record.result}"
    yield ""
    for side in PLAYERS:
        yield f"  {side}  {_accuracy(found, side)}{_faults(found, side)}"
    yield ""
    yield f"  {_curve_text(found.curve)}  high is good for X"
    yield ""
    yield from _moments(found)
    yield from _moves(found)
    yield ""


def _accuracy(found: Review, side: str) -> str:
    accuracy = found.accuracy(side)  # type: ignore[arg-type]  # one of PLAYERS
    return "no move" if accuracy is None else f"accuracy {accuracy:.0f} of 100"


def _faults(found: Review, side: str) -> str:
    counts = found.counts(side)  # type: ignore[arg-type]  # one of PLAYERS
    told = [
        f"{counts[fault]} {fault if counts[fault] == 1 else _PLURALS[fault]}"
        for fault in JUDGEMENTS
        if fault in MARKS and counts[fault]
    ]
    return "".join(f", {text}" for text in told)


def _curve_text(curve: Sequence[float]) -> str:
    """X's expected score in every position, as a line of bars.

    >>> _curve_text([0.5, 0.9, 0.1])
    '▅█▁'
    """
    return "".join(_HEIGHTS[min(7, int(share * 8))] for share in curve)


def _moments(found: Review) -> Iterator[str]:
    moments = found.moments
    if not moments:
        yield "Nobody let anything go that mattered."
        return
    yield "What mattered:"
    for move in moments:
        yield f"  {_moment(move)}"


def _moment(move: ReviewedMove) -> str:
    name = f"{square_name(move.square)}{MARKS[move.judgement]}"
    line = " ".join(map(square_name, move.line[:_LONGEST_LINE]))
    until = f"until here {move.before}" if move.before.proven else f"{move.before} before"
    told = f"move {move.ply + 1}: {move.player} played {name}: {until}, {_now(move.after)} after."
    why = " ".join(
        tell_reason(GAME_WORDS["en"], code, board, other(move.player))
        for code, board in move.reasons[:_MOST_REASONS]
    )
    return f"{told} {why}{' ' if why else ''}Better: {line}"


def _now(after: Score) -> Score:
    """A score that counts its move, to be compared with the one before, once it is played."""
    return after if after.distance is None else replace(after, distance=after.distance - 1)


def _moves(found: Review) -> Iterator[str]:
    yield ""
    first = found.record.start.ply + 1
    for at in range(0, len(found.moves), _MOVES_A_LINE):
        part = found.moves[at : at + _MOVES_A_LINE]
        words = (f"{square_name(m.square)}{MARKS.get(m.judgement, '')}".ljust(5) for m in part)
        yield f"{first + at:4}. {''.join(words)}".rstrip()


# For scripts


def _facts(found: Review) -> dict[str, Any]:
    return {
        "mode": format_variant(found.record.variant),
        "result": found.record.result,
        "tags": dict(found.record.tags),
        "players": {
            side: {"accuracy": found.accuracy(side), "counts": found.counts(side)}
            for side in PLAYERS
        },
        "curve": [round(share, 4) for share in found.curve],
        "moments": [move.ply + 1 for move in found.moments],
        "moves": [_move_facts(move) for move in found.moves],
    }


def _move_facts(move: ReviewedMove) -> dict[str, Any]:
    return {
        "move": move.ply + 1,
        "player": move.player,
        "square": square_name(move.square),
        "judgement": move.judgement,
        "only": move.only,
        "before": round(move.before.probability, 4),
        "after": round(move.after.probability, 4),
        "proven_before": str(move.before) if move.before.proven else None,
        "proven_after": str(move.after) if move.after.proven else None,
        "best": square_name(move.best),
        "line": [square_name(square) for square in move.line],
        "reasons": [{"code": code, "board": board + 1} for code, board in move.reasons],
    }
