"""The API's description for programs: OpenAPI for requests, AsyncAPI for sockets.

The framework knows the requests; what messages are, ``wire/messages`` says, and msgspec tells it
whole: every limit, and that nothing else may be in them.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any, Final, get_args

import msgspec
from litestar import Request, get
from litestar.openapi.plugins import JsonRenderPlugin

from ninefold.server.play.visitors import COOKIE
from ninefold.server.wire import messages as m

__all__ = ["SOCKETS", "Described", "asyncapi", "openapi", "sockets"]

_REF: Final = "#/components/schemas/{name}"
_Schema = dict[str, Any]
#: The sockets: address, what it is for, what may be sent to it, and what comes from it.
SOCKETS: Final = (
    ("game", f"{m.API}/games/{{game}}/live", "Follow a game.", m.ClientMessage, m.GameMessage),
    ("lobby", f"{m.API}/lobby/live", "Follow the lobby.", m.Ping | m.Pong, m.LobbyMessage),
    (
        *("line", f"{m.API}/me/live", "Hear of your games, and look for an opponent."),
        *(m.LineCommand, m.LineMessage),
    ),
)
_SECURITY: Final = {
    "visitor": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"Given to whoever has none; over HTTPS it is called `__Host-{COOKIE}`.",
    },
    "bot": {
        "type": "http",
        "scheme": "bearer",
        "description": "A token from the settings page; its scopes are `play` and `read`.",
    },
}


class Described(JsonRenderPlugin):
    """Serves the description of the requests."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: _Schema) -> bytes:
        """The description as JSON."""
        return super().render(request, openapi(openapi_schema))


def openapi(found: _Schema) -> _Schema:
    """What the framework knows of the requests, with all that the messages say of themselves."""
    shapes = {name: _messages()[name] for name in found["components"]["schemas"]}
    whole = {**found["components"], "schemas": _with_what_they_hold(shapes)}
    whole["securitySchemes"] = _SECURITY
    # Nobody must be somebody: whoever comes with nothing watches, or becomes a visitor.
    return {**found, "components": whole, "security": [{}, *({name: []} for name in _SECURITY)]}


@get("/api/schema/asyncapi.json", include_in_schema=False)
async def asyncapi() -> _Schema:
    """The sockets and their messages, by AsyncAPI 3."""
    return sockets()


@cache
def sockets() -> _Schema:
    """The description of the sockets."""
    channels, operations, used = {}, {}, set()
    for name, address, about, taken, sent in SOCKETS:
        heard = {"receive": _names(taken), "send": _names(sent)}
        names = sorted({*heard["receive"], *heard["send"]})
        used.update(names)
        channels[name] = {
            "address": address,
            "description": about,
            "messages": {one: {"$ref": f"#/components/messages/{one}"} for one in names},
            **({"parameters": {"game": {}}} if "{game}" in address else {}),
        }
        for action, those in heard.items():
            operations[f"{action}-{name}"] = {
                "action": action,
                "channel": {"$ref": f"#/channels/{name}"},
                "messages": [{"$ref": f"#/channels/{name}/messages/{one}"} for one in those],
            }
    payloads = {one: {"payload": {"$ref": _REF.format(name=one)}} for one in sorted(used)}
    schemas = _with_what_they_hold({one: _messages()[one] for one in sorted(used)})
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Ninefold", "version": version("ninefold")},
        "channels": channels,
        "operations": operations,
        "components": {"messages": payloads, "schemas": schemas},
    }


def _names(union: Any) -> list[str]:
    return [one.__name__ for one in get_args(union)]


@cache
def _messages() -> _Schema:
    """The schema of every message."""
    shapes = [
        one
        for one in vars(m).values()
        if isinstance(one, type)
        and issubclass(one, m.Message)
        and one not in (m.Message, m.Command)
    ]
    _, schemas = msgspec.json.schema_components(shapes, ref_template=_REF)
    return {name: _spelt_out(schema) for name, schema in schemas.items()}


def _spelt_out(schema: Any) -> Any:
    """A schema whose enumerations say of what type they are, as the framework's do."""
    if isinstance(schema, list):
        return [_spelt_out(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _spelt_out(value) for key, value in schema.items()}
    words = found.get("enum", ())
    if words and all(isinstance(one, str) for one in words):
        found.setdefault("type", "string")
    return found


def _with_what_they_hold(schemas: _Schema) -> _Schema:
    """Some schemas, and those that they refer to, in the order of their names."""
    known, found, new = _messages(), dict(schemas), list(schemas)
    while new:
        held = [name for name in _referred(found[new.pop()]) if name not in found]
        found.update({name: known[name] for name in held})
        new += held
    return {name: found[name] for name in sorted(found)}


def _referred(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set[str]().union(*map(_referred, schema))
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].rsplit("/", 1)[1]} if "$ref" in schema else set()
    return own.union(*map(_referred, schema.values()))
