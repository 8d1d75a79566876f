"""What `ninefold learn run` and `ninefold learn plot` do."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack
from dataclasses import fields
from pathlib import Path
from typing import Final

from ninefold.commands.contest import INTERRUPTED, add_cluster, connected, ended_like_ctrl_c
from ninefold.commands.files import write_output
from ninefold.commands.options import MODE_HELP, add_tie_break
from ninefold.commands.progress import Progress
from ninefold.learn.plots import plot_errors, plot_strength
from ninefold.learn.round import RoundResult, RunSettings
from ninefold.learn.run import LearningRun, read_log
from ninefold.rules.errors import BadSyntax
from ninefold.rules.variants import find_variant, format_variant

__all__ = ["add_plot_arguments", "add_run_arguments", "plot", "run"]

_ROUNDS: Final = 4
_MOST_ROUNDS: Final = 999
_USUAL = {field.name: field.default for field in fields(RunSettings)}


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold learn run` takes."""
    add, usual = parser.add_argument, _USUAL
    add("mode", metavar="MODE", help=MODE_HELP)
    add_tie_break(parser)
    add("--out", required=True, type=Path, metavar="DIR", help="the run's folder, gone on with")
    rounds = f"to have in the end ({_ROUNDS}, or with --minutes as many as there is time for)"
    add("--rounds", type=int, metavar="N", help=rounds)
    add("--minutes", type=float, metavar="M", help="begin no other round after so long")
    add("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help="at a time (all)")
    add("--from", dest="begin", metavar="FILE", help="weights to begin with (none: by hand)")
    for name, kind, text in (
        ("samples", int, "positions of self-play a round"),
        ("nodes", int, "positions looked at a move in self-play"),
        ("visits", int, "samples looked at in training a round"),
        ("rate", float, "of learning"),
        ("window", int, "so many rounds' samples are trained on"),
        ("match-games", int, "of each round's match, an even number"),
        ("match-nodes", int, "positions looked at a move in it"),
        ("accept", float, "a new network must score more than this"),
        ("seed", int, "of everything"),
    ):
        default = usual[name.replace("-", "_")]
        add(f"--{name}", type=kind, default=default, metavar="N", help=f"{text} (%(default)s)")
    add_cluster(parser)
    add("--quiet", action="store_true", help="no progress bar")


def add_plot_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold learn plot` takes."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="of a `ninefold learn run`")


def run(arguments: argparse.Namespace) -> int:
    """Go through the rounds that are left, and say what each brought."""
    rounds = arguments.rounds
    if rounds is None:
        rounds = _ROUNDS if arguments.minutes is None else _MOST_ROUNDS
    if arguments.workers < 1 or not 1 <= rounds <= _MOST_ROUNDS:
        raise BadSyntax(
            f"{arguments.workers} workers and {rounds} rounds were asked for: expected 1 or more "
            f"of each, and {_MOST_ROUNDS} rounds at most"
        )
    variant = find_variant(arguments.mode, tie_break=arguments.tie_break)
    names = {field.name for field in fields(RunSettings)} - {"mode"}
    given = {name: getattr(arguments, name) for name in names}
    learning = LearningRun(arguments.out, RunSettings(format_variant(variant), **given))
    seconds = None if arguments.minutes is None else 60 * arguments.minutes
    for result in learning.results:
        _tell(result)
    bars = _Bars(quiet=arguments.quiet)
    try:
        with ended_like_ctrl_c(), bars, connected(arguments.cluster) as cluster:
            learning.run(
                rounds,
                workers=arguments.workers,
                heard=bars.heard,
                on_round=bars.tell,
                seconds=seconds,
                cluster=cluster,
            )
    except KeyboardInterrupt:
        print("ninefold learn: interrupted: the same command goes on", file=sys.stderr)
        return INTERRUPTED
    print(_told_best(learning.best, arguments.out), file=sys.stderr)
    return 0


def _told_best(best: int, folder: Path) -> str:
    if best:
        return f"the best network is that of round {best}, in {folder / 'best.weights'}"
    return "no network has won its match yet: more rounds, or more --samples in each, may bring one"


def plot(arguments: argparse.Namespace) -> int:
    """Draw the learning curves into the run's folder."""
    results = read_log(arguments.folder)
    write_output(str(arguments.folder / "loss.svg"), plot_errors(results).encode())
    write_output(str(arguments.folder / "elo.svg"), plot_strength(results).encode())
    return 0


def _tell(result: RoundResult) -> None:
    verdict = "accepted" if result.accepted else "refused"
    seconds = result.self_play_seconds + result.training_seconds + result.match_seconds
    error = (result.elo_high - result.elo_low) / 2
    print(
        f"round {result.round}: error {result.training_error:.5f}, "
        f"held out {result.held_out_error:.5f}, score {result.score:.1%} "
        f"({result.elo:+z.0f} ± {error:.0f} Elo), {verdict}; "
        f"{result.strength:+z.0f} Elo above the beginning, {seconds:.0f} s",
        flush=True,
    )


class _Bars:
    """A progress bar for each step of a round, one after another."""

    def __init__(self, *, quiet: bool) -> None:
        self._quiet = quiet
        self._step = ""
        self._stack = ExitStack()
        self._bar: Progress | None = None

    def __enter__(self) -> _Bars:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def tell(self, result: RoundResult) -> None:
        self.close()
        _tell(result)

    def close(self) -> None:
        self._stack.close()
        self._step, self._bar = "", None

    def heard(self, step: str, done: int, total: int, note: str) -> None:
        if self._quiet:
            return
        if step != self._step or self._bar is None:
            self.close()
            units = {"self-play": "positions", "training": "samples", "match": "games"}
            self._step = step
            self._bar = self._stack.enter_context(Progress(total, units[step], done=done))
        self._bar.update(min(done, total), note)
