"""A page's socket, from what comes in to what goes out: every message, without a server around."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from ninefold.game.entries import Moved
from ninefold.server.http import sockets
from ninefold.server.http.sockets import STOPPING, _close_code, _host, _LineSession
from ninefold.server.play.hall import LOBBY
from ninefold.server.play.visitors import Visitor, digest_of, new_secret, topic_of
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from ninefold.server.wire.encoding import encode
from ninefold.server.wire.refusal import STATUS, Refusal
from support.halls import ADDRESS, game_of_two, in_hall, play, soon
from support.wires import ANYTHING, Wire, at_game, on_line

ANN, BEN, EVE = Visitor("ann", "Ann"), Visitor("ben", "Ben"), Visitor("eve", "Eve")
READER = Visitor("ann", "Ann", "bot", "t1", frozenset(("read",)))


def test_a_page_is_welcomed_and_counted_until_it_goes(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with at_game(hall, ANN, table) as mine, at_game(hall, None, table) as strange:
            there = table.presence()
            told = mine.heard[0], strange.heard[0]
        return told, there, table.presence(), table.view(), hall.bus.followers(table.topic)

    (mine, strange), there, gone, view, followers = in_hall(tmp_path, scene)
    assert (mine.me, mine.game) == (ANN.me, view)
    assert (strange.me, strange.game) == (None, view)
    assert (there.X.online, there.O.online, there.watchers) == (True, False, 1)
    assert (gone.X.online, gone.watchers, followers) == (False, 0, 0)


def test_a_command_is_told_as_done_or_as_refused_with_the_game_as_it_is(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with at_game(hall, ANN, table) as mine, at_game(hall, BEN, table) as theirs:
            done = await mine.say(m.Move(0, 40, id="a"))
            wrong = await mine.say(m.Move(1, 36, id="b"), m.Resign.__name__)
            heard = [one for one in theirs.heard if isinstance(one, m.GameEvent)]
            asked = await theirs.say(m.Sync())
        return done, wrong, heard, asked, hall.metrics.commands_refused

    done, (wrong, unread), heard, asked, refused = in_hall(tmp_path, scene)
    (event,) = done
    assert (event.cause, event.game.moves) == (m.Cause("move", "X", 40, None, "a"), [40])
    assert done == heard
    assert (wrong.code, wrong.id, wrong.game.moves) == ("not-your-turn", "b", [40])
    assert (unread.code, unread.id, unread.game) == ("bad-message", None, None)
    assert [(one.cause, one.game) for one in asked] == [(m.Cause("state"), event.game)]
    assert refused == 2


def test_a_command_sent_again_is_told_what_it_had_made_after_the_game_as_it_is(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with at_game(hall, ANN, table) as mine:
            await mine.say(m.Move(0, 40, id="a"))
            await play(table, BEN, ANN, moves=2)
            return await mine.say(m.Move(0, 40, id="a"), m.Move(0, 40, id="other"))

    told = in_hall(tmp_path, scene)
    state, done, refused = [one for one in told if getattr(one, "cause", None) != m.Cause("move")][
        -3:
    ]
    assert (state.cause.kind, state.game.version) == ("state", 5)
    assert done == m.Done("a", 3)
    assert (refused.code, refused.id) == ("stale", "other")


@pytest.mark.parametrize(
    ("who", "code"), [(None, "no-visitor"), (READER, "not-allowed"), (EVE, "not-your-game")]
)
def test_who_may_not_play_changes_nothing_and_says_nothing(tmp_path, who, code):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with at_game(hall, who, table) as wire:
            told = await wire.say(m.Move(0, 40, id="a"), m.Say(phrase="wow", id="b"))
        return told, table.game.version

    told, version = in_hall(tmp_path, scene)
    assert [(one.code, one.id) for one in told] == [(code, "a"), (code, "b")]
    assert version == 2


def test_a_phrase_is_heard_by_all_in_the_name_of_the_side_that_said_it(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with (
            at_game(hall, ANN, table) as one,
            at_game(hall, BEN, table) as two,
            at_game(hall, None, table) as three,
        ):
            for wire, phrase in ((two, "luck"), (one, "hello"), (two, "wow")):
                told = await wire.say(m.Say(phrase=phrase, id="s"))
            said = [[e for e in w.heard if isinstance(e, m.Said)] for w in (one, two, three)]
        return said, told, table.game.version

    said, told, version = in_hall(tmp_path, scene, limits={"phrase_burst": 1})
    assert said == [[m.Said("O", "luck"), m.Said("X", "hello")]] * 3
    assert [(one.code, one.id) for one in told if isinstance(one, m.Refused)] == [("too-fast", "s")]
    assert version == 2


@pytest.mark.parametrize("opponent", ["link", "same-device", "computer"])
def test_nobody_talks_where_nobody_is(tmp_path, opponent):
    async def scene(hall):
        table = await hall.create(m.CreateGame(opponent=opponent), ANN, ADDRESS)
        async with at_game(hall, ANN, table) as wire:
            return [one.code for one in await wire.say(m.Say(phrase="wow")) if hasattr(one, "code")]

    assert in_hall(tmp_path, scene) == ["not-now"]


def test_what_the_way_took_is_measured_and_given_back(tmp_path, monkeypatch):
    moment = SimpleNamespace(now=500.0)
    monkeypatch.setattr(sockets, "now_ms", lambda: moment.now)

    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN, clock=m.TimedClock(600))
        await play(table, ANN, BEN, moves=2)
        async with at_game(hall, ANN, table) as wire:
            ping = ANYTHING.decode(wire.texts[1])
            moment.now += 80.0
            await wire.say(m.Pong(ping.n))
            hall.house.time.at += 300
            await wire.say(m.Move(2, table.game.position.legal_moves[0]))
        entries = (await hall.store.load(table.id)).entries
        return ping, [entry for entry in entries if isinstance(entry, Moved)][-1]

    ping, move = in_hall(tmp_path, scene)
    assert (ping.n, ping.version) == (1, 4)
    assert (move.lag, move.spent) == (80, 220)


def test_what_is_not_text_ends_the_socket(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with at_game(hall, ANN, table) as wire:
            wire.coming.put_nowait({"type": "websocket.receive", "bytes": b"x"})
            await soon(lambda: wire.closed)
        return wire.closed, table.presence().X.online

    assert in_hall(tmp_path, scene) == ((1003, "send text"), False)


def test_a_command_of_which_nobody_knows_what_became_ends_the_socket_for_a_while(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)

        async def fail(*_, **__):
            raise StoreFailed("perhaps")

        table.do = fail
        async with at_game(hall, ANN, table) as wire:
            wire.coming.put_nowait({"type": "websocket.receive", "text": '{"t":"resign"}'})
            await soon(lambda: wire.closed)
        return wire.closed

    assert in_hall(tmp_path, scene) == (1013, "disk")


@pytest.mark.parametrize("amid", [False, True], ids=["waiting", "amid a command"])
@pytest.mark.parametrize(
    ("who", "out", "closed"),
    [
        (ANN, "ann", (4401, "no-visitor")),
        (Visitor("ann", "Ann", "bot", "t1"), "t1", (4401, "bad-token")),
        (Visitor("ann", "Ann", "bot", "t1"), "ann", None),
        (BEN, "ann", None),
    ],
)
def test_who_is_put_out_is_told_why_once_the_command_is_done(tmp_path, who, out, closed, amid):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        real, begun, go_on = table.do, asyncio.Event(), asyncio.Event()

        async def slowly(*given, **more):
            begun.set()
            await go_on.wait()
            return await real(*given, **more)

        table.do = slowly
        async with at_game(hall, who, table) as wire:
            if amid:
                text = encode(m.Abort(id="a")).decode()
                wire.coming.put_nowait({"type": "websocket.receive", "text": text})
                await begun.wait()
            hall.put_out(out)
            if amid:
                assert wire.closed is None
            go_on.set()
            if closed is None:
                await wire.say(m.Sync())
            else:
                await soon(lambda: wire.closed)
        return wire.closed, table.game.state

    found, state = in_hall(tmp_path, scene)
    assert found == closed
    assert state == ("aborted" if amid and who.kind == "person" else "playing")


def test_who_is_put_out_before_the_first_word_is_told_why(tmp_path):
    async def scene(hall):
        session = _LineSession(Wire(), hall, ANN)
        hall.put_out("ann")
        await asyncio.wait_for(session.run(), 60)
        return session._socket.closed

    assert in_hall(tmp_path, scene) == (4401, "no-visitor")


def test_a_stop_is_told_to_every_page(tmp_path):
    async def scene(hall):
        table = await game_of_two(hall, ANN, BEN)
        async with at_game(hall, None, table) as one, on_line(hall, ANN) as two:
            hall.bus.publish(STOPPING, 0, encode(m.Stopping()))
            await soon(lambda: m.Stopping() in one.heard and m.Stopping() in two.heard)

    in_hall(tmp_path, scene)


# Lines


def test_a_line_hears_of_its_visitors_games_only(tmp_path):
    async def scene(hall):
        async with (
            on_line(hall, ANN) as mine,
            on_line(hall, EVE) as others,
            on_line(hall, None) as strange,
        ):
            table = await game_of_two(hall, ANN, BEN)
            await play(table, ANN, moves=1)
            for wire in (mine, others, strange):
                await wire.say(m.Pong(1))
            return [wire.heard for wire in (mine, others, strange)]

    mine, others, strange = in_hall(tmp_path, scene)
    assert [type(one) for one in mine[1:3]] == [m.News, m.News]
    assert mine[0] == m.Line(ANN.me)
    assert [one for one in others if isinstance(one, m.News)] == []
    assert strange[0] == m.Line(None)
    assert [one for one in strange if isinstance(one, m.News)] == []


async def waiting_in(hall) -> list[tuple[str, str, str, list[str]]]:
    waiting = await hall.house.searches.waiting()
    return [(one.id, one.key, one.address, one.asked.modes) for one in waiting]


def test_a_page_has_one_search_and_it_ends_with_the_page(tmp_path):
    async def scene(hall):
        async with on_line(hall, ANN) as wire:
            (first,) = await wire.say(m.Seek(modes=["battle"]))
            (second,) = await wire.say(m.Seek(modes=["classic"]))
            there = await waiting_in(hall)
            nothing = await wire.say(m.Unseek(), m.Unseek())
            none = await waiting_in(hall)
            (third,) = await wire.say(m.Seek(modes=["open"]))
        return first, second, third, there, nothing, none, await waiting_in(hall)

    first, second, third, there, nothing, none, after = in_hall(tmp_path, scene)
    assert len({first.seek, second.seek, third.seek}) == 3
    assert there == [(second.seek, "ann", ADDRESS, ["classic"])]
    assert (nothing, none, after) == ([], [], [])


def test_two_pages_that_fit_are_brought_to_one_game_when_both_answer(tmp_path):
    async def scene(hall):
        async with on_line(hall, ANN) as one, on_line(hall, BEN) as two:
            (waits,) = await one.say(m.Seek(modes=["battle"], clocks=[m.TimedClock(60)]))
            await two.say(m.Seek(modes=["battle"]))
            calls = {}
            for wire in (one, two):
                await soon(lambda w=wire: [e for e in w.heard if isinstance(e, m.Called)])
                calls[wire] = next(e for e in wire.heard if isinstance(e, m.Called))
            await one.say(m.Here(calls[two].seek))  # which is not its own
            assert not hall.tables
            for wire, call in calls.items():
                await wire.say(m.Here(call.seek))
            for wire in calls:
                await soon(lambda w=wire: [e for e in w.heard if isinstance(e, m.Paired)])
            (table,) = hall.tables.values()
            assert calls[one].seek == waits.seek
            return table.view()

    game = in_hall(tmp_path, scene, call_s=30.0)
    assert {game.players.X.id, game.players.O.id} == {ANN.id, BEN.id}
    assert (game.mode, game.clock.settings) == ("battle", m.TimedClock(60))


@pytest.mark.parametrize(
    ("who", "seek", "code"),
    [
        (None, m.Seek(id="s"), "no-visitor"),
        (READER, m.Seek(id="s"), "not-allowed"),
        (EVE, m.Seek(modes=["chess"], id="s"), "bad-request"),
        (EVE, m.Seek(only="nobody", id="s"), "seat-taken"),
        (ANN, m.Seek(id="s"), "too-many-games"),
    ],
)
def test_a_search_that_cannot_be_is_refused_by_its_id_and_waits_nowhere(tmp_path, who, seek, code):
    async def scene(hall):
        await hall.create(m.CreateGame(opponent="link"), ANN, ADDRESS)
        async with on_line(hall, who) as wire:
            told = await wire.say(seek)
            return told, await waiting_in(hall)

    told, waiting = in_hall(tmp_path, scene, limits={"games_per_visitor": 1})
    assert [(one.code, one.id) for one in told] == [(code, "s")]
    assert waiting == []


def test_the_lobby_is_told_at_once_and_until_it_is_not_wanted(tmp_path):
    async def scene(hall):
        async with on_line(hall, ANN) as wire:
            (first,) = await wire.say(m.FollowLobby(on=True))
            again = await wire.say(m.FollowLobby(on=True))
            shown = m.Lobby([], [], [m.Going("modern", m.NoClock(), 3)], [], 9)
            hall.bus.publish(LOBBY, 0, encode(shown))
            once = await wire.say(m.Pong(1))
            await wire.say(m.FollowLobby(on=False))
            hall.bus.publish(LOBBY, 0, encode(shown))
            none = await wire.say(m.Pong(1))
            await wire.say(m.FollowLobby(on=True))
        return first, len(again), once == [shown], none, hall.bus.followers(LOBBY)

    first, again, once, none, followers = in_hall(tmp_path, scene)
    assert (type(first), again, once, none, followers) == (m.Lobby, 1, True, [], 0)


# Getting in


def test_only_what_coming_back_does_not_change_closes_for_good():
    for_good = {"no-such-game": 4404, "set-aside": 4503, "bad-token": 4401, "no-visitor": 4401}
    assert {code: _close_code(code) for code in STATUS} == {
        code: for_good.get(code, 1008) for code in STATUS
    }


def host(tmp_path, begin=None, *, secret=True, limits=None, **headers):
    """How a socket ends that comes and hangs up: the reason, and how many there were meanwhile."""

    async def scene(hall):
        mine = new_secret(await hall.store.seal()) if secret else ""
        wire, seen = Wire(secret=mine, **headers), []

        async def begin_line(visitor):
            session = await begin(hall, visitor, digest_of(mine)) if begin else None
            return session or _LineSession(wire, hall, visitor)

        hosting = asyncio.create_task(_host(wire, hall, begin_line))
        await soon(lambda: wire.closed or len(wire.texts) >= 2)
        seen.append((hall.metrics.sockets, dict(hall.metrics.by_visitor), hall.metrics.by_address))
        followers = hall.bus.followers(topic_of(digest_of(mine)))
        await wire.hang_up()
        await asyncio.wait_for(hosting, 60)
        assert wire.accepted
        left = hall.metrics.sockets, hall.bus.followers(topic_of(digest_of(mine)))
        return wire.closed, seen[0][0], set(seen[0][1].values()), followers, left

    return in_hall(tmp_path, scene, limits=limits or {})


def test_a_socket_is_counted_while_it_is_open(tmp_path):
    assert host(tmp_path) == (None, 1, {1}, 1, (0, 0))


def test_a_stranger_is_let_in_and_counted_for_the_address(tmp_path):
    closed, count, visitors, _, left = host(tmp_path, secret=False)
    assert (closed, count, visitors, left) == (None, 1, set(), (0, 0))


@pytest.mark.parametrize(
    ("error", "closed"),
    [
        (Refusal("no-such-game", "No."), (4404, "no-such-game")),
        (Refusal("busy", "No."), (1008, "busy")),
        (StoreFailed("away"), (1013, "disk")),
    ],
)
def test_a_socket_that_leads_nowhere_is_closed_with_the_reason(tmp_path, error, closed):
    async def begin(*_):
        raise error

    assert host(tmp_path, begin) == (closed, 0, set(), 0, (0, 0))


def test_a_token_that_nobody_knows_is_told_for_good(tmp_path):
    assert host(tmp_path, authorization="Bearer x")[0] == (4401, "bad-token")


def test_a_session_that_fails_is_worth_coming_back_for(tmp_path):
    async def begin(*_):
        class Failing:
            def leave(self):
                pass

            async def run(self):
                raise RuntimeError("an inner secret")

        return Failing()

    assert host(tmp_path, begin)[0] == (1011, "internal")


def test_who_signs_out_on_the_way_in_is_not_let_in_and_hears_of_nothing(tmp_path):
    async def begin(hall, _, key):
        await hall.store.sign_out(key, 5)

    assert host(tmp_path, begin) == ((4401, "no-visitor"), 0, set(), 0, (0, 0))
