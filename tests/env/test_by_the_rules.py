"""Episodes told once more by the rules alone: agents, rewards, seeds, opponents and pixels."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ninefold import NinefoldError, Position
from ninefold.drawing.board import SIDE, BoardView, board_shapes
from ninefold.drawing.shapes import PALETTES, Circle, Polyline, Rectangle
from ninefold.engine import Engine, Info, Limit, Score
from ninefold.engine.engine import EngineError
from ninefold.env import (
    SuperTicTacToeEnv,
    SuperTicTacToeVectorEnv,
    action_mask,
    aec_env,
    observation,
)
from ninefold.env.arrays import seen_by_other
from ninefold.env.opponent import find_opponent
from ninefold.env.picture import draw_pixels
from support.games import play_at_random

AGENTS = ("player_0", "player_1")


# Two agents


def reward_of(position: Position, player: str) -> float:
    if position.outcome is None or position.outcome.winner is None:
        return 0.0
    return 1.0 if position.outcome.winner == player else -1.0


@pytest.mark.parametrize("seed", range(4))
def test_agents_take_turns_see_their_own_side_and_share_a_result(mode, seed):
    env, dice = aec_env(mode).unwrapped, random.Random(seed)
    env.reset(seed=seed)
    position = Position.start(mode)
    while position.outcome is None:
        mover = AGENTS["XO".index(position.turn)]
        other = AGENTS[1 - AGENTS.index(mover)]
        assert (env.agent_selection, env.position, env.agents) == (mover, position, list(AGENTS))
        seen = env.observe(mover)
        assert (seen["observation"] == observation(position)).all()
        assert (seen["action_mask"] == action_mask(position)).all()
        seen = env.observe(other)
        assert (seen["observation"] == seen_by_other(observation(position))).all()
        assert not seen["action_mask"].any()
        assert not any(env.terminations.values() or env.truncations.values())
        square = dice.choice(position.legal_moves)
        position = position.play(square)
        env.step(square)
        rewards = {agent: reward_of(position, "XO"[n]) for n, agent in enumerate(AGENTS)}
        assert env.rewards == rewards
        assert env._cumulative_rewards == rewards
    assert env.terminations == dict.fromkeys(AGENTS, True)
    assert env.truncations == dict.fromkeys(AGENTS, False)
    env.reset(seed=seed)
    assert (env.position, env.agent_selection) == (Position.start(mode), AGENTS[0])
    assert set(env.terminations.values()) | set(env.truncations.values()) == {False}
    assert {*env.rewards.values(), *env._cumulative_rewards.values()} == {0.0}


@pytest.mark.parametrize("first", [0, 1])
def test_an_illegal_action_is_a_loss_for_its_agent_and_a_win_for_the_other(first):
    env = aec_env().unwrapped
    env.reset(seed=1)
    for _ in range(first):
        env.step(40)
    env.step(40 if first else 81)
    expected = {AGENTS[first]: -1.0, AGENTS[1 - first]: 1.0}
    assert (env.rewards, env._cumulative_rewards) == (expected, expected)
    assert env.terminations == dict.fromkeys(AGENTS, True)


@pytest.mark.parametrize("cycles", [1, 3])
def test_a_game_is_truncated_after_as_many_moves_of_each(cycles):
    env = aec_env(max_cycles=cycles).unwrapped
    for _ in range(2):  # the count begins anew
        env.reset(seed=1)
        for number in range(1, 2 * cycles + 1):
            env.step(env.position.legal_moves[0])
            assert set(env.truncations.values()) == {number == 2 * cycles}
            assert set(env.terminations.values()) == {False}


def test_a_game_that_ends_with_its_last_cycle_is_over_and_not_truncated():
    env = aec_env(max_cycles=1).unwrapped
    env.reset(seed=1)
    env.step(40)
    env.step(40)  # not legal
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}


@pytest.mark.parametrize("cycles", [0, -1, 1.5, "3", True])
def test_cycles_that_cannot_be_are_refused(cycles):
    with pytest.raises(NinefoldError, match="max_cycles is"):
        aec_env(max_cycles=cycles)


def test_what_agents_see_is_theirs_to_change():
    env = aec_env().unwrapped
    env.reset(seed=1)
    for agent in AGENTS:
        for array in env.observe(agent).values():
            array[:] = 1
    assert env.position == Position.start()
    assert (env.observe(AGENTS[0])["observation"] == observation(Position.start())).all()


def test_random_moves_come_before_the_agents_and_go_on_without_a_seed():
    env = aec_env(random_moves=3).unwrapped
    env.reset(seed=5)
    first = env.position
    env.reset()
    second = env.position
    env.reset(seed=5)
    assert (first.ply, second.ply, env.position) == (3, 3, first)
    assert env.agent_selection == AGENTS[1]
    env.reset()
    assert env.position == second
    assert second != first


@pytest.mark.parametrize("make", [aec_env, SuperTicTacToeEnv])
def test_a_person_is_shown_every_position_and_nobody_else_is(make, capsys):
    for render_mode in ("human", "ansi", None):
        env = make(render_mode=render_mode)
        env.reset(seed=1)
        shown = capsys.readouterr().out
        env.step(40)
        after = capsys.readouterr().out
        human = render_mode == "human"
        assert bool(shown) == bool(after) == human
        assert not human or after != shown
    with pytest.raises(NinefoldError, match="render_mode"):
        make(render_mode="smell")


# One learner and its opponent


class Noted(Engine):
    """Plays the last legal move, and notes what it is told."""

    name = "noted"

    def __init__(self) -> None:
        self.games, self.limits, self.closed = 0, list[Limit](), 0

    def new_game(self) -> None:
        self.games += 1

    def analysis(self, position, limit, *, lines=1):
        self.limits.append(limit)
        yield [Info(position.legal_moves[-1], Score(position.turn, 0.5))]

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


def test_an_engine_of_ones_own_begins_each_game_and_is_not_closed():
    engine = Noted()
    for limit, told in ((None, Limit(nodes=10_000)), (Limit(depth=2), Limit(depth=2))):
        opponent = find_opponent(engine, limit)
        opponent.begin(7)
        assert opponent.move(Position.start()) == 80
        assert engine.limits[-1] == told
        opponent.close()
    assert (engine.games, engine.closed) == (2, 0)


@pytest.mark.parametrize("played", [81, -1, "40", None, 40.0, True])
def test_what_an_opponent_may_not_play_is_told_with_its_name(played):
    def cheat(_position):
        return played

    with pytest.raises(EngineError, match="the opponent cheat played"):
        find_opponent(cheat).move(Position.start())
    held = Position.start().play(40)
    with pytest.raises(EngineError, match="which is not legal"):
        find_opponent(lambda _: 0).move(held)


@pytest.mark.parametrize("name", ["casual", "random", "greedy"])
def test_a_named_opponent_follows_the_seed_of_each_game(name):
    positions = [play_at_random("modern", seed=n, plies=12) for n in range(12)]

    def answers(opponent, seed):
        opponent.begin(seed)
        return [opponent.move(position) for position in positions]

    one, two = find_opponent(name), find_opponent(name)
    first = answers(one, 3)
    assert answers(two, 3) == first
    others = [answers(one, seed) for seed in range(4, 8)]
    assert any(other != first for other in others)
    assert answers(one, 3) == first
    one.close()
    one.close()
    assert answers(one, 3) == first
    assert answers(find_opponent(f"{name}:seed=9"), 1) == answers(
        find_opponent(f"{name}:seed=9"), 2
    )
    one.close()
    two.close()


@pytest.mark.parametrize("side", ["X", "O"])
def test_rewards_masks_and_sides_are_the_learners(mode, side):
    env = SuperTicTacToeEnv(mode, opponent=lambda p: p.legal_moves[0], side=side)
    ends = set()
    for seed in range(12):
        dice = random.Random(seed)
        seen, info = env.reset(seed=seed)
        assert env.position.ply == (0 if side == "X" else 1)
        over = False
        while not over:
            assert info["player"] == "XO".index(side)
            position = env.position
            assert (seen == observation(position)).all()
            assert (info["action_mask"] == action_mask(position)).all()
            assert (env.action_masks() == action_mask(position)).all()
            seen, reward, over, truncated, info = env.step(dice.choice(position.legal_moves))
            assert not truncated
            assert over == (env.position.outcome is not None)
            assert reward == reward_of(env.position, side)
            if over:
                assert info["player"] == "XO".index(side)
                assert not info["action_mask"].any()
                mine = env.position.turn == side
                board = observation(env.position)
                assert (seen == (board if mine else seen_by_other(board)))[:4].all()
        ends.add(reward)
    assert {1.0, -1.0} <= ends


def test_without_an_opponent_a_reward_is_that_of_whoever_moved(mode):
    env, dice = SuperTicTacToeEnv(mode), random.Random(3)
    for seed in range(6):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            mover = env.position.turn
            assert info["player"] == "XO".index(mover)
            _, reward, over, _, info = env.step(dice.choice(env.position.legal_moves))
            assert reward == reward_of(env.position, mover)
        assert info["player"] == "XO".index(env.position.turn)


def test_a_game_set_up_where_it_is_over_asks_nobody_to_move():
    finished = play_at_random("modern", seed=1, plies=81)
    assert finished.outcome is not None
    side = "X" if finished.turn == "O" else "O"
    env = SuperTicTacToeEnv(opponent=lambda p: p.legal_moves[0], side=side)
    env.reset(seed=1, options={"position": finished})
    assert env.position == finished


# Many games


def test_each_way_of_seeding_gives_the_games_that_it_says():
    def begun(seed, **more):
        env = SuperTicTacToeVectorEnv(3, random_moves=6, **more)
        env.reset(seed=seed)
        return env.positions

    def single(seed):
        env = SuperTicTacToeEnv(random_moves=6)
        env.reset(seed=seed)
        return env.position

    assert begun(7) == tuple(map(single, (7, 8, 9)))
    assert begun([9, 2, 7]) == tuple(map(single, (9, 2, 7)))
    assert begun(np.int64(7)) == begun(7)
    partly = begun([None, 2, None])
    assert partly[1] == single(2)
    assert begun(None) != begun(None), "chance begins anew"
    with pytest.raises(NinefoldError, match="2 seeds were given: expected 3"):
        begun([1, 2])


def test_games_go_on_with_their_own_dice_until_they_are_seeded_again():
    env = SuperTicTacToeVectorEnv(3, random_moves=6)
    env.reset(seed=7)
    first = env.positions
    env.reset()
    second = env.positions
    assert all(one != two for one, two in zip(first, second, strict=True))
    env.reset(seed=7)
    env.reset(options={"reset_mask": np.array([True, False, True])})
    assert env.positions == (second[0], first[1], second[2])


@pytest.mark.parametrize("copied", [True, False])
def test_arrays_are_copies_if_and_only_if_it_is_said(copied):
    env = SuperTicTacToeVectorEnv(2, copy=copied)
    seen, info = env.reset(seed=1)
    before = seen.copy(), info["action_mask"].copy()
    env.step(np.array([40, 40]))
    same = (seen == before[0]).all() and (info["action_mask"] == before[1]).all()
    assert same == copied


def test_what_a_step_gave_stays_as_it_was_whatever_is_played_later():
    env = SuperTicTacToeVectorEnv(8)
    env.reset(seed=1)
    kept = []
    for _ in range(120):
        *arrays, infos = env.step(env.random_actions())
        arrays += [infos["action_mask"], infos["player"]]
        kept.append([(array, array.copy()) for array in arrays])
    for given, as_it_was in (pair for step in kept for pair in step):
        assert (given == as_it_was).all()
    rewards = [step[1][1] for step in kept]
    assert {-1, 0, 1} >= set(np.unique(rewards)) > {0}


@pytest.mark.parametrize(
    ("render_mode", "shown"), [(None, False), ("human", False), ("ansi", True), ("svg", True)]
)
def test_many_games_are_rendered_as_the_mode_says(render_mode, shown, capsys):
    env = SuperTicTacToeVectorEnv(2, render_mode=render_mode)
    env.reset(seed=1)
    assert (env.render() is not None) == shown
    assert bool(capsys.readouterr().out) == (render_mode == "human")


def test_numbers_beyond_any_square_are_illegal_whatever_their_type():
    for kind, value in [
        (np.uint64, 2**64 - 1),
        (np.int64, 2**40),
        (np.uint8, 255),
        (np.uint64, 81),
    ]:
        env = SuperTicTacToeVectorEnv(2, autoreset_mode="DISABLED")
        env.reset(seed=1)
        _, rewards, ended, _, _ = env.step(np.array([40, value], kind))
        assert (rewards.tolist(), ended.tolist()) == ([0.0, -1.0], [False, True])


# Pixels


def painted(position: Position, size: int, last_move: int | None) -> np.ndarray:
    """Every shape over the whole picture, by how far each pixel's middle is from it."""
    colours = {
        role: np.array([int(colour[n : n + 2], 16) for n in (1, 3, 5)], float)
        for role, colour in PALETTES["light"].items()
    }
    pixels = np.full((size, size, 3), colours["paper"])
    middle = (np.arange(size) + 0.5) * SIDE / size
    x, y = np.meshgrid(middle, middle)
    for shape in board_shapes(position, BoardView(last_move=last_move)):
        parts = []
        if isinstance(shape, Circle):
            parts = [np.sqrt((x - shape.x) ** 2 + (y - shape.y) ** 2) - shape.radius]
        elif isinstance(shape, Rectangle):
            left, right = shape.x + shape.radius, shape.x + shape.width - shape.radius
            top, bottom = shape.y + shape.radius, shape.y + shape.height - shape.radius
            over_x = np.maximum(left - x, x - right)
            over_y = np.maximum(top - y, y - bottom)
            corner = np.sqrt(np.clip(over_x, 0, None) ** 2 + np.clip(over_y, 0, None) ** 2)
            inside = np.minimum(np.maximum(over_x, over_y), 0)
            parts = [corner + inside - shape.radius]
        elif isinstance(shape, Polyline):
            for (ax, ay), (bx, by) in zip(shape.points, shape.points[1:], strict=False):
                length = (bx - ax) ** 2 + (by - ay) ** 2
                share = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0, 1)
                near_x, near_y = ax + share * (bx - ax), ay + share * (by - ay)
                parts.append(np.sqrt((x - near_x) ** 2 + (y - near_y) ** 2))
        paint = shape.paint if parts else None
        for away in parts:
            layers = [(paint.fill, away), (paint.stroke, np.abs(away) - paint.width / 2)]
            for role, outside in layers[: 2 if paint.width else 1]:
                if role is not None:
                    cover = paint.opacity * np.clip(0.5 - outside * size / SIDE, 0, 1)
                    pixels += cover[..., None] * (colours[role] - pixels)
    return pixels


@pytest.mark.parametrize("plies", [0, 20, 45, 81])
def test_a_picture_is_its_shapes_painted_one_over_another(mode, plies):
    position = play_at_random(mode, seed=2, plies=plies)
    last = next((n for n, mark in enumerate(position.cells) if mark != "."), None)
    found = draw_pixels(position, size=90, last_move=last).astype(float)
    assert np.abs(found - painted(position, 90, last)).max() <= 1.0
    if last is not None:
        assert (found != draw_pixels(position, size=90)).any(), "the last move is marked"
