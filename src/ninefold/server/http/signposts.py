"""Signposts: the small files that browsers and search engines ask every site for."""

from __future__ import annotations

import struct
from functools import cache
from html import escape
from typing import Any, Final

from litestar import Request, Response, get

from ninefold.drawing.png import shapes_as_png
from ninefold.drawing.shapes import Circle, Paint, Polyline, Rectangle, Shape, place
from ninefold.server.http.headings import public_paths
from ninefold.server.http.pages import base_of
from ninefold.words import LANGUAGES

__all__ = ["SIGNPOSTS", "icon"]

_Ask = Request[Any, Any, Any]
_DAY: Final = {"cache-control": "public, max-age=86400"}
#: The sign of Ninefold in a square of 32: nine boards, of which X has two and O the middle.
_EMPTY: Final = ((0, 0), (1, 0), (0, 1), (2, 1), (1, 2), (2, 2))


@cache
def icon(size: int) -> bytes:
    """The sign of Ninefold as PNG, so many pixels wide and high."""
    boards = [Rectangle(5 + 8 * x, 5 + 8 * y, 6, 6, Paint(fill="dead"), 1.5) for x, y in _EMPTY]
    crosses = [
        Polyline(((x + a, y), (x + 4 - a, y + 4)), Paint(stroke="x", width=2))
        for x, y in ((22.0, 6.0), (6.0, 22.0))
        for a in (0.0, 4.0)
    ]
    ring = Circle(16, 16, 2.6, Paint(stroke="o", width=2))
    shapes: list[Shape] = [*boards, *crosses, ring]
    return shapes_as_png(place(shapes, 0, 0, size / 32), (size, size), theme="dark")


@get("/favicon.ico", include_in_schema=False)
async def favicon() -> Response[bytes]:
    """The icon for those who ask at the old place: one PNG in an ICO."""
    picture = icon(48)
    head = struct.pack("<3H4B2H2I", 0, 1, 1, 48, 48, 0, 0, 1, 24, len(picture), 22)
    return Response(head + picture, media_type="image/x-icon", headers=_DAY)


@get("/robots.txt", include_in_schema=False)
async def robots(request: _Ask) -> Response[str]:
    """Which addresses are for search engines; pictures are, for whoever shows a link."""
    lines = [
        "User-agent: *",
        "Allow: /api/v1/picture.png",
        "Allow: /api/v1/games/*/picture.png",
        "Disallow: /api/",
        "Disallow: /settings",
        f"Sitemap: {base_of(request)}/sitemap.xml",
        "",
    ]
    return Response("\n".join(lines), media_type="text/plain")


@get("/sitemap.xml", include_in_schema=False)
async def sitemap(request: _Ask) -> Response[str]:
    """The public pages, each in every language."""
    base = base_of(request)
    pages = "".join(_entry(f"{base}{path}") for path in public_paths())
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{pages}</urlset>\n'
    )
    return Response(text, media_type="application/xml; charset=utf-8")


def _entry(address: str) -> str:
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{tag}" href="{escape(address)}?lang={tag}"/>'
        for tag in LANGUAGES
    )
    return f"<url><loc>{escape(address)}</loc>{links}</url>\n"


SIGNPOSTS: Final = (favicon, robots, sitemap)
