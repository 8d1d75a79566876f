"""UGI, the universal game interface: any engine behind lines of text.

The thread that reads never searches, so ``stop`` and ``isready`` are answered in mid search. Lines
that make no sense are answered with ``info string`` and change nothing, and so are settings that no
engine can be made with.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from ninefold.engine.engine import Engine
from ninefold.engine.info import Info
from ninefold.engine.limit import Limit
from ninefold.protocols.options import Option, find_option
from ninefold.protocols.ugi_text import (
    format_info,
    parse_go,
    split_position,
    split_setting,
)
from ninefold.rules.errors import BadSyntax, NinefoldError, quoted
from ninefold.rules.notation import parse_position
from ninefold.rules.position import Position, replay
from ninefold.rules.squares import square_name
from ninefold.rules.variants import AXES, format_variant, parse_variant

__all__ = ["Offer", "UgiServer"]

#: How often a stop is repeated until the search has ended: it may not have begun yet.
_STOP_AGAIN: Final = 0.002

#: What TieBreak is while nobody has set it: the tie-break that Mode says.
_OF_MODE: Final = "mode"

#: Mode is a text because variants of one's own cannot be listed.
_SERVER_OPTIONS: Final = (
    Option("Mode", "string", "modern"),
    Option("TieBreak", "combo", _OF_MODE, choices=(_OF_MODE, *AXES["tie_break"])),
    Option("MultiPV", "spin", "1", low=1, high=81),
)


@dataclass(frozen=True, slots=True)
class Offer:
    """An engine that can be had: what it is called, what it can be set to, and how to make it."""

    name: str
    make: Callable[[Mapping[str, str]], Engine]
    options: tuple[Option, ...] = ()


class UgiServer:
    """Answers UGI's lines with the engine on offer until ``quit`` or the end of input."""

    def __init__(self, offer: Offer, say: Callable[[str], None]) -> None:
        self._offer = offer
        self._options = (*_SERVER_OPTIONS, *offer.options)
        self._values = {option.name: option.default for option in self._options}
        self._say_raw = say
        self._saying = threading.Lock()
        self._position: Position | None = None  # as asked for last, or the start of the mode
        self._engine: Engine | None = None
        self._made_with = self._wanted()  # what it is set to; as offered while there is none
        self._search: _Search | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._uginewgame,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
        }

    def serve(self, lines: Iterable[str]) -> None:
        """Answer line by line. At the end of input a search that ends by itself may do so."""
        try:
            for line in lines:
                if line.split()[:1] == ["quit"]:
                    break
                self.answer(line)
            else:
                self._await_search()
        finally:
            self._stop([])
            if self._engine is not None:
                self._engine.close()

    def answer(self, line: str) -> None:
        """Do what one line asks."""
        words = line.split()
        if not words:
            return
        try:
            command = self._commands.get(words[0])
            if command is None:
                known = ", ".join((*self._commands, "quit"))
                raise BadSyntax(f"{quoted(words[0])} is not a command: expected one of {known}")
            command(words[1:])
        except Exception as error:  # whatever it was, the next line must be heard
            self._complain(error)

    # The commands

    def _ugi(self, _: list[str]) -> None:
        self._say(f"id name Ninefold {self._offer.name}")
        self._say("id author the Ninefold authors")
        for option in self._options:
            self._say(str(option))
        self._say("ugiok")

    def _isready(self, _: list[str]) -> None:
        if not self._searching:
            self._ready_engine()
        self._say("readyok")

    def _setoption(self, words: list[str]) -> None:
        name, value = split_setting(words)
        option = find_option(self._options, name)
        if option is None:
            known = ", ".join(option.name for option in self._options)
            raise BadSyntax(f"{quoted(name)} is not an option: expected one of {known}")
        checked = option.check(value)
        if option.name == "Mode":
            checked = format_variant(parse_variant(checked))
        self._values[option.name] = checked
        if option.name in ("Mode", "TieBreak"):
            self._position = None

    def _uginewgame(self, _: list[str]) -> None:
        self._refuse_while_searching("a new game")
        self._position = None
        if self._engine is not None:
            self._engine.new_game()

    def _set_position(self, words: list[str]) -> None:
        text, moves = split_position(words)
        start = self._start() if text is None else parse_position(text)
        self._position = replay(start, moves)[-1]

    def _go(self, words: list[str]) -> None:
        go = parse_go(words)
        self._refuse_while_searching("another search")
        if go.unknown:
            self._say(f"info string go does not know {quoted(' '.join(go.unknown))}: ignored")
        position = self._here()
        if position.outcome is not None:
            self._say("info string the game is over: there is no move to look for")
            self._say("bestmove none")
            return
        lines = int(self._values["MultiPV"])
        limit = go.limit(position.turn)
        engine = self._ready_engine()
        if engine is None:
            self._say(f"bestmove {square_name(position.legal_moves[0])}")
            return
        self._search = _Search(engine, position, limit, lines, self._say)

    def _stop(self, _: list[str]) -> None:
        if self._search is not None:
            self._search.stop()

    def _query(self, words: list[str]) -> None:
        position = self._here()
        outcome = position.outcome
        answers = {
            "gameover": _truth(outcome is not None),
            "p1turn": _truth(position.turn == "X"),
            "result": "none" if outcome is None else _RESULTS[outcome.winner],
        }
        question = " ".join(words)
        if question not in answers:
            raise BadSyntax(
                f"{quoted(question)} is not a query: expected one of {', '.join(answers)}"
            )
        self._say(f"response {answers[question]}")

    # What they need

    @property
    def _searching(self) -> bool:
        return self._search is not None and not self._search.over

    def _refuse_while_searching(self, what: str) -> None:
        if self._searching:
            raise BadSyntax(f"{what} was asked for while a search is under way: stop it first")

    def _await_search(self) -> None:
        if self._search is not None and not self._search.endless:
            self._search.join()

    def _start(self) -> Position:
        said = self._values["TieBreak"]
        tie_break = None if said == _OF_MODE else said
        return Position.start(self._values["Mode"], tie_break=tie_break)  # type: ignore[arg-type]  # checked by the option

    def _here(self) -> Position:
        if self._position is None:
            self._position = self._start()
        return self._position

    def _wanted(self) -> dict[str, str]:
        return {option.name: self._values[option.name] for option in self._offer.options}

    def _ready_engine(self) -> Engine | None:
        """The engine as it is set now, or as it was set before if it cannot be had like that."""
        wanted = self._wanted()
        if self._engine is None or wanted != self._made_with:
            # Closed before there is another: there may not be room for both.
            if self._engine is not None:
                self._engine.close()
            self._engine = self._make(wanted) or self._make(self._made_with)
        return self._engine

    def _make(self, settings: Mapping[str, str]) -> Engine | None:
        try:
            engine = self._offer.make(settings)
        except Exception as error:  # whatever it was, somebody waits for an answer
            self._complain(error)
            return None
        self._values.update(settings)
        self._made_with = dict(settings)
        return engine

    def _complain(self, error: Exception) -> None:
        refused = isinstance(error, NinefoldError)
        self._say(f"info string {error if refused else f'{type(error).__name__}: {error}'}")

    def _say(self, line: str) -> None:
        with self._saying:
            self._say_raw(line)


class _Search:
    """One search in a thread of its own, from its start to its ``bestmove``."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        limit: Limit,
        lines: int,
        say: Callable[[str], None],
    ) -> None:
        self._engine = engine
        self._position = position
        self._limit = limit
        self._lines = lines
        self._say = say
        self._stopped = threading.Event()
        self._answered = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def over(self) -> bool:
        return self._answered.is_set()

    @property
    def endless(self) -> bool:
        return self._limit.endless

    def join(self) -> None:
        self._thread.join()

    def stop(self) -> None:
        """End it and wait for its answer."""
        self._stopped.set()
        while not self._answered.wait(_STOP_AGAIN):
            self._engine.stop()
        self._thread.join()

    def _run(self) -> None:
        best = self._position.legal_moves[0]
        try:
            updates = self._engine.analysis(self._position, self._limit, lines=self._lines)
            with closing(updates):
                for infos in updates:
                    best = self._tell(infos, best)
        except Exception as error:  # whatever it was, somebody waits for a move
            self._say(f"info string the engine failed: {type(error).__name__}: {error}")
        if self.endless:
            self._stopped.wait()  # an endless search owes its answer when it is stopped, not before
        self._answered.set()  # before it is said: the next `go` may follow at once
        self._say(f"bestmove {square_name(best)}")

    def _tell(self, infos: list[Info], best: int) -> int:
        for info in infos:
            self._say(format_info(info))
        return infos[0].move if infos else best


_RESULTS: Final = {"X": "p1win", "O": "p2win", None: "draw"}


def _truth(answer: bool) -> str:
    return "true" if answer else "false"
