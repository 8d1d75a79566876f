"""`ninefold learn`: what a run is asked and what is told of it, games in parts, installing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from ninefold import find_variant
from ninefold.cli import main
from ninefold.commands import learn, learn_run
from ninefold.engine import networks
from ninefold.engine.core import axes_of
from ninefold.learn import samples, states
from ninefold.learn.round import RoundResult, RunSettings
from ninefold.learn.selfplay import write_games

RESULT = RoundResult(1, 200, 0.04, 0.05, 0, 0.625, 88.7, -11.0, 190.0, True, 88.7, 10.4, 2.0, 3.0)
WORSE = replace(
    RESULT, round=2, score=0.4, elo=-70.4, elo_low=-150.0, elo_high=10.0, accepted=False
)
Bars = list[tuple[object, ...]]


class Run:
    """A run without its rounds: it notes what it is asked, and brings what it is told to bring."""

    asked: dict[str, Any]
    before: tuple[RoundResult, ...] = ()
    brings: tuple[RoundResult, ...] = ()
    best = 0
    interrupted = False
    steps: Callable[..., None] = staticmethod(lambda heard: None)

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        self.results = self.before
        type(self).asked = {"folder": folder, "settings": settings}

    def run(self, rounds: int, *, heard, on_round, **more: object) -> None:
        self.asked.update(more, rounds=rounds)
        type(self).steps(heard)
        for result in self.brings:
            on_round(result)
        if self.interrupted:
            raise KeyboardInterrupt


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> type[Run]:
    class Fresh(Run):
        pass

    monkeypatch.setattr(learn_run, "LearningRun", Fresh)
    # The command looks first whether PyTorch is there; a run without rounds does without it.
    monkeypatch.setitem(sys.modules, "ninefold.learn.training", ModuleType("training"))
    return Fresh


@pytest.mark.parametrize(
    ("options", "rounds", "seconds"),
    [
        ([], 4, None),
        (["--minutes", "2"], 999, 120.0),
        (["--rounds", "7"], 7, None),
        (["--rounds", "7", "--minutes", "0.5"], 7, 30.0),
        (["--rounds", "1"], 1, None),
        (["--rounds", "999"], 999, None),
    ],
)
def test_a_run_goes_on_for_so_many_rounds_or_so_long(run, options, rounds, seconds) -> None:
    assert main(["learn", "run", "battle", "--out", "x", "--workers", "3", *options]) == 0
    assert (run.asked["rounds"], run.asked["seconds"]) == (rounds, seconds)
    assert (run.asked["folder"], run.asked["workers"]) == (Path("x"), 3)
    assert run.asked["cluster"] is None


@pytest.mark.parametrize("options", [["--rounds", "0"], ["--rounds", "1000"], ["--workers", "0"]])
def test_a_run_of_no_rounds_or_workers_is_refused(run, options, capsys) -> None:
    assert main(["learn", "run", "battle", "--out", "x", *options]) == 2
    assert "expected 1 or more of each, and 999 rounds at most" in capsys.readouterr().err
    assert not hasattr(run, "asked")


def test_every_setting_of_a_run_is_said_by_the_option_of_its_name(run) -> None:
    command = ["learn", "run", "open", "--out", "x"]
    assert main(command) == 0
    assert run.asked["settings"] == RunSettings("open")
    said: dict[str, Any] = {"samples": 1000, "nodes": 11, "visits": 12, "rate": 0.5, "window": 3}
    said |= {"match_games": 8, "match_nodes": 13, "accept": 0.25, "seed": 9, "begin": "old.weights"}
    words = [f"--{name.replace('_', '-')}={value}" for name, value in said.items()]
    words = [word.replace("--begin", "--from") for word in words]
    assert main([*command, "--tie-break", "boards", *words]) == 0
    assert run.asked["settings"] == RunSettings("open:tie_break=boards", **said)


def test_rounds_are_told_those_of_before_first_and_then_where_the_best_is(run, capsys) -> None:
    run.before, run.brings, run.best = (RESULT,), (WORSE,), 1
    assert main(["learn", "run", "modern", "--out", "here"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines() == [
        "round 1: error 0.04000, held out 0.05000, score 62.5% (+89 ± 100 Elo), accepted; "
        "+89 Elo above the beginning, 15 s",
        "round 2: error 0.04000, held out 0.05000, score 40.0% (-70 ± 80 Elo), refused; "
        "+89 Elo above the beginning, 15 s",
    ]
    assert err == f"the best network is that of round 1, in {Path('here') / 'best.weights'}\n"
    run.before, run.brings, run.best = (), (replace(WORSE, elo=-0.3, strength=0.0),), 0
    assert main(["learn", "run", "modern", "--out", "here"]) == 0
    out, err = capsys.readouterr()
    assert "(+0 ± 80 Elo), refused; +0 Elo above the beginning" in out
    assert err.startswith("no network has won its match yet")


def test_a_run_that_was_interrupted_says_how_it_goes_on(run, capsys) -> None:
    run.brings, run.interrupted = (RESULT,), True
    assert main(["learn", "run", "modern", "--out", "here"]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("round 1: ")
    assert err == "ninefold learn: interrupted: the same command goes on\n"


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> Bars:
    seen: Bars = []

    class Bar:
        def __init__(self, total: int, unit: str, *, done: int = 0) -> None:
            seen.append(("begins", unit, done, total))

        def __enter__(self) -> Bar:
            return self

        def __exit__(self, *_: object) -> None:
            seen.append(("ends",))

        def update(self, done: int, note: str = "") -> None:
            seen.append((done, note))

    monkeypatch.setattr(learn_run, "Progress", Bar)
    return seen


def two_rounds(heard) -> None:
    for step, done, note in [
        ("self-play", 20, ""),
        ("self-play", 110, ""),
        ("training", 16, "error 1"),
        ("match", 3, "50%"),
        ("match", 4, "60%"),
        ("self-play", 0, ""),
    ]:
        heard(step, done, 100, note)


def test_every_step_has_a_bar_of_its_own_that_begins_where_the_step_is(run, bars) -> None:
    run.steps, run.brings = staticmethod(two_rounds), (RESULT,)
    assert main(["learn", "run", "modern", "--out", "x"]) == 0
    assert bars == [
        *(("begins", "positions", 20, 100), (20, ""), (100, ""), ("ends",)),
        *(("begins", "samples", 16, 100), (16, "error 1"), ("ends",)),
        *(("begins", "games", 3, 100), (3, "50%"), (4, "60%"), ("ends",)),
        *(("begins", "positions", 0, 100), (0, ""), ("ends",)),
    ]
    del bars[:]
    assert main(["learn", "run", "modern", "--out", "x", "--quiet"]) == 0
    assert bars == []


# ninefold learn games --workers


def test_games_in_parts_are_those_of_their_seeds_whoever_plays(tmp_path: Path, capsys) -> None:
    variant, parts = find_variant("open", tie_break="boards"), b""
    for part in range(10):
        path = tmp_path / f"part-{part}"
        for _ in write_games(path, variant, 10, nodes=20, seed=(3 << 20) + part):
            pass
        parts += path.read_bytes()
    command = ["learn", "games", "open", "--tie-break", "boards", "--samples", "100"]
    command += ["--nodes", "20", "--seed", "3"]
    for workers in ("1", "2"):
        out = tmp_path / f"by-{workers}"
        assert main([*command, "--workers", workers, "--out", str(out)]) == 0
        assert out.read_bytes() == parts
        assert f"positions in {out}" in capsys.readouterr().err
        assert main([*command, "--workers", workers, "--out", str(out)]) == 2
        assert "is there already" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir() if path.name[:2] == "by"} == {"by-1", "by-2"}


def test_games_alone_are_asked_as_they_are_told_and_begin_where_the_file_is(
    tmp_path: Path, bars: Bars, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    asked: list[tuple[object, ...]] = []
    counts = iter([30, 30])

    def games(*about: object, **more: object):
        asked.append((*about, more))
        yield from (40, 90, 130)

    monkeypatch.setattr(learn, "write_games", games)
    monkeypatch.setattr(learn, "count_samples", lambda _: next(counts))
    monkeypatch.setattr(learn, "Progress", learn_run.Progress)
    out = tmp_path / "x"
    command = ["learn", "games", "open", "--tie-break", "boards", "--out", str(out)]
    assert main([*command, "--samples", "120", "--nodes", "17", "--seed", "3"]) == 0
    boards = find_variant("open", tie_break="boards")
    assert asked == [(out, boards, 120, {"nodes": 17, "seed": 3})]
    assert bars == [("begins", "positions", 30, 120), (40, ""), (90, ""), (120, ""), ("ends",)]
    assert capsys.readouterr().err == f"30 positions in {out}\n"


# ninefold learn train, without PyTorch


class Number(float):
    """A weight that knows what training asks of one."""

    def detach(self) -> Number:
        return self

    clone = requires_grad_ = detach


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    asked: list[tuple[object, ...]] = []

    def noted(name: str, answer: object = None) -> Callable[..., object]:
        def note(*about: object, **more: object) -> object:
            asked.append((name, *about, *([more] if more else [])))
            return answer

        return note

    steps = [SimpleNamespace(visits=16, error=0.5), SimpleNamespace(visits=32, error=0.25)]
    training = ModuleType("training")
    training.__dict__.update(
        fresh_weights=noted("fresh", {"w": Number(1)}),
        read_weights=noted("read", {"w": Number(2)}),
        train=noted("train", iter(steps)),
        between=noted("between", {"w": Number(3)}),
        write_weights=noted("write"),
    )
    monkeypatch.setitem(sys.modules, "ninefold.learn.training", training)
    monkeypatch.setattr("ninefold.learn.training", training, raising=False)
    monkeypatch.setattr(samples, "read_samples", noted("samples", "the samples"))
    monkeypatch.setattr(states, "States", noted("states", "the states"))
    return asked


@pytest.mark.parametrize(
    ("options", "first", "part", "how"),
    [
        (["--seed", "9"], ("fresh", 9), 1.0, {"seed": 9}),
        (["--visits", "20"], ("fresh", 0), 1.0, {"visits": 20}),
        (["--rate", "0.5"], ("fresh", 0), 1.0, {"rate": 0.5}),
        (["--from", "WEIGHTS", "--part", "0.25"], ("read", "WEIGHTS"), 0.25, {}),
    ],
)
def test_a_network_is_trained_as_it_is_told(
    options: list[str], first, part: float, how, trained, tmp_path: Path, bars: Bars, monkeypatch
) -> None:
    shipped, out = Path(networks.__file__).with_name("battle.weights"), tmp_path / "new.weights"
    monkeypatch.setattr(learn, "Progress", learn_run.Progress)
    battle = find_variant("battle", tie_break="boards")
    command = ["learn", "train", "battle", "a", "b", "--tie-break", "boards", "--out", str(out)]
    assert main([*command, *(str(shipped) if o == "WEIGHTS" else o for o in options)]) == 0
    begun, value = (("read", shipped), 2) if first[0] == "read" else (first, 1)
    usual = {"visits": 8_000_000, "rate": 8e-3, "seed": 0}
    most = (usual | how)["visits"]
    told = f"battle:tie_break=boards: `ninefold learn train`, {most:,} sample visits"
    assert trained == [
        ("states", battle),
        ("samples", [Path("a"), Path("b")], battle, axes_of(battle), "the states"),
        begun,
        ("train", "the samples", "the states", {**usual, **how, "weights": {"w": value}}),
        ("between", {"w": value}, {"w": value}, part),
        ("write", out, {"w": 3}, axes_of(battle), 2600.0, told),
    ]
    assert bars[0] == ("begins", "samples", 0, most)
    assert bars[1:3] == [(16, "error 0.50000"), (min(32, most), "error 0.25000")]


# ninefold learn install


def test_whoever_installs_a_network_hears_whether_it_will_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    """Those that come with Ninefold go before a user's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    shipped = Path(networks.__file__).with_name("modern.weights")
    assert main(["learn", "install", str(shipped)]) == 0
    copied, _, more = capsys.readouterr().err.partition("\n")
    copy = Path(copied.removeprefix("installed as "))
    assert copy.is_relative_to(tmp_path / "data")
    assert copy.read_bytes() == shipped.read_bytes()
    assert "goes before it; name yours with full:network=" + str(shipped) in more
