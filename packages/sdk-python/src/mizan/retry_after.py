"""The ``Retry-After`` header of a response."""

from __future__ import annotations

import math
import re
import time
from email.utils import parsedate_to_datetime
from typing import Mapping, Optional

#: A date as servers send it, such as ``Sun, 06 Nov 1994 08:49:37 GMT`` (RFC 9110, section 5.6.7).
_http_date = re.compile(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT\Z", re.ASCII)


def read_retry_after(headers: Mapping[str, str]) -> Optional[int]:
    """Seconds from the header: a number of them, or a date (RFC 9110, section 10.2.3).

    A date is compared with that of the response, because the clock of this machine may be wrong.
    """
    text = headers.get("Retry-After") or ""
    if text.isascii() and text.isdigit():
        return int(text)
    until = _read_date(text)
    if until is None:
        return None
    since = _read_date(headers.get("Date") or "")
    return max(0, math.ceil(until - (time.time() if since is None else since)))


def _read_date(text: str) -> Optional[float]:
    """Seconds since 1970. The parser alone also accepts other text, and times without their zone."""
    if not _http_date.match(text):
        return None
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):  # a day or month that there is not
        return None
