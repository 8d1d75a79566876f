"""A hall whose clock is in our hands: who is there, what is told to whom, what is forgotten."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

import pytest

from ninefold.server.play.attendance import Attendance
from ninefold.server.play.visitors import Visitor, topic_of
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.halls import ADDRESS, HandTime, Heard, game_of_two, in_hall, play, soon

ANN, BEN, EVE = Visitor("ann", "Ann"), Visitor("ben", "Ben"), Visitor("eve", "Eve")


# Attendance


class Visits:
    """The oracle of an attendance: every page that is open, and when somebody was last seen."""

    def __init__(self, now: float) -> None:
        self.here: Counter[str | None] = Counter()
        self.there: dict[int, tuple[float, dict[str | None, int]]] = {}
        self.seen: dict[str, float] = {}
        self.left: set[str] = set()
        self.began = now

    def pages(self) -> Counter[str | None]:
        return sum((Counter(pages) for _, pages in self.there.values()), Counter(self.here))

    def change(self, now: float, before: Counter[str | None]) -> None:
        """Whoever had a page and has none any more has left just now; who has one has not."""
        after = self.pages()
        for key in filter(None, before | after):
            if after[key]:
                self.left.discard(key)
            else:
                self.left.add(key)
                self.seen[key] = now

    def gone_ms(self, key: str, now: float) -> float | None:
        return None if self.pages()[key] else now - self.seen.get(key, self.began)


@pytest.mark.parametrize("seed", range(5))
def test_attendance_is_what_a_list_of_all_open_pages_says(seed):
    dice, time = random.Random(seed), HandTime(5_000)
    attendance, visits = Attendance(time), Visits(5_000)
    keys = ["ann", "ben", "eve", None]
    for _ in range(300):
        time.at += dice.choice((0, 1, 40, 2_000))
        before, key, node = visits.pages(), dice.choice(keys), dice.randrange(2)
        match dice.choice(("come", "go", "tell", "tell", "see", "forget")):
            case "come":
                attendance.came(key)
                visits.here[key] += 1
            case "go" if visits.here[key]:
                attendance.went(key)
                visits.here[key] -= 1
            case "tell":
                told = {one: dice.randrange(1, 4) for one in dice.sample(keys, dice.randrange(4))}
                known = visits.there.pop(node, (0, {}))[1]
                assert attendance.told(node, told) == (told != known)
                if told:
                    visits.there[node] = time.at + 6_000, told
            case "see" if key is not None:
                attendance.seen(key)
                visits.seen[key] = time.at
            case "forget":
                silent = [one for one, (end, _) in visits.there.items() if end < time.at]
                for one in silent:
                    del visits.there[one]
                assert attendance.forget_silent_nodes() == bool(silent)
        visits.change(time.at, before)
        for one in filter(None, keys):
            assert attendance.gone_ms(one) == visits.gone_ms(one, time.at)
            assert attendance.left(one) == (one in visits.left)
        pages = visits.pages()
        assert attendance.watchers(("ann", None)) == pages["ben"] + pages["eve"] + pages[None]
        assert attendance.watchers((None, "eve")) == pages["ann"] + pages["ben"] + pages[None]
        assert attendance.far == bool(visits.there)


# Presence and claims


def test_presence_tells_of_each_seat_and_of_those_who_watch(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        hall.house.time.at += 250
        away = table.presence()
        table.connect(ANN)
        for watcher in (EVE, None, None):
            table.connect(watcher)
        hall.house.time.at += 1_000
        there = table.presence()
        table.disconnect(ANN)
        table.disconnect(None)
        hall.house.time.at += 30
        return away, there, table.presence()

    away, there, gone = in_hall(tmp_path, scene)
    assert away == m.Presence(m.SeatPresence(False, 250), m.SeatPresence(False, 250), 0, 300_000)
    assert there == m.Presence(m.SeatPresence(True), m.SeatPresence(False, 1_250), 3, 300_000)
    assert gone == m.Presence(m.SeatPresence(False, 30), m.SeatPresence(False, 1_280), 2, 300_000)


def test_a_free_seat_is_nobody_and_the_computer_is_always_there(tmp_path):
    async def scene(hall):
        waiting = await hall.create(m.CreateGame(opponent="link", side="O"), ANN, ADDRESS)
        computer = await hall.create(m.CreateGame(opponent="computer", side="X"), ANN, ADDRESS)
        for table in (waiting, computer):
            table.connect(ANN)
        return waiting.presence(), computer.presence()

    waiting, computer = in_hall(tmp_path, scene)
    there, nobody = m.SeatPresence(True), m.SeatPresence(False)
    assert waiting == m.Presence(nobody, there, 0, 300_000)
    assert computer == m.Presence(there, there, 0, None), "nobody claims a win over the computer"


@pytest.mark.parametrize(
    ("clock", "after"),
    [(m.TimedClock(600), 60_000), (m.NoClock(), 300_000), (m.DaysClock(3), None)],
)
def test_a_game_is_claimed_from_the_moment_on_that_the_page_is_told(tmp_path, clock, after):
    async def scene(hall):
        table, time = await game_of_two(hall, ANN, BEN, clock=clock), hall.house.time
        await play(table, ANN, BEN, moves=2)
        table.connect(ANN)
        table.connect(BEN)
        table.disconnect(BEN)
        assert table.presence().claim_after_ms == after
        told = []
        for passed in ((after or 600_000) - 1, 1):
            time.at += passed
            for mine in (BEN, ANN):
                try:
                    await table.do(m.Claim("draw"), mine, ADDRESS, received=5_000.0)
                    told.append("claimed")
                except Refusal as refusal:
                    told.append(refusal.code)
        return told, table.game.result

    told, result = in_hall(tmp_path, scene)
    # Ben, who has gone, can claim nothing against Ann, who is there.
    assert told == ["not-gone"] * 3 + ["claimed" if after else "not-gone"]
    assert (result is not None) == bool(after)
    if result is not None:
        assert (result.winner, result.ending) == (None, "abandoned")


def test_whoever_asks_without_a_page_counts_as_seen(tmp_path):
    async def scene(hall):
        table, time = await game_of_two(hall, ANN, BEN), hall.house.time
        time.at += 700
        table.seen(ANN)
        table.seen(EVE)
        table.seen(None)
        time.at += 50
        return [table.gone_ms(side) for side in "XO"], table.touched_at

    assert in_hall(tmp_path, scene) == ([50, 750], 1_700)


def test_who_comes_and_goes_is_told_once_for_all_who_do_so_together(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        heard = Heard(hall, table.topic)
        for visitor in (ANN, BEN, EVE):
            table.connect(visitor)
        await soon(lambda: heard.messages)
        table.disconnect(BEN)
        await soon(lambda: len(heard.messages) == 2)
        return heard.messages

    first, second = in_hall(tmp_path, scene)
    assert (first.X.online, first.O.online, first.watchers) == (True, True, 1)
    assert (second.X.online, second.O.online, second.watchers) == (True, False, 1)


# What leaves the memory, and what is called off


def test_a_game_leaves_the_memory_so_long_after_anybody_had_to_do_with_it(tmp_path):
    async def scene(hall):
        time = hall.house.time
        table = await game_of_two(hall, ANN, BEN)
        kept = []

        async def is_kept(passes):
            time.at += passes
            await hall.sweep()
            kept.append(table.id in hall.tables)

        await is_kept(600_000)
        await play(table, ANN, BEN, moves=2)
        await is_kept(599_000)
        await table.rename(Visitor("ann", "Anna"))
        await is_kept(600_000)
        table.connect(EVE)
        leave = hall.bus.follow(table.topic, lambda *_: None)  # as a socket does
        await is_kept(900_000)
        table.disconnect(EVE)
        leave()
        await is_kept(600_000)
        table.attend_from(7, {"eve": 1})
        await is_kept(900_000)  # looked at from another node
        table.attend_from(7, {})
        await is_kept(600_000)
        await is_kept(1)
        again = await hall.find(table.id)
        return kept, table.closed, again.game.ply

    kept, closed, ply = in_hall(tmp_path, scene)
    assert kept == [True] * 7 + [False]
    assert (closed, ply) == (True, 2)


@pytest.mark.parametrize(
    ("wish", "joined", "moves", "kept"),
    [
        ({"opponent": "open"}, False, 0, True),
        ({"opponent": "link"}, False, 0, False),
        ({"opponent": "link", "clock": m.TimedClock(9_000)}, True, 2, True),
        ({"opponent": "link"}, True, 2, False),
        ({"opponent": "open"}, True, 2, False),
    ],
)
def test_games_with_a_clock_and_challenges_stay_in_memory(tmp_path, wish, joined, moves, kept):
    async def scene(hall):
        table = await hall.create(m.CreateGame(side="X", **wish), ANN, ADDRESS)
        if joined:
            await table.join(BEN)
        await play(table, ANN, BEN, moves=moves)
        hall.house.time.at += 700_000
        await hall.sweep()
        return table.id in hall.tables, table.game.state

    state = "playing" if joined else "waiting"
    assert in_hall(tmp_path, scene) == (kept, state)


@pytest.mark.parametrize(
    ("wish", "joined", "moves", "after"),
    [
        ({"opponent": "open"}, False, 0, 1_800),
        ({"opponent": "link"}, False, 0, 7 * 86_400),
        ({"opponent": "open", "clock": m.TimedClock(600)}, False, 0, 1_800),
        ({"opponent": "link", "clock": m.TimedClock(600)}, True, 0, 600),
        ({"opponent": "link", "clock": m.TimedClock(600)}, True, 1, 600),
        ({"opponent": "link"}, True, 1, None),
        ({"opponent": "link", "clock": m.DaysClock(3)}, True, 1, None),
    ],
)
def test_what_has_not_begun_is_called_off_after_its_time(tmp_path, wish, joined, moves, after):
    """Counted from the turn that was waited for, not from when the game was made."""

    async def scene(hall):
        time = hall.house.time
        table = await hall.create(m.CreateGame(side="X", **wish), ANN, ADDRESS)
        table.connect(ANN)
        hall.bus.follow(table.topic, lambda *_: None)
        if joined:
            time.at += 500_000
            await table.join(BEN)
        if moves:
            time.at += 500_000
            await play(table, ANN, BEN, moves=moves)
        states = []
        for passed in ((after or 10**7) * 1000, 1):
            time.at += passed
            await hall.sweep()
            states.append(table.game.state)
        return states, table.game.result

    states, result = in_hall(tmp_path, scene)
    assert states[0] == ("playing" if joined else "waiting")
    assert (states[1] == "aborted") == (after is not None)
    if after is not None:
        assert (result.winner, result.ending) == (None, "expired")


# Who is told what


def test_those_who_play_hear_of_their_games_and_nobody_else_does(tmp_path):
    async def scene(hall):
        lines = {who.key: Heard(hall, topic_of(who.key), m.LineMessage) for who in (ANN, BEN, EVE)}
        table = await game_of_two(hall, ANN, BEN)
        await play(table, ANN, moves=1)
        alone = await hall.create(m.CreateGame(opponent="same-device"), ANN, ADDRESS)
        await play(alone, ANN, moves=1)
        return table, {key: heard.messages for key, heard in lines.items()}

    table, news = in_hall(tmp_path, scene)
    assert news["ann"] == news["ben"]
    assert [(one.cause.kind, one.cause.by) for one in news["ann"]] == [("join", "O"), ("move", "X")]
    assert {one.game.id for one in news["ann"]} == {table.id}
    assert [one.game.ply for one in news["ann"]] == [0, 1]
    assert news["eve"] == []


def test_an_event_says_what_happened_by_whom_and_under_which_id(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        heard = Heard(hall, table.topic)

        async def do(who, command):
            return await table.do(command, who, ADDRESS, received=1_000.0)

        first = await do(ANN, m.Move(0, 40, id="a"))
        assert table.event_of(first.version) is not None
        assert table.event_of(first.version - 1) is None
        again = await do(ANN, m.Move(0, 40, id="a"))
        assert (again.version, again.repeated) == (first.version, True)
        assert not first.repeated
        await do(BEN, m.Move(1, 36, id="a"))  # an id is its sender's own
        late = await do(ANN, m.Move(0, 40, id="a"))
        assert (late.version, late.repeated) == (first.version, True), "the version that it made"
        await do(BEN, m.Offer("takeback", id="b"))
        await do(ANN, m.Decline("takeback"))
        await do(ANN, m.Offer("draw", id="c"))
        await do(BEN, m.Accept("draw", id="d"))
        await do(BEN, m.Offer("rematch", id="e"))
        await do(ANN, m.Offer("rematch", id="f"))  # the same wish is to accept it
        return table.game, [event for event in heard.messages if isinstance(event, m.GameEvent)]

    game, events = in_hall(tmp_path, scene)
    assert [
        (one.cause.kind, one.cause.by, one.cause.square, one.cause.what, one.cause.id)
        for one in events
    ] == [
        ("move", "X", 40, None, "a"),
        ("move", "O", 36, None, "a"),
        ("offer", "O", None, "takeback", "b"),
        ("decline", "X", None, "takeback", None),
        ("offer", "X", None, "draw", "c"),
        ("draw", "O", None, None, "d"),
        ("offer", "O", None, "rematch", "e"),
        ("rematch", "X", None, None, "f"),
    ]
    assert [one.game.version for one in events] == list(range(3, 11))
    assert events[-1].game.rematch == game.rematch is not None


def test_a_rematch_is_the_same_game_anew_with_sides_changed(tmp_path):
    async def scene(hall):
        wish = {
            "mode": "battle",
            "clock": m.TimedClock(300, 5),
            "swap": True,
            "tie_break": "boards",
        }
        table = await game_of_two(hall, ANN, BEN, opponent="open", **wish)
        await play(table, ANN, moves=1)
        await table.do(m.Swap(take=True), BEN, ADDRESS, received=1_000.0)
        await play(table, ANN, BEN, moves=3)
        await table.do(m.Resign(), BEN, ADDRESS, received=1_000.0)
        await table.do(m.Offer("rematch"), ANN, ADDRESS, received=1_000.0)
        await table.do(m.Accept("rematch"), BEN, ADDRESS, received=1_000.0)
        following = hall.tables[table.game.rematch]
        stored = await hall.house.read_game(following.id)
        return table.view(), following.view(), stored

    before, after, stored = in_hall(tmp_path, scene)
    assert (before.players.X.name, before.players.O.name) == ("Ben", "Ann"), "they had swapped"
    assert (after.players.X, after.players.O) == (before.players.O, before.players.X)
    assert (after.mode, after.axes, after.opponent) == (before.mode, before.axes, "open")
    assert (after.state, after.version, after.moves, after.result) == ("playing", 1, [], None)
    assert (after.swap, after.offers) == ("ahead", m.Offers())
    assert (after.clock.settings, after.clock.X, after.clock.O, after.clock.running) == (
        *(m.TimedClock(300, 5), 300_000, 300_000),
        None,
    )
    assert (after.previous, before.rematch, after.rematch) == (before.id, after.id, None)
    assert stored.settings.previous == before.id


def test_lists_show_those_to_move_in_first_then_the_latest(tmp_path):
    async def scene(hall):
        games = {}
        for name in ("old", "mine", "theirs", "over", "waiting"):
            games[name] = await hall.create(m.CreateGame(opponent="link", side="X"), ANN, ADDRESS)
            if name != "waiting":
                await games[name].join(BEN)
            await asyncio.sleep(0.002)  # moments of the calendar
        for name in ("theirs", "over"):
            await play(games[name], ANN, moves=1)
        await games["over"].do(m.Resign(), BEN, ADDRESS, received=1_000.0)
        found = {}
        for who in (ANN, BEN, EVE):
            page = await hall.games_of(who, None, 40)
            known = {table.id: name for name, table in games.items()}
            found[who.key] = [known[one.id] for one in page.games], page.next
        return found

    found = in_hall(tmp_path, scene)
    assert found["ann"] == (["mine", "old", "theirs", "waiting", "over"], None)
    assert found["ben"] == (["theirs", "mine", "old", "over"], None)
    assert found["eve"] == ([], None)


# The lobby


def test_the_lobby_shows_the_newest_first_and_hides_whose_page_is_closed(tmp_path):
    async def scene(hall):
        wish, time = m.CreateGame(opponent="open", side="O", mode="battle"), hall.house.time
        people = [Visitor(f"v{number}", f"V{number}") for number in range(4)]
        tables = [await hall.create(wish, who, ADDRESS) for who in people]
        link = await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        for table, who in zip(tables[:2], people, strict=False):
            table.connect(who)
        shown = []

        async def look():
            lobby = await hall.lobby()
            assert link.id not in [one.id for one in (*lobby.challenges, *lobby.games)]
            shown.append(
                (
                    [int(one.by.name[1:]) for one in lobby.challenges],
                    [one.players.X.name for one in lobby.games],
                    [(one.mode, one.count) for one in lobby.going],
                )
            )
            return lobby

        first = await look()
        await tables[3].join(EVE)
        tables[1].disconnect(people[1])  # closed: hidden at once
        await look()
        time.at += 120_000
        await look()
        time.at += 1  # nothing was heard for so long of who never had a page
        await look()
        tables[1].connect(people[1])
        tables[2].seen(people[2])
        await look()
        tables[0].attend_from(3, {"v0": 1})
        tables[0].disconnect(people[0])  # still there, at another node
        await look()
        challenge = first.challenges[-1]
        return challenge, tables[0].id, shown

    challenge, game, shown = in_hall(tmp_path, scene)
    playing = (["Eve"], [("battle", 1)])
    assert shown == [
        ([3, 2, 1, 0], [], []),
        ([2, 0], *playing),
        ([2, 0], *playing),
        ([0], *playing),
        ([2, 1, 0], *playing),
        ([2, 1, 0], *playing),
    ]
    assert (challenge.id, challenge.side, challenge.by.name) == (game, "X", "V0")
    assert (challenge.mode, challenge.tie_break, challenge.swap) == ("battle", "draw", False)


def test_presence_is_told_anew_by_seat_when_somebody_sits_down_or_they_swap(tmp_path):
    async def scene(hall):
        wish = m.CreateGame(opponent="link", side="X", swap=True)
        table = await hall.create(wish, ANN, ADDRESS)
        heard = Heard(hall, table.topic)

        def presences():
            return [one for one in heard.messages if isinstance(one, m.Presence)]

        table.connect(BEN)
        await soon(lambda: len(presences()) == 1)
        await table.join(BEN)
        await soon(lambda: len(presences()) == 2)
        await play(table, ANN, moves=1)
        await table.do(m.Swap(take=True), BEN, ADDRESS, received=1_000.0)
        await soon(lambda: len(presences()) == 3)
        return [(one.X.online, one.O.online, one.watchers) for one in presences()]

    assert in_hall(tmp_path, scene) == [(False, False, 1), (False, True, 0), (True, False, 0)]


def test_a_game_that_has_gone_back_and_forth_too_often_can_only_be_played_out(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)  # version 2
        await play(table, ANN, BEN, moves=2)
        told = {}
        for command in (m.Offer("draw"), m.Decline("draw"), m.Undo(2), m.Redo(2), m.Accept("draw")):
            try:
                await table.do(command, ANN, ADDRESS, received=1_000.0)
                told[type(command).__name__] = "ok"
            except Refusal as refusal:
                told[type(command).__name__] = refusal.detail.split(":")[0]
            if table.game.version < 5:
                told.clear()
        await play(table, ANN, BEN, moves=2)
        await table.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        return told, table.game.state

    told, state = in_hall(tmp_path, scene, limits={"entries_per_game": 5})
    often = "This game has gone back and forth too often"
    assert told == {
        "Offer": "ok",  # the fifth
        "Decline": often,
        "Undo": "Ask the other side for a takeback.",
        "Redo": "There is no move to play again.",
        "Accept": "The other side offers no draw now.",
    }
    assert state == "over"


def test_a_visitors_new_name_is_shown_at_all_tables_where_they_sit(tmp_path):
    async def scene(hall):
        mine = await game_of_two(hall, ANN, BEN)
        theirs = await game_of_two(hall, BEN, EVE)
        device = await hall.create(
            m.CreateGame(opponent="same-device", names=["One", "Two"]), ANN, ADDRESS
        )
        over = await game_of_two(hall, ANN, BEN)
        await over.do(m.Resign(), ANN, ADDRESS, received=1_000.0)
        await hall.rename(Visitor("ann", "Anna"))
        return [table.view().players for table in (mine, theirs, device, over)]

    players = in_hall(tmp_path, scene)
    assert [(one.X.name, one.O.name) for one in players] == [
        ("Anna", "Ben"),
        ("Ben", "Eve"),
        ("One", "Two"),
        ("Ann", "Ben"),
    ]


def test_no_room_is_made_by_games_that_were_touched_within_the_hour(tmp_path):
    async def scene(hall):
        mine = Visitor("ann")
        games = [
            await hall.create(m.CreateGame(opponent="same-device"), mine, ADDRESS) for _ in range(2)
        ]
        codes = []
        for wish in ({"opponent": "link"}, {"opponent": "open"}, {"opponent": "open"}):
            try:
                await hall.create(m.CreateGame(**wish), mine, ADDRESS)
                codes.append(None)
            except Refusal as refusal:
                codes.append(refusal.code)
        return codes, [table.game.state for table in games]

    limits = {"games_per_visitor": 3, "challenges_per_visitor": 1}
    codes, states = in_hall(tmp_path, scene, limits=limits)
    assert codes == [None, "too-many-games", "too-many-games"]
    assert states == ["playing", "playing"], "they were touched within the hour"
