"""The trained evaluations: the core's whole numbers against the same network in plain Python."""

from __future__ import annotations

import math
import struct
import subprocess
import sys
from array import array
from importlib.resources import files
from itertools import product

import pytest

from ninefold.engine.core import axes_of, ffi, lib, native
from ninefold.engine.engine import EngineError
from ninefold.engine.levels import OPPONENTS
from ninefold.engine.limit import Limit
from ninefold.engine.native import HOPES_UNTIL, NativeEngine
from ninefold.engine.networks import Network, find_network, find_random_network, weights_name
from ninefold.engine.quick_search import QuickSearch
from ninefold.rules.position import Position
from ninefold.rules.variants import VARIANTS, Variant, find_variant
from support.games import random_game

WIDE, CODE, LANES, HIDDEN = 64, 32, 32, 16
WITH_NETWORK = (*VARIANTS.values(), VARIANTS["modern"].with_tie_break("boards"))
WITH_WEAKER = ("modern", "classic", "battle")


class PlainNetwork:
    """The network as docs/learning.md describes it, with floats and no tricks."""

    def __init__(self, variant: Variant, opponent: str) -> None:
        name = weights_name(variant, opponent)
        raw = (files("ninefold.engine.networks") / name).read_bytes()
        self._rest = list(array("f", raw))
        self.first = self._layer(21, WIDE)
        self.second = self._layer(WIDE, WIDE)
        self.code = self._layer(WIDE, CODE)
        self.place = self._layer(9 * CODE, LANES)
        self.target = self._matrix(CODE, LANES)
        self.held = self._matrix(10, LANES)  # the tenth is for a free move
        count = {"equal": 1, "weaker": 2}[opponent]
        self.heads = [
            (self._layer(2 * LANES, HIDDEN), self._layer(HIDDEN, 1)) for _ in range(count)
        ]
        (self.units,) = self._rest
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

    def score(self, position: Position, head: int = 0) -> float:
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
        hidden_layer, output_layer = self.heads[head]
        hidden = [min(max(value, 0), 1) for value in _through(lanes, *hidden_layer)]
        return _through(hidden, *output_layer)[0] * self.units


def _through(values: list[float], matrix: list[list[float]], start: list[float]) -> list[float]:
    sums = list(start)
    for value, row in zip(values, matrix, strict=True):
        if value:
            sums = [total + value * weight for total, weight in zip(sums, row, strict=True)]
    return sums


def some_positions(mode: str | Variant, opponent: str = "equal") -> list[Position]:
    """Positions of random games, as far as the network for that opponent judges them."""
    games = [random_game(find_variant(mode), seed)[seed::9] for seed in range(5)]
    until = HOPES_UNTIL.get(find_variant(mode).name, 81) if opponent == "weaker" else 81
    positions = [position for game in games for position in game if position.outcome is None]
    return [position for position in positions if position.ply < until]


@pytest.mark.parametrize(
    ("variant", "opponent"),
    [*product(WITH_NETWORK, ["equal"]), *product(map(VARIANTS.get, WITH_WEAKER), ["weaker"])],
    ids=str,
)
def test_the_core_and_plain_python_agree(variant: Variant, opponent: str) -> None:
    plain = PlainNetwork(variant, opponent)
    with NativeEngine(memory=1, opponent=opponent) as engine:
        for position in some_positions(variant, opponent):
            engine.evaluate(position)
            told = lib.nf_evaluate(engine._search, native(position))
            # Whole numbers round a little: by a hundredth of the point at most.
            assert told == pytest.approx(plain.score(position), abs=0.04 * plain.units), position


@pytest.mark.parametrize("mode", WITH_WEAKER)
def test_the_opponents_moves_are_judged_by_the_second_head(mode: str) -> None:
    """One move ahead there is nothing but the evaluation of what the opponent has before them."""
    plain, looked_at = PlainNetwork(VARIANTS[mode], "weaker"), 0
    with NativeEngine(memory=1, opponent="weaker") as engine:
        for position in some_positions(mode, "weaker"):
            engine.new_game()
            best, *_ = engine.analyse(position, Limit(depth=1), lines=2)
            after = position.play(best.move)
            if after.outcome is not None or any(captures(after, m) for m in after.legal_moves):
                continue  # captures are looked at further
            found = ffi.new("nf_line *")
            lib.nf_search_lines(engine._search, found, 1)
            assert found.score == pytest.approx(-plain.score(after, head=1), abs=60), position
            looked_at += 1
    assert looked_at > 5


def captures(position: Position, square: int) -> bool:
    return position.play(square).owners != position.owners


@pytest.mark.parametrize(("mode", "more"), [("modern", 0.08), ("classic", 0.2)])
def test_a_weaker_opponent_is_expected_to_lose(mode: str, more: float) -> None:
    start = Position.start(mode)
    with NativeEngine(memory=1) as equal, NativeEngine(memory=1, opponent="weaker") as weaker:
        # In either player's place, where things are open: from the start X wins Classic outright.
        for position in (start.play("51"), start.play("51").play("11")):
            hoped = weaker.evaluate(position).probability
            assert hoped > equal.evaluate(position).probability + more


def test_in_battle_the_network_for_equals_takes_over_in_time() -> None:
    with NativeEngine(memory=1) as equal, NativeEngine(memory=1, opponent="weaker") as weaker:
        for game in (random_game(VARIANTS["battle"], seed) for seed in range(3)):
            told = [
                (p.ply, equal.evaluate(p) == weaker.evaluate(p)) for p in game if p.outcome is None
            ]
            assert all(same for ply, same in told if ply >= HOPES_UNTIL["battle"])
            before = [same for ply, same in told if ply < HOPES_UNTIL["battle"]]
            assert sum(before) < 4  # by chance, both being whole numbers of units


def test_the_random_network_foretells_random_games() -> None:
    """On positions that it has not seen; 2,000 games tell a share to a hundredth or so."""
    network = find_random_network(axes_of(VARIANTS["battle"]))
    assert network is not None
    search, results, stop = QuickSearch(network), ffi.new("nf_results *"), ffi.new("int *")
    errors, spread = [], []
    for position in (
        p for seed in range(8) for p in random_game(VARIANTS["battle"], 100 + seed)[4:44:4]
    ):
        if position.outcome is not None:
            continue
        copy = native(position)
        lib.nf_random_games(copy, 2000, 1, lib.nf_instruction_set(), stop, results)
        won = results.o_wins if copy.turn else results.x_wins
        share = (won + results.draws / 2) / 2000
        told = 1 / (1 + math.exp(-lib.nf_evaluate(search.handle, copy) / network.units))
        errors.append(abs(told - share))
        spread.append(abs(share - 0.5))
    assert len(errors) > 60
    assert sum(errors) < 0.5 * sum(spread)
    for mode in ("modern", "classic", "open"):
        assert find_random_network(axes_of(VARIANTS[mode])) is None


def test_an_opponent_that_nobody_knows_is_refused() -> None:
    with pytest.raises(EngineError, match=r"opponent is 'nobody': expected equal or weaker"):
        NativeEngine(opponent="nobody")


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_network_has_no_favourite(mode: str) -> None:
    """The same position with the players exchanged is worth the same."""
    exchanged = str.maketrans("XO", "OX")
    with NativeEngine(memory=1) as engine:
        engine.evaluate(Position.start(mode))
        for position in some_positions(mode):
            mirrored = ffi.new("nf_position *")
            marks, owners = (
                text.translate(exchanged).encode() for text in (position.cells, position.owners)
            )
            target = 9 if position.target is None else position.target
            turn = int(position.turn == "X")
            assert lib.nf_set_up(mirrored, native(position).axes, marks, owners, turn, target) == 0
            told = lib.nf_evaluate(engine._search, native(position))
            assert told == lib.nf_evaluate(engine._search, mirrored)


def test_every_mode_has_a_network_and_other_variants_are_judged_by_hand() -> None:
    for mode, variant in VARIANTS.items():
        equal, weaker = (find_network(axes_of(variant), opponent) for opponent in OPPONENTS)
        assert equal is not None, mode
        assert weaker is not None, mode
        assert (equal is not weaker) == (mode in WITH_WEAKER)
    boards = {mode: VARIANTS[mode].with_tie_break("boards") for mode in VARIANTS}
    networks = {mode: find_network(axes_of(variant)) for mode, variant in boards.items()}
    assert [mode for mode, network in networks.items() if network is not None] == ["modern"]
    assert networks["modern"] is not find_network(axes_of(VARIANTS["modern"]))


def test_who_judges_by_hand_makes_no_network() -> None:
    """It takes memory and a moment, which a level that judges by hand should not cost."""
    program = """
from ninefold import Position
from ninefold.engine import Limit
from ninefold.engine.level_engine import LevelEngine
from ninefold.engine.native import NativeEngine
from ninefold.engine.networks import _network_of
for engine in LevelEngine("casual"), NativeEngine(evaluation="hand", opponent="weaker"):
    engine.play(Position.start("battle"), Limit(nodes=500))
print(_network_of.cache_info().misses)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert run.stdout.strip() == b"0"


def test_the_evaluation_can_be_chosen() -> None:
    position = Position.start("battle").play("55").play("51")
    with NativeEngine(memory=1) as network, NativeEngine(memory=1, evaluation="hand") as hand:
        assert network.evaluate(position) != hand.evaluate(position)
        assert hand.play(position, Limit(nodes=500)).move in position.legal_moves
    with pytest.raises(EngineError, match=r"evaluation is 'tarot': expected network or hand"):
        NativeEngine(evaluation="tarot")


def test_a_look_at_another_mode_does_not_change_what_an_analysis_tells() -> None:
    """Modes count in units of their own, and a look between two depths must not mix them up."""
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


@pytest.mark.parametrize("size", [0, 4, 77_188, 77_196, 81_416, 81_424])
def test_weights_of_another_size_are_refused(size: int) -> None:
    with pytest.raises(EngineError, match=f"{size} bytes of weights make no network"):
        Network(0, bytes(size))


@pytest.mark.parametrize("units", [0.0, -1300.0, 1.0, 1e30, math.nan, math.inf])
def test_units_that_make_no_sense_are_refused(units: float) -> None:
    with pytest.raises(EngineError, match="77192 bytes of weights make no network"):
        Network(0, bytes(77_188) + struct.pack("<f", units))


def test_broken_weights_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of the right size with anything in it makes some network, not a crash."""
    for fill, size in product((b"\xff", b"\x7f", b"\x00"), (77_192, 81_420)):
        # Not a number, huge, nothing; one head and two; units that make sense.
        network = Network(0, fill * (size - 4) + struct.pack("<f", 1300))
        monkeypatch.setattr("ninefold.engine.native.find_network", lambda *_, found=network: found)
        with NativeEngine(memory=1) as engine:
            assert engine.play(Position.start(), Limit(nodes=500)).move in range(81)
