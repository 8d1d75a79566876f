"""Write what the browser shares with us: ``python -m ninefold.server.wire.typescript FOLDER``.

``messages.ts`` are the types of ``messages/``, ``traits.ts`` what sets modes apart,
``offered.ts`` what a page offers without a server, ``engine/facts.ts`` the numbers that the engine
in the page shares with the one here, ``puzzles/*.json`` the puzzles, and ``i18n/words.*.ts`` what
``ninefold.words`` says of the game: parts of the browser's catalogues, one file a language, so that
a page loads only its own; ``i18n/further-words.*.ts`` is what only some pages say of it. A test
compares the committed files with this.
"""

from __future__ import annotations

import inspect
import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

from msgspec import inspect as shapes
from msgspec import to_builtins

from ninefold.analysis.explorer import PLIES
from ninefold.analysis.puzzles import DAILY_STRIDE
from ninefold.engine.books import book_name, find_book
from ninefold.engine.core import axes_of
from ninefold.engine.level_engine import VARIETY, weakness_of
from ninefold.engine.levels import LEVELS, Level
from ninefold.engine.networks import find_network, weights_name
from ninefold.engine.scale import HAND_SCALE
from ninefold.game.computer import DEFAULT_LEVEL, pace_of
from ninefold.game.reasons import REASON_CODES
from ninefold.game.remarks import OF_NO_BOARD, REMARK_CODES
from ninefold.rules.errors import BadVariant
from ninefold.rules.variants import AXES, VARIANTS, Variant
from ninefold.server.play.computer import offered_levels
from ninefold.server.play.pairing import CLOCKS
from ninefold.server.play.views import axes_view
from ninefold.server.wire import messages
from ninefold.server.wire.messages import bodies, commands, events, game, line, lobby
from ninefold.server.wire.puzzles import puzzle_files
from ninefold.words import GAME_WORDS, LANGUAGES, TRAITS, GameWords, Language

__all__ = [
    "engine_facts",
    "files",
    "further_words",
    "game_words",
    "main",
    "offered",
    "traits",
    "typescript",
]

#: Where messages are declared, in the order in which they are written.
_PARTS = (game, commands, events, lobby, line, bodies)
_HEADER = "// Written by `make types` from src/ninefold/{source}: edit that instead.\n"
#: Unions and words that get a name of their own in the browser.
_ALIASES = (
    *("Side", "GameState", "Opponent", "TieBreak", "SwapState", "EndReason", "CauseKind", "Scope"),
    "Phrase",
    *(
        "ProblemCode",
        "ClockSettings",
        "GameCommand",
        "ClientMessage",
        "GameMessage",
        "LobbyMessage",
        "LineCommand",
        "LineMessage",
    ),
)
_PLAIN: dict[type, str] = {
    shapes.IntType: "number",
    shapes.FloatType: "number",
    shapes.StrType: "string",
    shapes.BoolType: "boolean",
    shapes.NoneType: "null",
}


def typescript() -> str:
    """All message types as TypeScript, in the order of ``messages/``."""
    parts = [
        _HEADER.format(source="server/wire/messages/"),
        f'/** Where requests and sockets are. */\nexport const API = "{messages.API}";\n',
        "/** From this close code on it is no use to open a socket again. */\n"
        f"export const CLOSED_FOR_GOOD = {messages.CLOSED_FOR_GOOD};\n",
    ]
    parts += [f"export type {name} = {_union_of(getattr(messages, name))};\n" for name in _ALIASES]
    parts += [_interface(struct) for struct in _structs()]
    return "\n".join(parts)


def traits() -> str:
    """Which value of which axis gives a mode its one line (``mode.TRAIT.line``)."""
    rows = "".join(f"  {json.dumps(row)},\n" for row in TRAITS)
    return (
        _HEADER.format(source="words/telling.py")
        + "\n/** The first whose axis has that value sets a mode apart; with none a captured board"
        + " `closes`. */\n"
        + f"export const TRAITS = [\n{rows}] as const;\n"
    )


def offered() -> str:
    """What pages offer when no server says it: modes, levels, and which axes fit together."""
    about = messages.About(
        version="",
        modes=[messages.Mode(one.name, axes_view(one)) for one in VARIANTS.values()],
        levels=offered_levels(),
        default_level=DEFAULT_LEVEL,
        clocks=list(CLOCKS),
    )
    names = [axis for axis in AXES if axis != "tie_break"]
    fits = {
        ",".join(values): _fit(dict(zip(names, values, strict=True)))
        for values in product(*(AXES[axis] for axis in names))
    }
    return (
        _HEADER.format(source="server/play")
        + '\nimport type { About, Axes } from "./messages";\n'
        + "\n/** What GET /api/about would say. */\n"
        + f"export const ABOUT: About = {_json(about)};\n"
        + f"\n/** By {', '.join(names)}: what follows from axes, or why they do not fit. */\n"
        + 'type Fit = Pick<Axes, "captured_stay_open" | "x_is_known_to_win"> | string;\n'
        + f"export const FITS: Record<string, Fit> = {json.dumps(fits, indent=2)};\n"
    )


def _fit(axes: dict[str, str]) -> dict[str, bool] | str:
    try:
        found = axes_view(Variant("own", **axes))  # type: ignore[arg-type]  # Variant checks them
    except BadVariant as error:
        return str(error)
    return {name: getattr(found, name) for name in ("captured_stay_open", "x_is_known_to_win")}


def _json(message: messages.Message) -> str:
    return json.dumps(to_builtins(message), indent=2)


def engine_facts() -> str:
    """What the engine in the page must know alike: networks, levels and codes of remarks."""
    variants = [
        mode.with_tie_break(tie_break)
        for mode, tie_break in product(VARIANTS.values(), AXES["tie_break"])
    ]
    networks = {
        axes: {"file": weights_name(variant), "scale": network.scale}
        for variant in variants
        if (network := find_network(axes := axes_of(variant))) is not None
    }
    books = {
        axes: book_name(variant)
        for variant in variants
        if find_book(axes := axes_of(variant)) is not None
    }
    levels = {level.name: _level_numbers(level) for level in LEVELS}
    boardless = [code for code in REMARK_CODES if code in OF_NO_BOARD]
    return (
        _HEADER.format(source="engine")
        + "\n/** By the sum of a variant's axes: the file of its network, and the logistic scale"
        + " of its scores. */\n"
        + f"export const NETWORKS = {json.dumps(networks, indent=2)} as const;\n"
        + "\n/** By the sum of a variant's axes: the file of its opening book. */\n"
        + f"export const BOOKS = {json.dumps(books, indent=2)} as const;\n"
        + "\n/** The scale of the hand-written evaluation, by the axis `release`. */\n"
        + f"export const HAND_SCALE = {json.dumps(HAND_SCALE)} as const;\n"
        + "\n/** What a level's first moves may cost, as a part of the scale. */\n"
        + f"export const VARIETY = {VARIETY};\n"
        + "\n/** The levels in the core's numbers. */\n"
        + f"export const LEVELS = {json.dumps(levels, indent=2)} as const;\n"
        + "\n/** What is said of a move, in the order of the core's bits. */\n"
        + f"export const REMARKS = {json.dumps(REMARK_CODES)} as const;\n"
        + "\n/** Why a move is worse than another, likewise. */\n"
        + f"export const REASONS = {json.dumps(REASON_CODES)} as const;\n"
        + "\n/** Those that are about no board in particular. */\n"
        + f"export const OF_NO_BOARD = {json.dumps(boardless)} as const;\n"
        + "\n/** The modes, in order, and how far apart the puzzles of two days are. */\n"
        + f"export const MODES = {json.dumps([*VARIANTS])} as const;\n"
        + f"export const DAILY_STRIDE = {DAILY_STRIDE};\n"
        + "\n/** The moves of a game that the explorer counts. */\n"
        + f"export const EXPLORED_PLIES = {PLIES};\n"
    )


def _level_numbers(level: Level) -> dict[str, float | bool]:
    weakness = weakness_of(level)
    return {
        "nodes": level.limit.nodes or 0,
        "seconds": level.limit.time or 0,
        "depth": level.limit.depth or 0,
        "noise": weakness.noise,
        "blindness": weakness.blindness,
        "oversight": weakness.oversight,
        "byHand": level.evaluation == "hand",
        "book": level.book,
        "pace": pace_of(level.name),
    }


def game_words(language: Language) -> str:
    """What a language says of the game, as a part of the browser's catalogue."""
    return _words_file(language, _entries(GAME_WORDS[language]))


def further_words(language: Language) -> str:
    """What only pages of puzzles and of study say of it, and what is said of a move when asked."""
    return _words_file(language, _further_entries(GAME_WORDS[language]))


def _words_file(language: Language, entries: dict[str, str]) -> str:
    table = json.dumps(entries, ensure_ascii=False, indent=2)
    if language == "en":
        table = table.replace("'", "’")  # a page can show what some terminals cannot
    source = "words/english.py" if language == "en" else "words/chinese.py"
    return f"{_HEADER.format(source=source)}\nexport const words = {table} as const;\n"


def _entries(words: GameWords) -> dict[str, str]:
    """Every sentence under the browser's name for it."""
    rules = words.rules
    return {
        "game.name": words.game,
        **{f"mode.{mode}": name for mode, name in words.modes.items()},
        **{f"mode.{trait}.line": line for trait, line in words.lines.items()},
        "mode.known": words.known_win,
        "rule.send": rules.send,
        "rule.capture": rules.capture,
        **{f"rule.{axis}.{value}": said for (axis, value), said in rules.axes.items()},
        "rule.win": rules.win,
        "rule.swap": rules.swap,
        "result.title.won": words.you_win,
        "result.title.lost": words.you_lose,
        "result.title.wins": words.wins,
        "result.title.draw": words.draw,
        "result.title.off": words.called_off,
        **_ending_entries(words),
        **{f"level.{level}": said.name for level, said in words.levels.items()},
        **{f"level.{level}.text": said.text for level, said in words.levels.items()},
        "remark.you": words.you,
        "remark.they": words.they,
    }


def _further_entries(words: GameWords) -> dict[str, str]:
    return {
        **{f"remark.{code}": said for code, said in words.remarks.items()},
        **{f"reason.{code}": said for code, said in words.reasons.items()},
        **{f"puzzle.kind.{kind}": said for kind, said in words.puzzles.kinds.items()},
        **{f"puzzle.task.{result}": said for result, said in words.puzzles.tasks.items()},
        **{f"puzzle.band.{band}": said for band, said in words.puzzles.bands.items()},
    }


def _ending_entries(words: GameWords) -> dict[str, str]:
    """Each ending as a watcher is told it, and as others are where that differs."""
    found = {}
    for ending, said in words.endings.items():
        found[f"result.{ending}"] = said.text
        for to in ("winner", "loser", "drawn"):
            if getattr(said, to):
                found[f"result.{ending}.{to}"] = getattr(said, to)
    return found


def _structs() -> list[type]:
    """Every message that carries something of its own."""
    bases = {messages.Message, messages.Command}
    return [
        value
        for part in _PARTS
        for value in vars(part).values()
        if isinstance(value, type)
        and issubclass(value, messages.Message)
        and value not in bases
        and value.__module__ == part.__name__
    ]


def _interface(struct: type) -> str:
    info = shapes.type_info(struct)
    assert isinstance(info, shapes.StructType)  # noqa: S101 - for the type checker
    lines = [_comment(inspect.getdoc(struct) or "", ""), f"export interface {struct.__name__} {{"]
    if info.tag_field is not None:
        lines.append(f'  {info.tag_field}: "{info.tag}";')
    # A page may leave out what has a default when it writes; the server always writes every field.
    optional = _is_written_by_pages(struct)
    for member in info.fields:
        description = _description(member.type)
        if description:
            lines.append(_comment(description, "  "))
        mark = "?" if optional and not member.required else ""
        lines.append(f"  {member.encode_name}{mark}: {_type(member.type)};")
    return "\n".join([*lines, "}", ""])


def _is_written_by_pages(struct: type) -> bool:
    sent = {"CreateGame", "Join", "Rename", "CreateToken", "TryOut"}
    return struct.__name__ in sent or issubclass(struct, messages.Command)


def _comment(text: str, indent: str) -> str:
    lines = text.splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */"
    body = "\n".join(f"{indent} * {line}".rstrip() for line in lines)
    return f"{indent}/**\n{body}\n{indent} */"


def _description(info: shapes.Type) -> str:
    if isinstance(info, shapes.Metadata):
        schema = info.extra_json_schema or {}
        return str(schema.get("description", "")) or _description(info.type)
    return ""


def _union_of(annotation: Any) -> str:
    """What an exported name stands for, spelt out."""
    info = shapes.type_info(annotation)
    if isinstance(info, shapes.UnionType):
        return " | ".join(sorted(map(_type, info.types)))
    return _words(info)


def _type(info: shapes.Type) -> str:
    if isinstance(info, shapes.Metadata):
        return _type(info.type)
    if isinstance(info, shapes.StructType):
        return info.cls.__name__
    if isinstance(info, shapes.ListType | shapes.VarTupleType):
        item = _type(info.item_type)
        return f"({item})[]" if "|" in item else f"{item}[]"
    if isinstance(info, shapes.LiteralType):
        return _alias(info) or _words(info)
    if isinstance(info, shapes.UnionType):
        return _union(info)
    return _PLAIN[type(info)]


def _words(info: shapes.Type) -> str:
    assert isinstance(info, shapes.LiteralType)  # noqa: S101 - for the type checker
    return " | ".join(f'"{value}"' for value in sorted(info.values, key=str))


def _union(info: shapes.UnionType) -> str:
    """A union, its members under their common name where they have one, null last."""
    rest = [member for member in info.types if not isinstance(member, shapes.NoneType)]
    name = _alias(shapes.UnionType(types=tuple(rest))) if len(rest) > 1 else None
    text = name or " | ".join(map(_type, rest))
    return text if len(rest) == len(info.types) else f"{text} | null"


def _alias(info: shapes.Type) -> str | None:
    """The name under which a union or a set of words is exported, if it has one."""
    for name in _ALIASES:
        if _same(shapes.type_info(getattr(messages, name)), info):
            return name
    return None


def _same(one: shapes.Type, another: shapes.Type) -> bool:
    if isinstance(one, shapes.UnionType) and isinstance(another, shapes.UnionType):
        return set(map(repr, one.types)) == set(map(repr, another.types))
    if isinstance(one, shapes.LiteralType) and isinstance(another, shapes.LiteralType):
        return set(one.values) == set(another.values)
    return False


def files() -> dict[str, str]:
    """Everything that is written, by its path in the browser's library."""
    words = {f"i18n/words.{language}.ts": game_words(language) for language in LANGUAGES}
    words |= {
        f"i18n/further-words.{language}.ts": further_words(language) for language in LANGUAGES
    }
    facts = {"../engine/facts.ts": engine_facts(), "offered.ts": offered()}
    types = {"messages.ts": typescript(), "traits.ts": traits()}
    return {**types, **facts, **words, **puzzle_files()}


def main() -> None:
    """Write the files into the folder that is named."""
    for name, text in files().items():
        (Path(sys.argv[1]) / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
