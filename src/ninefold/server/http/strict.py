"""StrictRequest: a body is read as strictly as a message on a socket, and by the same reader."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Request

from ninefold.server.wire.refusal import Refusal

__all__ = ["StrictRequest", "read_json"]


def read_json(decoder: msgspec.json.Decoder[Any], text: bytes | str) -> Any:
    """What a text says, or ``ValueError`` with the reason."""
    try:
        return decoder.decode(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeError:
        raise ValueError("it is not UTF-8") from None


class StrictRequest(Request[Any, Any, Any]):
    """The framework would take ``"0"`` for a number, and stumble over what is nested deeply."""

    async def json(self) -> Any:
        """The body, as the message that the handler wants."""
        wanted: Any = self.route_handler.parsed_data_field
        try:
            return read_json(_decoder(wanted.annotation), await self.body())
        except ValueError as error:  # msgspec's errors are among them
            raise Refusal("bad-request", f"The body cannot be read: {error}.") from None


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape)
