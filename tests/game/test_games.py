"""A game as entries: undo, redo, swap and offers are the same for everybody who holds one."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefold import VARIANTS, IllegalMove, Position
from ninefold.game import TWO_PEOPLE, DaysControl, Game, Result, Seat, TimeControl
from ninefold.game.entries import (
    Aborted,
    Agreed,
    Claimed,
    Declined,
    Failed,
    Flagged,
    Kept,
    Moved,
    Offered,
    Rematched,
    Resigned,
    Swapped,
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
        (Resigned(side="O"), Result("X", "resignation"), "over"),
        (Flagged(side="O"), Result("X", "time"), "over"),
        (Flagged(side="X"), Result("O", "time"), "over"),
        (Failed(side="X"), Result("O", "error"), "over"),
        (Failed(side="O"), Result("X", "error"), "over"),
        (Agreed(side="X"), Result(None, "agreement"), "over"),
        (Agreed(side="O"), Result(None, "agreement"), "over"),
        (Claimed(side="X", result="win"), Result("X", "abandoned"), "over"),
        (Claimed(side="O", result="win"), Result("O", "abandoned"), "over"),
        (Claimed(side="X", result="draw"), Result(None, "abandoned"), "over"),
        (Claimed(side="O", result="draw"), Result(None, "abandoned"), "over"),
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


# Stamps: when it happened, and by which command of whom

STAMP = {"at": 7_000, "by": "ann", "id": "c1"}


def test_every_plan_carries_its_stamp_and_its_side():
    game = played([40, 36, 4], control=TimeControl(60))
    game.undo()
    plans = [
        (game.plan_move(4, 10_000, 250, **STAMP), Moved, "X"),
        (game.plan_move(4, 61_000, **STAMP), Flagged, "X"),
        (game.plan_undo(0, **STAMP), TookBack, "X"),
        (game.plan_undo(0, "O", **STAMP), TookBack, "O"),
        (game.plan_takeback("X", 0, accepted_by="O", **STAMP), TookBack, "O"),
        (game.plan_redo(**STAMP)[0], Moved, "X"),
        (game.plan_swap(0, **STAMP), Swapped, "X"),
    ]
    for entry, kind, side in plans:
        assert (type(entry), entry.side) == (kind, side)
        assert {"at": entry.at, "by": entry.by, "id": entry.id} == STAMP
    first = plans[0][0]
    assert (first.square, first.spent, first.left, first.lag) == (4, 9_750, 50_250, 250)


def test_plans_tell_what_the_running_clock_stands_at_and_change_nothing():
    game = played([40, 36, 4], control=TimeControl(60))  # O's clock runs since 0
    game.clock.left["X"] = 33_000
    before = told(game)
    assert game.plan_undo(10_000) == TookBack(side="O", count=1, left=50_000)
    assert game.plan_takeback("X", 11_000, accepted_by="O") == TookBack(
        side="O", count=1, left=49_000
    )
    assert game.plan_takeback("O", 11_000, accepted_by="X") == TookBack(
        side="X", count=2, left=49_000
    )
    assert game.plan_swap(12_000) == Swapped(side="O", left=48_000)
    assert told(game) == before
    waits = played([40], control=TimeControl(60))
    assert waits.plan_undo(10_000) == TookBack(side="O", count=1, left=None)
    assert waits.plan_swap(10_000).left is None


def test_moves_made_again_leave_their_player_the_time_they_have():
    game = played([40, 36, 4, 39], control=TimeControl(60))
    game.undo()
    game.undo()
    game.clock.left.update(X=11_000, O=22_000)
    assert game.plan_redo() == [Moved(side="X", square=4, left=11_000)]
    game.redo()
    assert game.lefts[-1] == 11_000
    assert game.plan_redo() == [Moved(side="O", square=39, left=22_000)]


def test_every_entry_says_when_the_game_changed_and_turns_when_they_began():
    game = Game(Position.start(), TWO_PEOPLE, swap=True, solo=False, at=5)
    assert (game.updated_at, game.turn_began_at) == (5, 5)
    steps = [
        (Moved(side="X", square=40, at=10), 10),
        (Swapped(side="O", at=20), 20),
        (Offered(side="O", what="draw", at=30), 20),
        (Declined(side="X", what="draw", at=40), 20),
        (Moved(side="O", square=36, at=50), 50),
        (TookBack(side="X", count=1, at=60), 60),
        (Kept(side="O", at=70), 60),
        (Resigned(side="O", at=80), 60),
        (Rematched(side="X", game="b", at=90), 60),
    ]
    for entry, turn in steps:
        game.apply(entry)
        assert (game.updated_at, game.turn_began_at) == (entry.at, turn)


# Clocks within a game


def test_a_game_by_days_runs_from_the_first_move_on_and_anew_each_turn():
    day = 86_400_000
    game = played([], control=DaysControl(2))
    assert (game.clock.running, game.clock.running_since) == ("X", 0.0)
    game.play(40, now=day)
    assert (game.clock.running, game.clock.running_since, game.lefts) == ("O", day, [day])
    game.play(36, now=3 * day)
    assert (game.lefts, game.clock.remaining("X", 4 * day)) == ([day, 0], day)
    game.play(4, now=5 * day + 1)
    assert game.result == Result("O", "time")


def test_whoever_loses_on_time_has_none_and_nobodys_clock_runs():
    game = played([40, 36], control=TimeControl(60))
    game.flag("X")
    assert (game.result, game.clock.left["X"], game.clock.left["O"]) == (
        Result("O", "time"),
        0,
        60_000,
    )
    assert (game.clock.running, game.level_to_move) == (None, None)
    with pytest.raises(IllegalMove, match="the game is over"):
        game.flag("O")
    with pytest.raises(IllegalMove, match="the game is over"):
        game.resign("O")


def test_whoever_flags_before_any_move_of_theirs_gets_all_back():
    game = Game(Position.start(), TWO_PEOPLE, control=DaysControl(1))
    game.flag("X")
    game.undo(now=5_000)
    assert game.clock.left == {"X": 86_400_000, "O": 86_400_000}
    assert (game.state, game.clock.running, game.clock.running_since) == ("playing", "X", 5_000)


def test_a_takeback_keeps_what_the_running_side_has_used():
    game = played([40, 36, 4], control=TimeControl(60))
    assert game.undo(now=20_000)  # O thought for 20 s of its own
    assert game.clock.left == {"X": 60_000, "O": 40_000}
    assert (game.clock.running, game.clock.running_since) == ("X", 20_000)
    assert game.undo(now=25_000)  # X for 5: before two moves nobody's clock runs
    assert (game.clock.left, game.clock.running) == ({"X": 55_000, "O": 40_000}, None)


def test_a_swap_charges_whoever_chose_and_begins_a_turn():
    game = Game(Position.start(), TWO_PEOPLE, control=DaysControl(1), swap=True)
    game.play(40, now=1_000)
    game.apply(Offered(side="X", what="draw"))
    game.take_over(now=9_000)
    assert (game.offers, game.clock.running, game.clock.running_since) == ({}, "O", 9_000)
    charged = Game(Position.start().play(40).play(36), TWO_PEOPLE, control=TimeControl(60))
    for square in (4, 39):
        charged.play(square)
    charged.apply(Swapped(side="X", left=41_000), 3_000)
    assert (charged.clock.left["X"], charged.clock.running_since) == (41_000, 3_000)


def test_a_game_without_a_clock_keeps_none_whatever_a_log_says():
    game = played([40])
    game.apply(Moved(side="O", square=36, left=5_000))
    assert (game.clock.left, game.lefts) == ({"X": None, "O": None}, [None, 5_000])
    timed = played([40], control=TimeControl(60))
    timed.apply(Moved(side="O", square=36))
    assert timed.clock.left == {"X": 60_000, "O": 60_000}


def test_only_lag_that_was_given_back_is_paid_for_and_by_who_moved():
    game = played([40, 36], control=TimeControl(60))
    game.apply(Moved(side="X", square=4, left=50_000, lag=300))
    assert game.clock._credit == {"X": 1_000 + 100 + 100 - 300, "O": 1_100}
    game.apply(Moved(side="O", square=39, left=50_000))
    assert game.clock._credit == {"X": 900, "O": 1_200}


def test_moves_may_be_made_before_both_have_moved_without_time():
    game = played([], control=TimeControl(60))
    game.play(40, now=10_000)
    assert (game.spent, game.lefts, game.clock.running) == ([10_000], [60_000], None)


# What there is to see


def test_a_game_can_be_called_off_until_both_have_moved():
    game = played([])
    assert [game.can_abort, game.last_move, game.ply] == [True, None, 0]
    game.play(40)
    assert [game.can_abort, game.last_move, game.ply] == [True, 40, 1]
    game.play(36)
    assert [game.can_abort, game.last_move, game.ply] == [False, 36, 2]
    over = played([40])
    over.resign("O")
    assert not over.can_abort


def test_which_side_the_computer_plays_and_when_it_is_waited_for():
    assert (played([]).computer, played([], PERSON_X).computer) == (None, "O")
    assert (played([], PERSON_O).computer, played([], COMPUTERS).computer) == ("X", "X")
    assert played([], PERSON_O).level_to_move == "casual"
    assert [played([], COMPUTERS).level_to_move, played([40], COMPUTERS).level_to_move] == [
        "casual",
        "keen",
    ]
    assert Game(Position.start(), {"X": None, "O": Seat(level="keen")}).computer == "O"
    over = played([40], PERSON_X)
    over.resign("X")
    assert over.level_to_move is None


def test_a_swap_is_open_after_one_move_of_a_game_that_goes_on():
    game = played([40], swap=True)
    game.resign("O")
    assert game.swap == "kept"
    game.undo()
    assert game.swap == "open"
    game.apply(Kept(side="O"))
    with pytest.raises(IllegalMove, match="only right after"):
        game.take_over()
    game.undo()
    game.redo()
    assert game.swap == "open", "whoever goes back to the first move is asked again"
    game.play(36)
    assert game.swap == "kept"
    with pytest.raises(IllegalMove, match="only right after"):
        game.take_over()


def test_a_choice_not_to_swap_outlasts_takebacks_of_later_moves():
    game = played([40], swap=True)
    game.apply(Kept(side="O"))
    game.play(36)
    game.play(4)
    game.undo()
    assert game.kept
    game.undo()
    assert not game.kept


def test_a_takeback_makes_another_ply_to_be_played_and_forgets_the_next_game():
    game = played([40, 36], solo=False)
    game.resign("X")
    game.apply(Offered(side="O", what="rematch"))
    game.apply(Rematched(side="X", game="b"))
    game.apply(TookBack(side="O", count=0))
    assert (game.epoch, game.rematch, game.result, game.state) == (1, None, None, "playing")
    game.apply(TookBack(side="O", count=1))
    assert (game.epoch, game.moves, game.spent, game.lefts) == (2, [40], [0], [None])


def test_a_move_answers_the_others_offer_of_a_draw_and_not_its_own():
    for side, left in (("X", {"draw": "X"}), ("O", {})):
        game = played([40, 36], solo=False)
        game.apply(Offered(side=side, what="draw"))
        game.play(4)
        assert game.offers == left


def test_declining_one_offer_leaves_the_other():
    game = played([40, 36], solo=False)
    game.apply(Offered(side="X", what="draw"))
    game.apply(Offered(side="O", what="takeback"))
    game.apply(Declined(side="X", what="takeback"))
    assert game.offers == {"draw": "X"}
    game.apply(Declined(side="X", what="takeback"))  # there is none any more
    assert game.offers == {"draw": "X"}


@pytest.mark.parametrize(
    ("moves", "x_back", "o_back"),
    [([], 0, 0), ([40], 1, 0), ([40, 36], 2, 1), ([40, 36, 4], 1, 2), ([40, 36, 4, 39], 2, 1)],
)
def test_as_many_moves_go_back_as_let_the_side_move_again(moves, x_back, o_back):
    game = played(moves)
    assert (game.count_back("X"), game.count_back("O")) == (x_back, o_back)
    for side in "XO":
        if game.count_back(side):
            again = played(moves)
            again.apply(again.plan_takeback(side, accepted_by="X"))
            assert again.position.turn == side


def test_after_a_swap_moves_go_back_as_far_as_the_swap():
    game = played([40], swap=True)
    game.take_over()
    for square, back in [(36, {"X": 0, "O": 1}), (4, {"X": 1, "O": 2}), (39, {"X": 2, "O": 1})]:
        game.play(square)
        assert {side: game.count_back(side) for side in "XO"} == back


def test_redo_stops_where_a_person_is_to_move():
    game = played([40, 36, 4, 39], PERSON_O)  # the computer is X
    assert game.undo()
    assert (game.moves, game.undone) == ([40, 36, 4], [39])
    assert game.undo()
    assert (game.moves, game.undone) == ([40], [39, 4, 36])
    assert [entry.square for entry in game.plan_redo()] == [36, 4]
    game.redo()
    assert (game.moves, game.undone) == ([40, 36, 4], [39])


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
