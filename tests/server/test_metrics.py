"""What the server counts of itself, as Prometheus reads it."""

from __future__ import annotations

import pytest

from ninefold.server.metrics import Metrics


def test_a_histogram_counts_up_to_each_time_all_that_took_no_longer():
    metrics = Metrics()
    for milliseconds in (0.5, 1, 2, 7, 7, 10.1, 6000):
        metrics.took(milliseconds)
    lines = [line for line in metrics.text().splitlines() if "ninefold_command_seconds" in line]
    assert lines[0] == "# TYPE ninefold_command_seconds histogram"
    buckets = [line.partition('_bucket{le="')[2].split('"} ') for line in lines[1:-2]]
    assert [int(count) for _, count in buckets] == [2, 3, 3, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7]
    assert [float(label) for label, _ in buckets][:4] == [0.001, 0.0025, 0.005, 0.01]
    assert buckets[-1][0] == "+Inf"
    assert float(lines[-2].split()[1]) == pytest.approx(6.0276)
    assert lines[-1] == "ninefold_command_seconds_count 7"


def test_counters_only_go_up_and_gauges_are_as_they_are_now():
    metrics = Metrics(changes=3, requests_limited=2)
    for _ in range(2):
        metrics.opened("here", "ann")
    metrics.closed("here", "ann")
    told = metrics.text(games=7).splitlines()
    for line in (
        "# TYPE ninefold_game_changes_total counter",
        "ninefold_game_changes_total 3",
        "ninefold_requests_limited_total 2",
        "ninefold_sockets_opened_total 2",
        "# TYPE ninefold_sockets gauge",
        "ninefold_sockets 1",
        "ninefold_visitors 1",
        "# TYPE ninefold_games gauge",
        "ninefold_games 7",
    ):
        assert line in told
