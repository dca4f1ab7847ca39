"""Error responses: one shape for all, and which of them a request may get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from uth.errors import Broken, Malformed, Refused, Stale, UthError
from uth.house.logs import LOG
from uth.rules.loader import Unloadable
from uth.store.entries import Unavailable
from uth.web import page
from uth.web.limits import TooFast
from uth.web.requests import Forged
from uth.web.watched_store import public_words

STATUS: Final = {Malformed: 422, Unloadable: 422, TooFast: 429, Unavailable: 503, Refused: 409, Stale: 409, Forged: 403}
"""The first that fits: what is too fast or unavailable is refused, too."""
SAYS: Final = {
    403: "Another origin, or without the session's word.",
    404: "There is nothing here.",
    408: "The body did not come in time.",
    409: "Refused: the code says why, and nothing has changed.",
    413: "The body is too large.",
    421: "The request is for another host.",
    422: "Malformed: which field, its value, and what would be accepted.",
    429: "Too fast; the header retry-after says when again.",
    503: "The store cannot write now; nothing is lost.",
}


SHOWN_MAX: Final = 60
"""How much of a wrong value is repeated."""


class No(BaseModel):
    """Why not: a code for a program, the clause of the rules behind it, and words for a person."""

    code: str
    clause: str | None
    says: str


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": No, "description": says} for status, says in SAYS.items()
}


def answer_all(app: FastAPI) -> None:
    """Answer every error of the app in this shape."""
    app.add_exception_handler(UthError, _said)
    app.add_exception_handler(RequestValidationError, _unread)
    app.add_exception_handler(HTTPException, _absent)
    app.add_exception_handler(Exception, _failed)


def status_of(error: Exception) -> int:
    """Return the status an error is answered with."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 409)


def no(
    status: int, code: str, says: str, clause: str | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    """Return the answer; a text that is no Unicode is written with its escapes."""
    text = says.encode("utf-8", "backslashreplace").decode()
    return JSONResponse({"code": code, "clause": clause, "says": text}, status, headers)


async def _said(request: Request, error: Exception) -> JSONResponse:
    """Answer what the house does not do in its own words."""
    code = str(getattr(error, "code", None) or type(error).__name__.lower())
    if isinstance(error, Broken):
        return await _failed(request, error)
    if isinstance(error, Unavailable):
        return no(503, code, public_words(error), headers={"retry-after": "5"})
    if isinstance(error, TooFast):
        return no(429, code, str(error), headers={"retry-after": str(error.retry_after_s)})
    return no(status_of(error), code, str(error), getattr(error, "clause", None))


WANTED: Final = {
    "bool_type": "is not true or false",
    "int_type": "is not a whole number",
    "string_type": "is not a text",
    "list_type": "is not a list",
    "dict_type": "is not an object",
    "extra_forbidden": "is not a field here",
}
"""What would be accepted, by the kind of fault; other kinds are said as pydantic says them."""
HIDDEN: Final = frozenset({"password", "old", "new", "word"})
"""Fields whose value is not repeated."""


async def _unread(_: Request, error: Exception) -> JSONResponse:
    """Answer a request that does not have the shape it should."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    return no(422, "malformed", "; ".join(map(_fault, faults[:5])))


def _fault(fault: Mapping[str, Any]) -> str:
    """Return which field is wrong, its value, and what would be accepted."""
    place, value = ".".join(map(str, fault["loc"])), fault.get("input")
    wanted = WANTED.get(fault["type"])
    if wanted is None:
        return f"{place}: {fault['msg']}"
    shown = "(hidden)" if HIDDEN & set(map(str, fault["loc"])) else repr(value)[:SHOWN_MAX]
    return f"{place}: {shown} {wanted}"


async def _absent(request: Request, error: Exception) -> Response:
    """Answer a path or a method there is not; a browser gets the page that says so."""
    status, headers = 404, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, dict(error.headers) if error.headers else None
    if status == 405:
        return no(405, "no_such_method", f"{request.method} is not for this path", headers=headers)
    if status == 404 and page.is_lost(request):
        return await page.lost(request)
    if status == 404:
        return no(404, "no_such_path", "there is nothing at this path")
    if status == 400:
        return no(400, "malformed", "body: it cannot be read as JSON", headers=headers)
    return no(status, "malformed", str(getattr(error, "detail", "")), headers=headers)


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """Answer a fault of this software, and have it in the log."""
    LOG.error("a request has failed", path=request.url.path, exc_info=error)
    return no(500, "failed", "something went wrong here; it is in the log of the house")
