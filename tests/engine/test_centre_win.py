"""Classic as X: won by move 43 against every defence."""

import random

import pytest

from ninefold import VARIANTS, Position, replay
from ninefold.engine import Limit, Score
from ninefold.engine.native import NativeEngine
from ninefold.engine.proofs.certificate import Certificate
from ninefold.engine.proofs.checker import Refuted, check_strategy
from ninefold.engine.proofs.goal import Cells, Goal
from ninefold.engine.proofs.prover import Prover
from ninefold.engine.proofs.strategy import WON_BY, CentreWin
from ninefold.rules.variants import Variant
from support.variants import all_variants


@pytest.fixture(scope="module")
def strategy():
    with CentreWin(16) as strategy:
        yield strategy


def last_board(mode: str, last: str) -> Position:
    """X stands in the last untouched board, board 5 is full."""
    position = Position.start(mode).play("55")
    for board in "12346789".replace(last, ""):
        position = position.play("5" + board).play(board + "5")
    return position.play("5" + last)


def test_classic_is_won_by_move_43_against_every_defence(strategy):
    certificate = Certificate(lambda position: strategy.find(position).move)
    checked = check_strategy(Position.start("classic"), "X", certificate, by=43)
    assert checked.latest == 43
    # The text stands on its own; a single move fewer and the checker finds the hole.
    lines = certificate.lines()
    again = check_strategy(Position.start("classic"), "X", Certificate.read(lines), by=43)
    assert again == checked
    del lines[random.Random(1).randrange(len(lines))]
    with pytest.raises(Refuted, match="no move for"):
        check_strategy(Position.start("classic"), "X", Certificate.read(lines), by=43)
    with pytest.raises(Refuted, match="not won by move 41"):
        check_strategy(Position.start("classic"), "X", certificate, by=41)


@pytest.mark.parametrize("seed", range(20))
def test_any_image_of_a_won_position_is_won(strategy, seed):
    """Against a random defender, and with the board turned before every question."""
    choice = random.Random(seed)
    position = Position.start("classic")
    promised = WON_BY
    while position.outcome is None:
        if position.turn == "X":
            position = position.transform(choice.randrange(8))
            win = strategy.find(position)
            assert win.by <= promised
            promised = win.by
            position = position.play(win.move)
        else:
            position = position.play(choice.choice(position.legal_moves))
    assert position.outcome.winner == "X"
    assert position.ply <= promised


@pytest.mark.parametrize("defender", ["random", "engine"])
def test_the_engine_follows_it_whatever_o_does(defender):
    choice = random.Random(43)
    with NativeEngine(memory=4) as engine:
        for _ in range(4):
            position, promised = Position.start("classic"), WON_BY
            while position.outcome is None:
                if position.turn == "O" and defender == "random":
                    move = choice.choice(position.legal_moves)
                else:
                    answer = engine.play(position, Limit(nodes=2000))
                    move = answer.move
                if position.turn == "X":
                    assert answer.score.winner == "X"
                    assert position.ply + answer.score.distance <= promised
                    promised = position.ply + answer.score.distance
                position = position.play(move)
            assert position.outcome.winner == "X"
            assert position.ply == promised  # what is told of the last move is that it wins


def test_the_engine_takes_the_win_over_in_a_game_it_did_not_begin():
    """Also where the moves came in an order that the strategy would not have chosen."""
    position = last_board("classic", "4").play("44")
    with NativeEngine(memory=1) as engine:
        for reply in position.legal_moves:
            answer = engine.play(position.play(reply), Limit(nodes=1))
            assert answer.score.winner == "X"
            assert answer.score.distance <= WON_BY - position.ply - 1
        # Somebody else's X has not gone to the centre at once: 55 comes as the third move.
        other = Position.start("classic").play("15").play("51").play("14")
        assert engine.play(other.play("45"), Limit(nodes=1)).score.winner is None


def test_the_win_is_found_whatever_the_mode_is_called(strategy):
    classic = VARIANTS["classic"]
    own = Variant("own", release=classic.release, free_move=classic.free_move)
    assert strategy.find(Position.start(own)).by == WON_BY


@pytest.mark.parametrize("variant", all_variants(), ids=lambda v: "-".join(v.axes.values()))
def test_the_rules_say_in_which_variants_it_stands(strategy, variant):
    found = strategy.find(Position.start(variant)) is not None
    assert variant.x_is_known_to_win == found


def test_battle_is_won_when_the_last_board_is_a_corner(strategy):
    for last in "1379":
        assert strategy.find(last_board("battle", last)).by <= WON_BY
    for last in "2468":
        assert strategy.find(last_board("battle", last)) is None
    assert strategy.find(Position.start("battle")) is None


def test_o_holds_battle_when_the_last_board_is_an_edge():
    """The strategy's own cells do not win there: O's defence, walked with the plain rules."""
    goal = Goal("X", cells=Cells(frozenset({1, 7}), captures=True))

    def family(position):
        """Cell 2, cell 8, and cells that change a board's owner to X."""
        for move in position.legal_moves:
            x_owned = position.play(move).owners.count("X")
            if move % 9 in (1, 7) or x_owned > position.owners.count("X"):
                yield move

    with Prover(4) as prover:

        def defence(position):
            after = ((move, position.play(move)) for move in position.legal_moves)
            return next(m for m, p in after if prover.prove(p, goal).verdict == "disproven")

        start = last_board("battle", "2")
        assert prover.prove(start, goal).verdict == "disproven"
        check_strategy(start, "O", defence, draws=True, replies=family)


def test_it_is_silent_where_it_has_nothing_to_say(strategy):
    for mode in ("modern", "open"):
        assert strategy.find(Position.start(mode)) is None
    start = Position.start("classic")
    assert strategy.find(start.play("55")) is None
    assert strategy.find(start.play("11").play("15")) is None
    assert strategy.find(start.play("55").play("51").play("12").play("25")) is None


def test_a_known_win_is_told_with_its_move_and_how_far_it_is():
    """As deep as it is long: no search would see further."""
    later = replay(Position.start("classic"), ["55", "51"])[-1]
    with NativeEngine(memory=1) as engine:
        for position, move in ((Position.start("classic"), 40), (later, 4)):
            info = engine.known_win(position)
            assert info is not None
            left = 43 - position.ply
            assert (info.move, info.line, info.depth, info.nodes) == (move, (move,), left, 0)
            assert info.score == Score.win("X", left)
