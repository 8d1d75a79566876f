"""Every instruction set and compiler gives the same scores, bit for bit: network and search alike.

ARM is tested under qemu where it and a cross compiler are installed (Debian: gcc-aarch64-linux-gnu,
qemu-user), clang where it is.
"""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from ninefold import VARIANTS, Position
from ninefold.engine.core import axes_of
from ninefold.engine.core.library import ffi, lib
from ninefold.engine.core.memory import zeroed_memory
from ninefold.engine.networks import find_network

ROOT = Path(__file__).parents[2]
SOURCES = [
    *(ROOT / "core").glob("alphabeta*.c"),
    *(ROOT / "core" / f"{name}.c" for name in ("search", "network", "evaluation", "position")),
    *(ROOT / "core" / f"{name}.c" for name in ("clock", "threads", "playouts")),
    ROOT / "tests" / "engine" / "core_scores.c",
]
#: How another build is made and run.
BUILDS = {
    "ARM": (["aarch64-linux-gnu-gcc", "-static"], ["qemu-aarch64"]),
    "clang": (["clang"], []),
}
MODES = ["modern", "battle"]  # boards that close for good, and boards that do not


def games(mode: str) -> list[list[int]]:
    """The moves that lead to some positions in which a game goes on."""
    found, dice = [], random.Random(4)
    while len(found) < 12:
        position, moves = Position.start(mode), []
        for _ in range(dice.randrange(60)):
            moves.append(dice.choice(position.legal_moves))
            position = position.play(moves[-1])
            if position.outcome is not None:
                break
        else:
            found.append(moves)
    return found


def told_here(mode: str) -> str:
    """What the installed core says, in the form of core_scores.c."""
    network, axes = find_network(axes_of(VARIANTS[mode])), axes_of(VARIANTS[mode])
    assert network is not None
    options = ffi.new("nf_options *", {"table_bytes": 1 << 16, "threads": 1})
    memory = zeroed_memory(lib.nf_search_bytes(options))
    search = lib.nf_search_make(memory, options)
    lib.nf_search_use(search, network.handle)
    limits = ffi.new("nf_limits *", {"nodes": 3000, "seconds": -1, "lines": 1})
    line, said = ffi.new("nf_line *"), []
    for moves in games(mode):
        position = ffi.new("nf_position *")
        assert lib.nf_set_up(position, axes, [0] * 18, [0, 0], 0, 9) == 0
        for square in moves:
            assert lib.nf_play(position, square) == 0
        lib.nf_search_forget(search)
        lib.nf_search_begin(search, position, limits)
        while lib.nf_search_deepen(search):
            pass
        lib.nf_search_lines(search, line, 1)
        values = [lib.nf_evaluate(search, position), line.score, line.depth]
        values += [lib.nf_search_nodes(search), *list(line.squares)[: line.length]]
        said += [
            " ".join(map(str, values))
        ] * 2  # by its best instruction set, and the portable one
    return "\n".join(said) + "\n"


@pytest.fixture(scope="module", params=BUILDS)
def program(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """core_scores.c and the core in another build, and what runs it."""
    compiler, runner = BUILDS[request.param]
    for tool in (compiler[0], *runner):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: the core is not tested for {request.param}")
    out = tmp_path_factory.mktemp("build") / "scores"
    flags = ["-std=c11", "-O1", "-ffp-contract=off", "-w", "-pthread", f"-I{ROOT / 'core'}"]
    subprocess.run([*compiler, *flags, *SOURCES, "-o", out, "-lm"], check=True)
    return [*runner, str(out)]


@pytest.mark.parametrize("mode", MODES)
def test_another_build_says_the_same(program: list[str], mode: str) -> None:
    network = find_network(axes_of(VARIANTS[mode]))
    assert network is not None
    lines = "\n".join(" ".join(map(str, moves)) for moves in games(mode)) + "\n"
    run = subprocess.run([*program, network.name], input=lines, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout == told_here(mode)
