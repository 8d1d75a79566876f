"""The API's description says all that is so: of requests and of sockets."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest

from ninefold.server.wire import messages as m
from support.asking import ask


@pytest.fixture(scope="module")
def described(shared_server) -> dict[str, dict[str, Any]]:
    return {
        name: json.loads(ask(shared_server, "GET", f"/api/schema/{name}.json")[2])
        for name in ("openapi", "asyncapi")
    }


def test_a_message_holds_nothing_else_and_keeps_its_limits(described):
    for description in described.values():
        schemas = description["components"]["schemas"]
        assert all(one["additionalProperties"] is False for one in schemas.values())
    wish = described["openapi"]["components"]["schemas"]["CreateGame"]["properties"]
    assert wish["names"]["anyOf"][0]["items"]["maxLength"] == 24
    move = described["asyncapi"]["components"]["schemas"]["Move"]
    assert move["properties"]["square"]["maximum"] == 80
    assert move["required"] == ["t", "ply", "square"]


def test_what_goes_wrong_is_declared_as_it_is_sent(described):
    for operations in described["openapi"]["paths"].values():
        for operation in operations.values():
            wrong = [one for code, one in operation["responses"].items() if code >= "400"]
            assert wrong
            assert all(list(one["content"]) == ["application/problem+json"] for one in wrong)


def test_who_may_ask_is_said(described):
    schemes = described["openapi"]["components"]["securitySchemes"]
    assert (schemes["visitor"]["in"], schemes["bot"]["scheme"]) == ("cookie", "bearer")
    assert {} in described["openapi"]["security"], "nobody must be somebody"


@pytest.mark.parametrize(("channel", "union"), [("game", m.GameMessage), ("lobby", m.LobbyMessage)])
def test_every_message_of_a_socket_is_described(described, channel, union):
    sockets = described["asyncapi"]
    sent = sockets["operations"][f"send-{channel}"]["messages"]
    names = {one["$ref"].rsplit("/", 1)[1] for one in sent}
    assert names == {one.__name__ for one in get_args(union)}
    assert names <= set(sockets["channels"][channel]["messages"])
    assert names <= set(sockets["components"]["messages"])
    texts = json.dumps(sockets)
    refs = {one.split('"')[0] for one in texts.split('"$ref": "#/')[1:]}
    for ref in refs:
        found: Any = sockets
        for part in ref.split("/"):
            found = found[part]


def test_a_refused_command_brings_the_game_as_a_problem(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device").game.id
    body = msgspec.json.encode(m.Move(ply=7, square=1))
    path, cookie = f"{m.API}/games/{game}/commands", ann.headers["Cookie"]
    status, headers, answer = ask(shared_server, "POST", path, body, cookie=cookie)
    problem = msgspec.json.decode(answer, type=m.Problem)
    assert (status, headers["content-type"]) == (409, "application/problem+json")
    assert (problem.code, problem.game.id) == ("stale", game)


def test_a_path_tells_all_its_methods(shared_server):
    allowed = ask(shared_server, "OPTIONS", f"{m.API}/me")[1]["allow"]
    assert set(allowed.split(", ")) >= {"GET", "PUT", "DELETE"}


def test_the_page_of_the_api_shows_requests_sockets_and_messages(shared_server):
    page = ask(shared_server, "GET", "/api/docs")[2].decode()
    for text in (f"POST {m.API}/games", "WebSocket", "id='Move'", "id='Welcome'", "AsyncAPI"):
        assert text in page
