"""The wheel alone brings rules and engine; with an extra it serves, without Node and a compiler."""

from __future__ import annotations

import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "ninefold" / "server" / "static"
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
USED = """
from ninefold import Position
from ninefold.engine import Limit
from ninefold.engine.native import NativeEngine
from ninefold.analysis.puzzles import shipped_puzzles
from ninefold.drawing.svg import draw_svg
from ninefold.rules.variants import VARIANTS
assert all(map(shipped_puzzles, VARIANTS.values()))
position = Position.start("battle").play("55")
with NativeEngine() as engine:
    position = position.play(engine.play(position, Limit(nodes=1000)).move)
assert draw_svg(position).startswith("<svg")
print(position.ply)
"""


def run(*command: str | Path) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@dataclass(frozen=True)
class Installed:
    """A virtual environment with nothing but the wheel and what it needs."""

    venv: Path
    wheel: Path
    home: Path

    @property
    def env(self) -> dict[str, str]:
        """A path with the environment's own programs and nothing else: no node, no npm, no cc."""
        return {"PATH": str(self.venv / "bin"), "HOME": str(self.home), "LANG": "C.UTF-8"}

    def add(self, extra: str = "") -> None:
        python = self.venv / "bin" / "python"
        run(*PIP, "--python", python, "install", "--no-compile", f"{self.wheel}{extra}")

    def start(self, program: str, *arguments: str | Path) -> subprocess.Popen[str]:
        command = [str(self.venv / "bin" / program), *map(str, arguments)]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command,
            env=self.env,
            cwd=self.home,
            stdin=subprocess.DEVNULL,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )

    def call(self, program: str, *arguments: str | Path) -> tuple[int, str, str]:
        process = self.start(program, *arguments)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    @property
    def packages(self) -> set[str]:
        found = next((self.venv / "lib").glob("python*/site-packages")).glob("*.dist-info")
        return {path.name.partition("-")[0] for path in found}

    @property
    def files(self) -> set[str]:
        package = next((self.venv / "lib").glob("python*/site-packages/ninefold"))
        return {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}


@pytest.fixture
def installed(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Installed:
    monkeypatch.delenv("PYTHONPATH", raising=False)  # pip takes what it finds there for installed
    place = tmp_path_factory.mktemp("wheel")
    run(*PIP, "wheel", "--no-deps", "--wheel-dir", place, ROOT)
    (wheel,) = place.glob("ninefold-*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", place / "venv")
    made = Installed(place / "venv", wheel, tmp_path)
    made.add()
    return made


def test_the_wheel_alone_is_slim_and_an_extra_serves(installed: Installed) -> None:
    see_rules_and_engine(installed)
    see_what_is_missing_told(installed)
    installed.add("[server]")
    see_it_serve(installed)


def see_rules_and_engine(installed: Installed) -> None:
    assert installed.packages == {"cffi", "ninefold", "platformdirs", "pycparser"}
    assert installed.call("python", "-c", USED) == (0, "2\n", "")
    code, out, err = installed.call("ninefold", "best", "classic", "--nodes", "1000")
    assert (code, err) == (0, "")
    assert "X wins in 43" in out
    assert not any(name.endswith((".svelte", ".ts", ".h")) for name in installed.files)
    core = {name for name in installed.files if name.startswith("engine/core/_core.")}
    assert any(name.endswith(".so") for name in core)


def see_what_is_missing_told(installed: Installed) -> None:
    for words, extra in [
        (("serve",), "server"),
        (("online", "http://127.0.0.1:9"), "server"),
        (("play",), "terminal"),
        (("learn", "train", "modern", "some.samples", "--out", "new.weights"), "learn"),
    ]:
        code, out, err = installed.call("ninefold", *words)
        assert (code, out) == (2, "")
        assert err.startswith("ninefold: ")
        assert f"ninefold[{extra}]" in err
        assert err.count("\n") == 1


def see_it_serve(installed: Installed) -> None:
    assert any(
        name.startswith("server/static/assets/") and name.endswith(".js")
        for name in installed.files
    )
    server = installed.start("ninefold", "serve", "--port", "0", "--data", installed.home)
    with server, stopping(server):
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=30) as page:
            text = page.read().decode()
        scripts = re.findall(r'src="(/assets/[^"]+)"', (STATIC / "index.html").read_text("utf-8"))
        assert scripts
        assert all(script in text for script in scripts)
        with urllib.request.urlopen(f"{url}/api/v1/about", timeout=30) as about:
            assert b"battle" in about.read()


@contextmanager
def stopping(server: subprocess.Popen[str]) -> Iterator[None]:
    """Stop a server also when something is wrong: whoever leaves waits for its end."""
    try:
        yield
    finally:
        server.terminate()
