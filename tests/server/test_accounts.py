"""What is counted is counted down again, and what is one visitor's is not another's."""

from __future__ import annotations

import asyncio
import time

import pytest

from ninefold.server.client import Client
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.serving import until


def two_players(server):
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    return ann, ben, game


def test_sockets_that_were_closed_leave_room_for_others(make_server, open_page):
    """By visitor, by address, and among all connections."""
    limits = {
        "sockets_per_visitor": 2,
        "sockets_per_address": 3,
        "sockets": 4,
        "connections_per_address": 6,
    }
    server = make_server(limits=limits)
    ann = server.client()
    game = ann.create(opponent="link").game.id

    async def come_and_go():
        for _ in range(12):
            async with open_page(server.url, game, ann.headers) as page:
                assert page.closed is None
            await asyncio.to_thread(until, lambda: ann.game(game).presence.watchers == 0)

    asyncio.run(come_and_go())


def test_a_challenge_that_was_refused_takes_no_place_in_the_lobby(make_server):
    server = make_server(limits={"challenges_per_visitor": 1, "challenges_per_address": 3})
    ann, ben = server.client(), server.client()
    ann.create(opponent="open")
    for _ in range(5):
        with pytest.raises(Refusal, match="challenges"):
            ann.create(opponent="open")
    assert ben.create(opponent="open").game.state == "waiting"


def test_a_commands_id_is_its_senders_own(shared_server):
    ann, ben, game = two_players(shared_server)
    ann.command(game, m.Move(ply=0, square=40, id="1"))
    assert ben.command(game, m.Move(ply=1, square=36, id="1")).game.moves == [40, 36]
    assert ann.command(game, m.Move(ply=0, square=40, id="1")).game.moves == [40, 36]


def test_a_list_tells_of_a_game_that_goes_on_after_its_end(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device").game.id

    def listed():
        games = ann._ask("GET", f"{m.API}/me/games", m.MyGames).games
        return next(
            (one.state, one.result and one.result.reason) for one in games if one.id == game
        )

    ann.command(game, m.Resign())
    assert listed() == ("over", "resignation")
    ann.command(game, m.Undo(ply=0))
    assert listed() == ("playing", None)


def test_nobody_deletes_anothers_token(shared_server):
    ann, ben = shared_server.client(), shared_server.client()
    made = ann.new_token("bot")
    with pytest.raises(Refusal) as caught:
        ben.drop_token(made.token.id)
    assert caught.value.code == "not-found"
    assert Client(shared_server.url, made.secret).me().id == ann.me().id


def test_a_restart_costs_the_computer_nothing(make_server):
    """It had not moved when the server ended: it thinks anew, with all the time it had."""
    server = make_server(pace=100_000.0, restart_grace_s=0.0, sweep_s=0.1)
    ann = server.client()
    wish = {"opponent": "computer", "level": "first-game", "side": "O"}
    game = ann.create(clock=m.DaysClock(days=1), **wish).game.id
    day = 86_400_000
    until(lambda: day - 2_000 > ann.game(game).game.clock.X)
    noted = ann.game(game).game.clock.X
    time.sleep(0.5)  # for the server to note that it lives
    server.kill()
    server.start()
    assert noted < ann.game(game).game.clock.X
