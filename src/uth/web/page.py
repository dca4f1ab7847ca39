"""The page: the files `make setup` builds, and the one document that every page path is answered with."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from uth.web.table_routes import takes

router = APIRouter(include_in_schema=False)

BUILT: Final = Path(__file__).parent / "page"
PATHS: Final = ("/", "/table/{_:path}", "/round/{_:path}", "/history", "/rules/{_:path}", "/fair/{_:path}", "/dealer",
                "/dealer/{_:path}", "/floor", "/floor/{_:path}", "/sign", "/sign/{_:path}", "/accept", "/sign-in",
                "/account")  # fmt: skip
"""Where a page lives; the script in it reads the rest of the path."""
PROGRAMS: Final = ("/api/", "/ws/", "/assets/")
"""Where only programs ask."""
NOT_BUILT: Final = "The page is not built: install Node.js 18 or newer with npm, then run make setup."
FOREVER: Final = "public, max-age=31536000, immutable"
PACKED: Final = (("br", ".br"), ("gzip", ".gz"))
"""The compressed forms of a file, the smallest first."""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


def answer(path: str, request: Request, *, forever: bool) -> Response:
    """Return a built file as the browser takes it, or say that there is none."""
    file = (BUILT / path).resolve()
    if not file.is_relative_to(BUILT) or not file.is_file():
        return PlainTextResponse("there is no such file", 404)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"cache-control": FOREVER if forever else "no-cache", "vary": "accept-encoding"}
    for name, suffix in PACKED:
        packed = file.with_name(file.name + suffix)
        if takes(request, name) and packed.is_file():
            return Response(packed.read_bytes(), media_type=kind, headers={**headers, "content-encoding": name})
    return Response(file.read_bytes(), media_type=kind, headers=headers)


async def page(request: Request) -> Response:
    """Answer every page path with the one document."""
    if not (BUILT / "index.html").is_file():
        return PlainTextResponse(NOT_BUILT, 503)
    return answer("index.html", request, forever=False)


for path in PATHS:
    router.add_api_route(path, page, methods=["GET", "HEAD"])


@router.api_route("/assets/{name:path}", methods=["GET", "HEAD"])
async def asset(name: str, request: Request) -> Response:
    """Answer a file whose name changes with what is in it."""
    return answer(f"assets/{name}", request, forever=True)


@router.api_route("/{name}", methods=["GET", "HEAD"])
async def file(name: str, request: Request) -> Response:
    """Answer a file that keeps its name: the manifest, an icon; an unknown path gets the page that says so."""
    found = answer(name, request, forever=False)
    return await lost(request) if found.status_code == 404 and is_lost(request) else found


def is_lost(request: Request) -> bool:
    """Whether a person in a browser asks for a path that is nowhere; a program is answered by the house."""
    asks = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return asks and not request.url.path.startswith(PROGRAMS)


async def lost(request: Request) -> Response:
    """Answer an unknown path with the page that says so."""
    found = await page(request)
    found.status_code = 404 if found.status_code == 200 else found.status_code
    return found
