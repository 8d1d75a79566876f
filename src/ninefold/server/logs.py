"""Logs: a line for each thing that happened, and none that a visitor could forge."""

from __future__ import annotations

import logging
import re
import sys
from typing import Final

__all__ = ["OneLine", "log_to_stderr"]

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def log_to_stderr(*, verbose: bool) -> None:
    """Log to standard error: what is wrong, and if asked for what happens."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(message)s"))
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler])


class OneLine(logging.Formatter):
    r"""Shows control characters as what they are; the lines of a traceback are indented.

    >>> record = logging.makeLogRecord({"msg": "asked for %s", "args": ("a\nERROR b",)})
    >>> OneLine("%(message)s").format(record)
    'asked for a\\nERROR b'
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """The line itself."""
        return _CONTROL.sub(lambda found: repr(found[0])[1:-1], super().formatMessage(record))

    def formatException(self, ei: object) -> str:  # noqa: N802 - logging's own name
        """What was raised, set off from the lines of others."""
        return "\n".join(f"  | {line}" for line in super().formatException(ei).splitlines())  # type: ignore[arg-type]
