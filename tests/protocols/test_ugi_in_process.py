"""What `UgiServer` makes of each line: what it says, and what its engine is asked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ninefold import Position
from ninefold.engine import Engine, Info, Limit, Score
from ninefold.protocols.options import Option
from ninefold.protocols.ugi import Offer, UgiServer
from ninefold.rules.notation import format_position

OPTIONS = (
    Option("Hash", "spin", "16", low=1, high=64),
    Option("Style", "combo", "calm", choices=("calm", "wild")),
)


DEEP = Limit(depth=5)


class Asked(Engine):
    """Writes down what it is asked, and answers with its last legal moves."""

    name = "asked"

    def __init__(self, settings: Mapping[str, str], heard: list[object]) -> None:
        self.heard = heard
        heard.append(("made", dict(settings)))

    def analysis(self, position, limit, *, lines=1):
        self.heard.append((format_position(position), limit, lines))
        moves = position.legal_moves[::-1][:lines]
        even = Score(position.turn, 0.5)
        yield [Info(move, even, (move,), depth=1, rank=n) for n, move in enumerate(moves, 1)]

    def stop(self) -> None:
        pass

    def new_game(self) -> None:
        self.heard.append("new game")

    def close(self) -> None:
        self.heard.append("closed")


class Spoken:
    """A server, what it said and what its engines heard."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.heard: list[object] = []
        offer = Offer("asked", lambda settings: Asked(settings, self.heard), OPTIONS)
        self.server = UgiServer(offer, self.said.append)

    def say(self, *lines: str) -> list[str]:
        """Say some lines, each when the search before it is over; what was answered."""
        before = len(self.said)
        for line in lines:
            self.server.answer(line)
            if self.server._search is not None and not self.server._search.endless:
                self.server._search.join()
        return self.said[before:]


def asked(spoken: Spoken) -> list[object]:
    """The searches alone."""
    return [heard for heard in spoken.heard if isinstance(heard, tuple) and len(heard) == 3]


def after(text: str, mode: str = "modern", **more: str) -> str:
    position = Position.start(mode, **more)
    for move in text.split():
        position = position.play(move)
    return format_position(position)


@pytest.mark.parametrize(
    ("lines", "position", "limit", "count"),
    [
        (["go nodes 5"], after(""), Limit(nodes=5), 1),
        (["position startpos moves 55", "go depth 3"], after("55"), Limit(depth=3), 1),
        (
            ["position startpos moves 55", "go p1time 9000 p2time 4000 p1inc 70 p2inc 20"],
            after("55"),
            Limit(clock=4, increment=0.02),
            1,
        ),
        (
            ["go p1time 9000 p2time 4000 p1inc 70 p2inc 20 movetime 30"],
            after(""),
            Limit(time=0.03, clock=9, increment=0.07),
            1,
        ),
        (["setoption name MultiPV value 3", "go nodes 5"], after(""), Limit(nodes=5), 3),
        (
            ["setoption name mode value battle", "go nodes 5"],
            after("", "battle"),
            Limit(nodes=5),
            1,
        ),
        (
            ["setoption name TieBreak value BOARDS", "go nodes 5"],
            after("", "modern", tie_break="boards"),
            Limit(nodes=5),
            1,
        ),
        (
            ["position startpos moves 55", "setoption name Mode value open", "go nodes 5"],
            after("", "open"),
            Limit(nodes=5),
            1,
        ),
        (
            ["position startpos moves 55", "setoption name Hash value 8", "go nodes 5"],
            after("55"),
            Limit(nodes=5),
            1,
        ),
        (["position startpos moves 55", "uginewgame", "go nodes 5"], after(""), Limit(nodes=5), 1),
        (
            ["position startpos moves 55", "position startpos moves 99 99", "go nodes 5"],
            after("55"),
            Limit(nodes=5),
            1,
        ),
        (
            [f"position fen {after('55', 'battle')} moves 51", "go nodes 5"],
            after("55 51", "battle"),
            Limit(nodes=5),
            1,
        ),
        (
            [
                *(f"setoption name TieBreak value {told}" for told in ("boards", "mode")),
                "go nodes 5",
            ],
            after(""),
            Limit(nodes=5),
            1,
        ),
    ],
)
def test_an_engine_is_asked_just_what_was_said(lines, position, limit, count) -> None:
    spoken = Spoken()
    said = spoken.say(*lines)
    assert asked(spoken) == [(position, limit, count)]
    assert len([line for line in said if line.startswith("info depth")]) == count
    assert said[-1].startswith("bestmove ")


def test_the_best_move_is_that_of_the_first_line() -> None:
    spoken = Spoken()
    said = spoken.say("setoption name MultiPV value 3", "position startpos moves 55", "go nodes 5")
    assert [line.split()[4] for line in said[:3]] == ["1", "2", "3"]
    assert [line.split()[-1] for line in said] == ["59", "58", "57", "59"]


def test_an_engine_is_made_when_it_is_needed_and_anew_when_it_is_set_otherwise() -> None:
    spoken = Spoken()
    spoken.say("ugi", "setoption name Hash value 8", "uginewgame", "position startpos")
    assert spoken.heard == []
    spoken.say("isready", "isready", "go nodes 5", "uginewgame")
    first = ("made", {"Hash": "8", "Style": "calm"})
    assert [heard for heard in spoken.heard if heard not in asked(spoken)] == [first, "new game"]
    spoken.say("setoption name style value WILD", "isready", "setoption name MultiPV value 2")
    spoken.say("isready")
    wild = ("made", {"Hash": "8", "Style": "wild"})
    assert spoken.heard[-2:] == ["closed", wild]
    spoken.server.serve(["quit", "isready"])
    assert spoken.heard[-1] == "closed"
    assert spoken.said.count("readyok") == 4


def test_the_greeting_lists_every_option_with_what_it_may_be() -> None:
    assert Spoken().say("ugi") == [
        "id name Ninefold asked",
        "id author the Ninefold authors",
        "option name Mode type string default modern",
        "option name TieBreak type combo default mode var mode var draw var boards",
        "option name MultiPV type spin default 1 min 1 max 81",
        "option name Hash type spin default 16 min 1 max 64",
        "option name Style type combo default calm var calm var wild",
        "ugiok",
    ]


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ("", ["false", "true", "none"]),
        ("55", ["false", "false", "none"]),
        ("55 51 15", ["false", "false", "none"]),
    ],
)
def test_queries_tell_how_it_stands(moves, told) -> None:
    spoken = Spoken()
    spoken.say(f"position startpos moves {moves}".removesuffix(" moves "))
    questions = ("gameover", "p1turn", "result")
    assert spoken.say(*(f"query {word}" for word in questions)) == [f"response {w}" for w in told]


def test_an_endless_search_hinders_another_and_a_new_game_until_it_is_stopped() -> None:
    spoken = Spoken()
    assert "readyok" in spoken.say("go infinite", "isready")
    for line, what in (("go nodes 5", "another search"), ("uginewgame", "a new game")):
        assert any(f"{what} was asked for" in said for said in spoken.say(line))
    assert not any(line.startswith("bestmove") for line in spoken.said)
    spoken.say("stop")
    assert spoken.said[-1] == "bestmove 99"
    spoken.say("stop")
    assert [line for line in spoken.said if line.startswith("bestmove")] == ["bestmove 99"]
    assert spoken.say("go nodes 5")[-1] == "bestmove 99"
    assert len(asked(spoken)) == 2
    assert "new game" not in spoken.heard


def test_the_last_that_an_engine_said_is_what_it_plays() -> None:
    class Deeper(Asked):
        def analysis(self, position, limit, *, lines=1):
            even = Score(position.turn, 0.5)
            for depth in (1, 2, 3):
                yield [Info(depth, even, (depth,), depth=depth)]
            yield []

    said: list[str] = []
    server = UgiServer(Offer("deeper", lambda settings: Deeper(settings, [])), said.append)
    server.answer("go nodes 5")
    assert server._search is not None
    server._search.join()
    assert [line.split()[2] for line in said[:3]] == ["1", "2", "3"]
    assert said[3:] == ["bestmove 14"]


def test_an_engine_that_fails_owes_its_move_all_the_same() -> None:
    class Failing(Asked):
        def analysis(self, position, limit, *, lines=1):
            yield [Info(7, Score(position.turn, 0.5), (7,), depth=1)]
            raise ValueError("oh")

    said: list[str] = []
    server = UgiServer(Offer("failing", lambda settings: Failing(settings, [])), said.append)
    server.answer("go nodes 5")
    assert server._search is not None
    server._search.join()
    assert said[1:] == ["info string the engine failed: ValueError: oh", "bestmove 18"]
