"""Why a position cannot be: the core finds what the rules find, in every variant."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from ninefold import ImpossiblePosition, Position, Variant, set_up
from ninefold.engine.core import axes_of
from ninefold.engine.core.library import ffi, lib
from ninefold.rules.errors import counted
from ninefold.rules.squares import PLAYERS, Player, has_line, square_name
from support.games import EVERY_VARIANT, random_game

#: The tie-break has no say in what can be.
by_axes = pytest.mark.parametrize(
    "variant",
    [variant for variant in EVERY_VARIANT if variant.tie_break == "draw"],
    ids=lambda variant: "-".join(variant.axes.values()),
)


def told_by_core(
    variant: Variant, cells: str, owners: str, turn: str, target: int | None
) -> list[str]:
    """The core's codes in the words of the rules."""
    found = ffi.new("nf_doubt[]", lib.NF_MOST_DOUBTS)
    text = (cells + owners).encode()
    where = lib.NF_NO_TARGET if target is None else target
    count = lib.nf_doubts(axes_of(variant), text, PLAYERS.index(turn), where, found)
    told = [in_words(found[n], cells) for n in range(count)]
    apart = sorted(name for name in told if len(name) == 2)
    together = f"no order of moves joins {', '.join(apart)} to the last move"
    words: list[str] = []
    for one in told:
        if len(one) > 2:
            words.append(one)
        elif together not in words:
            words.append(together)
    return words


def in_words(doubt, cells: str) -> str:
    player, other = PLAYERS[doubt.player], PLAYERS[1 - doubt.player]
    board, one, two = doubt.board + 1, doubt.one, doubt.two
    both = f"X has {counted(one, 'mark')} and O has {two}"
    times = "once" if one == 1 else f"{one} times"
    words = {
        lib.NF_DOUBT_COUNTS: f"{both}: X has as many as O, or one more",
        lib.NF_DOUBT_TURN: f"{both}, so it is not {player}'s turn",
        lib.NF_DOUBT_NO_LINE: f"board {board} is given to {player}, who has no line there",
        lib.NF_DOUBT_CLOSED: f"board {board} has a line of {other} too, but it closed when "
        f"{player} captured it",
        lib.NF_DOUBT_WENT_ON: f"board {board} has a mark too many: {player} went on after "
        "capturing it",
        lib.NF_DOUBT_NO_OWNER: f"board {board} has a line of {'X and O' if one else player} but "
        "no owner",
        lib.NF_DOUBT_NOT_DEAD: f"board {board} is called dead (-) but has empty cells",
        lib.NF_DOUBT_DEAD: f"board {board} is full without a line: it is dead (-), not "
        "undecided (.)",
        lib.NF_DOUBT_EMPTY: f"the board is empty, but the target is board {board}",
        lib.NF_DOUBT_NO_TARGET: "marks stand on the board, so the last move points somewhere: say "
        "the target",
        lib.NF_DOUBT_TWO_WINNERS: "both players have three boards in line",
        lib.NF_DOUBT_WON_BEFORE: f"{player} has three boards in line, so {other} had no move "
        "after it",
        lib.NF_DOUBT_UNANSWERED: f"{player} was sent to board {board} {times} but has "
        f"{counted(two, 'mark')} there",
        lib.NF_DOUBT_LAST_MOVE: f"no mark of {player} in cell {board} can be the last move",
    }
    if doubt.code == lib.NF_DOUBT_APART:
        assert (cells[one], one // 9) == (player, doubt.board)
        return square_name(one)
    return words[doubt.code]


def told_by_rules(
    variant: Variant, cells: str, owners: str, turn: Player, target: int | None
) -> list[str]:
    try:
        set_up(variant, cells, owners=owners, turn=turn, target=target)
    except ImpossiblePosition as impossible:
        return list(impossible.reasons)
    return []


def changed(
    position: Position, dice: random.Random
) -> Iterator[tuple[str, str, Player, int | None]]:
    """A position as it is, and changed a little in many ways."""
    target = position.target
    yield position.cells, position.owners, position.turn, target
    for _ in range(6):
        cells = list(position.cells)
        one, other = dice.sample(range(81), 2)  # the number of marks stays right
        cells[one], cells[other] = cells[other], cells[one]
        yield "".join(cells), position.owners, position.turn, target
    cells = list(position.cells)
    cells[dice.randrange(81)] = dice.choice("XO.")
    yield "".join(cells), position.owners, position.turn, target
    owners = list(position.owners)
    owners[dice.randrange(9)] = dice.choice("XO.-")
    yield position.cells, "".join(owners), position.turn, target
    yield position.cells, position.owners, PLAYERS[position.turn == "X"], target
    for other_target in (None, *range(9)):
        yield position.cells, position.owners, position.turn, other_target


@by_axes
def test_the_core_doubts_what_the_rules_doubt_for_the_same_reasons(variant: Variant) -> None:
    dice = random.Random(axes_of(variant))
    for seed in range(3):
        game = random_game(variant, 100 * seed + axes_of(variant))
        for position in [game[0], *game[1 + seed :: 9], game[-1]]:
            for n, given in enumerate(changed(position, dice)):
                ours = told_by_core(variant, *given)
                assert ours == told_by_rules(variant, *given), given
                assert n > 0 or ours == []  # as it is


def small_boards() -> list[str]:
    """Boards of every kind: each has a line of nobody, of one or of both, and room or none."""
    dice = random.Random(1)
    kinds: dict[tuple[bool, bool, bool, int], str] = {}
    for _ in range(4000):
        cells = "".join(dice.choices("XO.", k=9))
        x, o = (sum((c == p) << n for n, c in enumerate(cells)) for p in PLAYERS)
        kinds.setdefault((has_line(x), has_line(o), "." in cells, cells.count("X") > 4), cells)
    return [*kinds.values(), "XXXXX.OO.", "X.XXXXO.O", "XXXX.OX.O", "OOOXX.X.."]


@by_axes
def test_every_kind_of_board_with_every_owner_is_judged_alike(variant: Variant) -> None:
    for board, (cells, owner) in enumerate(product(small_boards(), "XO.-")):
        at = board % 9
        given = "." * 9 * at + cells + "." * 9 * (8 - at)
        owners = "." * at + owner + "." * (8 - at)
        for turn in PLAYERS:
            ours = told_by_core(variant, given, owners, turn, at)
            assert ours == told_by_rules(variant, given, owners, turn, at)


@by_axes
def test_games_that_should_have_been_over_are_doubted_alike(variant: Variant) -> None:
    """Three boards in line for the mover, for the other, for both."""
    x, o, quiet = "XXXO.O...", "OOOX.X...", "........."
    for rows in product((x, o, quiet), repeat=3):
        cells = "".join(row * 3 for row in rows)
        owners = "".join(("X" if row == x else "O" if row == o else ".") * 3 for row in rows)
        for turn, target in product(PLAYERS, (0, 4, 7)):
            ours = told_by_core(variant, cells, owners, turn, target)
            assert ours == told_by_rules(variant, cells, owners, turn, target)
            level = cells[:-1] + "X" if cells[-1] == "." else cells
            ours = told_by_core(variant, level, owners, turn, target)
            assert ours == told_by_rules(variant, level, owners, turn, target)


def test_owners_are_those_that_the_marks_tell_of_every_board_there_is() -> None:
    boards = ["".join(cells) for cells in product("XO.", repeat=9)]
    for at in range(0, len(boards), 9):
        nine = boards[at : at + 9]
        owners = ffi.new("char[9]")
        lib.nf_owners("".join(nine).encode(), owners)
        expected = ""
        for cells in nine:
            x, o = (has_line(sum((c == p) << n for n, c in enumerate(cells))) for p in PLAYERS)
            full = "." not in cells
            expected += "?" if x and o else "X" if x else "O" if o else "-" if full else "."
        assert bytes(ffi.buffer(owners)).decode() == expected
