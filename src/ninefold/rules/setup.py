"""Positions set up directly, for editors and puzzles, refused when no game can reach them.

Every check here is a necessary condition, so a position from a real game always passes. While no
board is captured or full they are sufficient too: a game is then one walk from board to board, each
mark a step from its board to its cell's, and a walk over given steps exists when as many steps
leave each board as enter it and all hang together. Beyond that, whether *some* game leads to a
position is a search over whole games; what these checks let through can be unreachable in a deeper
way, and can be played on from all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from ninefold.rules.errors import BadSyntax, ImpossiblePosition, counted, quoted
from ninefold.rules.position import Position
from ninefold.rules.squares import (
    ALL_NINE,
    NINE,
    PLAYERS,
    Player,
    bits,
    has_line,
    line_through,
    other,
    square_at,
    square_name,
    trimmed,
    whole_number,
)
from ninefold.rules.variants import TieBreak, Variant, find_variant

__all__ = ["set_up"]


def set_up(
    mode: str | Variant,
    cells: str,
    *,
    owners: str | None = None,
    turn: Player | None = None,
    target: int | None = None,
    tie_break: TieBreak | None = None,
) -> Position:
    """A position from its 81 squares, or ``ImpossiblePosition`` with every reason found.

    ``cells`` has ``X``, ``O`` or ``.`` for each square, board by board; ``owners`` as in
    ``Position.owners``. Owners and turn may be left out where the marks tell them.

    >>> set_up("modern", "X" + "." * 80, target=0).turn
    'O'
    """
    variant = find_variant(mode, tie_break=tie_break)
    marks = _read_cells(cells)
    reasons = list(_wrong_counts(marks, turn))
    mover = _to_move(marks) if turn is None else _read_turn(turn)
    wanted = _owners_by_marks(marks, reasons) if owners is None else _read_owners(owners)
    draft = _Draft(variant, marks, wanted, mover, _read_target(target))
    reasons += draft.wrong_owners()
    if not reasons:
        reasons += draft.wrong_history()
    if reasons:
        raise ImpossiblePosition(reasons)
    return Position.unchecked(variant, marks, draft.owned, mover, draft.target)


class _Draft:
    """A position that has not been believed yet."""

    def __init__(
        self,
        variant: Variant,
        marks: tuple[int, ...],
        owners: str,
        turn: int,
        target: int | None,
    ) -> None:
        self.variant = variant
        self.marks = marks
        self.owners = owners
        self.turn = turn
        self.target = target
        self.owned = (_boards_of("X", owners), _boards_of("O", owners))
        self.full = sum(1 << n for n in NINE if marks[n] | marks[9 + n] == ALL_NINE)

    def released(self, owned: int) -> int:
        """The boards that hold nobody, given the captured ones."""
        return self.full | (owned if self.variant.release == "decided" else 0)

    def ply(self) -> int:
        return sum(mask.bit_count() for mask in self.marks)

    # Owners

    def wrong_owners(self) -> Iterator[str]:
        """Boards whose owner no order of their marks explains."""
        for board in NINE:
            x_line, o_line = has_line(self.marks[board]), has_line(self.marks[9 + board])
            reason = self._wrong_owner(board, x_line, o_line)
            if reason:
                yield f"board {board + 1} {reason}"

    def _wrong_owner(self, board: int, x_line: bool, o_line: bool) -> str | None:
        owner, full = self.owners[board], self.full >> board & 1
        if owner in PLAYERS:
            if not (x_line if owner == "X" else o_line):
                return f"is given to {owner}, who has no line there"
            return (
                self._wrong_capture(board, PLAYERS.index(owner))
                if self.variant.captured_is_closed
                else None
            )
        if x_line or o_line:
            players = " and ".join(
                p for p, line in zip(PLAYERS, (x_line, o_line), strict=True) if line
            )
            return f"has a line of {players} but no owner"
        if owner == "-" and not full:
            return "is called dead (-) but has empty cells"
        if owner == "." and full:
            return "is full without a line: it is dead (-), not undecided (.)"
        return None

    def _wrong_capture(self, board: int, player: int) -> str | None:
        """A board that closes when captured ends with the very mark that captured it."""
        mine, theirs = self.marks[9 * player + board], self.marks[9 * (1 - player) + board]
        owner, loser = PLAYERS[player], PLAYERS[1 - player]
        if has_line(theirs):
            return f"has a line of {loser} too, but it closed when {owner} captured it"
        if all(has_line(mine & ~(1 << cell)) for cell in bits(mine)):
            return f"has a mark too many: {owner} went on after capturing it"
        return None

    # History

    def wrong_history(self) -> Iterator[str]:
        """What speaks against every way that the last moves can have gone."""
        if self.ply() == 0:
            if self.target is not None:
                yield f"the board is empty, but the target is board {self.target + 1}"
            return
        if self.target is None:
            yield "marks stand on the board, so the last move points somewhere: say the target"
            return
        winners = [player for player in (0, 1) if has_line(self.owned[player])]
        if len(winners) == 2:
            yield "both players have three boards in line"
        elif winners == [self.turn]:
            winner = PLAYERS[self.turn]
            yield (f"{winner} has three boards in line, so {other(winner)} had no move after it")
        yield from self._missing_answers()
        yield from self._marks_apart()
        if not any(self._explains_target(board) for board in NINE):
            last = PLAYERS[1 - self.turn]
            yield f"no mark of {last} in cell {self.target + 1} can be the last move"

    def _missing_answers(self) -> Iterator[str]:
        """Each send to a board that has never released anybody was answered in that board."""
        for board in bits(ALL_NINE & ~self.released(self.owned[0] | self.owned[1])):
            for player in (0, 1):
                sent = sum(self.marks[9 * (1 - player) + n] >> board & 1 for n in NINE)
                if board == self.target and player == self.turn:
                    sent -= 1  # the last send is still to be answered
                answered = self.marks[9 * player + board].bit_count()
                if answered < sent:
                    times = "once" if sent == 1 else f"{sent} times"
                    yield (
                        f"{PLAYERS[player]} was sent to board {board + 1} {times} "
                        f"but has {counted(answered, 'mark')} there"
                    )

    def _marks_apart(self) -> Iterator[str]:
        """Marks that no walk of moves can have in common with the last one."""
        group = self._groups()
        reached = group[9 * self.turn + (self.target or 0)]
        apart = sorted(
            square_name(square_at(mover % 9, cell))
            for mover, cells in enumerate(self.marks)
            if group[mover] != reached
            for cell in bits(cells)
        )
        if apart:
            yield f"no order of moves joins {', '.join(apart)} to the last move"

    def _groups(self) -> list[int]:
        """A number for each player and board, the same for those that one walk can pass through.

        A move leads from its player and board to the other player and its cell's board. Where
        that board releases, it leads on to all boards.
        """
        group = list(range(18))  # X on the nine boards, then O, like the marks

        def join(one: int, another: int) -> None:
            old, new = group[one], group[another]
            group[:] = [new if each == old else each for each in group]

        released = self.released(self.owned[0] | self.owned[1])
        for player, board in product((0, 1), NINE):
            for cell in bits(self.marks[9 * player + board]):
                join(9 * player + board, 9 * (1 - player) + cell)
            for anywhere in NINE if released >> board & 1 else ():
                join(9 * player + board, 9 * player + anywhere)
        return group

    def _explains_target(self, board: int) -> bool:
        """Whether the last move can have been the mark in the target's cell of this board."""
        last, cell = 1 - self.turn, self.target or 0
        if not self.marks[9 * last + board] >> cell & 1:
            return False
        return any(self._could_move(board, owned) for owned in self._owned_before(board, cell))

    def _owned_before(self, board: int, cell: int) -> Iterator[tuple[int, int]]:
        """Who can have owned what before the last move, if it was that one."""
        last, bit = 1 - self.turn, 1 << board
        mine = self.marks[9 * last + board]
        mine_had_line = has_line(mine & ~(1 << cell))
        theirs_has_line = has_line(self.marks[9 * self.turn + board])
        makes_line = line_through(mine, cell)
        none_owned = (self.owned[0] & ~bit, self.owned[1] & ~bit)
        if self.owned[last] & bit:
            if mine_had_line:
                yield self.owned
            if makes_line and not mine_had_line and not theirs_has_line:
                yield none_owned
            if makes_line and theirs_has_line and self.variant.ownership == "latest":
                theirs = (
                    (none_owned[0] | bit, none_owned[1])
                    if last
                    else (none_owned[0], none_owned[1] | bit)
                )
                yield theirs
        elif not (
            self.owned[self.turn] & bit and makes_line and self.variant.ownership == "latest"
        ):
            yield self.owned

    def _could_move(self, board: int, owned: tuple[int, int]) -> bool:
        """Whether the last move could go to this board, with boards owned like that before it."""
        full = self.full & ~(1 << board)
        captured = owned[0] | owned[1]
        settled = captured | full if self.variant.ending == "decided" else full
        if has_line(owned[0]) or has_line(owned[1]) or settled == ALL_NINE:
            return False
        if self.ply() == 1:
            return True
        released = full | (captured if self.variant.release == "decided" else 0)
        pointed_at = self._cells_with_marks_of(self.turn)
        if pointed_at >> board & 1 and not released >> board & 1:
            return True
        closed_to_free = captured if self.variant.free_move == "undecided" else 0
        return bool(pointed_at & released) and not closed_to_free >> board & 1

    def _cells_with_marks_of(self, player: int) -> int:
        marks = self.marks[9 * player : 9 * player + 9]
        return sum(1 << cell for cell in NINE if any(mask >> cell & 1 for mask in marks))


def _boards_of(owner: Player, owners: str) -> int:
    return sum(1 << board for board in NINE if owners[board] == owner)


def _read_cells(cells: str) -> tuple[int, ...]:
    squares = trimmed(cells).upper()
    if len(squares) != 81 or set(squares) - set("XO."):
        raise BadSyntax(
            f"{quoted(cells)} are not the cells of a position: expected 81 of X, O and . "
            f"(got {len(squares)} characters)"
        )
    return tuple(
        sum(1 << cell for cell in NINE if squares[9 * board + cell] == player)
        for player in PLAYERS
        for board in NINE
    )


def _read_owners(owners: str) -> str:
    text = trimmed(owners).upper()
    if len(text) != 9 or set(text) - set("XO.-"):
        raise BadSyntax(
            f"{quoted(owners)} are not the owners of nine boards: expected nine of X, O, . and -"
        )
    return text


def _read_turn(turn: str) -> int:
    player = trimmed(turn).upper()
    if player not in PLAYERS:
        raise BadSyntax(f"{quoted(turn)} is not a player: expected X or O")
    return PLAYERS.index(player)


def _read_target(target: int | None) -> int | None:
    number = whole_number(target)
    if target is not None and (number is None or number not in NINE):
        raise BadSyntax(f"{quoted(target)} is not a target: expected a board 0-8, or None")
    return number


def _count(marks: tuple[int, ...], player: int) -> int:
    return sum(mask.bit_count() for mask in marks[9 * player : 9 * player + 9])


def _to_move(marks: tuple[int, ...]) -> int:
    return 1 if _count(marks, 0) > _count(marks, 1) else 0


def _wrong_counts(marks: tuple[int, ...], turn: Player | None) -> Iterator[str]:
    x_count, o_count = _count(marks, 0), _count(marks, 1)
    there_are = f"X has {counted(x_count, 'mark')} and O has {o_count}"
    if x_count - o_count not in (0, 1):
        yield f"{there_are}: X has as many as O, or one more"
    elif turn is not None and _read_turn(turn) != _to_move(marks):
        yield f"{there_are}, so it is not {turn}'s turn"


def _owners_by_marks(marks: tuple[int, ...], reasons: list[str]) -> str:
    """The owners that the marks alone tell; a board with lines of both needs to be told."""
    owners = ""
    for board in NINE:
        x_line, o_line = has_line(marks[board]), has_line(marks[9 + board])
        if x_line and o_line:
            reasons.append(f"board {board + 1} has lines of X and O: say who owns it")
        full = marks[board] | marks[9 + board] == ALL_NINE
        owners += "X" if x_line else "O" if o_line else "-" if full else "."
    return owners
