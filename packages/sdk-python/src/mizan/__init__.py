"""The client of the Mizan payments API."""

from .client import Mizan
from .errors import (
    ApiError,
    AuthenticationError,
    CardError,
    ConnectionError,
    IdempotencyError,
    IncompleteDownloadError,
    InvalidRequestError,
    MizanError,
    RateLimitError,
    RequestError,
)
from .transport import Download, Listing
from .version import version as __version__
from .webhooks import WebhookVerificationError, sign_webhook, verify_webhook

__all__ = [
    "ApiError",
    "AuthenticationError",
    "CardError",
    "ConnectionError",
    "Download",
    "IdempotencyError",
    "IncompleteDownloadError",
    "InvalidRequestError",
    "Listing",
    "Mizan",
    "MizanError",
    "RateLimitError",
    "RequestError",
    "WebhookVerificationError",
    "__version__",
    "sign_webhook",
    "verify_webhook",
]
