"""Settings for every test."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

#: Rooms whose tests drive real processes, sockets and browsers. On a busy machine one in some
#: thousands looks at a page or a screen too early: it is tried once more, and the summary names it,
#: so that it gets mended. A bug fails twice.
_TRIED_TWICE: Final = frozenset(("server", "terminal", "web"))

# A shell that runs the tests in the background has them ignore Ctrl-C, and every program they start
# with it; some tests send just that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test asserts a time, so neither does hypothesis. In CI the same examples run every time: a
# landing must not fail for a bug that it did not bring; new ones are looked for everywhere else.
settings.register_profile("ninefold", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("ninefold")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let what depends on other processes be tried twice."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).parts[0] in _TRIED_TWICE:
            item.add_marker(pytest.mark.flaky(reruns=1))
