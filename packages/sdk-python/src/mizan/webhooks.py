"""Signatures of webhook deliveries (Standard Webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Any, Dict, Literal, Mapping, Optional, Union

from .errors import MizanError

if TYPE_CHECKING:
    from . import types

WebhookFailure = Literal[
    "header_missing", "body_parsed", "body_reserialized", "wrong_key_type", "clock_skew", "wrong_secret"
]

_KEY_MIN_BYTES = 16  # the platform's have 32


class WebhookVerificationError(MizanError):
    """A delivery that failed verification. Do not trust it. ``reason`` is the check that failed."""

    def __init__(self, reason: WebhookFailure, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> types.Event:
    """Verifies that a delivery comes from the platform and returns its event.

    ``body`` is exactly as received: bytes or text, never a parsed object. ``secret`` is the ``whsec_…`` of the endpoint,
    shown when it was created or its secret rotated. ``now`` is a Unix time, for tests.

    Raises WebhookVerificationError with the ``reason``.
    """
    key = _key_of(secret)
    if body is None:
        raise WebhookVerificationError("body_parsed", "The body is None: pass the bytes of the request.")
    if not isinstance(body, (bytes, bytearray, str)):
        raise WebhookVerificationError(
            "body_parsed", "The body was parsed before it was verified. Pass the bytes as they were received."
        )
    message_id = _header_of(headers, "webhook-id")
    timestamp = _header_of(headers, "webhook-timestamp")
    signatures = _header_of(headers, "webhook-signature")
    text = body if isinstance(body, str) else bytes(body).decode("utf-8", "replace")
    prefix = f"{message_id}.{timestamp}."
    if not _is_signed(key, prefix + text, signatures):
        raise _explain_mismatch(key, prefix, text, signatures)
    skew_seconds = (time.time() if now is None else now) - _number_of(timestamp)
    if not abs(skew_seconds) <= tolerance_seconds:
        distance = f"{abs(skew_seconds):.0f} s {'ago' if skew_seconds > 0 else 'ahead'}"
        raise WebhookVerificationError(
            "clock_skew",
            f"The delivery is signed for a time {distance}: it is a replay, or the clock of this machine is wrong.",
        )
    return json.loads(text)  # type: ignore[no-any-return]


def sign_webhook(body: Union[str, bytes], secret: str, message_id: str, now: Optional[float] = None) -> Dict[str, str]:
    """The headers of a delivery of ``body`` as the platform would sign it now: for tests of a handler.

    ``message_id`` is that of the event, ``evt_…``.
    """
    timestamp = str(int(time.time() if now is None else now))
    text = body.decode() if isinstance(body, bytes) else body
    signature = base64.b64encode(_signature(_key_of(secret), f"{message_id}.{timestamp}.{text}")).decode()
    return {"webhook-id": message_id, "webhook-timestamp": timestamp, "webhook-signature": f"v1,{signature}"}


def _key_of(secret: Optional[str]) -> bytes:
    if not isinstance(secret, str) or secret == "":
        # Never the value itself: it may be the secret as bytes.
        found = "empty" if secret == "" else "None" if secret is None else f"of type {type(secret).__name__}"
        raise WebhookVerificationError(
            "wrong_key_type", f"The secret is {found}: pass that of the webhook endpoint, whsec_…."
        )
    if re.match(r"(mz_)?(sk|rk|pk)_", secret):
        raise WebhookVerificationError(
            "wrong_key_type", "This is an API key. Pass the secret of the webhook endpoint, whsec_…."
        )
    if not secret.startswith("whsec_"):
        raise WebhookVerificationError("wrong_key_type", "The secret of a webhook endpoint starts with whsec_.")
    try:
        key = base64.b64decode(secret[len("whsec_") :], validate=True)
    except ValueError:
        key = b""
    # A placeholder would become a short key, with which anyone can sign.
    if len(key) < _KEY_MIN_BYTES:
        raise WebhookVerificationError("wrong_key_type", "The secret is damaged: copy it again, from whsec_ to its end.")
    return key


def _header_of(headers: Mapping[str, Any], name: str) -> str:
    if not hasattr(headers, "items"):
        found = "None" if headers is None else f"of type {type(headers).__name__}"
        raise WebhookVerificationError("header_missing", f"The headers are {found}: pass those of the request, as a dict.")
    value = next((value for key, value in headers.items() if key.lower() == name), None)
    if isinstance(value, (list, tuple)):
        value = value[0] if value else None
    if not value:
        is_environ = f"HTTP_{name.upper().replace('-', '_')}" in headers
        reason = "pass request.headers, not the WSGI environment" if is_environ else "this is not a webhook delivery"
        raise WebhookVerificationError("header_missing", f"The header {name} is missing: {reason}.")
    return str(value)


def _signature(key: bytes, signed: str) -> bytes:
    return hmac.new(key, signed.encode("utf-8", "surrogatepass"), hashlib.sha256).digest()


def _is_signed(key: bytes, signed: str, signatures: str) -> bool:
    expected = base64.b64encode(_signature(key, signed))
    given = [each[len("v1,") :].encode() for each in signatures.split(" ") if each.startswith("v1,")]
    return any([hmac.compare_digest(expected, each) for each in given])


def _number_of(timestamp: str) -> float:
    try:
        return float(timestamp)
    except ValueError:
        return float("nan")


def _explain_mismatch(key: bytes, prefix: str, text: str, signatures: str) -> WebhookVerificationError:
    """Deliveries are compact JSON, so a body in any other form was reserialized on its way."""
    compact = _compact_of(text)
    if compact is None or compact != text:
        is_genuine = compact is not None and _is_signed(key, prefix + compact, signatures)
        return WebhookVerificationError(
            "body_reserialized",
            "The body was parsed and serialized again: its content is genuine, but its bytes are not the ones that were "
            "signed. Pass the bytes as they were received."
            if is_genuine
            else "No signature matches, and deliveries are compact JSON, which this body is not. Pass the bytes as they were "
            "received, before any parser; if these are the bytes, the secret is that of another endpoint.",
        )
    return WebhookVerificationError(
        "wrong_secret", "No signature matches: this is the secret of another endpoint, or the body was changed."
    )


def _compact_of(text: str) -> Optional[str]:
    try:
        return json.dumps(json.loads(text), separators=(",", ":"), ensure_ascii=False)
    except ValueError:
        return None
