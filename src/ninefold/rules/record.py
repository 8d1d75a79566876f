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

Moves are counted singly, so move 17 is X's ninth. The tags ``Mode``, ``TieBreak``, ``Position``
(for a game that began from a set-up position) and ``Result``, in capitals or not, say what the
record is; every other tag is kept as it stands. By custom ``X`` and ``O`` are the players,
``Date`` is year-month-day, ``Ending`` says how a game ended off the board (resigned, time, agreed
…) and ``Swap`` is ``taken`` or ``declined`` where O was offered X's first move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal, get_args

from ninefold.rules.errors import BadSyntax, NinefoldError, counted, quoted
from ninefold.rules.notation import (
    format_position,
    format_variant,
    parse_position,
    parse_variant,
)
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import check_square, parse_square, square_name, trimmed, whole_number
from ninefold.rules.variants import Variant, find_variant

__all__ = [
    "Record",
    "RecordedMove",
    "Result",
    "format_record",
    "parse_record",
    "parse_records",
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
    "number": r"([0-9]+)\.",
    "word": r"[^\s\ufeff\[\]{}]+",
}
_BREAKS: Final = {"\n": "n", "\r": "r"}


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record: square, comment, and the player's clock after it in milliseconds."""

    square: int
    comment: str = ""
    clock: int | None = None

    def __post_init__(self) -> None:
        check_square(self.square)
        _check_text("a comment", self.comment)
        clock = 0 if self.clock is None else whole_number(self.clock)
        if clock is None or not 0 <= clock <= _LONGEST_CLOCK:
            raise BadSyntax(
                f"{quoted(self.clock)} is not a clock: expected milliseconds, a whole number from 0"
            )


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
    if record.variant.tie_break != "draw":
        yield "TieBreak", record.variant.tie_break
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
    return square_name(move.square) + (f" {{{' '.join(notes)}}}" if notes else "")


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
    drafts = [_Draft()]
    for line, kind, match in _tokens(text):
        if drafts[-1].result is not None:
            drafts.append(_Draft())
        try:
            drafts[-1].take(kind, match)
        except NinefoldError as error:
            raise error.within(f"line {line}") from error
    if drafts[-1].result is None:
        unfinished = drafts.pop()
        if unfinished.tags or unfinished.moves:
            played = counted(len(unfinished.moves), "move")
            raise BadSyntax(
                f"the record ends after {played} without its result: "
                f"expected X, O, = or * in {quoted(text[-40:])}"
            )
    return tuple(draft.record() for draft in drafts)


def _tokens(text: str) -> Iterator[tuple[int, str, re.Match[str]]]:
    """The line, kind and match of each thing that stands in a record."""
    at, line = 0, 1
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


class _Draft:
    """A record while it is being read."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.moves: list[RecordedMove] = []
        self.result: Result | None = None
        self.start: Position | None = None
        self.position: Position | None = None

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
        elif match[0].upper() in _RESULTS:
            self._take_result(match[0].upper())
        else:
            self._take_move(match[0])

    def _take_tag(self, written: str, value: str) -> None:
        name = _SPELLING.get(written.lower(), written)
        if self.position is not None:
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
        try:
            square = parse_square(word)
            self.position = position.play(square)
        except NinefoldError as error:
            raise error.within(f"move {position.ply + 1}") from error
        self.moves.append(RecordedMove(square))

    def _take_comment(self, body: str) -> None:
        if not self.moves or self.moves[-1].comment or self.moves[-1].clock is not None:
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
        self.moves[-1] = RecordedMove(self.moves[-1].square, text, milliseconds)

    def _take_result(self, word: str) -> None:
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
        if self.position is None:
            self.start = self.position = self._start()
        return self.position

    def _start(self) -> Position:
        tie_break = self.tags.get("TieBreak", "draw").strip().lower()
        mode = parse_variant(self.tags["Mode"])
        variant = find_variant(mode, tie_break=tie_break)  # type: ignore[arg-type]  # Variant checks it
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
