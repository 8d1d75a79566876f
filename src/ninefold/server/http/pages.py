"""The browser app: built files, kept in memory and compressed once; all else is its one page."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from ninefold.server.wire.refusal import Refusal

__all__ = ["Pages", "page"]

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
        """The file at a path, or the app's page for a path of its own; ``None`` if unbuilt."""
        name = path.strip("/") or _INDEX
        found = self._file(name)
        if found is not None:
            return found
        if name.startswith(("api/", "assets/")):
            raise Refusal("not-found", "There is nothing at this address.")
        return self._file(_INDEX)

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


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(
    request: Request[Any, Any, Any], pages: NamedDependency[Pages], path: FromPath[str] = ""
) -> Response[bytes]:
    """A file of the browser app, or its page."""
    found = pages.find(path)
    if found is None:
        return Response(_NOT_BUILT.encode(), media_type="text/html; charset=utf-8")
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
    text = file.media_type.startswith("text/") or file.media_type.endswith("json")
    media_type = f"{file.media_type}; charset=utf-8" if text else file.media_type
    return Response(body, headers=headers, media_type=media_type)
