"""Measure the search: nodes a second, and the node signature.

examples:
  ninefold bench
  ninefold bench --depth 15 --json

Fixed positions of every mode are searched to a fixed depth, by the network and by the hand-written
evaluation. The nodes of all together are the signature: the same on every machine, and another one
exactly when the search has changed. Speeds are processor time of one thread.
"""

from __future__ import annotations

import argparse
import json

from ninefold.engine.checks import check_number
from ninefold.engine.signature import DEPTH, count_nodes

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--depth",
        type=int,
        default=DEPTH,
        metavar="N",
        help="moves to look ahead (%(default)s, which the signature is told for)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Print a row for each mode and evaluation, and the sum."""
    check_number("depth", arguments.depth, 1, 81)
    counts = []
    if not arguments.json:
        print(f"{'mode':<8} {'evaluation':<10} {'nodes':>12} {'M nodes/s':>10}")
    for count in count_nodes(arguments.depth):
        counts.append(count)
        if not arguments.json:
            print(_row(count.mode, count.evaluation, count.nodes, count.seconds), flush=True)
    nodes, seconds = sum(count.nodes for count in counts), sum(count.seconds for count in counts)
    if arguments.json:
        rows = [count._asdict() for count in counts]
        print(json.dumps({"depth": arguments.depth, "signature": nodes, "counts": rows}, indent=2))
    else:
        print(_row("all", "", nodes, seconds))
        print(f"signature {nodes}")
    return 0


def _row(mode: str, evaluation: str, nodes: int, seconds: float) -> str:
    return f"{mode:<8} {evaluation:<10} {nodes:>12,} {nodes / max(seconds, 1e-9) / 1e6:>10.1f}"
