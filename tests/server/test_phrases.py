"""Players say a few set phrases to each other; nothing of it is kept, and nobody says too many."""

from __future__ import annotations

import asyncio

import pytest

from ninefold.server.wire import messages as m


def heard(page):
    """What a page has heard."""
    return [(one.side, one.phrase) for one in page.seen if isinstance(one, m.Said)]


def two_players(server):
    ann, ben = server.client(), server.client()
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)
    return ann, ben, game


def test_everybody_at_the_game_hears_a_phrase_and_the_log_does_not(shared_server, open_page):
    ann, ben, game = two_players(shared_server)
    version = ann.game(game).game.version

    async def talk():
        async with (
            open_page(shared_server.url, game, ann.headers) as one,
            open_page(shared_server.url, game, ben.headers) as two,
            open_page(shared_server.url, game, {}) as watching,
        ):
            await one.send(m.Say(phrase="hello"))
            await two.until(lambda: heard(two))
            await two.send(m.Say(phrase="clap"))
            said = [("X", "hello"), ("O", "clap")]
            for page in (one, two, watching):
                await page.until(lambda page=page: heard(page) == said)

    asyncio.run(talk())
    assert ann.game(game).game.version == version


@pytest.mark.parametrize(
    ("who", "code"), [("watcher", "not-your-game"), ("stranger", "no-visitor"), ("solo", "not-now")]
)
def test_only_those_who_play_somebody_say_something(shared_server, open_page, who, code):
    ann, _, game = two_players(shared_server)
    watcher = shared_server.client()
    watcher.me()
    headers = {"watcher": watcher.headers, "stranger": {}, "solo": ann.headers}[who]
    if who == "solo":
        game = ann.create(opponent="same-device").game.id

    async def talk():
        async with open_page(shared_server.url, game, headers) as page:
            await page.send(m.Say(phrase="oops", id="it"))
            await page.until(lambda: "it" in page.refused)
            return page.refused["it"].code

    assert asyncio.run(talk()) == code


def test_whoever_says_too_much_is_told_to_wait_on_every_page(shared_server, open_page):
    ann, ben, game = two_players(shared_server)

    async def talk():
        async with (
            open_page(shared_server.url, game, ann.headers) as one,
            open_page(shared_server.url, game, ann.headers) as again,
            open_page(shared_server.url, game, ben.headers) as two,
        ):
            for number in range(4):
                await one.send(m.Say(phrase="wow", id=str(number)))
            await two.until(lambda: len(heard(two)) == 4)
            for number in range(4):
                await again.send(m.Say(phrase="wow", id=str(number)))
            await again.until(lambda: again.refused)
            assert {refused.code for refused in again.refused.values()} == {"too-fast"}
            await two.send(m.Say(phrase="think"))  # the other is not concerned
            await two.until(lambda: ("O", "think") in heard(two))
            assert len(heard(two)) < 9

    asyncio.run(talk())


def test_what_is_no_phrase_cannot_be_said(shared_server, open_page):
    ann, _, game = two_players(shared_server)

    async def talk():
        async with open_page(shared_server.url, game, ann.headers) as page:
            await page.send('{"t":"say","phrase":"visit my site"}')
            await page.until(lambda: any(isinstance(one, m.Refused) for one in page.seen))
            return next(one.code for one in page.seen if isinstance(one, m.Refused))

    assert asyncio.run(talk()) == "bad-message"


def test_a_phrase_is_heard_at_every_node_and_is_not_taken_for_presence(shared_cluster, open_page):
    ann, ben = shared_cluster.client(0), shared_cluster.client(1)
    game = ann.create(opponent="link", side="X").game.id
    ben.join(game)

    async def talk():
        nodes = shared_cluster.nodes
        async with (
            open_page(nodes[0].url, game, ann.headers) as one,
            open_page(nodes[1].url, game, ben.headers) as two,
            open_page(nodes[2].url, game, {}) as watching,
        ):
            for page, side in ((one, "X"), (two, "O")):
                await page.send(m.Say(phrase="game"))
                for each in (one, two, watching):
                    await each.until(lambda each=each, side=side: (side, "game") in heard(each))
            # Whoever comes now is told who is there, at the node that owns nothing of it too.
            async with open_page(nodes[2].url, game, {}) as late:
                await late.until(lambda: late.state is not None)

    asyncio.run(talk())
