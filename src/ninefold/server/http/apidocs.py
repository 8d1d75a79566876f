"""The API's page: plain HTML made from its description, with no script and no other host."""

from __future__ import annotations

import inspect
from html import escape
from typing import Any, get_args

from litestar import Request, Response, get

from ninefold.server.http.description import SOCKETS, openapi, sockets
from ninefold.server.wire import messages

__all__ = ["docs"]

_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
code{background:#8882;padding:.1em .3em;border-radius:.3em}
h2{border-top:1px solid #8886;padding-top:.6em;font-size:1.1rem}
dl{margin:0 0 0 1rem} dt{font-weight:600} dd{margin:0 0 .3em 1rem}
@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e6e6}a{color:#56b4e9}}
"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"


@get("/api/docs", include_in_schema=False, media_type="text/html")
async def docs(request: Request[Any, Any, Any]) -> Response[str]:
    """Every operation and every message."""
    schema = openapi(request.app.openapi_schema.to_schema())
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        "<meta name=viewport content='width=device-width'><title>Ninefold: API</title>",
        f"<style>{_STYLE}</style><h1>Ninefold: API</h1>",
        f"<p>{escape(schema['info'].get('description', ''))} The same for programs: ",
        "<a href='/api/schema/openapi.json'>OpenAPI</a> for requests, ",
        "<a href='/api/schema/asyncapi.json'>AsyncAPI</a> for sockets.</p>",
    ]
    parts += [
        _operation(path, method, operation)
        for path, operations in sorted(schema["paths"].items())
        for method, operation in operations.items()
    ]
    parts += [_socket(*one) for one in SOCKETS]
    schemas = {**schema["components"]["schemas"], **sockets()["components"]["schemas"]}
    parts += ["<h1>Messages</h1>", *(_schema(*one) for one in sorted(schemas.items()))]
    headers = {"content-security-policy": _POLICY}
    return Response("".join(parts), media_type="text/html", headers=headers)


def _socket(_name: str, address: str, about: str, taken: Any, sent: Any) -> str:
    takes, sends = (
        ", ".join(_type({"$ref": one.__name__}) for one in get_args(union))
        for union in (taken, sent)
    )
    return (
        f"<h2><code>WebSocket {escape(address)}</code></h2>"
        f"<p>{escape(about)} Takes {takes}. Sends {sends}.</p>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    takes = f" Takes {_type(body['schema'])}." if body else ""
    answers = operation.get("responses", {})
    gives = next((_answer(one) for code, one in sorted(answers.items()) if code < "300"), "")
    rows = "".join(
        f"<dt><code>{escape(one['name'])}</code></dt><dd>{_type(one.get('schema', {}))} "
        f"{escape(one.get('description', ''))}</dd>"
        for one in operation.get("parameters", [])
    )
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{escape(operation.get('description', ''))}{takes}{gives}</p><dl>{rows}</dl>"
    )


def _answer(response: dict[str, Any]) -> str:
    content = response.get("content", {})
    for media_type, one in content.items():
        shape = _type(one.get("schema", {}))
        return f" Answers {shape if 'json' in media_type else escape(media_type)}."
    return ""


def _schema(name: str, schema: dict[str, Any]) -> str:
    rows = "".join(
        f"<dt><code>{escape(field)}</code></dt><dd>{_type(shape)} "
        f"{escape(shape.get('description', ''))}</dd>"
        for field, shape in schema.get("properties", {}).items()
    )
    about = escape(inspect.getdoc(getattr(messages, name, None)) or "")
    return f"<h2 id='{escape(name)}'>{escape(name)}</h2><p>{about}</p><dl>{rows}</dl>"


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f"<a href='#{name}'>{name}</a>"
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return " or ".join(map(_type, schema[key]))
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(one))}</code>" for one in schema["enum"])
    if "const" in schema:
        return f"<code>{escape(str(schema['const']))}</code>"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = schema.get("type", "anything")
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind))
