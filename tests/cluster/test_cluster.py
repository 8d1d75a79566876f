"""Work on a Ray cluster: the same results as on one machine, also when a node dies in mid run.

Needs Ray, which `make test` does not install; a real cluster of two nodes is started for it.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ninefold import NinefoldError
from ninefold.arena.cluster import Cluster, NoCluster
from ninefold.arena.match import Match
from ninefold.arena.players import find_player
from ninefold.cli import main
from ninefold.engine.limit import Limit
from ninefold.engine.networks import find_network
from ninefold.learn.parts import Parts
from ninefold.rules.variants import find_variant

ray = pytest.importorskip("ray", reason="Ray is not installed: only --cluster needs it")

OWN = find_variant("skirmish:free_move=unfilled,ownership=latest")
pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


def silent(*_: object) -> None:
    pass


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster whose head does no work, so that what happens does so on the other nodes."""
    from ray.cluster_utils import Cluster as Nodes

    # Ray lets jobs wait for everything else that a machine does, which may be all other tests.
    os.environ["RAY_worker_niceness"] = "0"  # noqa: SIM112 - Ray spells it so
    nodes = Nodes(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes.add_node(num_cpus=1)
    yield nodes
    nodes.shutdown()


@pytest.fixture
def cluster(nodes: Any) -> Iterator[Cluster]:
    with Cluster(nodes.address) as cluster:
        yield cluster


def contents(parts: Parts) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in parts.paths}


def test_a_match_on_a_cluster_is_that_of_one_machine(cluster: Cluster, tmp_path: Path) -> None:
    modern = find_network(0)
    assert modern is not None
    shutil.copyfile(modern.name, tmp_path / "mine.weights")
    players = (
        find_player(f"full:network={tmp_path / 'mine.weights'}"),
        find_player("full:evaluation=hand"),
    )
    limit = Limit(nodes=200)
    match = Match(players, find_variant("modern"), 6, (limit, limit))
    match = replace(match, openings=match.suite())
    here, afar = match.run(), match.run(cluster=cluster)
    assert sorted((game.number, game.moves) for game in afar.games) == sorted(
        (game.number, game.moves) for game in here.games
    )
    assert afar.share == here.share


def test_what_goes_wrong_on_a_node_is_told_here(cluster: Cluster) -> None:
    players = (find_player("full"), find_player("ugi:there-is-no-such-program"))
    match = Match(players, OWN, 2, openings=((40,),))
    with pytest.raises(NinefoldError, match="there-is-no-such-program"):
        match.run(cluster=cluster)


def test_a_node_that_dies_in_mid_run_changes_nothing(nodes: Any, tmp_path: Path) -> None:
    parts = Parts(tmp_path / "here", OWN, samples=10_000, nodes=2000, seed=5)
    parts.play(None, 1, silent, threading.Event())
    afar, killed = replace(parts, folder=tmp_path / "afar"), []

    def kill_once(done: int) -> None:
        """Kill the only node that works, with the next part in hand, and let another come."""
        if done and not killed:
            killed.append(done)
            (doomed,) = nodes.worker_nodes
            nodes.remove_node(doomed, allow_graceful=False)
            nodes.add_node(num_cpus=1)

    with Cluster(nodes.address) as cluster:
        afar.play(None, 1, kill_once, threading.Event(), cluster)
    assert killed == [afar.size]
    assert contents(afar) == contents(parts)
    assert sorted(path.name for path in afar.folder.iterdir()) == [p.name for p in parts.paths]


def test_a_stop_keeps_what_is_finished_and_the_rest_is_played_later(
    cluster: Cluster, tmp_path: Path
) -> None:
    parts = Parts(tmp_path / "here", OWN, samples=2_000, nodes=50, seed=7)
    parts.play(None, 1, silent, threading.Event())
    afar, stop = replace(parts, folder=tmp_path / "afar"), threading.Event()
    afar.play(None, 1, lambda done: stop.set() if done else None, stop, cluster)
    finished = [path for path in afar.paths if path.exists()]
    assert 0 < len(finished) < len(afar.paths)
    afar.play(None, 1, silent, threading.Event(), cluster)
    assert contents(afar) == contents(parts)


def test_commands_play_on_a_cluster(
    nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for out, where in (("here", ["--workers=2"]), ("afar", ["--cluster", nodes.address])):
        games = ["learn", "games", "open", "--samples=1000", "--nodes=30", "--seed=3"]
        assert main([*games, "--out", out, *where]) == 0
    assert Path("here").read_bytes() == Path("afar").read_bytes()
    assert "asks for no token" in capsys.readouterr().err
    match = [
        "match",
        "full",
        "full:evaluation=hand",
        "--nodes=50",
        "--games=4",
        "--json",
        "--quiet",
    ]
    told = []
    for where in ([], ["--cluster", nodes.address]):
        assert main([*match, *where]) == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0]["pairs"] == told[1]["pairs"]


def test_a_run_on_a_cluster_is_that_of_one_machine(nodes: Any, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: only training needs it")
    small = ["--samples=1000", "--nodes=30", "--visits=32768", "--match-games=4"]
    small += ["--match-nodes=50", "--workers=1", "--rounds=1", "--quiet"]
    for out, where in (("here", []), ("afar", ["--cluster", nodes.address])):
        run = ["learn", "run", "skirmish:free_move=unfilled", "--out", str(tmp_path / out)]
        assert main([*run, *small, *where]) == 0
    for name in ("network.weights", "part-000.samples"):
        one, two = (tmp_path / out / "round-01" / name for out in ("here", "afar"))
        assert one.read_bytes() == two.read_bytes()


def test_where_there_is_no_cluster_it_is_said() -> None:
    with pytest.raises(NoCluster, match=r"no cluster answers at '127\.0\.0\.1:1'"):
        Cluster("127.0.0.1:1")
