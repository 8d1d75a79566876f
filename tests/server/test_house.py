"""What a house asks its store for, how clocks go on after a rest, and who may do how much."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from ninefold.game.entries import Moved
from ninefold.server.config import Limits
from ninefold.server.metrics import Metrics
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.house import too_many
from ninefold.server.play.quotas import MemoryQuotas
from ninefold.server.store.store import (
    Cap,
    StoredGame,
    StoreFailed,
    Taken,
    Told,
    TooMany,
    Unreadable,
)
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import make_house

ANN, BEN = (Seat(one, m.Player(f"id {one}", one, "person")) for one in ("ann", "ben"))
FULL = Seat(None, m.Player(None, "", "computer", "full"))
GRACE_S = 10.0


class Shelf:
    """A store with one game, or with a reason why not."""

    def __init__(self, found: StoredGame | Exception | None) -> None:
        self.found = found

    async def load(self, _: str) -> StoredGame | None:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


def house_of(found=None, *, began=20_000.0, now=50_000.0, **settings):
    """A house whose server began at one moment of its own time, and now is another."""
    house = make_house(Shelf(found), restart_grace_s=GRACE_S, **settings)
    house.time.began, house.time.at = began, now
    return house


def stored(*moves: tuple[int, int | None], o=BEN, **more) -> StoredGame:
    """A game with ten minutes for each side, and when each of its moves was made."""
    settings = ("g", 5, "modern", "link", "draw", False, m.TimedClock(600), ANN, o)
    entries = [
        Moved(at=7, side="XO"[n % 2], square=square, spent=0, left=600_000)
        for n, (square, _) in enumerate(moves)
    ]
    return StoredGame(Settings(*settings), entries, [up for _, up in moves], **{"up": 500, **more})


def left(game, now=50_000.0):
    """Whose clock runs, what is left of it, and for how long it still stands still."""
    clock = game.clock
    running = clock.running
    assert running is not None
    return running, clock.remaining(running, now), max(0, round(clock.running_since - now))


def read(house):
    return asyncio.run(house.read_game("g"))


# Clocks


@pytest.mark.parametrize(
    ("last_move", "expected"),
    [
        (49_000, ("X", 599_000, 0)),  # in this run: all of it counts
        (20_000, ("X", 570_000, 0)),
        (60_000, ("X", 600_000, 0)),  # nothing is charged before it began
        (19_000, ("X", 579_000, 0)),  # the second before, then a grace until 30,000, then the rest
        (5_000, ("X", 565_000, 0)),
    ],
)
def test_a_turn_costs_what_passed_while_the_server_ran_but_for_the_grace(last_move, expected):
    game = read(house_of(stored((40, 1_000), (36, last_move))))
    assert left(game) == expected
    assert game.ply == 2


def test_right_after_a_restart_a_clock_stands_still():
    game = read(house_of(stored((40, 1_000), (36, 18_000)), now=20_500.0))
    assert left(game, 20_500.0) == ("X", 598_000, 9_500)


def test_a_turn_begins_when_it_was_told_if_that_was_long_after():
    game = stored((40, 1_000), (36, 40_000), told=Told(3, 44_000))
    assert left(read(house_of(game))) == ("X", 594_000, 0)
    earlier = stored((40, 1_000), (36, 40_000), told=Told(2, 44_000))
    assert left(read(house_of(earlier))) == ("X", 590_000, 0), "that was another turn"


@pytest.mark.parametrize(
    ("since", "last_alive", "resumed"),
    [
        (None, None, (20_000.0, 0, 10_000.0)),
        (0, 9_000, (20_000.0, 2_000, 10_000.0)),  # by the calendar, which an earlier version noted
        (None, 6_000, (20_000.0, 0, 10_000.0)),
        (19_999, 9_000, (20_000.0, 1.0, 10_000.0)),
        (20_000, 9_000, (20_000, 0.0, 0.0)),
        (50_001, 9_000, (50_000.0, 0.0, 0.0)),
    ],
)
def test_how_a_clock_goes_on(since, last_alive, resumed):
    house, told = house_of(), []
    house.last_alive = last_alive
    game = SimpleNamespace(
        level_to_move=None,
        turn_began_at=7_000,
        clock=SimpleNamespace(resume=lambda *given: told.append(given)),
    )
    house.settle_clock(game, since)
    game.level_to_move = "full"  # the computer thinks anew, and pays for nothing before
    house.settle_clock(game, since)
    assert told == [resumed, (50_000.0, 0.0, 0.0)]


def test_a_game_of_another_node_is_charged_until_that_was_gone():
    live, taken = house_of().take_over("g", stored((40, 1_000), (36, 2_000)), 5_000)
    assert taken == Taken(version=3, up=50_000, spent=3_000)
    assert left(live) == ("X", 597_000, 10_000)


def test_one_that_was_ours_already_goes_on_as_it_was():
    game = stored((40, 1_000), (36, 48_000))
    live, taken = house_of().take_over("g", game, None)
    assert (taken, left(live)) == (None, ("X", 598_000, 0))


@pytest.mark.parametrize(
    ("gone", "spent"), [(25_000, 8_000), (15_000, 3_000), (20_000, 3_000), (20_001, 3_001)]
)
def test_a_turn_that_has_seen_two_owners_is_charged_for_both_but_for_the_grace(gone, spent):
    game = stored((40, 1_000), (36, 2_000), taken=Taken(3, 10_000, 3_000))
    live, taken = house_of().take_over("g", game, gone)
    assert taken == Taken(3, 50_000, spent)
    assert left(live) == ("X", 600_000 - spent, 10_000)


def test_what_a_turn_cost_before_is_nothing_to_the_next():
    game = stored((40, 1_000), (36, 2_000), (0, 12_000), taken=Taken(3, 10_000, 3_000))
    live, taken = house_of().take_over("g", game, 12_500)
    assert taken == Taken(4, 50_000, 500)
    assert left(live) == ("O", 599_500, 10_000)
    assert left(read(house_of(game, began=11_000))) == ("O", 562_000, 0)


def test_a_game_that_we_took_over_goes_on_from_there_when_it_is_read_again():
    game = stored((40, 1_000), (36, 2_000), taken=Taken(3, 30_000, 3_000))
    assert left(read(house_of(game))) == ("X", 587_000, 0)
    assert left(read(house_of(game, now=31_000.0)), 31_000.0) == ("X", 597_000, 9_000)


def test_the_computer_pays_nothing_for_a_change_of_owner():
    game = stored((40, 1_000), (36, 2_000), (0, 3_000), o=FULL)
    live, taken = house_of().take_over("g", game, 9_000)
    assert taken == Taken(4, 50_000, 0)
    assert left(live) == ("O", 600_000, 0)


# Games that cannot be had


def code_of(house):
    with pytest.raises(Refusal) as caught:
        read(house)
    return caught.value.code


def test_a_game_that_cannot_be_had_is_told_apart():
    assert code_of(house_of(None)) == "no-such-game"
    away = house_of(StoreFailed("away"))
    assert (code_of(away), away.set_aside) == ("disk", {})
    spoilt = house_of(Unreadable("no JSON"))
    assert (code_of(spoilt), spoilt.set_aside) == ("set-aside", {"g": "no JSON"})


def test_a_game_that_breaks_the_rules_is_set_aside_until_it_can_be_read():
    house = house_of(stored((40, 1_000), (40, 2_000)))
    assert code_of(house) == "set-aside"
    assert "g" in house.set_aside
    house.store.found = stored((40, 1_000))
    assert read(house).ply == 1
    assert house.set_aside == {}


# How much


PACES = {
    "games": lambda house, who, address: house.take_pace_of_games(address),
    "names": lambda house, who, address: house.take_pace_of_names(who, address),
    "hints": lambda house, who, address: house.take_pace_of_hints(who, address),
    "visitors": lambda house, who, address: house.take_pace_of_visitors(address),
    "phrases": lambda house, who, address: house.take_pace_of_phrases(who),
}
#: Whether, after ann at home, these may: the same again, ann elsewhere, ben at home, ben elsewhere.
ALLOWED = {
    "games": (False, True, False, True),
    "names": (False, False, False, True),
    "hints": (False, False, False, True),
    "visitors": (False, True, False, True),
    "phrases": (False, False, True, True),
}
ONE_OF_EACH = {
    "create_burst": 1,
    "rename_burst": 1,
    "hint_burst": 1,
    "visitor_burst": 1,
    "phrase_burst": 1,
}


@pytest.mark.parametrize("pace", PACES)
def test_each_pace_is_of_a_visitor_an_address_or_both_and_of_nothing_else(pace):
    async def is_allowed(house, who, address):
        try:
            await PACES[pace](house, who, address)
        except Refusal as refusal:
            return refusal.code != "too-fast"
        return True

    async def after_one(who, address):
        house = house_of(limits=ONE_OF_EACH)
        assert await is_allowed(house, "ann", "home")
        found = await is_allowed(house, who, address)
        for other in PACES.keys() - {pace}:  # which has its own count
            await PACES[other](house, "ann", "home")
        return found

    async def run():
        again = [("ann", "home"), ("ann", "away"), ("ben", "home"), ("ben", "away")]
        return tuple([await after_one(*one) for one in again])

    assert asyncio.run(run()) == ALLOWED[pace]


def test_paces_are_those_of_the_configuration():
    names = {"games": "create", "names": "rename", "hints": "hint", "phrases": "phrase"}
    names["visitors"] = "visitor"
    limits = {}
    for number, name in enumerate(names.values(), start=1):
        limits |= {f"{name}s_per_minute": 60.0 * number, f"{name}_burst": number + 100}
    quotas = MemoryQuotas(Limits(**limits))
    for number, quota in enumerate(names, start=1):
        assert quotas.pace_of(quota) == (float(number), number + 100)


def test_a_cap_is_that_of_the_configuration_and_counts_challenges_where_one_is_added():
    house = house_of(limits={"games_per_visitor": 7, "challenges_per_visitor": 2})
    assert house.cap_of("ann") == Cap("ann", 7, None)
    assert house.cap_of("ann", challenge=True) == Cap("ann", 7, 2)
    games, challenges = too_many(TooMany("games", 7)), too_many(TooMany("challenges", 2))
    assert (games.code, challenges.code) == ("too-many-games", "too-many-challenges")
    assert games.detail.startswith("You have 7 unfinished games")


def test_commands_are_counted_by_how_long_they_took():
    metrics = Metrics()
    for milliseconds in (0.5, 1, 1.5, 2_500, 5_000, 9_000):
        metrics.took(milliseconds)
    text = metrics.text(games_in_memory=3)
    for line in (
        'ninefold_command_seconds_bucket{le="0.001"} 2',
        'ninefold_command_seconds_bucket{le="0.0025"} 3',
        'ninefold_command_seconds_bucket{le="1"} 3',
        'ninefold_command_seconds_bucket{le="2.5"} 4',
        'ninefold_command_seconds_bucket{le="5"} 5',
        'ninefold_command_seconds_bucket{le="+Inf"} 6',
        "ninefold_command_seconds_count 6",
        "ninefold_command_seconds_sum 16.503",
        "# TYPE ninefold_games_in_memory gauge",
        "ninefold_games_in_memory 3",
        "# TYPE ninefold_requests_total counter",
    ):
        assert line in text.splitlines()
