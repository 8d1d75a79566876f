"""Opening books: the file, lookups under every symmetry, who follows them, how they are made."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from ninefold import BadInput, BadSyntax, SystemFailed
from ninefold.arena.players import find_player
from ninefold.cli import main
from ninefold.engine import LEVELS, LevelEngine, Limit, NativeEngine
from ninefold.engine.books import book_name, find_book, load_book
from ninefold.engine.books.growth import BookGrowth
from ninefold.engine.books.journal import BookSettings
from ninefold.engine.books.walk import walk
from ninefold.engine.core import axes_of
from ninefold.engine.core.book import BadBook, Book, BookMove, encode_book, entry_of
from ninefold.protocols.ugi_text import format_info, parse_info
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import PLAYERS, transform_square
from ninefold.rules.variants import VARIANTS, Variant, find_variant
from support.games import random_game

BOARDS = "modern:tie_break=boards"
SHIPPED = [v for v in VARIANTS.values() if find_book(axes_of(v))]
SHORT = Limit(nodes=200)


def book_of(variant: Variant, *entries: tuple[Position, BookMove]) -> Book:
    """A small book."""
    numbers = [entry_of(position, move) for position, move in entries]
    return Book(encode_book(axes_of(variant), numbers, "a test's"))


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A book of thirty positions of Modern, made by short searches."""
    path = tmp_path_factory.mktemp("books") / "modern.book"
    growth = BookGrowth(path, BookSettings("modern", nodes=2000, plies=4))
    growth.run(30)
    growth.write()
    return path


def some_positions(mode: str) -> Iterator[Position]:
    for seed in range(4):
        yield from random_game(find_variant(mode), seed)[:14]


# The file


def test_what_is_written_is_read_again() -> None:
    start = Position.start("open")
    after = start.play("12")
    entries = [
        (start, BookMove(40, 61)),
        (after, BookMove(9, 0, "loss")),
        (after, BookMove(10, 100, "win")),
        (after, BookMove(11, 50, "draw")),
    ]
    book = book_of(VARIANTS["open"], *entries)
    assert book.size == 4
    assert book.description == "a test's"
    assert book.moves(start) == [entries[0][1]]
    assert book.moves(after) == [BookMove(10, 100, "win"), BookMove(11, 50, "draw"), entries[1][1]]
    assert book.moves(start.play("55")) == []
    assert book.moves(Position.start("battle")) == []


@pytest.mark.parametrize("mode", [*VARIANTS, BOARDS])
def test_all_images_of_a_position_have_the_images_of_its_moves(mode: str) -> None:
    for position in some_positions(mode):
        move = position.legal_moves[-1]
        book = book_of(position.variant, (position, BookMove(move, 37)))
        assert book.moves(position)[0].percent == 37
        for n in range(8):
            image = position.transform(n)
            (found,) = book.moves(image)
            assert found.percent == 37
            ends = {image.play(transform_square(move, n)).canonical()}
            assert {image.play(found.square).canonical()} == ends
            assert entry_of(image, BookMove(transform_square(move, n), 37)) >> 16 == (
                entry_of(position, BookMove(move, 37)) >> 16
            )


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_book_of_one_variant_has_nothing_for_another_not_even_another_tie_break(mode) -> None:
    own = Position.start(mode)
    book = book_of(own.variant, (own, BookMove(40, 60)))
    others = [Position.start(other) for other in VARIANTS if other != mode]
    others.append(Position.start(find_variant(mode, tie_break="boards")))
    assert book.moves(own) == [BookMove(40, 60)]
    assert [book.moves(other) for other in others] == [[]] * 4


@pytest.mark.parametrize("mode", VARIANTS)
def test_a_target_that_releases_makes_no_other_position_of_it(mode: str) -> None:
    variant = VARIANTS[mode]
    games = (random_game(variant, seed) for seed in range(40))
    free = next(p for game in games for p in game[1:-1] if p.free and p.target is not None)
    move = BookMove(free.legal_moves[0], 50)
    book = book_of(variant, (free, move))
    turn = PLAYERS.index(free.turn)
    twins = [Position.unchecked(variant, free.marks, free.owned, turn, n) for n in range(9)]
    for twin in twins:
        assert bool(book.moves(twin)) == (twin == free)


def test_a_key_is_what_it_was() -> None:
    """Keys stand in files: whoever changes them makes every book worthless."""
    position = replay(Position.start("modern"), ["55", "52", "24"])[-1]
    assert entry_of(position, BookMove(27, 40)) == KEY


KEY = 6763990587207022625


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda data: data[:5], "is not an opening book"),
        (lambda data: b"NINEFOLD" + data[8:], "is not an opening book"),
        (lambda data: data[:20], "cut off or added to"),
        (lambda data: data[:-3], "cut off or added to"),
        (lambda data: data + b"!", "cut off or added to"),
        (lambda data: data[:8] + b"\2" + data[9:], "of format 2: this version reads format 1"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "is damaged"),
        (lambda data: data[:40] + bytes([data[40] ^ 8]) + data[41:], "is damaged"),
    ],
)
def test_a_file_that_is_spoiled_is_refused_in_words(spoil, says: str, grown: Path) -> None:
    with pytest.raises(BadBook, match=says):
        Book(spoil(grown.read_bytes()))


def sealed(head: bytes, rest: bytes) -> bytes:
    """A file with a checksum that fits, whatever is in it."""
    tail = struct.pack("<I", 0) + rest
    return head + struct.pack("<I", zlib.crc32(tail, zlib.crc32(head))) + tail


@pytest.mark.parametrize(
    ("axes", "entries"),
    [(8, [1]), (0, [2, 1]), (0, [1, 1]), (0, [81]), (0, [101 << 9])],
    ids=["axes", "order", "twice", "square", "percent"],
)
def test_a_file_that_makes_no_sense_is_refused(axes: int, entries: list[int]) -> None:
    head = struct.pack("<8sIIII", b"NINEBOOK", 1, axes, len(entries), 0)
    with pytest.raises(BadBook, match="contradict each other, or its moves are out of order"):
        Book(sealed(head, struct.pack(f"<{len(entries)}Q", *entries)))
    Book(sealed(struct.pack("<8sIIII", b"NINEBOOK", 1, 0, 1, 0), struct.pack("<Q", 1)))


def test_a_book_of_another_position_with_the_same_key_plays_nothing_illegal() -> None:
    start = Position.start("modern").play("11")
    entry = entry_of(start, BookMove(1, 50)) & ~127 | 80  # X's move sends O to board 1
    book = Book(encode_book(axes_of(start.variant), [entry]))
    assert book.moves(start) == []


def test_a_book_for_something_else_is_refused(grown: Path, tmp_path: Path) -> None:
    with (
        NativeEngine(memory=1, book=grown) as engine,
        pytest.raises(BadBook, match=r"is an opening book for modern: expected one for battle"),
    ):
        engine.play(Position.start("battle"), SHORT)
    with pytest.raises(SystemFailed, match="cannot read the opening book"):
        load_book(tmp_path / "missing.book")


# Who follows it


def test_the_engine_follows_a_book_and_says_so(grown: Path) -> None:
    book = load_book(grown)
    start = Position.start("modern")
    with NativeEngine(memory=1, book=grown) as engine, NativeEngine(memory=1) as without:
        info = engine.play(start, SHORT)
        assert info.book
        assert info.nodes == 0
        images = {start.play(move.square).canonical() for move in book.moves(start)}
        assert start.play(info.move).canonical() in images
        assert not without.play(start, SHORT).book
        # More lines, chosen moves and a search without end are there to be searched.
        assert not engine.analyse(start, SHORT, lines=2)[0].book
        assert not list(engine.analysis(start, SHORT, moves=[0]))[-1][0].book
        endless = engine.analysis(start, Limit())
        assert not next(endless)[0].book
        endless.close()
        assert engine.analyse(start, SHORT)[0].book
    line = format_info(info)
    assert "book true pv" in line
    assert parse_info(line, start) == info
    assert str(info).endswith(", book")


def test_a_seed_chooses_among_equal_moves_and_images_of_them() -> None:
    start = Position.start("modern")
    book = book_of(start.variant, (start, BookMove(0, 50)), (start, BookMove(1, 50)))
    chosen = {seed: book.choice(start, seed) for seed in range(200)}
    assert chosen == {seed: book.choice(start, seed) for seed in range(200)}
    squares = {move.square for move in chosen.values() if move is not None}
    assert squares == {transform_square(square, n) for square in (0, 1) for n in range(8)}


def test_only_the_strongest_level_follows_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [level.name for level in LEVELS if level.book] == ["full"]
    start = Position.start("modern")
    book = book_of(start.variant, (start, BookMove(3, 50)))
    monkeypatch.setattr("ninefold.engine.native.find_book", lambda _: book)
    for level in ("expert", "master", "full"):
        with LevelEngine(level, seed=1, memory=1) as engine:
            assert engine.play(start, SHORT).book is (level == "full")
            assert not engine.analyse(start, SHORT, lines=2)[0].book
    with LevelEngine("full", seed=1, memory=1) as engine:
        assert engine.play(start, Limit()).book  # its own limit ends it: it is not endless
    with find_player("full:book=off").make() as engine:
        assert not engine.play(start, SHORT).book
    with find_player("full").make() as engine:
        assert engine.play(start, SHORT).book
    with pytest.raises(BadInput, match="level casual was given book=off"):
        find_player("full:level=casual,book=off").make()


def test_a_known_win_goes_before_the_book() -> None:
    start = Position.start("classic")
    book = Book(encode_book(axes_of(start.variant), [entry_of(start, BookMove(0, 50))]))
    with NativeEngine(memory=1) as engine:
        engine._book = book
        assert engine.play(start, SHORT).score.proven == "win"


# Making one


def test_a_book_is_whole_and_every_line_of_it_is_legal(grown: Path) -> None:
    book = load_book(grown)
    found = list(walk(book, VARIANTS["modern"]))
    assert 5 <= len(found) < 30  # those with nothing searched behind them are left out
    assert sum(len(each.moves) for each in found) == book.size
    for each in found:
        assert replay(Position.start("modern"), each.way)[-1] == each.position
        assert {move.square for move in each.moves} <= {*each.position.legal_moves}
        assert len(each.way) <= 4


def test_making_goes_on_where_it_was_and_gives_the_same(grown: Path, tmp_path: Path) -> None:
    path, settings = tmp_path / "modern.book", BookSettings("modern", nodes=2000, plies=4)
    BookGrowth(path, settings).run(16)
    journal = tmp_path / "modern.book.searches"
    with journal.open("a") as file:
        file.write('{"moves": "55 5')  # as a crash leaves it
    growth = BookGrowth(path, settings)
    assert growth.positions == 16
    growth.run(30)
    growth.write()
    assert path.read_bytes() == grown.read_bytes()
    with pytest.raises(BadSyntax, match=r"was made with .*'nodes': 2000.*choose another --out"):
        BookGrowth(path, BookSettings("modern", nodes=3000, plies=4))
    journal.write_text("what is this\n")
    with pytest.raises(BadSyntax, match="cannot be gone on with"):
        BookGrowth(path, settings)


def test_what_is_found_far_on_counts_at_the_start(tmp_path: Path) -> None:
    """A move whose best answer turns out to win is not played any more."""
    journal = tmp_path / "modern.book.searches"
    journal.write_text(
        '{"mode": "modern", "nodes": 2000, "plies": 4}\n'
        '{"moves": "", "lines": [["55", 0.6, null], ["11", 0.55, null]], "replies": [["55", 1]]}\n'
        '{"moves": "55", "lines": [["51", 1.0, "win"]], "replies": [["51", 1]]}\n'
        '{"moves": "11", "lines": [["12", 0.4, null]], "replies": [["12", 1]]}\n'
    )
    growth = BookGrowth(tmp_path / "modern.book", BookSettings("modern", nodes=2000, plies=4))
    growth.write()
    book = load_book(tmp_path / "modern.book")
    assert book.moves(Position.start("modern")) == [BookMove(0, 60)]
    (answer,) = book.moves(Position.start("modern").play("55"))
    assert (answer.percent, answer.proven) == (100, "win")


@pytest.mark.parametrize(
    ("found", "told"), [("loss", (100, "win")), ("draw", (50, "draw")), ("win", (0, "loss"))]
)
def test_what_is_proven_behind_a_move_is_proven_of_it(tmp_path: Path, found: str, told) -> None:
    share = {"loss": 0.0, "draw": 0.5, "win": 1.0}[found]
    (tmp_path / "modern.book.searches").write_text(
        '{"mode": "modern", "nodes": 2000, "plies": 4}\n'
        '{"moves": "", "lines": [["55", 0.6, null]], "replies": [["55", 1]]}\n'
        f'{{"moves": "55", "lines": [["51", {share}, "{found}"]], "replies": [["51", 1]]}}\n'
    )
    path = tmp_path / "modern.book"
    BookGrowth(path, BookSettings("modern", nodes=2000, plies=4)).write()
    assert load_book(path).moves(Position.start("modern")) == [BookMove(40, *told)]


# The command


def test_the_command_makes_shows_and_checks(tmp_path: Path, capsys) -> None:
    path = str(tmp_path / "open.book")
    make = ["book", "make", "open", "--out", path, "--nodes", "500", "--positions"]
    assert main([*make, "9"]) == 0
    assert "9 positions in" in capsys.readouterr().err
    assert main([*make, "12"]) == 0
    assert main(["book", "show", "open", "--file", path]) == 0
    told = capsys.readouterr().out
    assert "12 positions" in told
    assert "55" in told
    assert main(["book", "show", "open", "--file", path, "--moves", "11 19 91"]) == 0
    assert "nothing for this position" in capsys.readouterr().out
    check = ["book", "check", "open", "--file", path, "--sample", "3", "--nodes", "500"]
    assert main(check) in (0, 1)  # so short a search finds mistakes of so short a search
    assert "3 positions searched again with 500 nodes" in capsys.readouterr().out
    assert main(["book", "show", "battle", "--file", path]) == 2
    assert "is an opening book for open" in capsys.readouterr().err


def test_a_mistake_in_a_book_is_found(tmp_path: Path, capsys) -> None:
    """Such as a first move that nobody would make."""
    start = Position.start("modern")
    path = tmp_path / "bad.book"
    entries = [entry_of(start, BookMove(10, 60))]  # the worst first move by far
    path.write_bytes(encode_book(axes_of(start.variant), entries))
    command = ["book", "check", "modern", "--file", str(path), "--nodes", "20000"]
    assert main(command) == 1
    told = capsys.readouterr().out
    assert "after the start: 22 (" in told
    assert "1 mistake" in told
    mended = tmp_path / "mended.book"
    assert main([*command, "--out", str(mended)]) == 1
    assert f"Without them: {mended}" in capsys.readouterr().out
    assert load_book(mended).size == 0


# Those that come with Ninefold


@pytest.mark.parametrize("variant", SHIPPED, ids=book_name)
def test_a_book_of_ours_is_whole_and_makes_no_gross_mistake(variant: Variant, capsys) -> None:
    mode = f"{variant.name}:tie_break={variant.tie_break}"
    assert main(["book", "check", mode, "--sample", "4", "--nodes", "500000"]) == 0
    told = capsys.readouterr().out
    size, reached = told.split(" moves, ")[0], told.split(" moves, ")[1].split(" ")[0]
    assert size == reached


def test_the_books_are_small_enough_for_the_wheel() -> None:
    folder = Path(str(load_book.__code__.co_filename)).parent
    assert sum(path.stat().st_size for path in folder.glob("*.book")) <= 300_000
