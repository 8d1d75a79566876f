"""Write what the browser shares with us: ``python -m ninefold.server.typescript FOLDER``.

``messages.ts`` are the types of ``messages.py``, ``i18n/levels.ts`` the words of ``opponents.py``.
A test compares the committed files with this.
"""

from __future__ import annotations

import inspect
import json
import sys
from pathlib import Path
from typing import Any

from msgspec import inspect as shapes

from ninefold.opponents import LEVEL_WORDS
from ninefold.server import messages

__all__ = ["level_words", "typescript"]

_HEADER = "// Written by `make types` from src/ninefold/{source}: edit that instead.\n"
#: Unions and words that get a name of their own in the browser.
_ALIASES = (
    *("Side", "GameState", "Opponent", "TieBreak", "SwapState", "EndReason", "CauseKind"),
    *(
        "ProblemCode",
        "ClockSettings",
        "GameCommand",
        "ClientMessage",
        "GameMessage",
        "LobbyMessage",
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
    """All message types as TypeScript, in the order of ``messages.py``."""
    parts = [
        _HEADER.format(source="server/messages.py"),
        "/** From this close code on it is no use to open a socket again. */\n"
        f"export const CLOSED_FOR_GOOD = {messages.CLOSED_FOR_GOOD};\n",
    ]
    parts += [f"export type {name} = {_union_of(getattr(messages, name))};\n" for name in _ALIASES]
    parts += [_interface(struct) for struct in _structs()]
    return "\n".join(parts)


def level_words() -> str:
    """The names of the levels and their lines as parts of the browser's catalogues."""
    parts = [_HEADER.format(source="opponents.py")]
    for language, levels in LEVEL_WORDS.items():
        words: dict[str, str] = {}
        for level, (name, text) in levels.items():
            words |= {f"level.{level}": name, f"level.{level}.text": text}
        table = json.dumps(words, ensure_ascii=False, indent=2)
        parts.append(f"export const {language} = {table};\n")
    return "\n".join(parts)


def _structs() -> list[type]:
    """Every message of the module that carries something of its own."""
    bases = {messages.Message, messages.Command}
    return [
        value
        for value in vars(messages).values()
        if isinstance(value, type)
        and issubclass(value, messages.Message)
        and value not in bases
        and value.__module__ == messages.__name__
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


def main() -> None:
    """Write the files into the folder that is named."""
    folder = Path(sys.argv[1])
    (folder / "messages.ts").write_text(typescript(), encoding="utf-8")
    (folder / "i18n" / "levels.ts").write_text(level_words(), encoding="utf-8")


if __name__ == "__main__":
    main()
