"""The search of the core: exact where it says so, obedient to limits and stops, reproducible."""

from __future__ import annotations

import gc
import itertools
import math
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, BadInput, BadVariant, NinefoldError, Position, Variant
from ninefold.engine import EngineError, Limit, Score, core
from ninefold.engine.handicap import Handicap
from ninefold.engine.native import NativeEngine, _core_limits
from ninefold.engine.proofs.goal import Goal
from ninefold.engine.proofs.prover import Prover
from ninefold.rules.squares import PLAYERS
from ninefold.rules.variants import AXES
from support.games import play_at_random


def all_variants():
    for values in itertools.product(*AXES.values()):
        try:
            yield Variant("own", **dict(zip(AXES, values, strict=True)))
        except BadVariant:
            continue


def late_positions(variant, from_the_end, games, seed):
    start = Position.start(variant)
    for squares, _ in itertools.islice(core.written_games(start, seed=seed, size=9000), games):
        position = start
        for square in squares[: len(squares) - from_the_end]:
            position = position.play(square)
        yield position


RESULTS = {"win": 1, "draw": 0, "loss": -1}


class TooMuch(Exception):
    pass


def solve(position, known, most):
    """The result for the player to move, by plain negamax in Python: 1, 0 or -1."""
    if position in known:
        return known[position]
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == position.turn else -1
    if len(known) > most:
        raise TooMuch
    best = -1
    for square in position.legal_moves:
        best = max(best, -solve(position.play(square), known, most))
        if best == 1:
            break
    known[position] = best
    return best


def solved(engine, positions, most=1500):
    """Who is to move and what it is worth, where plain search can tell and the engine agrees."""
    for position in positions:
        known = {}
        try:
            truth = solve(position, known, most)
            info = engine.play(position, Limit())
            kept = -solve(position.play(info.move), known, most)
        except TooMuch:
            continue
        assert info.score.proven is not None
        assert RESULTS[info.score.proven] == truth == kept
        yield position.turn, truth


@pytest.fixture(scope="module")
def engine():
    with NativeEngine(memory=4) as ours:
        yield ours


@pytest.mark.parametrize("variant", list(all_variants()), ids=lambda v: "-".join(v.axes.values()))
def test_endgames_are_solved_as_plain_search_in_python_solves_them(engine, variant):
    positions = late_positions(variant, 5, 40, seed=core.axes_of(variant))
    assert len(list(solved(engine, positions, most=400))) > 4


@pytest.mark.parametrize("mode", VARIANTS)
def test_who_plays_for_a_win_tells_wins_draws_and_losses_apart_all_the_same(mode):
    """For both sides in turn by one engine: a draw is worth less to either, and is still a draw."""
    with NativeEngine(memory=1, contempt=80) as engine:
        seen = set(solved(engine, late_positions(mode, 6, 60, seed=13)))
    assert {turn for turn, _ in seen} == {"X", "O"}
    assert {truth for _, truth in seen} >= {1, -1}
    assert mode == "modern" or 0 in {truth for _, truth in seen}  # there draws are rare so late


def test_who_plays_for_a_win_goes_past_draws_that_another_takes():
    drawn = past = 0
    with (
        NativeEngine(memory=1) as content,
        NativeEngine(memory=1, contempt=80) as ambitious,
    ):
        for position in late_positions("battle", 24, 60, seed=17):
            info = content.play(position, Limit(nodes=10_000))
            if info.score.proven is None and info.score.probability == 0.5:
                told = ambitious.play(position, Limit(nodes=10_000)).score
                drawn += 1
                # Neither the draw nor what the draw is worth to it.
                past += told.proven is None and 0.34 < told.probability < 0.499
    assert 0 < past < drawn


@pytest.mark.parametrize("mode", VARIANTS)
def test_an_announced_win_comes_true_on_the_announced_move(engine, mode):
    announced = 0
    for position in late_positions(mode, 12, 40, seed=7):
        info = engine.play(position, Limit(depth=14))
        if info.score.winner is None:
            continue
        announced += 1
        winner, moves = info.score.winner, info.score.distance
        while position.outcome is None:
            position = position.play(engine.play(position, Limit(depth=14)).move)
            moves -= 1
        assert position.outcome.winner == winner
        assert moves >= 0  # never later than announced
    assert announced > 5


@pytest.mark.parametrize("mode", VARIANTS)
def test_the_most_tempting_of_drawn_moves_still_draws(engine, mode):
    """With one line asked for the engine chooses among draws, with several it does not."""
    drawn = other = 0
    for position in late_positions(mode, 13, 120, seed=5):
        info = engine.play(position, Limit(nodes=200_000))
        after = position.play(info.move)
        if info.score.proven != "draw" or info.depth < 7 or after.outcome is not None:
            continue
        first, *_ = engine.analyse(position, Limit(nodes=400_000), lines=2)
        answer, *_ = engine.analyse(after, Limit(nodes=400_000), lines=2)
        assert answer.score.proven == "draw"
        assert len(info.line) > 1  # the line is told, not its first move alone
        drawn += 1
        other += first.move != info.move
    assert drawn > 3
    assert other > 0


@pytest.mark.parametrize("limit", [Limit(depth=3), Limit(time=0), Limit(nodes=1)])
def test_a_win_at_once_is_played_and_said(engine, limit):
    """However little time there is: every first move is looked at."""
    for mode in VARIANTS:
        for position in late_positions(mode, 1, 12, seed=3):
            info = engine.play(position, limit)
            wins = [
                square
                for square in position.legal_moves
                if (after := position.play(square).outcome) and after.winner == position.turn
            ]
            if wins:
                assert info.move in wins
                assert str(info.score) == f"{position.turn} wins in 1"


def test_same_seed_and_nodes_give_the_same_answers():
    answers = []
    for _ in range(2):
        with NativeEngine(memory=2, seed=5) as engine:
            position, game = Position.start("battle"), []
            for _ in range(12):
                info = engine.play(position, Limit(nodes=3000))
                game.append((info.move, info.nodes, info.line, info.score))
                position = position.play(info.move)
        answers.append(game)
    assert answers[0] == answers[1]


def test_limits_by_nodes_and_depth_are_kept(engine):
    start = Position.start()
    least = engine.play(start, Limit(depth=1)).nodes  # every first move is looked at
    for nodes in (1, least, 777, 20_000):
        assert engine.play(start, Limit(nodes=nodes)).nodes <= max(nodes, least)
    assert engine.play(start, Limit(depth=4)).depth == 4
    assert engine.play(start, Limit(nodes=1)).move in start.legal_moves


def test_a_clock_is_shared_out_by_how_far_the_game_is():
    limit, late = Limit(clock=60), play_at_random("open", 1, 40)
    assert _core_limits(late, limit)["seconds"] == limit.seconds(40) > limit.seconds(0)


def test_an_endless_search_ends_when_it_is_stopped_from_another_thread(engine):
    timer = threading.Timer(0.2, engine.stop)
    timer.start()
    assert engine.play(Position.start(), Limit()).depth > 3
    timer.join()


def test_streams_one_update_a_depth_and_may_be_left_early(engine):
    updates = engine.analysis(Position.start("open"), Limit(depth=6), lines=2)
    depths = [[info.depth for info in update] for update in updates]
    assert depths == [[d, d] for d in range(1, 7)]
    updates = engine.analysis(Position.start(), Limit())
    next(updates)
    updates.close()
    assert engine.play(Position.start(), Limit(depth=2)).depth == 2  # not busy any more


def test_lines_are_distinct_legal_ordered_and_consistent(engine):
    position = Position.start("classic").play("55").play("51")
    lines = engine.analyse(position, Limit(depth=8), lines=20)
    assert len(lines) == len(position.legal_moves) == 9
    assert sorted(info.move for info in lines) == list(position.legal_moves)
    chances = [info.score.probability for info in lines]
    assert chances == sorted(chances, reverse=True)
    for rank, info in enumerate(lines, 1):
        assert (info.rank, info.line[0]) == (rank, info.move)
        after = position
        for square in info.line:
            after = after.play(square)  # raises if the line is not legal


@pytest.mark.parametrize("mode", VARIANTS)
def test_lines_are_in_order_however_short_the_search_was(engine, mode):
    for position in late_positions(mode, 25, 20, seed=3):
        infos = engine.analyse(position, Limit(depth=5), lines=3)
        chances = [info.score.probability for info in infos]
        assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("mode", ["modern", "classic"])
def test_without_a_limit_every_line_of_an_endgame_is_settled(engine, mode):
    """Not the best alone: who compares moves must know what each of them is worth."""
    different = 0
    for position in late_positions(mode, 6, 25, seed=5):
        known = {}
        try:
            truth = {
                move: -solve(position.play(move), known, most=1500) for move in position.legal_moves
            }
        except TooMuch:
            continue
        infos = engine.analyse(position, Limit(), lines=81)
        assert {info.move: RESULTS.get(info.score.proven) for info in infos} == truth
        different += len({*truth.values()}) > 1
    assert different > 1


def test_only_the_moves_asked_for_are_considered(engine):
    *_, answer = engine.analysis(Position.start(), Limit(depth=3), moves=[7, 80], lines=5)
    assert {info.move for info in answer} == {7, 80}
    with pytest.raises(BadInput, match="legal moves"):
        engine.analysis(Position.start().play("11"), Limit(depth=3), moves=[0])


def test_one_engine_thinks_about_one_thing_at_a_time(engine):
    first = engine.analysis(Position.start(), Limit(depth=3))
    next(first)
    assert engine.play(Position.start(), Limit(depth=1)).depth == 1
    with pytest.raises(EngineError, match="turned to another"):
        next(first)
    with engine._busy, pytest.raises(EngineError, match="thinking already"):
        engine.play(Position.start(), Limit(depth=1))


def test_a_closed_engine_and_a_finished_game_are_refused():
    engine = NativeEngine(memory=1)
    engine.close()
    engine.close()
    engine.stop()
    for ask in (
        lambda: engine.play(Position.start(), Limit(depth=1)),
        lambda: engine.evaluate(Position.start()),
    ):
        with pytest.raises(EngineError, match="closed"):
            ask()
    finished = next(late_positions("modern", 0, 1, seed=1))
    with NativeEngine(memory=1) as other, pytest.raises(BadInput, match="over"):
        other.play(finished, Limit(depth=1))


def test_two_threads_search_the_same_game():
    with NativeEngine(memory=4, threads=2) as engine:
        for mode in VARIANTS:
            # O is to move, so that no known win is played without a search.
            info = engine.play(Position.start(mode).play("12"), Limit(depth=7))
            assert info.depth == 7
        for position in late_positions("modern", 8, 10, seed=2):
            assert engine.play(position, Limit()).score.proven is not None


def test_the_interpreter_is_free_while_the_core_thinks():
    ticks = []
    with NativeEngine(memory=1) as engine:
        thinker = threading.Thread(
            target=engine.play, args=(Position.start(), Limit(nodes=4_000_000))
        )
        thinker.start()
        while thinker.is_alive():
            ticks.append(time.monotonic())
            time.sleep(0.001)
    assert len(ticks) > 20


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.floats(max_value=-0.5),
    st.sampled_from([math.nan, math.inf, -math.inf, -(10**5000), 10**5000]),
    st.text().filter(lambda text: text not in PLAYERS),  # those are good sense to some
    st.integers(max_value=-1),
    st.builds(object),
)


@given(junk)
@settings(max_examples=60, deadline=None)
def test_hostile_arguments_raise_our_errors_only(value):
    with NativeEngine(memory=1) as engine, Prover(1) as prover:
        start, short = Position.start(), Limit(depth=1)
        for call in (
            lambda: NativeEngine(memory=value),
            lambda: NativeEngine(threads=value),
            lambda: NativeEngine(seed=value),
            lambda: NativeEngine(evaluation=value),
            lambda: NativeEngine(contempt=value),
            lambda: engine.analysis(start, short, lines=value),
            lambda: engine.analysis(start, short, moves=[value]),
            lambda: engine.analysis(start, short, moves=value or 5),
            lambda: engine.analysis(start, short, handicap=value),
            lambda: engine.analysis(start, value),
            lambda: engine.play(start, value),
            lambda: engine.play(value, short),
            lambda: engine.evaluate(value),
            lambda: Handicap(noise=value),
            lambda: Handicap(blindness=value),
            lambda: core.perft(start, value),
            lambda: core.perft(value, 1),
            lambda: core.random_games(start, value),
            lambda: core.random_games(start, 1, seed=value),
            lambda: core.random_games(start, 1, instructions=value or 5),
            lambda: core.random_games(value, 1),
            lambda: list(core.written_games(value)),
            lambda: Prover(value),
            lambda: prover.prove(start, value, nodes=10),
            lambda: prover.prove(value, Goal("X"), nodes=10),
            lambda: prover.prove(start, Goal("X"), nodes=value or 0),
            lambda: prover.prove(start, Goal("X"), nodes=10, seconds=value or "0"),
            lambda: prover.value(value),
            lambda: Goal(value),
            lambda: Goal("X", value),
            lambda: Goal("X", by=value),
            lambda: Goal("X", cells=value),
            lambda: Score(value, 0.5),
            lambda: Score("X", value),
        ):
            with pytest.raises(NinefoldError):
                call()


def test_the_evaluation_is_the_same_from_every_side(engine):
    """By hand exactly; a network has only learnt it."""
    with NativeEngine(memory=1, evaluation="hand") as by_hand:
        for mode in VARIANTS:
            for position in late_positions(mode, 25, 10, seed=11):
                sides = [position.transform(n) for n in range(8)]
                assert len({by_hand.evaluate(side).probability for side in sides}) == 1
                learnt = [engine.evaluate(side).probability for side in sides]
                assert max(learnt) - min(learnt) < 0.35


def test_thousands_of_searches_leak_nothing():
    # Engines come and go, searches begin and are left: memory in use settles and stays.
    def work(times):
        for n in range(times):
            with NativeEngine(memory=1) as engine:
                for _ in range(50):
                    engine.play(some, Limit(nodes=30 + n))
                engine.analysis(some, Limit()).send(None)

    some = Position.start("battle").play("55")
    work(20)
    before = resident_kib()
    work(80)
    assert resident_kib() - before < 3000


def resident_kib():
    gc.collect()
    for line in Path("/proc/self/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS")
