"""Random sequences of messages by several clients: every state is what the rules library says."""

import asyncio
import subprocess
import sys
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS
from ninefold.server.client import position_of
from ninefold.server.play.decisions import Asked, decide, decide_join
from ninefold.server.play.entries import Seat, Settings
from ninefold.server.play.game import LiveGame
from ninefold.server.play.views import board_view, game_view
from ninefold.server.wire import messages as m
from ninefold.server.wire.refusal import Refusal

OFFERS = st.sampled_from(["draw", "takeback", "rematch"])
#: Commands with gaps that the game fills in when it is their turn: the ply, and a legal square.
COMMANDS = st.one_of(
    st.integers(0, 80).map(lambda n: ("legal move", n)),
    st.integers(0, 80).map(lambda n: ("legal move", n)),
    st.integers(0, 80).map(lambda n: ("legal move", n)),
    st.tuples(st.just("any move"), st.integers(0, 80)),
    st.sampled_from([("undo", 0), ("redo", 0)]),
    OFFERS.map(lambda what: ("offer", what)),
    OFFERS.map(lambda what: ("accept", what)),
    OFFERS.map(lambda what: ("decline", what)),
    st.booleans().map(lambda take: ("swap", take)),
    st.sampled_from([("claim", "draw"), ("claim", "win")]),
)
RARE = st.sampled_from([("resign", 0), ("abort", 0)])
SCRIPTS = st.lists(
    st.tuples(st.sampled_from("XXXOOO?"), COMMANDS | COMMANDS | COMMANDS | RARE), max_size=40
)
#: A game of Battle that X wins with its 23rd mark, and what people do when a game is over.
WON = [80, 74, 25, 67, 40, 39, 32, 45, 6, 54, 4, 36, 2, 26, 78, 58, 43, 71, 79, 69, 59, 49, 37]
AFTERWARDS = [("X", ("resign", 0)), ("O", ("offer", "rematch")), ("X", ("accept", "rematch"))]
WON_BATTLE = [("XO"[ply % 2], ("any move", square)) for ply, square in enumerate(WON)] + AFTERWARDS
BATTLE = {"mode": "battle", "opponent": "link", "tie_break": "draw", "swap": False}
#: Games that reach their end on the board, and what may follow: no short script gets there.
WHOLE_GAMES = st.builds(
    lambda picks, rest: (
        [("XO"[n % 2], ("legal move", pick)) for n, pick in enumerate(picks)] + rest
    ),
    st.lists(st.integers(0, 80), min_size=81, max_size=81),
    SCRIPTS,
)
WISHES = st.fixed_dictionaries(
    {
        "mode": st.sampled_from(list(VARIANTS)),
        "opponent": st.sampled_from(["link", "same-device"]),
        "tie_break": st.sampled_from(["draw", "boards"]),
        "swap": st.booleans(),
    }
)


def command_for(game: m.Game, wish, name):
    """A command made from its wish and the game as it stands."""
    kind, detail = wish
    ply, legal = len(game.moves), game.board.legal
    make = {
        "legal move": lambda: m.Move(ply, legal[detail % len(legal)] if legal else detail, id=name),
        "any move": lambda: m.Move(ply, detail, id=name),
        "undo": lambda: m.Undo(ply, id=name),
        "redo": lambda: m.Redo(min(ply, 80), id=name),
        "offer": lambda: m.Offer(detail, id=name),
        "accept": lambda: m.Accept(detail, id=name),
        "decline": lambda: m.Decline(detail, id=name),
        "swap": lambda: m.Swap(detail, id=name),
        "claim": lambda: m.Claim(detail, id=name),
        "resign": lambda: m.Resign(id=name),
        "abort": lambda: m.Abort(id=name),
    }[kind]
    command = make()
    return m.Move(80, detail, id=name) if getattr(command, "ply", 0) > 80 else command


def agrees_with_the_rules(game: m.Game):
    """Whether everything a game shows of its board follows from its moves."""
    position = position_of(game)
    outcome = position.outcome
    assert game.board == board_view(position, game.moves[-1] if game.moves else None)
    if outcome is not None:
        assert game.state == "over"
        assert (game.result.winner, game.result.reason) == (outcome.winner, outcome.reason)
    assert (game.state in ("over", "aborted")) == (game.result is not None)


@settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(WISHES, SCRIPTS)
@example(BATTLE, WON_BATTLE)
def check_live(server, open_page, wish, script):
    """Three clients at a live server; each answer is compared with the rules."""
    ann, ben, stranger = server.clients
    game = ann.create(side="X", **wish).game.id
    if wish["opponent"] == "link":
        ben.join(game)

    async def run():
        async with (
            open_page(server.url, game, ann.headers) as one,
            open_page(server.url, game, ben.headers) as two,
            open_page(server.url, game, stranger.headers) as three,
        ):
            version = one.state.version
            for number, (who, todo) in enumerate(script):
                page = {"X": one, "O": two, "?": three}[who]
                before = page.state
                outcome = await page.do(command_for(page.state, todo, f"c{number}"))
                if outcome != "ok":
                    assert page.refused[f"c{number}"].game.version == before.version
                    continue
                agrees_with_the_rules(page.state)
                assert page.state.version > version
                version = page.state.version
                for other in (one, two, three):
                    await other.until(lambda o=other, v=version: o.state.version >= v)
            assert one.state.moves == two.state.moves == three.state.moves
            return one.state

    last = asyncio.run(run())
    fresh = ann.game(game).game
    assert (fresh.version, fresh.moves, fresh.result) == (last.version, last.moves, last.result)


def test_random_sequences_by_several_clients_agree_with_the_rules(shared_server, open_page):
    shared_server.clients = [shared_server.client() for _ in range(3)]
    check_live(shared_server, open_page)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(WISHES, SCRIPTS | WHOLE_GAMES)
@example(BATTLE, WON_BATTLE)
def test_a_game_replayed_from_its_log_is_the_same_game(wish, script):
    """What the store keeps is enough: no state lives outside the log."""
    seats = {
        side: Seat(f"key {side}", m.Player(id=f"id {side}", name="", kind="person"))
        for side in "XO"
    }
    one_device = wish["opponent"] == "same-device"
    chosen = Settings(
        id="g",
        created_at=0,
        clock=m.NoClock(),
        x=seats["X"],
        o=seats["X"] if one_device else None,
        **wish,
    )
    live, log = LiveGame(chosen), []

    def commit(entries):
        for entry in entries:
            live.apply(entry)
            log.append(entry)

    asked = {
        who: Asked(key=f"key {who}", visitor=f"id {who}", at=1, now=1.0, fresh=lambda: "next")
        for who in "XO?"
    }
    if not one_device:
        commit(decide_join(live, seats["O"], asked["O"]))
    for number, (who, todo) in enumerate(script):
        view = game_view(live, 1.0)
        try:
            commit(decide(live, command_for(view, todo, f"c{number}"), asked[who]))
        except Refusal:
            assert game_view(live, 1.0) == view
    agrees_with_the_rules(game_view(live, 1.0))
    again = LiveGame(chosen)
    for entry in log:
        again.apply(entry)
    assert game_view(again, 1.0) == game_view(live, 1.0)
    assert again.done == live.done


def test_every_answer_is_what_the_api_describes(make_server, soak):
    """Schemathesis makes requests from the OpenAPI description, good and bad ones.

    One of its checks is left out: a mode that there is not, say, fits the schema and is refused.
    """
    server = make_server()
    done = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run",
            f"{server.url}/api/schema/openapi.json",
            *("--checks", "all", "--exclude-checks", "positive_data_acceptance"),
            *("--phases", "examples,coverage,fuzzing" if soak else "examples,fuzzing"),
            *("--max-examples", "200" if soak else "2"),
            *("--generation-deterministic", "--no-color"),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=server.data,
        timeout=1500,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "Traceback" not in server.log()
