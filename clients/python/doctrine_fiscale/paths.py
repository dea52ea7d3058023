"""Paths of the API, with their values."""

from __future__ import annotations

import urllib.parse


def fill(template: str, **values: object) -> str:
    """The path of a template such as `/v1/boi/{id}`, its values encoded."""
    for name, value in values.items():
        # The nodes of the classification keep their slashes: a proxy may refuse « %2F ».
        safe = "/" if name == "chemin" else ""
        template = template.replace("{" + name + "}", urllib.parse.quote(str(value), safe=safe))
    return template
