"""What pages are told of a game, field by field; and what a link tells of it in its heading."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from ninefold.game.entries import Aborted, Agreed, Offered, Rematched, Resigned
from ninefold.server.config import Config
from ninefold.server.http.heading_words import HEADING_WORDS
from ninefold.server.http.headings import dressed, game_heading, heading_of, language_of
from ninefold.server.play.entries import Joined, Renamed, Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.records import record_text
from ninefold.server.play.seating import new_game, paired_game, rematch_of
from ninefold.server.play.views import game_view, summary_view
from ninefold.server.play.visitors import Visitor
from ninefold.server.store.searches import Search, Wish
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal
from ninefold.words import LANGUAGES

ANN = Seat("key ann", m.Player("id ann", "Ann", "person"))
BEN = Seat("key ben", m.Player("id ben", "Ben", "bot"))
FULL = Seat(None, m.Player(None, "", "computer", "full"))


def game_of(*, moves=(), spent_ms=1_000, **settings) -> LiveGame:
    """A game of Ann's and Ben's; each move takes so long."""
    chosen = {
        "id": "g1",
        "created_at": 86_400_000,
        "mode": "battle",
        "opponent": "link",
        "tie_break": "draw",
        "swap": False,
        "clock": m.NoClock(),
        "x": ANN,
        "o": BEN,
        **settings,
    }
    game, now = LiveGame(Settings(**chosen)), 0.0
    for number, square in enumerate(moves):
        now += spent_ms
        game.apply(game.plan_move(square, now, at=86_400_100 + number), now)
    return game


AXES = m.Axes("full", "unfilled", "latest", "full", "boards", True, False)
#: X in the middle, O at 36, X at 0: O is sent to the first board.
CELLS = "X" + "." * 35 + "O...X" + "." * 40


def test_a_game_is_told_as_it_is_in_every_field():
    game = game_of(
        moves=(40, 36, 0), tie_break="boards", swap=True, clock=m.TimedClock(300), previous="g0"
    )
    game.apply(Offered(at=86_400_200, side="O", what="takeback"))
    game.apply(Offered(at=86_400_300, side="X", what="draw"))
    seen = game_view(game, 4_500.0)
    board = m.Board(
        ply=3,
        cells=CELLS,
        owners="." * 9,
        turn="O",
        target=0,
        held=0,
        free=False,
        last=0,
        legal=tuple(range(1, 9)),
        sends=tuple((n,) for n in range(1, 9)),
        result=None,
    )
    assert seen.axes == AXES
    assert seen == m.Game(
        id="g1",
        version=6,
        state="playing",
        mode="battle",
        axes=AXES,
        opponent="link",
        players=m.Seats(ANN.player, BEN.player),
        board=board,
        moves=[40, 36, 0],
        redo=[],
        swap="kept",
        clock=m.Clock(m.TimedClock(300), 299_000, 298_500, "O", 0),
        offers=m.Offers(draw="X", takeback="O"),
        result=None,
        rematch=None,
        previous="g0",
        solo=False,
        can_abort=False,
        created_at=86_400_000,
        updated_at=86_400_300,
    )
    assert summary_view(game) == m.GameSummary(
        id="g1",
        mode="battle",
        axes=AXES,
        opponent="link",
        state="playing",
        players=m.Seats(ANN.player, BEN.player),
        clock=m.TimedClock(300),
        ply=3,
        owners="." * 9,
        turn="O",
        result=None,
        updated_at=86_400_300,
        cells=CELLS,
    )


def test_a_clock_that_has_run_out_shows_nothing_left_and_one_that_waits_says_for_how_long():
    game = game_of(moves=(40, 36), clock=m.TimedClock(60, 2))
    late = game_view(game, 900_000.0).clock
    assert (late.X, late.running) == (0, "X")
    assert late.O is not None
    assert late.O >= 60_000
    game.clock.resume(5_000.0, 1_500.0, 10_000.0)
    resting = game_view(game, 6_000.4).clock
    assert (resting.X, resting.running, resting.starts_in) == (58_500 + 0, "X", 9_000)
    assert game_view(game, 15_000.0).clock.starts_in == 0
    free = game_view(game_of(moves=(40, 36)), 5.0).clock
    assert (free.settings, free.X, free.O, free.running) == (m.NoClock(), None, None, None)


def test_what_was_taken_back_is_told_in_the_order_in_which_it_is_played_again():
    game = game_of(moves=(40, 36, 0, 1), opponent="same-device", o=ANN)
    for _ in range(3):
        entry = game.plan_undo(9.0, "X", at=1)
        assert entry is not None
        game.apply(entry)
    seen = game_view(game, 9.0)
    assert (seen.moves, seen.redo, seen.solo, seen.board.last) == ([40], [36, 0, 1], True, 40)
    assert game_view(game_of(), 0.0).board.last is None


@pytest.mark.parametrize(
    ("entry", "state", "result"),
    [
        (Resigned(at=5, side="O"), "over", m.Result("X", "resignation")),
        (Agreed(at=5, side="O"), "over", m.Result(None, "agreement")),
        (Aborted(at=5, side="X", reason="aborted"), "aborted", m.Result(None, "aborted")),
    ],
)
def test_an_end_is_told_to_whoever_looks_at_the_game_or_at_a_list(entry, state, result):
    game = game_of(moves=(40, 36))
    game.apply(entry)
    for seen in (game_view(game, 0.0), summary_view(game)):
        assert (seen.state, seen.result, seen.updated_at) == (state, result, 5)
    assert game_view(game, 0.0).board.result is None, "the rules did not end it"
    if state == "over":
        game.apply(Rematched(at=6, side="O", game="g2"))
        assert game_view(game, 0.0).rematch == "g2"


def test_a_visitor_plays_the_sides_at_which_they_sit():
    sides = {
        "two": game_of(),
        "device": game_of(o=ANN, opponent="same-device"),
        "computer": game_of(x=FULL, o=ANN, opponent="computer"),
        "waits": game_of(x=None, o=BEN),
    }
    found = {
        name: [game.sides_of(key) for key in ("key ann", "key ben", "key eve", None)]
        for name, game in sides.items()
    }
    assert found == {
        "two": [("X",), ("O",), (), ()],
        "device": [("X", "O"), (), (), ()],
        "computer": [("O",), (), (), ()],
        "waits": [(), ("O",), (), ()],
    }


def test_who_sits_down_or_changes_a_name_does_so_at_their_side_only():
    game = game_of(x=None, clock=m.TimedClock(60))
    assert game.state == "waiting"
    game.apply(Joined(at=3, by="id ann", id="c", side="X", seat=ANN))
    assert (game.state, game.keys) == ("playing", ("key ann", "key ben"))
    twin = game.fork()
    twin.apply(Renamed(at=4, by="id ben", id="d", side="O", name="Benny"))
    assert game_view(twin, 0.0).players == m.Seats(ANN.player, m.Player("id ben", "Benny", "bot"))
    assert twin.keys == game.keys
    assert BEN.player == game_view(game, 0.0).players.O, "only the copy has changed"
    assert ("id ben", "d") not in game.done
    assert twin.done == {("id ann", "c"): 2, ("id ben", "d"): 3}


# New games


VISITOR = Visitor("key eve", "Eve", "bot")


def test_a_new_game_is_what_was_wished_for():
    wish = m.CreateGame(
        mode="battle",
        opponent="link",
        tie_break="boards",
        swap=True,
        clock=m.DaysClock(3),
        side="O",
    )
    game = new_game(wish, VISITOR, ["easy"], "easy", 77)
    mine = Seat("key eve", m.Player(VISITOR.id, "Eve", "bot"))
    assert (game.created_at, game.opponent, game.tie_break, game.swap) == (
        77,
        "link",
        "boards",
        True,
    )
    assert (game.clock, game.x, game.o, game.previous) == (m.DaysClock(3), None, mine, None)
    view = game_view(LiveGame(game), 0.0)
    assert (view.mode, view.axes, view.state, view.swap) == ("battle", AXES, "waiting", "ahead")
    assert new_game(wish, VISITOR, [], "", 77).id != game.id


@pytest.mark.parametrize(("level", "chosen"), [(None, "casual"), ("keen", "keen")])
def test_against_the_computer_it_sits_opposite_at_the_level_that_was_chosen(level, chosen):
    for side in ("X", "O"):
        wish = m.CreateGame(opponent="computer", side=side, level=level)
        game = new_game(wish, VISITOR, ["casual", "keen"], "casual", 1)
        mine, other = (game.x, game.o) if side == "X" else (game.o, game.x)
        assert mine is not None
        assert mine.key == "key eve"
        assert other == Seat(None, m.Player(None, "", "computer", chosen))
        assert other.level == chosen
    with pytest.raises(Refusal, match="'strong': expected casual, keen") as caught:
        new_game(
            m.CreateGame(opponent="computer", level="strong"), VISITOR, ["casual", "keen"], "", 1
        )
    assert caught.value.code == "bad-request"
    new_game(
        m.CreateGame(opponent="link", level="strong"), VISITOR, [], "", 1
    )  # says nothing there


@pytest.mark.parametrize(
    ("names", "told"),
    [(None, ("", "")), ([], ("", "")), ([" One "], ("One", "")), (["One", "Two"], ("One", "Two"))],
)
def test_on_one_device_one_visitor_sits_at_both_sides_under_two_names(names, told):
    game = new_game(m.CreateGame(opponent="same-device", names=names), VISITOR, [], "", 1)
    assert game.x is not None
    assert game.o is not None
    assert (game.x.key, game.o.key) == ("key eve", "key eve")
    assert (game.x.name, game.o.name) == told
    assert game.x.player.id == game.o.player.id == VISITOR.id
    assert game.solo


def test_sides_are_drawn_by_lot_where_nobody_minds():
    drawn = {
        new_game(m.CreateGame(opponent="link"), VISITOR, [], "", 1).x is None for _ in range(60)
    }
    searches = [
        Search(seat.key, seat.key, "a", seat.player, m.Seek(), frozenset(), 1)
        for seat in (ANN, BEN)
    ]
    wish = Wish("battle:tie_break=boards", True, m.TimedClock(180))
    paired = [paired_game(*searches, wish, 5) for _ in range(60)]
    assert drawn == {True, False}
    assert {(game.x, game.o) for game in paired} == {(ANN, BEN), (BEN, ANN)}
    for game in paired[:2]:
        assert (game.mode, game.tie_break, game.swap) == ("battle:tie_break=boards", "boards", True)
        assert (game.clock, game.opponent, game.created_at) == (m.TimedClock(180), "open", 5)
    assert len({game.id for game in paired}) == 60


def test_a_rematch_seats_those_who_sit_there_now_the_other_way_round():
    game = game_of(moves=(40,), swap=True, clock=m.TimedClock(60, 1), previous="g0")
    game.apply(Renamed(at=4, side="O", name="Benny"))
    game.apply(game.plan_swap(2_000.0, at=5), 2_000.0)
    new = rematch_of(game, "g2", 99)
    assert new.x == ANN
    assert new.o is not None
    assert (new.o.key, new.o.name) == ("key ben", "Benny")
    assert (new.id, new.previous, new.created_at) == ("g2", "g1", 99)
    assert (new.mode, new.swap, new.clock) == ("battle", True, m.TimedClock(60, 1))


def test_a_record_names_its_day_and_its_game():
    text = record_text(game_of(moves=(40, 36)))
    assert '[Date "1970-01-02"]' in text
    assert '[Game "g1"]' in text
    assert text.index('"Ann"') < text.index('"Ben"')


# Headings


def heading(language="en", **settings):
    game = game_of(**settings)
    found = game_heading(game, language)
    return found.title, found.description, found.picture


def test_an_invitation_tells_which_side_is_free_and_who_invites():
    for places, free in (({"x": None}, "X"), ({"o": None}, "O")):
        host = "Ben" if free == "X" else "Ann"
        title, text, picture = heading(**places)
        assert title == f"{host} invites you to a game"
        assert text == f"Battle · no clock. You play {free}. No account: open the link and play."
        assert picture == "/games/g1/picture.png?ply=0&now=waiting"
    nameless = Seat("k", m.Player("i", "", "person"))
    assert heading(x=nameless, o=None)[0] == "You are invited to a game"
    assert heading(x=Seat("k", m.Player("i", "דנה", "person")), o=None)[0].startswith(
        "\u2068דנה\u2069 "
    )


@pytest.mark.parametrize(
    ("clock", "english", "chinese"),
    [
        (m.TimedClock(90, 2), "1.5+2", "1.5+2"),
        (m.TimedClock(600), "10+0", "10+0"),
        (m.DaysClock(3), "3 d a move", "每手 3 天"),
        (m.NoClock(), "no clock", "不計時"),
    ],
)
def test_a_game_that_goes_on_tells_its_terms_its_moves_and_whose_turn_it_is(
    clock, english, chinese
):
    title, text, picture = heading(moves=(40, 36, 0), clock=clock)
    assert title == "Ann v Ben"
    assert text == f"Battle · {english}. After 3 moves O is to move. Watch it live."
    assert picture == "/games/g1/picture.png?ply=3&now=playing"
    assert (
        f" · {chinese}。已下 3 手，輪到 O。"
        in heading("zh-Hant", moves=(40, 36, 0), clock=clock)[1]
    )


def test_those_without_a_name_and_the_computer_are_called_by_what_they_are():
    nameless = Seat("k", m.Player("i", "", "person"))
    assert (
        heading(x=nameless, o=FULL, opponent="computer")[0] == "Player X v Computer (Full strength)"
    )
    assert (
        heading(x=FULL, o=nameless, opponent="computer")[0] == "Computer (Full strength) v Player O"
    )


def test_the_end_of_a_game_is_told_with_who_won_and_why():
    game = game_of(moves=(40, 36))
    game.apply(Resigned(at=5, side="X"))
    found = game_heading(game, "en")
    assert found.title == "Ann v Ben: O wins"
    assert found.description == "Battle · no clock. X resigned. 2 moves to step through."
    assert found.picture == "/games/g1/picture.png?ply=2&now=over"


@pytest.mark.parametrize(
    ("asked", "accepts", "language"),
    [
        (None, "", "en"),
        (None, "fr, de;q=0.5", "en"),
        (None, "zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        (None, "fr;q=1, en ;q=0.9, zh-TW", "en"),
        ("zh-Hant", "en", "zh-Hant"),
        ("en", "zh-TW", "en"),
        ("klingon", "zh-TW", "zh-Hant"),
    ],
)
def test_the_address_says_the_language_before_the_browser_does(asked, accepts, language):
    assert language_of(asked, accepts) == language


class _Hall:
    """A hall that knows one game, one that cannot be read, and no other."""

    config = Config()

    async def look_at(self, name):
        if name == "g/1":
            return game_of(moves=(40,))
        raise Refusal("set-aside" if name == "spoilt" else "no-such-game", "No.")


PATHS = {
    "": (200, True),
    "/": (200, True),
    "learn": (200, True),
    "puzzles/": (200, True),
    "analysis": (200, True),
    "review": (200, True),
    "watch": (200, True),
    "games": (200, False),
    "settings": (200, False),
    "learn/battle": (200, True),
    "learn/own%3Afree_move%3Dunfilled": (200, False),
    "learn/chess": (404, False),
    "learn/battle/more": (404, False),
    "play/anything/here": (200, False),
    "play": (404, False),
    "game": (404, False),
    "game/g%2F1": (200, False),
    "game/g%2F1/review": (200, False),
    "game/g%2F1/else": (404, False),
    "game/none": (404, False),
    "game/spoilt": (503, False),
    "watch/this": (404, False),
    "nowhere": (404, False),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PATHS)
def test_each_address_has_its_status_and_is_listed_if_it_is_for_everybody(path, language):
    found = asyncio.run(heading_of(path, language, _Hall()))
    assert (found.status, found.listed) == PATHS[path]
    words = HEADING_WORDS[language]
    missing = {words.missing, words.missing_game}
    assert (found.title in missing) == (found.status != 200)
    assert (found.title == words.missing_game) == (path in ("game/none", "game/spoilt"))


def test_titles_of_pages_are_their_own_and_end_with_the_games_name():
    titles = {
        path: asyncio.run(heading_of(path, "en", _Hall())).title
        for path in ("", "learn", "puzzles", "settings", "learn/battle", "game/g%2F1")
    }
    assert titles == {
        "": "Ninefold · Super Tic-Tac-Toe",
        "learn": "Learn it by playing · Ninefold",
        "puzzles": "Puzzles: find the move · Ninefold",
        "settings": "Settings · Ninefold",
        "learn/battle": "Battle · Super Tic-Tac-Toe",
        "game/g%2F1": "Ann v Ben",
    }


def test_a_page_is_dressed_with_what_its_heading_says_and_nothing_breaks_out_of_it():
    index = '<html lang="en"><head><!--heading--><title>x</title><!--/heading--></head>'
    shown = SimpleNamespace(
        title='A "<b>" & co', description="It's", picture="/p.png", status=200, listed=True
    )
    text = dressed(index, shown, "zh-Hant", "https://n.example", "/learn/ä/")
    assert text.startswith(
        '<html lang="zh-Hant"><head><title>A &quot;&lt;b&gt;&quot; &amp; co</title>'
    )
    assert "<title>x</title>" not in text
    assert text.endswith("</head>")
    address = "https://n.example/learn/%C3%A4"
    for told in (
        f'<meta property="og:url" content="{address}">',
        '<meta property="og:image" content="https://n.example/api/v1/p.png?lang=zh-Hant">',
        '<meta property="og:locale" content="zh_TW">',
        '<meta name="description" content="It&#x27;s">',
        f'<link rel="alternate" hreflang="en" href="{address}?lang=en">',
        f'<link rel="alternate" hreflang="x-default" href="{address}">',
    ):
        assert told in text
    assert "noindex" not in text
    shown.listed, shown.picture = False, "/p.png?ply=1"
    own = dressed(index, shown, "en", "https://n.example", "")
    assert '<meta name="robots" content="noindex">' in own
    assert "hreflang" not in own
    assert "/p.png?ply=1&amp;lang=en" in own
    assert 'content="en_GB"' in own
