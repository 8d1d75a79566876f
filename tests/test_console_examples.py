"""Every dialogue with a command line in the pages happens as it is written."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def examples(page: Path) -> list[str]:
    return re.findall(r"(?ms)^```console\n(.*?)^```", page.read_text("utf-8"))


PAGES = [page for page in (ROOT / "README.md", *ROOT.glob("docs/**/*.md")) if examples(page)]


def steps(example: str) -> list[tuple[str, str]]:
    """Each command with what it is said to print."""
    parts = re.split(r"(?m)^\$ ", example)[1:]
    return [(command, said) for command, _, said in (part.partition("\n") for part in parts)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_print_what_the_page_says(page, tmp_path):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for example in examples(page):
        for command, said in steps(example):
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=tmp_path,
                env={**os.environ, "PATH": path},
                capture_output=True,
                text=True,
                timeout=120,
            )
            flags = doctest.ELLIPSIS
            assert doctest.OutputChecker().check_output(said, done.stdout, flags), done.stdout
            assert (done.returncode, done.stderr) == (0, "")
