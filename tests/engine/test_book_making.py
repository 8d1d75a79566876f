"""What a book is made of: worth that comes back from far on, the likeliest position next."""

from __future__ import annotations

import math
import threading
from collections import Counter
from pathlib import Path

import pytest

from ninefold import BadSyntax, Position, find_variant, replay
from ninefold.engine import Info, Limit, NativeEngine, Score
from ninefold.engine.books import growth, load_book
from ninefold.engine.books.graph import BookGraph
from ninefold.engine.books.growth import BookGrowth, _Judges, _readily
from ninefold.engine.books.journal import BookSettings, Journal, Searched, Worth
from ninefold.engine.books.walk import Found, doubts, walk, without
from ninefold.engine.core import axes_of
from ninefold.engine.core.book import MOST_MOVES, Book, BookMove, encode_book, entry_of
from ninefold.engine.symmetry import distinct_moves
from ninefold.rules.squares import parse_square, transform_square

MODERN = find_variant("modern")
START = Position.start(MODERN)


def searched(moves: str, lines: dict[str, Worth], replies: dict[str, float]) -> Searched:
    return Searched(
        tuple(map(parse_square, moves.split())),
        {parse_square(move): worth for move, worth in lines.items()},
        {parse_square(move): share for move, share in replies.items()},
    )


def graph_of(*found: Searched, plies: int = 4) -> BookGraph:
    graph = BookGraph(MODERN, plies)
    for one in found:
        graph.add(one)
    graph.settle()
    return graph


def book_of(graph: BookGraph) -> Book:
    return Book(encode_book(axes_of(MODERN), graph.entries()))


def test_the_start_is_searched_first_and_then_the_likeliest_position() -> None:
    graph = BookGraph(MODERN, 4)
    assert graph.next_position() == ()
    lines = {"55": Worth(0.6), "11": Worth(0.595), "12": Worth(0.5)}
    graph = graph_of(searched("", lines, {"55": 0.2, "12": 0.7, "22": 0.1}))
    assert graph.next_position() == (parse_square("12"),)  # others play it more than we play ours
    graph = graph_of(searched("", lines, {"55": 0.4, "12": 0.45}))
    assert graph.next_position() == (parse_square("55"),)  # one of our two, each a half


def test_nothing_beyond_the_last_move_is_searched_and_won_moves_need_no_book() -> None:
    first = searched("", {"55": Worth(0.6)}, {"55": 0.5})
    assert graph_of(first, plies=1).next_position() == (40,)
    second = searched("55", {"51": Worth(0.5)}, {})
    assert graph_of(first, second, plies=1).next_position() is None
    assert graph_of(first, second, plies=2).next_position() == (40, 36)
    won = searched("", {"55": Worth(1.0, "win")}, {})
    assert graph_of(won).next_position() is None
    assert graph_of(searched("", {"55": Worth(1.0, "win")}, {"55": 0.5})).next_position() == (40,)


def test_whose_turn_it_is_decides_whose_moves_are_likely() -> None:
    """Playing X we choose X's moves and others O's: a way needs both to be likely at once."""
    first = searched("", {"55": Worth(0.6)}, {"55": 0.1, "11": 0.9})
    second = searched("55", {"51": Worth(0.5)}, {"52": 0.8})
    third = searched("11", {"12": Worth(0.5)}, {"13": 0.85})
    # X: 55 is ours, so 52 comes with 0.8; O: 11 comes with 0.9, and 12 is ours.
    graph = graph_of(first, second, third)
    assert graph.next_position() == (0, 1)
    fourth = searched("11 12", {"21": Worth(0.5)}, {})  # and nobody else plays on from there
    assert graph_of(first, second, third, fourth).next_position() == (40, 37)


@pytest.mark.parametrize(("one", "image"), [("11", "99"), ("99", "11")])
def test_a_position_is_as_likely_as_its_likeliest_way(one: str, image: str) -> None:
    corner = START.play("11").canonical()
    ours = searched("", {one: Worth(0.6)}, {one: 0.7, image: 0.1, "55": 0.9})
    won = searched("", {"22": Worth(1.0, "win")}, {one: 0.6, image: 0.1, "55": 0.5})
    for found in (ours, won):
        moves = graph_of(found).next_position()
        assert moves is not None
        assert replay(START, moves)[-1].canonical() == corner


def test_images_of_a_position_are_one() -> None:
    graph = graph_of(searched("11", {"12": Worth(0.5)}, {}), searched("99", {"98": Worth(0.5)}, {}))
    assert len(graph) == 1


def test_a_move_is_worth_what_the_best_answer_leaves_unless_it_is_proven() -> None:
    answers = {"51": Worth(0.3), "52": Worth(0.7)}
    first = searched("", {"55": Worth(0.9)}, {})
    book = book_of(graph_of(first, searched("55", answers, {})))
    assert book.moves(START) == [BookMove(40, 30)]
    proven = searched("", {"55": Worth(1.0, "win")}, {})
    assert book_of(graph_of(proven)).moves(START) == [BookMove(40, 100, "win")]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (Worth(1.0, "win"), BookMove(40, 0, "loss")),
        (Worth(0.0, "loss"), BookMove(40, 100, "win")),
        (Worth(0.5, "draw"), BookMove(40, 50, "draw")),
    ],
)
def test_what_is_proven_of_the_best_answer_is_proven_of_the_move_before_it(answer, told) -> None:
    first, behind = searched("", {"55": Worth(0.6)}, {}), searched("55", {"51": answer}, {})
    assert book_of(graph_of(first, behind)).moves(START) == [told]


def test_moves_a_hundredth_worse_are_equal_and_only_confirmed_ones_are_played() -> None:
    lines = {"55": Worth(0.6), "11": Worth(0.59), "12": Worth(0.58), "22": Worth(0.6)}
    behind = [
        searched("55", {"51": Worth(0.4)}, {}),
        searched("11", {"12": Worth(0.41)}, {}),
        searched("12", {"21": Worth(0.42)}, {}),
    ]
    book = book_of(graph_of(searched("", lines, {}), *behind))
    assert book.moves(START) == [BookMove(40, 60), BookMove(0, 59)]


def test_no_position_has_more_moves_than_a_book_holds() -> None:
    squares = [move for move in range(81) if START.play(move).canonical() == START.play(move)]
    lines = {move: Worth(0.5) for move in squares}
    assert len(squares) > MOST_MOVES
    graph = graph_of(
        Searched((), lines, {}),
        *(Searched((m,), {START.play(m).legal_moves[0]: Worth(0.5)}, {}) for m in squares),
    )
    assert len(book_of(graph).moves(START)) == MOST_MOVES
    entries = [entry_of(START, BookMove(move, 50)) for move in squares]
    assert len(Book(encode_book(axes_of(MODERN), entries)).moves(START)) == MOST_MOVES
    won = {move: Worth(1.0, "win") for move in squares[:2]} | {squares[2]: Worth(0.995)}
    assert len(book_of(graph_of(Searched((), won, {}))).moves(START)) == 2


def test_what_is_not_reached_through_the_book_is_left_out() -> None:
    first = searched("", {"55": Worth(0.6)}, {"55": 1})
    far = searched("55 51 15", {"52": Worth(1.0, "win")}, {})
    book = book_of(graph_of(first, far))
    assert book.size == 0


def test_a_journal_reads_back_what_it_wrote_and_refuses_what_is_not_legal(tmp_path: Path) -> None:
    settings = BookSettings("modern", nodes=2000, plies=4)
    path = tmp_path / "journal"
    found = [
        searched("", {"55": Worth(0.6123, None), "11": Worth(0.5, "draw")}, {"55": 0.25}),
        searched("55", {"51": Worth(1.0, "win"), "52": Worth(0.0, "loss")}, {}),
    ]
    journal = Journal(path, settings)
    for one in found:
        journal.add(one)
    assert journal.searched == found == Journal(path, settings).searched
    with path.open("a") as file:
        file.write(
            '{"moves": "55',
        )  # as a crash leaves it
    assert Journal(path, settings).searched == found
    assert path.read_text().endswith("}\n")
    whole = path.read_text()
    for wrong in (
        '{"moves": "55", "lines": [["11", 0.5, null]], "replies": []}',
        '{"moves": "55", "lines": [], "replies": [["11", 0.5]]}',
        '{"moves": "55 11", "lines": [], "replies": []}',
        '{"moves": "55", "lines": [["51", 0.5, "lost"]], "replies": []}',
        '{"moves": "55"}',
    ):
        path.write_text(whole + wrong + "\n")
        with pytest.raises(BadSyntax, match="cannot be gone on with"):
            Journal(path, settings)
    for other in ({"mode": "open"}, {"plies": 5}, {"nodes": 2001}):
        path.write_text(whole)
        with pytest.raises(BadSyntax, match="was made with"):
            Journal(path, BookSettings(**{"mode": "modern", "nodes": 2000, "plies": 4, **other}))


def test_worth_is_rounded_as_a_journal_keeps_it() -> None:
    assert Worth.of(Score("X", 0.123456)) == Worth(0.1235)
    assert Worth.of(Score.loss("O", 4)) == Worth(0.0, "loss")


def test_a_little_worse_is_played_a_little_less_readily() -> None:
    shares = _readily({1: 0.5, 2: 0.45, 3: 0.0})
    assert sum(shares.values()) == pytest.approx(1)
    assert shares[2] / shares[1] == pytest.approx(math.exp(-1))
    assert shares[3] < 0.001


def test_judges_agree_with_themselves_whatever_came_before() -> None:
    position = replay(START, ["55", "52"])[-1]
    with _Judges(500) as judges:
        first = judges.judge((40, 37), position)
        judges.judge((), START)
        assert judges.judge((40, 37), position) == first
        assert len(first.lines) == 3
        assert {*first.lines, *first.replies} <= {*position.legal_moves}
        assert all(0.03 <= share <= 1 for share in first.replies.values())
        assert sum(first.replies.values()) <= 1.001
        classic = judges.judge((), Position.start("classic"))
    assert classic.lines[40] == Worth(1.0, "win")
    assert next(iter(classic.lines)) == 40


def test_growth_stops_when_it_is_told_to(tmp_path: Path) -> None:
    grown = BookGrowth(tmp_path / "modern.book", BookSettings("modern", nodes=100, plies=2))
    heard: list[tuple[int, str]] = []
    grown.run(2, heard=lambda *told: heard.append(told))
    assert [count for count, _ in heard] == [1, 2] == [*range(1, grown.positions + 1)]
    assert [text for _, text in heard] == ["after 0 moves", "after 1 moves"]
    grown.run(2)
    grown.run(9, seconds=-1.0)
    assert grown.positions == 2


def test_a_walk_through_a_book_comes_to_every_position_once() -> None:
    after = START.play("55")
    entries = [
        entry_of(START, BookMove(40, 50)),
        entry_of(after, BookMove(36, 50)),
        entry_of(START.play("11"), BookMove(1, 50)),  # not by the book's own move
        entry_of(replay(START, ["55", "51", "12"])[-1], BookMove(9, 50)),  # nothing before it
    ]
    found = list(walk(Book(encode_book(axes_of(MODERN), entries)), MODERN))
    assert [each.way for each in found] == [(), (0,), (40,)]
    for each in found:
        assert replay(START, each.way)[-1] == each.position


def test_only_mistakes_are_doubted_and_the_worst_first() -> None:
    with NativeEngine(memory=1) as engine:
        limit = Limit(nodes=3000)
        best = engine.play(START, limit).move
        good = Found((), START, [BookMove(transform_square(best, 3), 50)])
        assert doubts(engine, good, limit) == []  # an image of the best is as good
        moves = [BookMove(best, 50), BookMove(1, 50), BookMove(10, 50)]
        found = doubts(engine, Found((), START, moves), limit)
    assert [doubt.move.square for doubt in found] == [10, 1]
    for doubt in found:
        assert doubt.better == best
        assert doubt.best.probability - doubt.worth.probability > 0.05


class Told:
    """A search that finds each move worth what it was told, and notes how it was asked."""

    def __init__(self, worth: dict[int, float], win: int | None = None) -> None:
        self.worth, self.win = worth, win
        self.asked: list[object] = []

    def new_game(self) -> None:
        self.asked.append("forgets")

    def known_win(self, _: Position) -> Info | None:
        return None if self.win is None else Info(self.win, Score.win("X", 9))

    def analysis(self, position: Position, limit: Limit, *, moves: tuple[int, ...]):
        self.asked.append(limit)
        best = max(moves, key=lambda move: self.worth.get(move, 0.0))
        yield [Info(best, Score(position.turn, self.worth.get(best, 0.0)))]


def doubted(engine: Told, *moves: int) -> list[tuple[int, float]]:
    found = Found((), START, [BookMove(move, 50) for move in moves])
    told = doubts(engine, found, Limit(nodes=7))  # type: ignore[arg-type]
    return [(doubt.move.square, doubt.worth.probability) for doubt in told]


def test_a_move_is_doubted_that_costs_more_than_a_twentieth_and_no_image_of_the_best() -> None:
    worth = {0: 0.6, 80: 0.1, 1: 0.56, 2: 0.54, 40: 0.3}
    engine = Told(worth)
    assert doubted(engine, 0, 80, 1, 2, 40) == [(40, 0.3), (2, 0.54)]
    # One search for the best and one for each that is none, nothing remembered between them.
    assert engine.asked == ["forgets", Limit(nodes=7)] * 4
    sure = Told(worth, win=0)
    assert doubted(sure, 0, 1) == [(1, 0.56)]
    assert doubted(sure, 80) == []


def test_a_book_without_a_move_is_without_what_only_that_move_leads_to() -> None:
    after, behind = START.play("55"), replay(START, ["55", "51"])[-1]
    alone = entry_of(after, BookMove(36, 50))
    kept = {entry_of(START, BookMove(40, 50)), entry_of(START, BookMove(0, 40))}
    lost = {entry_of(behind, BookMove(1, 50))}
    book = Book(encode_book(axes_of(MODERN), kept | lost | {alone}, "Modern"))
    assert without(book, MODERN, {alone}) == encode_book(
        axes_of(MODERN), kept, "Modern; 1 move left out that a longer search doubts"
    )


def test_a_book_chooses_every_move_alike_and_only_among_images_that_are_moves() -> None:
    lopsided = replay(START, ["12", "25"])[-1]
    squares = lopsided.legal_moves[:4]
    entries = [entry_of(lopsided, BookMove(square, 50)) for square in squares]
    book = Book(encode_book(axes_of(MODERN), entries))
    chosen = Counter(
        move.square for seed in range(800) if (move := book.choice(lopsided, seed)) is not None
    )
    assert set(chosen) == set(squares)
    assert min(chosen.values()) > 150  # of 200
    mirrored = START.play("52")  # its own image in one mirror
    book = Book(encode_book(axes_of(MODERN), [entry_of(mirrored, BookMove(9, 50))]))
    found = {move.square for s in range(50) if (move := book.choice(mirrored, s)) is not None}
    assert found == {9, 11}
    assert book.choice(START, 1) is None


class Judged:
    """Judges who take twenty seconds by a clock of their own, and like the first few moves."""

    nodes: list[int]
    now = 0.0

    def __init__(self, nodes: int) -> None:
        self.nodes.append(nodes)

    def __enter__(self) -> Judged:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to give back."""

    @classmethod
    def judge(cls, moves: tuple[int, ...], position: Position) -> Searched:
        cls.now += 20
        likely = distinct_moves(position)[:3]
        return Searched(moves, {likely[0]: Worth(0.5)}, dict.fromkeys(likely, 0.3))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> type[Judged]:
    class Fresh(Judged):
        pass

    Fresh.nodes = []
    monkeypatch.setattr(growth, "_Judges", Fresh)
    monkeypatch.setattr(growth.time, "monotonic", lambda: Fresh.now)
    return Fresh


def test_growth_ends_with_its_time_and_begins_no_search_after_it(tmp_path: Path, judged) -> None:
    grown = BookGrowth(tmp_path / "modern.book", BookSettings("modern", nodes=170, plies=4))
    grown.run(50, seconds=100.0)  # begun after 0, 20, ... 100
    assert (grown.positions, judged.nodes) == (6, [170])
    again = BookGrowth(tmp_path / "modern.book", BookSettings("modern", nodes=170, plies=4))
    assert again.positions == 6
    again.run(8)
    assert again.positions == 8


def test_growth_writes_every_minute_and_hears_a_stop(tmp_path: Path, judged, monkeypatch) -> None:
    written: list[int] = []
    monkeypatch.setattr(BookGrowth, "write", lambda self: written.append(self.positions))
    grown, stop = BookGrowth(tmp_path / "book", BookSettings("modern", plies=4)), threading.Event()
    grown.run(20, heard=lambda count, _: stop.set() if count == 11 else None, stop=stop)
    assert (grown.positions, written) == (11, [5, 9])  # more than a minute apart


def test_a_book_tells_how_it_was_made(tmp_path: Path, judged) -> None:
    path = tmp_path / "open.book"
    grown = BookGrowth(path, BookSettings("open:tie_break=boards", nodes=170, plies=3))
    grown.run(4)
    grown.write()
    book = load_book(path)
    assert book.description == (
        "open:tie_break=boards: `ninefold book make`, 4 positions up to move 3, 170 nodes each"
    )
    assert book.axes == axes_of(find_variant("open", tie_break="boards"))
    assert {file.name for file in tmp_path.iterdir()} == {"open.book", "open.book.searches"}
