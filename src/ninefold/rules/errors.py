"""Everything that can go wrong, as one tree with three branches.

::

    NinefoldError                      whatever Ninefold raises on purpose
    ├── BadInput                       what was given cannot be used; a ValueError too
    │   ├── BadSyntax                  a text that cannot be read at all
    │   │   └── AmbiguousText          a text that two forms would read differently
    │   ├── BadVariant                 axes of a mode that contradict each other
    │   ├── IllegalMove                a readable move that the rules do not allow here
    │   ├── ImpossiblePosition         a position that no game can reach; has ``reasons``
    │   ├── BadLimit                   a limit that nothing can keep to (engine)
    │   ├── BadNetwork                 a file that is not a network, or not this variant's (engine)
    │   ├── BadBook                    a file that is no book, or not this variant's (engine)
    │   ├── BadArray                   arrays that the core cannot fill (engine)
    │   ├── Refuted                    a strategy that does not reach its goal (engine)
    │   ├── BadSamples                 a file that cannot be learnt from (learn)
    │   ├── BadConfig                  a server's settings that cannot be used (server)
    │   └── Refusal                    a request that a server refused; has a ``code`` (server)
    │       ├── RefusedInGame          a refusal that shows the game as it is (server)
    │       └── GameMoved              the game goes to another node just now (server)
    │           └── Away               the game lives at another node (server)
    ├── EngineError                    an engine cannot do it; a RuntimeError too (engine)
    │   ├── CoreMissing                the native library is not there (engine)
    │   └── EngineFailed               a program that broke off or broke the rules (protocols)
    │       ├── EngineNotStarted       it cannot be run, or does not speak the protocol
    │       ├── EngineTimeout          it gave no answer in time
    │       ├── EngineCrashed          it ended, or closed its output, while it was asked
    │       └── EngineCheated          it answered with something that is not a legal move
    └── SystemFailed                   a disk, port or network failed; an OSError too
        ├── SaveError                  a game that cannot be kept or read back (terminal)
        ├── StoreFailed                a database that cannot do it (server)
        │   ├── Conflict               somebody else wrote first (server)
        │   ├── Lost                   the game belongs to another node (server)
        │   ├── Unsure                 it broke off, and may have done it or not (server)
        │   ├── Unreadable             what it holds of a game makes no sense (server)
        │   └── TooMany                a cap that would not hold (server)
        ├── NoCluster                  a Ray cluster that is not there (arena)
        ├── CannotBind                 an address at which no server can listen (server)
        └── Unreachable                a server that does not answer (server)

At the command line the branches end with the exit codes 2, 3 and 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

__all__ = [
    "AmbiguousText",
    "BadInput",
    "BadSyntax",
    "BadVariant",
    "IllegalMove",
    "ImpossiblePosition",
    "NinefoldError",
    "SystemFailed",
    "counted",
    "nearest",
    "quoted",
]

_LONGEST_QUOTE = 60


class NinefoldError(Exception):
    """The root of every error that Ninefold raises on purpose."""

    def within(self, where: str) -> Self:
        """The same error, said of a place: ``move 17: …``."""
        return type(self)(f"{where}: {self}")


class BadInput(NinefoldError, ValueError):
    """Something that was given and cannot be used: the message says what was expected."""


class SystemFailed(NinefoldError, OSError):
    """A disk, a port or a network that did not do its part."""


class BadSyntax(BadInput):
    """A text that is not a move, a position or a game record."""


class AmbiguousText(BadSyntax):
    """A text that two notations read in two different ways."""


class IllegalMove(BadInput):
    """A well-formed move that the rules do not allow in this position."""


class ImpossiblePosition(BadInput):
    """A position that no game in its mode can reach, with every reason found."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = tuple(reasons)
        super().__init__("; ".join(self.reasons))

    def within(self, where: str) -> Self:
        """The same error, said of a place."""
        return type(self)([f"{where}: {self.reasons[0]}", *self.reasons[1:]])

    def __reduce__(self) -> tuple[type[ImpossiblePosition], tuple[tuple[str, ...]]]:
        return type(self), (self.reasons,)


class BadVariant(BadInput):
    """A mode whose axes contradict each other or have an unknown value."""


def quoted(value: object) -> str:
    """Show an offending value in a message, shortened when it is long.

    >>> quoted("99")
    "'99'"
    """
    try:
        text = repr(value)
    except ValueError:  # Python shows no number of thousands of digits
        return "a number too long to show"
    if len(text) <= _LONGEST_QUOTE:
        return text
    length = len(value) if isinstance(value, str) else len(text)
    return f"{text[:_LONGEST_QUOTE]}… ({length} characters)"


def nearest(word: str, known: Iterable[str]) -> str:
    """What was probably meant by a word, as a hint; nothing where none is like it.

    >>> nearest("clasic", ["modern", "classic"])
    'did you mean classic?'
    >>> nearest("go", ["modern", "classic"])
    ''
    """
    import difflib  # only who has mistyped something waits for it

    near = difflib.get_close_matches(word, list(known), n=1)
    return f"did you mean {near[0]}?" if near else ""


def counted(number: int, noun: str) -> str:
    """A number of things in words.

    >>> counted(1, "mark"), counted(2, "mark")
    ('1 mark', '2 marks')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
