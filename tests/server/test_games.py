"""Whole games through the API, in each mode and with everything that can happen around moves."""

import asyncio
import contextlib
import random
import sqlite3
import threading
from dataclasses import replace

import pytest

from ninefold import VARIANTS, Position
from ninefold.rules.record import parse_records
from ninefold.rules.variants import format_variant, parse_variant
from ninefold.server.client import position_of
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal


def two_players(server, **wish):
    """Two visitors at one game, X first."""
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X", **wish).game.id
    ben.join(game)
    return ann, ben, game


def weakest(client):
    return client.about().levels[0].name


def play(client, game, square):
    ply = len(client.game(game).game.moves)
    return client.command(game, m.Move(ply=ply, square=square)).game


def refused(code, act, *args):
    with pytest.raises(Refusal) as caught:
        act(*args)
    assert caught.value.code == code
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("mode", VARIANTS)
def test_two_people_play_a_whole_game_over_sockets(shared_server, mode):
    ann, ben, game = two_players(shared_server, mode=mode)
    dice = random.Random(mode)
    ends = []

    def choose(position):
        return dice.choice(position.legal_moves)

    other = threading.Thread(target=lambda: ends.append(ben.play(game, choose)))
    other.start()
    end = ann.play(game, choose)
    other.join(60)
    assert ends[0].version == end.version
    outcome = position_of(end).outcome
    assert (end.result.winner, end.result.reason) == (outcome.winner, outcome.reason)
    replay = ann.replay(game)
    assert [board.ply for board in replay.boards] == list(range(len(end.moves) + 1))
    assert f'[Mode "{mode}"]' in replay.record


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_person_plays_a_whole_game_against_the_computer(shared_server, mode):
    ann = shared_server.client()
    game = ann.create(mode=mode, opponent="computer", level=weakest(ann)).game
    end = ann.play(game.id, lambda position: random.choice(position.legal_moves))
    assert end.state == "over"
    assert position_of(end).outcome is not None


OWN = "skirmish:free_move=unfilled,tie_break=boards"


def test_a_variant_of_ones_own_is_played_like_any_mode(make_server):
    """Against the computer, over a restart, to the end."""
    server = make_server()
    ann = server.client()
    game = ann.create(mode=OWN.upper(), opponent="computer", level=weakest(ann)).game
    assert (game.mode, game.axes.free_move, game.axes.tie_break) == (
        "skirmish",
        "unfilled",
        "boards",
    )
    server.kill()
    server.start()
    end = ann.play(game.id, lambda position: random.choice(position.legal_moves))
    assert position_of(end).variant == parse_variant(OWN)
    assert position_of(end).outcome is not None
    assert OWN in ann.replay(game.id).record
    again = ann.command(game.id, m.Offer("rematch")).game.rematch
    assert ann.game(again).game.axes == game.axes


@pytest.mark.parametrize("name", ["siege", "modern"])
@pytest.mark.parametrize("mode", VARIANTS)
def test_a_mode_under_another_name_is_no_different(shared_server, mode, name):
    """Every board, what the page is told of the axes, and what the end is made of."""
    usual = told_of_a_whole_game(shared_server, VARIANTS[mode])
    assert told_of_a_whole_game(shared_server, replace(VARIANTS[mode], name=name)) == usual


def told_of_a_whole_game(server, variant):
    ann, dice = server.client(), random.Random(4)
    game = ann.create(mode=format_variant(variant), opponent="same-device").game
    assert game.mode == variant.name
    told = [game.axes]
    while game.state == "playing":
        game = play(ann, game.id, dice.choice(game.board.legal))
        told.append((game.board, game.result))
    return told, [board.cells for board in ann.replay(game.id).boards]


def test_a_challenge_tells_the_axes_of_a_variant_of_ones_own(shared_server):
    ann = shared_server.client()
    game = ann.create(mode=OWN, opponent="open").game
    (challenge,) = (one for one in ann.lobby().challenges if one.id == game.id)
    assert (challenge.mode, challenge.axes) == ("skirmish", game.axes)


@pytest.mark.parametrize("mode", ["skirmish", "modern:speed=3", "x" * 300, "battle:release=never"])
def test_a_mode_that_there_is_not_is_refused_in_words(shared_server, mode):
    refused("bad-request", lambda: shared_server.client().create(mode=mode))


def test_games_stored_before_variants_are_read_as_they_were(make_server):
    """Settings had a mode's name and its tie-break apart."""
    server = make_server()
    ann = server.client()
    game = ann.create(mode="battle", opponent="same-device", tie_break="boards").game.id
    server.kill()
    with contextlib.closing(sqlite3.connect(server.database)) as db:
        db.execute("UPDATE games SET settings = json_set(settings, '$.mode', 'battle')")
        db.commit()
    server.start()
    axes = ann.game(game).game.axes
    assert (axes.ownership, axes.tie_break) == ("latest", "boards")


def test_where_a_move_sends_is_what_the_rules_say(shared_server):
    ann = shared_server.client()
    game = ann.create(mode="battle", opponent="same-device").game
    position = Position.start("battle")
    dice = random.Random(7)
    while position.outcome is None:
        board = game.board
        assert board.legal == position.legal_moves
        assert board.held == position.held_board
        for square, boards in zip(board.legal, board.sends, strict=True):
            assert boards == tuple(sorted({n // 9 for n in position.play(square).legal_moves}))
        move = dice.choice(board.legal)
        position = position.play(move)
        game = ann.command(game.id, m.Move(ply=len(game.moves), square=move)).game
    assert game.result.reason == position.outcome.reason


def test_resign(shared_server):
    ann, ben, game = two_players(shared_server)
    play(ann, game, 40)
    end = ben.command(game, m.Resign()).game
    assert (end.state, end.result.winner, end.result.reason) == ("over", "X", "resignation")
    refused("game-over", ann.command, game, m.Resign())


def test_draw_offer_declined_then_accepted(shared_server):
    ann, ben, game = two_players(shared_server)
    refused("not-now", ann.command, game, m.Offer("draw"))
    play(ann, game, 40)
    play(ben, game, 36)
    assert ann.command(game, m.Offer("draw")).game.offers.draw == "X"
    refused("nothing-offered", ann.command, game, m.Accept("draw"))
    assert ben.command(game, m.Decline("draw")).game.offers.draw is None
    refused("nothing-offered", ben.command, game, m.Accept("draw"))
    ann.command(game, m.Offer("draw"))
    assert ann.command(game, m.Decline("draw")).game.offers.draw is None  # taken back
    refused("nothing-offered", ben.command, game, m.Accept("draw"))
    ben.command(game, m.Offer("draw"))
    end = ann.command(game, m.Offer("draw")).game
    assert (end.result.winner, end.result.reason) == (None, "agreement")


def test_a_move_declines_the_others_draw_offer(shared_server):
    ann, ben, game = two_players(shared_server)
    play(ann, game, 40)
    play(ben, game, 36)
    ben.command(game, m.Offer("draw"))
    assert play(ann, game, 0).offers.draw is None


def test_takeback_by_whoever_is_to_move_and_by_whoever_is_not(shared_server):
    ann, ben, game = two_players(shared_server)
    refused("nothing-to-undo", ann.command, game, m.Offer("takeback"))
    play(ann, game, 40)
    play(ben, game, 36)
    ann.command(game, m.Offer("takeback"))
    assert ben.command(game, m.Accept("takeback")).game.moves == []
    play(ann, game, 0)
    ann.command(game, m.Offer("takeback"))
    assert ben.command(game, m.Accept("takeback")).game.moves == []
    assert play(ann, game, 80).moves == [80]


def test_rematch_changes_sides(shared_server):
    ann, ben, game = two_players(shared_server, mode="classic", swap=True)
    refused("not-now", ann.command, game, m.Offer("rematch"))
    ann.command(game, m.Resign())
    assert ann.command(game, m.Offer("rematch")).game.offers.rematch == "X"
    new = ben.command(game, m.Accept("rematch")).game.rematch
    reply = ann.game(new)
    assert reply.seats == ["O"]
    assert (reply.game.mode, reply.game.swap, reply.game.previous) == ("classic", "ahead", game)
    refused("not-now", ann.command, game, m.Offer("rematch"))


def test_swap_changes_the_players_and_leaves_the_board(shared_server):
    ann, ben, game = two_players(shared_server, mode="classic", swap=True)
    refused("not-now", ben.command, game, m.Swap(take=True))
    assert play(ann, game, 40).swap == "open"
    refused("not-your-turn", ann.command, game, m.Swap(take=True))
    after = ben.command(game, m.Swap(take=True)).game
    assert (after.swap, after.moves, after.board.turn) == ("swapped", [40], "O")
    assert ben.game(game).seats == ["X"]
    refused("not-your-turn", play, ben, game, 36)
    refused("nothing-to-undo", ben.command, game, m.Offer("takeback"))
    assert play(ann, game, 36).moves == [40, 36]


def test_the_computer_opens_anywhere_where_its_move_can_be_taken_over(shared_server):
    """Its best move would always be the same, and always be taken."""
    ann = shared_server.client()
    opened = set()
    for _ in range(6):
        wish = {"opponent": "computer", "level": "full", "side": "O", "swap": True}
        with ann.follow(ann.create(**wish).game.id) as live:
            opened.add(next(state.moves[0] for state in live.states() if state.moves))
    assert len(opened) > 1


def test_the_computer_takes_over_a_first_move_that_is_good(shared_server):
    """In Classic the middle of the middle is: X wins with it."""
    ann = shared_server.client()
    wish = {"mode": "classic", "opponent": "computer", "level": "expert", "side": "X"}
    game = ann.create(**wish, swap=True).game.id
    play(ann, game, 40)
    with ann.follow(game) as live:
        state = next(state for state in live.states() if state.swap != "open")
    assert (state.swap, state.players.X.kind, state.board.turn) == ("swapped", "computer", "O")


def test_a_swap_may_be_declined_by_word_or_by_a_move(shared_server):
    ann, ben, game = two_players(shared_server, swap=True)
    play(ann, game, 40)
    assert ben.command(game, m.Swap(take=False)).game.swap == "kept"
    refused("not-now", ben.command, game, m.Swap(take=True))
    ann, ben, game = two_players(shared_server, swap=True)
    play(ann, game, 40)
    assert play(ben, game, 36).swap == "kept"


def test_abort_before_both_have_moved(shared_server):
    ann = shared_server.client()
    waiting = ann.create(opponent="open").game.id
    aborted = ann.command(waiting, m.Abort()).game
    assert (aborted.state, aborted.result.reason) == ("aborted", "aborted")
    refused("seat-taken", shared_server.client().join, waiting)
    ann, ben, game = two_players(shared_server)
    play(ann, game, 40)
    play(ben, game, 36)
    refused("not-now", ann.command, game, m.Abort())


def test_undo_and_redo_against_the_computer(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="computer", level=weakest(ann), side="X").game.id
    refused("nothing-to-undo", ann.command, game, m.Undo(ply=0))
    ann.command(game, m.Move(ply=0, square=40))
    with ann.follow(game) as live:
        answered = next(state for state in live.states() if len(state.moves) == 2)
    undone = ann.command(game, m.Undo(ply=2)).game
    assert (undone.moves, undone.redo) == ([], answered.moves)
    redone = ann.command(game, m.Redo(ply=0)).game
    assert (redone.moves, redone.redo) == (answered.moves, [])
    refused("nothing-to-undo", ann.command, game, m.Redo(ply=2))
    ann.command(game, m.Undo(ply=2))
    assert ann.command(game, m.Move(ply=0, square=0)).game.redo == []


def test_one_device_plays_both_sides_and_takes_back_even_after_the_end(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device", names=["Ann", "Ben"]).game
    assert (game.players.X.name, game.players.O.name) == ("Ann", "Ben")
    assert ann.game(game.id).seats == ["X", "O"]
    end = ann.play(game.id, lambda position: position.legal_moves[-1])
    undone = ann.command(game.id, m.Undo(ply=len(end.moves))).game
    assert (undone.state, undone.result, len(undone.moves)) == ("playing", None, len(end.moves) - 1)
    assert ann.command(game.id, m.Redo(ply=len(undone.moves))).game.result == end.result
    rematch = ann.command(game.id, m.Offer("rematch")).game.rematch
    assert ann.game(rematch).game.players.X.name == "Ben"


def test_hints_and_reasons_only_where_nobody_else_is_concerned(shared_server):
    ann = shared_server.client()
    game = ann.create(opponent="same-device").game.id
    hint = ann._ask("GET", f"/api/v1/games/{game}/hint", m.Hint)
    assert hint.book, "there is an opening book for Modern"
    ann.command(game, m.Move(ply=0, square=hint.square))
    why = ann._ask("GET", f"/api/v1/games/{game}/why?ply=1", m.Why)
    assert (why.square, why.by) == (hint.square, "X")
    assert why.remarks == hint.remarks
    ann, _, game = two_players(shared_server)
    play(ann, game, 40)
    refused("not-now", ann._ask, "GET", f"/api/v1/games/{game}/hint", m.Hint)
    refused("not-now", ann._ask, "GET", f"/api/v1/games/{game}/why?ply=1", m.Why)


def test_the_lobby_shows_a_challenge_until_it_is_taken_and_then_the_game(shared_server):
    ann, ben = shared_server.client(), shared_server.client()
    ann.rename("Ann")
    game = ann.create(mode="open", opponent="open", side="O").game.id
    challenge = next(one for one in ben.lobby().challenges if one.id == game)
    assert (challenge.mode, challenge.side, challenge.by.name) == ("open", "X", "Ann")
    ben.join(game)
    lobby = ben.lobby()
    assert game not in [one.id for one in lobby.challenges]
    assert game in [one.id for one in lobby.games]


def test_a_bot_plays_by_bearer_token_and_is_marked_as_one(shared_server):
    from ninefold.server.client import Client

    ann, ben = shared_server.client(), shared_server.client()
    secret = ann.new_token("my bot").secret
    bot = Client(shared_server.url, secret)
    game = ben.create(opponent="link", side="X").game.id
    bot.join(game)
    assert ben.game(game).game.players.O.kind == "bot"
    play(ben, game, 40)
    assert play(bot, game, 36).moves == [40, 36]
    refused("bad-token", Client(shared_server.url, secret + "x").me)
    refused("not-allowed", bot.new_token, "another")
    token = ann._ask("GET", "/api/v1/me/tokens", m.Tokens).tokens[0]
    assert token.label == "my bot"


def test_a_new_name_shows_at_once(shared_server):
    ann, ben, game = two_players(shared_server)
    ann.rename("  Ann\n the  Great ")
    assert ben.game(game).game.players.X.name == "Ann the Great"


def test_my_games_come_with_those_to_move_in_first(shared_server):
    ann, ben, first = two_players(shared_server)
    second = ann.create(opponent="link").game.id
    play(ann, first, 40)
    assert [one.id for one in ann._ask("GET", "/api/v1/me/games", m.MyGames).games] == [
        first,
        second,
    ]
    assert ben._ask("GET", "/api/v1/me/games", m.MyGames).games[0].id == first


def test_all_my_records_are_one_file_page_by_page(shared_server):
    ann, ben, _ = two_players(shared_server)  # without a move: nothing to keep
    lost = [ann.create(opponent="same-device", mode=mode).game.id for mode in ("battle", "open")]
    for game in lost:
        play(ann, game, 40)
        ann.command(game, m.Resign())
    pages, more = [], ""
    while not pages or pages[-1].next is not None:
        pages.append(ann._ask("GET", f"/api/v1/me/records?limit=1{more}", m.MyRecords))
        more = f"&cursor={pages[-1].next}"
    records = parse_records("\n".join(page.text for page in pages))
    assert sum(page.count for page in pages) == len(records) == 2
    assert [record.tags["Game"] for record in records] == lost[::-1]
    assert parse_records("\n".join(ann.my_records())) == records
    assert list(ben.my_records()) == list(shared_server.client().my_records()) == []


def test_presence_follows_the_players_through_a_swap(shared_server, open_page):
    ann, ben, game = two_players(shared_server, swap=True)
    play(ann, game, 40)

    async def watch():
        async with open_page(shared_server.url, game, ben.headers) as page:
            await page.do(m.Swap(take=True, id="swap"))
            await page.until(lambda: isinstance(page.seen[-1], m.Presence))
            return page.seen[-1]

    presence = asyncio.run(watch())
    assert (presence.X.online, presence.O.online) == (True, False)


def test_a_watcher_who_sits_down_is_counted_as_a_player(shared_server, open_page):
    ann, ben = shared_server.client(), shared_server.client()
    game = ann.create(opponent="link", side="X").game.id

    async def sit_down():
        async with open_page(shared_server.url, game, ben.headers) as page:
            await asyncio.to_thread(ben.join, game)
            await page.until(
                lambda: any(isinstance(one, m.Presence) and one.O.online for one in page.seen)
            )
            return next(one for one in page.seen[::-1] if isinstance(one, m.Presence))

    assert asyncio.run(sit_down()).watchers == 0
