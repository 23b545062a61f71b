"""The version of this package, as in pyproject.toml."""

version = "0.2.0"
