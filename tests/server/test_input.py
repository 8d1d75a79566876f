"""Promise 8, over HTTP as over sockets: what cannot be read is told, and forges nothing."""

from __future__ import annotations

import asyncio
import json
import logging
import unicodedata

import msgspec
import pytest

from ninefold.server.logs import OneLine
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.asking import ask


def started(server):
    ann = server.client()
    return ann, ann.create(opponent="same-device").game.id


BODIES = {
    "a text for a number": b'{"t":"move","ply":"0","square":40}',
    "a number for a text": b'{"t":"move","ply":0,"square":40,"id":3}',
    "too deep": b"[" * 8_000,
    "too deep inside": b'{"t":"move","ply":' + b'{"a":' * 1_500,
    "not UTF-8": b'{"t":"move","ply":0,"square":40,"id":"\xff\xfe"}',
    "half a character": b'{"t":"move","ply":0,"square":40,"id":"\\ud800"}',
    "an unknown field": b'{"t":"move","ply":0,"square":40,"seat":"X"}',
    "nothing": b"",
    "no object": b"null",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_promise_8_a_body_is_read_as_strictly_as_a_message(shared_server, body):
    """The bug `take-texts-for-numbers` makes this fail, as the next test shows."""
    ann, game = started(shared_server)
    cookie = ann.headers["Cookie"]
    status, headers, answer = ask(
        shared_server, "POST", f"/api/v1/games/{game}/commands", body, cookie=cookie
    )
    assert status == 400
    assert headers["content-type"] == "application/problem+json"
    problem = msgspec.json.decode(answer, type=m.Problem)
    assert problem.detail.startswith("The ")
    assert problem.detail.endswith(".")
    assert ann.game(game).game.version == 1


def test_promise_8_would_be_seen_broken_over_http(make_server):
    server = make_server(bug="take-texts-for-numbers")
    ann, game = started(server)
    body = BODIES["a text for a number"]
    path = f"/api/v1/games/{game}/commands"
    assert ask(server, "POST", path, body, cookie=ann.headers["Cookie"])[0] == 200


@pytest.mark.parametrize("text", ["[" * 4_000, '{"t":' * 700, '{"t":"sync","t":"\\ud800"}'])
def test_promise_8_deep_messages_are_refused_and_the_socket_stays(shared_server, open_page, text):
    ann, game = started(shared_server)

    async def send():
        async with open_page(shared_server.url, game, ann.headers) as page:
            await page.send(text)
            await page.until(lambda: isinstance(page.seen[-1], m.Refused))
            assert page.seen[-1].code == "bad-message"
            assert await page.do(m.Move(ply=0, square=40, id="a")) == "ok"

    asyncio.run(send())


PATHS = [
    "/%00",
    "/game/%00",
    "/api/v1/games/%00",
    "/api/v1/games/%ff%fe",
    "/%ff",
    "/a%0d%0ab",
    "/" + "x" * 300,
    "/assets/" + "y" * 5_000,
    "/api/v1/games/" + "z" * 5_000,
]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path[:16])
def test_promise_8_an_address_that_cannot_be_read_is_told(shared_server, path):
    status, headers, answer = ask(shared_server, "GET", path)
    assert status in (400, 404)
    assert headers["content-type"] == "application/problem+json"
    assert json.loads(answer)["detail"].endswith(".")


def test_promise_8_nobody_forges_a_line_of_the_log():
    try:
        raise RuntimeError("first\n2026-01-01 ERROR forged")
    except RuntimeError as error:
        told = (type(error), error, error.__traceback__)
    record = logging.makeLogRecord(
        {"msg": "a\r\n\u2028%s", "args": ("\x1b[31m",), "exc_info": told}
    )
    lines = OneLine("%(message)s").format(record).splitlines()
    assert lines[0] == "a\\r\\n\\u2028\\x1b[31m"
    assert all(line.startswith("  | ") for line in lines[1:])


NOBODY = ["ㅤ", "\u2800\u2800", "\u115f", "\u0301", "\u200b\u3164"]
COMPUTERS = [
    "Computer",
    "Ninefold (full)",
    "Сomputer",
    "COMPUTER keen",
    "ｎｉｎｅｆｏｌｄ",
    "電腦（進階）",
    "N i n e f o l d",
    "c0mputer",
    "Compúter",
]


#: Joiners between our own letters are not there to join anything.
COMPUTERS += ["Com\u200dputer", "Nine\u200cfold"]
PILES = ["A\u0336\u0337\u0338\u0335", "Ann" + "\u0489" * 9]


@pytest.mark.parametrize("name", NOBODY + COMPUTERS + PILES)
def test_promise_8_a_name_is_to_be_seen_and_not_the_computers(shared_server, name):
    ann = shared_server.client()
    for act in (
        lambda: ann.rename(name),
        lambda: ann.create(opponent="same-device", names=["Ann", name]),
    ):
        with pytest.raises(Refusal) as caught:
            act()
        assert caught.value.code == "bad-name"
        assert str(caught.value).endswith("choose another.")


ANYBODYS = [
    *("", "Ann", "王小明", "Computerphile", "⭐", "Ω", "O'Brien 3", "דנה", "Ngô Thị Ngọc"),
    *("👨‍👩‍👧", "🏳️‍🌈 Kim", "👩🏽‍🚀", "ک‌ل", "ශ්‍රී"),  # joined: taken apart they are others
    *("וְֽהִ", "ที่นี่"),  # several marks on one letter, as the language has them
]


@pytest.mark.parametrize("name", ANYBODYS)
def test_other_names_are_anybodys(shared_server, name):
    assert shared_server.client().rename(name).name == unicodedata.normalize("NFC", name)


def test_what_nobody_sees_is_left_out_of_a_name(shared_server):
    ann = shared_server.client()
    assert ann.rename("\u202eA\u200dn\u200bn\x07\tB\u2066 \ufeff").name == "Ann B"
    assert ann.rename("a\n\u2028b👨\u200d").name == "a b👨"


def test_promise_9_the_server_answers_to_its_own_names_only(make_server):
    """A page elsewhere whose name is made to point here would count as ours (DNS rebinding).

    The bug `answer-to-any-name` makes this fail, as the next test shows.
    """
    server = make_server(hosts=["play.example"])
    for host in ("127.0.0.1", f"localhost:{server.port}", "[::1]:80", "PLAY.example"):
        assert ask(server, "GET", "/api/v1/about", host=host)[0] == 200
    for host in ("evil.example", "play.example.evil", "127.0.0.1.evil.example", ""):
        status, _, answer = ask(server, "GET", "/api/v1/about", host=host)
        assert (status, json.loads(answer)["code"]) == (421, "unknown-host")


def test_promise_9_would_be_seen_broken_for_names(make_server):
    server = make_server(bug="answer-to-any-name")
    assert ask(server, "GET", "/api/v1/about", host="evil.example")[0] == 200


def test_a_page_of_a_listed_origin_may_read_and_act(make_server):
    friend = "https://friend.example"
    server = make_server(origins=[friend])
    asked = {"origin": friend, "access_control_request_method": "POST"}
    status, headers, _ = ask(server, "OPTIONS", "/api/v1/games", **asked)
    assert (status, headers["access-control-allow-origin"]) == (204, friend)
    assert "authorization" in headers["access-control-allow-headers"]
    status, headers, _ = ask(server, "POST", "/api/v1/games", b"{}", origin=friend)
    assert (status, headers["access-control-allow-origin"]) == (201, friend)
    assert headers["vary"] == "origin"
    for stranger in ("https://other.example", "null"):
        status, headers, _ = ask(server, "GET", "/api/v1/about", origin=stranger)
        assert "access-control-allow-origin" not in headers
        assert ask(server, "POST", "/api/v1/games", b"{}", origin=stranger)[0] == 403


@pytest.mark.parametrize("version", ["", "/v1"])
def test_a_request_that_names_no_version_means_the_first(shared_server, version):
    game = shared_server.client().create(opponent="same-device").game.id
    for path in ("about", f"games/{game}", f"games/{game}/picture.svg?ply=0"):
        assert ask(shared_server, "GET", f"/api{version}/{path}")[0] == 200
    assert ask(shared_server, "GET", f"/api/v2/games/{game}")[0] == 404


def test_a_method_that_an_address_does_not_take_is_told_with_those_it_takes(shared_server):
    status, headers, body = ask(shared_server, "DELETE", "/api/v1/about")
    assert (status, json.loads(body)["code"]) == (405, "method-not-allowed")
    assert "GET" in headers["allow"]
