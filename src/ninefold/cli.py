"""The command line: finds the command, hands over, and turns our errors into one sentence.

A command is a module in ``ninefold.commands`` with ``add_arguments(parser)`` and
``run(arguments) -> int``. Only the one that is called gets imported, so help answers at once.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import re
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Final, NoReturn

import ninefold
from ninefold.rules.errors import BadSyntax, NinefoldError, nearest, quoted

__all__ = ["COMMANDS", "main", "parser_of"]

#: Every command with the line that ``ninefold --help`` shows for it.
COMMANDS: Final = {
    "play": "play in the terminal",
    "replay": "step through a game record",
    "review": "say where a recorded game was won and lost",
    "puzzles": "solve puzzles, make and check them",
    "best": "find the best move, and say what it is worth",
    "match": "let two engines play, and say how much stronger one is",
    "tournament": "let many engines play one another, and rate them",
    "learn": "let the engine play with itself, and train its evaluation",
    "explorer": "say how often each first move was played, and with what result",
    "book": "make, show and check opening books",
    "ugi": "speak UGI, for programs that drive engines",
    "codingame": "play as a bot in CodinGame's arena",
    "serve": "serve games to browsers and scripts",
    "online": "let a program play on a server",
    "backup": "copy the games of a server, even a running one",
    "migrate": "bring a PostgreSQL database up to date, or move games into it",
    "think": "think for several servers, in a process of its own",
    "show": "draw the position after some moves",
    "sheet": "write pages to print: empty boards, rules, a game",
    "perft": "count the positions that lie ahead",
    "bench": "measure the search, and count its nodes in fixed positions",
    "prove": "settle for certain who wins a position",
}

_EXAMPLES: Final = """\
examples:
  ninefold play                              a game in this terminal
  ninefold show battle --moves "55 51 15"    what the board looks like then
  ninefold perft modern 4                    move sequences of length 1 to 4

exit codes: 0 done, 1 the answer is no, 2 bad input, 3 an engine failed,
4 a disk, a port or the network failed, 130 interrupted

`ninefold COMMAND --help` explains a command.
"""
_BAD_INPUT: Final = 2
_ENGINE_FAILED: Final = 3
_SYSTEM_FAILED: Final = 4
_INTERRUPTED: Final = 130
#: The extra that brings each package which is not always installed.
_EXTRAS: Final = {
    **dict.fromkeys(("httptools", "litestar", "msgspec", "uvicorn", "uvloop"), "server"),
    "websockets": "server",
    "asyncpg": "postgres",
    "redis": "redis",
    **dict.fromkeys(("rich", "textual"), "terminal"),
    **dict.fromkeys(("numpy", "torch"), "learn"),
    "ray": "cluster",
}


class _Parser(argparse.ArgumentParser):
    """Answers a mistake with one sentence, and a suggestion where a word is nearly right."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments: "):
            message += self._meant(message.partition(": ")[2])
        message = re.sub(r"invalid int value: (.*)", r"\1 is not a whole number", message)
        message = re.sub(r"invalid float value: (.*)", r"\1 is not a number", message)
        self.exit(_BAD_INPUT, f"{self.prog}: {message} (see `{self.prog} --help`)\n")

    def _meant(self, words: str) -> str:
        """A hint where an option was mistyped, or moves were given without quotes."""
        options = self._option_string_actions
        if words.startswith("-"):
            hint = nearest(words.split()[0].partition("=")[0], options)
        else:
            hint = 'a text with spaces needs quotes, as in --moves "55 51"' * ("--moves" in options)
        return hint and f"; {hint}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code, as the help tells."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # What cannot be read or shown becomes `?`, instead of ending the program.
            stream.reconfigure(errors="replace")
    try:
        code = _run(list(sys.argv[1:] if argv is None else argv))
        # Here and not when Python ends, so that an output that cannot be written is told below.
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except NinefoldError as error:
        print(f"ninefold: {error}", file=sys.stderr)
        return _exit_code(error)
    except UnicodeEncodeError as error:  # bytes that a shell passed on as they were
        print(f"ninefold: {quoted(error.object)} is no text: expected UTF-8", file=sys.stderr)
        return _BAD_INPUT
    except ModuleNotFoundError as error:
        print(f"ninefold: {_missing(error)}", file=sys.stderr)
        return _BAD_INPUT
    except KeyboardInterrupt:
        return _INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has gone (`| head`): nothing is wrong, and nobody is left to be told.
        _drop_output()
        return 0
    except OSError as error:
        print(f"ninefold: {_what_failed(error)}", file=sys.stderr)
        return _SYSTEM_FAILED


def _what_failed(error: OSError) -> str:
    """A file with its name; without one it is the output, which then cannot be written."""
    if error.filename is not None:
        return f"{str(error.filename)!r} cannot be used: {error.strerror}"
    _drop_output()
    return error.strerror or str(error)


def _exit_code(error: NinefoldError) -> int:
    """The code of an error's branch in the tree of ``rules/errors.py``."""
    if isinstance(error, OSError):
        return _SYSTEM_FAILED
    return _ENGINE_FAILED if isinstance(error, RuntimeError) else _BAD_INPUT


def _missing(error: ModuleNotFoundError) -> str:
    """Which extra a command wants, if a package is missing that one of them brings."""
    package = (error.name or "").partition(".")[0]
    if package not in _EXTRAS:
        raise error
    wanted = f"ninefold[{_EXTRAS[package]}]"
    return f"this needs {package}, which is not installed: run `pip install '{wanted}'`"


def _drop_output() -> None:
    """Let what is still to be written go nowhere, or Python would fail on it once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: list[str]) -> int:
    for argument in arguments:
        if "\0" in argument:  # no shell can say this, a program that calls us can
            raise BadSyntax(f"{quoted(argument)} holds a null byte: expected a name or a text")
    if arguments and arguments[0] in COMMANDS:
        return _run_command(arguments[0], arguments[1:])
    return _run_top(arguments)


def _run_command(name: str, arguments: list[str]) -> int:
    module = importlib.import_module(f"ninefold.commands.{name}")
    code: int = module.run(parser_of(module).parse_args(arguments))
    return code


def parser_of(command: ModuleType) -> argparse.ArgumentParser:
    """What reads a command's arguments."""
    parser = _Parser(
        prog=f"ninefold {command.__name__.rpartition('.')[2]}",
        description=command.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    return parser


def _run_top(arguments: list[str]) -> int:
    """``ninefold`` alone, its help and version, and words that are no command."""
    width = max(map(len, COMMANDS))
    listing = "\n".join(f"  {name:<{width}}  {text}" for name, text in COMMANDS.items())
    parser = _Parser(
        prog="ninefold",
        usage="ninefold COMMAND ...",
        description=f"Super Tic-Tac-Toe in four modes.\n\ncommands:\n{listing}",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    parser.add_argument("command", nargs="?", help=argparse.SUPPRESS)
    found, _ = parser.parse_known_args(arguments)
    if found.version:
        print(ninefold.__version__)
    elif arguments and arguments[0].startswith("-"):
        parser.error(f"unknown option {quoted(arguments[0])}: a command comes first")
    elif found.command is not None:
        hint = nearest(found.command, COMMANDS) or f"expected one of {', '.join(COMMANDS)}"
        parser.error(f"there is no command {quoted(found.command)}: {hint}")
    else:
        parser.print_help()
    return 0
