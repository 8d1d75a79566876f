"""A variant of one's own, by the documented commands: games, a network, and games judged by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from support.own_variant import MODE, make_samples, ninefold, train


def answer(folder: Path, mode: str = MODE) -> Any:
    told = ninefold(folder, "best", mode, "--moves", "55", "--depth", "6", "--json").stdout
    return json.loads(told)["lines"][0]


def test_a_network_of_ones_own_variant_is_made_installed_and_played_by(tmp_path: Path) -> None:
    by_hand = answer(tmp_path)
    assert "positions in own.samples" in make_samples(tmp_path)
    train(tmp_path)
    match = ["full:network=own.weights", "full:evaluation=hand", "--mode", MODE, "--games", "2"]
    told = json.loads(ninefold(tmp_path, "match", *match, "--nodes", "200", "--json").stdout)
    assert told["mode"] == MODE
    assert answer(tmp_path)["probability"] == by_hand["probability"]  # it lies there, no more
    ninefold(tmp_path, "learn", "install", "own.weights")
    judged = answer(tmp_path)
    assert judged["probability"] != by_hand["probability"]
    assert answer(tmp_path, "melee:free_move=unfilled")["probability"] == judged["probability"]


def test_the_terminal_plays_it_against_the_computer(tmp_path: Path) -> None:
    make_samples(tmp_path)
    train(tmp_path)
    ninefold(tmp_path, "learn", "install", "own.weights")
    game = ["play", MODE, "--plain", "--no-board", "--level", "full"]
    told = ninefold(tmp_path, *game, said="55\nrules\nquit\n").stdout
    assert "O plays" in told
    assert "captured boards included" in told
