"""Arrays that the step function cannot use are refused in words; nothing is written past them."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import NinefoldError, Position, find_variant
from ninefold.engine.core.batch import ARRAYS, AUTORESETS, BadArray, Batch, observe
from support.games import play_at_random


def arrays(count=4):
    return {name: np.zeros((count, *row), kind) for name, (kind, row) in ARRAYS.items()}


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


SPOILED = {
    "one game short": lambda array: array[1:].copy(),
    "flat": lambda array: array.ravel()[:1].copy(),
    "another axis": lambda array: array[..., None].copy(),
    "float64": lambda array: array.astype(np.float64),
    "int16": lambda array: array.astype(np.int16),
    "big-endian": lambda array: array.astype(
        array.dtype.newbyteorder(">") if array.itemsize > 1 else ">i4"
    ),
    "strided": lambda array: np.repeat(array, 2, axis=0)[::2],
    "reversed": lambda array: array[::-1],
    "read-only": read_only,
    "a list": lambda array: array.tolist(),
    "None": lambda array: None,
    "text": lambda array: "array",
    "objects": lambda array: array.astype(object),
}


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
@pytest.mark.parametrize("name", ARRAYS)
def test_hostile_arrays_are_refused_in_words(name, spoil):
    given_arrays = arrays()
    given_arrays[name] = spoil(given_arrays[name])
    with pytest.raises(BadArray, match=name):
        Batch("battle", 4, given_arrays, autoreset="same-step")


@pytest.mark.parametrize("spoil", SPOILED.values(), ids=SPOILED.keys())
def test_hostile_actions_are_refused_in_words(spoil):
    batch = Batch("open", 4, arrays())
    actions = spoil(np.zeros(4, np.int64))
    if isinstance(actions, np.ndarray) and not actions.flags.writeable:
        batch.step(actions)  # which only reads them
        with pytest.raises(BadArray, match="cannot be written"):
            batch.random_actions(actions)
        return
    for use in (batch.step, batch.random_actions):
        with pytest.raises(BadArray, match="actions"):
            use(actions)


def test_what_is_missing_or_makes_no_sense_is_refused():
    some = arrays()
    del some["masks"]
    with pytest.raises(BadArray, match="masks missing"):
        Batch("modern", 4, some)
    for count in (0, -1, 2**40, 1.5, None):
        with pytest.raises(NinefoldError, match="count"):
            Batch("modern", count, arrays())
    for settings in ({"autoreset": "never"}, {"random_moves": 17}, {"random_moves": -1}):
        with pytest.raises(NinefoldError, match="expected"):
            Batch("modern", 4, arrays(), **settings)


def test_seeds_and_choices_are_checked():
    batch = Batch("modern", 4, arrays())
    for seeds in ([1], [1, 2, 3, -4], [1, 2, 3, 2**64], ["a"] * 4):
        with pytest.raises(NinefoldError, match="seed"):
            batch.reset(seeds=seeds)
    for chosen in (np.zeros(3, bool), np.zeros(4, np.int8), [True] * 4):
        with pytest.raises(BadArray, match="chosen"):
            batch.reset(chosen=chosen)
    for game in (-1, 4, None):
        with pytest.raises(NinefoldError, match="game"):
            batch.position(game)


@given(
    st.lists(st.integers(-(2**63), 2**63 - 1), min_size=4, max_size=4), st.sampled_from(AUTORESETS)
)
def test_no_action_raises_and_none_is_forgiven(actions, autoreset):
    room = arrays()
    batch = Batch("classic", 4, room, autoreset=autoreset)
    batch.step(np.zeros(4, np.int64))
    batch.step(np.array(actions))
    for game, action in enumerate(actions):
        assert room["terminated"][game] == (action not in range(1, 9))
        assert room["rewards"][game] == (0 if action in range(1, 9) else -1)


def test_nothing_is_written_beside_the_arrays():
    around = {name: np.full((6, *row), 77, kind) for name, (kind, row) in ARRAYS.items()}
    inside = {name: array[1:5] for name, array in around.items()}
    batch = Batch("battle", 4, inside, autoreset="same-step", random_moves=3)
    actions = np.zeros(4, np.int64)
    for _ in range(300):
        batch.random_actions(actions)
        batch.step(actions)
    for name, array in around.items():
        if name != "terminated":  # all that a bool can say of 77 is true
            assert (array[[0, 5]] == 77).all(), name


def test_arrays_stay_in_place_while_a_batch_uses_them():
    room = arrays()
    batch = Batch("modern", 4, room)
    with pytest.raises((ValueError, BufferError)):
        room["masks"].resize((1, 81))
    batch.step(np.zeros(4, np.int64))


def test_several_threads_may_step_one_batch():
    room = arrays()
    batch = Batch("modern", 4, room, autoreset="same-step")

    def work():
        actions = np.zeros(4, np.int64)
        for _ in range(500):
            batch.random_actions(actions)
            batch.step(actions)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(batch.position(game).outcome is None for game in range(4))


def test_one_position_wants_its_arrays_right():
    planes, mask = np.zeros((5, 9, 9), np.int8), np.zeros(81, np.int8)
    observe(Position.start(), planes, mask)
    assert mask.all()
    assert planes[4].all()
    with pytest.raises(BadArray, match="mask"):
        observe(Position.start(), planes, mask[:80])
    with pytest.raises(BadArray, match="observation"):
        observe(Position.start(), planes.T, mask)


def test_a_position_put_in_is_told_in_every_array_as_if_the_game_began_there():
    room = arrays()
    batch = Batch("modern", 4, room)
    finished = play_at_random("modern", seed=1, plies=81)
    assert finished.outcome is not None
    for position in (Position.start().play("55").play("51"), finished, Position.start()):
        batch.step(np.array([80, 80, -1, 80]))  # the third game is lost by what is not legal
        before = {name: room[name].copy() for name in room}
        batch.put(2, position)
        assert batch.position(2) == position
        planes, mask = np.empty((5, 9, 9), np.int8), np.empty(81, np.int8)
        observe(position, planes, mask)
        assert (room["observations"][2] == planes).all()
        assert (room["masks"][2] == mask).all()
        assert room["players"][2] == "XO".index(position.turn)
        assert (room["rewards"][2], room["terminated"][2]) == (0, position.outcome is not None)
        for name, array in room.items():
            others = [0, 1, 3]
            assert (array[others] == before[name][others]).all(), name
    for game in (-1, 4, None):
        with pytest.raises(NinefoldError, match="game"):
            batch.put(game, Position.start())
    for axes in ("modern:tie_break=boards", "battle"):
        with pytest.raises(BadArray, match="expected one of 'modern'"):
            batch.put(0, Position.start(find_variant(axes)))
