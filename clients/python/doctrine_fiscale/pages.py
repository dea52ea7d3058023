"""Lists of several pages, as one iterator."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .client import told

#: The farthest page that the API gives (`offset` in its reference).
MAX_OFFSET = 10_000


def every(list_page: Callable[..., Any], field: str, *, limit: int = 100, **parameters: Any) -> Iterator[Any]:
    """Every item of a list that takes `limit` and `offset`, page after page.

    `every(client.search_documents, "results", q="quotient familial")` gives every hit.
    """
    offset = 0
    while offset <= MAX_OFFSET:
        items = told(list_page(limit=limit, offset=offset, **parameters), field, list)
        yield from items
        if len(items) < limit:
            return
        offset += limit
