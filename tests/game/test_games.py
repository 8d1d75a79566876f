"""A game as entries: undo, redo, swap and offers are the same for everybody who holds one."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import VARIANTS, IllegalMove, Position
from ninefold.game import TWO_PEOPLE, Game, Result, Seat, TimeControl
from ninefold.game.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Flagged,
    Kept,
    Moved,
    Offered,
    Rematched,
    Resigned,
    TookBack,
)

PERSON_X = {"X": Seat("Ann"), "O": Seat(level="casual")}
PERSON_O = {"X": Seat(level="casual"), "O": Seat("Ann")}
COMPUTERS = {"X": Seat(level="casual"), "O": Seat(level="keen")}


def played(moves, seats=TWO_PEOPLE, **options):
    game = Game(Position.start(), seats, **options)
    for square in moves:
        game.play(square)
    return game


def told(game):
    """Everything that a game says of itself, as it is now: nothing here changes with the game."""
    return deepcopy(_told(game))


def _told(game):
    return {
        "comments": game.comments,
        "spent": game.spent,
        "epoch": game.epoch,
        "credit": game.clock._credit,
        "moves": game.moves,
        "position": game.position,
        "undone": game.undone,
        "seats": game.seats,
        "swap": game.swap,
        "state": game.state,
        "result": game.result,
        "offers": game.offers,
        "lefts": game.lefts,
        "clock": (game.clock.left, game.clock.running),
    }


# Endings


@pytest.mark.parametrize(
    ("entry", "result", "state"),
    [
        (Resigned(side="X"), Result("O", "resignation"), "over"),
        (Flagged(side="O"), Result("X", "time"), "over"),
        (Agreed(side="O"), Result(None, "agreement"), "over"),
        (Claimed(side="X", result="win"), Result("X", "abandoned"), "over"),
        (Claimed(side="X", result="draw"), Result(None, "abandoned"), "over"),
        (Aborted(side="X", reason="aborted"), Result(None, "aborted"), "aborted"),
        (Aborted(side="X", reason="abort"), Result(None, "aborted"), "aborted"),
        (Aborted(side=None, reason="expired"), Result(None, "expired"), "aborted"),
    ],
)
def test_a_game_ends_off_the_board(entry, result, state):
    game = played([40])
    game.apply(Offered(side="X", what="draw"))
    game.apply(entry)
    assert (game.result, game.state, game.offers) == (result, state, {})
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play(36)
    assert not game.redo()


@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 10**6))
def test_a_game_ends_on_the_board_as_the_rules_say(mode, seed):
    game = Game(Position.start(mode), TWO_PEOPLE)
    while game.result is None:
        legal = game.position.legal_moves
        game.play(legal[seed % len(legal)])
        seed = seed * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
    assert game.result == Result.of(game.position.outcome)
    assert game.undo()
    assert game.result is None
    assert game.redo()
    assert game.result == Result.of(game.position.outcome)


def test_a_game_from_a_finished_position_is_over():
    finished = played([])
    while finished.result is None:
        finished.play(finished.position.legal_moves[0])
    assert Game(finished.position, TWO_PEOPLE).result == finished.result


def test_an_illegal_move_changes_nothing():
    game = played([40], control=TimeControl(60))
    before = told(game)
    with pytest.raises(IllegalMove):
        game.play(40, now=5_000)
    assert told(game) == before


# Undo and redo


def test_friends_take_back_one_move_at_a_time():
    game = played([40, 36, 4])
    assert game.undo()
    assert (game.moves, game.undone) == ([40, 36], [4])
    assert game.undo()
    assert game.redo()
    assert game.moves == [40, 36]


def test_against_the_computer_its_answer_goes_too_and_comes_back():
    game = played([40, 36, 4, 39], PERSON_X)
    assert game.undo()
    assert game.moves == [40, 36]
    assert game.redo()
    assert game.moves == [40, 36, 4, 39]


def test_while_the_computer_thinks_only_the_persons_move_goes():
    game = played([40, 36, 4], PERSON_X)
    assert game.undo()
    assert game.moves == [40, 36]


def test_the_computers_first_move_is_nobodys_to_take_back():
    game = played([40], PERSON_O)
    assert not game.undo()
    assert played([40], COMPUTERS).undo()


def test_another_move_forgets_what_was_taken_back():
    game = played([40, 36, 4])
    game.undo()
    game.undo()
    game.play(36)
    assert game.undone == [4]
    game.undo()
    game.play(37)
    assert (game.undone, game.redo()) == ([], False)


def test_a_swap_forgets_what_was_taken_back():
    """Whoever would make the move again sits on the other side now."""
    game = played([40, 36], swap=True)
    game.undo()
    game.take_over()
    assert (game.undone, game.redo(), game.moves) == ([], False, [40])


def test_taking_back_a_swap_forgets_what_was_taken_back():
    game = played([40], swap=True)
    game.take_over()
    game.play(36)
    assert game.undo()
    assert game.undone == [36]
    assert game.undo()
    assert (game.swap, game.undone, game.redo()) == ("open", [], False)


def test_undo_takes_back_a_resignation_before_any_move():
    game = played([40, 36])
    game.resign("X")
    assert game.undo()
    assert (game.result, game.moves, game.state) == (None, [40, 36], "playing")


def test_whoever_takes_back_a_loss_on_time_has_time_again():
    game = played([], control=TimeControl(60, 2))
    for square, now in [(40, 0), (36, 0), (4, 10_000), (39, 20_000)]:
        game.play(square, now)
    game.apply(Flagged(side="X"))
    assert game.undo(now=99_000)
    assert (game.clock.left, game.clock.running) == ({"X": 52_000, "O": 52_000}, "X")
    assert game.clock.remaining("X", 100_000) == 51_000


@pytest.mark.parametrize(("side", "left"), [("O", 55_000), ("X", 43_000)])
def test_time_comes_back_to_its_owner_where_o_has_begun(side, left):
    game = Game(Position.start().play(40), TWO_PEOPLE, control=TimeControl(60))
    for square, now in [(36, 0), (4, 0), (39, 5_000), (27, 22_000)]:  # O, X, O, X
        game.play(square, now)
    game.apply(Flagged(side=side))
    assert game.undo(now=99_000)
    assert game.clock.left == {"X": 43_000, "O": 55_000}
    assert game.clock.left[side] == left


def test_moves_taken_back_by_agreement_are_not_made_again():
    game = played([40, 36], solo=False)
    game.apply(game.plan_takeback("X", accepted_by="O"))
    assert (game.moves, game.undone) == ([], [])
    assert game.count_back("X") == 0


def test_a_takeback_counts_for_whoever_asks():
    game = played([40, 36, 4])
    assert (game.count_back("X"), game.count_back("O")) == (1, 2)


# Swap


def test_a_swap_changes_the_seats_and_leaves_the_board():
    game = played([40], PERSON_O, swap=True)
    assert game.swap == "open"
    game.take_over()
    assert (game.seats["X"].name, game.swap, game.moves) == ("Ann", "swapped", [40])
    with pytest.raises(IllegalMove, match="only right after the first move"):
        game.take_over()


def test_to_play_on_is_to_decline_and_undo_asks_again():
    game = played([40, 36], PERSON_O, swap=True)
    assert game.swap == "kept"
    game.undo()
    assert game.swap == "open"
    game.apply(Kept(side="O"))
    assert game.swap == "kept"


def test_a_persons_swap_is_taken_back_by_itself():
    game = played([40], PERSON_O, swap=True)
    game.take_over()
    game.play(36)  # the computer's
    assert game.undo()
    assert (game.moves, game.swap, game.seats) == ([40], "open", PERSON_O)


def test_the_computers_swap_goes_with_the_move_that_it_took():
    game = played([40], PERSON_X, swap=True)
    game.take_over()  # by the computer
    game.play(36)  # by the person, who is O now
    assert game.undo()
    assert (game.moves, game.swap) == ([40], "swapped")
    assert game.undo()
    assert (game.moves, game.swap, game.seats) == ([], "ahead", PERSON_X)
    assert not game.redo()


def test_a_move_taken_over_is_not_taken_back_by_agreement():
    game = played([40], swap=True, solo=False)
    game.take_over()
    assert (game.count_back("X"), game.count_back("O")) == (0, 0)


def test_there_is_no_swap_where_it_is_off():
    assert played([40]).swap == "off"
    assert played([], swap=True).swap == "ahead"


# Offers, seats, clocks


def test_an_offer_stands_until_it_is_answered_or_passed_by():
    game = played([40, 36], solo=False)
    game.apply(Offered(side="X", what="draw"))
    game.apply(Offered(side="X", what="takeback"))
    game.play(4)
    assert game.offers == {"draw": "X"}
    game.play(39)
    assert game.offers == {}
    game.apply(Offered(side="O", what="draw"))
    game.apply(Declined(side="X", what="draw"))
    assert game.offers == {}


def test_a_takeback_passes_every_offer_by():
    game = played([40, 36, 4], solo=False)
    game.apply(Offered(side="X", what="draw"))
    game.apply(game.plan_takeback("X", accepted_by="O"))
    assert (game.moves, game.offers) == ([40, 36], {})


def test_players_go_on_to_another_game():
    game = played([40, 36], solo=False)
    game.resign("X")
    game.apply(Offered(side="X", what="rematch"))
    game.apply(Rematched(side="O", game="next"))
    assert (game.rematch, game.offers) == ("next", {})


def test_a_game_waits_for_both():
    game = Game(Position.start(), {"X": Seat(), "O": None})
    assert (game.state, game.can_abort, game.level_to_move) == ("waiting", True, None)
    with pytest.raises(IllegalMove):
        game.play(40)


def test_clocks_run_once_both_have_moved():
    game = played([], control=TimeControl(60, 2))
    game.play(40, now=30_000)
    assert game.clock.running is None
    game.play(36, now=50_000)
    assert (game.clock.running, game.lefts) == ("X", [60_000, 60_000])
    game.play(4, now=55_000)
    assert game.lefts[-1] == 57_000


def test_a_move_that_comes_too_late_loses():
    game = played([40, 36], control=TimeControl(60))
    game.play(4, now=60_001)
    assert (game.result, game.moves) == (Result("O", "time"), [40, 36])


def test_a_move_at_the_very_last_moment_counts():
    game = played([40, 36], control=TimeControl(60))
    game.play(4, now=60_000)
    assert (game.result, game.moves, game.lefts[-1]) == (None, [40, 36, 4], 0)


def test_who_changes_places_plays_the_other_side():
    game = played([40], PERSON_X)
    assert game.level_to_move == "casual"
    game.switch_sides()
    assert (game.level_to_move, game.computer) == (None, "X")


# Everything together

STEPS = st.lists(
    st.one_of(
        st.integers(0, 80),
        st.integers(0, 80),
        st.sampled_from(["undo", "redo", "swap", "resign", "flag", "agree", "takeback"]),
    ),
    max_size=40,
)
SEATS = st.sampled_from([TWO_PEOPLE, PERSON_X, PERSON_O, COMPUTERS])


def entries_of(game, step, now):
    """What a step makes of a game, as entries; none where it is not possible."""
    if step == "undo":
        entry = game.plan_undo(now)
        return [entry] if entry else []
    if game.state != "playing":
        return []
    match step:
        case "redo":
            return game.plan_redo()
        case "swap":
            return [game.plan_swap(now)] if game.swap == "open" else []
        case "takeback":
            side = game.position.turn
            enough = game.count_back(side)
            return [game.plan_takeback(side, now, accepted_by="X")] if enough else []
        case "resign":
            return [Resigned(side=game.position.turn)]
        case "flag":
            return [Flagged(side=game.position.turn)]
        case "agree":
            return [Agreed(side="X")]
    legal = game.position.legal_moves
    return [game.plan_move(legal[step % len(legal)], now)]


@given(SEATS, STEPS, st.booleans(), st.booleans())
def test_whoever_applies_the_same_entries_gets_the_same_game(seats, steps, swap, solo):
    options = {"control": TimeControl(60, 2), "swap": swap, "solo": solo}
    game = Game(Position.start("battle"), seats, **options)
    log, now = [], 0.0
    for step in steps:
        now += 1_000
        before, fork = told(game), game.fork()
        entries = entries_of(game, step, now)
        for entry in entries:
            fork.apply(entry, now)
            log.append((entry, now))
        fork.comments[fork.ply] = "seen"  # whoever holds a game may put a word to a move
        assert told(game) == before  # a fork leaves it alone
        game = fork
        assert game.position == game.positions[-1]
    again = Game(Position.start("battle"), seats, **options)
    for entry, at in log:
        again.apply(entry, at)
    again.comments = game.comments  # they are no part of the log
    assert told(again) == told(game)


@given(SEATS, st.lists(st.integers(0, 80), max_size=30), st.booleans())
def test_everything_can_be_undone_down_to_a_computers_first_move(seats, steps, swap):
    game = Game(Position.start(), seats, swap=swap)
    for step in steps:
        if game.swap == "open" and step % 2:
            game.take_over()
        elif game.state == "playing":
            legal = game.position.legal_moves
            game.play(legal[step % len(legal)])
    while game.undo():
        pass
    assert game.ply <= 1
    assert game.seats == dict(seats)
    assert game.ply == 0 or seats["X"].level


@given(SEATS, st.lists(st.integers(0, 80), min_size=1, max_size=30))
def test_redo_brings_back_what_undo_took(seats, steps):
    game = Game(Position.start(), seats)
    for step in steps:
        if game.state == "playing":
            legal = game.position.legal_moves
            game.play(legal[step % len(legal)])
    before, undone = list(game.moves), 0
    while game.undo():
        undone += 1
    while game.redo():
        pass
    assert game.moves == before


def test_a_count_of_none_takes_back_only_the_end():
    game = played([40, 36])
    game.apply(Resigned(side="X"))
    game.apply(TookBack(side="X", count=0))
    game.apply(Moved(side="X", square=4))
    assert game.moves == [40, 36, 4]


def test_what_was_given_back_for_lag_is_in_the_log_and_counts_the_same_when_replayed():
    """A log is read back with other moments: storing a move takes time."""
    control = TimeControl(60)
    live, again = (Game(Position.start(), TWO_PEOPLE, control=control) for _ in range(2))
    given = []
    for number in range(24):
        now = 1_000.0 * number
        entry = live.plan_move(live.position.legal_moves[0], now, lag=400.0)
        live.apply(entry, now)
        again.apply(entry, now + 70)
        given.append(entry.lag)
    assert given[:6] == [None, None, 400, 400, 400, 400]
    assert 0 < given[-1] < 400, "the credit is used up, and grows a little with each move"
    live.clock.told(99_000.0)
    again.clock.told(99_000.0)
    assert live.clock.flags_in(99_000.0) == again.clock.flags_in(99_000.0)
