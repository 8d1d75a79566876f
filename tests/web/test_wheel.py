"""One wheel holds everything: it serves the app where there is neither Node nor a compiler."""

from __future__ import annotations

import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "src" / "ninefold" / "server" / "static"


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        env=env,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty virtual environment with nothing but the wheel and what it needs."""
    monkeypatch.delenv("PYTHONPATH", raising=False)  # pip takes what it finds there for installed
    place = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", place, ROOT)
    wheels = list(place.glob("ninefold-*.whl"))
    assert len(wheels) == 1
    venv = place / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    run(*pip, "--python", venv / "bin" / "python", "install", "--no-compile", wheels[0])
    return venv


def files_of(installed: Path) -> set[str]:
    package = next((installed / "lib").glob("python*/site-packages/ninefold"))
    return {str(path.relative_to(package)) for path in package.rglob("*") if path.is_file()}


def test_the_wheel_serves_without_node_and_compiler(installed: Path, tmp_path: Path) -> None:
    names = files_of(installed)
    assert any(name.startswith("server/static/assets/") and name.endswith(".js") for name in names)
    assert any(name.startswith("engine/_core") and name.endswith(".so") for name in names)
    assert not any(name.endswith((".svelte", ".ts", ".h")) for name in names)

    # A path with the environment's own programs and nothing else: no node, no npm, no cc.
    env = {"PATH": str(installed / "bin"), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    assert "PYTHONPATH" not in env
    command = [installed / "bin" / "ninefold", "serve", "--port", "0", "--data", tmp_path]
    server = subprocess.Popen(
        [str(word) for word in command], env=env, cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(url, timeout=30) as page:
            text = page.read().decode()
        assert text == (STATIC / "index.html").read_text(encoding="utf-8")
        with urllib.request.urlopen(f"{url}/api/about", timeout=30) as about:
            assert b"battle" in about.read()
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
