"""Reviews: exact where it can be proven, the same for everybody, kept as records."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from ninefold import (
    VARIANTS,
    Position,
    Record,
    RecordedMove,
    format_record,
    parse_record,
    parse_records,
)
from ninefold.analysis import JUDGEMENTS, MARKS, Review, annotated, game_accuracy, review
from ninefold.analysis.puzzles.keeping import Judge
from ninefold.analysis.review import ReviewedMove
from ninefold.engine import Engine, Info, Limit, NativeEngine, Score
from ninefold.game.reasons import reasons_for
from ninefold.rules.squares import Player
from support.exhausting import squares_left, value

QUICK = Limit(nodes=3_000)
#: For the last moves of recorded games; and what a proof may look at for each question.
LAST, END, PROOF = 8, Limit(nodes=30_000), 10_000
#: Twenty games a mode between the levels beginner, casual and keen.
GAMES = Path(__file__).parents[1] / "vectors" / "reviewed_games.txt"
#: Positions with so few squares left can be searched in plain Python.
LATE = 10


def random_game(mode: str, seed: int) -> Record:
    dice, position, moves = random.Random(seed), Position.start(mode), []
    while position.outcome is None:
        square = dice.choice(position.legal_moves)
        moves.append(RecordedMove(square))
        position = position.play(square)
    return Record(Position.start(mode), tuple(moves), position.outcome.winner or "=")


@pytest.mark.parametrize("mode", VARIANTS)
def test_the_endgame_is_judged_exactly(mode: str) -> None:
    """Against a search of our own that looks at everything and shares no code with the engine."""
    checked = 0
    for seed in range(4):
        record = random_game(mode, seed)
        found, seen = review(record, QUICK), dict[Position, float]()
        for move, before, after in zip(
            found.moves, record.positions, record.positions[1:], strict=False
        ):
            if squares_left(before) > LATE:
                continue
            truth = [value(p, seen) for p in (before, after)]
            kept = truth[0] == truth[1]
            assert move.before.for_player("X").probability == truth[0]
            assert move.before.proven is not None
            assert (move.judgement == "best") == kept, (seed, move)
            assert kept or move.judgement in MARKS
            checked += 1
    assert checked > 8


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_result_is_a_move_further_off_before_each_move(mode: str) -> None:
    found = review(random_game(mode, 1), QUICK)
    proven = [
        (move.after.distance, following.before.distance)
        for move, following in pairwise(found.moves)
        if following.before.proven in ("win", "loss")
    ]
    assert found.moves[-1].after.distance == 1
    assert len(proven) > 3
    assert all(distance == further + 1 for distance, further in proven)


@pytest.mark.parametrize("mode", VARIANTS)
def test_no_move_that_keeps_a_proven_result_is_called_worse_than_good(mode: str) -> None:
    found = review(random_game(mode, 5), QUICK)
    for move in found.moves:
        kept = move.before.proven is not None and move.before.proven == move.after.proven
        assert not kept or move.judgement in ("best", "good")
        let_go = move.before.proven in ("win", "draw") and move.after.proven is not None
        assert not let_go or kept or move.judgement in MARKS
    assert any(move.before.proven for move in found.moves)


def worth(position: Position, player: Player, judge: Judge) -> int | None:
    """What a player gets for certain, 2 for a win and 1 for a draw; ``None``: too big to tell."""
    won = judge.reaches(position, player, "win")
    if won is None or won:
        return 2 if won else None
    drawn = judge.reaches(position, player, "draw")
    return None if drawn is None else int(drawn)


@pytest.mark.parametrize("mode", VARIANTS)
def test_in_twenty_recorded_games_every_result_let_go_is_marked_and_nothing_else(mode) -> None:
    """By the prover, which shares no search with the engine, in the last moves of each game."""
    games = [game for game in parse_records(GAMES.read_text("utf-8")) if game.variant.name == mode]
    assert len(games) == 20
    let_go = kept = 0
    with NativeEngine() as engine, Judge(nodes=PROOF) as judge:
        for game in games:
            end = replace(game, start=game.positions[-LAST - 1], moves=game.moves[-LAST:])
            for move, before, after in zip(
                review(end, END, engine=engine).moves,
                end.positions,
                end.positions[1:],
                strict=False,
            ):
                had, has = (worth(one, move.player, judge) for one in (before, after))
                if had is None or has is None:
                    continue
                assert (move.judgement in MARKS) == (has < had), (format_record(game), move)
                assert has < had or move.judgement in ("best", "good")
                let_go, kept = let_go + (has < had), kept + (has == had)
    assert let_go >= 5, f"the games of {mode} show too little"
    assert kept >= 40


def test_everybody_gets_the_same_review() -> None:
    record = random_game("battle", 9)
    with NativeEngine() as used:
        used.analyse(Position.start("modern"), Limit(nodes=10_000))
        again = review(record, QUICK, engine=used)
    assert review(record, QUICK) == review(record, QUICK) == again


def test_a_lone_blunder_is_the_moment_that_mattered() -> None:
    record = parse_record('[Mode "modern"] 1. 55 51 11 15 56 61 13 31 12 *')
    found = review(record, Limit(nodes=50_000))
    assert found.moments
    worst = max(found.moves, key=lambda move: move.drop)
    assert worst in found.moments
    assert [move.ply for move in found.moments] == sorted(move.ply for move in found.moments)


@pytest.mark.parametrize("mode", VARIANTS)
def test_what_lost_something_has_its_reasons_and_nothing_else_has(mode: str) -> None:
    record = random_game(mode, 7)
    found = review(record, QUICK)
    assert all(move.judgement in MARKS for move in found.moves if move.reasons)
    faults = [move for move in found.moves if move.judgement in MARKS]
    assert sum(bool(move.reasons) for move in faults) > len(faults) / 2
    for move in faults:  # what is let in is let in by the best answer, which the next move names
        following = found.moves[move.ply + 1] if move.ply + 1 < len(found.moves) else None
        let = [reason for reason in move.reasons if reason.code.startswith("lets-")]
        assert not let or (following is not None and let[0].board == following.best // 9)
    positions, told_by_answers = record.positions, 0
    for move, following in zip(found.moves, [*found.moves[1:], None], strict=True):
        if move.judgement in MARKS:
            asked = (positions[move.ply], move.square)
            answer = None if following is None else following.best
            assert move.reasons == reasons_for(*asked, better=move.best, answer=answer)
            told_by_answers += move.reasons != reasons_for(*asked, better=move.best)
    assert told_by_answers


def test_counts_curve_and_accuracy_belong_together() -> None:
    found = review(random_game("open", 3), QUICK)
    assert len(found.curve) == len(found.moves) + 1
    assert sum(sum(found.counts(side).values()) for side in "XO") == len(found.moves)
    assert list(found.counts("X")) == list(JUDGEMENTS)
    assert 0 <= found.accuracy("X") <= 100


def test_progress_counts_to_the_end_and_a_game_without_moves_is_fine() -> None:
    told: list[int] = []
    review(random_game("classic", 2), Limit(nodes=100), progress=told.append)
    assert told == list(range(1, len(told) + 1))
    empty = review(Record(Position.start("battle")), QUICK)
    assert empty == Review(empty.record, (), empty.curve)
    assert empty.accuracy("X") is None


def test_an_annotated_record_reads_back_and_shows_what_was_better() -> None:
    found = review(random_game("modern", 1), QUICK)
    record = annotated(found)
    assert parse_record(format_record(record)) == record
    assert record.squares == found.record.squares
    faults = [move.judgement in MARKS and move.best != move.square for move in found.moves]
    assert [bool(move.side_lines) for move in record.moves] == faults
    assert any(faults)


class Told(Engine):
    """Says of a position after so many moves what it was told to, at length or at a glance."""

    name = "told"

    def __init__(self, *scores: Score, at_length: Score) -> None:
        self._scores, self._at_length = scores, at_length

    def analysis(self, position, limit, *, lines=1) -> Generator[list[Info], None, None]:
        last = position.ply == len(self._scores) - 1
        long = last and limit.nodes is not None and limit.nodes > QUICK.nodes
        score = self._at_length if long else self._scores[position.ply]
        yield [Info(position.legal_moves[0], score)]

    def stop(self) -> None:
        pass


@pytest.mark.parametrize(
    ("at_length", "judgement"), [(Score.loss("X", 8), "best"), (Score("X", 0.5), "blunder")]
)
def test_a_win_that_is_not_proven_a_move_later_is_looked_for_there_at_length(
    at_length: Score, judgement: str
) -> None:
    engine = Told(Score("X", 0.5), Score.win("O", 9), Score("X", 0.5), at_length=at_length)
    found = review(parse_record('[Mode "modern"] 1. 55 52 *'), QUICK, engine=engine)
    assert found.moves[1].judgement == judgement


class Script(Engine):
    """Knows for each ply the lines to tell, and notes what it was asked for how long."""

    name = "script"

    def __init__(self, *told: list[tuple[str, Score]]) -> None:
        self.told, self.asked, self.games = told, list[tuple[int, Limit, int]](), 0

    def new_game(self) -> None:
        self.games += 1

    def analysis(self, position, limit, *, lines=1) -> Generator[list[Info], None, None]:
        self.asked.append((position.ply, limit, lines))
        yield [
            Info(square_of(words[:2]), score, tuple(map(square_of, words.split())))
            for words, score in self.told[position.ply][:lines]
        ]

    def stop(self) -> None:
        pass


def name(square: int) -> str:
    return f"{square // 9 + 1}{square % 9 + 1}"


def square_of(word: str) -> int:
    return 9 * (int(word[0]) - 1) + int(word[1]) - 1


def scripted() -> tuple[Script, Review, list[int]]:
    """A game of four moves: fine, dear, better than the engine thought, a little worse."""
    engine = Script(
        [("55 51 11", Score("X", 0.625)), ("11", Score("X", 0.5))],
        [("58 86", Score("O", 0.5)), ("51", Score("O", 0.25))],
        [("11 19", Score("X", 0.75)), ("12", Score("X", 0.5))],
        [("56 61 11 12 21 13 31 14 41", Score("O", 0.25)), ("52", Score("O", 0.0))],
        [("11", Score("X", 0.9375))],
    )
    told: list[int] = []
    record = parse_record('[Mode "modern"] 1. 55! {mine} 51 (59) 15 54 *')
    return engine, review(record, QUICK, engine=engine, progress=told.append), told


def test_a_game_is_gone_through_from_its_end_two_lines_at_a_time() -> None:
    engine, _, told = scripted()
    assert engine.asked == [(ply, QUICK, 2) for ply in (4, 3, 2, 1, 0)]
    assert (engine.games, told) == (1, [1, 2, 3, 4])


def test_each_move_is_weighed_against_the_position_after_it() -> None:
    _, found, _ = scripted()
    assert [(move.ply, move.player, move.square) for move in found.moves] == [
        (0, "X", 40),
        (1, "O", 36),
        (2, "X", 4),
        (3, "O", 39),
    ]
    weighed = [(move.before, move.after, move.judgement) for move in found.moves]
    assert weighed == [
        (Score("X", 0.5), Score("X", 0.5), "best"),  # the best, as seen a move later
        (Score("O", 0.5), Score("O", 0.25), "blunder"),
        (Score("X", 0.75), Score("X", 0.75), "best"),  # as good as the best
        (Score("O", 0.25), Score("O", 0.0625), "blunder"),
    ]
    assert found.curve == (0.5, 0.5, 0.75, 0.75, 0.9375)
    assert [move.best for move in found.moves] == [40, 43, 0, 41]
    assert [move.only for move in found.moves] == [True, True, True, True]
    assert [bool(move.reasons) for move in found.moves] == [False, True, False, True]
    assert [len(move.line) for move in found.moves] == [3, 2, 2, 8]
    assert [move.drop for move in found.moves] == [0.0, 0.25, 0.0, 0.1875]
    assert [move.ply for move in found.moments] == [1, 3]


def test_an_unfinished_games_last_move_is_blamed_for_the_answer_that_is_best() -> None:
    """O's 52 lets X capture board 2, which is a reason only if X is to be expected to do so."""
    record = parse_record('[Mode "modern"] 1. 29 92 25 52 *')
    before = record.positions[-2]
    better = next(square for square in before.legal_moves if square != record.squares[-1])
    told = []
    for answer in record.position.legal_moves:
        script = [[("11", Score("X", 0.5))]] * 3
        script += [[(name(better), Score("O", 0.9))], [(name(answer), Score("X", 0.9))]]
        last = review(record, QUICK, engine=Script(*script)).moves[-1]
        found = reasons_for(before, record.squares[-1], better=better, answer=answer)
        assert last.reasons == found
        told.append(found)
    assert len(set(told)) == 2


def test_counts_and_accuracies_are_each_players_own() -> None:
    _, found, _ = scripted()
    nothing = dict.fromkeys(JUDGEMENTS, 0)
    assert found.counts("X") == nothing | {"best": 2}
    assert found.counts("O") == nothing | {"blunder": 2}
    assert found.accuracy("X") == 100.0
    assert found.accuracy("O") == game_accuracy(found.curve, [(1, 0.25), (3, 0.1875)])


def test_an_annotation_has_the_better_line_with_what_it_is_worth() -> None:
    record = annotated(scripted()[1])
    assert [move.mark for move in record.moves] == ["!", "??", "", "??"]
    assert record.moves[0].comment == "mine"
    told = record.moves[1].side_lines
    assert told[0] == (RecordedMove(44),), "what stood there stays, first"
    assert told[1] == (RecordedMove(43, "O 50% with this"), RecordedMove(68))
    assert [line[0].square for line in record.moves[3].side_lines] == [41]
    assert len(record.moves[3].side_lines[0]) == 8


def test_an_only_move_found_has_its_mark_and_one_missed_has_another() -> None:
    found = scripted()[1]
    cases = [
        (True, "best", 40, "!"),
        (False, "best", 40, ""),
        (True, "good", 41, ""),
        (True, "inaccuracy", 41, "?!"),
        (False, "mistake", 41, "?"),
        (True, "blunder", 41, "??"),
    ]
    for only, judged, square, mark in cases:
        move = replace(found.moves[0], only=only, judgement=judged, square=square)
        record = Record(Position.start(), (RecordedMove(square),))
        assert annotated(Review(record, (move,), (0.5, 0.5))).moves[0].mark == mark


def test_the_end_is_told_by_the_rules_if_they_ended_the_game() -> None:
    for seed in range(12):
        record = random_game("modern", seed)
        found = review(record, Limit(nodes=50))
        share = {"X": 1.0, "O": 0.0, "=": 0.5}[record.result]
        assert found.curve[-1] == share
        assert found.moves[-1].after.distance == 1
        assert found.moves[-1].after.for_player("X").probability == share


@pytest.mark.parametrize("mode", VARIANTS)
def test_with_sixteen_squares_left_it_is_looked_until_all_is_proven(mode: str) -> None:
    class Looked(Engine):
        name = "looked"

        def __init__(self) -> None:
            self.asked = dict[int, Limit]()

        def analysis(self, position, limit, *, lines=1):
            self.asked.setdefault(position.ply, limit)  # what follows is a second look
            yield [Info(position.legal_moves[0], Score(position.turn, 0.5))]

        def stop(self) -> None:
            pass

    left = set()
    for seed in range(6):
        record, engine = random_game(mode, seed), Looked()
        review(record, QUICK, engine=engine)
        for position in record.positions[:-1]:
            squares = squares_left(position)
            assert engine.asked[position.ply] == (Limit() if squares <= 16 else QUICK)
            left.add(squares)
    assert {16, 17} <= left


def test_doubt_is_looked_into_ten_times_as_long_on_the_side_that_is_not_proven() -> None:
    ten = Limit(nodes=10 * QUICK.nodes)
    missed = Script(
        [("55", Score("X", 0.5))], [("52", Score.win("O", 9))], [("21", Score("X", 0.5))]
    )
    game = parse_record('[Mode "modern"] 1. 55 52 *')
    review(game, QUICK, engine=missed)
    assert [(ply, limit) for ply, limit, _ in missed.asked] == [
        (2, QUICK),
        (1, QUICK),
        (2, ten),
        (0, QUICK),
        (0, ten),
    ]
    untold = Script(
        [("55", Score("X", 0.5))], [("52", Score("O", 0.5))], [("21", Score.win("X", 9))]
    )
    review(game, QUICK, engine=untold)
    assert [(ply, limit) for ply, limit, _ in untold.asked] == [
        (2, QUICK),
        (1, QUICK),
        (1, ten),
        (0, QUICK),
    ]
    timed = Script(
        [("55", Score("X", 0.5))], [("52", Score.win("O", 9))], [("21", Score("X", 0.5))]
    )
    review(game, Limit(time=1.0), engine=timed)
    assert [limit for _, limit, _ in timed.asked] == [Limit(time=1.0)] * 3


def test_a_move_that_turns_out_better_is_its_own_line() -> None:
    engine = Script(
        [("55 51", Score("X", 0.5)), ("11", Score("X", 0.25))],
        [("11 13 31", Score("O", 0.25))],
    )
    (move,) = review(parse_record('[Mode "modern"] 1. 59 *'), QUICK, engine=engine).moves
    assert (move.best, move.line, move.judgement) == (44, (44,), "best")
    assert move.before == move.after == Score("X", 0.75)


def test_a_blamed_move_that_was_the_best_has_its_mark_and_no_better_line() -> None:
    """A proven win that is not proven a move later: nothing else was known to be better."""
    record = parse_record('[Mode "modern"] 1. 55 *')
    scores = (Score.win("X", 9), Score("X", 0.95))
    move = ReviewedMove(0, "X", 40, *scores, 40, (40, 36), "mistake", only=True)
    assert annotated(Review(record, (move,), (1.0, 0.95))).moves == (RecordedMove(40, mark="?"),)


def test_progress_is_told_also_of_an_engine_of_its_own() -> None:
    told: list[int] = []
    record = parse_record('[Mode "modern"] 1. 55 51 *')
    review(record, Limit(nodes=200), progress=told.append)
    assert told == [1, 2]
