"""Runs: rounds follow one another, go on after a kill, and come out the same."""

from __future__ import annotations

import csv
import json
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ninefold import NinefoldError
from ninefold.cli import main
from ninefold.engine.networks import __file__ as networks
from ninefold.engine.networks import load_network
from ninefold.learn.plots import plot_errors, plot_strength
from ninefold.learn.round import Round, RoundResult, RunSettings, Stopped
from ninefold.learn.run import LearningRun, read_log
from support.terminal_window import ninefold

OWN = "skirmish:free_move=unfilled,ownership=latest"
SMALL = RunSettings(
    OWN, samples=2000, nodes=40, visits=10 * 16_384, match_games=4, match_nodes=100, accept=0.0
)
RESULT = RoundResult(1, 2000, 0.04, 0.05, 0, 0.6, 70.0, -20.0, 160.0, True, 70.0, 1.0, 2.0, 3.0)


def silent(*_: object) -> None:
    pass


def samples_of(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.glob("round-*/*.samples")}


def test_samples_do_not_hang_on_how_many_play(tmp_path: Path) -> None:
    for workers in (1, 3):
        Round(1, tmp_path / str(workers), SMALL).play(None, workers, silent, threading.Event())
    one, three = samples_of(tmp_path / "1"), samples_of(tmp_path / "3")
    assert len(one) == 10
    assert one == three


def test_no_part_plays_the_games_of_another(tmp_path: Path) -> None:
    """Neither in a round, nor in the next, nor in a run with the next seed."""
    for n, (number, settings) in enumerate([(1, SMALL), (2, SMALL), (1, replace(SMALL, seed=2))]):
        Round(number, tmp_path / str(n), settings).play(None, 2, silent, threading.Event())
    parts = [part for n in range(3) for part in samples_of(tmp_path / str(n)).values()]
    assert len(set(parts)) == len(parts) == 30


def test_the_match_of_every_round_and_seed_has_openings_of_its_own(tmp_path: Path) -> None:
    """Else rounds would be accepted for what they do in the same few games."""

    def openings(number: int, seed: int, folder: str) -> str:
        now = Round(number, tmp_path / folder, replace(SMALL, mode="modern", seed=seed))
        now.folder.mkdir(parents=True)
        shutil.copy(Path(networks).with_name("modern.weights"), now.network)
        now.match(None, "the hand-written evaluation", 1, silent, threading.Event())
        return (now.folder / "match" / "openings.txt").read_text()

    seen = [openings(number, seed, str(seed)) for seed in (1, 9) for number in (1, 2)]
    assert len({*seen}) == 4
    assert openings(2, 9, "again") == seen[-1]


def test_self_play_that_was_stopped_goes_on_with_the_same_games(tmp_path: Path) -> None:
    long = replace(SMALL, samples=100_000)  # so that it is not over before it hears of the stop
    whole, broken = Round(1, tmp_path / "whole", long), Round(1, tmp_path / "broken", long)
    whole.play(None, 1, silent, threading.Event())
    stop = threading.Event()

    def soon(_step: str, done: int, _total: int, _note: str) -> None:
        if done > 0:
            stop.set()

    with pytest.raises(Stopped):
        broken.play(None, 1, soon, stop)
    assert samples_of(tmp_path / "broken") != samples_of(tmp_path / "whole")
    broken.play(None, 2, silent, threading.Event())
    assert samples_of(tmp_path / "broken") == samples_of(tmp_path / "whole")


def test_one_part_in_ten_is_held_out(tmp_path: Path) -> None:
    played = Round(1, tmp_path, SMALL)
    kept, seen = played.samples(held_out=True), played.samples(held_out=False)
    assert (len(kept), len(seen)) == (1, 9)
    assert not set(kept) & set(seen)


@pytest.mark.parametrize(
    "settings", [{"samples": 1}, {"accept": 1.5}, {"rate": 0}, {"seed": -1}, {"window": 0}]
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(NinefoldError, match="expected"):
        replace(SMALL, **settings)


def test_another_run_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    LearningRun(tmp_path, SMALL)
    LearningRun(tmp_path, SMALL)
    with pytest.raises(NinefoldError, match=r"another run \(nodes, seed differ\)"):
        LearningRun(tmp_path, replace(SMALL, nodes=50, seed=2))


def test_weights_of_another_variant_are_no_beginning(tmp_path: Path) -> None:
    import ninefold.engine.networks

    battle = Path(ninefold.engine.networks.__file__).with_name("battle.weights")
    with pytest.raises(NinefoldError, match="network for battle"):
        LearningRun(tmp_path, replace(SMALL, begin=str(battle)))


def test_the_best_round_is_the_last_that_won_its_match(tmp_path: Path) -> None:
    run, best = LearningRun(tmp_path, SMALL), []
    for number, accepted in enumerate([False, True, False], start=1):
        now = Round(number, tmp_path, SMALL)
        now.folder.mkdir()
        now.finish(replace(RESULT, round=number, accepted=accepted))
        best.append(run.best)
    assert best == [0, 2, 2]
    assert [result.round for result in run.results] == [1, 2, 3]


def test_plots_show_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = [RESULT, replace(RESULT, round=2, accepted=False, elo=-30.0)]
    rows = [{name: getattr(r, name) for name in RoundResult.__slots__} for r in results]
    assert main(["learn", "plot", str(tmp_path)]) == 2
    assert "there is no log" in capsys.readouterr().err
    (tmp_path / "log.json").write_text(json.dumps(rows))
    assert read_log(tmp_path) == results
    assert main(["learn", "plot", str(tmp_path)]) == 0
    assert "held out" in (tmp_path / "loss.svg").read_text("utf-8")
    assert (tmp_path / "elo.svg").read_text("utf-8") == plot_strength(results)
    assert plot_errors(results).startswith("<svg")


# What follows trains, and needs PyTorch.


def command(folder: Path, rounds: int) -> list[str]:
    small = [f"--{name.replace('_', '-')}={getattr(SMALL, name)}" for name in SMALL.__slots__[1:-1]]
    return ["learn", "run", OWN, "--out", str(folder), f"--rounds={rounds}", "--workers=1", *small]


def test_a_run_goes_from_nothing_to_a_network_of_ones_own(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: only training needs it")
    assert main([*command(tmp_path, 2), "--quiet"]) == 0
    log = read_log(tmp_path)
    assert [result.round for result in log] == [1, 2]
    assert all(0 < result.held_out_error < 0.5 for result in log)
    with (tmp_path / "log.csv").open() as file:
        assert [row["round"] for row in csv.DictReader(file)] == ["1", "2"]
    beside = json.loads((tmp_path / "round-02" / "network.json").read_text("utf-8"))
    assert beside["settings"]["seed"] == SMALL.seed
    assert set(beside["versions"]) == {"python", "ninefold", "numpy", "torch"}
    if any(result.accepted for result in log):
        assert load_network(tmp_path / "best.weights").axes == 6


def test_a_killed_run_goes_on_and_comes_out_the_same(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: only training needs it")
    assert main([*command(tmp_path / "whole", 1), "--quiet"]) == 0
    broken = tmp_path / "broken"
    for wanted in ("part-003.samples", "network.weights"):  # killed in self-play, then in the match
        child = subprocess.Popen(ninefold(*command(broken, 1)), stderr=subprocess.DEVNULL)
        while not (broken / "round-01" / wanted).exists() and child.poll() is None:
            time.sleep(0.02)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert main([*command(broken, 1), "--quiet"]) == 0
    assert samples_of(broken) == samples_of(tmp_path / "whole")
    networks = [tmp_path / run / "round-01" / "network.weights" for run in ("whole", "broken")]
    assert networks[0].read_bytes() == networks[1].read_bytes()
    (one,), (two,) = read_log(tmp_path / "whole"), read_log(broken)
    assert (one.score, one.held_out_error) == (two.score, two.held_out_error)
