"""How long other programs may take, and how long we take as one: worked out by hand."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ninefold import VARIANTS, BadInput, Position
from ninefold.engine import Engine, Info, Limit, Score
from ninefold.protocols import codingame
from ninefold.protocols.codingame import CodingameBot, Pace
from ninefold.protocols.codingame_engine import CodingameEngine
from ninefold.protocols.ugi_engine import UgiEngine
from ninefold.protocols.ugi_text import format_go
from ninefold.rules.foreign import format_codingame
from support.games import random_game


def test_a_pace_is_for_the_first_turn_and_for_later_ones_less_what_is_gone() -> None:
    pace = Pace(first=1.0, later=0.1, margin=0.02)
    assert pace == Pace()
    assert pace.limit(True, 0.0).time == pytest.approx(0.98)
    assert pace.limit(True, 0.3).time == pytest.approx(0.68)
    assert pace.limit(False, 0.0).time == pytest.approx(0.08)
    assert pace.limit(False, 0.05).time == pytest.approx(0.03)
    assert pace.limit(False, 5.0) == Limit(time=0.001)
    for wrong in ({"first": -1.0}, {"later": float("inf")}, {"margin": float("nan")}):
        with pytest.raises(BadInput, match="milliseconds"):
            Pace(**wrong)


@pytest.mark.parametrize(
    ("limit", "seconds"),
    [
        (Limit(), None),
        (Limit(time=3), 3.5),
        (Limit(clock=9), 9.5),
        (Limit(time=3, clock=9), 3.5),
        (Limit(time=9, clock=3, increment=5), 3.5),
        (Limit(nodes=5), 40.5),
        (Limit(depth=5), 40.5),
        (Limit(time=0), 0.5),
    ],
)
def test_an_answer_is_due_by_the_nearest_bound_and_grace(limit: Limit, seconds) -> None:
    ugi = object.__new__(UgiEngine)
    ugi._patience, ugi.grace = 40, 0.5
    assert ugi._deadline(limit) == seconds
    bot = object.__new__(CodingameEngine)
    bot._patience, bot.grace = 40, 0.5
    due = 40.5 if seconds is None else seconds
    assert bot._seconds(limit, first_turn=False) == due
    assert bot._seconds(limit, first_turn=True) == due + 10


@pytest.mark.parametrize(("ply", "depth"), [(0, 70), (11, 70), (12, 69), (40, 41), (50, 31)])
def test_nobody_is_asked_to_look_beyond_the_last_square(ply: int, depth: int) -> None:
    position = SimpleNamespace(ply=ply)
    assert format_go(Limit(depth=70), position) == f"go depth {depth}"


def test_a_go_says_all_bounds_in_milliseconds_and_both_clocks_alike() -> None:
    limit = Limit(time=0.25, nodes=7, depth=3, clock=2, increment=0.5)
    told = "p1time 2000 p2time 2000 p1inc 500 p2inc 500 movetime 250 nodes 7 depth 3"
    assert format_go(limit, Position.start()) == f"go {told}"
    assert format_go(Limit(), Position.start()) == "go infinite"


class Last(Engine):
    """Plays the last legal move, and notes its limits."""

    name = "last"

    def __init__(self, fails_at: int = 99) -> None:
        self.asked: list[tuple[int, float]] = []
        self._fails_at = fails_at

    def analysis(self, position, limit, *, lines=1):
        self.asked.append((position.ply, round(limit.time, 6)))
        if position.ply == self._fails_at:
            raise ValueError("oh")
        yield [Info(position.legal_moves[-1], Score(position.turn, 0.5))]

    def stop(self) -> None:
        pass


def turn(opponent: str, position: Position) -> list[str]:
    squares = [format_codingame(square) for square in position.legal_moves]
    return [opponent, str(len(squares)), *squares]


def served(lines: list[str], engine: Last) -> tuple[list[str], list[str]]:
    said, complained = list[str](), list[str]()
    bot = CodingameBot(engine, Position.start(), say=said.append, complain=complained.append)
    bot.serve(lines)
    return said, complained


START = Position.start()
THEN = START.play("99").play("91")


def test_a_bot_answers_every_turn_of_its_game_and_thinks_longer_at_the_first(monkeypatch) -> None:
    monkeypatch.setattr(codingame, "time", SimpleNamespace(monotonic=lambda: 5.0))
    engine = Last()
    answered = THEN.play(THEN.legal_moves[-1])
    after = answered.play(answered.legal_moves[0])
    answer = format_codingame(answered.legal_moves[0])
    lines = [
        *turn("-1 -1", START),
        *turn(format_codingame(72), THEN),
        "",
        *turn(answer, after),
    ]
    said, complained = served(lines, engine)
    assert complained == []
    moves = (80, THEN.legal_moves[-1], after.legal_moves[-1])
    assert said == [format_codingame(move) for move in moves]
    assert engine.asked == [(0, 0.98), (2, 0.08), (4, 0.08)]


def test_a_bot_whose_engine_fails_plays_the_first_legal_move_and_goes_on() -> None:
    engine = Last(fails_at=0)
    after = START.play("11").play("19")
    lines = [*turn("-1 -1", START), *turn(format_codingame(8), after)]
    said, complained = served(lines, engine)
    assert said == ["0 0", format_codingame(after.legal_moves[-1])]
    assert complained == ["the engine failed: ValueError: oh"]


@pytest.mark.parametrize(
    ("lines", "said", "complaints"),
    [
        (["x y", "1", "3 3"], ["3 3"], ["the opponent's move: "]),
        (["-1 -1", "1", "3 3"], ["3 3"], ["the legal squares are not those of the game"]),
        (["4 4", "0"], [format_codingame(44)], []),
        (["4 4", "9", "3 3"], ["3 3"], ["the legal squares are not those of the game"]),
        (
            ["4 4", "82"],
            [format_codingame(44)],
            ["'82' is not a number of legal"],
        ),
        (
            ["4 4", "-1"],
            [format_codingame(44)],
            ["'-1' is not a number of legal"],
        ),
        (["x y", "0"], [], ["the opponent's move: "]),
        (["x y", "1", "3 3", "0 0", "2", "8 8", "7 7"], ["3 3", "8 8"], ["the opponent's move: "]),
        (["-1   -1", "81", *turn("", START)[2:]], ["8 8"], []),
    ],
)
def test_what_a_bot_makes_of_a_turn_that_makes_no_sense(lines, said, complaints) -> None:
    told, complained = served(lines, Last())
    assert told == said
    assert len(complained) == len(complaints)
    assert all(map(str.startswith, complained, complaints))


def test_what_it_took_to_hear_the_turn_is_gone_from_it(monkeypatch) -> None:
    now = [0.0]
    monkeypatch.setattr(codingame, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def slowly(lines: list[str]):
        for line in lines:
            yield line
            now[0] += 0.005

    engine = Last()
    CodingameBot(engine, START, say=list[str]().append, complain=list[str]().append).serve(
        slowly(turn("-1 -1", START))
    )
    assert engine.asked == [(0, pytest.approx(0.98 - 82 * 0.005))]


def test_a_bot_whose_game_is_over_thinks_no_more() -> None:
    game = random_game(VARIANTS["modern"], 5)
    before, end = game[-2:]
    last = next(m for m in before.legal_moves if before.play(m) == end)
    said, complained, engine = list[str](), list[str](), Last()
    bot = CodingameBot(engine, before, say=said.append, complain=complained.append)
    bot.serve([format_codingame(last), "0"])
    assert (said, complained, engine.asked) == ([], [], [])
