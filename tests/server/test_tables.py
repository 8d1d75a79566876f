"""A table with its computer and its clock, who meets for which game, and how the lobby shows it."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from ninefold import VARIANTS
from ninefold.engine import Limit
from ninefold.game import Thought
from ninefold.game.computer import pace_of
from ninefold.game.entries import Failed, Moved
from ninefold.rules.variants import find_variant, format_variant
from ninefold.server.play import computer_seat
from ninefold.server.play.line import Asker
from ninefold.server.play.lobby import lobby_view
from ninefold.server.play.pairing import CLOCKS, _agreed, wishes_of
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.searches import MemorySearches, Search, Wish
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import ADDRESS, Heard, game_of_two, in_hall, play, soon

ANN, BEN, EVE = Visitor("ann", "Ann"), Visitor("ben", "Ben"), Visitor("eve", "Eve")
BLITZ = m.TimedClock(180)


# The computer at a table


async def against(hall, side="O", level="casual", **wish):
    """A game against the computer, which is to move first if its opponent is O."""
    wanted = m.CreateGame(opponent="computer", side=side, level=level, **wish)
    table = await hall.create(wanted, ANN, ADDRESS)
    await asyncio.sleep(0)
    return table


async def taken(hall, *, slow=False):
    """The question that the computer's program gets, once there is one."""
    found = []

    def ask():
        found[:] = [hall.thinking.take(slow=slow)]
        return found[0] is not None

    await soon(ask)
    return found[0]


async def answered(table, plies):
    await soon(lambda: table.game.ply >= plies or table.game.state != "playing")


def do(table, command, received=None):
    at = table._time.now() if received is None else received
    return table.do(command, ANN, ADDRESS, received=at)


def test_the_computer_is_asked_for_its_moves_and_plays_them(tmp_path):
    async def scene(hall):
        table = await against(hall, mode="battle")
        number, question, limit = await taken(hall)
        asked = question.position, question.level, question.game, question.swap, limit
        assert hall.thinking.take(slow=False) is None, "once"
        before = table.game.position
        hall.thinking.tell(number, Thought(40))
        await answered(table, 1)
        assert asked == (before, "casual", table.id, "off", Limit())
        await do(table, m.Move(1, table.game.position.legal_moves[0]))
        number, question, _ = await taken(hall)
        assert question.position == table.game.position
        hall.thinking.tell(number, Thought(question.position.legal_moves[-1]))
        await answered(table, 3)
        (entry, *_), stored = (await hall.store.load(table.id)).entries, table.game
        return entry, stored.moves[0], stored.ply

    entry, first, ply = in_hall(tmp_path, scene, pace=0.0)
    assert isinstance(entry, Moved)
    assert (entry.side, entry.by, first, ply) == ("X", None, 40, 3)


def test_the_computer_thinks_for_a_visitor_at_the_address_where_they_last_acted(tmp_path):
    async def scene(hall):
        askers, choose = [], hall.thinking.choose

        def noted(question, asker):
            askers.append(asker)
            return choose(question, asker)

        hall.thinking.choose = noted
        table = await against(hall)
        number, _, _ = await taken(hall)
        hall.thinking.tell(number, Thought(40))
        await answered(table, 1)
        square = table.game.position.legal_moves[0]
        await table.do(m.Move(1, square), ANN, "10.0.0.9", received=1_000.0)
        await taken(hall)
        return askers

    askers = in_hall(tmp_path, scene, pace=0.0)
    assert askers == [Asker("ann", ADDRESS), Asker("ann", "10.0.0.9")]


@pytest.mark.parametrize(("thought_ms", "waits"), [(0, 0.0), (250, 0.25), (90_000, None)])
def test_the_computer_keeps_a_pace_that_its_thinking_counts_for(
    tmp_path, monkeypatch, thought_ms, waits
):
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    stub = SimpleNamespace(**{**vars(asyncio), "sleep": sleep})
    monkeypatch.setattr(computer_seat, "asyncio", stub)

    async def scene(hall):
        table = await against(hall)
        number, _, _ = await taken(hall)
        hall.house.time.at += thought_ms
        hall.thinking.tell(number, Thought(40))
        await answered(table, 1)

    in_hall(tmp_path, scene, pace=3.0)
    pace = 3.0 * pace_of("casual")
    assert pace > 0.25
    assert slept == ([] if waits is None else [pytest.approx(pace - waits)])


def test_the_computer_pays_from_when_it_begins_to_think(tmp_path):
    async def scene(hall):
        table, time = await against(hall, "X", "full", clock=m.TimedClock(60, 1)), hall.house.time
        await do(table, m.Move(0, 40))
        for ply in (1, 3):
            time.at += 5_000  # in line
            held = table.view().clock
            number, _, limit = await taken(hall, slow=True)
            time.at += 2_000
            hall.thinking.tell(number, Thought(table.game.position.legal_moves[0]))
            await answered(table, ply + 1)
            if ply == 1:
                await do(table, m.Move(2, table.game.position.legal_moves[0]))
        return held, limit, table.game.spent, table.view().clock

    held, limit, spent, clock = in_hall(tmp_path, scene, pace=0.0)
    assert (held.O, limit) == (60_000, Limit(clock=60.0, increment=1))
    assert spent[3] == 2_000
    assert (clock.O, clock.running) == (59_000, "X")


def test_what_is_nothing_to_the_move_disturbs_no_thought_and_what_is_ends_it(tmp_path):
    async def scene(hall):
        table = await against(hall, "X")
        await do(table, m.Move(0, 40))
        number, _, _ = await taken(hall)
        await table.rename(Visitor("ann", "Anna"))
        assert hall.thinking.hold(number)
        await do(table, m.Undo(1))
        await asyncio.sleep(0)
        assert not hall.thinking.hold(number)
        assert hall.thinking.take(slow=False) is None
        await do(table, m.Redo(0))
        again, question, _ = await taken(hall)
        assert again != number
        await do(table, m.Resign())
        await asyncio.sleep(0)
        assert not hall.thinking.hold(again)
        return question.position.ply, table.game.ply

    assert in_hall(tmp_path, scene) == (1, 1)


@pytest.mark.parametrize("failure", ["the engine", "an illegal square"])
def test_a_computer_that_cannot_go_on_loses_by_that(tmp_path, failure):
    async def scene(hall):
        table = await against(hall, "X")
        await do(table, m.Move(0, 40))
        for _ in range(2 if failure == "the engine" else 1):
            number, _, _ = await taken(hall)
            hall.thinking.tell(number, None if failure == "the engine" else Thought(40))
        await soon(lambda: table.game.state == "over")
        return table.view().result, (await hall.store.load(table.id)).entries[-1]

    result, entry = in_hall(tmp_path, scene, pace=0.0)
    assert (result.winner, result.reason) == ("X", "error")
    assert isinstance(entry, Failed)
    assert entry.side == "O"


def test_the_computer_may_take_a_first_move_over(tmp_path):
    async def scene(hall):
        table = await against(hall, "X", swap=True)
        await do(table, m.Move(0, 40))
        number, question, _ = await taken(hall)
        hall.thinking.tell(number, Thought(0, swap=True))
        await soon(lambda: table.game.swap == "swapped")
        seats = table.view().players
        await asyncio.sleep(0)
        return question.swap, seats.X.kind, seats.O.kind, table.game.ply, hall.thinking.waiting

    assert in_hall(tmp_path, scene, pace=0.0) == ("open", "computer", "person", 1, 0)


def test_a_refused_thought_is_thought_again_and_a_stopping_server_thinks_nothing(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(computer_seat, "_TRY_AGAIN_S", 0.0)

    async def scene(hall):
        table = await against(hall)
        number, _, _ = await taken(hall)
        real, failing = hall.store.append, [True]

        async def append(what):
            if failing:
                failing.pop()
                raise StoreFailed("full")
            await real(what)

        hall.store.append = append
        hall.thinking.tell(number, Thought(40))
        number, _, _ = await taken(hall)
        assert table.game.ply == 0
        hall.thinking.tell(number, Thought(41))
        await answered(table, 1)
        await do(table, m.Move(1, table.game.position.legal_moves[0]))
        await taken(hall)
        hall.house.stopping = True
        table.tend()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return table.game.moves[0], hall.thinking.take(slow=False)

    assert in_hall(tmp_path, scene, pace=0.0) == (41, None)


# Clocks


def test_a_flag_falls_when_the_time_is_over_and_not_before(tmp_path):
    async def scene(hall):
        table, time = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(60)), hall.house.time
        await play(table, ANN, BEN, moves=3)
        heard, states = Heard(hall, table.topic), []
        for passed in (60_000, 499, 1):  # a little longer: a move may be under way
            time.at += passed
            await table._flag()
            states.append(table.game.state)
            if table.game.state == "playing":
                assert table._flag_timer is not None
        assert table._flag_timer is None
        (event,) = heard.messages
        return states, event.cause, event.game.result, event.game.clock

    states, cause, result, clock = in_hall(tmp_path, scene)
    assert states == ["playing", "playing", "over"]
    assert (cause.kind, cause.by) == ("time", "O")
    assert (result.winner, result.reason, clock.O) == ("X", "time", 0)


def test_a_flag_that_cannot_be_stored_falls_later(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(60))
        await play(table, ANN, BEN, moves=2)
        hall.house.time.at += 100_000
        real = hall.store.append

        async def fail(_):
            raise StoreFailed("full")

        hall.store.append = fail
        table._flag_timer = None
        await table._flag()
        again = table._flag_timer
        hall.store.append = real
        await table._flag()
        return again is not None, table.game.state

    assert in_hall(tmp_path, scene) == (True, "over")


def test_what_nobody_began_or_a_device_has_left_is_called_off_and_nothing_else(tmp_path):
    async def scene(hall):
        found = {}
        for name, moves in (("two", 1), ("two", 2), ("device", 2), ("over", 2)):
            for act in ("expire", "give_up"):
                if name == "two":
                    table = await game_of_two(hall, ANN, BEN)
                else:
                    wish = m.CreateGame(opponent="same-device")
                    table = await hall.create(wish, ANN, ADDRESS)
                await play(table, ANN, *([BEN] if name == "two" else []), moves=moves)
                if name == "over":
                    await do(table, m.Resign())
                await getattr(table, act)()
                found[name, moves, act] = table.game.state
        return found

    assert in_hall(tmp_path, scene) == {
        ("two", 1, "expire"): "aborted",
        ("two", 1, "give_up"): "playing",
        ("two", 2, "expire"): "playing",
        ("two", 2, "give_up"): "playing",
        ("device", 2, "expire"): "playing",
        ("device", 2, "give_up"): "aborted",
        ("over", 2, "expire"): "over",
        ("over", 2, "give_up"): "over",
    }


# Telling the lobby


def test_the_lobby_is_told_whenever_somebody_comes_to_a_challenge_or_goes(tmp_path):
    async def scene(hall):
        told = []
        open_game = await hall.create(m.CreateGame(opponent="open", side="X"), ANN, ADDRESS)
        link = await hall.create(m.CreateGame(opponent="link", side="X"), ANN, ADDRESS)

        def is_told(act):
            hall._lobby_changed.clear()
            act()
            told.append(hall._lobby_changed.is_set())

        for table in (open_game, link):
            is_told(lambda t=table: t.connect(ANN))
            is_told(lambda t=table: t.attend_from(3, {"eve": 1}))
            is_told(lambda t=table: t.attend_from(3, {"eve": 1}))
            is_told(lambda t=table: t.disconnect(ANN))
            hall.house.time.at += 6_001
            is_told(table.forget_silent_nodes)
            await table.join(BEN)
            is_told(lambda t=table: t.connect(EVE))
        return told

    there = [True, True, False, True, True, False]
    assert in_hall(tmp_path, scene) == there + [False] * 6


def test_the_lobby_counts_all_games_and_shows_the_newest_fifty_of_each(tmp_path):
    async def scene(hall):
        searches = [
            Search(
                f"s{n}",
                f"k{n}",
                "a",
                m.Player(f"i{n}", f"N{n}", "person"),
                m.Seek(["battle:tie_break=boards"], [BLITZ], "boards", n % 2 == 0, id="c"),
                frozenset(),
                n,
            )
            for n in range(60)
        ]
        tables = []
        for number in range(53):
            clock = BLITZ if number % 2 else m.NoClock()
            wish = m.CreateGame(opponent="open", side="X", clock=clock)
            tables.append(await hall.create(wish, Visitor(f"v{number}"), ADDRESS))
            await tables[-1].join(BEN)
        await play(tables[0], Visitor("v0"), BEN, moves=2)
        await tables[0].do(m.Resign(), BEN, ADDRESS, received=0.0)
        return lobby_view(hall.tables.values(), searches, 4), [one.id for one in tables]

    limits = {"challenges_per_address": 99}
    lobby, ids = in_hall(tmp_path, scene, limits=limits)
    assert [one.id for one in lobby.games] == ids[:2:-1]
    assert sum(one.count for one in lobby.going) == 52
    assert {(one.mode, one.clock): one.count for one in lobby.going} == {
        ("modern", BLITZ): 26,
        ("modern", m.NoClock()): 26,
    }
    assert [one.id for one in lobby.seekers] == [f"s{n}" for n in range(50)]
    assert lobby.seekers[3] == m.Seeker(
        *("s3", m.Player("i3", "N3", "person"), ["battle"], [BLITZ], "boards", False, 3)
    )
    assert lobby.seekers[2].swap is True
    assert lobby.visitors == 4


# Which game


def search(key="ann", since=1, **seek) -> Search:
    asked = m.Seek(**seek)
    player = m.Player(f"id {key}", key, "person")
    return Search(f"s-{key}", key, ADDRESS, player, asked, wishes_of(asked), since)


def test_a_wish_is_every_game_that_was_not_ruled_out():
    one = wishes_of(m.Seek(["battle"], [BLITZ], "boards", True))
    variant = find_variant("battle", tie_break="boards")
    assert one == {Wish(format_variant(variant), True, BLITZ)}
    assert len(wishes_of(m.Seek(["battle"], [BLITZ]))) == 4, "two swaps, two tie-breaks"
    assert len(wishes_of(m.Seek(["battle"], [], "draw", False))) == len(CLOCKS) == 5
    assert len(wishes_of(m.Seek([], [BLITZ], "draw", False))) == len(VARIANTS)
    assert len(wishes_of(m.Seek())) == len(VARIANTS) * 5 * 4
    assert {wish.swap for wish in wishes_of(m.Seek(swap=False))} == {False}
    ties = {find_variant(wish.mode).tie_break for wish in wishes_of(m.Seek(tie_break="boards"))}
    assert ties == {"boards"}
    with pytest.raises(Refusal) as caught:
        wishes_of(m.Seek(["chess"]))
    assert caught.value.code == "bad-request"


def test_two_fit_if_they_are_two_and_share_a_game():
    ann, ben = search(modes=["battle", "open"]), search("ben", modes=["open", "classic"])
    assert ann.fits(ben)
    assert not ann.fits(search(modes=["open"])), "nobody plays themselves"
    assert not ann.fits(search("ben", modes=["classic"]))
    assert not search(swap=True).fits(search("ben", swap=False))
    assert (ann.topic, ann.answers) == ("search:s-ann", "search-answers:s-ann")


@pytest.mark.parametrize("mode", VARIANTS)
def test_who_does_not_mind_plays_a_mode_as_it_is_usually_played(mode):
    game = _agreed(search(modes=[mode]), search("ben", modes=[mode]))
    usual = VARIANTS[mode]
    assert game == Wish(format_variant(usual), usual.x_is_known_to_win, m.TimedClock(300))


def test_what_one_of_them_asked_for_counts():
    ann, ben = search(modes=["classic"], swap=False), search("ben", tie_break="boards")
    game = _agreed(ann, ben)
    assert (game.swap, find_variant(game.mode).tie_break) == (False, "boards")
    assert find_variant(game.mode).name == "classic"
    swapped = _agreed(search(modes=["modern"], swap=True), search("ben"))
    assert swapped.swap
    modes = {find_variant(_agreed(search(), search("ben")).mode).name for _ in range(80)}
    assert modes == set(VARIANTS), "a mode by lot"


@pytest.mark.parametrize(
    ("clocks", "agreed"),
    [
        ([*CLOCKS], {m.TimedClock(300)}),
        ([BLITZ, m.TimedClock(600, 5), m.TimedClock(60)], {m.TimedClock(600, 5)}),
        ([BLITZ, m.TimedClock(60), m.NoClock()], {BLITZ}),
        ([m.TimedClock(60), m.NoClock()], {m.TimedClock(60), m.NoClock()}),
        ([m.DaysClock(3)], {m.DaysClock(3)}),
    ],
)
def test_a_clock_gives_time_to_think_where_both_would_have_it(clocks, agreed):
    ann, ben = search(clocks=clocks), search("ben", clocks=clocks)
    assert {_agreed(ann, ben).clock for _ in range(40)} == agreed


def test_the_list_of_those_who_wait_hands_each_out_once():
    async def scene():
        searches = MemorySearches()
        late, early, other = search("late", 9), search("early", 3), search("x", 1, modes=["open"])
        for one in (late, early, other):
            searches._waiting[one.id] = one
        new = search("new", 20, modes=["battle"])
        met = await searches.pair(new)
        assert met is early
        assert [one.key for one in await searches.waiting()] == ["x", "late"]
        lonely = search("lonely", 30, modes=["skirmish:free_move=unfilled"])
        assert await searches.pair(lonely) is None
        found = [await searches.take(lonely.id), await searches.take(lonely.id)]
        return found == [lonely, None], [one.key for one in await searches.waiting()]

    assert asyncio.run(scene()) == (True, ["x", "late"])
