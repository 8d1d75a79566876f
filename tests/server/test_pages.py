"""Files, pages, pictures for links and signposts, as the application in this process answers."""

from __future__ import annotations

import gzip
import html
import os
import re
import struct
from urllib.parse import parse_qs, urlsplit

import pytest

from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.server import app as apps
from ninefold.server.http import pictures
from ninefold.server.http.connection import _text_frame
from ninefold.server.http.pages import Pages
from ninefold.server.http.signposts import icon
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from support.inside import Site

INDEX = '<html lang="en"><head><!--heading--><!--/heading--></head><body>app</body></html>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Files as `make web` leaves them."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text(INDEX, "utf-8")
    (folder / "assets" / "a-1.js").write_text("let a = 1;\n" * 90, "utf-8")
    (folder / "site.webmanifest").write_text("{}", "utf-8")
    (folder / "small.txt").write_text("x", "utf-8")
    (folder.parent / "outside.txt").write_text("secret", "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory, folder):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apps, "Pages", lambda: Pages(folder))
        many = {"create_burst": 900, "visitor_burst": 900, "request_burst": 9_000}
        site = Site(tmp_path_factory.mktemp("site"), **many)
    yield site
    site.close()


@pytest.fixture
def ann(site):
    return site.visitor()


# Files


def test_what_has_its_version_in_its_name_is_kept_for_ever_and_all_else_asked_for_again(ann):
    script = ann.ask("GET", "/assets/a-1.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.body.decode() == "let a = 1;\n" * 90
    manifest = ann.ask("GET", "/site.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    assert manifest.headers["cache-control"] == "no-cache"
    assert script.headers["vary"] == "accept-encoding"
    assert script.headers["etag"] != manifest.headers["etag"]


def test_a_file_is_compressed_for_who_can_read_it_where_that_makes_it_smaller(ann):
    packed = ann.ask("GET", "/assets/a-1.js", accept_encoding="br, gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body).decode() == "let a = 1;\n" * 90
    small = ann.ask("GET", "/small.txt", accept_encoding="gzip")
    assert ("content-encoding" in small.headers, small.body) == (False, b"x")
    page = ann.ask("GET", "/learn", accept_encoding="gzip")
    assert b"app</body>" in gzip.decompress(page.body)


def test_who_has_a_file_already_is_told_so_until_it_changes(ann, folder):
    tag = ann.ask("GET", "/small.txt").headers["etag"]
    known = ann.ask("GET", "/small.txt", if_none_match=tag)
    assert (known.status, known.body, known.headers["etag"]) == (304, b"", tag)
    assert ann.ask("GET", "/small.txt", if_none_match='"other"').status == 200
    (folder / "small.txt").write_text("y", "utf-8")
    os.utime(folder / "small.txt", ns=(5, 5))
    again = ann.ask("GET", "/small.txt", if_none_match=tag)
    assert (again.status, again.body) == (200, b"y")
    assert again.headers["etag"] != tag


@pytest.mark.parametrize(
    "path", ["/assets/none.js", "/assets/none", "/none.png", "/api/v1/nothing", "/a/b/none.json"]
)
def test_what_can_only_be_a_file_and_is_not_there_is_told(ann, path):
    assert ann.ask("GET", path).code == "not-found"


def test_nothing_outside_the_folder_is_served(folder):
    pages = Pages(folder)
    assert pages.find("small.txt") is not None
    assert pages.find("assets/../small.txt") == pages.find("/small.txt/")
    for path in ("../outside.txt", "assets/../../outside.txt", f"{folder.parent}/outside.txt"):
        with pytest.raises(Refusal):
            pages.find(path)
    for path in ("", "/", "learn", "learn/own.mode", "assets"):
        assert pages.find(path) is None
    with pytest.raises(Refusal) as caught:
        pages.find("a\0b")
    assert caught.value.code == "bad-request"
    assert Pages(folder / "nothing").index is None


@pytest.mark.parametrize("path", ["/", "/index.html", "/learn", "/game/none", "/nowhere"])
def test_every_other_address_is_the_page_headed_by_what_it_is_about(ann, path):
    told = ann.ask("GET", path, accept_language="zh-TW")
    assert told.status == (404 if path in ("/game/none", "/nowhere") else 200)
    assert told.headers["cache-control"] == "no-cache"
    assert told.headers["content-type"].startswith("text/html")
    text = told.body.decode()
    assert text.startswith('<html lang="zh-Hant"><head><title>')
    assert text.endswith("<body>app</body></html>")
    english = ann.ask("GET", f"{path}?lang=en", accept_language="zh-TW").body.decode()
    assert english.startswith('<html lang="en">')
    assert "http://localhost" in english


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_picture_of_a_page_speaks_the_language_of_the_page(ann, language):
    game = ann.create(opponent="same-device", names=["One", "Two"])
    for path in ("/", f"/game/{game}"):
        page = ann.ask("GET", path, accept_language=language).body.decode()
        picture = re.search(r'og:image" content="http://localhost/api/v1/([^"]*)"', page)
        asked = parse_qs(urlsplit(html.unescape(picture[1])).query, strict_parsing=True)
        assert asked.pop("lang") == [language], path
        assert asked == ({} if path == "/" else {"ply": ["0"], "now": ["playing"]})


# Pictures for links


@pytest.fixture
def drawn(monkeypatch):
    """The cards that were drawn: the board, the last move, the title and the lines."""
    cards = []

    def draw(position, title, lines, last_move=None):
        cards.append((position.cells, last_move, title, *lines))
        return repr(cards[-1]).encode()

    monkeypatch.setattr(pictures, "draw_card", draw)
    return cards


def test_a_card_shows_the_board_after_so_many_moves_and_who_plays(ann, drawn):
    games = []
    for names in (["One", "Two"], ["Un", "Deux"]):
        games.append(ann.create(opponent="same-device", names=names))
        ann.play(games[-1], 40, 36)
    boards = [Position.start(), Position.start().play(40), Position.start().play(40).play(36)]
    path = f"games/{games[0]}/picture.png"
    for ply, shown in ((0, 0), (1, 1), (2, 2), (81, 2), (None, 2)):
        query = "" if ply is None else f"?ply={ply}"
        card = ann.ask("GET", f"{path}{query}")
        assert card.headers["content-type"] == "image/png"
        assert card.headers["cache-control"] == "public, max-age=300"
        last = (None, 40, 36)[shown]
        told = "Modern · no clock. After 2 moves X is to move. Watch it live."
        expected = boards[shown].cells, last, "One v Two", "Super Tic-Tac-Toe", told
        assert card.body == repr(expected).encode()
    assert len(drawn) == 3, "each is drawn once"
    assert ann.ask("GET", f"games/{games[1]}/picture.png").status == 200
    assert [title for _, _, title, *_ in drawn[3:]] == ["Un v Deux"], "other players, another card"
    chinese = ann.ask("GET", f"{path}?lang=zh-Hant")
    assert "One 對 Two" in chinese.body.decode()
    for query in ("ply=-1", "ply=82"):
        assert ann.ask("GET", f"{path}?{query}").code == "bad-request"
    assert ann.ask("GET", "games/none/picture.png").code == "no-such-game"


def test_a_card_of_a_position_names_its_mode_and_one_of_nothing_the_game(ann, drawn):
    position = Position.start("battle").play(40)
    text = format_position(position).replace(" ", "%20")
    ann.ask("GET", f"picture.png?position={text}")
    ann.ask("GET", "picture.png")
    (of_position, of_nothing) = drawn
    assert of_position == (position.cells, None, "Super Tic-Tac-Toe", "Battle")
    assert of_nothing[2] == "Super Tic-Tac-Toe"
    assert of_nothing[3].startswith("Super Tic-Tac-Toe in four modes")
    assert 81 - of_nothing[0].count(".") == 26
    assert ann.ask("GET", "picture.png?position=chess").code == "bad-request"


def test_the_cards_that_were_wanted_last_are_kept(ann, drawn, monkeypatch):
    monkeypatch.setattr(pictures, "_MOST", 2)
    game = ann.create(opponent="same-device", names=["Kept", "Card"])
    ann.play(game, 40, 36)

    def look(ply):
        ann.ask("GET", f"games/{game}/picture.png?ply={ply}")
        return len(drawn)

    assert [look(ply) for ply in (0, 1, 0, 2, 0, 1, 2)] == [1, 2, 2, 3, 3, 4, 5]


def test_a_card_is_of_one_game_one_last_move_and_one_sentence(ann, drawn):
    """What could be mistaken for another: the same board after other moves, a board of our own."""
    marked = []
    for squares in ((39, 31, 44, 76), (44, 76, 39, 31)):
        game = ann.create(mode="open", opponent="same-device", names=["Same", "Board"])
        for square in squares:
            ann.play(game, square)
        card = ann.ask("GET", f"games/{game}/picture.png").body.decode()
        marked.append(card)
    assert [card.split(", ")[0] for card in marked] == [marked[0].split(", ")[0]] * 2
    assert marked[0] != marked[1]
    sample = Position.start()
    for square in pictures._SAMPLE:
        sample = sample.play(square)
    ann.ask("GET", "picture.png")
    text = format_position(sample).replace(" ", "%20")
    own = ann.ask("GET", f"picture.png?position={text}").body.decode()
    assert own.endswith("'Modern')")


# The explorer


def test_the_explorer_tells_what_was_played_by_whom_and_how_it_ended(site, ann):
    ends = {"X": 2, "O": 3, None: 1}
    for winner, count in ends.items():
        for _ in range(count):
            game = ann.create(opponent="same-device", mode="open", tie_break="draw")
            ann.play(game, 40, 36)
            if winner == "O":
                assert ann.do(game, m.Resign()).status == 200
            elif winner == "X":
                ann.play(game, 0)
                assert ann.do(game, m.Resign()).status == 200
            else:
                assert ann.do(game, m.Offer("draw")).status == 200
    told = ann.ask("GET", "explorer?mode=open")
    assert told.headers["cache-control"] == "public, max-age=30"
    first = told.of(m.Explorer)
    assert first.games == 6
    move = next(one for one in first.moves if 40 in one.squares)
    assert move.people == m.Ends(2, 1, 3)
    assert move.computer == m.Ends(0, 0, 0)
    after = ann.ask("GET", "explorer?mode=open&moves=55").of(m.Explorer)
    assert (after.games, 36 in [one for move in after.moves for one in move.squares]) == (6, True)
    text = format_position(Position.start("open").play(40)).replace(" ", "%20")
    assert ann.ask("GET", f"explorer?position={text}").of(m.Explorer) == after
    nothing = ann.ask("GET", "explorer?mode=classic").of(m.Explorer)
    assert (nothing.games, nothing.plies) == (0, first.plies)
    for query in ("mode=chess", "position=chess", "mode=open&moves=55+55"):
        assert ann.ask("GET", f"explorer?{query}").code == "bad-request"


# Signposts


def test_search_engines_are_told_what_is_for_them(ann):
    robots = ann.ask("GET", "/robots.txt").body.decode().splitlines()
    assert robots[0] == "User-agent: *"
    assert {one for one in robots if one.startswith("Disallow")} == {
        "Disallow: /api/",
        "Disallow: /settings",
    }
    assert {one for one in robots if one.startswith("Allow")} == {
        "Allow: /api/v1/picture.png",
        "Allow: /api/v1/games/*/picture.png",
    }
    assert "Sitemap: http://localhost/sitemap.xml" in robots
    sitemap = ann.ask("GET", "/sitemap.xml").body.decode()
    pages = ["", "learn", "puzzles", "analysis", "review", "watch"]
    pages += [f"learn/{mode}" for mode in ("modern", "classic", "battle", "open")]
    assert sitemap.count("<url>") == len(pages)
    for page in pages:
        assert f"<loc>http://localhost/{page}</loc>" in sitemap
        assert f'hreflang="zh-Hant" href="http://localhost/{page}?lang=zh-Hant"' in sitemap


def test_the_icon_is_one_picture_with_its_size_and_its_length(ann):
    told = ann.ask("GET", "/favicon.ico")
    assert told.headers["content-type"] == "image/x-icon"
    assert told.headers["cache-control"] == "public, max-age=86400"
    reserved, kind, count, width, height, *_, length, at = struct.unpack_from(
        "<3H4B2H2I", told.body
    )
    assert (reserved, kind, count, width, height, at) == (0, 1, 1, 48, 48, 22)
    assert told.body[at:] == icon(48)
    assert length == len(icon(48))


# Frames


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_text_is_one_frame_with_its_length(length):
    from websockets.frames import Frame, Opcode

    text = b"x" * length
    assert _text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)
