r"""A whole game as text: tags, then moves with comments and clocks, then the result.

>>> record = parse_record('''
... [Mode "battle"]
... [X "Ann"]
... [O "Ben"]
... [Result "*"]
...
... 1. 55 {[clock 0:04:58.5] the centre} 51 15 *
... ''')
>>> record.moves[0].comment, record.position.turn
('the centre', 'O')
>>> parse_record(format_record(record)) == record
True

A move may carry a mark (``!``, ``?!``, ``?`` and so on) and side lines: what could have been played
instead of it, in parentheses behind it.

>>> parse_record('[Mode "modern"] 1. 55 51? {too quiet} (59 99) *').moves[1].side_lines
((RecordedMove(square=44), RecordedMove(square=80)),)

Moves are counted singly, so move 17 is X's ninth. The tags ``Mode``, ``Position`` (for a game that
began from a set-up position) and ``Result``, in capitals or not, say what the record is; so does
``TieBreak``, which older records have beside the mode. Every other tag is kept as it stands. By
custom ``X`` and ``O`` are the players, ``Date`` is year-month-day and ``Ending`` says how the game
ended; ``ninefold.game.record`` tells which tags the games of this house have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Final, Literal, get_args

from ninefold.rules.errors import BadSyntax, NinefoldError, counted, quoted
from ninefold.rules.notation import format_position, parse_position
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import check_square, parse_square, square_name, trimmed, whole_number
from ninefold.rules.variants import Variant, find_variant, format_variant

__all__ = [
    "Record",
    "RecordedMove",
    "Result",
    "format_record",
    "parse_record",
    "parse_records",
    "scan_records",
]

#: X or O has won, the game is drawn (=), or it was not finished (*).
Result = Literal["X", "O", "=", "*"]

_RESULTS: Final = get_args(Result)
_OWN_TAGS: Final = ("Mode", "TieBreak", "Position", "Result")
_SPELLING: Final = {name.lower(): name for name in _OWN_TAGS}
_MOVES_A_LINE: Final = 10
_LONGEST_CLOCK: Final = 1000 * 3600 * 1_000_000 - 1  # hours of six digits

# Kept as text: `re` compiles each on its first use, which keeps the import of the package quick.
_TAG_NAME: Final = r"[A-Za-z][A-Za-z0-9_]*"
_CLOCK: Final = r"\[clock ([0-9]{1,6}):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,3}))?\] ?"
#: Tried in this order at each place of the text. Editors put a byte order mark (FEFF) before a
#: file, and so between games when files are joined: it counts as space. Repeats that give nothing
#: back (``*+``) keep the time for a text that never closes in proportion to its length.
_TOKENS: Final = {
    "space": r"[\s\ufeff]+",
    "tag": rf'\[\s*+({_TAG_NAME})\s++"((?:[^"\\\n]++|\\.)*+)"\s*+\]',
    "comment": r"\{((?:[^{}\\]++|\\[\s\S])*+)\}",
    "open": r"\(",
    "close": r"\)",
    "number": r"([0-9]+)\.",
    "word": r"[^\s\ufeff\[\]{}()]+",
}
#: What an annotator says of a move, best first; longer ones are looked for first.
_MARKS: Final = ("!!", "!", "!?", "?!", "?", "??")
_BY_LENGTH: Final = sorted(_MARKS, key=len, reverse=True)
#: A side line of a side line and so on: deeper than any reader could follow.
_DEEPEST: Final = 50
_BREAKS: Final = {"\n": "n", "\r": "r"}


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record: square, comment, the player's clock after it in milliseconds, a mark.

    ``side_lines`` are moves that could have been played instead of this one, and so on from there.

    >>> RecordedMove(40, mark="??", side_lines=((RecordedMove(36),),))
    RecordedMove(square=40, mark='??', side_lines=((RecordedMove(square=36),),))
    """

    square: int
    comment: str = ""
    clock: int | None = None
    mark: str = ""
    side_lines: tuple[tuple[RecordedMove, ...], ...] = ()

    def __post_init__(self) -> None:
        check_square(self.square)
        object.__setattr__(self, "side_lines", tuple(map(tuple, self.side_lines)))
        if self.mark and self.mark not in _MARKS:
            raise BadSyntax(f"{quoted(self.mark)} is not a mark: expected {', '.join(_MARKS)}")
        if not all(self.side_lines):
            raise BadSyntax("a side line is empty: expected a move in it")
        _check_text("a comment", self.comment)
        clock = 0 if self.clock is None else whole_number(self.clock)
        if clock is None or not 0 <= clock <= _LONGEST_CLOCK:
            raise BadSyntax(
                f"{quoted(self.clock)} is not a clock: expected milliseconds, a whole number from 0"
            )

    def __repr__(self) -> str:
        """What differs from a bare move, as Python reads it back."""
        told = ((field.name, getattr(self, field.name), field.default) for field in fields(self))
        parts = (f"{name}={value!r}" for name, value, usual in told if value != usual)
        return f"RecordedMove({', '.join(parts)})"


@dataclass(frozen=True)
class Record:
    """A game: where it began, its moves, its result, and tags about it.

    >>> record = Record(Position.start("classic"), (RecordedMove(40), RecordedMove(36)))
    >>> record.position.target
    0
    """

    start: Position
    moves: tuple[RecordedMove, ...] = ()
    result: Result = "*"
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Copies of our own, so that what is changed outside does not change the record.
        object.__setattr__(self, "moves", tuple(self.moves))
        object.__setattr__(self, "tags", dict(self.tags))
        if self.result not in _RESULTS:
            raise BadSyntax(f"{quoted(self.result)} is not a result: expected X, O, = or *")
        for name, value in self.tags.items():
            _check_tag_name(name)
            _check_text(f"the tag {name}", value)
        _check_result(self.position, self.result)
        _check_side_lines(self.moves, self.positions)

    def __hash__(self) -> int:
        return hash((self.start, self.moves, self.result))

    @property
    def variant(self) -> Variant:
        """The mode that was played."""
        return self.start.variant

    @property
    def squares(self) -> tuple[int, ...]:
        """The moves as squares alone."""
        return tuple(move.square for move in self.moves)

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game, the first and the last included."""
        return replay(self.start, self.squares)

    @property
    def position(self) -> Position:
        """The position after the last move."""
        return self.positions[-1]


def _check_tag_name(name: object) -> None:
    word = trimmed(name)
    if word != name or word.lower() in _SPELLING or not re.fullmatch(_TAG_NAME, word):
        raise BadSyntax(
            f"{quoted(name)} cannot be a tag: expected a word of letters and digits, and not one "
            f"of {', '.join(_OWN_TAGS)}, which follow from the game"
        )


def _check_text(what: str, value: object) -> None:
    if not isinstance(value, str):
        raise BadSyntax(f"{what} is {quoted(value)}: expected a text")


def _check_side_lines(
    moves: Sequence[RecordedMove], positions: Sequence[Position], depth: int = 0
) -> None:
    """Every side line can be played instead of its move."""
    for move, before in zip(moves, positions, strict=False):
        if move.side_lines and depth == _DEEPEST:
            raise BadSyntax(f"side lines lie {depth + 1} deep: expected at most {_DEEPEST}")
        for line in move.side_lines:
            after = replay(before, [side.square for side in line])
            _check_side_lines(line, after, depth + 1)


def _check_result(position: Position, result: Result) -> None:
    """What the board decides the result must repeat; an undecided game may end off the board."""
    if position.outcome is None:
        return
    earned = position.outcome.winner or "="
    if result != earned:
        raise BadSyntax(f"the result is {quoted(result)}: expected {earned}, as the moves end it")


# Writing


def format_record(record: Record) -> str:
    """A record as text that reads back exactly."""
    lines = [f'[{name} "{_escape(value, chr(34))}"]' for name, value in _all_tags(record)]
    return "\n".join([*lines, "", *_move_lines(record), ""])


def _all_tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Mode", format_variant(record.variant)
    yield from record.tags.items()
    if record.start != Position.start(record.variant):
        yield "Position", format_position(record.start)
    yield "Result", record.result


def _move_lines(record: Record) -> Iterator[str]:
    first = record.start.ply + 1
    for at in range(0, len(record.moves), _MOVES_A_LINE):
        words = [_format_move(move) for move in record.moves[at : at + _MOVES_A_LINE]]
        yield f"{first + at}. {' '.join(words)}"
    yield record.result


def _format_move(move: RecordedMove) -> str:
    notes = []
    if move.clock is not None:
        notes.append(f"[clock {_format_clock(move.clock)}]")
    if move.comment:
        # Brackets are escaped too, so that no comment can be taken for a clock.
        notes.append(_escape(move.comment, "{}["))
    told = square_name(move.square) + move.mark + (f" {{{' '.join(notes)}}}" if notes else "")
    lines = (f" ({' '.join(map(_format_move, line))})" for line in move.side_lines)
    return told + "".join(lines)


def _format_clock(milliseconds: int) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    text = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{text}.{rest:03}".rstrip("0") if rest else text


def _escape(text: str, special: str) -> str:
    return "".join(
        "\\" + _BREAKS.get(char, char) if char in "\\\n\r" + special else char for char in text
    )


# Reading


def parse_record(text: str) -> Record:
    """Read the one record in a text."""
    records = parse_records(text)
    if len(records) != 1:
        raise BadSyntax(f"expected one game record, found {len(records)} in {quoted(text)}")
    return records[0]


def parse_records(text: str) -> tuple[Record, ...]:
    """Read every record in a text, one after another."""
    records = []
    for _, found in scan_records(text):
        if isinstance(found, NinefoldError):
            raise found
        records.append(found)
    return tuple(records)


def scan_records(text: str) -> Iterator[tuple[int, Record | NinefoldError]]:
    """Each record of a text, or what is wrong with it, and the line in which it begins.

    >>> text = '''[Mode "open"] 55 55 *
    ... [Mode "open"] 55 *'''
    >>> [(line, isinstance(found, Record)) for line, found in scan_records(text)]
    [(1, False), (2, True)]
    """
    at = 0
    while at < len(text):
        draft, begun = _Draft(), 0
        try:
            for line, kind, match in _tokens(text, at):
                begun = begun or line
                draft.take_at(line, kind, match)
                at = match.end()
                if draft.result is not None:
                    yield begun, draft.record()
                    draft, begun = _Draft(), 0
            if draft.tags or draft.moves:
                raise draft.unfinished(text)
            return
        except NinefoldError as error:
            at = _after_space(text, at)
            yield begun or text.count("\n", 0, at) + 1, error
            at = _next_game(text, at, within=draft)


def _after_space(text: str, at: int, end: int | None = None) -> int:
    space = re.compile(_TOKENS["space"]).match(text, at, len(text) if end is None else end)
    return space.end() if space else at


def _next_game(text: str, at: int, within: _Draft) -> int:
    """Where the game after a broken one begins: at tags behind what is no tag."""
    tags = text.startswith("[", at)
    if tags and within.start is not None:
        return at  # it had no end
    for line in re.compile(r"(?m)^.+$").finditer(text, at):
        # No further than the line: many empty ones would be gone through again from each.
        is_tag = text.startswith("[", _after_space(text, line.start(), line.end()), line.end())
        if is_tag and not tags:
            return line.start()
        tags = is_tag
    return len(text)


def _tokens(text: str, at: int) -> Iterator[tuple[int, str, re.Match[str]]]:
    """The line, kind and match of each thing that stands in a record, from a place on."""
    line = text.count("\n", 0, at) + 1
    while at < len(text):
        kind, match = _token_at(text, at, line)
        if kind != "space":
            yield line, kind, match
        line += text.count("\n", at, match.end())
        at = match.end()


def _token_at(text: str, at: int, line: int) -> tuple[str, re.Match[str]]:
    for kind, pattern in _TOKENS.items():
        match = re.compile(pattern).match(text, at)
        if match:
            return kind, match
    rest = quoted(text[at : at + 40].split("\n")[0])
    if text[at] == "{":
        wrong = rf"{rest} is not a comment: expected }} at its end, and \{{ or \}} for one inside"
    else:
        wrong = f'{rest} is not a tag: expected a name and a text in quotes, such as [X "Ann"]'
    raise BadSyntax(f"line {line}: {wrong}")


@dataclass(slots=True)
class _Line:
    """Moves while they are being read, and the positions before and after each."""

    moves: list[RecordedMove] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)


class _Draft:
    """A record while it is being read."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.result: Result | None = None
        self.start: Position | None = None
        #: The game, then the side line that is being read, then its own, and so on.
        self._lines: list[_Line] = [_Line()]

    @property
    def moves(self) -> list[RecordedMove]:
        """The moves of the game, or of the side line that is being read."""
        return self._lines[-1].moves

    def unfinished(self, text: str) -> BadSyntax:
        """What is wrong with a record that has no end."""
        return BadSyntax(
            f"the record ends after {counted(len(self.moves), 'move')} without its result: "
            f"expected X, O, = or * in {quoted(text[-40:])}"
        )

    def take_at(self, line: int, kind: str, match: re.Match[str]) -> None:
        """Take in what stands in a line."""
        try:
            self.take(kind, match)
        except NinefoldError as error:
            raise error.within(f"line {line}") from error

    def take(self, kind: str, match: re.Match[str]) -> None:
        if kind == "tag":
            self._take_tag(match[1], _unescape(match[2]))
        elif "Mode" not in self.tags:
            raise BadSyntax(
                f"the record does not say its mode before {quoted(match[0])}: "
                'expected a tag like [Mode "modern"] first'
            )
        elif kind == "comment":
            self._take_comment(match[1])
        elif kind == "number":
            self._take_number(match[1])
        elif kind == "open":
            self._open_side_line()
        elif kind == "close":
            self._close_side_line()
        elif match[0].upper() in _RESULTS:
            self._take_result(match[0].upper())
        else:
            self._take_move(match[0])

    def _take_tag(self, written: str, value: str) -> None:
        name = _SPELLING.get(written.lower(), written)
        if self.start is not None:
            raise BadSyntax(
                f"the tag {name} stands after the moves began: expected it before them, "
                "or the last game's result first"
            )
        if name in self.tags:
            raise BadSyntax(f"the tag {name} stands twice: expected each once")
        self.tags[name] = value

    def _take_number(self, digits: str) -> None:
        expected = self._now().ply + 1
        if digits.lstrip("0") != str(expected):
            raise BadSyntax(f"move number {quoted(digits)} stands where {expected} is expected")

    def _take_move(self, word: str) -> None:
        position = self._now()
        mark = next((mark for mark in _BY_LENGTH if word.endswith(mark)), "")
        try:
            square = parse_square(word.removesuffix(mark))
            after = position.play(square)
        except NinefoldError as error:
            raise error.within(f"move {position.ply + 1}") from error
        self.moves.append(RecordedMove(square, mark=mark))
        self._lines[-1].positions.append(after)

    def _open_side_line(self) -> None:
        if not self.moves:
            raise BadSyntax("a side line opens before any move: expected it behind its move")
        if len(self._lines) > _DEEPEST:
            raise BadSyntax(f"side lines lie deeper than {_DEEPEST}: expected fewer parentheses")
        self._lines.append(_Line(positions=[self._lines[-1].positions[-2]]))

    def _close_side_line(self) -> None:
        if len(self._lines) == 1:
            raise BadSyntax("')' closes no side line: expected '(' before it")
        moves = tuple(self._lines.pop().moves)
        last = self.moves[-1]
        self.moves[-1] = replace(last, side_lines=(*last.side_lines, moves))

    def _take_comment(self, body: str) -> None:
        last = self.moves[-1] if self.moves else None
        if last is None or last.comment or last.clock is not None or last.side_lines:
            raise BadSyntax(
                f"the comment {quoted(body)} does not follow a move of its own: "
                "expected at most one after each move"
            )
        clock = re.match(_CLOCK, body)
        if clock is None and body.startswith("[clock"):
            raise BadSyntax(
                f"{quoted(body)} does not begin with a clock: expected one like [clock 0:04:58.5]"
            )
        # A line end inside a comment is the same whatever system wrote the file.
        text = _unescape((body[clock.end() :] if clock else body).replace("\r\n", "\n"))
        milliseconds = _read_clock(clock) if clock else None
        self.moves[-1] = replace(last, comment=text, clock=milliseconds)

    def _take_result(self, word: str) -> None:
        if len(self._lines) > 1:
            raise BadSyntax(f"the result {quoted(word)} stands in a side line: expected ')' before")
        said = self.tags.get("Result", word)
        if said.strip().upper() != word:
            raise BadSyntax(
                f"the result is {quoted(word)}, but the Result tag says {quoted(said)}: "
                "expected the same in both"
            )
        _check_result(self._now(), word)  # type: ignore[arg-type]  # a member of _RESULTS
        self.result = word  # type: ignore[assignment]  # a member of _RESULTS

    def _now(self) -> Position:
        """The position reached; the first call sets the board up as the tags say."""
        if self.start is None:
            self.start = self._start()
            self._lines[0].positions.append(self.start)
        return self._lines[-1].positions[-1]

    def _start(self) -> Position:
        tie_break = self.tags.get("TieBreak")
        said = None if tie_break is None else tie_break.strip().lower()
        variant = find_variant(self.tags["Mode"], tie_break=said)  # type: ignore[arg-type]  # Variant checks it
        if "Position" not in self.tags:
            return Position.start(variant)
        position = parse_position(self.tags["Position"])
        if position.variant != variant:
            raise BadSyntax(
                f"the Position tag is of mode {format_variant(position.variant)}, "
                f"but the Mode tag says {quoted(self.tags['Mode'])}: expected the same in both"
            )
        return position

    def record(self) -> Record:
        tags = {name: value for name, value in self.tags.items() if name not in _OWN_TAGS}
        return Record(self.start or self._start(), tuple(self.moves), self.result or "*", tags)


def _unescape(text: str) -> str:
    breaks = {letter: char for char, letter in _BREAKS.items()}
    return re.sub(r"\\(.)", lambda found: breaks.get(found[1], found[1]), text, flags=re.DOTALL)


def _read_clock(clock: re.Match[str]) -> int:
    hours, minutes, seconds = (int(clock[n]) for n in (1, 2, 3))
    fraction = int((clock[4] or "0").ljust(3, "0"))
    return 1000 * (3600 * hours + 60 * minutes + seconds) + fraction
