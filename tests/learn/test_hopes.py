"""Hopes: games against guesses, and what can be expected there in the odds of an equal game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ninefold.cli import main
from ninefold.engine.core import axes_of, ffi, lib
from ninefold.engine.networks import Network, find_network
from ninefold.engine.quick_search import QuickSearch
from ninefold.learn import hopes
from ninefold.learn.samples import Samples, count_marks, join_raw
from ninefold.learn.selfplay import SAMPLE_BYTES, write_games
from ninefold.learn.states import States
from ninefold.rules.errors import NinefoldError
from ninefold.rules.variants import VARIANTS

BATTLE = VARIANTS["battle"]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hopes") / "samples"
    for _ in write_games(path, BATTLE, 6000, nodes=300, opponent="weaker", against="guesses"):
        pass
    return path


@pytest.fixture(scope="module")
def equal() -> Network:
    network = find_network(axes_of(BATTLE))
    assert network is not None
    return network


@pytest.fixture(scope="module")
def read(games: Path, equal: Network) -> Samples:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hopes, "_LEAST_FITTED", 100)
        return hopes.read_hopes([games], BATTLE, States(BATTLE), equal)


def test_games_against_guesses_begin_about_even_and_are_mostly_won(games: Path) -> None:
    raw = join_raw([games], axes_of(BATTLE), "weaker")
    marks = count_marks(raw)
    first = np.append(True, marks[1:] != marks[:-1] + 1)
    assert set(marks[first]) == set(range(3, 13))
    search = QuickSearch(find_network(axes_of(BATTLE)))
    samples = ffi.from_buffer("nf_sample[]", raw)
    for n in np.flatnonzero(first):
        position = ffi.addressof(samples[int(n)], "position")
        assert abs(lib.nf_evaluate(search.handle, position)) < 700
    engine = np.where(raw["flags"] & lib.NF_WEAKER, 1 - raw["turn"].astype(int), raw["turn"])
    result = np.where(raw["outcome"] == lib.NF_DRAWN, 0.5, raw["outcome"] - 1 == engine)
    assert result[first].mean() > 0.6
    strays = raw["flags"] & lib.NF_STRAYS != 0
    assert 0.01 < strays[marks < 40].mean() < 0.1
    assert not strays[marks >= 40].any()


def test_games_against_guesses_go_on_as_if_never_broken_off(games: Path, tmp_path: Path) -> None:
    again = tmp_path / "samples"
    for samples in (100, 400):
        for _ in write_games(
            again, BATTLE, samples, nodes=300, opponent="weaker", against="guesses"
        ):
            pass
    assert games.read_bytes().startswith(again.read_bytes())
    assert again.stat().st_size >= 400 * SAMPLE_BYTES


def test_guesses_need_a_network_of_random_games(tmp_path: Path, capsys) -> None:
    command = ["learn", "games", "open", "--opponent", "weaker", "--against", "guesses"]
    assert main([*command, "--out", str(tmp_path / "samples")]) == 2
    assert "nobody guesses what is played in open: expected" in capsys.readouterr().err
    equal = ["learn", "games", "battle", "--against", "guesses"]
    assert main([*equal, "--out", str(tmp_path / "samples")]) == 2
    assert "expected --opponent weaker with it" in capsys.readouterr().err
    with pytest.raises(NinefoldError, match="against is 'me': expected several or guesses"):
        next(write_games(tmp_path / "none", BATTLE, 300, opponent="weaker", against="me"))


def test_the_straight_line_of_the_odds_is_found_again() -> None:
    dice = np.random.default_rng(1)
    odds = dice.normal(size=20_000)
    share = dice.random(20_000) < 1 / (1 + np.exp(-(0.8 + 1.5 * odds)))
    assert hopes._fit(odds, share) == pytest.approx([0.8, 1.5], abs=0.08)
    assert np.isfinite(hopes._fit(odds, np.ones(20_000))).all()  # all won: no line fits best


def test_an_answer_among_equals_foretells_what_is_hoped_for_on_average(
    games: Path, equal: Network, read: Samples
) -> None:
    raw = join_raw([games], axes_of(BATTLE), "weaker")
    kept = count_marks(raw) <= 55
    assert len(read.share) == kept.sum() < len(raw)
    answers = hopes._answers(raw[kept], equal)
    expected = 1 / (1 + np.exp(-(read.shift + read.slope * answers)))
    for mover in (read.weaker, ~read.weaker):
        fitted = mover & (read.shift != 0)
        assert fitted.sum() > 1000
        assert expected[fitted].mean() == pytest.approx(read.share[fitted].mean(), abs=0.01)
        assert (read.slope[fitted] > 0).all()
    assert read.share[~read.weaker].mean() > 0.6 > 0.4 > read.share[read.weaker].mean()


def test_where_the_weaker_is_to_move_the_hope_is_that_of_the_next_position(read: Samples) -> None:
    weaker = np.flatnonzero(read.weaker[:-1])
    followed = weaker[~read.weaker[weaker + 1]]
    agree = np.isclose(read.share[followed], 1 - read.share[followed + 1], atol=1e-6)
    assert len(followed) > 1000
    assert agree.mean() > 0.97  # but for those whose next position is that of another game
