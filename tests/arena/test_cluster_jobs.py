"""Jobs of a cluster without one: a stand-in for Ray does them here, in an order of its own."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from ninefold import VARIANTS, __version__
from ninefold.arena import cluster as clusters
from ninefold.arena.cluster import Carried, Cluster, _do, _knock
from ninefold.arena.match import Match, _play_pair
from ninefold.arena.players import find_player
from ninefold.engine import EngineError
from ninefold.rules.errors import SystemFailed


def test_a_file_goes_along_with_its_name_and_is_gone_afterwards(tmp_path) -> None:
    (tmp_path / "my.weights").write_bytes(b"\0numbers")
    carried = Carried.of(tmp_path / "my.weights")
    assert (carried.name, carried.contents) == ("my.weights", b"\0numbers")
    with carried.unpacked() as path, carried.unpacked() as another:
        assert path != another
        assert (path.name, path.read_bytes()) == ("my.weights", b"\0numbers")
    assert not path.parent.exists()
    with pytest.raises(SystemFailed, match="cannot read"):
        Carried.of(tmp_path / "none")


def test_a_node_does_only_the_jobs_of_its_own_version() -> None:
    def work(shared: str, *job: int) -> tuple[object, ...]:
        return (shared, *job)

    assert _do((__version__, work, "shared"), 1, 2) == ("shared", 1, 2)
    for other in ("0.0.1", "99.0", ""):
        with pytest.raises(EngineError, match="install the same on all"):
            _do((other, work, "shared"), 1, 2)


@pytest.mark.parametrize(
    ("address", "knocked"),
    [
        ("here:6379", ("here", 6379)),
        ("[::1]:6379", ("::1", 6379)),
        ("auto", None),
        ("ray://here:10001", None),
        ("here", None),
        (":6379", None),
        ("here:port", None),
    ],
)
def test_it_is_knocked_where_an_address_names_a_port(monkeypatch, address, knocked) -> None:
    heard: list[object] = []

    def connect(place, timeout):
        heard.append(place)
        assert timeout == 20
        return SimpleNamespace(close=lambda: heard.append("closed"))

    monkeypatch.setattr(clusters.socket, "create_connection", connect)
    _knock(address)
    assert heard == ([] if knocked is None else [knocked, "closed"])


class LastFirst:
    """What `Cluster.results` uses of Ray: jobs are done when somebody waits, the last one first."""

    def __init__(self) -> None:
        self.cancelled: list[Any] = []
        self.exceptions = SimpleNamespace(RayError=OSError, RayTaskError=ZeroDivisionError)

    def remote(self, **_: object):
        def wrap(function):
            def begin(common, *job):
                return SimpleNamespace(do=lambda: function(common, *job), job=job)

            return SimpleNamespace(remote=lambda *job: _Job(begin(*job)))

        return wrap

    def put(self, value: object) -> object:
        return value

    def wait(self, waiting: list[Any], timeout: float) -> tuple[list[Any], list[Any]]:
        assert timeout > 0
        return waiting[-2:], waiting[:-2]

    def get(self, job: Any) -> object:
        return job.what.do()

    def cancel(self, job: Any, *, force: bool) -> None:
        assert force
        self.cancelled.append(job.what.job)


class _Job:
    def __init__(self, what: Any) -> None:
        self.what = what


@pytest.fixture
def ray(monkeypatch) -> LastFirst:
    stand_in = LastFirst()
    monkeypatch.setitem(sys.modules, "ray", stand_in)
    monkeypatch.setitem(sys.modules, "ray.exceptions", stand_in.exceptions)
    return stand_in


def add(shared: int, one: int, two: int) -> int:
    return shared + 10 * one + two


def test_each_result_comes_once_with_the_number_of_its_job(ray: LastFirst) -> None:
    cluster = object.__new__(Cluster)
    jobs = [(n, n + 1) for n in range(5)]
    results = [*cluster.results(add, jobs, shared=100, stop=threading.Event())]
    assert sorted(results) == [(n, 101 + 11 * n) for n in range(5)]
    assert [number for number, _ in results] != sorted(number for number, _ in results)
    assert ray.cancelled == []
    assert [*cluster.results(add, [], stop=threading.Event())] == []


def test_after_a_stop_what_is_not_done_is_cancelled(ray: LastFirst) -> None:
    stop, cluster = threading.Event(), object.__new__(Cluster)
    results = cluster.results(add, [(n, 0) for n in range(5)], shared=0, stop=stop)
    done = [next(results), next(results)]
    stop.set()
    assert [*results] == []
    assert sorted(ray.cancelled) == [(n, 0) for n in range(5) if n not in dict(done)]


def test_a_pair_that_a_node_plays_is_that_of_a_match_here() -> None:
    players = find_player("greedy:seed=1"), find_player("random:seed=2")
    played = Match(players, VARIANTS["battle"], 4, openings=((40, 36), (0, 1)))
    here = played.run().games[0]
    away = _play_pair((played, [None, None]), [0, 1])
    assert [(game.number, game.moves[:2]) for game in away] == [(0, (40, 36)), (1, (40, 36))]
    assert away[0].moves == here.moves
    assert [game.moves[:2] for game in _play_pair((played, [None, None]), [2])] == [(0, 1)]


def test_a_network_by_file_goes_to_the_player_that_judges_by_it(tmp_path) -> None:
    from importlib.resources import files

    weights = files("ninefold.engine.networks").joinpath("modern.weights").read_bytes()
    (tmp_path / "mine.weights").write_bytes(weights)
    text = f"full:network={tmp_path / 'mine.weights'},book=off,nodes=10,hash=1"
    players = find_player("full:book=off,nodes=10,hash=1,evaluation=hand"), find_player(text)
    played = Match(players, VARIANTS["modern"], 2, openings=((40, 36),))
    carried = Carried.of(tmp_path / "mine.weights")
    (tmp_path / "mine.weights").unlink()
    games = _play_pair((played, [None, carried]), [0, 1])
    assert [game.number for game in games] == [0, 1]
    assert not any(game.failed for game in games)
