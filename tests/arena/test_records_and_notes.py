"""A match's games as records and back, what an umpire notes, and what a tournament plays again."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ninefold import VARIANTS, Position
from ninefold.arena.folder import MatchFolder, is_of_match, match_game, match_record
from ninefold.arena.game import MatchGame, _note
from ninefold.arena.match import Match
from ninefold.arena.openings import make_openings
from ninefold.arena.players import find_player
from ninefold.arena.tournament import Tournament
from ninefold.engine import Info, Score
from ninefold.game import Result
from ninefold.rules.record import format_record, parse_record
from ninefold.rules.squares import parse_square

MODERN = VARIANTS["modern"]
seconds = st.tuples(*[st.integers(0, 10**8).map(lambda n: n / 10**6)] * 2)


@st.composite
def finished(draw) -> MatchGame:
    """Any game that a match can hold, cut short by whatever ends one off the board."""
    moves: list[int] = []
    position = Position.start(MODERN)
    for _ in range(draw(st.integers(1, 12))):
        moves.append(draw(st.sampled_from(position.legal_moves)))
        position = position.play(moves[-1])
    notes = tuple(draw(st.sampled_from(["", "X 55%, 7 deep, 0.10 s"])) for _ in moves)
    ending = draw(st.sampled_from(["time", "crash", "illegal", "error", "proven"]))
    return MatchGame(
        number=draw(st.integers(0, 99)),
        moves=tuple(moves),
        opening=draw(st.integers(0, len(moves))),
        result=Result(draw(st.sampled_from("XO")), ending),
        reason=draw(st.sampled_from(["", "it took 2.00 s and had 1.00 s"])),
        notes=notes if any(notes) else (),
        seconds=draw(seconds),
        longest=draw(seconds),
    )


@given(finished())
@settings(max_examples=40)
def test_a_record_keeps_everything_of_a_game(game: MatchGame) -> None:
    record = match_record(game, MODERN, ("one", "two"))
    assert (record.tags["X"], record.tags["O"]) == (
        ("one", "two") if game.number % 2 == 0 else ("two", "one")
    )
    assert is_of_match(record)
    assert match_game(parse_record(format_record(record))) == game


def test_what_an_engine_says_stands_beside_its_own_move_and_nothing_beside_the_opening() -> None:
    players = (find_player("full:nodes=30"), find_player("full:nodes=60"))
    opening = tuple(map(parse_square, ("55", "51", "11", "15")))
    for game in Match(players, MODERN, 2, openings=(opening,)).run().games:
        assert game.opening == len(opening)
        assert len(game.notes) == len(game.moves)
        assert game.notes[: len(opening)] == ("",) * len(opening)
        assert game.notes[len(opening)].startswith("X ")
        assert game.notes[len(opening) + 1].startswith("O ")


def test_a_record_is_a_matchs_if_it_tells_all_that_only_a_match_knows() -> None:
    game = MatchGame(0, (40,), 0, Result("X", "time"))
    record = match_record(game, MODERN, ("one", "two"))
    for name in ("Game", "Opening", "Seconds"):
        less = {tag: value for tag, value in record.tags.items() if tag != name}
        assert not is_of_match(replace(record, tags=less))


@pytest.mark.parametrize(
    ("info", "note"),
    [
        (Info(0, Score("X", 0.5), depth=1), ""),
        (Info(0, Score("X", 0.5), depth=0), ""),
        (Info(0, Score("O", 0.25), depth=2), "O 25%, 2 deep, 1.50 s"),
        (Info(0, Score.win("X", 5), depth=9), "X wins in 5, 9 deep, 1.50 s"),
        (Info(0, Score("X", 0.5), book=True), "X 50%, book"),
    ],
)
def test_a_note_tells_what_looked_ahead_or_stood_in_the_book(info: Info, note: str) -> None:
    assert _note(info, 1.5) == note


def tournament(**more) -> Tournament:
    names = ("greedy:seed=1", "random:seed=1", "random:seed=2")
    suite = tuple(make_openings(MODERN, 2, seed=4))
    return Tournament(tuple(map(find_player, names)), MODERN, 4, openings=suite, **more)


def test_a_tournament_plays_only_what_was_not_played_and_tells_after_every_game() -> None:
    whole = tournament().run()
    games = {pairing: standing.games for pairing, standing in whole.matches.items()}
    heard: list[tuple[tuple[int, int], int]] = []
    some = {(0, 1): games[0, 1], (0, 2): games[0, 2][:3]}
    table = tournament().run(
        played=some,
        on_game=lambda pairing, now: heard.append((pairing, len(now.matches[pairing].games))),
    )
    assert heard == [((0, 2), 4), *(((1, 2), n) for n in (1, 2, 3, 4))]
    assert table.matches[0, 1].games == games[0, 1]
    assert table.matches[0, 2].games[:3] == games[0, 2][:3]
    assert {game.number for game in table.matches[1, 2].games} == {0, 1, 2, 3}


def test_a_stopped_tournament_keeps_what_was_played_and_begins_no_other_match() -> None:
    stop = threading.Event()
    table = tournament().run(on_game=lambda *_: stop.set(), stop=stop)
    assert {p: len(s.games) for p, s in table.matches.items() if p != (0, 1)} == {
        (0, 2): 0,
        (1, 2): 0,
    }
    assert len(table.matches[0, 1].games) in (1, 2)
    assert "–" in str(table)


def test_in_a_gauntlet_only_the_first_meets_everybody() -> None:
    table = tournament(gauntlet=True).run()
    assert [table.score(1, 2), table.score(2, 1)] == [(0.0, 0), (0.0, 0)]
    assert {place.name: place.games for place in table.ranking} == {
        "greedy:seed=1": 8,
        "random:seed=1": 4,
        "random:seed=2": 4,
    }


def test_a_folder_gives_back_the_openings_it_was_begun_with_also_the_empty_board(tmp_path) -> None:
    for n, suite in enumerate(([()], [(40, 36)], [(40, 36), (0, 1, 9)])):
        folder = MatchFolder(tmp_path / str(n))
        folder.path.mkdir()
        assert not folder.begun
        folder.begin({"games": 2}, suite)
        assert (folder.begun, folder.openings(MODERN), folder.games()) == (True, suite, [])
        assert folder.settings() == {"games": 2}
