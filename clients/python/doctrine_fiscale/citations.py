"""What is wrong in the citations of a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .client import Client
from .types import CheckedCitation

#: The most characters that the API reads at once.
MAX_CHARACTERS = 50_000


@dataclass(frozen=True)
class WrongCitation:
    """A citation that is not `verifiee`, where it stands in the text, in characters."""

    start: int
    end: int
    text: str
    citation: CheckedCitation


def wrong_citations(client: Client, text: str, *, date: str | None = None) -> Iterator[WrongCitation]:
    """Every citation of the text that the service does not find right, long texts part by part.

    `date`: the day at which the text speaks, `YYYY-MM-DD`.
    """
    for offset, part in _parts(text):
        for citation in client.check_citations(texte=part, date=date)["citations"]:
            if citation["etat"] != "verifiee":
                start, end = offset + citation["debut"], offset + citation["fin"]
                yield WrongCitation(start, end, text[start:end], citation)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Parts that the API reads, cut between two paragraphs where there is one."""
    offset = 0
    while offset < len(text):
        end = len(text)
        if end - offset > MAX_CHARACTERS:
            cut = text.rfind("\n", offset + 1, offset + MAX_CHARACTERS)
            end = offset + MAX_CHARACTERS if cut == -1 else cut + 1
        part = text[offset:end]
        if part.strip():
            yield offset, part
        offset = end
