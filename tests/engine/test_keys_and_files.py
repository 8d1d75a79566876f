"""Keys that images share, samples that games leave, files that say what they are for."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

from ninefold import Position, Variant
from ninefold.engine.core import Search, axes_of
from ninefold.engine.core.canonical import canonical
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.selfplay import PROVEN_SCORE, are_samples, self_play
from ninefold.engine.variant_files import axes_in, file_name, newest_first, told_axes
from ninefold.rules.squares import transform_square
from ninefold.rules.variants import VARIANTS, find_variant
from support.games import EVERY_VARIANT, random_game

by_axes = pytest.mark.parametrize(
    "variant", EVERY_VARIANT, ids=lambda variant: "-".join(variant.axes.values())
)

# Keys


@by_axes
def test_images_share_a_key_and_no_two_other_positions_do(variant: Variant) -> None:
    keys: dict[int, Position] = {}
    for position in {p for seed in range(3) for p in random_game(variant, seed)[:-1:3]}:
        here = canonical(position)
        assert keys.setdefault(here.key, position.canonical()) == position.canonical()
        assert -(2**63) <= here.key < 2**63
        for n in range(1, 8):
            image = canonical(position.transform(n))
            assert image.key == here.key
            for square in (0, 13, 40, 77):
                assert image.images[transform_square(square, n)] == here.images[square]
    assert len(keys) > 20


def test_squares_have_one_image_where_symmetries_of_the_position_join_them() -> None:
    start = Position.start()
    for position in (start, start.play("55"), start.play("11"), start.play("52"), start.play("12")):
        kept = [n for n in range(8) if position.transform(n) == position]
        images = canonical(position).images
        for one in range(81):
            orbit = {transform_square(one, n) for n in kept}
            assert {other for other in range(81) if images[other] == images[one]} == orbit


@by_axes
def test_a_target_that_releases_has_no_say_in_the_key(variant: Variant) -> None:
    seen = 0
    for position in random_game(variant, 5)[:-1:3]:
        turn = "XO".index(position.turn)
        for target in range(9):
            twin = Position.unchecked(variant, position.marks, position.owned, turn, target)
            same = twin.canonical() == position.canonical() and twin.free == position.free
            assert (canonical(twin).key == canonical(position).key) == same
            seen += position.free
    assert seen > 0


# Games of the search with itself


def samples_of(variant: Variant, seed: int, random_moves: int, nodes: int = 60):
    search = Search(1 << 16)
    start = Position.start(variant)
    data = self_play(search, start, nodes=nodes, random_moves=random_moves, seed=seed)
    assert data == self_play(
        Search(1 << 16), start, nodes=nodes, random_moves=random_moves, seed=seed
    )
    assert are_samples(data, axes_of(variant))
    return ffi.from_buffer("nf_sample[]", data)


def position_of(sample, variant: Variant) -> Position:
    at = sample.position
    target = None if at.target == lib.NF_NO_TARGET else at.target
    marks = (*at.marks[0], *at.marks[1])
    return Position.unchecked(variant, marks, (at.owned[0], at.owned[1]), at.turn, target)


@by_axes
def test_samples_are_a_game_and_its_result_is_theirs(variant: Variant) -> None:
    for seed in range(2):
        samples = samples_of(variant, seed, random_moves=3 + seed)
        assert len({sample.outcome for sample in samples}) == 1
        positions = [position_of(sample, variant) for sample in samples]
        assert positions[0].ply == 3 + seed
        for before, after in pairwise(positions):
            assert after in map(before.play, before.legal_moves)
        last, end = positions[-1], samples[len(samples) - 1]
        ends = {
            {None: 3, "X": 1, "O": 2}[after.outcome.winner]
            for move in last.legal_moves
            if (after := last.play(move)).outcome is not None
        }
        if abs(end.score) > PROVEN_SCORE:
            assert end.outcome == 1 + (end.position.turn ^ (end.score < 0))
        else:
            assert end.outcome in {*ends, lib.NF_DRAWN}
        for sample, position in zip(samples, positions, strict=True):
            assert (sample.position.target == lib.NF_NO_TARGET) == position.free


def test_moves_are_tried_out_in_the_first_half_of_a_game_only() -> None:
    flags = [
        (sum(map(int.bit_count, [*s.position.marks[0], *s.position.marks[1]])), s.flags)
        for seed in range(16)
        for s in samples_of(VARIANTS["open"], seed, random_moves=2, nodes=20)
    ]
    early = [flag for marks, flag in flags if marks < 36]
    assert 0.08 < sum(early) / len(early) < 0.25
    assert {flag for marks, flag in flags if marks >= 40} == {0}
    assert {*early} == {0, lib.NF_EXPLORES}


def test_a_game_that_random_moves_end_leaves_nothing() -> None:
    search = Search(1 << 16)
    start = Position.start()
    assert self_play(search, start, nodes=50, random_moves=81, seed=1) == b""


def test_what_cannot_be_samples_is_told() -> None:
    data = bytearray(ffi.buffer(samples_of(VARIANTS["modern"], 1, 4)))
    assert are_samples(bytes(data), 0)
    assert not are_samples(bytes(data), 1)
    first = ffi.from_buffer("nf_sample[]", data)[0]
    for spoil in ("turn", "outcome", "twice", "tenth"):
        kept = bytes(data)
        if spoil == "turn":
            first.position.turn = 2
        elif spoil == "outcome":
            first.outcome = 0
        elif spoil == "twice":
            first.position.marks[0][0] = first.position.marks[1][0] = 1
        else:
            first.position.marks[0][0] = 512
        assert not are_samples(bytes(data), 0), spoil
        data[:] = kept


# Files


def test_a_file_tells_the_axes_it_is_for_and_only_if_it_is_of_the_kind(tmp_path: Path) -> None:
    path = tmp_path / "some.book"
    path.write_bytes(b"NINEBOOK" + b"\1\0\0\0" + b"\x0b\0\0\0" + b"rest")
    assert axes_in(path, b"NINEBOOK") == 11
    assert axes_in(path, b"NINEFOLD") is None
    path.write_bytes(path.read_bytes()[:16])
    assert axes_in(path, b"NINEBOOK") == 11
    path.write_bytes(path.read_bytes()[:15])
    assert axes_in(path, b"NINEBOOK") is None
    assert axes_in(tmp_path / "nowhere", b"NINEBOOK") is None


def test_the_newest_file_comes_first_and_others_do_not_count(tmp_path: Path) -> None:
    for name, when in (("b.book", 5), ("a.book", 5), ("old.book", 1), ("new.book", 9)):
        (tmp_path / name).write_bytes(b"")
        os.utime(tmp_path / name, (when, when))
    (tmp_path / "x.weights").write_bytes(b"")
    (tmp_path / "folder.book").mkdir()
    names = [path.name for path in newest_first(tmp_path, ".book")]
    assert names == ["new.book", "a.book", "b.book", "old.book"]
    assert newest_first(tmp_path / "nowhere", ".book") == []


def test_variants_are_told_in_words_from_their_axes() -> None:
    for mode, variant in VARIANTS.items():
        assert told_axes(axes_of(variant)) == mode
        assert file_name(variant, ".x") == f"{mode}.x"
        boards = variant.with_tie_break("boards")
        assert find_variant(told_axes(axes_of(boards))) == boards
        assert file_name(boards, ".x") == f"{mode}-boards.x"
    for variant in EVERY_VARIANT:
        told = told_axes(axes_of(variant))
        if "=" in told and ":" not in told:
            assert told == ", ".join(f"{axis}={value}" for axis, value in variant.axes.items())
    assert [axes_of(VARIANTS[mode]) for mode in VARIANTS] == [0, 3, 15, 10]
