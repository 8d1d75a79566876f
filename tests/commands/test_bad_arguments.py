"""Whatever stands on the command line, it is answered in words: no traceback, a code of our own."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ninefold import NinefoldError
from ninefold.cli import COMMANDS, main
from ninefold.server.config import Config
from ninefold.server.run import _bind

DONE, NO, BAD_INPUT, ENGINE_FAILED, SYSTEM_FAILED, INTERRUPTED = 0, 1, 2, 3, 4, 130
CODES = {DONE, NO, BAD_INPUT, ENGINE_FAILED, SYSTEM_FAILED}
ENDLESS = "9" * 5000  # more digits than Python reads as a number

#: What stands for one argument. The last is a byte that is no UTF-8, as a shell passes it on.
WORDS = [
    *("", " ", "x", "a b", "\n", "\0", "a\0b", "-", "--", "-x", ".", "..", "/", "🙂", "n" * 300),
    *("٣", "²", "1_000", "0x10", "+5", "modern:", "modern:release=full", ":a=b", "\udcff"),
]
NUMBERS = [
    *("-1", "0", "1.5", "1e999", "nan", "-inf", "1" * 30, ENDLESS, "", "x", "٣", "²", "1_000"),
    *("0x10", "\udcff", "\0"),
]
FILES = [
    *("binary", "empty", "folder", "half", "short", "run", "loop", "missing/x", "/proc/self/mem"),
    *("", ".", "/", "a\0b", "n" * 300, "\udcff"),
]
ENGINES = [
    *(
        "",
        "x",
        "full:",
        "full:x=y",
        "full:hash=99999999999",
        "full:network=binary",
        "random:seed=-1",
    ),
    *("python:", "python:os:getcwd", "python:missing:x", "ugi:", "ugi:/bin/false", "mcts:nodes=0"),
    *("codingame:/bin/false", "full:nodes=1e3", "full:nodes=" + ENDLESS, "\udcff", "a\0b"),
]
ADDRESSES = [
    *("", "x", "http://", "http://[", "http://[::1", "http://a b", "ftp://x", "http://x:y@"),
    *("http://127.0.0.1:1", "http://127.0.0.1:99999", "http://127.0.0.1:x", "\udcff", "a\0b"),
]

#: Commands with a place for one argument, and what is put there; all else makes them short.
_NOWHERE = "http://127.0.0.1:1"  # nobody listens there
PLACES: dict[str, list[str]] = {
    "show @": WORDS,
    "show modern --moves @": WORDS,
    "show modern --notation @": WORDS,
    "show modern --tie-break @": WORDS,
    "show modern --svg @": FILES,
    "show modern --svg out.svg --size @": NUMBERS,
    "perft @ 1": WORDS,
    "perft modern @": WORDS,
    "best @ --nodes 50": WORDS,
    "best modern --level @ --nodes 5": WORDS,
    "best modern --nodes @ --depth 1": NUMBERS,
    "best modern --time @ --depth 1": NUMBERS,
    "best modern --depth @ --nodes 5": NUMBERS,
    "best modern --lines @ --nodes 5": NUMBERS,
    "best modern --threads @ --nodes 5": NUMBERS,
    "bench --depth @": WORDS,
    "book @": WORDS,
    "book make @ --out x.book --positions 1 --nodes 100": WORDS,
    "book make modern --out @ --positions 1 --nodes 100": FILES,
    "book make modern --out x.book --positions @ --nodes 100 --minutes 0.001": NUMBERS,
    "book make modern --out x.book --positions 1 --nodes @ --minutes 0.001": NUMBERS,
    "book make modern --out x.book --positions 1 --minutes @ --nodes 100": NUMBERS,
    "book show @": WORDS,
    "book show modern --moves @": WORDS,
    "book show modern --file @": FILES,
    "book check modern --file @ --sample 1 --nodes 100": FILES,
    "book check modern --sample @ --nodes 10": NUMBERS,
    "book check modern --nodes @ --sample 0": NUMBERS,
    "explorer @": WORDS,
    "explorer show @ --database explored --nodes 5": WORDS,
    "explorer show --mode @ --database explored --nodes 5": WORDS,
    "explorer show --nodes @ --database explored": NUMBERS,
    "explorer show --database @ --nodes 5": FILES,
    "explorer add @ --database explored": FILES,
    "explorer add game --database @": FILES,
    "explorer add game --by @ --database explored": WORDS,
    "explorer show --database postgresql://127.0.0.1:9/@": WORDS,
    "prove @ --nodes 10": WORDS,
    "prove modern --for @ --nodes 10": WORDS,
    "prove modern --for X --restrict @ --nodes 10": WORDS,
    "prove modern --for X --by @ --nodes 10": NUMBERS,
    "prove modern --nodes @ --time 0.01": NUMBERS,
    "prove modern --time @ --nodes 10": NUMBERS,
    "prove modern --memory @ --nodes 10": NUMBERS,
    "prove classic --for X --by 43 --check @": FILES,
    "prove classic --for X --by 43 --nodes 5 --check missing --export @": FILES,
    "replay @ --plain": FILES,
    "replay game --plain --game @": NUMBERS,
    "replay game --plain --lang @": WORDS,
    "review @ --nodes 5": FILES,
    "review game --nodes 5 --out @": FILES,
    "review game --nodes @ --time 0.001": NUMBERS,
    "review game --time @ --nodes 5": NUMBERS,
    "sheet @": WORDS,
    "sheet boards --per-page @ -o out.pdf": NUMBERS,
    "sheet boards --mode @ -o out.pdf": WORDS,
    "sheet boards -o @": FILES,
    "sheet rules @ -o out.pdf": WORDS,
    "sheet rules modern --lang @ -o out.svg": WORDS,
    "sheet game @ -o out.pdf": FILES,
    "sheet game --moves @ -o out.pdf": WORDS,
    "sheet game --moves 55 --mode @ -o out.pdf": WORDS,
    "match @ random --games 2 --nodes 1 --quiet": ENGINES,
    "match random random --mode @ --openings binary": WORDS,
    "match random random --clock @ --openings binary": NUMBERS,
    "match random random --games @ --openings binary": NUMBERS,
    "match random random --margin @ --openings binary": NUMBERS,
    "match random random --concurrency @ --openings binary": NUMBERS,
    "match random random --nodes @ --openings binary": NUMBERS,
    "match random random --sprt @ 5 --openings binary": NUMBERS,
    "match random random --seed @ --openings binary": NUMBERS,
    "match random random --games 2 --nodes 1 --quiet --openings @": FILES,
    "match random random --openings binary --out @": FILES,
    "match --resume --out @": FILES,
    "tournament @ random --openings binary": ENGINES,
    "tournament random greedy --games @ --openings binary": NUMBERS,
    "tournament random greedy --clock @ --openings binary": NUMBERS,
    "tournament random greedy --openings binary --out @": FILES,
    "tournament --resume --out @": FILES,
    "learn @": WORDS,
    "learn games @ --samples 1 --nodes 10 --out new": WORDS,
    "learn games modern --samples @ --out binary": NUMBERS,
    "learn games modern --nodes @ --out binary": NUMBERS,
    "learn games modern --seed @ --out binary": NUMBERS,
    "learn games modern --samples 1 --nodes 10 --out @": FILES,
    "learn mix @ binary --out out": WORDS,
    "learn mix modern @ --out out": FILES,
    "learn install @": FILES,
    "learn plot @": FILES,
    "learn train modern @ --out out": FILES,
    "learn train modern binary --from @ --out out": FILES,
    "learn train modern binary --rate @ --out out": NUMBERS,
    "learn train modern binary --visits @ --out out": NUMBERS,
    "learn train modern binary --part @ --out out": NUMBERS,
    "learn run @ --rounds 0 --out out": WORDS,
    "learn run modern --rounds 0 --out @": FILES,
    "learn run modern --rounds 0 --out out --from @": FILES,
    "learn run modern --rounds 0 --out out --samples @": NUMBERS,
    "learn run modern --rounds 0 --out out --accept @": NUMBERS,
    "learn run modern --rounds 0 --out out --match-games @": NUMBERS,
    "ugi --engine @": ENGINES,
    "codingame --engine @": ENGINES,
    "codingame --mode @": WORDS,
    "codingame --first @": NUMBERS,
    # What comes further than its port would serve, or change this process's signals.
    "serve --port -1@": NUMBERS,
    "serve --port -1 --host @": WORDS,
    "serve --port -1 --config @": FILES,
    "serve --port -1 --data @": FILES,
    "backup @ --data folder": FILES,
    "backup out --data @": FILES,
    "puzzles @": WORDS,
    "puzzles modern --kind @": WORDS,
    "puzzles check @": FILES,
    "puzzles make modern --count 0 --out @": FILES,
    "puzzles make modern --out new.txt --count -@": NUMBERS,
    "migrate @": ADDRESSES,
    "think @": ADDRESSES,
    "think postgresql://127.0.0.1:9/x --workers @": NUMBERS,
    "serve --port -1 --computer @": WORDS,
    "migrate postgresql://127.0.0.1:9/x --from @": FILES,
    "online @ --game x": ADDRESSES,
    f"online {_NOWHERE} --player @": ENGINES,
    f"online {_NOWHERE} --mode @": WORDS,
    f"online {_NOWHERE} --game @": WORDS,
    f"online {_NOWHERE} --games @": NUMBERS,
    "play @ --plain": WORDS,
    "play --plain --level @": WORDS,
    "play --plain --clock @": NUMBERS,
    "play --plain --lang @": WORDS,
    "@": WORDS,
    "@ --help": WORDS,
}


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with files of every unhappy kind, in which everything here is done."""
    path = tmp_path_factory.mktemp("bad")
    (path / "binary").write_bytes(bytes(range(256)) * 40)
    (path / "empty").touch()
    (path / "folder").mkdir()
    (path / "game").write_text('[Mode "modern"]\n\n1. 55 51 *\n')
    (path / "half").write_text('[Mode "modern"]\n1. 55')
    (path / "short").write_bytes(b"NINEFOLD")
    (path / "loop").symlink_to("loop")
    (path / "run").mkdir()
    (path / "run" / "match.json").write_text("[1]")
    (path / "run" / "tournament.json").write_text('{"engines"')
    (path / "run" / "run.json").write_text("{}")
    (path / "run" / "log.json").write_text('{"round": 1}')
    with pytest.MonkeyPatch.context() as patch, contextlib.chdir(path):
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
            patch.setenv(name, str(path / "home"))
        yield path


def run(arguments: Sequence[str], out: IO[bytes] | None = None) -> tuple[int | None, str]:
    """The exit code of a command with nothing on its input, and what it said of errors."""
    if out is None:
        with Path("said").open("wb") as said:
            return run(arguments, said)
    err = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace", write_through=True)
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(b""), "utf-8")
    # As Python opens it where the system's encoding is UTF-8: what has no bytes is an error.
    sys.stdout, sys.stderr = io.TextIOWrapper(out, "utf-8", write_through=True), err
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code or DONE  # type: ignore[assignment]  # what it may be is checked by CODES
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.detach()
        sys.stdin, sys.stdout, sys.stderr = before
    return code, err.buffer.getvalue().decode()  # type: ignore[attr-defined]  # it is a BytesIO


def filled(command: str, argument: str) -> list[str]:
    return [word.replace("@", argument) for word in command.split()]


def check(command: str, argument: str) -> None:
    code, told = run(filled(command, argument))
    assert code in CODES
    assert "Traceback" not in told
    assert code not in (BAD_INPUT, SYSTEM_FAILED) or told.startswith("ninefold")


def test_every_command_is_asked() -> None:
    assert {command.split()[0] for command in PLACES} >= set(COMMANDS)


@pytest.mark.parametrize("command", PLACES)
def test_an_argument_that_makes_no_sense_is_answered_in_words(command: str) -> None:
    """Two of its kind each, so that all of them are tried somewhere: some 200 in all."""
    kind, at = PLACES[command], 2 * list(PLACES).index(command)
    for argument in itertools.islice(itertools.cycle(kind), at % len(kind), at % len(kind) + 2):
        if not _is_work(command, argument):
            check(command, argument)


PAIRS = st.sampled_from(sorted(PLACES)).flatmap(
    lambda command: st.tuples(
        st.just(command),
        st.sampled_from(PLACES[command]) | st.text(max_size=8)
        if PLACES[command] is WORDS
        else st.sampled_from(PLACES[command]),
    )
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(PAIRS)
def test_whatever_is_made_up_is_answered_in_words(pair: tuple[str, str]) -> None:
    assume(not _is_work(*pair))
    check(*pair)


def _is_work(command: str, argument: str) -> bool:
    """Whether the argument makes good sense, and takes its time."""
    return command in ("perft modern @", "bench --depth @") and argument.strip("+ ").isdecimal()


# What happens around a command

SHORT = [
    *("show modern", "show modern --svg -", "perft modern 2", "best modern --nodes 50"),
    *("best modern --nodes 50 --json", "prove modern --nodes 10", "replay game --plain"),
    *("review game --nodes 5", "sheet boards -o -", "match random random --games 2 --nodes 1"),
    *("tournament random greedy --games 2 --nodes 1", "bench --depth 1", "play --plain"),
    *("ugi", "--help", "--version", "learn --help"),
]


@pytest.mark.parametrize("command", SHORT)
def test_a_reader_who_has_gone_is_no_error(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb", buffering=0) as out:
        code, told = run([*command.split(), *_quietly(command)], out)
    assert (code in (DONE, NO), told) == (True, "")


@pytest.mark.parametrize("command", ["show modern", "perft modern 2", "sheet boards -o -"])
def test_a_full_disk_is_told(command: str) -> None:
    with Path("/dev/full").open("wb", buffering=0) as out:
        code, told = run(command.split(), out)
    assert code == SYSTEM_FAILED
    assert told == "ninefold: No space left on device\n"


def _quietly(command: str) -> list[str]:
    return ["--quiet"] if command.startswith(("match", "tournament")) else []


def test_an_output_without_our_characters_shows_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("said").open("w", encoding="ascii") as said:
        monkeypatch.setattr(sys, "stdout", said)
        assert main(["review", "game", "--nodes", "5"]) == DONE
    assert "high is good for X" in Path("said").read_text("ascii")


@pytest.mark.parametrize("command", ["play --plain", "ugi --engine random", "codingame"])
def test_an_input_that_is_no_text_is_answered(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("typed").write_bytes(bytes(range(256)) + b"\n")
    with Path("typed").open(encoding="utf-8") as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        assert main(command.split()) in CODES
    assert "Traceback" not in capsys.readouterr().err


LONG = [
    *("perft modern 30", "best modern --time 600", "bench --depth 60", "prove modern --time 600"),
    *("review game --time 600", "match full full --games 2 --time 600 --quiet"),
    "tournament full full:threads=2 --games 2 --time 600 --quiet",
    *("learn games modern --samples 900000 --nodes 100000 --out many", "ugi", "codingame"),
    "play --plain",
]


@pytest.mark.parametrize("command", LONG)
def test_ctrl_c_ends_what_takes_long(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reading, writing = os.pipe()  # an input on which nothing ever comes
    with os.fdopen(reading) as stdin, os.fdopen(writing, "w"):
        monkeypatch.setattr(sys, "stdin", stdin)
        over = threading.Event()
        press = threading.Thread(target=_press_ctrl_c_while_a_command_runs, args=(over,))
        press.start()
        try:
            code = main(command.split())
        finally:
            over.set()
            press.join()
    said = capsys.readouterr().err
    # What has been found by then is an answer of `best`.
    assert code == INTERRUPTED or (code == DONE and command.startswith("best"))
    assert "Traceback" not in said


def _press_ctrl_c_while_a_command_runs(over: threading.Event) -> None:
    ident = threading.main_thread().ident
    assert ident is not None
    while not _runs_a_command(ident) and not over.wait(0.01):
        pass
    if not over.wait(0.2):
        signal.pthread_kill(ident, signal.SIGINT)


def _runs_a_command(thread: int) -> bool:
    """Whether a command is on the thread's stack, and everything that it needs is loaded."""
    found, frame = False, sys._current_frames().get(thread)
    while frame is not None:
        file = frame.f_code.co_filename
        if "importlib" in file:
            return False
        found = found or (frame.f_code.co_name == "run" and "commands" in file)
        frame = frame.f_back
    return found


@pytest.mark.parametrize(
    "host", ["", "x y", "256.0.0.1", "n" * 300, "n." * 200 + "n", "\udcff", "a\0b"]
)
def test_a_host_that_cannot_be_is_told(host: str) -> None:
    with pytest.raises(NinefoldError, match=r"the host is|cannot listen"):
        _bind(Config(host=host, port=0))


def test_the_settings_of_a_server_may_be_anything(tmp_path: Path) -> None:
    """Values of every kind under every name that the file may have."""
    names = ("host", "port", "data", "proxies", "limits", "nonsense")
    for name, value in itertools.product(names, (-1, 2.5, ENDLESS, "a\0b", [], {"a": {}}, True)):
        file = tmp_path / "server.toml"
        file.write_text(_toml(name, value), "utf-8")
        code, told = run(["serve", "--config", str(file), "--port", "-1"])
        assert code in (BAD_INPUT, SYSTEM_FAILED), (name, value)
        assert "Traceback" not in told


def _toml(name: str, value: object) -> str:
    if isinstance(value, dict):
        return f"[{name}]\na = 1\n"
    return f"{name} = {json.dumps(value)}\n"
