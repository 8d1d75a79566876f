"""The documents hold together: links lead somewhere, and no page names a path of a machine."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
_LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


def outside_of_code(page: Path) -> str:
    return re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = _LINK.findall(outside_of_code(page))
    local = [link for link in links if not re.match(r"[a-z]+:", link)]
    missing = [link for link in local if not (page.parent / link).exists()]
    assert not missing


def test_the_readme_names_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in text
    assert "make test" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_example_stands_in_a_code_fence(page: Path) -> None:
    assert not re.findall(r"(?m)^>>> .*", outside_of_code(page))


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    """In a process of its own: what Sphinx and its parts warn of Python is not ours to mend."""
    build = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--builder", "html"]
    done = subprocess.run(
        [*build, "--doctree-dir", str(tmp_path / "trees"), str(ROOT / "docs"), str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "use" / "reference" / "rules.html").is_file()
