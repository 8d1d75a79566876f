"""Players: engines by their name, as people type it.

========================== ===========================================================
``full``                   our engine at full strength
a level's name             one of the eight levels, such as ``casual``
``random``                 any legal move
``greedy``                 wins or captures if it can, else any legal move
``mcts``                   a plain tree search by random games
``openspiel``              OpenSpiel's tree search (``pip install open_spiel``)
``ugi:COMMAND``            any program that speaks UGI
``codingame:COMMAND``      any bot written for CodinGame
``python:MODULE:NAME``     a function from a position to a square, or an ``Engine`` class
========================== ===========================================================

Our own take settings after a colon, and a limit of their own: ``full:threads=2,time=1``.

>>> find_player("random:seed=5").make().name
'random'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ninefold.arena.python_engine import check_reference, load_engine
from ninefold.engine.baselines import GreedyEngine, RandomEngine
from ninefold.engine.engine import Engine
from ninefold.engine.levels import EVALUATIONS, LEVELS
from ninefold.engine.limit import Limit
from ninefold.protocols.codingame_engine import CodingameEngine
from ninefold.protocols.options import Option, find_option
from ninefold.protocols.ugi import Offer
from ninefold.protocols.ugi_engine import UgiEngine
from ninefold.rules.errors import BadInput, BadSyntax, nearest, quoted

__all__ = ["DEFAULT_PLAYER", "OFFERS", "Player", "find_player"]

#: Who plays when nobody is asked for.
DEFAULT_PLAYER: Final = "full"

_LEVEL: Final = Option("Level", "combo", "full", choices=tuple(level.name for level in LEVELS))
_HASH: Final = Option("Hash", "spin", "16", low=1, high=1 << 20)
_THREADS: Final = Option("Threads", "spin", "1", low=1, high=64)
_EVALUATION: Final = Option("Evaluation", "combo", EVALUATIONS[0], choices=EVALUATIONS)
_NETWORK: Final = Option("EvalFile", "string")
_BOOK: Final = Option("Book", "string", "on")
_CONTEMPT: Final = Option("Contempt", "spin", "0", low=0, high=800)
_SEED: Final = Option("Seed", "spin", "0", low=0, high=2**31 - 1)

#: Options that have a name of their own as a setting.
_SHORT: Final[Mapping[str, str]] = MappingProxyType({"network": _NETWORK.name})

_LIMITS: Final[Mapping[str, Callable[[str], Any]]] = MappingProxyType(
    {"time": float, "nodes": int, "depth": int}
)


@dataclass(frozen=True, slots=True)
class Player:
    """An engine that somebody asked for, how it is to be set, and the limit it brings along."""

    text: str
    offer: Offer
    settings: Mapping[str, str] = field(default_factory=dict)
    limit: Limit | None = None
    from_start_only: bool = False

    def make(self) -> Engine:
        """Start the engine."""
        defaults = {option.name: option.default for option in self.offer.options}
        return self.offer.make({**defaults, **self.settings})

    @property
    def network(self) -> str | None:
        """The file of the network that it was given, if it was given one."""
        return _file(self.settings.get(_NETWORK.name, ""))

    def judging_by(self, network: Path) -> Player:
        """The same with another file as its network."""
        return replace(self, settings={**self.settings, _NETWORK.name: str(network)})

    def as_set(self) -> Offer:
        """The same on offer, with its settings as the defaults."""
        options = tuple(
            replace(option, default=self.settings.get(option.name, option.default))
            for option in self.offer.options
        )
        return replace(self.offer, options=options)


def _file(value: str) -> str | None:
    """The file that was named, if one was; UGI says ``<empty>`` for none."""
    return None if value in ("", "<empty>") else value


def _book(value: str) -> bool | str:
    """Whether to follow the opening book, or the file of another one."""
    return {"on": True, "off": False, "": False, "<empty>": False}.get(value.lower(), value)


def _seed(values: Mapping[str, str]) -> int | None:
    """Seed 0 asks for another game each time."""
    return int(values["Seed"]) or None


def _full(values: Mapping[str, str]) -> Engine:
    from ninefold.engine.level_engine import LevelEngine
    from ninefold.engine.native import NativeEngine

    memory, threads = int(values["Hash"]), int(values["Threads"])
    if values["Level"] != _LEVEL.default:
        _refuse_another_judgement(values)
        return LevelEngine(values["Level"], seed=_seed(values), memory=memory, threads=threads)
    return NativeEngine(
        memory=memory,
        threads=threads,
        seed=int(values["Seed"]),
        evaluation=values["Evaluation"],
        contempt=int(values["Contempt"]),
        network=_file(values["EvalFile"]),
        book=_book(values["Book"]),
    )


def _refuse_another_judgement(values: Mapping[str, str]) -> None:
    """A level is what was measured under its name, its judgement included."""
    changed = [
        option
        for option in (_EVALUATION, _CONTEMPT, _NETWORK, _BOOK)
        if values[option.name] != option.default
    ]
    if changed:
        short = {long: name for name, long in _SHORT.items()}
        given = ", ".join(
            f"{short.get(option.name, option.name.lower())}={values[option.name]}"
            for option in changed
        )
        raise BadInput(
            f"level {values['Level']} was given {given}: a level judges positions in its own way; "
            "leave that out, or play at full strength within a limit, such as full:nodes=40000"
        )


def _level(name: str) -> Offer:
    def make(values: Mapping[str, str]) -> Engine:
        from ninefold.engine.level_engine import LevelEngine

        return LevelEngine(name, seed=_seed(values))

    return Offer(name, make, (_SEED,))


def _mcts(values: Mapping[str, str]) -> Engine:
    from ninefold.engine.mcts import TreeEngine

    return TreeEngine(seed=int(values["Seed"]))


def _openspiel(values: Mapping[str, str]) -> Engine:
    from ninefold.arena.openspiel import OpenSpielEngine

    return OpenSpielEngine(int(values["Seed"]))


#: The engines that need no command, by name.
OFFERS: Final[Mapping[str, Offer]] = MappingProxyType(
    {
        offer.name: offer
        for offer in (
            Offer(
                "full",
                _full,
                (_LEVEL, _HASH, _THREADS, _EVALUATION, _NETWORK, _BOOK, _CONTEMPT, _SEED),
            ),
            *(_level(level.name) for level in LEVELS if level.name != DEFAULT_PLAYER),
            Offer("greedy", lambda values: GreedyEngine(_seed(values)), (_SEED,)),
            Offer("random", lambda values: RandomEngine(_seed(values)), (_SEED,)),
            Offer("mcts", _mcts, (_SEED,)),
            Offer("openspiel", _openspiel, (_SEED,)),
        )
    }
)

_PROGRAMS: Final[Mapping[str, type[UgiEngine | CodingameEngine]]] = MappingProxyType(
    {"ugi": UgiEngine, "codingame": CodingameEngine}
)
_PYTHON: Final = "python"


def find_player(text: str) -> Player:
    """The engine that a text asks for."""
    name, _, rest = text.strip().partition(":")
    name = name.strip().lower()
    if name in _PROGRAMS:
        return _program(text.strip(), name, rest.strip())
    if name == _PYTHON:
        check_reference(rest)
        return Player(text.strip(), Offer(text.strip(), lambda _: load_engine(rest)))
    if name in OFFERS:
        return _ours(text.strip(), OFFERS[name], rest)
    programs = (f"{program}:COMMAND" for program in _PROGRAMS)
    choices = ", ".join([*OFFERS, *programs, f"{_PYTHON}:MODULE:NAME"])
    hint = nearest(name, [*OFFERS, *_PROGRAMS, _PYTHON]) or f"expected one of {choices}"
    raise BadSyntax(f"{quoted(text)} is not an engine: {hint}")


def _program(text: str, protocol: str, command: str) -> Player:
    if not command:
        raise BadSyntax(
            f"{quoted(text)} names no program: expected a command such as {protocol}:./my-bot"
        )
    start = _PROGRAMS[protocol]
    offer = Offer(text, lambda _: start(command))
    return Player(text, offer, from_start_only=start.from_start_only)


def _ours(text: str, offer: Offer, rest: str) -> Player:
    settings: dict[str, str] = {}
    limits: dict[str, Any] = {}
    for setting in filter(None, (part.strip() for part in rest.split(","))):
        name, _, value = (part.strip() for part in setting.partition("="))
        option = find_option(offer.options, _SHORT.get(name.lower(), name))
        if option is not None:
            settings[option.name] = option.check(value)
        elif name in _LIMITS:
            limits[name] = _limit_value(name, value)
        else:
            short = {long: name for name, long in _SHORT.items()}
            options = (short.get(o.name, o.name.lower()) for o in offer.options)
            known = ", ".join([*options, *_LIMITS])
            raise BadSyntax(f"{quoted(setting)} in {quoted(text)}: expected one of {known}")
    return Player(text, offer, settings, Limit(**limits) if limits else None)


def _limit_value(name: str, value: str) -> Any:
    try:
        return _LIMITS[name](value)
    except ValueError:
        raise BadSyntax(f"{name} is {quoted(value)}: expected a number") from None
