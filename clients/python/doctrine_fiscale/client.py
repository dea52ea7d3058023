"""The client: sends requests, waits when the service says so, and walks through pages."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

from .operations import Operations

USER_AGENT = "doctrine-fiscale-python"
#: A page of the export is read to its end: the service gives it thirty minutes.
TIMEOUT_SECONDS = 120.0
#: When the service gives no `Retry-After`.
DEFAULT_WAIT_SECONDS = 5.0


class DoctrineError(Exception):
    """A refusal of the API: `code` is for programs, the message, in French, for people."""

    def __init__(self, status: int, code: str, message: str, details: dict[str, Any]) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.details = details


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
        self._attempts = attempts
        self._sleep = sleep

    def send(
        self,
        method: str,
        path: str,
        query: dict[str, Any] | None = None,
        body: dict[str, Any] | None = None,
    ) -> Any:
        """Sends a request and gives its answer; `None` values are left out."""
        with self._open(method, path, query, body) as answer:
            return json.load(answer)

    def lines(self, path: str, query: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The lines of an answer in JSON lines, one after the other."""
        with self._open("GET", path, query, None) as answer:
            for line in answer:
                yield json.loads(line)

    def _open(self, method: str, path: str, query: dict[str, Any] | None, body: dict[str, Any] | None) -> Any:
        request = self._request(method, path, query, body)
        # What creates or removes a key is sent once: an answer that was lost may have done it.
        attempts = 1 if method == "DELETE" or path.startswith("/v1/compte/cles") else self._attempts
        for attempt in range(attempts):
            isLast = attempt == attempts - 1
            try:
                return urllib.request.urlopen(request, timeout=self._timeout)
            except urllib.error.HTTPError as answer:
                if isLast or answer.code not in (429, 503):
                    raise _refusal(answer) from None
                self._sleep(_wait(answer))
            except OSError:
                if isLast:
                    raise
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


def _wait(answer: urllib.error.HTTPError) -> float:
    try:
        return float(answer.headers.get("Retry-After", ""))
    except ValueError:
        return DEFAULT_WAIT_SECONDS


def _refusal(answer: urllib.error.HTTPError) -> DoctrineError:
    try:
        body = json.load(answer)
        error = body["error"]
        return DoctrineError(answer.code, error["code"], error["message"], body.get("details", {}))
    except (ValueError, KeyError, TypeError):
        return DoctrineError(answer.code, "unreadable", f"Réponse {answer.code} illisible.", {})
