"""Players by their text: who is started, how it is set, and within which limit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ninefold import BadInput, BadSyntax
from ninefold.arena.players import DEFAULT_PLAYER, OFFERS, Player, _book, _file, find_player
from ninefold.engine import LEVELS, LevelEngine, Limit, NativeEngine
from ninefold.engine.baselines import GreedyEngine, RandomEngine
from ninefold.engine.mcts import TreeEngine


@pytest.mark.parametrize(
    ("text", "name", "settings", "limit"),
    [
        ("full", "full", {}, None),
        ("  FULL ", "full", {}, None),
        ("full:threads=2,time=1", "full", {"Threads": "2"}, Limit(time=1)),
        ("full: hash = 8 , nodes = 70", "full", {"Hash": "8"}, Limit(nodes=70)),
        ("full:network=my.weights", "full", {"EvalFile": "my.weights"}, None),
        ("full:evalfile=my.weights", "full", {"EvalFile": "my.weights"}, None),
        ("full:EVALUATION=HAND", "full", {"Evaluation": "hand"}, None),
        ("full:book=off,contempt=80", "full", {"Book": "off", "Contempt": "80"}, None),
        ("casual:seed=3,depth=2", "casual", {"Seed": "3"}, Limit(depth=2)),
        ("random:seed=5,,", "random", {"Seed": "5"}, None),
        ("mcts:seed=007", "mcts", {"Seed": "7"}, None),
        ("full:time=0.5,nodes=9,depth=4", "full", {}, Limit(time=0.5, nodes=9, depth=4)),
    ],
)
def test_a_text_names_an_engine_its_settings_and_its_limit(text, name, settings, limit) -> None:
    player = find_player(text)
    assert (player.text, player.offer.name) == (text.strip(), name)
    assert (dict(player.settings), player.limit) == (settings, limit)
    assert not player.from_start_only


def test_programs_are_taken_as_they_are_written_and_a_bot_begins_at_the_start() -> None:
    ugi, bot = find_player("UGI: ./My-Engine --x=1,2"), find_player("codingame:./bot")
    assert (ugi.text, ugi.from_start_only) == ("UGI: ./My-Engine --x=1,2", False)
    assert (bot.text, bot.from_start_only) == ("codingame:./bot", True)
    assert (ugi.limit, bot.limit, ugi.settings) == (None, None, {})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ful", "did you mean full"),
        ("xyzzy", r"expected one of full, first-game, .*python:MODULE:NAME"),
        ("random:hash=1", "expected one of seed, time, nodes, depth"),
        ("full:seed=-1", "from 0 to 2147483647"),
        ("full:hash=0", "from 1 to"),
        ("full:contempt=801", "from 0 to 800"),
        ("full:threads=65", "from 1 to 64"),
        ("full:nodes=1.5", "nodes is '1.5': expected a number"),
        ("full:level=weak", "expected one of first-game"),
        ("ugi:  ", "names no program"),
        ("python:nothing", "does not name a Python engine"),
    ],
)
def test_what_names_no_engine_is_refused_with_what_would(text, words) -> None:
    with pytest.raises(BadSyntax, match=words):
        find_player(text)


def test_every_setting_reaches_the_engine() -> None:
    text = "full:hash=2,threads=2,seed=9,evaluation=hand,contempt=70,book=off"
    with find_player(text).make() as engine, find_player("full:hash=2").make() as plain:
        assert isinstance(engine, NativeEngine)
        assert isinstance(plain, NativeEngine)
        assert (engine.seed, engine.contempt, engine._by_hand, engine._book) == (9, 70, True, False)
        assert (plain.seed, plain.contempt, plain._by_hand, plain._book) == (0, 0, False, True)
        small, great = plain._search.size, engine._search.size
    assert 2 << 20 < small < great < 6 << 20
    with find_player("full:hash=1").make() as less:
        assert small - less._search.size == 1 << 20


def test_a_level_by_either_name_is_that_level_with_the_seed_that_was_given() -> None:
    for level in LEVELS[:-1]:
        for text in (f"{level.name}:seed=4", f"full:level={level.name},seed=4"):
            with find_player(text).make() as engine:
                assert isinstance(engine, LevelEngine)
                assert (engine.level, engine.seed, engine._seeded) == (level, 4, True)
    with find_player("casual").make() as engine, find_player("casual:seed=0").make() as same:
        assert isinstance(engine, LevelEngine)
        assert isinstance(same, LevelEngine)
        assert (engine._seeded, same._seeded) == (False, False)


def test_a_level_has_the_memory_and_the_threads_that_were_given() -> None:
    def size(text: str) -> int:
        with find_player(text).make() as engine:
            assert isinstance(engine, LevelEngine)
            return engine._native._search.size

    small = size("full:level=keen,hash=2")
    assert size("full:level=keen,hash=3") - small == 1 << 20
    assert size("full:level=keen,hash=2,threads=3") - small == 2 * (
        size("full:level=keen,hash=2,threads=2") - small
    )
    assert size("full:level=keen,hash=2,threads=2") > small


@pytest.mark.parametrize("setting", ["evaluation=hand", "contempt=1", "network=x", "book=off"])
def test_a_level_is_not_set_otherwise_under_its_name(setting) -> None:
    with pytest.raises(BadInput, match=f"level keen was given {setting}: "):
        find_player(f"full:level=keen,{setting}").make()


def test_baselines_are_what_they_are_called_and_follow_their_seed() -> None:
    kinds = {"random": RandomEngine, "greedy": GreedyEngine, "mcts": TreeEngine}
    for name, kind in kinds.items():
        with find_player(f"{name}:seed=3").make() as engine:
            assert type(engine) is kind
            assert engine.name == name
    with find_player("mcts:seed=3").make() as engine:
        assert isinstance(engine, TreeEngine)
        assert engine._seed == 3
    assert {*kinds, "full", "openspiel", *(level.name for level in LEVELS[:-1])} == {*OFFERS}
    assert DEFAULT_PLAYER == "full"


def test_a_book_is_on_off_or_a_file() -> None:
    told = ["on", "On", "off", "OFF", "", "<empty>", "My.book", "no"]
    assert [_book(value) for value in told] == [
        *(True, True, False, False, False, False, "My.book", "no")
    ]
    assert [_file(value) for value in ("", "<empty>", "a.weights")] == [None, None, "a.weights"]


def test_a_player_on_offer_has_its_settings_as_defaults() -> None:
    player = find_player("full:seed=5,network=a.weights")
    options = {option.name: option.default for option in player.as_set().options}
    assert options == {
        "Level": "full",
        "Hash": "16",
        "Threads": "1",
        "Evaluation": "network",
        "EvalFile": "a.weights",
        "Book": "on",
        "Contempt": "0",
        "Seed": "5",
    }
    low = next(option for option in player.as_set().options if option.name == "Hash")
    assert (low.low, low.high) == (1, 1 << 20)
    assert player.as_set().make is player.offer.make


def test_another_network_changes_the_network_alone() -> None:
    player = find_player("full:seed=5,network=a.weights,nodes=9")
    moved = player.judging_by(Path("b.weights"))
    assert (player.network, moved.network) == ("a.weights", "b.weights")
    assert moved == replace(player, settings={"Seed": "5", "EvalFile": "b.weights"})
    assert find_player("full").network is None
    assert find_player("random:seed=1").network is None
    told: list[dict[str, str]] = []
    offer = replace(OFFERS["random"], make=lambda values: told.append(dict(values)))
    for settings in ({}, {"Seed": "8"}):
        Player("x", offer, settings).make()
    assert told == [{"Seed": "0"}, {"Seed": "8"}]
