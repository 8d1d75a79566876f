"""Let the engine play with itself, and train its evaluation on the games.

examples:
  ninefold learn run skirmish:free_move=unfilled --out skirmish --minutes 10
  ninefold learn plot skirmish
  ninefold learn games battle --samples 1000000 --out battle.samples
  ninefold learn train battle battle.samples --out battle.weights
  ninefold learn train battle more.samples --from battle.weights --out better.weights
  ninefold learn mix battle better.weights others.weights --out mean.weights
  ninefold match full:network=mean.weights full --mode battle --nodes 20000 --games 200
  ninefold learn install skirmish.weights

`run` goes from nothing, or from weights, through rounds of self-play, training and a match that
accepts or refuses the new network; everything is in its folder, and after Ctrl-C or a crash the
same command goes on. `plot` draws its learning curves. The other jobs are its steps, one by one:
`games` writes the positions of games with itself, `train` fits a network to such files, `mix` takes
the mean of several trainings from the same beginning. Training needs more than the game does: pip
install "ninefold[learn]". `install` copies a network of a variant of your own to where every game
of that variant is judged by it. "Learning" in the docs says how the networks that come with
Ninefold were made.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import threading
from pathlib import Path
from typing import Any, Final

from ninefold.commands import learn_run
from ninefold.commands.contest import add_cluster, connected
from ninefold.commands.learn_run import add_plot_arguments, add_run_arguments
from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.progress import Progress
from ninefold.engine.checks import check_number
from ninefold.engine.core import axes_of
from ninefold.engine.core.network import NetworkFile
from ninefold.engine.networks import find_network, install_network, load_network
from ninefold.engine.scale import HAND_SCALE
from ninefold.learn.parts import Parts
from ninefold.learn.selfplay import count_samples, write_games
from ninefold.rules.errors import BadSyntax
from ninefold.rules.variants import Variant, find_variant, format_variant

__all__ = ["add_arguments", "run"]

_MOST_RATE: Final = 1.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    jobs = parser.add_subparsers(
        dest="job", required=True, metavar="{run,plot,games,train,mix,install}"
    )
    whole = jobs.add_parser("run", help="rounds of self-play, training and matches")
    add_run_arguments(whole)
    add_plot_arguments(jobs.add_parser("plot", help="draw a run's learning curves"))
    games = jobs.add_parser("games", help="play games and write their positions")
    train = jobs.add_parser("train", help="fit a network to positions")
    mix = jobs.add_parser("mix", help="take the mean of several networks")
    install = jobs.add_parser(
        "install", help="let every game of its variant be judged by a network"
    )
    install.add_argument("network", type=Path, metavar="FILE", help="what `train` or `mix` wrote")
    for job in (games, train, mix):
        job.add_argument("mode", metavar="MODE", help=MODE_HELP)
        add_tie_break(job)
        job.add_argument("--out", required=True, type=Path, metavar="FILE", help="what to write")
    for job in (games, train):
        job.add_argument("--seed", type=int, default=0, metavar="N", help="(0)")
    games.add_argument(
        "--samples", type=int, default=1_000_000, metavar="N", help="positions to have (1000000)"
    )
    games.add_argument(
        "--nodes", type=int, default=1500, metavar="N", help="positions looked at a move (1500)"
    )
    games.add_argument(
        "--workers",
        type=int,
        metavar="N",
        help="play in parts, so many at a time (one file, alone)",
    )
    add_cluster(games)
    mix.add_argument("weights", nargs="+", type=Path, metavar="FILE", help="what `train` wrote")
    train.add_argument("samples", nargs="+", type=Path, metavar="FILE", help="what `games` wrote")
    train.add_argument(
        "--visits", type=int, default=8_000_000, metavar="N", help="samples looked at (8000000)"
    )
    train.add_argument("--rate", type=float, default=8e-3, metavar="R", help="of learning (0.008)")
    train.add_argument(
        "--from", dest="begin", type=Path, metavar="FILE", help="weights to go on from"
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
    if arguments.job == "install":
        return _install(arguments.network)
    if arguments.job == "plot":
        return learn_run.plot(arguments)
    if arguments.job == "run":
        return _run(arguments)
    variant = find_variant(arguments.mode, tie_break=arguments.tie_break)
    return {"games": _games, "train": _train, "mix": _mix}[arguments.job](arguments, variant)


def _run(arguments: argparse.Namespace) -> int:
    import ninefold.learn.training  # noqa: F401 - what is missing is told before any game is played

    return learn_run.run(arguments)


def _games(arguments: argparse.Namespace, variant: Variant) -> int:
    if arguments.workers is not None or arguments.cluster is not None:
        return _games_in_parts(arguments, variant)
    before = count_samples(arguments.out)
    games = write_games(
        arguments.out,
        variant,
        arguments.samples,
        nodes=arguments.nodes,
        seed=arguments.seed,
    )
    with Progress(arguments.samples, "positions", done=before) as progress:
        for count in games:
            progress.update(min(count, arguments.samples))
    print(f"{count_samples(arguments.out):,} positions in {arguments.out}", file=sys.stderr)
    return 0


def _games_in_parts(arguments: argparse.Namespace, variant: Variant) -> int:
    """The same seed gives the same file, whoever plays: here or on a cluster."""
    out, folder = arguments.out, arguments.out.with_name(arguments.out.name + ".parts")
    check_number("samples", arguments.samples, 100, 10**9)
    check_number("workers", workers := arguments.workers or 1, 1, 1000)
    check_number("seed", arguments.seed, 0, 2**40)
    if out.exists():
        raise BadSyntax(f"{out} is there already: in parts a file is written whole, choose another")
    parts = Parts(folder, variant, arguments.samples, arguments.nodes, arguments.seed << 20)
    installed = find_network(axes_of(variant))
    network = None if installed is None else Path(installed.name)
    with (
        connected(arguments.cluster) as cluster,
        Progress(arguments.samples, "positions") as progress,
    ):
        parts.play(network, workers, progress.update, threading.Event(), cluster)
    half = out.with_name(out.name + ".part")
    half.write_bytes(b"".join(path.read_bytes() for path in parts.paths))
    half.replace(out)
    shutil.rmtree(folder)
    print(f"{count_samples(out):,} positions in {out}", file=sys.stderr)
    return 0


def _train(arguments: argparse.Namespace, variant: Variant) -> int:
    if not 0 < arguments.part <= 1 or (arguments.part < 1 and not arguments.begin):
        raise BadSyntax(
            f"--part is {arguments.part:g}: expected more than 0 and at most 1, and weights to "
            "begin with (--from) where it is less than 1"
        )
    check_number("visits", arguments.visits, 1, 10**12)
    if not 0 < arguments.rate <= _MOST_RATE:
        raise BadSyntax(
            f"rate is {arguments.rate:g}: expected a number above 0 and at most {_MOST_RATE:g}"
        )
    begin = arguments.begin
    if begin is not None:  # before anything takes time
        NetworkFile.decode(begin.read_bytes(), str(begin))
    from ninefold.learn import samples, states, training

    known = states.States(variant)
    seen = samples.read_samples(arguments.samples, variant, axes_of(variant), known)
    first = training.read_weights(begin) if begin else training.fresh_weights(arguments.seed)
    weights = {name: value.detach().clone().requires_grad_() for name, value in first.items()}
    missed = _fit(arguments, seen, known, weights)
    return _write(arguments, variant, training.between(first, weights, arguments.part), missed)


def _fit(arguments: argparse.Namespace, seen: Any, states: Any, weights: Any) -> float:
    """Train, show how far it is, and give the error that is left."""
    from ninefold.learn import training

    steps = training.train(
        seen,
        states,
        visits=arguments.visits,
        rate=arguments.rate,
        weights=weights,
        seed=arguments.seed,
    )
    with Progress(arguments.visits, "samples") as progress:
        for step in steps:
            progress.update(min(step.visits, arguments.visits), f"error {step.error:.5f}")
    return step.error


def _write(arguments: argparse.Namespace, variant: Variant, weights: Any, missed: float) -> int:
    from ninefold.learn import training

    told = f"{format_variant(variant)}: `ninefold learn train`, {arguments.visits:,} sample visits"
    scale = HAND_SCALE[variant.release]
    training.write_weights(arguments.out, weights, axes_of(variant), scale, told)
    print(f"weights in {arguments.out}, error {missed:.5f}", file=sys.stderr)
    return 0


def _mix(arguments: argparse.Namespace, variant: Variant) -> int:
    from ninefold.learn.mixture import mix_weights

    mix_weights(arguments.weights, variant, arguments.out)
    print(f"the mean of {len(arguments.weights)} in {arguments.out}", file=sys.stderr)
    return 0


def _install(path: Path) -> int:
    """Put a network where every engine of this user finds it."""
    copy = install_network(path)
    print(f"installed as {copy}", file=sys.stderr)
    used = find_network(load_network(copy).axes)
    if used is not None and Path(used.name) != copy:
        print(
            "it is not used by itself: the network that comes with Ninefold for this variant goes "
            f"before it; name yours with full:network={path}",
            file=sys.stderr,
        )
    return 0
