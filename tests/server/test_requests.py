"""Requests to the application itself, in this process: what each answers, and to whom."""

from __future__ import annotations

import msgspec
import pytest

from ninefold.rules.notation import format_position
from ninefold.rules.position import Position
from ninefold.server.play.remarks import remarks_view
from ninefold.server.play.views import axes_view, board_view
from ninefold.server.store.store import StoreFailed
from ninefold.server.wire import messages as m
from support.inside import Person, Site


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    limits = {"create_burst": 9_000, "visitor_burst": 9_000, "request_burst": 9_000}
    site = Site(tmp_path_factory.mktemp("site"), tokens_per_visitor=2, **limits)
    yield site
    site.close()


@pytest.fixture
def ann(site):
    return site.visitor()


def test_somebody_new_gets_a_cookie_by_which_they_are_known(site, ann):
    first = ann.ask("GET", "me")
    assert "ninefold_visitor=" in first.headers["set-cookie"]
    assert ann.ask("GET", "me").of(m.Me) == first.of(m.Me)
    assert site.visitor().ask("GET", "me").of(m.Me) != first.of(m.Me)
    stranger = site.visitor()
    for path, shape, nothing in (
        ("me/games", m.MyGames, m.MyGames([])),
        ("me/records", m.MyRecords, m.MyRecords("", 0)),
        ("me/tokens", m.Tokens, m.Tokens([])),
    ):
        assert stranger.ask("GET", path).of(shape) == nothing
    assert stranger.cookie == "", "who only looks around is nobody"


def test_a_name_is_kept_as_it_is_shown(ann):
    assert ann.ask("PUT", "me", m.Rename("  Ann\t B. ")).of(m.Me).name == "Ann B."
    assert ann.ask("GET", "me").of(m.Me).name == "Ann B."
    assert ann.ask("PUT", "me", m.Rename("Computer")).code == "bad-name"
    assert ann.ask("PUT", "me", m.Rename("x" * 25)).code == "bad-request"
    game = ann.create(opponent="link", side="X")
    assert ann.ask("PUT", "me", m.Rename("Ben")).of(m.Me).name == "Ben"
    assert ann.ask("GET", f"games/{game}").of(m.GameReply).game.players.X.name == "Ben"


def test_a_reply_tells_who_asked_and_what_they_play(site, ann):
    game, eve = ann.create(opponent="link", side="O"), site.visitor()
    mine = ann.ask("GET", f"games/{game}").of(m.GameReply)
    theirs = eve.ask("GET", f"games/{game}").of(m.GameReply)
    assert (mine.seats, theirs.seats, theirs.me) == (["O"], [], None)
    assert mine.me == ann.ask("GET", "me").of(m.Me)
    joined = eve.ask("POST", f"games/{game}/join").of(m.GameReply)
    assert (joined.seats, joined.game.state) == (["X"], "playing")
    again = eve.ask("POST", f"games/{game}/join")
    assert (again.status, again.of(m.GameReply).game.version) == (200, 2)
    assert site.visitor().ask("POST", f"games/{game}/join").code == "seat-taken"
    device = ann.create(opponent="same-device")
    assert ann.ask("GET", f"games/{device}").of(m.GameReply).seats == ["X", "O"]
    for ask in (
        ("GET", "games/nosuch"),
        ("POST", "games/nosuch/join"),
        ("GET", "games/nosuch/replay"),
    ):
        assert ann.ask(*ask).code == "no-such-game"


def test_a_refused_command_brings_the_game_and_counts(site, ann):
    game, before = ann.create(opponent="same-device"), site.hall.metrics.commands_refused
    ann.play(game, 40)
    refused = ann.do(game, m.Move(0, 41))
    assert refused.code == "stale"
    assert msgspec.json.decode(refused.body, type=m.Problem).game.moves == [40]
    assert site.visitor().do(game, m.Resign()).code == "no-visitor"
    other = site.visitor()
    other.ask("GET", "me")
    assert other.do(game, m.Resign()).code == "not-your-game"
    assert site.hall.metrics.commands_refused == before + 3


# What is told of a game


def test_a_replay_has_every_board_from_the_first_on(ann):
    game = ann.create(opponent="same-device", mode="battle", names=["One", "Two"])
    ann.play(game, 40, 36, 0)
    position = Position.start("battle", tie_break="draw")
    boards = [board_view(position)]
    for square in (40, 36, 0):
        position = position.play(square)
        boards.append(board_view(position, square))
    ann.do(game, m.Resign())
    replay = ann.ask("GET", f"games/{game}/replay").of(m.Replay)
    assert replay.boards == boards
    assert (replay.id, replay.mode, replay.moves) == (game, "battle", [40, 36, 0])
    assert replay.axes == axes_view(position.variant)
    assert (replay.players.X.name, replay.players.O.name) == ("One", "Two")
    assert len(replay.spent_ms) == 3
    assert replay.result == m.Result("X", "resignation")
    plain = ann.ask("GET", f"games/{game}/record")
    assert (plain.body.decode(), "content-disposition" in plain.headers) == (replay.record, False)
    kept = ann.ask("GET", f"games/{game}/record?download=true")
    assert kept.headers["content-disposition"] == f'attachment; filename="ninefold-{game}.txt"'


def test_a_picture_shows_the_board_after_so_many_moves_and_marks_the_last(ann):
    from ninefold.drawing.svg import draw_svg

    game = ann.create(opponent="same-device")
    ann.play(game, 40, 36, 0)
    position, expected = Position.start(), []
    for last in (None, 40, 36, 0):
        position = position if last is None else position.play(last)
        expected.append(draw_svg(position, size=360, last_move=last, theme="auto"))
    path = f"games/{game}/picture.svg"
    pictures = [ann.ask("GET", f"{path}?ply={ply}").body.decode() for ply in range(4)]
    assert pictures == expected
    now = ann.ask("GET", path)
    assert now.body.decode() == expected[3]
    assert now.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'"
    dark = ann.ask("GET", f"{path}?theme=dark&size=60").body.decode()
    assert dark == draw_svg(position, size=60, last_move=0, theme="dark")
    for query in ("ply=4", "ply=-1", "ply=82", "size=59", "size=2001", "theme=pink"):
        assert ann.ask("GET", f"{path}?{query}").code == "bad-request", query
    assert ann.ask("GET", f"{path}?size=2000").status == 200


def test_why_is_told_of_each_move_by_whoever_made_it(site, ann):
    game = ann.create(opponent="same-device")
    ann.play(game, 40, 36, 0)
    position = Position.start()
    for ply, square in enumerate((40, 36, 0), start=1):
        why = ann.ask("GET", f"games/{game}/why?ply={ply}").of(m.Why)
        assert why == m.Why(ply, square, position.turn, remarks_view(position, square))
        position = position.play(square)
    for query in ("ply=4", "ply=0", "ply=82", ""):
        assert ann.ask("GET", f"games/{game}/why?{query}").code == "bad-request"
    two, ben = ann.create(opponent="link", side="X"), site.visitor()
    ben.ask("POST", f"games/{two}/join")
    ann.play(two, 40)
    assert ann.ask("GET", f"games/{two}/why?ply=1").code == "not-now"
    ann.do(two, m.Resign())
    assert site.visitor().ask("GET", f"games/{two}/why?ply=1").of(m.Why).by == "X"


def test_a_hint_is_for_whoever_is_to_move_where_nobody_else_is_concerned(site, ann):
    def hint(game, who=ann):
        return who.ask("GET", f"games/{game}/hint")

    device = ann.create(opponent="same-device")
    ann.play(device, 40)
    position = Position.start().play(40)
    square = position.legal_moves[0]
    assert hint(device).of(m.Hint) == m.Hint(1, square, remarks_view(position, square), 0.75, True)
    question, asker = site.questions[-1]
    assert (question.position, question.level, question.game) == (position, "full", None)
    assert asker.address == "10.0.0.1"
    assert (hint(device, site.visitor()).code) == "not-your-game"
    ann.do(device, m.Resign())
    mine = ann.create(opponent="computer", side="X")
    assert hint(mine).status == 200
    ann.play(mine, 40)
    link = ann.create(opponent="link", side="X")
    theirs = ann.create(opponent="computer", side="O")
    assert [hint(one).code for one in (device, mine, link, theirs)] == ["not-now"] * 4


# Tokens


def token_of(person, label="bot", scopes=("play", "read")):
    return person.ask("POST", "me/tokens", m.CreateToken(label, list(scopes))).of(m.NewToken)


def test_a_visitor_has_so_many_tokens_and_deletes_their_own(site, ann):
    first, second = token_of(ann, " My\tbot "), token_of(ann, "reader", ["read"])
    assert (first.token.label, first.token.scopes) == ("My bot", ["play", "read"])
    assert ann.ask("POST", "me/tokens", m.CreateToken("third")).code == "not-now"
    told = ann.ask("GET", "me/tokens").of(m.Tokens).tokens
    assert {one.id: sorted(one.scopes) for one in told} == {
        first.token.id: ["play", "read"],
        second.token.id: ["read"],
    }
    assert first.secret not in repr(told)
    other = site.visitor()
    token_of(other)
    for person in (other, site.visitor()):
        assert person.ask("DELETE", f"me/tokens/{first.token.id}").code == "not-found"
    bot = Person(site, first.secret)
    assert bot.ask("GET", "me").of(m.Me) == ann.ask("GET", "me").of(m.Me)
    heard = []
    site.hall.bus.follow(f"identity:{first.token.id}", lambda *told: heard.append(told))
    assert ann.ask("DELETE", f"me/tokens/{first.token.id}").status == 204
    assert (len(heard), bot.ask("GET", "me").code) == (1, "bad-token")
    assert ann.ask("DELETE", f"me/tokens/{first.token.id}").code == "not-found"
    assert token_of(ann, "again").token.id != first.token.id, "there is room again"


def test_a_bot_plays_and_reads_but_does_not_rule(site, ann):
    bot = Person(site, token_of(ann).secret)
    game = bot.ask("POST", "games", m.CreateGame(opponent="same-device")).of(m.GameReply).game
    assert game.players.X.kind == "bot"
    for method, path, body in (
        ("DELETE", "me", None),
        ("POST", "me/tokens", m.CreateToken("more")),
        ("DELETE", "me/tokens/t", None),
    ):
        assert bot.ask(method, path, body).code == "not-allowed"
    assert bot.ask("GET", "me").status == 200, "its owner is still there"
    assert "set-cookie" not in bot.ask("GET", "me").headers


def test_a_token_is_sent_as_bearer_and_no_other_way(site, ann):
    secret = token_of(ann).secret
    for value, status in (
        (f"Bearer {secret}", 200),
        (f"bearer  {secret} ", 200),
        (f"Basic {secret}", 401),
        (secret, 401),
        ("Bearer", 401),
        (f"Bearer {secret}x", 401),
    ):
        assert site.visitor().ask("GET", "me", authorization=value).status == status


def test_a_reader_changes_nothing(site, ann):
    reader = Person(site, token_of(ann, scopes=["read"]).secret)
    game = ann.create(opponent="same-device")
    for method, path, body in (
        ("POST", "games", m.CreateGame()),
        ("POST", f"games/{game}/join", None),
        ("POST", f"games/{game}/commands", m.Resign()),
        ("PUT", "me", m.Rename("Bot")),
    ):
        assert reader.ask(method, path, body).code == "not-allowed"
    assert reader.ask("GET", "me/games").of(m.MyGames).games[0].id == game


def test_who_signs_out_is_somebody_else_from_then_on(site, ann):
    secret, before, cookie = token_of(ann).secret, ann.ask("GET", "me").of(m.Me), ann.cookie
    out = ann.ask("DELETE", "me")
    assert (out.status, ann.cookie) == (204, "")
    assert "Max-Age=0" in out.headers["set-cookie"]
    assert Person(site, secret).ask("GET", "me").code == "bad-token"
    ann.cookie = cookie
    assert ann.ask("GET", "me").of(m.Me) != before
    assert site.visitor().ask("DELETE", "me").status == 204, "a stranger may, too"


# Lists


def test_lists_and_records_go_page_by_page_and_records_leave_out_what_has_no_move(ann):
    games = []
    for number in range(4):
        games.append(ann.create(opponent="same-device"))
        if number:
            ann.play(games[-1], 40)
        ann.do(games[-1], m.Resign())
    going = ann.create(opponent="same-device")
    first = ann.ask("GET", "me/games?limit=3").of(m.MyGames)
    assert [one.id for one in first.games][:1] == [going]
    assert len(first.games) == 4
    rest = ann.ask("GET", f"me/games?limit=3&cursor={first.next}").of(m.MyGames)
    assert (len(rest.games), rest.next) == (1, None)
    assert {one.id for one in (*first.games, *rest.games)} == {*games, going}
    records = ann.ask("GET", "me/records").of(m.MyRecords)
    assert (records.count, records.next) == (3, None)
    assert [game in records.text for game in (*games, going)] == [False, True, True, True, False]
    for query in ("limit=0", "limit=101", "cursor=x", "cursor=1", "cursor=-a", "cursor=%C2%B2-a"):
        assert ann.ask("GET", f"me/games?{query}").code == "bad-request", query
    assert ann.ask("GET", "me/games?limit=100").status == 200
    assert ann.ask("GET", f"me/games?cursor={2**80}-a").status == 200


def test_a_list_tells_a_finished_game_anew_when_it_is_taken_back(ann):
    game = ann.create(opponent="same-device")
    ann.play(game, 40)
    ann.play(game, 36)

    def told():
        (found,) = (one for one in ann.ask("GET", "me/games").of(m.MyGames).games if one.id == game)
        return found.state, found.result

    assert told() == ("playing", None)
    ann.do(game, m.Resign())
    assert told()[0] == "over"
    assert told()[1].reason == "resignation"
    ann.do(game, m.Undo(2))
    assert told() == ("playing", None)
    ann.do(game, m.Resign())
    assert told()[0] == "over"


def test_the_lobby_over_http_is_that_of_the_hall(site, ann):
    game = ann.create(opponent="open", side="O")
    (challenge,) = (one for one in ann.ask("GET", "lobby").of(m.Lobby).challenges if one.id == game)
    assert (challenge.side, challenge.by.id) == ("X", ann.ask("GET", "me").of(m.Me).id)
    ann.do(game, m.Abort())


# Everything else


def test_a_position_is_tried_out_from_a_mode_or_a_text(ann):
    def try_out(**what):
        return ann.ask("POST", "position", m.TryOut(**what))

    start = Position.start("battle", tie_break="boards")
    assert try_out(mode="battle", tie_break="boards").of(m.Board) == board_view(start)
    moved = start.play(40).play(36)
    assert try_out(mode="battle", tie_break="boards", moves=[40, 36]).of(m.Board) == board_view(
        moved, 36
    )
    text = format_position(moved)
    assert try_out(position=text, moves=[0]).of(m.Board) == board_view(moved.play(0), 0)
    assert try_out(position=text).of(m.Board).last is None
    for wrong in ({"moves": [40, 0]}, {"mode": "chess"}, {"position": "chess"}):
        assert try_out(**wrong).code == "bad-request"


def test_a_mode_is_told_with_its_axes(ann):
    for mode in ("classic", "skirmish:free_move=unfilled"):
        told = ann.ask("GET", f"modes/{mode}").of(m.Mode)
        variant = Position.start(mode).variant
        assert told == m.Mode(variant.name, axes_view(variant))
    assert ann.ask("GET", "modes/chess").code == "bad-request"
    about = ann.ask("GET", "about").of(m.About)
    assert [one.name for one in about.modes] == ["modern", "classic", "battle", "open"]
    assert (about.levels, about.default_level) == ([*Site.levels], "easy")
    assert about.this_machine_only


def test_health_tells_what_is_wrong(site, ann, monkeypatch):
    healthy = ann.ask("GET", "/health")
    assert (healthy.status, healthy.of(m.Health).status) == (200, "ok")
    assert healthy.of(m.Health).games == len(site.hall.tables)
    site.hall.house.set_aside.update({f"g{n}": "spoilt" for n in range(30)})
    assert len(ann.ask("GET", "/health").of(m.Health).set_aside) == 20
    site.hall.house.set_aside.clear()
    monkeypatch.setattr(site.hall.house, "stopping", True)
    assert ann.ask("GET", "/health").status == 503
    monkeypatch.undo()

    async def fail():
        raise StoreFailed("the disk is full")

    monkeypatch.setattr(site.hall.store, "check", fail)
    ill = ann.ask("GET", "/health")
    told = msgspec.json.decode(ill.body, type=m.Health)
    assert (ill.status, told.status, told.detail) == (503, "failing", "the disk is full")


@pytest.mark.parametrize(
    ("path", "allow"),
    [
        ("me", "DELETE, GET, OPTIONS, PUT"),
        ("me/tokens", "GET, OPTIONS, POST"),
        ("about", "GET, OPTIONS"),
        ("games", "OPTIONS, POST"),
    ],
)
def test_a_path_tells_its_methods(ann, path, allow):
    told = ann.ask("OPTIONS", path)
    assert (told.status, told.headers["allow"]) == (204, allow)
    refused = ann.ask("PATCH", path)
    assert refused.code == "method-not-allowed"
    assert set(allow.split(", ")) - {"OPTIONS"} <= set(refused.headers["allow"].split(", "))


@pytest.mark.parametrize(
    ("error", "code"),
    [(StoreFailed("away"), "disk"), (RuntimeError("an inner secret"), "internal")],
)
def test_what_fails_inside_is_told_without_inner_words(ann, site, monkeypatch, error, code):
    async def fail(*_, **__):
        raise error

    monkeypatch.setattr(site.hall, "lobby", fail)
    told = ann.ask("GET", "lobby")
    assert told.code == code
    assert b"inner" not in told.body
    assert b"away" not in told.body
