"""The browser app: built files, kept in memory and compressed once; all else is its one page."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ninefold.server.http.headings import dressed, heading_of, language_of
from ninefold.server.play.hall import Hall
from ninefold.server.wire.refusal import Refusal

__all__ = ["Pages", "base_of", "page"]

STATIC: Final = Path(__file__).parent.parent / "static"
_INDEX: Final = "index.html"
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_NOT_BUILT: Final = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ninefold</title>
<h1>Ninefold is running, but its pages are not built</h1>
<p>Run <code>make web</code> in the source folder, then reload. An installed package has them.</p>
<p>The <a href="/api/docs">API</a> works all the same.</p>
</html>
"""


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    compressed: bytes | None
    media_type: str
    tag: str
    stamp: tuple[int, int]


class Pages:
    """The files of the browser app."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, _File] = {}  # by the file itself: a path has many spellings

    def find(self, path: str) -> tuple[str, _File] | None:
        """The file at a path, if there is one; ``Refusal`` for what can only be a file."""
        name = path.strip("/")
        found = self._file(name) if name else None
        if found is None and (name.startswith(("api/", "assets/")) or _looks_like_a_file(name)):
            raise Refusal("not-found", "There is nothing at this address.")
        return found

    @property
    def index(self) -> str | None:
        """The app's page; ``None`` if it is not built."""
        found = self._file(_INDEX)
        return None if found is None else found[1].body.decode()

    def _file(self, name: str) -> tuple[str, _File] | None:
        """A file by its own name, whatever it was called."""
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or not path.is_file():
                return None
        except (OSError, ValueError):
            raise Refusal("bad-request", "This address is not one that can be read.") from None
        stat = path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        known = self._files.get(path)
        if known is None or known.stamp != stamp:
            known = self._files[path] = _read(path, stamp)
        return path.relative_to(self._folder).as_posix(), known


def _read(path: Path, stamp: tuple[int, int]) -> _File:
    body = path.read_bytes()
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix in (".js", ".mjs"):
        media_type = "text/javascript"
    elif path.suffix == ".webmanifest":
        media_type = "application/manifest+json"
    small = gzip.compress(body, 9, mtime=0)
    return _File(
        body=body,
        compressed=small if len(small) < len(body) else None,
        media_type=media_type,
        tag=f'"{hashlib.sha256(body).hexdigest()[:20]}"',
        stamp=stamp,
    )


def _looks_like_a_file(name: str) -> bool:
    """Whether an address ends like a file's name; a variant of one's own may hold anything."""
    first, _, last = name.rpartition("/")
    return first != "learn" and bool(re.search(r"\.[a-z0-9]{2,12}$", last))


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(
    request: Request[Any, Any, Any],
    pages: NamedDependency[Pages],
    hall: NamedDependency[Hall],
    path: FromPath[str] = "",
) -> Response[bytes]:
    """A file of the browser app, or its page."""
    if path.strip("/") == _INDEX:
        path = ""
    found = pages.find(path)
    if found is not None:
        name, file = found
        headers = {
            "etag": file.tag,
            "cache-control": _IMMUTABLE if name.startswith("assets/") else "no-cache",
            "vary": "accept-encoding",
        }
        if request.headers.get("if-none-match") == file.tag:
            return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
        body = file.body
        if file.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body, headers["content-encoding"] = file.compressed, "gzip"
        return Response(body, headers=headers, media_type=_with_charset(file.media_type))
    index = pages.index
    if index is None:
        return Response(_NOT_BUILT.encode(), media_type="text/html")
    return await _app_page(request, index, path, hall)


async def _app_page(
    request: Request[Any, Any, Any], index: str, path: str, hall: Hall
) -> Response[bytes]:
    """The app's page, headed by what its address is about."""
    asked = request.query_params.get("lang")
    language = language_of(asked, request.headers.get("accept-language", ""))
    heading = await heading_of(path, language, hall)
    text = dressed(index, heading, language, base_of(request), path)
    headers = {"cache-control": "no-cache", "vary": "accept-language, accept-encoding"}
    body = text.encode()
    if "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = gzip.compress(body, 5, mtime=0), "gzip"
    return Response(body, status_code=heading.status, headers=headers, media_type="text/html")


def base_of(request: Request[Any, Any, Any]) -> str:
    """The server's own address, as this reader knows it; the guard has checked the name."""
    return f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"


def _with_charset(media_type: str) -> str:
    """What a file is; the framework itself adds the character set to texts."""
    return f"{media_type}; charset=utf-8" if media_type.endswith("json") else media_type
