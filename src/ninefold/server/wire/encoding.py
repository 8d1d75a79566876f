"""Encoding: a message as the bytes that go over the wire."""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["encode"]

encode: Final = msgspec.json.Encoder().encode
