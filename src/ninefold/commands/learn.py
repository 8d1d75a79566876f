"""Let the engine play with itself, and train its evaluation on the games.

examples:
  ninefold learn games battle --samples 1000000 --out battle.samples
  ninefold learn train battle battle.samples --out battle.weights
  ninefold learn train battle more.samples --from battle.weights --out better.weights
  ninefold learn mix battle better.weights others.weights --out mean.weights
  ninefold learn random battle battle.samples --out battle-random.weights

`games` writes the positions of games with itself, or with `--opponent weaker` of games against
several weaker opponents; after Ctrl-C the same command goes on. `train` fits a network to such
files, `mix` takes the mean of several trainings from the same beginning, `random` fits one to what
random games come to from such positions; these need more than the game does:
pip install "ninefold[learn]". docs/learning.md says how the networks that come with Ninefold were
made, and where a new one goes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ninefold.commands.progress import Progress
from ninefold.engine.core import axes_of
from ninefold.engine.levels import OPPONENTS
from ninefold.engine.networks import Network
from ninefold.learn.selfplay import AGAINST, count_samples, write_games
from ninefold.rules.errors import BadSyntax, NinefoldError
from ninefold.rules.notation import parse_variant
from ninefold.rules.variants import AXES, VARIANTS, Variant

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    jobs = parser.add_subparsers(dest="job", required=True, metavar="{games,train,mix,random}")
    games = jobs.add_parser("games", help="play games and write their positions")
    train = jobs.add_parser("train", help="fit a network to positions")
    mix = jobs.add_parser("mix", help="take the mean of several networks")
    random = jobs.add_parser("random", help="fit a network to what random games come to")
    for job in (games, train, mix, random):
        job.add_argument("mode", metavar="MODE", help=", ".join(VARIANTS))
        job.add_argument("--tie-break", choices=AXES["tie_break"], default="draw", help="(draw)")
        job.add_argument("--out", required=True, type=Path, metavar="FILE", help="what to write")
    for job in (games, train):
        job.add_argument(
            "--opponent",
            choices=OPPONENTS,
            default=OPPONENTS[0],
            help=f"who is on the other side ({OPPONENTS[0]})",
        )
    for job in (games, train, random):
        job.add_argument("--seed", type=int, default=0, metavar="N", help="(0)")
    games.add_argument(
        "--against",
        choices=AGAINST,
        default=AGAINST[0],
        help="with --opponent weaker: several kinds, or one who judges by random games, as guessed "
        f"by the network of `random` ({AGAINST[0]})",
    )
    games.add_argument(
        "--samples", type=int, default=1_000_000, metavar="N", help="positions to have (1000000)"
    )
    games.add_argument(
        "--nodes", type=int, default=1500, metavar="N", help="positions looked at a move (1500)"
    )
    mix.add_argument("weights", nargs="+", type=Path, metavar="FILE", help="what `train` wrote")
    for job in (train, random):
        job.add_argument("samples", nargs="+", type=Path, metavar="FILE", help="what `games` wrote")
        job.add_argument(
            "--visits", type=int, default=8_000_000, metavar="N", help="samples looked at (8000000)"
        )
        job.add_argument(
            "--rate", type=float, default=8e-3, metavar="R", help="of learning (0.008)"
        )
    train.add_argument(
        "--from", dest="begin", type=Path, metavar="FILE", help="weights to go on from"
    )
    train.add_argument(
        "--beside",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="with --opponent weaker: games among equals that are not to be forgotten; what is "
        "learnt is then told in the odds of the network for equals (--from)",
    )
    train.add_argument(
        "--part",
        type=float,
        default=1.0,
        metavar="P",
        help="how much of the way from the weights of --from to what was learnt to go (1)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Do one of the jobs."""
    variant = parse_variant(arguments.mode).with_tie_break(arguments.tie_break)
    job = {"games": _games, "train": _train, "mix": _mix, "random": _random}[arguments.job]
    try:
        return job(arguments, variant)
    except OSError as error:
        raise BadSyntax(f"{error.filename} cannot be used: {error.strerror}") from error


def _games(arguments: argparse.Namespace, variant: Variant) -> int:
    if arguments.against != AGAINST[0] and arguments.opponent == "equal":
        raise BadSyntax(
            f"--against {arguments.against} is for games with a weaker opponent: expected "
            "--opponent weaker with it"
        )
    before = count_samples(arguments.out)
    games = write_games(
        arguments.out,
        variant,
        arguments.samples,
        nodes=arguments.nodes,
        seed=arguments.seed,
        opponent=arguments.opponent,
        against=arguments.against,
    )
    with Progress(arguments.samples, "positions", done=before) as progress:
        for count in games:
            progress.update(min(count, arguments.samples))
    print(f"{count_samples(arguments.out):,} positions in {arguments.out}", file=sys.stderr)
    return 0


def _train(arguments: argparse.Namespace, variant: Variant) -> int:
    if not 0 < arguments.part <= 1 or (arguments.part < 1 and not arguments.begin):
        raise BadSyntax(
            f"--part is {arguments.part:g}: expected more than 0 and at most 1, and weights to "
            "begin with (--from) where it is less than 1"
        )
    opponent, begin = arguments.opponent, arguments.begin
    if arguments.beside and (opponent == "equal" or not begin):
        raise BadSyntax(
            "--beside is for learning from a weaker opponent: expected --opponent weaker and the "
            "network for equals to begin with (--from)"
        )
    try:
        from ninefold.learn import hopes, samples, states, training
    except ImportError as error:
        raise _needs_more("training", error) from error
    known, axes = states.States(variant), axes_of(variant)
    beside = None
    if arguments.beside:
        equal = Network(axes, begin.read_bytes())
        seen = hopes.read_hopes(arguments.samples, variant, known, equal)
        beside = samples.read_samples(arguments.beside, variant, axes, known)
    else:
        seen = samples.read_samples(arguments.samples, variant, axes, known, opponent)
    first = training.read_weights(begin) if begin else training.fresh_weights(arguments.seed)
    first = training.with_heads(first, 2 if opponent == "weaker" else 1)
    weights = {name: value.detach().clone().requires_grad_() for name, value in first.items()}
    missed = _fit(arguments, seen, known, weights, beside)
    return _write(arguments, variant, training.between(first, weights, arguments.part), missed)


def _random(arguments: argparse.Namespace, variant: Variant) -> int:
    try:
        from ninefold.learn import random_games, samples, states, training
    except ImportError as error:
        raise _needs_more("training", error) from error
    known, axes = states.States(variant), axes_of(variant)
    raw = samples.join_raw(arguments.samples, axes)
    games = random_games.RandomGames(raw, arguments.seed)
    with Progress(len(raw), "positions") as progress:
        for count in games.play():
            progress.update(count)
    weights = training.fresh_weights(arguments.seed)
    missed = _fit(arguments, games.samples(known), known, weights)
    return _write(arguments, variant, weights, missed)


def _fit(
    arguments: argparse.Namespace, seen: Any, states: Any, weights: Any, beside: Any = None
) -> float:
    """Train, show how far it is, and give the error that is left."""
    from ninefold.learn import training

    steps = training.train(
        seen,
        states,
        visits=arguments.visits,
        rate=arguments.rate,
        weights=weights,
        seed=arguments.seed,
        beside=beside,
    )
    with Progress(arguments.visits, "samples") as progress:
        for step in steps:
            progress.update(min(step.visits, arguments.visits), f"error {step.error:.5f}")
    return step.error


def _write(arguments: argparse.Namespace, variant: Variant, weights: Any, missed: float) -> int:
    from ninefold.learn import samples, training

    training.write_weights(arguments.out, weights, samples.UNITS_PER_ODDS[variant.release])
    print(f"weights in {arguments.out}, error {missed:.5f}", file=sys.stderr)
    return 0


def _mix(arguments: argparse.Namespace, variant: Variant) -> int:
    try:
        from ninefold.learn.mixture import mix_weights
    except ImportError as error:
        raise _needs_more("mixing", error) from error
    mix_weights(arguments.weights, axes_of(variant), arguments.out)
    print(f"the mean of {len(arguments.weights)} in {arguments.out}", file=sys.stderr)
    return 0


def _needs_more(what: str, error: ImportError) -> NinefoldError:
    return NinefoldError(f'{what} needs more than is here ({error}): pip install "ninefold[learn]"')
