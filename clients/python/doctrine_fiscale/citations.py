"""What is wrong in the citations of a text."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .client import Client, told, unreadable
from .types import CheckedCitation, DecisionReference, FreeQuotation, NormeReference, ReponseReference, UnreadReference

#: The most characters that the API reads at once.
MAX_CHARACTERS = 50_000
#: A shorter text that the service does not read to its end is not cut any more.
MIN_CHARACTERS = 1_000
#: Read before and after a part of a text: a quarter of the part, within these bounds.
MIN_AROUND, MAX_AROUND = 1_000, 4_000


class UnfinishedCheck(Exception):
    """A part of the text was not read to its end: nothing says that its citations are right."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(f"Les citations des caractères {start} à {end} n'ont pas pu être toutes lues : vérifiez-les à part.")
        self.start = start
        self.end = end


@dataclass(frozen=True)
class WrongCitation:
    """What the service does not say right, where it stands in the text, in characters.

    `citation` is its entry in the answer: a citation, words without one, a reference that was not read (`state` is
    then `non_lue`) or a reference to law.
    """

    start: int
    end: int
    text: str
    citation: CheckedCitation | FreeQuotation | UnreadReference | DecisionReference | NormeReference | ReponseReference
    state: str


def wrong_citations(client: Client, text: str, *, date: str | None = None) -> Iterator[WrongCitation]:
    """Every citation, quotation or reference of the text that the service does not find right, long texts part by part.

    Of law, what the service does not judge is left out. `date`: the day at which the text speaks, `YYYY-MM-DD`.
    Raises `UnfinishedCheck` at a part that can't be read to its end.
    """
    yield from _wrong_between(client, text, _Cuts(text), 0, len(text), date)


def _wrong_between(
    client: Client, text: str, cuts: _Cuts, start: int, end: int, date: str | None
) -> Iterator[WrongCitation]:
    """Of what begins in a part of the text, read with what is around it; half by half when that is too much."""
    if not text[start:end].strip():
        return
    first, last = cuts.around(start, end)
    if last - first <= MAX_CHARACTERS:
        answer = client.check_citations(texte=text[first:last], date=date)
        if not answer.get("tronque"):
            yield from (wrong for wrong in _wrong_of(answer, text, first, last) if start <= wrong.start < end)
            return
    middle = cuts.middle(start, end) if end - start > MIN_CHARACTERS else None
    if middle is None:
        raise UnfinishedCheck(start, end)
    yield from _wrong_between(client, text, cuts, start, middle, date)
    yield from _wrong_between(client, text, cuts, middle, end, date)


def _wrong_of(answer: Mapping[str, Any], text: str, first: int, last: int) -> list[WrongCitation]:
    """In the order of the text, of which the service read the characters from `first` to `last`."""
    wrong: list[WrongCitation] = []
    for entry, state in _faults(answer):
        start, end = first + told(entry, "debut", int), first + told(entry, "fin", int)
        if not first <= start <= end <= last:
            raise unreadable(200, "Réponse illisible : une citation y est hors du texte.")
        wrong.append(WrongCitation(start, end, text[start:end], entry, state))
    if not wrong and _counts_faults(answer):
        raise unreadable(200, "Réponse illisible : son bilan compte des fautes que ce client ne connaît pas.")
    return sorted(wrong, key=lambda each: each.start)


def _counts_faults(answer: Mapping[str, Any]) -> bool:
    """Whether the service itself does not say all of it right: a later one may have entries of kinds unknown here."""
    tally = told(answer, "bilan", dict)
    return any(told(tally, heading, int) > 0 for heading in tally if heading != "verifiees")


def _faults(answer: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """The entries that the service does not say right, with their state: one that is not known here is no exception."""
    for entry in told(answer, "citations", list):
        state = told(entry, "etat", str)
        if state != "verifiee":
            yield entry, state
        elif entry.get("non_lus"):
            yield entry, "partielle"
    for entry in told(answer, "citations_libres", list):
        if told(entry, "etat", str) != "trouvee":
            yield entry, entry["etat"]
    for entry in told(answer, "non_lues", list):
        yield entry, "non_lue"
    for entry in told(answer, "references_droit", list):
        fault = _law_fault(told({"reference": entry}, "reference", dict))
        if fault is not None:
            yield entry, fault


def _law_fault(reference: dict[str, Any]) -> str | None:
    """What is not judged has neither state nor words."""
    if reference.get("etat", "en_vigueur") != "en_vigueur":
        return told(reference, "etat", str)
    if reference.get("citation_textuelle") is not None:
        words = told(told(reference, "citation_textuelle", dict), "etat", str)
        if words not in ("exact", "equivalent"):
            return words
    return "date_discordante" if reference.get("date_discordante") else None


#: Where a text is best cut: after an empty line, a line, a sentence.
_ENDS = [re.compile(pattern) for pattern in (r"\n[^\S\n]*\n", r"\n", r"[.;!?]\s")]


class _Cuts:
    """Where a text may be cut: never inside a quotation, best between two paragraphs."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._quotations = _quotations(text)
        self._ends = [[found.end() for found in pattern.finditer(text)] for pattern in _ENDS]

    def middle(self, start: int, end: int) -> int | None:
        """Between the two, near the middle; `None` inside one quotation."""
        quarter = (end - start) // 4
        return self._near(start + quarter, start + 2 * quarter, end - quarter) or self._near(
            start, start + 2 * quarter, end
        )

    def around(self, start: int, end: int) -> tuple[int, int]:
        """The part and what is around it: a citation is read with its sentence, and « ibid. » with what it follows."""
        reach = min(max((end - start) // 4, MIN_AROUND), MAX_AROUND)
        first = self._near(start - 2 * reach, start - reach, start - reach // 2) if start > reach else 0
        last = self._near(end + reach // 2, end + reach, end + 2 * reach) if end + reach < self._length else self._length
        # None where a quotation takes all that place: it is read whole.
        return (
            self._enclosing(start - reach)[0] if first is None else first,
            self._enclosing(end + reach)[1] if last is None else last,
        )

    def _near(self, low: int, target: int, high: int) -> int | None:
        """The best place to cut between the two, the nearest to the target."""
        for ends in [*self._ends, [*self._enclosing(target)]]:
            between = ends[bisect_right(ends, low) : bisect_left(ends, high)]
            free = [end for end in between if self._enclosing(end) == (end, end)]
            if free:
                return min(free, key=lambda end: abs(end - target))
        return None

    def _enclosing(self, place: int) -> tuple[int, int]:
        """The quotation that a place is inside of, else the place itself."""
        index = bisect_left(self._quotations, (place, 0)) - 1
        start, end = self._quotations[index] if index >= 0 else (place, place)
        return (start, end) if start < place < end else (place, place)


_CLOSING = {"»": "«", "”": "“", "›": "‹", ">>": "<<", '"': '"'}
_MARKS = re.compile(r'[«»“”„‹›"]|<<|>>|\n[^\S\n]*\n')


def _quotations(text: str) -> list[tuple[int, int]]:
    """The outermost quotations, as the API reads them: a mark that is not closed opens none."""
    opened: defaultdict[str, list[int]] = defaultdict(list)
    outermost: list[tuple[int, int]] = []
    for found in _MARKS.finditer(text):
        mark, start, end = found[0], found.start(), found.end()
        if mark.startswith("\n"):
            # A straight mark does not tell whether it opens: one that is left open ends with its paragraph.
            opened['"'].clear()
        elif opening := opened["„"] if mark in "“”" and opened["„"] else opened[_CLOSING.get(mark, "")]:
            start = opening.pop()
            while outermost and outermost[-1][1] > start:
                start = min(start, outermost.pop()[0])
            outermost.append((start, end))
        elif mark == '"' or mark not in _CLOSING and not (opened[mark] and _begins_line(text, start)):
            opened[mark].append(start)
    return outermost


def _begins_line(text: str, place: int) -> bool:
    """There, an opening mark goes on with the quotation of the line before."""
    return text[max(0, place - 9) : place].rstrip(" \t\u00a0")[-1:] == "\n"
