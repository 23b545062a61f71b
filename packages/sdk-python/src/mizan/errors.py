"""What the client raises."""

from __future__ import annotations

import json
from typing import Any, Dict, Mapping, Optional, Type


class MizanError(Exception):
    """Everything that this client raises. The attributes are None where there was no response."""

    #: HTTP status.
    status: Optional[int] = None
    #: For example ``invalid_request_error``.
    type: Optional[str] = None
    #: Branch on this.
    code: Optional[str] = None
    #: The offending parameter, for example ``lineItems[0].quantity``.
    param: Optional[str] = None
    #: Explains the code.
    doc_url: Optional[str] = None
    #: Quote it to support.
    request_id: Optional[str] = None
    #: How long to wait before the next attempt, from the ``Retry-After`` header.
    retry_after_seconds: Optional[int] = None


class ConnectionError(MizanError):
    """No response: the platform could not be reached, or did not respond in time. The outcome is unknown."""


class IncompleteDownloadError(MizanError):
    """A file ended before its end: what was received is not all of it."""


class RequestError(MizanError):
    """The API refused the request."""

    def __init__(
        self,
        status: int,
        refusal: Mapping[str, Any],
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[int] = None,
    ) -> None:
        super().__init__(refusal.get("message", ""))
        self.status = status
        self.type = refusal.get("type")
        self.code = refusal.get("code")
        self.param = refusal.get("param")
        self.doc_url = refusal.get("doc_url")
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds


class InvalidRequestError(RequestError):
    """The request is invalid as it is."""


class AuthenticationError(RequestError):
    """The key is missing, unknown, expired or revoked."""


class RateLimitError(RequestError):
    """Too many requests: all retries failed, or the wait is longer than this client waits."""


class CardError(RequestError):
    """The card or its token cannot be used. Ordinary declines are not errors: see ``lastPaymentError``."""


class IdempotencyError(RequestError):
    """The idempotency key was used for a different request, or its first request is still running."""


class ApiError(RequestError):
    """The platform failed, after all retries."""


_classes: Dict[str, Type[RequestError]] = {
    "invalid_request_error": InvalidRequestError,
    "authentication_error": AuthenticationError,
    "rate_limit_error": RateLimitError,
    "card_error": CardError,
    "idempotency_error": IdempotencyError,
    "api_error": ApiError,
}


def error_of(status: int, body: bytes, retry_after_seconds: Optional[int], key_description: str) -> RequestError:
    """The error for an unsuccessful response. The body may be anything: a proxy in between may have responded.

    ``key_description`` is added where the key was refused.
    """
    try:
        answer = json.loads(body)
        refusal = dict(answer["error"])
        is_of_key = status in (401, 403) and refusal.get("code") != "invalid_client_secret"
        if is_of_key and key_description not in refusal["message"]:
            refusal["message"] = f"{refusal['message']} The key was {key_description}."
        return _classes.get(refusal["type"], RequestError)(status, refusal, answer.get("request_id"), retry_after_seconds)
    except (ValueError, KeyError, TypeError, AttributeError):
        message = f"HTTP {status} with a body that is not from this API. Check the base URL."
        unreadable = {"type": "api_error", "code": "internal_error", "message": message}
        return ApiError(status, unreadable, None, retry_after_seconds)
