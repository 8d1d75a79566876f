"""What a run makes of a round, worked out by hand: nothing is played or trained here."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from ninefold import find_variant
from ninefold.arena.elo import Elo
from ninefold.arena.game import MatchGame
from ninefold.arena.standing import Standing
from ninefold.engine import Limit, NativeEngine
from ninefold.engine.core import axes_of
from ninefold.engine.core.selfplay import SAMPLE_BYTES
from ninefold.engine.networks import __file__ as networks
from ninefold.game import Result
from ninefold.learn import parts as parts_module
from ninefold.learn import round as round_module
from ninefold.learn.parts import Parts
from ninefold.learn.plots import plot_errors, plot_strength
from ninefold.learn.round import Round, RoundResult, RunSettings, Stopped, _by
from ninefold.learn.run import LearningRun
from ninefold.learn.selfplay import write_games

MODERN = find_variant("modern")
SMALL = RunSettings("modern", samples=200, nodes=10, accept=0.5)
RESULT = RoundResult(1, 200, 0.04, 0.05, 0, 0.6, 70.0, -20.0, 160.0, True, 70.0, 1.0, 2.0, 3.0)


@pytest.mark.parametrize(
    ("samples", "files", "size"),
    [
        (100, 10, 10),
        (101, 10, 11),
        (2_000, 10, 200),
        (200_000, 10, 20_000),
        (200_001, 11, 18_182),
        (400_000, 20, 20_000),
        (410_000, 21, 19_524),
    ],
)
def test_samples_are_in_ten_parts_or_more_and_none_is_too_great(samples, files, size) -> None:
    parts = Parts(Path("x"), MODERN, samples, 10, 1)
    assert [path.name for path in parts.paths[:2]] == ["part-000.samples", "part-001.samples"]
    assert (len(parts.paths), parts.size) == (files, size)
    assert files * size >= samples


class Nearby:
    """A cluster that does each job here, last one first."""

    def __init__(self) -> None:
        self.jobs: list[int] = []

    def results(self, work, jobs, *, shared=None, stop):
        for number, job in reversed([*enumerate(jobs)]):
            self.jobs.append(*job)
            yield number, bytes([job[0] % 256]) * SAMPLE_BYTES * shared[1]


def test_what_nodes_play_goes_into_the_file_of_its_seed_and_only_what_is_missing(tmp_path) -> None:
    parts, cluster, heard = Parts(tmp_path, MODERN, 100, 10, seed=70), Nearby(), list[int]()
    whole = b"x" * SAMPLE_BYTES * parts.size
    parts.paths[3].write_bytes(whole)
    parts.paths[4].write_bytes(whole[:-1])  # a crash left a sample half written
    parts.play(None, 1, heard.append, threading.Event(), cluster)
    assert sorted(cluster.jobs) == [70, 71, 72, *range(74, 80)]
    assert parts.paths[3].read_bytes() == whole
    for number in (0, 4, 9):
        assert parts.paths[number].read_bytes() == bytes([70 + number]) * len(whole)
    assert heard == [*range(10, 101, 10), 100]
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in parts.paths}


@pytest.mark.parametrize("by_network", [True, False])
def test_every_part_is_played_by_the_network_that_was_given_here_and_elsewhere(
    by_network: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or by hand; and nobody hears of more samples than were asked for."""
    network = Path(networks).with_name("modern.weights") if by_network else None
    asked: list[tuple[object, ...]] = []

    def write(path, variant, samples, *, nodes, seed, network):
        by = None if network is None else network.axes
        asked.append((variant, samples, nodes, seed, by))
        path.write_bytes(bytes(SAMPLE_BYTES * samples))
        yield samples

    class Node:
        def results(self, work, jobs, *, shared, stop):
            assert not stop.is_set()
            return ((number, work(shared, *job)) for number, job in enumerate(jobs))

    monkeypatch.setattr(parts_module, "write_games", write)
    axes = axes_of(MODERN) if by_network else None
    for name, cluster in (("here", None), ("there", Node())):
        asked.clear()
        heard: list[int] = []
        parts = Parts(tmp_path / name, MODERN, 105, 13, 7)
        parts.play(network, 1, heard.append, threading.Event(), cluster)
        assert asked == [(MODERN, 11, 13, 7 + n, axes) for n in range(10)]
        assert [path.stat().st_size for path in parts.paths] == [11 * SAMPLE_BYTES] * 10
        assert heard[-1] == 105
        if cluster is not None:
            assert heard == [0, *range(11, 110, 11), 105, 105]


def test_rounds_have_seeds_and_folders_of_their_own() -> None:
    seeds = {
        (seed, number): Round(number, Path("run"), replace(SMALL, seed=seed)).parts.seed
        for seed in (1, 2)
        for number in (1, 2, 15)
    }
    assert seeds[1, 1] == (1 << 24) + (1 << 12)
    assert len({*seeds.values()}) == 6
    assert min(abs(a - b) for a in seeds.values() for b in seeds.values() if a != b) >= 1 << 12
    assert Round(2, Path("run"), SMALL).network == Path("run/round-02/network.weights")


def test_the_last_of_every_ten_parts_is_held_out() -> None:
    played = Round(1, Path("run"), replace(SMALL, samples=500_000))
    assert len(played.parts.paths) == 25
    kept = [path.stem[-3:] for path in played.samples(held_out=True)]
    assert kept == ["009", "019"]
    assert len(played.samples(held_out=False)) == 23


def begun(folder: Path, *results: RoundResult) -> LearningRun:
    run = LearningRun(folder, SMALL)
    for result in results:
        now = Round(result.round, folder, SMALL)
        now.folder.mkdir()
        now.finish(result)
    return run


@pytest.mark.parametrize(
    ("elo", "accepted", "told", "strength"),
    [
        (Elo(40.0, -10.0, 90.0), True, (40.0, -10.0, 90.0), 110.0),
        (Elo(40.0, -10.0, 90.0), False, (40.0, -10.0, 90.0), 70.0),
        (Elo(-30.0, -80.0, 20.0), False, (-30.0, -80.0, 20.0), 70.0),
        (Elo(float("inf"), 300.0, float("inf")), True, (800.0, 300.0, 800.0), 870.0),
        (Elo(float("-inf"), float("-inf"), -300.0), False, (-800.0, -800.0, -300.0), 70.0),
    ],
)
def test_strength_adds_up_what_was_accepted(tmp_path, elo, accepted, told, strength) -> None:
    run = begun(tmp_path, RESULT)
    errors = {"training": 0.04, "held_out": 0.05}
    now = Round(2, tmp_path, SMALL)
    result = run._result(now, errors, 1, 0.6, elo, accepted, [0.0, 1.0, 3.04, 7.0])
    assert result == RoundResult(
        2, 200, 0.04, 0.05, 1, 0.6, *told, accepted, strength, 1.0, 2.0, 4.0
    )


def test_a_first_round_starts_from_nothing(tmp_path) -> None:
    errors, elo = {"training": 0.1, "held_out": 0.2}, Elo(50.0, 10.0, 90.0)
    run, now = begun(tmp_path), Round(1, tmp_path, SMALL)
    assert run._result(now, errors, 0, 0.6, elo, True, [0.0] * 4).strength == 50.0
    assert run._result(now, errors, 0, 0.4, elo, False, [0.0] * 4).strength == 0.0
    assert (run.best, run._network(0), run._network(3)) == (
        0,
        None,
        Round(3, tmp_path, SMALL).network,
    )


def test_a_round_plays_the_best_and_learns_from_the_one_before(tmp_path, monkeypatch) -> None:
    """Accepted is who scores more than was asked for; a tie is not."""
    run = begun(tmp_path, RESULT, replace(RESULT, round=2, accepted=False))
    asked: list[object] = []
    share = 0.5
    monkeypatch.setattr(Round, "play", lambda _, best, *__: asked.append(("play", best)))

    def train(_self, begin, *_) -> dict[str, float]:
        asked.append(("train", begin))
        return {"training": 0.1, "held_out": 0.2}

    def match(self, best, name, *_):
        asked.append(("match", best, name))
        self.folder.mkdir(exist_ok=True)
        self.network.write_text(f"network {self.number}")
        return type("Standing", (), {"share": share, "elo": Elo(9.0, 1.0, 17.0)})

    monkeypatch.setattr(Round, "train", train)
    monkeypatch.setattr(Round, "match", match)
    network = {n: tmp_path / f"round-{n:02d}" / "network.weights" for n in range(5)}
    run.run(3, workers=1)
    assert asked == [
        ("play", network[1]),
        ("train", network[2]),
        ("match", network[1], "round 1"),
    ]
    assert not run.results[-1].accepted
    assert not (tmp_path / "best.weights").exists()
    share = 0.51
    heard: list[int] = []
    run.run(5, workers=1, on_round=lambda result: heard.append(result.round))
    assert asked[-3:] == [
        ("play", network[4]),
        ("train", network[4]),
        ("match", network[4], "round 4"),
    ]
    assert (heard, run.best) == ([4, 5], 5)
    assert (tmp_path / "best.weights").read_text() == "network 5"
    assert [row["round"] for row in json.loads((tmp_path / "log.json").read_text())] == [
        1,
        2,
        3,
        4,
        5,
    ]
    run.run(9, workers=1, seconds=-1)
    assert len(run.results) == 5


def test_what_is_trained_already_is_not_trained_again(tmp_path) -> None:
    now = Round(1, tmp_path, SMALL)
    now.folder.mkdir()
    now.network.write_text("weights")
    errors = {"training": 0.25, "held_out": 0.5}
    now._write_beside(now.network.with_suffix(".json"), errors, ["round-01/part-000.samples"])
    told = json.loads(now.network.with_suffix(".json").read_text())
    assert (told["round"], told["samples"]) == (1, ["round-01/part-000.samples"])
    assert told["settings"]["samples"] == 200
    assert now.train(None, 1, lambda *_: None, None) == errors


class Trainer(ModuleType):
    """`learn.training` where there is no PyTorch: it notes what it is given to learn from."""

    def __init__(self) -> None:
        super().__init__("ninefold.learn.training")
        self.told: dict[str, object] = {}
        self.steps = [SimpleNamespace(visits=v, error=e) for v, e in ((10, 0.5), (20, 0.125))]

    def use_threads(self, count: int) -> None:
        self.told["threads"] = count

    def fresh_weights(self, seed: int) -> str:
        return f"fresh {seed}"

    def read_weights(self, path: Path) -> str:
        return f"read {path}"

    def train(self, samples, _states, **asked):
        self.told |= {"seen": len(samples.boards), **asked}
        yield from self.steps

    def error_on(self, samples, _states, weights: str) -> float:
        self.told |= {"kept": len(samples.boards), "judged": weights}
        return 0.25

    def write_weights(self, path: Path, *written: object) -> None:
        self.told["written"] = written
        path.write_text("weights")


@pytest.fixture
def trainer(monkeypatch: pytest.MonkeyPatch) -> Trainer:
    from ninefold import learn

    trainer = Trainer()
    monkeypatch.setitem(sys.modules, trainer.__name__, trainer)
    monkeypatch.setattr(learn, "training", trainer, raising=False)
    return trainer


def played(folder: Path, settings: RunSettings, rounds: int) -> None:
    """Of each round ten files, with as many samples in each as the round's number squared."""
    some = folder / "some"
    for _ in write_games(some, MODERN, rounds * rounds, nodes=10, seed=1):
        pass
    for number in range(1, rounds + 1):
        now = Round(number, folder, settings)
        now.folder.mkdir()
        for path in now.parts.paths:
            path.write_bytes(some.read_bytes()[: number * number * SAMPLE_BYTES])


@pytest.mark.parametrize(
    ("number", "window", "learnt"),
    [
        (1, 1, [1]),
        (1, 4, [1]),
        (2, 1, [2]),
        (3, 2, [2, 3]),
        (4, 4, [1, 2, 3, 4]),
        (5, 4, [2, 3, 4, 5]),
        (5, 9, [1, 2, 3, 4, 5]),
    ],
)
def test_a_round_learns_from_the_rounds_of_its_window(
    tmp_path, trainer, number: int, window: int, learnt: list[int]
) -> None:
    """And is judged by what was kept back of its own samples, of no earlier round's."""
    settings = replace(SMALL, samples=100, window=window, visits=20, rate=0.5, seed=7)
    played(tmp_path, settings, 6)
    heard: list[tuple[object, ...]] = []
    now = Round(number, tmp_path, settings)
    errors = now.train(None, 3, lambda *told: heard.append(told), threading.Event())
    assert errors == {"training": 0.125, "held_out": 0.25}
    assert trainer.told["seen"] == 9 * sum(n * n for n in learnt)
    assert trainer.told["kept"] == number * number
    told = json.loads(now.network.with_suffix(".json").read_text())
    assert told["samples"] == [
        f"round-{n:02d}/part-{part:03d}.samples" for n in learnt for part in range(9)
    ]
    assert (told["round"], told["errors"], told["settings"]["window"]) == (number, errors, window)
    fresh = f"fresh {7 + number}"
    asked = {"visits": 20, "rate": 0.5, "weights": fresh, "seed": 7 + number, "threads": 3}
    assert asked.items() <= trainer.told.items()
    assert trainer.told["judged"] == fresh
    assert trainer.told["written"] == (
        fresh,
        axes_of(MODERN),
        1300.0,
        f"modern: `ninefold learn run`, round {number}",
    )
    assert heard == [
        ("training", 10, 20, "error 0.50000"),
        ("training", 20, 20, "error 0.12500"),
    ]


def test_training_goes_on_from_a_network_and_one_that_was_stopped_leaves_nothing(
    tmp_path, trainer
) -> None:
    settings = replace(SMALL, samples=100)
    played(tmp_path, settings, 1)
    now, stop = Round(1, tmp_path, settings), threading.Event()
    stop.set()
    with pytest.raises(Stopped):
        now.train(tmp_path / "begin", 1, lambda *_: None, stop)
    assert not now.network.exists()
    assert not now.network.with_suffix(".json").exists()
    stop.clear()
    now.network.write_text("without its errors: a crash came between")
    now.train(tmp_path / "begin", 1, lambda *_: None, stop)
    assert trainer.told["weights"] == f"read {tmp_path / 'begin'}"
    assert now.network.read_text() == "weights"


def test_networks_play_their_match_without_a_book() -> None:
    modern = Path(networks).with_name("modern.weights")
    for network, by_hand in ((None, True), (modern, False)):
        player = _by(network, "round 3")
        assert player.text == "round 3"
        with player.make() as engine:
            assert isinstance(engine, NativeEngine)
            assert (engine._book, engine._by_hand) == (False, by_hand)
            assert (engine._network is not None) == (not by_hand)


def test_a_network_is_drawn_above_the_best_that_it_played(monkeypatch) -> None:
    rounds = [
        replace(RESULT, elo=40.0, elo_low=10.0, elo_high=70.0, strength=40.0),
        replace(RESULT, round=2, elo=-30.0, elo_low=-50.0, elo_high=-10.0, strength=40.0),
        replace(RESULT, round=3, elo=20.0, elo_low=5.0, elo_high=35.0, strength=60.0),
    ]
    drawn = []
    monkeypatch.setattr("ninefold.learn.plots.line_chart", lambda lines, **_: drawn.append(lines))
    plot_strength(rounds)
    new, best = drawn[0]
    assert [*new.points] == [(0, 0), (1, 40), (2, 10), (3, 60)]
    assert [*new.band] == [(0, 0), (10, 70), (-10, 30), (45, 75)]
    assert [*best.points] == [(0, 0), (1, 40), (2, 40), (3, 60)]
    plot_errors([rounds[0], replace(rounds[1], training_error=0.03, held_out_error=0.02)])
    training, held_out = drawn[1]
    assert (training.name, [*training.points]) == ("training", [(1, 0.04), (2, 0.03)])
    assert (held_out.name, [*held_out.points]) == ("held out", [(1, 0.05), (2, 0.02)])


@pytest.mark.parametrize("best", [None, Path("best.weights")])
def test_a_rounds_match_is_played_as_its_settings_say_and_goes_on(
    best: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(SMALL, match_games=6, match_nodes=170, seed=40)
    asked: list[tuple[object, ...]] = []
    stop = threading.Event()

    def run(self, *, played, on_game, stop, cluster) -> Standing:
        asked.append((self, len(played), stop, cluster))
        game = MatchGame(len(played), (40,), 1, Result("X", "time"))
        on_game(Standing(self.names, (*played, game)))
        return Standing(self.names, (*played, game))

    monkeypatch.setattr(round_module.Match, "run", run)
    made: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        round_module,
        "even_openings",
        lambda variant, count, *, seed: made.append((variant, count, seed)) or [(40,)] * count,
    )
    heard: list[tuple[object, ...]] = []
    now = Round(3, tmp_path, settings)
    now.folder.mkdir()
    for workers, cluster in ((2, None), (5, "nodes")):
        now.match(best, "round 1", workers, lambda *told: heard.append(told), stop, cluster)
    assert made == [(MODERN, 3, 43)]  # once: the second goes on with them
    for (match, before, given, cluster), workers in zip(asked, (2, 5), strict=True):
        assert match.names == ("round 3", "round 1")
        assert match.limits == (Limit(nodes=170), Limit(nodes=170))
        assert (match.games, match.concurrency, match.variant) == (6, workers, MODERN)
        assert (match.openings, given) == (((40,),) * 3, stop)
        assert (before, cluster) == ((0, None) if workers == 2 else (1, "nodes"))
        players = [player.network for player in match.players]
        assert players == [str(now.network), None if best is None else str(best)]
    assert heard == [
        ("match", 1, 6, "100.0% against round 1"),
        ("match", 2, 6, "50.0% against round 1"),
    ]
    stop.set()
    with pytest.raises(Stopped):
        now.match(best, "round 1", 1, lambda *_: None, stop)


def test_a_run_gives_its_cluster_and_workers_to_games_and_to_training(
    tmp_path, monkeypatch
) -> None:
    asked: list[tuple[object, ...]] = []
    run, stop = begun(tmp_path), threading.Event()

    def play(_self, _best, workers, _heard, stopped, cluster) -> None:
        asked.append(("play", workers, stopped, cluster))

    def train(_self, _begin, workers, _heard, stopped) -> dict[str, float]:
        asked.append(("train", workers, stopped))
        return {"training": 0.1, "held_out": 0.2}

    def match(self, _best, _name, workers, _heard, stopped, cluster):
        asked.append(("match", workers, stopped, cluster))
        self.folder.mkdir(exist_ok=True)
        return SimpleNamespace(share=0.1, elo=Elo(-9.0, -17.0, -1.0))

    for name, what in (("play", play), ("train", train), ("match", match)):
        monkeypatch.setattr(Round, name, what)
    run.run(1, workers=3, stop=stop, cluster="nodes")
    assert asked == [("play", 3, stop, "nodes"), ("train", 3, stop), ("match", 3, stop, "nodes")]


def test_no_round_is_begun_after_so_many_seconds(tmp_path, monkeypatch) -> None:
    run, now = begun(tmp_path), [0.0]
    monkeypatch.setattr("ninefold.learn.run.time.monotonic", lambda: now[0])

    def passes(name: str, seconds: float, answer: object) -> None:
        def what(self, *_: object) -> object:
            now[0] += seconds
            self.folder.mkdir(exist_ok=True)
            return answer

        monkeypatch.setattr(Round, name, what)

    passes("play", 20.0, None)
    passes("train", 12.5, {"training": 0.1, "held_out": 0.2})
    passes("match", 7.5, SimpleNamespace(share=0.1, elo=Elo(-9.0, -17.0, -1.0)))
    run.run(9, workers=1, seconds=80.0)  # begun after 0, 40 and 80
    assert [result.round for result in run.results] == [1, 2, 3]
    last = run.results[-1]
    took = (last.self_play_seconds, last.training_seconds, last.match_seconds)
    assert took == (20.0, 12.5, 7.5)
