"""Sends requests, retries where that is safe, and parses responses."""

from __future__ import annotations

import codecs
import http.client
import json
import random
import re
import time
import urllib.error
import urllib.request
import uuid
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, Dict, Generic, Iterator, List, Mapping, NoReturn, Optional, Tuple, TypeVar
from urllib.parse import urlencode

from .api_key import describe_key
from .errors import ConnectionError, IncompleteDownloadError, MizanError, RequestError, error_of
from .retry_after import read_retry_after
from .version import version

_retryable = {429, 500, 502, 503, 504}
_first_retry_seconds = 0.25
_piece_bytes = 65_536
#: The last line of a complete file: ``# end,<rows>``.
_end_line = re.compile(r"(?:^|\n)# end,\d+\r\n\Z")
_end_line_max = 64  # characters, with the line end before it
_cut_off = "The download was interrupted: its end is missing."
_longest_timeout_seconds = 86_400
_sendable_key = re.compile(r"[\x20-\x7e]{1,255}\Z")
_header_name = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")
_header_value = re.compile(r"[\t\x20-\x7e\x80-\xff]*\Z")
_longest_retry_seconds = 8.0  # a longer wait is the caller's decision: the error is raised at once

PageType = TypeVar("PageType")
Item = TypeVar("Item")


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The API redirects nobody, and the key must not follow where a proxy leads."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Transport:
    """The connection of one client."""

    def __init__(
        self, api_key: str, base_url: str, api_version: Optional[str], max_retries: int, timeout_seconds: float
    ) -> None:
        self._api_key = api_key
        self._base_url = base_url.rstrip("/")
        self._api_version = api_version
        if api_version is not None:
            _assert_header("api_version", api_version)
        if not isinstance(max_retries, int) or max_retries < 0:
            raise MizanError("max_retries must be a whole number from 0.")
        if not isinstance(timeout_seconds, (int, float)) or not 0 < timeout_seconds <= _longest_timeout_seconds:
            raise MizanError(f"timeout_seconds must be above 0 and at most {_longest_timeout_seconds}.")
        self._max_retries = max_retries
        self._timeout_seconds = timeout_seconds
        self._opener = urllib.request.build_opener(_NoRedirect())

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
        client_secret: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> Any:
        """The parsed response.

        Raises RequestError when the API refuses the request or requires a longer wait than this client waits, and
        ConnectionError when no attempt got a response.
        """
        request = self._request_of(method, path, query, body, idempotency_key, client_secret, headers)

        def attempt() -> Any:
            status, text, retry_after_seconds = self._read(self._open(request()))
            if status >= 300:
                return self._refused(status, text, retry_after_seconds)
            try:
                return json.loads(text)
            except ValueError:  # something else has answered
                return self._refused(status, text, retry_after_seconds)

        return self._retried(attempt)

    def open(self, method: str, path: str, **call: Any) -> Any:
        """Like :meth:`request`, for a file: the response, of which nothing is read yet."""
        names = ("query", "body", "idempotency_key", "client_secret", "headers")
        request = self._request_of(method, path, *(call.get(name) for name in names))

        def attempt() -> Any:
            response = self._open(request())
            return response if response.status < 300 else self._refused(*self._read(response))

        return self._retried(attempt)

    def download(self, method: str, path: str, **call: Any) -> Download:
        """Like :meth:`request`, for a file."""
        return Download(self, method, path, call)

    def _request_of(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
        client_secret: Optional[str],
        headers: Optional[Mapping[str, str]],
    ) -> Callable[[], urllib.request.Request]:
        """Makes the same request for each attempt: urllib changes what it sends."""
        sent = {"Authorization": f"Bearer {self._api_key}", "User-Agent": f"mizan-python/{version}"}
        if self._api_version:
            sent["Api-Version"] = self._api_version
        if idempotency_key is not None:
            _assert_sendable("idempotency_key", idempotency_key)
        if client_secret is not None:
            _assert_header("client_secret", client_secret)
        for name, value in (headers or {}).items():
            if name.lower() == "idempotency-key":
                _assert_sendable(name, value)
            _assert_header(name, value)
        # Elsewhere it is a field of what was read, which may be sent back.
        if body is not None and "clientSecret" in body and path.startswith("/client/"):
            raise MizanError("Pass the client secret as client_secret: it is not part of the body.")
        if method != "GET":
            # One key for all attempts: the platform returns the stored response instead of acting twice.
            sent["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if client_secret:
            sent["Client-Secret"] = client_secret
        if body is not None:
            sent["Content-Type"] = "application/json"
        sent.update(headers or {})
        url = f"{self._base_url}{path}{_query_of(query)}"
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False, allow_nan=False, default=_refuse_value).encode()
        return lambda: urllib.request.Request(url, data, sent, method=method)

    def _retried(self, attempt: Callable[[], Any]) -> Any:
        """What an attempt returns that is not refused. Raises what :meth:`request` raises."""
        attempts = 0
        while True:
            is_last = attempts >= self._max_retries
            failure: Optional[RequestError] = None
            try:
                result = attempt()
                if not isinstance(result, RequestError):
                    return result
                failure = result
            except (OSError, http.client.HTTPException) as lost:
                if is_last:
                    reason = getattr(lost, "reason", None) or lost
                    if getattr(reason, "reason", None) == "WRONG_VERSION_NUMBER":
                        reason = "it does not speak TLS. Is it an http:// address?"
                    raise ConnectionError(f"{self._base_url} did not answer: {reason}") from lost
            wait_seconds = _wait_seconds(attempts, failure.retry_after_seconds if failure else None)
            if failure and (is_last or not _is_retryable(failure) or wait_seconds > _longest_retry_seconds):
                raise failure
            time.sleep(wait_seconds)
            attempts += 1

    def _refused(self, status: int, text: bytes, retry_after_seconds: Optional[int]) -> RequestError:
        return error_of(status, text, retry_after_seconds, describe_key(self._api_key))

    def list(self, method: str, path: str, **call: Any) -> Listing[Any, Any]:
        """Like :meth:`request`, for a list."""
        return Listing(self, method, path, call)

    def _open(self, request: urllib.request.Request) -> Any:
        try:
            return self._opener.open(request, timeout=self._timeout_seconds)
        except urllib.error.HTTPError as refused:
            return refused

    def _read(self, response: Any) -> Tuple[int, bytes, Optional[int]]:
        until = time.monotonic() + self._timeout_seconds
        with response:
            received: List[bytes] = []
            while True:
                chunk = response.read1(_piece_bytes)
                if not chunk:
                    break
                received.append(chunk)
                if time.monotonic() > until:  # the timeout of a socket is for each read
                    raise TimeoutError("timed out")
            body, length = b"".join(received), response.headers.get("Content-Length")
            if length is not None and len(body) < int(length):  # read1 does not report it
                raise http.client.IncompleteRead(body, int(length) - len(body))
            return response.status, body, read_retry_after(response.headers)


class Calls:
    """Methods of the API that are called through one transport."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    if not TYPE_CHECKING:  # type checkers refuse it by themselves

        def __getattr__(self, name):
            # The tracebacks of Python 3.10 and later suggest a name, but not its message, which programs log.
            snake_case = re.sub("(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
            meant = f": in Python it is {snake_case}" if snake_case in dir(self) else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{meant}")


class Listing(Generic[PageType, Item]):
    """All rows, page after page, when it is iterated; :meth:`page` is one page, as the API returns it."""

    def __init__(self, transport: Transport, method: str, path: str, call: Dict[str, Any]) -> None:
        self._transport = transport
        self._method = method
        self._path = path
        self._call = call

    def page(self) -> PageType:
        """Fetches the page: its rows are in ``data``, and ``nextCursor`` leads to the next one."""
        return self._transport.request(self._method, self._path, **self._call)  # type: ignore[no-any-return]

    if not TYPE_CHECKING:  # type checkers refuse it by themselves

        def __getitem__(self, key):
            raise TypeError(f"A list is read by iterating it, or page by page: `.page()[\"data\"]`, not `[{key!r}]`.")

    def __iter__(self) -> Iterator[Item]:
        given = {name: value for name, value in self._call.get("query", {}).items() if value is not None}
        query = {"limit": 100, **given}
        while True:
            page = self._transport.request(self._method, self._path, **{**self._call, "query": query})
            yield from page["data"]
            if page.get("nextCursor"):
                query["cursor"] = page["nextCursor"]
                query.pop("page", None)
            elif "nextCursor" not in page and len(page["data"]) == query["limit"]:
                query["page"] = query.get("page", 1) + 1
            else:
                return


class Download:
    """The text of a file, piece after piece as it arrives, when it is iterated; :meth:`text` is all of it.

    Both raise IncompleteDownloadError when the end of the file is missing, also after pieces of it were given.
    """

    def __init__(self, transport: Transport, method: str, path: str, call: Dict[str, Any]) -> None:
        self._transport = transport
        self._method = method
        self._path = path
        self._call = call

    def text(self) -> str:
        """The whole file."""
        return "".join(self)

    def __iter__(self) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")()
        end = ""
        with self._transport.open(self._method, self._path, **self._call) as response:
            while True:
                try:
                    chunk = response.read1(_piece_bytes)
                except (OSError, http.client.HTTPException) as lost:
                    raise IncompleteDownloadError(_cut_off) from lost
                if not chunk:
                    break
                piece = decoder.decode(chunk)
                end = (end + piece)[-_end_line_max:]
                if piece:
                    yield piece
        if not _end_line.search(end):
            raise IncompleteDownloadError(_cut_off)


def _query_of(query: Optional[Mapping[str, Any]]) -> str:
    given = {name: _text_of(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text_of(value: Any) -> str:
    if isinstance(value, dict):  # the filter `metadata`
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_refuse_value)
    if not isinstance(value, (str, int, float)):
        _refuse_value(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _refuse_value(value: Any) -> NoReturn:
    """Refuses what json cannot encode, before a request is sent."""
    hint = ""
    if isinstance(value, Decimal):
        hint = " Amounts are integers in minor units, such as 24950 for EGP 249.50, and percentages are floats."
    elif isinstance(value, date):
        hint = " Times and days are text in ISO 8601, such as 2026-12-01T10:00:00Z and 2026-12-01."
    raise MizanError(f"A {type(value).__name__} cannot be sent.{hint}")


def _assert_sendable(name: str, idempotency_key: Any) -> None:
    """Refuses a key that cannot be sent: without it, a request could take effect twice."""
    if isinstance(idempotency_key, str) and _sendable_key.match(idempotency_key):
        return
    found = "is empty: pass" if idempotency_key == "" else "must be"
    raise MizanError(f"{name} {found} 1 to 255 printable ASCII characters.")


def _assert_header(name: str, value: Any) -> None:
    """Refuses a header, or an argument that fills one, that HTTP cannot send. The error does not show the value."""
    if not (_header_name.match(name) and _header_value.match(str(value))):
        raise MizanError(f"{name} cannot be sent: headers are printable ASCII characters.")


def _is_retryable(failure: RequestError) -> bool:
    """Whether a retry may succeed. Retrying is safe, because the request carries its idempotency key."""
    return failure.status in _retryable or (failure.status == 409 and failure.code == "idempotency_key_in_use")


def _wait_seconds(attempts: int, retry_after_seconds: Optional[int]) -> float:
    """The platform's ``Retry-After``; otherwise a quarter of a second, doubled with each attempt, half of it random."""
    if retry_after_seconds is not None:
        return float(retry_after_seconds)
    most = min(_first_retry_seconds * 2**attempts, _longest_retry_seconds)
    return most / 2 + random.random() * most / 2
