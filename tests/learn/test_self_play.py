"""Games with itself: written whole, gone on with, and read back as a network sees them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ninefold.cli import main
from ninefold.engine.core import axes_of, ffi, lib
from ninefold.engine.levels import OPPONENTS
from ninefold.learn.samples import read_samples
from ninefold.learn.selfplay import SAMPLE_BYTES, BadSamples, count_samples, write_games
from ninefold.learn.states import PLACES, States
from ninefold.rules.errors import NinefoldError
from ninefold.rules.variants import VARIANTS


def write(path: Path, mode: str, samples: int, opponent: str = "equal") -> None:
    for _ in write_games(path, VARIANTS[mode], samples, nodes=100, seed=3, opponent=opponent):
        pass


def count_marks(position: Any) -> int:
    return sum(mask.bit_count() for player in (0, 1) for mask in position.marks[player])


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_a_file_that_was_broken_off_goes_on_as_if_it_had_not_been(
    tmp_path: Path, opponent: str
) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    write(whole, "battle", 200, opponent)
    write(broken, "battle", 60, opponent)
    with broken.open("ab") as file:
        file.write(b"half a sample")
    write(broken, "battle", 200, opponent)
    assert whole.read_bytes() == broken.read_bytes()
    assert count_samples(whole) >= 200
    assert whole.stat().st_size % SAMPLE_BYTES == 0


@pytest.mark.parametrize("mode", VARIANTS)
def test_samples_read_back_as_positions_of_games(tmp_path: Path, mode: str) -> None:
    path, variant = tmp_path / "samples", VARIANTS[mode]
    write(path, mode, 150)
    states = States(variant)
    samples = read_samples([path, path], variant, axes_of(variant), states)
    assert len(samples.boards) == 2 * count_samples(path)
    assert samples.boards.min() >= 0
    assert samples.boards.max() < states.count
    assert set(samples.target) <= set(range(10))
    assert 0 <= samples.share.min() <= samples.share.max() <= 1
    assert samples.share.std() > 0.05  # not all the same


def test_early_positions_count_for_more_than_their_small_errors(tmp_path: Path) -> None:
    path, variant = tmp_path / "samples", VARIANTS["battle"]
    write(path, "battle", 3000)
    samples = read_samples([path], variant, axes_of(variant), States(variant))
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())
    marks = np.array([count_marks(sample.position) for sample in raw])
    early, late = marks < 20, marks >= 40
    assert samples.weight.mean() == pytest.approx(1)
    assert samples.weight[early].min() > samples.weight[late].mean()
    # Their errors alone would still weigh less: otherwise the last moves would not be learnt.
    spread = (samples.share - 0.5) ** 2
    assert (spread * samples.weight)[early].mean() < (spread * samples.weight)[late].mean()


def test_games_among_equals_hold_moves_that_are_not_the_best(tmp_path: Path) -> None:
    path = tmp_path / "samples"
    write(path, "battle", 3000)
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())
    strays: dict[bool, list[bool]] = {True: [], False: []}
    for sample in raw:
        strays[count_marks(sample.position) < 36].append(bool(sample.flags & lib.NF_STRAYS))
    assert 0.1 < np.mean(strays[True]) < 0.25  # one in ten at random, others among the good ones
    assert np.mean(strays[False]) < 0.05


@pytest.mark.parametrize("mode", VARIANTS)
def test_in_unequal_games_the_two_take_turns_and_the_stronger_mostly_wins(
    tmp_path: Path, mode: str
) -> None:
    path, variant = tmp_path / "samples", VARIANTS[mode]
    write(path, mode, 1200, "weaker")
    samples = read_samples([path], variant, axes_of(variant), States(variant), "weaker")
    raw = path.read_bytes()
    games: list[list[tuple[int, bool]]] = []  # who is to move, and whether that is the weaker one
    marks = 81
    for at in range(0, len(raw), SAMPLE_BYTES):
        sample = ffi.from_buffer("nf_sample *", raw[at : at + SAMPLE_BYTES])
        before, marks = marks, count_marks(sample.position)
        if marks != before + 1:
            games.append([])
        games[-1].append((sample.position.turn, bool(sample.flags & lib.NF_WEAKER)))
    for game in games:  # the weaker one is the same throughout
        assert len({turn == weaker for turn, weaker in game}) == 1
    assert {turn for game in games for turn, weaker in game if weaker} == {0, 1}
    assert set(samples.share) <= {0, 0.5, 1}  # how the games ended, and nothing else
    assert samples.share[~samples.weaker].mean() > 0.6 > 0.4 > samples.share[samples.weaker].mean()


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_sample_has_a_target_exactly_where_the_mover_is_held_to_it(
    tmp_path: Path, mode: str
) -> None:
    path, squares = tmp_path / "samples", ffi.new("uint8_t[81]")
    write(path, mode, 2000)  # a free move is rare: four in a thousand positions of Battle
    raw = path.read_bytes()
    held = []
    for at in range(0, len(raw), SAMPLE_BYTES):
        position = ffi.from_buffer("nf_sample *", raw[at : at + SAMPLE_BYTES]).position
        count = lib.nf_legal_moves(ffi.addressof(position), squares)
        boards = {square // 9 for square in squares[0:count]}
        held.append(position.target != lib.NF_NO_TARGET)
        closed = (position.full | position.owned[0] | position.owned[1]).bit_count()
        assert boards == {position.target} if held[-1] else len(boards) > 1 or closed > 7
    assert {True, False} == set(held)


@pytest.mark.parametrize("mode", VARIANTS)
def test_symmetries_and_the_other_players_eyes_lead_back(mode: str) -> None:
    states = States(VARIANTS[mode])
    every = np.arange(states.count)
    assert (states.exchanged[states.exchanged] == every).all()
    for symmetry, places in enumerate(PLACES):
        assert sorted(states.turned[symmetry]) == list(every)
        moved = states.features[states.turned[symmetry]]
        assert (moved[:, places[:9]] == states.features[:, :9]).all()
        assert (moved[:, 18:] == states.features[:, 18:]).all()


def test_a_file_of_another_mode_is_refused(tmp_path: Path) -> None:
    path, modern = tmp_path / "samples", VARIANTS["modern"]
    write(path, "open", 30)
    with pytest.raises(BadSamples, match="holds no samples of this mode"):
        read_samples([path], modern, axes_of(modern), States(modern))
    with pytest.raises(BadSamples, match="cannot be read"):
        read_samples([tmp_path / "none"], modern, axes_of(modern), States(modern))


def test_games_are_not_added_to_a_file_of_other_games(tmp_path: Path) -> None:
    """Hours of games would be lost: nothing learns from a file of two kinds."""
    path = tmp_path / "samples"
    for wanted, opponent in (("modern", "equal"), ("battle", "weaker")):
        path.unlink(missing_ok=True)
        write(path, wanted, 30, opponent)
        before = path.read_bytes()
        for mode, other in (("modern", "equal"), ("battle", "weaker"), ("battle", "equal")):
            if (mode, other) != (wanted, opponent):
                with pytest.raises(BadSamples, match="other games"):
                    write(path, mode, 900, other)
                assert path.read_bytes() == before
    with pytest.raises(NinefoldError, match="opponent is 'stronger': expected equal or weaker"):
        write(path, "battle", 900, "stronger")


def test_games_with_another_opponent_are_refused(tmp_path: Path) -> None:
    variant = VARIANTS["modern"]
    for opponent, other, told in (("equal", "weaker", "an equal"), ("weaker", "equal", "a weaker")):
        write(tmp_path / opponent, "modern", 30, opponent)
        with pytest.raises(BadSamples, match=f"holds games with {told} opponent: give"):
            read_samples([tmp_path / opponent], variant, axes_of(variant), States(variant), other)


def test_the_command_plays_and_says_how_much_there_is(tmp_path: Path, capsys) -> None:
    path = tmp_path / "classic.samples"
    arguments = ["learn", "games", "classic", "--samples", "40", "--nodes", "50"]
    assert main([*arguments, "--out", str(path)]) == 0
    assert f"{count_samples(path)} positions in {path}" in capsys.readouterr().err
    assert main([*arguments, "--out", str(tmp_path)]) == 2
    assert "cannot be used" in capsys.readouterr().err
    assert main(["learn", "games", "chess", "--out", str(path)]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("part", [["2"], ["0"], ["nan"], ["-1", "--from", "some"], ["0.5"]])
def test_a_part_of_the_way_that_makes_no_sense_is_refused(part: list[str], capsys) -> None:
    assert main(["learn", "train", "open", "some", "--out", "none", "--part", *part]) == 2
    told = capsys.readouterr().err
    assert f"--part is {part[0]}: expected more than 0 and at most 1" in told
