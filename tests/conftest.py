"""Settings for every test."""

from __future__ import annotations

import os

from hypothesis import settings

# No test asserts a time, so neither does hypothesis. In CI the same examples run every time: a
# landing must not fail for a bug that it did not bring; new ones are looked for everywhere else.
settings.register_profile("ninefold", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("ninefold")
