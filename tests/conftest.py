"""Settings for every test."""

from __future__ import annotations

import os
import signal

from hypothesis import settings

# A shell that runs the tests in the background has them ignore Ctrl-C, and every program they start
# with it; some tests send just that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test asserts a time, so neither does hypothesis. In CI the same examples run every time: a
# landing must not fail for a bug that it did not bring; new ones are looked for everywhere else.
settings.register_profile("ninefold", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("ninefold")
