"""The client: sends requests, waits when the service says so, and reads its answers."""

from __future__ import annotations

import email.utils
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from .operations import Operations

USER_AGENT = "doctrine-fiscale-python"
#: A page of the export is read to its end: the service gives it thirty minutes.
TIMEOUT_SECONDS = 120.0
#: When the service gives no `Retry-After`.
DEFAULT_WAIT_SECONDS = 5.0
#: The longest that the limit by minute asks for; a quota of the month is not waited for.
MAX_WAIT_SECONDS = 60.0
#: Of an answer, or of a line of the export: far above the longest, so that one without end is refused.
MAX_ANSWER_BYTES = 64 * 1024 * 1024

Told = TypeVar("Told")


class DoctrineError(Exception):
    """A refusal of the API: `code` is for programs, the message, in French, for people.

    `code` is `unreadable` for an answer that is not the API's, `redirected` for one that sends to another address.
    """

    def __init__(self, status: int, code: str, message: str, details: dict[str, Any]) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.details = details


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    """The API redirects nothing, and a redirection would take the key elsewhere: it is a refusal like another."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Client(Operations):
    """Le client de l'API : une méthode par opération, sous le nom que lui donne la description OpenAPI.

    `attempts`: how many times a request is sent when the service asks to wait (429, 503) or does not answer.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        attempts: int = 3,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._attempts = max(1, attempts)
        self._sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirection)

    def send(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
    ) -> Any:
        """Sends a request and gives its answer; `None` values are left out."""
        with self._open(method, path, query, body) as answer:
            return _parsed(answer.status, _read(answer.read))

    def lines(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines of an answer in JSON lines, one after the other."""
        with self._open("GET", path, query, None) as answer:
            while line := _read(answer.readline):
                if len(line) <= MAX_ANSWER_BYTES and not line.endswith(b"\n"):
                    raise ConnectionError("Réponse coupée.")
                yield _parsed(answer.status, line)

    def _open(self, method: str, path: str, query: dict[str, Any] | None, body: dict[str, Any] | None) -> Any:
        request = self._request(method, path, query, body)
        # What creates or removes a key is sent once: an answer that was lost may have done it.
        attempts = 1 if method == "DELETE" or path.startswith("/v1/compte/cles") else self._attempts
        for attempt in range(attempts):
            isLast = attempt == attempts - 1
            try:
                return self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as answer:
                if isLast or answer.code not in (429, 503):
                    raise _refusal(answer) from None
                self._sleep(_wait(answer.headers.get("Retry-After", "")))
            except (OSError, http.client.HTTPException) as failure:
                if isLast:
                    raise _failure(failure) from failure
                self._sleep(DEFAULT_WAIT_SECONDS)
        raise AssertionError("unreachable")

    def _request(
        self, method: str, path: str, query: dict[str, Any] | None, body: dict[str, Any] | None
    ) -> urllib.request.Request:
        written = urllib.parse.urlencode(_given(query), doseq=False)
        headers = {"User-Agent": USER_AGENT, "Accept": "application/json, application/x-ndjson"}
        if self._key is not None:
            headers["X-API-Key"] = self._key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
        address = self._url + path + (f"?{written}" if written else "")
        return urllib.request.Request(address, data=data, headers=headers, method=method)


def told(answer: Any, name: str, kind: type[Told]) -> Told:
    """A field of an answer: one that is not of that kind is refused, and never taken for « nothing »."""
    value = answer.get(name) if isinstance(answer, Mapping) else None
    if not isinstance(value, kind):
        raise unreadable(200, f"Réponse illisible : « {name} » n'y est pas ce que la description de l'API en dit.")
    return value


def unreadable(status: int, message: str | None = None) -> DoctrineError:
    """The error of an answer that is not the API's."""
    return DoctrineError(status, "unreadable", message or f"Réponse {status} illisible.", {})


def _given(query: dict[str, Any] | None) -> dict[str, str]:
    """The parameters as the API writes them: days in ISO 8601, lists with commas, truth in lower case."""
    given: dict[str, str] = {}
    for name, value in (query or {}).items():
        if value is None:
            continue
        if isinstance(value, bool):
            given[name] = "true" if value else "false"
        elif isinstance(value, (list, tuple)):
            given[name] = ",".join(str(item) for item in value)
        else:
            given[name] = str(value)
    return given


def _wait(asked: str) -> float:
    """Seconds to wait, whatever the service wrote in `Retry-After`: a number of them, or a date."""
    try:
        seconds = float(asked)
    except ValueError:
        seconds = _until(asked)
    return min(seconds, MAX_WAIT_SECONDS) if seconds >= 0 else DEFAULT_WAIT_SECONDS


def _until(date: str) -> float:
    try:
        return max(0.0, email.utils.parsedate_to_datetime(date).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return DEFAULT_WAIT_SECONDS


def _read(read: Callable[[int], bytes]) -> bytes:
    try:
        return read(MAX_ANSWER_BYTES + 1)
    except http.client.HTTPException as cut:
        raise _failure(cut) from cut


def _failure(failure: OSError | http.client.HTTPException) -> OSError:
    return failure if isinstance(failure, OSError) else ConnectionError(f"Réponse coupée : {failure!r}")


def _parsed(status: int, content: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(content) if len(content) <= MAX_ANSWER_BYTES else None
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise unreadable(status)
    return answer


def _refusal(answer: urllib.error.HTTPError) -> DoctrineError:
    if 300 <= answer.code < 400:
        place = answer.headers.get("Location", "ailleurs")
        message = f"Le service renvoie à {place} : la clé n'y est pas envoyée. Donnez au client l'adresse du service."
        return DoctrineError(answer.code, "redirected", message, {})
    try:
        body = _parsed(answer.code, _read(answer.read))
        error = told(body, "error", dict)
        details = body.get("details")
        known = details if isinstance(details, dict) else {}
        return DoctrineError(answer.code, told(error, "code", str), told(error, "message", str), known)
    except (DoctrineError, OSError):
        return unreadable(answer.code)
