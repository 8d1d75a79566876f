"""The proof search agrees with plain search, keeps its limits, and refuses bad questions."""

import random
import threading
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, BadInput, Position
from ninefold.engine import EngineError
from ninefold.engine.proofs.checker import Refuted, check_strategy
from ninefold.engine.proofs.goal import Cells, Goal, parse_cells
from ninefold.engine.proofs.prover import Proof, Prover, Verdict
from ninefold.rules.errors import BadSyntax, IllegalMove
from ninefold.rules.foreign import parse_moves
from ninefold.rules.squares import other

TIE_BREAKS = ("draw", "boards")


def endgame(variant, seed: int, empty: int) -> Position:
    """A position of a random game with at most so many squares left to fill."""
    choice = random.Random(seed)
    while True:
        position = Position.start(variant)
        while position.outcome is None:
            if len(room(position)) <= empty:
                return position
            position = position.play(choice.choice(position.legal_moves))


def room(position: Position) -> list[int]:
    """The empty squares of boards in which somebody may still play."""
    closed = position.variant.release == "decided" and position.variant.free_move == "undecided"
    return [
        square
        for square, mark in enumerate(position.cells)
        if mark == "." and not (closed and position.owners[square // 9] in "XO")
    ]


@cache
def value_by_hand(position: Position) -> int:
    """1, 0 or -1 for the player to move, by looking at everything."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0 if winner is None else 1 if winner == position.turn else -1
    return max(-value_by_hand(position.play(move)) for move in position.legal_moves)


@settings(max_examples=12, deadline=None)
@given(
    mode=st.sampled_from(sorted(VARIANTS)),
    tie_break=st.sampled_from(TIE_BREAKS),
    seed=st.integers(0, 2**32),
)
def test_values_are_those_of_plain_search(mode, tie_break, seed):
    variant = VARIANTS[mode].with_tie_break(tie_break)
    position = endgame(variant, seed, 9)
    words = {1: "win", 0: "draw", -1: "loss"}
    with Prover(1) as prover:
        assert prover.value(position) == words[value_by_hand(position)]
        for player in ("X", "O"):
            worth = value_by_hand(position) * (1 if player == position.turn else -1)
            win = prover.prove(position, Goal(player)).verdict
            hold = prover.prove(position, Goal(player, "draw")).verdict
            assert (win == "proven") == (worth == 1)
            assert (hold == "proven") == (worth >= 0)
    value_by_hand.cache_clear()


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("mode", sorted(VARIANTS))
def test_proofs_survive_the_checker(mode, tie_break):
    """What the search proves, a walk by the plain rules confirms."""
    variant = VARIANTS[mode].with_tie_break(tie_break)
    with Prover(16) as prover:
        for seed in range(3):
            position = endgame(variant, seed, 10)
            value = prover.value(position, seconds=100)
            assert value in ("win", "draw", "loss")
            player = position.turn if value != "loss" else other(position.turn)
            goal = Goal(player, "draw" if value == "draw" else "win")
            check_strategy(
                position,
                player,
                lambda at, goal=goal: prover.prove(at, goal).move,
                draws=goal.at_least == "draw",
            )


def test_late_modern_positions_are_solved():
    with Prover(64) as prover:
        for seed in range(3):
            position = endgame(VARIANTS["modern"], seed, 30)
            assert prover.value(position, seconds=120) in ("win", "draw", "loss")


def test_one_table_serves_every_mode_and_goal():
    """The same marks in two modes are two questions."""
    moves = parse_moves("55 51 15 53 35 54 45 56 65 57 75 58 85 59 95 52")
    goal = Goal("X", by=43, cells=parse_cells("28 captures"))
    verdicts = []
    with Prover(4) as prover:
        for mode in ("classic", "battle", "classic"):
            position = Position.start(mode)
            for move in moves:
                position = position.play(move)
            verdicts.append(prover.prove(position, goal).verdict)
    assert verdicts == ["proven", "disproven", "proven"]


def test_one_table_tells_every_part_of_a_restriction_apart():
    """Asked one after the other of one prover, each question has the answer of a new one."""
    texts = [
        " ".join(words)
        for cells in ("28", "159")
        for words in ([cells], [cells, "captures"], [cells, "blocks"], [cells, "else-any"])
    ]
    differed = 0
    for seed in range(12):
        position = endgame(VARIANTS["classic"], seed, 14)
        if position.outcome is not None:
            continue
        for at_least in ("win", "draw"):
            goals = [Goal(position.turn, at_least, cells=parse_cells(text)) for text in texts]
            with Prover(1) as shared:
                told = [shared.prove(position, goal).verdict for goal in goals]
            for goal, verdict in zip(goals, told, strict=True):
                with Prover(1) as alone:
                    assert alone.prove(position, goal).verdict == verdict, str(goal)
            differed += len(set(told[:4])) > 1
    assert differed > 3


def test_limits_are_kept_and_a_search_can_be_stopped():
    start = Position.start("modern")
    with Prover(1) as prover:
        few = prover.prove(start, Goal("X"), nodes=1000)
        assert few.verdict == "unknown"
        assert few.nodes <= 1000 + 81
        assert prover.prove(start, Goal("X"), seconds=0.05).verdict == "unknown"
        seen = []
        stopper = threading.Timer(0.3, prover.stop)
        stopper.start()
        assert prover.prove(start, Goal("X"), watch=seen.append).verdict == "unknown"
        stopper.join()
        assert seen[-1].nodes > 0


def test_finished_games_are_settled():
    with Prover(1) as prover:
        won = endgame(VARIANTS["modern"], 5, 20)
        choice = random.Random(5)
        while won.outcome is None:
            won = won.play(choice.choice(won.legal_moves))
        proof = prover.prove(won, Goal("X", "draw"))
        assert proof.move is None
        assert (proof.verdict == "proven") == (won.outcome.winner != "O")


def test_bad_questions_are_refused():
    start = Position.start()
    for memory in (0, -1, 1.5, "64", None, 2**40):
        with pytest.raises(BadInput, match="memory"):
            Prover(memory)
    for wrong in ({"player": "Z"}, {"at_least": "lose"}, {"by": 0}, {"by": 82}, {"by": True}):
        with pytest.raises(BadInput):
            Goal(**{"player": "X", **wrong})
    with pytest.raises(BadInput, match="cells"):
        Goal("X", cells=Cells(frozenset({9})))
    prover = Prover(1)
    for nodes in (0, -5, 1.5, 2**64):
        with pytest.raises(BadInput, match="nodes"):
            prover.prove(start, Goal("X"), nodes=nodes)
    with pytest.raises(BadInput, match="Position"):
        prover.prove("55", Goal("X"))
    prover.close()
    prover.close()
    with pytest.raises(EngineError, match="closed"):
        prover.prove(start, Goal("X"))


@pytest.mark.parametrize("text", ["", " ", "10", "captures please", "x9", "1 9", "²", "٣"])
def test_unreadable_restrictions_say_what_was_expected(text):
    with pytest.raises(BadSyntax, match="captures, blocks, else-any"):
        parse_cells(text)


@pytest.mark.parametrize(
    "text", ["19 captures", "captures", "12345678", "123456789", "5 captures blocks else-any"]
)
def test_restrictions_read_back(text):
    cells = parse_cells(text)
    assert str(cells) == text
    told = "" if text == "123456789" else f" with cells {text}"
    assert str(Goal("X", cells=cells)) == f"X wins{told}"


def test_the_checker_is_not_fooled():
    start = Position.start("classic").play("55")
    with pytest.raises(Refuted, match="X has not won by move 5"):
        check_strategy(start, "X", lambda position: position.legal_moves[0], by=5)
    with pytest.raises(Refuted, match="X has not won by move 5"):  # though it has not lost either
        check_strategy(start, "X", lambda position: position.legal_moves[0], by=5, draws=True)
    with pytest.raises(Refuted, match="X has lost"):
        check_strategy(
            endgame(VARIANTS["modern"], 1, 8), "X", lambda p: p.legal_moves[0], draws=True
        )
    with pytest.raises(IllegalMove):
        check_strategy(start, "X", lambda position: 40)


def test_a_family_of_replies_is_asked_about_positions_as_they_stand():
    """It need not be the same for mirror images, so none takes the place of another."""
    line = [Position.start("modern")]
    while line[-1].outcome is None:
        line.append(line[-1].play(line[-1].legal_moves[-1]))
    asked = []

    def last(position):
        asked.append(position)
        return [position.legal_moves[-1]]

    last_of_all = check_strategy(
        line[0], line[-1].outcome.winner, lambda p: p.legal_moves[-1], replies=last
    )
    assert last_of_all.positions == len(line)
    assert asked == [position for position in line[:-1] if position.turn != line[-1].outcome.winner]


def one_move_from(reason: str, mode: str, tie_break: str) -> Position:
    """A position that the player to move can end like that: by a line of boards, or drawn."""
    choice = random.Random(4)
    while True:
        position = Position.start(mode, tie_break=tie_break)
        while position.outcome is None:
            before, position = position, position.play(choice.choice(position.legal_moves))
        if position.outcome.reason == reason:
            return before


def winning_move(position: Position) -> int:
    after = ((move, position.play(move).outcome) for move in position.legal_moves)
    return next(move for move, outcome in after if outcome and outcome.winner == position.turn)


def drawing_move(position: Position) -> int:
    after = ((move, position.play(move).outcome) for move in position.legal_moves)
    return next(move for move, outcome in after if outcome and outcome.winner is None)


@pytest.mark.parametrize("mode", sorted(VARIANTS))
def test_a_draw_is_no_win_to_the_checker(mode):
    position = one_move_from("draw", mode, "draw")
    player = position.turn
    assert check_strategy(position, player, drawing_move, draws=True).latest == position.ply + 1
    with pytest.raises(Refuted, match=f"{player} has not won"):
        check_strategy(position, player, drawing_move)


@pytest.mark.parametrize("tie_break", TIE_BREAKS)
@pytest.mark.parametrize("mode", sorted(VARIANTS))
def test_a_win_that_comes_a_move_late_is_no_proof(mode, tie_break):
    position = one_move_from("line", mode, tie_break)
    player, now = position.turn, position.ply
    assert check_strategy(position, player, winning_move, by=now + 1).latest == now + 1
    with pytest.raises(Refuted, match=f"{player} has not won by move {now}"):
        check_strategy(position, player, winning_move, by=now)
    with Prover(1) as prover:
        for at_least in ("win", "draw"):
            assert prover.prove(position, Goal(player, at_least, now + 1)).verdict == "proven"
            assert prover.prove(position, Goal(player, at_least, now)).verdict == "disproven"


def test_the_limits_are_for_both_questions_of_a_value_together(monkeypatch):
    asked = []

    def prove(self, position, goal, *, nodes=None, seconds=None, watch=None):
        asked.append((goal.at_least, nodes, seconds))
        return Proof("unknown", None, 10, 0.25, 1, 1)

    monkeypatch.setattr(Prover, "prove", prove)
    with Prover(1) as prover:
        assert prover.value(Position.start(), seconds=1.0) == "unknown"
        assert prover.value(Position.start(), nodes=100) == "unknown"
    assert asked[:2] == [("win", None, 0.5), ("draw", None, 0.75)]
    assert asked[2:] == [("win", 50, None), ("draw", 90, None)]


@pytest.mark.parametrize(
    ("win", "hold", "value"),
    [
        ("proven", "proven", "win"),
        ("disproven", "proven", "draw"),
        ("disproven", "disproven", "loss"),
        ("disproven", "unknown", "unknown"),
        ("unknown", "proven", "unknown"),  # it may be a win
        ("unknown", "disproven", "loss"),
        ("unknown", "unknown", "unknown"),
    ],
)
def test_a_value_is_told_only_where_both_answers_leave_no_other(
    monkeypatch: pytest.MonkeyPatch, win: Verdict, hold: Verdict, value: str
) -> None:
    asked = []

    def answer(_prover: Prover, _position: Position, goal: Goal, **_limits: object) -> Proof:
        asked.append(goal)
        verdict = win if goal.at_least == "win" else hold
        return Proof(verdict, None, nodes=1, seconds=0.0, to_prove=0, to_disprove=0)

    monkeypatch.setattr(Prover, "prove", answer)
    position = Position.start().play(40)
    with Prover(memory=1) as prover:
        assert prover.value(position) == value
    assert {goal.player for goal in asked} == {"O"}
