"""Plant bugs one at a time and see which tests catch them: `make bugs LIST=FILE`.

A list is TOML, a table a bug:

    [[bug]]
    what = "rules: a full board does not release the player"
    file = "src/ninefold/rules/position.py"
    old = "full & bit"
    new = "full & ~bit"
    tests = ["tests/rules", "tests/env"]

`old` must stand in the file exactly once. `tests` are asked in their order until one fails; "web"
is the browser app's own tests. The tree has to be clean; a planted bug is always taken out again.
What each bug came to is a line in FILE.results, and what is there already is not tried again.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PYTEST = [".venv/bin/python", "-m", "pytest", "-q", "-x", "--no-header", "--reruns", "0"]
#: How pytest and Vitest name a test that failed.
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)|^ *FAIL +(.+)$", re.MULTILINE)
NOTHING_TO_TEST = 5


def main() -> None:
    """Try the bugs of a list."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("list", type=Path, metavar="FILE")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="of pytest (2)")
    arguments = parser.parse_args()
    bugs = tomllib.loads(arguments.list.read_text("utf-8"))["bug"]
    results = arguments.list.with_suffix(".results")
    known = dict(line.split("\t")[1::-1] for line in _lines(results))
    if subprocess.run(["git", "diff", "--quiet"], check=False).returncode:
        sys.exit("the tree has changes: commit them first, since planted files are put back")
    for place, bug in enumerate(bugs, 1):
        if bug["what"] in known:
            continue
        began = time.monotonic()
        with planted(bug):
            found = caught_by(bug, arguments.workers)
        word = known[bug["what"]] = "caught" if found else "SURVIVED"
        line = f"{word}\t{bug['what']}\t{found}\n"
        with results.open("a", encoding="utf-8") as file:
            file.write(line)
        sys.stdout.write(f"{place}/{len(bugs)} {time.monotonic() - began:.0f} s {line}")
        sys.stdout.flush()
    sys.stdout.write(f"{list(known.values()).count('caught')} of {len(bugs)} caught\n")


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines() if path.exists() else []


@contextmanager
def planted(bug: dict[str, Any]) -> Iterator[None]:
    """A bug is in its file as long as this lasts."""
    path = Path(bug["file"])
    before = path.read_text("utf-8")
    if (times := before.count(bug["old"])) != 1:
        sys.exit(f"{bug['what']}: `old` stands {times} times in {path}, expected once")
    path.write_text(before.replace(bug["old"], bug["new"]), "utf-8")
    try:
        build_core(path)
        yield
    finally:
        path.write_text(before, "utf-8")
        build_core(path)


def build_core(changed: Path) -> None:
    """Compile the core if it has changed; pages are built before tests that show them."""
    if changed.parts[0] == "core":
        _make(".venv/.ready")


def caught_by(bug: dict[str, Any], workers: int) -> str:
    """The first test that fails, or nothing."""
    for suite in bug["tests"]:
        if suite.startswith(("tests/web", "tests/server/test_page")):
            _make("web")
        if suite == "web":
            done = _run(["npm", "--prefix", "web", "run", "--silent", "test"])
        else:
            done = _run([*PYTEST, "-n", str(workers), suite])
        failed = FAILED.search(done.stdout + done.stderr)  # Vitest tells of failures there
        if done.returncode and failed:
            return failed[1] or failed[2]
        if done.returncode not in (0, NOTHING_TO_TEST):
            sys.exit(f"{suite}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return ""


def _make(what: str) -> None:
    subprocess.run(["make", what], check=True, stdout=subprocess.DEVNULL)


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, check=False, capture_output=True, text=True)


if __name__ == "__main__":
    main()
