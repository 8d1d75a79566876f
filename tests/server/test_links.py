"""A link tells what it is in the response itself: title, description, picture, language."""

from __future__ import annotations

import struct
import zlib
from html.parser import HTMLParser
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest

from ninefold.drawing.board import SIDE, square_center
from ninefold.drawing.shapes import PALETTES
from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.server.wire import messages as m
from support.serving import Server


class Head(HTMLParser):
    """What a plain HTTP client reads from the head of a page."""

    def __init__(self, server: Server, path: str, language: str = "en") -> None:
        super().__init__()
        self.title, self.lang, self._in_title = "", "", False
        self.metas: dict[str, str] = {}
        self.status, body, headers = ask(server, path, language)
        assert headers["content-type"] == "text/html; charset=utf-8"
        self.feed(body.decode())

    def handle_starttag(self, tag: str, attrs) -> None:
        given = dict(attrs)
        if tag == "html":
            self.lang = given["lang"]
        self._in_title = tag == "title"
        if tag == "meta" and "content" in given:
            self.metas[given.get("name") or given.get("property") or ""] = given["content"]

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
            self._in_title = False


def ask(server: Server, path: str, language: str = "en") -> tuple[int, bytes, dict[str, str]]:
    address = path if path.startswith("http") else server.url + path
    request = Request(address, headers={"accept-language": language})
    try:
        with urlopen(request) as answer:
            return answer.status, answer.read(), {k.lower(): v for k, v in answer.headers.items()}
    except HTTPError as error:
        return error.code, error.read(), {k.lower(): v for k, v in error.headers.items()}


def pixels(picture: bytes) -> tuple[int, int, list[bytes]]:
    """A PNG of ours, checked and unpacked: its size, and its rows of red, green and blue."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(picture):
        (length,) = struct.unpack_from(">I", picture, at)
        kind, data = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", picture, at + 8 + length)[0] == zlib.crc32(kind + data)
        chunks[kind] = data
        at += 12 + length
    width, height, *form = struct.unpack(">2I5B", chunks[b"IHDR"])
    assert form == [8, 2, 0, 0, 0]
    flat, row = zlib.decompress(chunks[b"IDAT"]), 1 + 3 * width
    assert len(flat) == height * row
    assert not any(flat[n * row] for n in range(height))
    return width, height, [flat[n * row + 1 : (n + 1) * row] for n in range(height)]


def marks_of(picture: bytes) -> dict[str, set[int]]:
    """Which squares of a card show an X, and which an O, by their colours."""
    _, _, rows = pixels(picture)
    scale = 590 / SIDE
    found: dict[str, set[int]] = {"X": set(), "O": set()}
    for square in range(81):
        x, y = (20 + scale * one for one in square_center(square))
        for player, away in (("X", 0.0), ("O", 7.4 * scale)):
            at = 3 * round(x + away)
            colour = "#" + rows[round(y)][at : at + 3].hex()
            if colour == PALETTES["light"]["x" if player == "X" else "o"]:
                found[player].add(square)
    return found


@pytest.fixture(scope="module")
def game(shared_server: Server) -> str:
    """A game of Ada's that somebody has joined, three moves long."""
    ada, lin = shared_server.client(), shared_server.client()
    ada.rename("Ada <b>")
    lin.rename("林")
    clock = m.TimedClock(180, 2)
    name = ada.create(mode="battle", opponent="link", side="X", clock=clock).game.id
    lin.join(name)
    for ply, (player, square) in enumerate(((ada, 40), (lin, 36), (ada, 4))):
        player.command(name, m.Move(ply=ply, square=square))
    return name


@pytest.mark.parametrize(
    ("language", "title", "lang", "said"),
    [
        ("en-GB,en;q=0.8", "Ada <b> v 林", "en", "Battle · 3+2. After 3 moves O is to move."),
        ("zh-TW,zh;q=0.9", "Ada <b> 對 林", "zh-Hant", "已下 3 手，輪到 O。"),
    ],
)
def test_a_game_tells_who_plays_and_shows_its_board(
    shared_server: Server, game: str, language: str, title: str, lang: str, said: str
):
    head = Head(shared_server, f"/game/{game}", language)
    assert (head.status, head.title, head.lang) == (200, title, lang)
    assert said in head.metas["description"]
    assert head.metas["og:title"] == title
    status, picture, headers = ask(shared_server, head.metas["og:image"])
    assert (status, headers["content-type"]) == (200, "image/png")
    assert pixels(picture)[:2] == (1200, 630)
    assert marks_of(picture) == {"X": {40, 4}, "O": {36}}


def test_the_review_of_a_game_tells_of_the_game(shared_server: Server):
    game = shared_server.client().create(opponent="same-device", names=["Ann", "Ben"]).game.id
    heads = [Head(shared_server, f"/game/{game}{page}") for page in ("", "/review", "/nothing")]
    assert [head.status for head in heads] == [200, 200, 404]
    assert heads[0].title == heads[1].title


def test_an_invitation_says_who_which_mode_and_which_clock(shared_server: Server):
    host = shared_server.client()
    host.rename("Grace")
    wish = {"mode": "classic", "side": "X", "clock": m.DaysClock(3)}
    name = host.create(opponent="link", **wish).game.id
    head = Head(shared_server, f"/game/{name}")
    assert head.title == "Grace invites you to a game"
    assert head.metas["description"].startswith("Classic · 3 d a move. You play O.")
    assert Head(shared_server, f"/game/{name}", "zh-TW").title == "Grace 邀你下一局"


def test_a_game_that_is_over_tells_how_it_ended(shared_server: Server):
    host = shared_server.client()
    name = host.create(opponent="same-device", names=["Ann", "Ben"]).game.id
    host.command(name, m.Move(ply=0, square=40))
    host.command(name, m.Resign())
    head = Head(shared_server, f"/game/{name}")
    assert head.title == "Ann v Ben: X wins"
    assert "O resigned." in head.metas["description"]


@pytest.mark.parametrize(
    "path", ["/", "/learn", "/learn/battle", "/watch", "/settings", "/puzzles"]
)
def test_every_page_has_a_title_of_its_own_and_a_picture(shared_server: Server, path: str):
    english, chinese = Head(shared_server, path), Head(shared_server, path + "?lang=zh-Hant")
    assert english.status == chinese.status == 200
    assert english.title != chinese.title
    assert (english.lang, chinese.lang) == ("en", "zh-Hant")
    status, picture, _ = ask(shared_server, chinese.metas["og:image"])
    assert (status, pixels(picture)[:2]) == (200, (1200, 630))
    assert ("robots" in english.metas) == (path == "/settings")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/gamez", "/learn/chess", "/game/2222222222", "/watch/this"]
)
def test_a_page_that_is_not_there_is_a_404_that_shows_itself(shared_server: Server, path: str):
    head = Head(shared_server, path)
    assert head.status == 404
    assert "robots" in head.metas


@pytest.mark.parametrize(
    "path", ["/nothing.png", "/assets/none.js", "/api/v1/nothing", "/sub/nothing.txt"]
)
def test_a_file_that_is_not_there_is_a_404_in_words(shared_server: Server, path: str):
    status, body, headers = ask(shared_server, path)
    assert (status, headers["content-type"]) == (404, "application/problem+json")
    assert b"nothing at this address" in body


def test_search_engines_find_their_way(shared_server: Server):
    _, robots, _ = ask(shared_server, "/robots.txt")
    assert f"Sitemap: {shared_server.url}/sitemap.xml".encode() in robots
    _, sitemap, _ = ask(shared_server, "/sitemap.xml")
    assert f"<loc>{shared_server.url}/learn/battle</loc>".encode() in sitemap
    _, icon, headers = ask(shared_server, "/favicon.ico")
    assert headers["content-type"] == "image/x-icon"
    assert pixels(icon[22:])[:2] == (48, 48)


def test_a_position_has_a_picture_too(shared_server: Server):
    text = quote(format_position(Position.start("open").play("55").play("51")))
    status, picture, _ = ask(shared_server, f"/api/v1/picture.png?position={text}")
    assert (status, marks_of(picture)) == (200, {"X": {40}, "O": {36}})
    assert ask(shared_server, "/api/v1/picture.png?position=chess")[0] == 400
