"""The paths of requests."""

from __future__ import annotations

import re
from urllib.parse import quote

from .errors import MizanError


def path_of(path: str, **parameters: object) -> str:
    """A path of the API reference with its parameters in their places.

    Raises MizanError when one of them is missing or empty, or ``.`` or ``..``, which a URL drops: the request would reach another path
    than it is meant for.
    """

    def fill(place: "re.Match[str]") -> str:
        resources, name = place.groups()
        value = parameters.get(name)
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise MizanError(_explain(resources, name, value))
        return f"{resources}/{quote(value, safe='')}"

    return re.sub(r"([\w-]+)/\{(\w+)\}", fill, path)


def _explain(resources: str, name: str, value: object) -> str:
    """``id is None: pass the ID of a product.``"""
    resource = re.sub(r"^api\b", "API", re.sub(r"s$", "", resources.replace("-", " ")))
    article = "an" if resource[0].lower() in "aeio" else "a"
    return f"{name} is {_describe(value)}: pass the {'ID' if name == 'id' else name} of {article} {resource}."


def _describe(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"' if value else "empty"
    return "None" if value is None else f"of type {type(value).__name__}"
