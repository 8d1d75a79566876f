"""Write pages to print: empty boards, the rules of a mode, or a finished game.

examples:
  ninefold sheet boards --per-page 4           four empty boards on a page
  ninefold sheet rules battle -o battle.pdf    the rules of Battle on one page
  ninefold sheet rules --lang zh               all four modes in Chinese, a page each
  ninefold sheet game my-games.txt             each record as a numbered diagram
  ninefold sheet game --mode open --moves "55 51 15" -o game.svg
"""

from __future__ import annotations

import argparse
from pathlib import PurePath
from typing import Final

from ninefold.commands.files import read_input, write_output
from ninefold.commands.options import MODE_HELP, add_language, add_tie_break
from ninefold.rules.errors import BadSyntax, quoted
from ninefold.rules.foreign import parse_moves
from ninefold.rules.notation import parse_start
from ninefold.rules.position import Position, replay
from ninefold.rules.record import Record, RecordedMove, parse_records
from ninefold.rules.variants import VARIANTS, parse_variant
from ninefold.words import find_language

__all__ = ["add_arguments", "run"]

_FORMATS: Final = (".pdf", ".svg")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What `ninefold sheet` takes."""
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    boards = kinds.add_parser("boards", help="empty boards to play on with a pencil")
    boards.add_argument("--per-page", type=int, default=1, metavar="N", help="1, 2, 4 or 6")
    boards.add_argument("--mode", metavar="MODE", help="the mode to name over the boards")
    rules = kinds.add_parser("rules", help="the rules of a mode on one page")
    rules.add_argument("modes", nargs="*", metavar="MODE", help=f"{MODE_HELP} (default: all four)")
    game = kinds.add_parser("game", help="games as numbered diagrams")
    game.add_argument("file", nargs="?", metavar="FILE", help="game records, or - for input")
    game.add_argument("--moves", metavar="MOVES", help='instead of a file, such as "55 51 15"')
    game.add_argument(
        "--mode", metavar="MODE", default="modern", help="the mode of --moves, or a position"
    )
    add_tie_break(game)
    for kind in (boards, rules, game):
        kind.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
        add_language(kind, default="en")
        kind.add_argument(
            *("-o", "--output"),
            metavar="FILE",
            help="a name that ends in .pdf or .svg, or - for a PDF on standard output "
            "(default: ninefold-KIND.pdf)",
        )


def run(arguments: argparse.Namespace) -> int:
    """Write the sheet; one SVG file for each page."""
    # Only here, so that the help does not wait for the drawing.
    from ninefold.drawing.game_sheet import game_sheet
    from ninefold.drawing.rule_sheet import rule_sheet
    from ninefold.drawing.sheet import board_sheet

    paper, language = arguments.paper, find_language(arguments.lang or "en")
    output = arguments.output or f"ninefold-{arguments.kind}.pdf"
    ending = _ending(output)
    if arguments.kind == "boards":
        variant = None if arguments.mode is None else parse_variant(arguments.mode)
        sheet = board_sheet(arguments.per_page, paper=paper, language=language, variant=variant)
    elif arguments.kind == "rules":
        variants = tuple(map(parse_variant, arguments.modes)) or tuple(VARIANTS.values())
        sheet = rule_sheet(variants, paper=paper, language=language)
    else:
        sheet = game_sheet(*_records(arguments), paper=paper, language=language)
    if ending == ".pdf":
        write_output(output, sheet.as_pdf())
    else:
        _write_svgs(output, sheet.as_svgs())
    return 0


def _ending(output: str) -> str:
    ending = ".pdf" if output == "-" else PurePath(output).suffix.lower()
    if ending not in _FORMATS:
        raise BadSyntax(
            f"{quoted(output)} cannot be a sheet: expected a name ending in .pdf or .svg"
        )
    return ending


def _write_svgs(output: str, pages: tuple[str, ...]) -> None:
    path = PurePath(output)
    for number, page in enumerate(pages, 1):
        name = output if len(pages) == 1 else str(path.with_stem(f"{path.stem}-{number}"))
        write_output(name, page.encode())


def _records(arguments: argparse.Namespace) -> tuple[Record, ...]:
    """The games to draw: those of a file, or the moves that were given."""
    if (arguments.file is None) == (arguments.moves is None):
        raise BadSyntax("expected either a file with game records, or --moves")
    if arguments.file is None:
        start = parse_start(arguments.mode, tie_break=arguments.tie_break)
        return (_record_of(start, parse_moves(arguments.moves)),)
    records = parse_records(read_input(arguments.file))
    if not records:
        raise BadSyntax(f"{quoted(arguments.file)} holds no game record")
    return records


def _record_of(start: Position, squares: tuple[int, ...]) -> Record:
    """Moves as a record, with the result that they earn."""
    moves = tuple(map(RecordedMove, squares))
    outcome = replay(start, squares)[-1].outcome
    return Record(start, moves, "*" if outcome is None else outcome.winner or "=")
