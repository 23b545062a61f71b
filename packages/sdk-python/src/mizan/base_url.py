"""The address of the platform."""

from __future__ import annotations

import os
import re
from typing import Optional

from .errors import MizanError


def assert_base_url(given: Optional[str]) -> str:
    """The given address of the gateway, that of the environment, or that of ``npm start``.

    Raises MizanError when it is no address of the web, for example ``localhost:8080``.
    """
    url = given or os.environ.get("MIZAN_BASE_URL") or "http://localhost:8080"
    if not re.match(r"https?://", url, re.IGNORECASE):
        name = "base_url" if given else "MIZAN_BASE_URL"
        raise MizanError(f'{name} must begin with http:// or https://, but is "{url}".')
    return url
