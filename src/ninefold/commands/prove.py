"""Settle by search what a position is worth, or whether a player reaches a goal, for certain.

examples:
  ninefold prove modern --moves "55 51 ..."        win, draw or loss for the player to move
  ninefold prove classic --for X --by 43           X has won by move 43, whatever O does
  ninefold prove classic --for X --by 43 --export classic.txt
  ninefold prove classic --for X --by 43 --check classic.txt
  ninefold prove battle --moves "55 51 ..." --for X --restrict "19 captures"

--restrict names the only cells that the goal's player looks at, and adds `captures` (cells that
capture a board), `blocks` (cells that stop a capture) or `else-any` (any cell of a board that has
none of these); the opponent may always play everything, so what is proven holds without it too.
A certificate (--export) is the strategy as text; --check walks every defence against it with the
rules in plain Python. Exit code 0: settled, proven, or checked; 1: not; 2: bad input; 130: stopped.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, Final

from ninefold.commands.options import add_position_arguments, position_from
from ninefold.engine.proofs.certificate import Certificate
from ninefold.engine.proofs.checker import Checked, Refuted, check_strategy
from ninefold.engine.proofs.goal import EVERY_CELL, LAST_MOVE, Goal, parse_cells
from ninefold.engine.proofs.prover import Proof, Prover
from ninefold.engine.proofs.strategy import CentreWin
from ninefold.files import read_text, write_text
from ninefold.protocols.numbers import whole_number
from ninefold.rules.errors import BadSyntax, IllegalMove, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import PLAYERS, square_name
from ninefold.rules.variants import format_variant

__all__ = ["add_arguments", "run"]

_STOPPED: Final = 130
_MEMORY: Final = 256


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold prove` takes."""
    add_position_arguments(parser)
    add = parser.add_argument
    add("--for", dest="player", choices=PLAYERS, help="prove that this player reaches the goal")
    add("--goal", choices=("win", "draw"), help="draw: not to lose (default: win)")
    add("--by", metavar="N", help="and the game is over by move N")
    add("--restrict", metavar="CELLS", help='such as "19 captures"')
    add("--nodes", metavar="N", help="give up after so many positions")
    add("--time", metavar="SECONDS", help="give up after so many seconds")
    add("--memory", metavar="MIB", default=str(_MEMORY), help=f"for the table (default: {_MEMORY})")
    add("--export", metavar="FILE", type=Path, help="write the proof as a certificate")
    add("--check", metavar="FILE", type=Path, help="check this certificate; search nothing")
    add("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Answer the question that was asked."""
    position, moves = position_from(arguments)
    answer: dict[str, Any] = {"mode": format_variant(position.variant), "moves": moves}
    if arguments.player is None:
        _refuse_goal_options(arguments)
        return _print_value(arguments, position, answer)
    goal = Goal(
        arguments.player,
        arguments.goal or "win",
        _number(arguments.by, "move", LAST_MOVE) or LAST_MOVE,
        EVERY_CELL if arguments.restrict is None else parse_cells(arguments.restrict),
    )
    answer["goal"] = str(goal)
    if arguments.check is not None:
        return _print_check(arguments, position, goal, answer)
    return _print_proof(arguments, position, goal, answer)


def _refuse_goal_options(arguments: argparse.Namespace) -> None:
    given = (arguments.goal, arguments.by, arguments.restrict, arguments.export, arguments.check)
    if any(option is not None for option in given):
        raise BadSyntax(
            "--goal, --by, --restrict, --export and --check are about one player: add --for X or "
            "--for O"
        )


# The three answers


def _print_value(arguments: argparse.Namespace, position: Position, answer: dict[str, Any]) -> int:
    with Prover(_number(arguments.memory, "memory") or _MEMORY) as prover:
        watch, began = _Watch(), time.monotonic()
        try:
            value = prover.value(position, **_limits(arguments), watch=watch)
        except KeyboardInterrupt:
            return watch.stopped()
    watch.clear()
    answer |= {"turn": position.turn, "value": value, "nodes": prover.nodes}
    answer["seconds"] = round(time.monotonic() - began, 3)
    words = {"win": "wins", "draw": "draws", "loss": "loses", "unknown": "to move: not settled"}
    _print(arguments, answer, f"{position.turn} {words[value]} ({_cost(answer)})")
    return 1 if value == "unknown" else 0


def _print_proof(
    arguments: argparse.Namespace, position: Position, goal: Goal, answer: dict[str, Any]
) -> int:
    watch = _Watch()
    try:
        with Prover(_number(arguments.memory, "memory") or _MEMORY) as prover, CentreWin() as known:
            strategy = _Strategy(position, goal, prover, known)
            proof = strategy.prove(arguments, watch)
            watch.clear()
            answer |= {"verdict": proof.verdict, "move": None, "nodes": proof.nodes}
            answer["seconds"] = round(proof.seconds, 3)
            if proof.move is not None:
                answer["move"] = square_name(proof.move)
            _print(arguments, answer, _sentence(proof, goal, answer))
            if arguments.export is not None and proof.verdict == "proven":
                _export(arguments.export, position, goal, strategy)
    except KeyboardInterrupt:
        return watch.stopped()
    return 0 if proof.verdict == "proven" else 1


def _print_check(
    arguments: argparse.Namespace, position: Position, goal: Goal, answer: dict[str, Any]
) -> int:
    certificate = Certificate.read(read_text(arguments.check).splitlines())
    began = time.monotonic()
    try:
        checked = _check(position, goal, certificate)
    except (Refuted, IllegalMove) as flaw:
        _print(arguments, answer | {"verdict": "refuted", "why": str(flaw)}, f"refuted: {flaw}")
        return 1
    seconds = round(time.monotonic() - began, 3)
    answer |= {"verdict": "proven", "positions": checked.positions, "latest": checked.latest}
    answer["seconds"] = seconds
    walked = f"{checked.positions:,} positions up to symmetry, {seconds:.1f} s"
    _print(arguments, answer, f"checked: {goal}, at move {checked.latest} at the latest ({walked})")
    return 0


def _check(position: Position, goal: Goal, answer: Certificate) -> Checked:
    draws = goal.at_least == "draw"
    return check_strategy(position, goal.player, answer, by=goal.by, draws=draws)


def _export(path: Path, position: Position, goal: Goal, strategy: _Strategy) -> None:
    """Write the strategy while the checker walks it: what is written has been checked."""
    certificate = Certificate(strategy.move)
    checked = _check(position, goal, certificate)
    write_text(path, "\n".join([f"# {goal}", *certificate.lines(), ""]))
    positions = f"{len(certificate):,} moves for {checked.positions:,} positions"
    print(f"wrote {path}: {positions}", file=sys.stderr)


class _Strategy:
    """A proof as moves: the win from the centre where it stands, else what the search finds."""

    def __init__(self, root: Position, goal: Goal, prover: Prover, known: CentreWin) -> None:
        self._root, self._goal, self._prover, self._known = root, goal, prover, known

    def prove(self, arguments: argparse.Namespace, watch: _Watch) -> Proof:
        began = time.monotonic()
        move = self._known_move(self._root)
        if move is not None:
            return Proof("proven", move, self._known.nodes, time.monotonic() - began, 0, 0)
        limits = _limits(arguments)
        return self._prover.prove(self._root, self._goal, **limits, watch=watch)

    def move(self, position: Position) -> int:
        move = self._known_move(position)
        if move is None:
            move = self._prover.prove(position, self._goal).move
        if move is None:
            raise BadSyntax(f"the proof has a hole: no move for {position!r}")
        return move

    def _known_move(self, position: Position) -> int | None:
        if self._goal.player != "X" or not self._goal.cells.everything:
            return None
        win = self._known.find(position)
        return win.move if win is not None and win.by <= self._goal.by else None


# Words and numbers


class _Watch:
    """Shows on a terminal how far a search has come."""

    def __init__(self) -> None:
        self.nodes = 0
        self._shown = sys.stderr.isatty()
        self._began = time.monotonic()

    def __call__(self, proof: Proof) -> None:
        self.nodes = proof.nodes
        if self._shown:
            left = f"{proof.to_prove:,} to prove, {proof.to_disprove:,} to disprove"
            print(f"\r{self._spent()}: {left}\033[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def stopped(self) -> int:
        self.clear()
        print(f"ninefold: stopped after {self._spent()}: nothing is settled", file=sys.stderr)
        return _STOPPED

    def _spent(self) -> str:
        return f"{self.nodes:,} nodes, {time.monotonic() - self._began:.1f} s"


def _sentence(proof: Proof, goal: Goal, answer: dict[str, Any]) -> str:
    play = f"; play {answer['move']}" if answer["move"] else ""
    verdict = "not settled" if proof.verdict == "unknown" else proof.verdict
    return f"{verdict}: {goal} ({_cost(answer)}){play}"


def _cost(answer: dict[str, Any]) -> str:
    return f"{answer['nodes']:,} nodes, {answer['seconds']:.2f} s"


def _print(arguments: argparse.Namespace, answer: dict[str, Any], sentence: str) -> None:
    print(json.dumps(answer, indent=2) if arguments.json else sentence, flush=True)


def _limits(arguments: argparse.Namespace) -> dict[str, Any]:
    return {"nodes": _number(arguments.nodes, "nodes"), "seconds": _seconds(arguments.time)}


def _number(text: str | None, name: str, most: int = 2**63) -> int | None:
    if text is None:
        return None
    number = whole_number(text.replace("_", "").replace(",", ""))
    if number is not None and 1 <= number <= most:
        return number
    raise BadSyntax(f"{name} is {quoted(text)}: expected a whole number from 1 to {most}")


def _seconds(text: str | None) -> float | None:
    try:
        seconds = None if text is None else float(text)
    except ValueError:
        seconds = -1.0
    if seconds is not None and not 0 <= seconds < float("inf"):
        raise BadSyntax(f"time is {quoted(text)}: expected seconds, 0 or more")
    return seconds
