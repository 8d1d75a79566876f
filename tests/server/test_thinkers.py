"""The computer apart: `ninefold think` thinks for servers that do not, and may die at any time."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ninefold.server.play.thinking_queue import LAPSE_S
from ninefold.server.wire import messages as m
from support.cluster import Cluster
from support.serving import NO_BOOK, metric, until


@contextlib.contextmanager
def thinker(database: str) -> Iterator[subprocess.Popen]:
    """A `ninefold think` with one worker, killed in the end."""
    ninefold = str(Path(sys.executable).with_name("ninefold"))
    command = [ninefold, "think", database, "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("thinking for the servers of postgresql://")
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def apart(tmp_path_factory, postgres, redis) -> Iterator[Cluster]:
    """Two nodes that do not think."""
    folder = tmp_path_factory.mktemp("apart")
    settings = {"lease_s": 60.0, "computer": "off"}
    cluster = Cluster(folder, 2, postgres.create(), redis.url, **settings)
    yield cluster
    cluster.close()


def against_full(cluster: Cluster):
    """Somebody against the highest level, which has the first move and takes a second for it."""
    ann = cluster.client(0)
    wish = {"opponent": "computer", "level": "full", "side": "O", "clock": m.TimedClock(600)}
    return ann, ann.create(**wish, **NO_BOOK).game.id


def test_whole_games_are_played_at_every_node_by_one_thinker(apart, moves_on_disk):
    with thinker(apart.database):
        for node in (0, 1):
            ann = apart.client(node)
            game = ann.create(opponent="computer", level="beginner", side="X").game.id
            end = ann.play(game, lambda position: position.legal_moves[0])
            assert end.state == "over"
            plies = [ply for _, ply, _, _ in moves_on_disk(apart.database, game)]
            assert plies == list(range(len(end.moves)))
        hint = ann._ask(
            "GET", f"{m.API}/games/{ann.create(opponent='same-device').game.id}/hint", m.Hint
        )
        assert hint.square in range(81)


def moves_after_a_kill(cluster: Cluster) -> list[int]:
    """What the computer has played when its thinker was killed amid a thought and another came."""
    ann, game = against_full(cluster)
    with thinker(cluster.database) as first:
        until(lambda: not metric(cluster.nodes[0], "thoughts_waiting"))  # it is at it
        first.send_signal(signal.SIGKILL)
        first.wait()
    assert ann.game(game).game.moves == []
    time.sleep(LAPSE_S)
    with thinker(cluster.database):
        # Levels that think long stand in one line: once the first of these has its answer, the
        # lost question stands there again, before the second.
        for _ in range(2):
            ben, later = against_full(cluster)
            until(lambda ben=ben, later=later: ben.game(later).game.moves)
        state = ann.game(game).game
        assert state.state == "playing"
        return state.moves


def test_promise_22_a_thinker_that_is_killed_loses_nothing(apart):
    """The bug `lose-what-was-taken` makes this fail, as the next test shows."""
    assert len(moves_after_a_kill(apart)) == 1


def test_promise_22_would_be_seen_broken_for_thinkers(make_cluster):
    cluster = make_cluster(1, computer="off", bug="lose-what-was-taken")
    assert moves_after_a_kill(cluster) == []


def test_promise_16_a_thinker_stops_when_whoever_asked_hangs_up(apart):
    ann, server = apart.client(0), apart.nodes[0]
    game = ann.create(opponent="same-device").game.id
    head = (
        f"GET {m.API}/games/{game}/hint HTTP/1.1\r\nhost: 127.0.0.1\r\n"
        f"cookie: {ann.headers['Cookie']}\r\n\r\n"
    )
    before = metric(server, "thoughts_ended")
    with contextlib.ExitStack() as stack:
        for _ in range(8):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 30))
            line.sendall(head.encode())
        until(lambda: metric(server, "thoughts_waiting") == 8)
    until(lambda: not metric(server, "thoughts_waiting"))
    with thinker(apart.database):
        again = against_full(apart)
        until(lambda: again[0].game(again[1]).game.moves)
    assert metric(server, "thoughts_ended") - before == 1


def test_a_thinker_stops_when_it_is_told_to(apart):
    with thinker(apart.database) as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def test_without_a_database_that_thinkers_could_ask_the_computer_is_not_off(make_server):
    with pytest.raises(AssertionError, match="expected --database postgresql://… too"):
        make_server(computer="off")
