"""Routes for the built page: one document for every page path, and its files."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from uth.web.table_routes import accepts_encoding

router = APIRouter(include_in_schema=False)

BUILT: Final = Path(__file__).parent / "page"
PATHS: Final = ("/", "/table/{_:path}", "/round/{_:path}", "/history", "/review", "/rules/{_:path}", "/rulings",
                "/fair/{_:path}", "/strategy/{_:path}", "/drill", "/dealer", "/dealer/{_:path}", "/floor",
                "/floor/{_:path}", "/sign", "/sign/{_:path}", "/accept", "/sign-in", "/account")  # fmt: skip
"""The paths of the page; its script reads the rest of the path."""
PROGRAMS: Final = ("/api/", "/ws/", "/assets/")
"""Paths that only programs request."""
NOT_BUILT: Final = (
    "This installation has no page. In a checkout, install Node.js 18 or newer with npm and run make setup; "
    "otherwise install a wheel of uth, which contains the page. From a terminal, uth join plays without it."
)
FOREVER: Final = "public, max-age=31536000, immutable"
COMPRESSED: Final = (("br", ".br"), ("gzip", ".gz"))
"""The compressed variants of a file, smallest first."""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")


def file_response(path: str, request: Request, *, forever: bool) -> Response:
    """Return a built file, compressed if the browser accepts that, or a 404."""
    file = (BUILT / path).resolve()
    if not file.is_relative_to(BUILT) or not file.is_file():
        return PlainTextResponse("there is no such file", 404)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"cache-control": FOREVER if forever else "no-cache", "vary": "accept-encoding"}
    for name, suffix in COMPRESSED:
        compressed = file.with_name(file.name + suffix)
        if accepts_encoding(request, name) and compressed.is_file():
            return Response(compressed.read_bytes(), media_type=kind, headers={**headers, "content-encoding": name})
    return Response(file.read_bytes(), media_type=kind, headers=headers)


def is_built() -> bool:
    """Whether this installation has the page."""
    return (BUILT / "index.html").is_file()


async def page(request: Request) -> Response:
    """Return the page."""
    if not is_built():
        return PlainTextResponse(NOT_BUILT, 503)
    return file_response("index.html", request, forever=False)


for path in PATHS:
    router.add_api_route(path, page, methods=["GET", "HEAD"])


@router.api_route("/assets/{name:path}", methods=["GET", "HEAD"])
async def asset(name: str, request: Request) -> Response:
    """Return a file whose name holds a hash of its content."""
    return file_response(f"assets/{name}", request, forever=True)


@router.api_route("/{name}", methods=["GET", "HEAD"])
async def file(name: str, request: Request) -> Response:
    """Return a file with a fixed name such as the manifest or an icon; a browser gets the page on an unknown path."""
    found = file_response(name, request, forever=False)
    return await not_found_page(request) if found.status_code == 404 and wants_page(request) else found


def wants_page(request: Request) -> bool:
    """Whether a browser navigates to this unknown path; programs get a JSON error."""
    navigates = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
    return navigates and not request.url.path.startswith(PROGRAMS)


async def not_found_page(request: Request) -> Response:
    """Return the page with status 404."""
    found = await page(request)
    found.status_code = 404 if found.status_code == 200 else found.status_code
    return found
