"""Every `ninefold` command that a page or a command's help shows is one that the parser takes.

What they print is tested where it is quick (`test_console_examples`); here it is that no page tells
of an option which is not there.
"""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path

import pytest

from ninefold.cli import COMMANDS, main, parser_of

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("deploy/*")]
_CALL = re.compile(rf"(?:^|[\s/|=])ninefold ((?:{'|'.join(COMMANDS)})\b[^\n#|&;`<>]*)")


def shown(text: str) -> list[str]:
    """The commands in code: fenced, indented below "examples:", or in a service's file."""
    return [call.strip() for call in _CALL.findall(text)]


def in_fences(page: Path) -> str:
    text = page.read_text(encoding="utf-8")
    fences = re.findall(r"(?ms)^```(?:sh|console)?\n(.*?)^```", text)
    return text if page.suffix != ".md" else "\n".join(fences)


EXAMPLES = sorted(
    {(page.name, call) for page in PAGES for call in shown(in_fences(page))}
    | {
        (name, call)
        for name in COMMANDS
        for call in shown(
            (importlib.import_module(f"ninefold.commands.{name}").__doc__ or "").partition(
                "examples:"
            )[2]
        )
    }
)


@pytest.mark.parametrize(("where", "call"), EXAMPLES)
def test_the_parser_takes_what_is_shown(where: str, call: str) -> None:
    # Help lines tell what a call does after at least two spaces.
    # And systemd puts what stands after the @ of a service's name in the place of %i.
    name, *arguments = shlex.split(re.split(r"\s{2,}", call.replace("%i", "8101"))[0])
    if "…" in call or "..." in call:
        return
    parser_of(importlib.import_module(f"ninefold.commands.{name}")).parse_args(arguments)


def test_there_are_many_examples() -> None:
    assert len(EXAMPLES) > 60
    assert {call.split()[0] for _, call in EXAMPLES} == set(COMMANDS)


def test_an_option_that_is_not_there_would_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["best", "modern", "--colour"])
    assert "--colour" in capsys.readouterr().err
