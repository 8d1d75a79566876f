"""What random games come to: near the games given, and told for the player to move."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ninefold.engine.core import axes_of, ffi, lib
from ninefold.learn.random_games import RandomGames
from ninefold.learn.samples import count_marks, join_raw
from ninefold.learn.selfplay import write_games
from ninefold.learn.states import States
from ninefold.rules.variants import VARIANTS


@pytest.mark.parametrize("mode", VARIANTS)
def test_every_position_tells_what_random_games_come_to(tmp_path: Path, mode: str) -> None:
    variant, path = VARIANTS[mode], tmp_path / "samples"
    for _ in write_games(path, variant, 600, nodes=60):
        pass
    raw = join_raw([path], axes_of(variant))
    games = RandomGames(raw, seed=3)
    assert list(games.play()) == list(range(1, len(raw) + 1))
    samples = games.samples(States(variant))
    assert 0.8 * len(raw) < len(samples.share) <= len(raw)  # the others' games were over
    assert samples.share.mean() == pytest.approx(0.5, abs=0.1)
    assert 0.02 < samples.share.std() < 0.4

    played = games._raw[~np.isnan(games._share)]
    more = count_marks(played) - count_marks(raw[~np.isnan(games._share)])
    assert set(more) == {0, 1, 2, 3}
    results, stop, squares = ffi.new("nf_results *"), ffi.new("int *"), ffi.new("uint8_t[81]")
    positions = ffi.from_buffer("nf_sample[]", played)
    far_off = 0
    for n, told in enumerate(samples.share):
        position = ffi.addressof(positions[n], "position")
        count = lib.nf_legal_moves(position, squares)
        boards = {square // 9 for square in squares[0:count]}
        assert (position.target == lib.NF_NO_TARGET) == (boards != {position.target})
        lib.nf_random_games(position, 256, n, lib.NF_PORTABLE, stop, results)
        won = results.o_wins if position.turn else results.x_wins
        far_off += abs((won + results.draws / 2) / 256 - told) > 0.15
    assert far_off < 0.01 * len(samples.share)
