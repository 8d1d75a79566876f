"""Let the engine play with itself, and train its evaluation on the games.

examples:
  ninefold learn games battle --samples 1000000 --out battle.samples
  ninefold learn train battle battle.samples --out battle.weights
  ninefold learn train battle more.samples --from battle.weights --out better.weights

`games` writes the positions of games with itself, or with `--opponent weaker` of games against the
plain tree search; after Ctrl-C the same command goes on. `train` fits a network to such files and
needs PyTorch: pip install "ninefold[learn]". docs/learning.md says how the networks that come with
Ninefold were made, and where a new one goes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ninefold.commands.progress import Progress
from ninefold.engine.core import axes_of
from ninefold.engine.levels import OPPONENTS
from ninefold.learn.selfplay import count_samples, write_games
from ninefold.rules.errors import BadSyntax, NinefoldError
from ninefold.rules.notation import parse_variant
from ninefold.rules.variants import VARIANTS, Variant, find_variant

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    jobs = parser.add_subparsers(dest="job", required=True, metavar="{games,train}")
    games = jobs.add_parser("games", help="play games and write their positions")
    train = jobs.add_parser("train", help="fit a network to positions")
    for job in (games, train):
        job.add_argument("mode", metavar="MODE", help=", ".join(VARIANTS))
        job.add_argument("--out", required=True, type=Path, metavar="FILE", help="what to write")
        job.add_argument(
            "--opponent",
            choices=OPPONENTS,
            default=OPPONENTS[0],
            help=f"who is on the other side ({OPPONENTS[0]})",
        )
        job.add_argument("--seed", type=int, default=0, metavar="N", help="(0)")
    games.add_argument(
        "--samples", type=int, default=1_000_000, metavar="N", help="positions to have (1000000)"
    )
    games.add_argument(
        "--nodes", type=int, default=1500, metavar="N", help="positions looked at a move (1500)"
    )
    train.add_argument("samples", nargs="+", type=Path, metavar="FILE", help="what `games` wrote")
    train.add_argument(
        "--from", dest="begin", type=Path, metavar="FILE", help="weights to go on from"
    )
    train.add_argument(
        "--visits", type=int, default=8_000_000, metavar="N", help="samples looked at (8000000)"
    )
    train.add_argument("--rate", type=float, default=8e-3, metavar="R", help="of learning (0.008)")


def run(arguments: argparse.Namespace) -> int:
    """Do the one or the other."""
    variant = find_variant(parse_variant(arguments.mode))
    try:
        return (
            _games(arguments, variant) if arguments.job == "games" else _train(arguments, variant)
        )
    except OSError as error:
        raise BadSyntax(f"{error.filename} cannot be used: {error.strerror}") from error


def _games(arguments: argparse.Namespace, variant: Variant) -> int:
    before = count_samples(arguments.out)
    games = write_games(
        arguments.out,
        variant,
        arguments.samples,
        nodes=arguments.nodes,
        seed=arguments.seed,
        opponent=arguments.opponent,
    )
    with Progress(arguments.samples, "positions", done=before) as progress:
        for count in games:
            progress.update(min(count, arguments.samples))
    print(f"{count_samples(arguments.out):,} positions in {arguments.out}", file=sys.stderr)
    return 0


def _train(arguments: argparse.Namespace, variant: Variant) -> int:
    try:
        from ninefold.learn import samples, states, training
    except ImportError as error:
        raise NinefoldError(
            f'training needs PyTorch, which is not here ({error}): pip install "ninefold[learn]"'
        ) from error
    known = states.States(variant)
    opponent = arguments.opponent
    seen = samples.read_samples(arguments.samples, variant, axes_of(variant), known, opponent)
    begin = arguments.begin
    weights = training.read_weights(begin) if begin else training.fresh_weights(arguments.seed)
    weights = training.with_heads(weights, 2 if opponent == "weaker" else 1)
    steps = training.train(
        seen,
        known,
        visits=arguments.visits,
        rate=arguments.rate,
        weights=weights,
        seed=arguments.seed,
    )
    with Progress(arguments.visits, "samples") as progress:
        for step in steps:
            progress.update(min(step.visits, arguments.visits), f"error {step.error:.5f}")
    training.write_weights(arguments.out, weights, samples.UNITS_PER_ODDS[variant.release])
    print(f"weights in {arguments.out}, error {step.error:.5f}", file=sys.stderr)
    return 0
