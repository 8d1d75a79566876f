"""The trained evaluations: the core's whole numbers against the same network in plain Python."""

from __future__ import annotations

import hashlib
import math
import os
import struct
import subprocess
import sys
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from ninefold import BadInput, SystemFailed
from ninefold.cli import main
from ninefold.engine import LevelEngine
from ninefold.engine.core import axes_of
from ninefold.engine.core.network import BadNetwork, Network, NetworkFile
from ninefold.engine.limit import Limit
from ninefold.engine.native import NativeEngine
from ninefold.engine.networks import (
    find_network,
    load_network,
    user_axes,
    user_networks,
    weights_name,
)
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS, Variant, find_variant
from support.games import random_game

WIDE, CODE, LANES, HIDDEN = 64, 32, 32, 16
WITH_NETWORK = (*VARIANTS.values(), VARIANTS["modern"].with_tie_break("boards"))


def shipped(variant: Variant) -> NetworkFile:
    """What is in the file that comes with Ninefold."""
    path = files("ninefold.engine.networks") / weights_name(variant)
    return NetworkFile.decode(path.read_bytes(), str(path))


class PlainNetwork:
    """The network as docs/build/learning.md describes it, with floats and no tricks."""

    def __init__(self, variant: Variant) -> None:
        file = shipped(variant)
        self._rest, self.scale = list(array("f", file.weights)), file.scale
        self.first = self._layer(21, WIDE)
        self.second = self._layer(WIDE, WIDE)
        self.code = self._layer(WIDE, CODE)
        self.place = self._layer(9 * CODE, LANES)
        self.target = self._matrix(CODE, LANES)
        self.held = self._matrix(10, LANES)  # the tenth is for a free move
        self.hidden = self._layer(2 * LANES, HIDDEN)
        self.output = self._layer(HIDDEN, 1)
        assert not self._rest
        self.closes = variant.release == "decided" and variant.free_move == "undecided"

    def _take(self, count: int) -> list[float]:
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def _matrix(self, ins: int, outs: int) -> list[list[float]]:
        return [self._take(outs) for _ in range(ins)]

    def _layer(self, ins: int, outs: int) -> tuple[list[list[float]], list[float]]:
        return self._matrix(ins, outs), self._take(outs)

    def encoded(self, position: Position, board: int, player: str) -> list[float]:
        marks = position.board(board)
        owner = position.owners[board]
        if self.closes and (owner in "XO" or "." not in marks):
            marks = "." * 9
        features = [float(mark == player) for mark in marks]
        features += [float(mark not in (player, ".")) for mark in marks]
        dead = self.closes and owner not in "XO" and "." not in position.board(board)
        features += [float(owner == player), float(owner in "XO" and owner != player), float(dead)]
        wide = [max(value, 0) for value in _through(features, *self.first)]
        wide = [max(value, 0) for value in _through(wide, *self.second)]
        return _through(wide, *self.code)

    def score(self, position: Position) -> float:
        lanes: list[float] = []
        for player in (position.turn, "O" if position.turn == "X" else "X"):
            codes = [self.encoded(position, board, player) for board in range(9)]
            sums = _through([value for code in codes for value in code], *self.place)
            if player == position.turn:
                place = 9 if position.free else position.target
                assert place is not None
                sums = [a + b for a, b in zip(sums, self.held[place], strict=True)]
                if place < 9:
                    sums = _through(codes[place], self.target, sums)
            lanes += [min(max(value, 0), 1) for value in sums]
        hidden = [min(max(value, 0), 1) for value in _through(lanes, *self.hidden)]
        return _through(hidden, *self.output)[0] * self.scale


def _through(values: list[float], matrix: list[list[float]], start: list[float]) -> list[float]:
    sums = list(start)
    for value, row in zip(values, matrix, strict=True):
        if value:
            sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
    return sums


def some_positions(mode: str | Variant) -> list[Position]:
    """Positions of random games."""
    games = [random_game(find_variant(mode), seed)[seed::9] for seed in range(5)]
    return [position for game in games for position in game if position.outcome is None]


@pytest.mark.parametrize("variant", WITH_NETWORK, ids=str)
def test_the_core_and_plain_python_agree(variant: Variant) -> None:
    plain = PlainNetwork(variant)
    with NativeEngine(memory=1) as engine:
        for position in some_positions(variant):
            engine.evaluate(position)
            told = engine._search.evaluate(position)
            # Whole numbers round a little: by a hundredth of the point at most.
            assert told == pytest.approx(plain.score(position), abs=0.04 * plain.scale), position


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_network_has_no_favourite(mode: str) -> None:
    """The same position with the players exchanged is worth the same."""
    with NativeEngine(memory=1) as engine:
        engine.evaluate(Position.start(mode))
        for position in some_positions(mode):
            marks, owned = position.marks, position.owned
            exchanged = Position.unchecked(
                position.variant,
                marks[9:] + marks[:9],
                owned[::-1],
                int(position.turn == "X"),
                position.target,
            )
            assert engine._search.evaluate(position) == engine._search.evaluate(exchanged)


def test_every_mode_has_a_network_and_other_variants_are_judged_by_hand() -> None:
    for mode, variant in VARIANTS.items():
        assert find_network(axes_of(variant)) is not None, mode
    boards = {mode: VARIANTS[mode].with_tie_break("boards") for mode in VARIANTS}
    networks = {mode: find_network(axes_of(variant)) for mode, variant in boards.items()}
    assert [mode for mode, network in networks.items() if network is not None] == ["modern"]
    assert networks["modern"] is not find_network(axes_of(VARIANTS["modern"]))


def test_who_judges_by_hand_makes_no_network() -> None:
    """It takes memory and a moment, which a level that judges by hand should not cost."""
    program = """
from ninefold import BadInput, Position
from ninefold.engine import Limit
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.native import NativeEngine
from ninefold.engine.networks import find_network
for engine in LevelEngine("casual"), NativeEngine(evaluation="hand"):
    engine.play(Position.start("battle"), Limit(nodes=500))
print(find_network.cache_info().misses)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.strip() == b"0"


def test_the_evaluation_can_be_chosen() -> None:
    position = Position.start("battle").play("55").play("51")
    with NativeEngine(memory=1) as network, NativeEngine(memory=1, evaluation="hand") as hand:
        assert network.evaluate(position) != hand.evaluate(position)
        assert hand.play(position, Limit(nodes=500)).move in position.legal_moves
    with pytest.raises(BadInput, match=r"evaluation is 'tarot': expected network or hand"):
        NativeEngine(evaluation="tarot")


def test_a_look_at_another_mode_does_not_change_what_an_analysis_tells() -> None:
    """Networks have scales of their own, and a look between two depths must not mix them up."""
    position, other = Position.start("battle").play("55"), Position.start("modern")
    told = []
    for looks in (False, True):
        with NativeEngine(memory=1) as engine:
            chances = []
            for best, *_ in engine.analysis(position, Limit(depth=6)):
                chances.append(best.score.probability)
                if looks:
                    engine.evaluate(other)
            told.append(chances)
    assert told[0] == told[1]


def test_broken_weights_do_no_harm(tmp_path: Path) -> None:
    """A file of the right form with any numbers in it makes some network, not a crash."""
    path, own = tmp_path / "own.weights", shipped(VARIANTS["modern"])
    for fill in (b"\xff", b"\x7f", b"\x00"):  # not a number, huge, nothing
        path.write_bytes(own._replace(weights=fill * len(own.weights)).encode())
        with NativeEngine(memory=1, network=path) as engine:
            assert engine.play(Position.start(), Limit(nodes=500)).move in range(81)


#: The weights with their scale: none is changed unseen.
HASHES = {
    "battle.weights": "f54f240152a7aea4239d4b6ea2aefd2d216d6c7fa066825d8a540ea6344635db",
    "classic.weights": "73fc0a3ceccf7a24cfe31b7064f6186bcd884bfe0d15c25b3c4b8a9447a85305",
    "modern-boards.weights": "8d5f88481fe073e209490fc608669e55d72ec203d9d000555d6f3882f10f9df3",
    "modern.weights": "05f85a0561b4d79358bb21328db9498fbba34910ad954f6b34df8a06664411b8",
    "open.weights": "00731969e56119f9b13f447060193b09ff900c67acf8549416f3103159f6116f",
}


@pytest.mark.parametrize("variant", WITH_NETWORK, ids=str)
def test_a_network_says_what_it_is(variant: Variant) -> None:
    file = shipped(variant)
    assert file.axes == axes_of(variant)
    assert file.description.lower().startswith(variant.name)
    numbers = file.weights + struct.pack("<f", file.scale)
    assert hashlib.sha256(numbers).hexdigest() == HASHES[weights_name(variant)]


def test_a_head_is_laid_out_as_the_page_about_learning_says() -> None:
    data = shipped(VARIANTS["battle"]).encode()
    assert data[:8] == b"NINEFOLD"
    version, axes, *shape, scale, count, told, checksum, rest = struct.unpack(
        "<II6HfIIII", data[8:48]
    )
    assert (version, axes, shape, scale) == (1, 15, [21, 64, 32, 32, 16, 0], 2600.0)
    assert (count, told + 48 + 4 * count, rest) == (19_297, len(data), 0)
    assert checksum == zlib.crc32(data[:40] + data[44:])
    assert data[-told:].decode().startswith("Battle")


def _refusals() -> dict[str, tuple[bytes, str]]:
    good = shipped(VARIANTS["modern"])
    data = good.encode()

    def flipped(at: int) -> bytes:
        return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]

    return {
        "empty": (b"", "is not a network: expected a file that"),
        "a text": (b"no network at all\n" * 99, "is not a network: expected a file that"),
        "weights without a head": (good.weights, "is not a network: expected a file that"),
        "a head cut off": (data[:20], "has 20 bytes, which is not what its head says"),
        "cut off": (data[:-1], "bytes, which is not what its head says"),
        "added to": (data + b"!", "bytes, which is not what its head says"),
        "another format": (flipped(8), "is a network of format 0: this version reads format 1"),
        "a bit of the axes flipped": (flipped(12), "is damaged: its checksum does not fit"),
        "a bit of the scale flipped": (flipped(29), "is damaged: its checksum does not fit"),
        "a bit of the weights flipped": (flipped(4000), "is damaged: its checksum does not fit"),
        "a bit of the description flipped": (flipped(len(data) - 1), "is damaged: its checksum"),
        "too few weights": (
            good._replace(weights=good.weights[:-4]).encode(),
            "is a network of another architecture",
        ),
        "contradicting axes": (good._replace(axes=8).encode(), "axes that contradict each other"),
        "no scale": (good._replace(scale=math.nan).encode(), "a scale beyond reason"),
        "a tiny scale": (good._replace(scale=1.0).encode(), "a scale beyond reason"),
    }


@pytest.mark.parametrize("case", _refusals())
def test_what_does_not_fit_is_refused_in_words(tmp_path: Path, capsys, case: str) -> None:
    data, told = _refusals()[case]
    path = tmp_path / "odd.weights"
    path.write_bytes(data)
    with pytest.raises(BadNetwork, match=told):
        NativeEngine(memory=1, network=path)
    assert main(["match", f"full:network={path}", "random", "--games", "2"]) == 2
    assert told in capsys.readouterr().err
    assert main(["learn", "install", str(path)]) == 2
    assert told in capsys.readouterr().err


def test_a_network_of_another_mode_is_refused_where_it_would_be_used(capsys) -> None:
    path = str(files("ninefold.engine.networks") / "battle.weights")
    with (
        NativeEngine(memory=1, network=path) as engine,
        pytest.raises(BadNetwork, match=r"is a network for battle: expected one for modern"),
    ):
        engine.play(Position.start("modern"), Limit(nodes=100))
    assert main(["match", f"full:network={path}", "full", "--games", "2", "--mode", "open"]) == 2
    assert "is a network for battle: expected one for open" in capsys.readouterr().err
    with pytest.raises(SystemFailed, match="cannot read the network"):
        NativeEngine(memory=1, network="nowhere.weights")
    with pytest.raises(BadInput, match="evaluation is 'hand' and network is"):
        NativeEngine(memory=1, network=path, evaluation="hand")


def test_an_engine_judges_by_the_network_that_it_is_given(tmp_path: Path) -> None:
    ours, path = shipped(VARIANTS["battle"]), tmp_path / "flat.weights"
    path.write_bytes(ours._replace(weights=bytes(len(ours.weights))).encode())
    position = Position.start("battle").play("55").play("51")
    with NativeEngine(memory=1, network=path) as flat, NativeEngine(memory=1) as usual:
        assert flat.evaluate(position).probability == 0.5
        assert usual.evaluate(position).probability != 0.5
    same = tmp_path / "same.weights"
    same.write_bytes(ours.encode())
    with NativeEngine(memory=1, network=same) as given, NativeEngine(memory=1) as usual:
        answers = [engine.play(position, Limit(nodes=5000)) for engine in (given, usual)]
    assert answers[0].line == answers[1].line
    assert answers[0].nodes == answers[1].nodes


OWN = find_variant("skirmish:free_move=unfilled")


@pytest.fixture
def own_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A network for a variant of one's own, and an empty data folder to put it in."""
    monkeypatch.setenv("NINEFOLD_DATA", str(tmp_path / "data"))
    path = tmp_path / "skirmish.weights"
    path.write_bytes(shipped(VARIANTS["modern"])._replace(axes=axes_of(OWN)).encode())
    find_network.cache_clear()
    yield path
    find_network.cache_clear()


def test_an_installed_network_is_used_wherever_its_variant_is_played(
    own_network: Path, capsys
) -> None:
    position = Position.start(OWN).play("55")
    with NativeEngine(memory=1) as engine, LevelEngine("full") as level:
        by_hand = engine.evaluate(position)
        assert find_network(axes_of(OWN)) is None
        assert main(["learn", "install", str(own_network)]) == 0
        told = capsys.readouterr().err
        assert f"installed as {user_networks()}" in told
        assert "not used" not in told
        assert engine.evaluate(position) != by_hand
        assert engine.evaluate(position) == level._native.evaluate(position)
        renamed = Position.start(replace(OWN, name="melee")).play("55")
        assert engine.evaluate(renamed) == engine.evaluate(position)  # a name means nothing


def test_networks_of_several_variants_lie_side_by_side(own_network: Path, tmp_path: Path) -> None:
    others = [
        find_variant("siege:ownership=latest,free_move=unfilled"),
        OWN.with_tie_break("boards"),
    ]
    for variant in (OWN, *others):  # `learn run` calls each of them so
        path = tmp_path / "best.weights"
        path.write_bytes(shipped(VARIANTS["modern"])._replace(axes=axes_of(variant)).encode())
        assert main(["learn", "install", str(path)]) == 0
    for variant in (OWN, *others):
        network = find_network(axes_of(variant))
        assert network is not None
        assert network.axes == axes_of(variant)
    assert main(["learn", "install", str(own_network)]) == 0  # again: in place of its own only
    assert len(list(user_networks().iterdir())) == 3


def test_who_installs_a_network_that_ours_go_before_is_told(own_network: Path, capsys) -> None:
    for mode in (VARIANTS["open"], VARIANTS["modern"].with_tie_break("boards")):
        own_network.write_bytes(shipped(mode).encode())
        assert main(["learn", "install", str(own_network)]) == 0
        assert f"full:network={own_network}" in capsys.readouterr().err


def test_of_ones_own_networks_the_newest_counts_and_ours_come_first(own_network: Path) -> None:
    folder = user_networks()
    folder.mkdir(parents=True)
    data = own_network.read_bytes()
    for age, name in ((200, "old"), (100, "new"), (300, "older")):
        (folder / f"{name}.weights").write_bytes(data)
        os.utime(folder / f"{name}.weights", (1e9 - age, 1e9 - age))
    (folder / "notes.weights").write_text("no network: passed over")
    (folder / "battle.weights").write_bytes(shipped(VARIANTS["battle"]).encode())
    found, battle = find_network(axes_of(OWN)), find_network(axes_of(VARIANTS["battle"]))
    assert found is not None
    assert battle is not None
    assert Path(found.name) == folder / "new.weights"
    assert folder not in Path(battle.name).parents


def test_a_damaged_network_of_ones_own_is_told_and_not_passed_over(own_network: Path) -> None:
    user_networks().mkdir(parents=True)
    damaged = bytearray(own_network.read_bytes())
    damaged[5000] ^= 4
    (user_networks() / "skirmish.weights").write_bytes(damaged)
    with (
        NativeEngine(memory=1) as engine,
        pytest.raises(BadNetwork, match=r"skirmish.weights is damaged: its checksum"),
    ):
        engine.play(Position.start(OWN), Limit(nodes=100))


def test_a_network_can_be_loaded_by_itself(own_network: Path) -> None:
    network = load_network(own_network)
    assert (network.axes, network.scale) == (axes_of(OWN), 1300.0)
    assert isinstance(network, Network)


def test_variants_of_ones_own_are_those_that_we_bring_no_network_for(own_network: Path) -> None:
    assert user_axes() == []
    folder = user_networks()
    folder.mkdir(parents=True)
    (folder / "battle.weights").write_bytes(shipped(VARIANTS["battle"]).encode())
    (folder / "notes.weights").write_text("no network: passed over")
    assert user_axes() == []
    boards = OWN.with_tie_break("boards")
    for name, variant in (("b", boards), ("a", OWN), ("again", OWN)):
        data = shipped(VARIANTS["modern"])._replace(axes=axes_of(variant)).encode()
        (folder / f"{name}.weights").write_bytes(data)
    assert user_axes() == sorted([axes_of(OWN), axes_of(boards)])
