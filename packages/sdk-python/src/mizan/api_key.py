"""What can be said of a key without the platform."""

from __future__ import annotations

import re

from .errors import MizanError


def assert_api_key(key: object, *, is_passed: bool) -> str:
    """A key that can be one of the platform's. The platform decides whether it is valid.

    ``is_passed``: the caller passed it, instead of leaving it to ``MIZAN_KEY``.
    Raises MizanError when it is missing, of another service, or damaged.
    """
    if not isinstance(key, str) or key == "":
        if not is_passed:
            raise MizanError("No API key: pass one or set MIZAN_KEY.")
        found = "empty" if key == "" else "None" if key is None else f"of type {type(key).__name__}"
        cause = ": the variable that you read it from is not set" if key is None or key == "" else ""
        raise MizanError(
            f"The key passed to Mizan() is {found}{cause}. "
            "To use MIZAN_KEY, leave the key out: Mizan() or Mizan(base_url=...)."
        )
    if not key.lstrip().startswith("mz_"):
        raise MizanError(f"{describe_key(key)} is not a Mizan key: Mizan keys begin with mz_.")
    if not re.fullmatch(r"[A-Za-z0-9_]+", key):
        raise MizanError(
            f"{describe_key(key)} is damaged: it contains a space, a line break or another wrong character."
        )
    return key


def describe_key(key: str) -> str:
    """A key as an error may show it: its prefix and last four characters, ``mz_sk_test_…4f2a``."""
    key = key.strip()
    found = re.match(r"([a-z]{2,4}_){1,3}", key)
    prefix = found.group() if found else ""
    is_long = len(key) >= len(prefix) + 12  # four of fewer would be too much of it
    return f"{prefix}…{key[-4:] if is_long else ''}"
