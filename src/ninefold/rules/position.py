"""Position: an immutable state of the game, its legal moves, and what a move makes of it.

>>> position = Position.start("battle").play("13")
>>> position.turn, position.target
('O', 2)
>>> position.legal_moves
(18, 19, 20, 21, 22, 23, 24, 25, 26)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Final, Literal, NoReturn

from ninefold.rules.errors import BadSyntax, IllegalMove, NinefoldError, quoted
from ninefold.rules.squares import (
    ALL_NINE,
    NINE,
    PLAYERS,
    SQUARES,
    SYMMETRIES,
    Player,
    bits,
    board_of,
    has_line,
    line_in,
    line_makers,
    line_through,
    parse_square,
    square_name,
    transform_mask,
    whole_number,
)
from ninefold.rules.variants import TieBreak, Variant, find_variant

__all__ = ["Outcome", "Position", "Reason", "Refusal", "replay"]

Reason = Literal["line", "draw", "tie-break"]
Refusal = Literal["over", "taken", "held", "closed"]

_EACH_ALONE: Final[tuple[tuple[int, ...], ...]] = tuple((board,) for board in NINE)
_NO_MARKS: Final = (0,) * 18


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: its winner, if any, and why.

    ``reason`` is ``line`` (three boards in line; ``boards`` says which, 0-8), ``draw``, or
    ``tie-break`` (no line, and the winner owns more boards).
    """

    winner: Player | None
    reason: Reason
    boards: tuple[int, ...] = ()


class Position:
    """A state of the game: marks, owners, whose turn it is and where the last move points.

    Two positions are equal when everything that decides the rest of the game is: the axes of the
    mode, marks, owners, turn, and the boards in which the player may play. Neither a mode's name
    nor a target that releases tells them apart, though their texts say both. Make one with
    ``Position.start``, or set one up with ``ninefold.set_up``.
    """

    __slots__ = ("_full", "_legal", "_marks", "_outcome", "_owned", "_target", "_turn", "_variant")

    _variant: Variant
    _marks: tuple[int, ...]  # nine masks of X's cells, one a board, then nine of O's
    _owned: tuple[int, int]  # the boards that X owns, and those that O owns
    _full: int  # the boards without an empty cell: kept, because every legal_moves asks
    _turn: int  # 0 when X is to move, 1 when O is
    _target: int | None
    _outcome: Outcome | None
    _legal: tuple[int, ...] | None  # worked out when first asked for

    def __init__(self) -> None:
        raise TypeError("use Position.start(mode), or ninefold.set_up(...) for any position")

    @classmethod
    def _make(
        cls,
        variant: Variant,
        marks: tuple[int, ...],
        owned: tuple[int, int],
        full: int,
        turn: int,
        target: int | None,
        outcome: Outcome | None,
    ) -> Position:
        self = object.__new__(cls)
        # The slots' own setters: they pass by our __setattr__, twice as fast as object's does.
        _set_variant(self, variant)
        _set_marks(self, marks)
        _set_owned(self, owned)
        _set_full(self, full)
        _set_turn(self, turn)
        _set_target(self, target)
        _set_outcome(self, outcome)
        _set_legal(self, None)
        return self

    @classmethod
    def unchecked(
        cls,
        variant: Variant,
        marks: tuple[int, ...],
        owned: tuple[int, int],
        turn: int,
        target: int | None,
    ) -> Position:
        """A position from its parts, taken on trust: ``ninefold.set_up`` is the door that checks.

        ``marks`` are nine masks of X's cells, then nine of O's; ``owned`` are X's and O's boards.
        """
        full = sum(1 << n for n in NINE if marks[n] | marks[9 + n] == ALL_NINE)
        if has_line(owned[1 - turn]):
            outcome: Outcome | None = _won_by_line(owned, 1 - turn)
        else:
            outcome = _outcome_without_line(variant, owned, full)
        return cls._make(variant, marks, owned, full, turn, target, outcome)

    @classmethod
    def start(
        cls, mode: str | Variant = "modern", *, tie_break: TieBreak | None = None
    ) -> Position:
        """The empty board of a mode, X to move.

        The mode is a ``Variant`` or its text, as ``ninefold.rules.variants`` tells.

        >>> len(Position.start("classic").legal_moves)
        81
        >>> Position.start("skirmish:free_move=unfilled,tie_break=boards").variant.tie_break
        'boards'
        """
        variant = find_variant(mode, tie_break=tie_break)
        return cls._make(variant, _NO_MARKS, (0, 0), 0, 0, None, None)

    # What there is to see

    @property
    def variant(self) -> Variant:
        """The mode that is played."""
        return self._variant

    @property
    def turn(self) -> Player:
        """Who is to move; in a finished game, who would be."""
        return PLAYERS[self._turn]

    @property
    def target(self) -> int | None:
        """The board that the last move's cell points at, 0-8; ``None`` before the first move."""
        return self._target

    @property
    def free(self) -> bool:
        """Whether the player to move is not held to one board."""
        return self._outcome is None and self.held_board is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return self._outcome

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return sum(mask.bit_count() for mask in self._marks)

    @property
    def owners(self) -> str:
        """The owner of each board: ``X``, ``O``, ``-`` for a dead board, ``.`` for none yet."""
        return _owners_text(*self._owned, self._full)

    @property
    def marks(self) -> tuple[int, ...]:
        """Nine masks of X's cells, one a board, then nine of O's."""
        return self._marks

    @property
    def owned(self) -> tuple[int, int]:
        """The boards that X owns and those that O owns, as masks."""
        return self._owned

    def board(self, board: int) -> str:
        """The nine cells of a board (0-8) in reading order: ``X``, ``O`` or ``.``.

        >>> Position.start().play("13").board(0)
        '..X......'
        """
        number = whole_number(board)
        if number is None or number not in NINE:
            raise BadSyntax(f"{quoted(board)} is not a board: expected a number 0-8")
        return _cells_text(self._marks[number], self._marks[9 + number])

    @property
    def cells(self) -> str:
        """All 81 squares in order: ``X``, ``O`` or ``.``."""
        return "".join(map(_cells_text, self._marks[:9], self._marks[9:]))

    # Moves

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """The squares that may be played, ascending; empty when the game is over."""
        if self._legal is None:
            _set_legal(self, self._find_legal_moves())
        return self._legal  # type: ignore[return-value]  # set on the line above

    def play(self, move: int | str) -> Position:
        """The position after a move, given as a square 0-80 or as text; or ``IllegalMove``.

        >>> Position.start().play("13") == Position.start().play(2)
        True
        """
        square = move if type(move) is int else _square_from(move)
        if square not in self.legal_moves:
            self._refuse(square)
        return self._play_legal(square)

    def refusal(self, move: int | str) -> Refusal | None:
        """Why a square may not be played, or ``None`` if it may.

        The game is ``over``, the square is ``taken``, the player is ``held`` in another board, or
        the square's board is ``closed`` to a free move.
        """
        square = _square_from(move)
        if square in self.legal_moves:
            return None
        if self._outcome is not None:
            return "over"
        if self.cells[square] != ".":
            return "taken"
        return "closed" if self.free else "held"

    def _find_legal_moves(self) -> tuple[int, ...]:
        marks, boards = self._marks, self.open_boards
        if len(boards) == 1:
            (board,) = boards
            return _empty_squares(board, marks[board] | marks[9 + board])
        squares: list[int] = []
        for board in boards:
            squares += _empty_squares(board, marks[board] | marks[9 + board])
        return tuple(squares)

    @property
    def open_boards(self) -> tuple[int, ...]:
        """The boards in which the player to move may play, ascending; none when the game is over.

        >>> Position.start().play("13").open_boards
        (2,)
        """
        if self._outcome is not None:
            return ()
        held = self.held_board
        return self._boards_of_a_free_move() if held is None else (held,)

    def _boards_of_a_free_move(self) -> tuple[int, ...]:
        closed = self._full
        if self._variant.free_move == "undecided":
            closed |= self._owned[0] | self._owned[1]
        return bits(ALL_NINE & ~closed)

    @property
    def sends(self) -> tuple[tuple[int, ...], ...]:
        """For each legal move, in order, the boards in which the opponent may then play.

        One board when the move holds them there, several when it frees them, none when it ends the
        game. Most moves change the owner of nothing and fill no board, so where they send is known
        without playing them.

        >>> Position.start().play("13").sends[:3]
        ((0,), (1,), (2,))
        """
        marks, mine = self._marks, 9 * self._turn
        by_cell, released = list(_EACH_ALONE), self._released
        if released:
            free = self._boards_of_a_free_move()
            for cell in bits(released):
                by_cell[cell] = free
        found: list[tuple[int, ...]] = []
        for board in self.open_boards:
            empty = ALL_NINE & ~(marks[board] | marks[9 + board])
            decisive = empty if empty.bit_count() == 1 else line_makers(marks[mine + board])
            if not decisive & empty:
                found += [by_cell[cell] for cell in bits(empty)]
                continue
            for cell in bits(empty):
                if decisive >> cell & 1:
                    found.append(self._play_legal(9 * board + cell).open_boards)
                else:
                    found.append(by_cell[cell])
        return tuple(found)

    @property
    def held_board(self) -> int | None:
        """The board that the last move holds the next player to, or ``None`` if it does not."""
        target = self._target
        return None if target is None or self._released >> target & 1 else target

    @property
    def _released(self) -> int:
        """The boards to which nobody is held."""
        if self._variant.release == "decided":
            return self._full | self._owned[0] | self._owned[1]
        return self._full

    def _play_legal(self, square: int) -> Position:
        variant, turn, full, owned = self._variant, self._turn, self._full, self._owned
        board, cell = divmod(square, 9)
        marks = list(self._marks)
        mine = marks[9 * turn + board] | 1 << cell
        marks[9 * turn + board] = mine
        if mine | marks[9 * (1 - turn) + board] == ALL_NINE:
            full |= 1 << board
        if line_through(mine, cell):
            owned = _captured(variant, owned, turn, board)
        if has_line(owned[turn]):
            outcome: Outcome | None = _won_by_line(owned, turn)
        else:
            outcome = _outcome_without_line(variant, owned, full)
        return self._make(variant, tuple(marks), owned, full, 1 - turn, cell, outcome)

    def _refuse(self, square: int) -> NoReturn:
        board = board_of(square)
        match self.refusal(square):
            case "over":
                why = "the game is over"
            case "taken":
                why = f"{self.cells[square]} is there already"
            case "held":
                why = f"{self.turn} must play in board {(self._target or 0) + 1}"
            case _:
                why = f"board {board + 1} is closed, {self.owners[board]} has captured it"
        raise IllegalMove(f"{square_name(square)} is not a legal move: {why}")

    # Symmetry

    def transform(self, symmetry: int) -> Position:
        """The position carried over by one of the eight symmetries (0 is the identity)."""
        if symmetry not in range(8):
            raise BadSyntax(f"{quoted(symmetry)} is not a symmetry: expected a number 0-7")
        places = SYMMETRIES[symmetry]
        marks = [0] * 18
        for board in NINE:
            marks[places[board]] = transform_mask(self._marks[board], symmetry)
            marks[9 + places[board]] = transform_mask(self._marks[9 + board], symmetry)
        owned = (
            transform_mask(self._owned[0], symmetry),
            transform_mask(self._owned[1], symmetry),
        )
        target = None if self._target is None else places[self._target]
        return self.unchecked(self._variant, tuple(marks), owned, self._turn, target)

    def canonical(self) -> Position:
        """The one position that stands for this one and its mirror images.

        >>> Position.start().play("11").canonical() == Position.start().play("99").canonical()
        True
        """
        return min(map(self.transform, range(8)), key=Position._order)

    def _order(self) -> tuple[object, ...]:
        return (self._marks, self._owned, -1 if self._target is None else self._target)

    # A value like any other

    def _key(self) -> tuple[object, ...]:
        """All that decides the rest of the game."""
        mode = self._variant
        axes = (mode.release, mode.free_move, mode.ownership, mode.ending, mode.tie_break)
        return (axes, self._marks, self._owned, self._turn, self.open_boards)

    def __eq__(self, another: object) -> bool:
        return isinstance(another, Position) and self._key() == another._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        from ninefold.rules.notation import format_position

        return f"parse_position({format_position(self)!r})"

    def __str__(self) -> str:
        from ninefold.drawing.text import draw_text

        return draw_text(self)

    def _repr_svg_(self) -> str:
        from ninefold.drawing.svg import draw_svg

        return draw_svg(self)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a Position does not change: play() gives a new one (setting {name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Position does not change (deleting {name})")

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self._variant, self._marks, self._owned, self._turn, self._target)
        return Position.unchecked, parts

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self


(
    _set_full,
    _set_legal,
    _set_marks,
    _set_outcome,
    _set_owned,
    _set_target,
    _set_turn,
    _set_variant,
) = (getattr(Position, slot).__set__ for slot in Position.__slots__)


@cache  # at most 3**9 of them
def _cells_text(x_cells: int, o_cells: int) -> str:
    """The nine cells of a board, as a position shows them."""
    return "".join(
        "X" if x_cells >> cell & 1 else "O" if o_cells >> cell & 1 else "." for cell in NINE
    )


@lru_cache(4096)
def _owners_text(x_owned: int, o_owned: int, full: int) -> str:
    """The owner of each board, as a position shows it."""
    return "".join(
        "X"
        if x_owned >> board & 1
        else "O"
        if o_owned >> board & 1
        else "-"
        if full >> board & 1
        else "."
        for board in NINE
    )


@cache
def _empty_squares(board: int, taken: int) -> tuple[int, ...]:
    """The squares of a board that are not taken."""
    return tuple(9 * board + cell for cell in bits(ALL_NINE & ~taken))


def replay(start: Position, moves: str | Iterable[int | str]) -> tuple[Position, ...]:
    """Every position of a game, first and last included; an error says which move it was.

    >>> [position.turn for position in replay(Position.start(), "55 51")]
    ['X', 'O', 'X']
    """
    positions = [start]
    played = moves.split() if isinstance(moves, str) else moves
    for number, move in enumerate(played, start=start.ply + 1):
        try:
            positions.append(positions[-1].play(move))
        except NinefoldError as error:
            raise error.within(f"move {number}") from error
    return tuple(positions)


def _square_from(move: object) -> int:
    """The square that a move names, as a number or as text."""
    if isinstance(move, str):
        return parse_square(move)
    square = whole_number(move)
    if square is None:
        raise BadSyntax(
            f"{quoted(move)} is not a move: expected a square 0-80 or a text such as '13'"
        )
    if square not in SQUARES:
        raise IllegalMove(f"{quoted(move)} is not a square: expected a number 0-80")
    return square


def _captured(variant: Variant, owned: tuple[int, int], turn: int, board: int) -> tuple[int, int]:
    """Who owns what after a player has made a line on a board."""
    bit = 1 << board
    if variant.ownership == "first" and (owned[0] | owned[1]) & bit:
        return owned
    x_owned, o_owned = owned
    return (x_owned | bit, o_owned & ~bit) if turn == 0 else (x_owned & ~bit, o_owned | bit)


def _won_by_line(owned: tuple[int, int], turn: int) -> Outcome:
    return Outcome(PLAYERS[turn], "line", line_in(owned[turn]) or ())


def _outcome_without_line(variant: Variant, owned: tuple[int, int], full: int) -> Outcome | None:
    """The outcome if no line of boards stands, or ``None`` while the game goes on."""
    settled = full | owned[0] | owned[1] if variant.ending == "decided" else full
    if settled != ALL_NINE:
        return None
    lead = owned[0].bit_count() - owned[1].bit_count()
    if variant.tie_break == "draw" or lead == 0:
        return Outcome(None, "draw")
    return Outcome("X" if lead > 0 else "O", "tie-break")
