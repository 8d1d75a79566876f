"""Games with itself: written whole, gone on with, and read back as a network sees them."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ninefold.cli import main
from ninefold.engine.core import axes_of
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.selfplay import PROVEN_SCORE, SAMPLE_BYTES
from ninefold.engine.scale import HAND_SCALE
from ninefold.learn.samples import read_samples
from ninefold.learn.selfplay import BadSamples, count_samples, write_games
from ninefold.learn.states import PLACES, States
from ninefold.rules.errors import SystemFailed
from ninefold.rules.variants import VARIANTS


def write(path: Path, mode: str, samples: int) -> None:
    for _ in write_games(path, VARIANTS[mode], samples, nodes=100, seed=3):
        pass


def count_marks(position: Any) -> int:
    return sum(mask.bit_count() for player in (0, 1) for mask in position.marks[player])


def test_a_file_that_was_broken_off_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    write(whole, "battle", 200)
    write(broken, "battle", 60)
    with broken.open("ab") as file:
        file.write(b"half a sample")
    write(broken, "battle", 200)
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
    assert 0 <= samples.expected.min() <= samples.expected.max() <= 1
    assert samples.expected.std() > 0.05  # not all the same


def expected_by_hand(raw: Any, scale: float) -> list[float]:
    """TD(0.97) written down once more: everything is seen by X, and turned round at the end."""
    by_x: list[float] = []
    later: tuple[int, float] | None = None  # marks and value of the position after
    for sample in reversed(raw):
        mine = 1 / (1 + math.exp(-sample.score / scale))
        proven = abs(sample.score) > PROVEN_SCORE
        if proven:
            mine = float(sample.score > 0)
        searched = mine if sample.position.turn == 0 else 1 - mine
        marks = count_marks(sample.position)
        last = later is None or later[0] != marks + 1
        result = {lib.NF_X_WINS: 1.0, lib.NF_O_WINS: 0.0, lib.NF_DRAWN: 0.5}[sample.outcome]
        shown = result if last else later[1]
        if proven or (sample.flags & lib.NF_EXPLORES and not last):
            shown = searched
        value = 0.03 * searched + 0.97 * shown
        later = marks, value
        by_x.append(value if sample.position.turn == 0 else 1 - value)
    return by_x[::-1]


@pytest.mark.parametrize("mode", ["modern", "battle"])
def test_what_is_learnt_of_a_position_is_what_its_game_showed_later(
    tmp_path: Path, mode: str
) -> None:
    path, variant = tmp_path / "samples", VARIANTS[mode]
    write(path, mode, 1500)
    samples = read_samples([path], variant, axes_of(variant), States(variant))
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())
    assert {sample.outcome for sample in raw} >= {lib.NF_X_WINS, lib.NF_O_WINS}
    by_hand = expected_by_hand(list(raw), HAND_SCALE[variant.release])
    assert samples.expected == pytest.approx(by_hand, abs=1e-5)


def test_a_game_is_over_where_the_next_position_does_not_follow(tmp_path: Path) -> None:
    """Also where that has more marks: the first game here breaks off, the other begins late."""
    path, variant = tmp_path / "samples", VARIANTS["modern"]
    write(path, "modern", 300)
    data = path.read_bytes()
    first, late = data[: 3 * SAMPLE_BYTES], data[-5 * SAMPLE_BYTES :]
    marks = [count_marks(s.position) for s in ffi.from_buffer("nf_sample[]", first + late)]
    assert marks[3] > marks[2] + 1
    expected = []
    for part in (first, late, first + late):
        path.write_bytes(part)
        found = read_samples([path], variant, axes_of(variant), States(variant))
        expected.append(list(found.expected))
    assert expected[0] + expected[1] == expected[2]


def test_a_result_counts_for_the_last_position_though_it_was_explored_there(tmp_path: Path) -> None:
    """No other move follows that could have been a mistake."""
    path, variant = tmp_path / "samples", VARIANTS["modern"]
    write(path, "modern", 300)
    arguments = [path], variant, axes_of(variant), States(variant)
    before = read_samples(*arguments).expected
    data = bytearray(path.read_bytes())
    raw = ffi.from_buffer("nf_sample[]", data)
    marks = [count_marks(sample.position) for sample in raw]
    last = [n for n in range(len(raw)) if n + 1 == len(raw) or marks[n + 1] != marks[n] + 1]
    for n in last:
        raw[n].score = 0  # as if the search had not seen the end
    path.write_bytes(data)
    known = read_samples(*arguments).expected
    for n in last:
        raw[n].flags |= lib.NF_EXPLORES
    path.write_bytes(data)
    assert read_samples(*arguments).expected == pytest.approx(known)
    assert known != pytest.approx(before)


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
    spread = (samples.expected - 0.5) ** 2
    assert (spread * samples.weight)[early].mean() < (spread * samples.weight)[late].mean()


def test_games_hold_moves_that_are_not_the_best(tmp_path: Path) -> None:
    path = tmp_path / "samples"
    write(path, "battle", 3000)
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())
    explored: dict[bool, list[bool]] = {True: [], False: []}
    for sample in raw:
        explored[count_marks(sample.position) < 36].append(bool(sample.flags & lib.NF_EXPLORES))
    assert 0.1 < np.mean(explored[True]) < 0.25  # one in ten at random, others among the good ones
    assert np.mean(explored[False]) < 0.05


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_sample_has_a_target_exactly_where_the_mover_is_held_to_it(
    tmp_path: Path, mode: str
) -> None:
    path, squares = tmp_path / "samples", ffi.new("uint8_t[81]")
    write(path, mode, 2000)  # a free move is rare: four in a thousand positions of Battle
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())
    held = []
    for sample in raw:
        position = sample.position
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
    with pytest.raises(SystemFailed, match="cannot read"):
        read_samples([tmp_path / "none"], modern, axes_of(modern), States(modern))


def test_games_are_not_added_to_a_file_of_other_games(tmp_path: Path) -> None:
    """Hours of games would be lost: nothing learns from a file of two kinds."""
    path = tmp_path / "samples"
    write(path, "modern", 30)
    before = path.read_bytes()
    with pytest.raises(BadSamples, match="holds something else"):
        write(path, "battle", 900)
    assert path.read_bytes() == before


def test_the_command_plays_and_says_how_much_there_is(tmp_path: Path, capsys) -> None:
    path = tmp_path / "classic.samples"
    arguments = ["learn", "games", "classic", "--samples", "40", "--nodes", "50"]
    assert main([*arguments, "--out", str(path)]) == 0
    assert f"{count_samples(path)} positions in {path}" in capsys.readouterr().err
    assert main([*arguments, "--out", str(tmp_path)]) == 4
    assert "cannot be used" in capsys.readouterr().err
    assert main(["learn", "games", "chess", "--out", str(path)]) == 2
    assert "chess" in capsys.readouterr().err


@pytest.mark.parametrize("part", [["2"], ["0"], ["nan"], ["-1", "--from", "some"], ["0.5"]])
def test_a_part_of_the_way_that_makes_no_sense_is_refused(part: list[str], capsys) -> None:
    assert main(["learn", "train", "open", "some", "--out", "none", "--part", *part]) == 2
    told = capsys.readouterr().err
    assert f"--part is {part[0]}: expected more than 0 and at most 1" in told


@pytest.mark.parametrize("found", [b"notes", b"dear diary, " * 40, bytes(4000), b"\xff" * 4000])
def test_a_file_of_somebody_elses_is_left_alone(tmp_path: Path, capsys, found: bytes) -> None:
    path = tmp_path / "mine"
    path.write_bytes(found)
    assert main(["learn", "games", "modern", "--samples", "40", "--out", str(path)]) == 2
    assert (
        "expected a new file, or one that `ninefold learn games` wrote" in capsys.readouterr().err
    )
    assert path.read_bytes() == found


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "samples"
    path.touch()
    write(path, "open", 30)
    assert count_samples(path) >= 30


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (("--visits", "0"), "visits is 0: expected a whole number from 1"),
        (("--visits", "-5"), "visits is -5: expected a whole number from 1"),
        (("--rate", "-1"), "rate is -1: expected a number above 0"),
        (("--rate", "nan"), "rate is nan: expected a number above 0"),
        (("--rate", "inf"), "rate is inf: expected a number above 0"),
        (("--from", "junk.txt"), "junk.txt is not a network"),
    ],
)
def test_training_that_makes_no_sense_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys, given: tuple[str, str], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("junk.txt").write_text("to do: buy milk\n")
    write(Path("samples"), "open", 30)
    assert main(["learn", "train", "open", "samples", "--out", "out", *given]) == 2
    assert told in capsys.readouterr().err
    assert not Path("out").exists()


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_game_ends_as_its_last_search_has_proven(tmp_path: Path, mode: str) -> None:
    path, ends = tmp_path / "samples", {True: 0, False: 0}
    write(path, mode, 1500)
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())  # it keeps the bytes of its samples
    for sample, after in pairwise([*raw, None]):
        last = after is None or count_marks(after.position) != count_marks(sample.position) + 1
        if last and abs(sample.score) > PROVEN_SCORE:
            won = sample.score > 0
            assert (sample.outcome == lib.NF_X_WINS) == (won == (sample.position.turn == 0))
            ends[won] += 1
    assert min(ends.values()) > 0  # wins and losses of whoever was to move


def test_a_position_is_learnt_as_whoever_is_to_move_sees_it(tmp_path: Path) -> None:
    """Their own marks and boards first, the opponent's after them; Battle forgets no mark."""
    path, variant = tmp_path / "samples", VARIANTS["battle"]
    write(path, "battle", 300)
    states = States(variant)
    samples = read_samples([path], variant, axes_of(variant), states)
    raw = ffi.from_buffer("nf_sample[]", path.read_bytes())
    for sample, boards in zip(raw, samples.boards, strict=True):
        position = sample.position
        me, rival = position.turn, 1 - position.turn
        for board, features in enumerate(states.features[boards]):
            seen = [sum(1 << n for n in range(9) if features[at + n]) for at in (0, 9)]
            assert seen == [position.marks[me][board], position.marks[rival][board]]
            owned = [position.owned[player] >> board & 1 for player in (me, rival)]
            assert [int(features[18]), int(features[19])] == owned
