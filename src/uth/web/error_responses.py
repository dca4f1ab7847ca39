"""Error responses: one body for all, and the exception handlers that send it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from uth.errors import Broken, Malformed, Refused, Stale, UthError, quoted
from uth.house.logs import LOG
from uth.rules.loader import Unloadable
from uth.store.entries import Unavailable
from uth.web import page
from uth.web.limits import TooFast
from uth.web.requests import HIDDEN, HIDDEN_VALUE, Forged
from uth.web.watched_store import public_words

STATUS: Final = {Malformed: 422, Unloadable: 422, TooFast: 429, Unavailable: 503, Refused: 409, Stale: 409, Forged: 403}
"""Checked in order, because `TooFast` and `Unavailable` are subclasses of `Refused`."""
DESCRIPTIONS: Final = {
    403: "Another origin, or no CSRF token of the session.",
    404: "There is nothing here.",
    408: "The body did not come in time.",
    409: "Refused: the code says why, and nothing has changed.",
    413: "The body is too large.",
    421: "The request is for another host.",
    422: "Malformed: which field, its value, and what would be accepted.",
    429: "Too fast; the retry-after header says when to try again.",
    503: "The store cannot write now; nothing is lost.",
}


class ErrorBody(BaseModel):
    """The body of an error response: a code for programs, the clause of the rules, and a sentence for people."""

    code: str
    clause: str | None
    says: str


RESPONSES: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": ErrorBody, "description": says} for status, says in DESCRIPTIONS.items()
}


def register_error_responses(app: FastAPI) -> None:
    """Register a handler for every kind of exception."""
    app.add_exception_handler(UthError, _uth_error)
    app.add_exception_handler(RequestValidationError, _validation_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _server_error)


def status_of(error: Exception) -> int:
    """Return the HTTP status for an exception."""
    return next((status for kind, status in STATUS.items() if isinstance(error, kind)), 409)


def error_response(
    status: int, code: str, says: str, clause: str | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    """Return an error response; characters that UTF-8 cannot encode are escaped."""
    text = says.encode("utf-8", "backslashreplace").decode()
    return JSONResponse({"code": code, "clause": clause, "says": text}, status, headers)


async def _uth_error(request: Request, error: Exception) -> JSONResponse:
    """Answer an expected error with its own code and message."""
    code = str(getattr(error, "code", None) or type(error).__name__.lower())
    if isinstance(error, Broken):
        return await _server_error(request, error)
    if isinstance(error, Unavailable):
        return error_response(503, code, public_words(error), headers={"retry-after": "5"})
    if isinstance(error, TooFast):
        return error_response(429, code, str(error), headers={"retry-after": str(error.retry_after_s)})
    return error_response(status_of(error), code, str(error), getattr(error, "clause", None))


MESSAGES: Final = {
    "bool_type": "is not true or false",
    "int_type": "is not a whole number",
    "string_type": "is not a string",
    "list_type": "is not a list",
    "dict_type": "is not an object",
    "extra_forbidden": "is not a field here",
}
"""The message for each pydantic error type; other types use pydantic's own message."""


async def _validation_error(_: Request, error: Exception) -> JSONResponse:
    """Answer a request that fails validation."""
    faults = error.errors() if isinstance(error, RequestValidationError) else []
    return error_response(422, "malformed", "; ".join(map(_fault, faults[:5])))


def _fault(fault: Mapping[str, Any]) -> str:
    """Return which field is wrong, its value, and what is accepted."""
    place, value = ".".join(map(str, fault["loc"])), fault.get("input")
    message = MESSAGES.get(fault["type"])
    if message is None:
        return f"{place}: {fault['msg']}"
    shown = HIDDEN_VALUE if HIDDEN & set(map(str, fault["loc"])) else quoted(value)
    return f"{place}: {shown} {message}"


async def _http_error(request: Request, error: Exception) -> Response:
    """Answer an unknown path or method; a browser gets the page's own 404."""
    status, headers = 404, None
    if isinstance(error, HTTPException):
        status, headers = error.status_code, dict(error.headers) if error.headers else None
    if status == 405:
        return error_response(405, "no_such_method", f"{request.method} is not for this path", headers=headers)
    if status == 404 and page.wants_page(request):
        return await page.not_found_page(request)
    if status == 404:
        return error_response(404, "no_such_path", "there is nothing at this path")
    if status == 400:
        return error_response(400, "malformed", "body: it cannot be read as JSON", headers=headers)
    return error_response(status, "malformed", str(getattr(error, "detail", "")), headers=headers)


async def _server_error(request: Request, error: Exception) -> JSONResponse:
    """Log an unexpected exception and answer 500."""
    LOG.error("a request has failed", path=request.url.path, exc_info=error)
    return error_response(500, "failed", "something went wrong here; it is in the log of the house")
