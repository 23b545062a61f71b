"""The client."""

from __future__ import annotations

import os
from typing import Optional

from .api_key import assert_api_key
from .base_url import assert_base_url
from .operations import AllCalls
from .transport import Transport

_from_environment = "the key of MIZAN_KEY"  # no key contains a space


class Mizan(AllCalls):
    """The API of one account and mode: those of its key."""

    def __init__(
        self,
        api_key: Optional[str] = _from_environment,
        *,
        base_url: Optional[str] = None,
        api_version: Optional[str] = None,
        max_retries: int = 2,
        timeout_seconds: float = 35,
    ) -> None:
        """
        ``api_key`` is a secret or restricted key, or a publishable key for requests of buyers; by default that of the
        environment variable ``MIZAN_KEY``. ``base_url`` is by default that of ``MIZAN_BASE_URL``, or
        ``http://localhost:8080``. ``api_version``, ``YYYY-MM-DD``, is by default that of the key. ``timeout_seconds`` is
        for one attempt: the platform answers within 30, at the latest with 504 ``request_timeout``.

        Raises MizanError when the key is None, empty or of another service.
        """
        # None is a variable that is not set: another account's key must not take its place.
        is_passed = api_key is not _from_environment
        key = assert_api_key(api_key if is_passed else os.environ.get("MIZAN_KEY"), is_passed=is_passed)
        super().__init__(Transport(key, assert_base_url(base_url), api_version, max_retries, timeout_seconds))
