"""A copy of the documents in force, kept in step by the journal and compared with the service after each pass."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeGuard

from .client import Client, DoctrineError, told, unreadable
from .fingerprints import export_root

PAGE = 1_000
#: Times that a page that comes cut is asked for.
PAGE_ATTEMPTS = 5
#: An identifier of the API is a name of file on every system, and no way out of the folder.
IDENTIFIER = re.compile(r"BOI-[A-Z0-9-]{1,60}")


class MirrorDiffers(Exception):
    """The copy is not what the service has: `rebuild` takes everything again."""


class Mirror:
    """Un miroir des documents en vigueur : un fichier JSON par document, dans un dossier.

    Chaque passage reprend où le précédent s'est arrêté, même tué.
    """

    def __init__(self, client: Client, folder: str | os.PathLike[str]) -> None:
        self._client = client
        self._folder = pathlib.Path(folder)
        self._state_file = self._folder / "etat.json"
        self._refused: set[str] = set()

    def update(self) -> None:
        """Makes a pass: raises `MirrorDiffers` when the copy ends unlike the service.

        What has no identifier's name is not kept: it is named by that error, once the rest is.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        self._refused.clear()
        state = self._read_state() or self._export()
        while True:
            followed = self._follow(state)
            state = followed or self._export()
            if followed is None:
                continue
            root, state = self._root_of_service(state)
            # An ingestion took place in between: the journal tells the rest.
            if told(root, "sequence", int) <= state["dernier"]:
                break
        if self._refused or told(root, "valeur", str) != self._root():
            refused = f" Identifiants refusés : {', '.join(sorted(self._refused))}." if self._refused else ""
            raise MirrorDiffers(f"{self._folder} diffère du service : rebuild() reprend tout.{refused}")

    def rebuild(self) -> None:
        """Forgets where the copy was, and takes everything again."""
        self._state_file.unlink(missing_ok=True)
        self.update()

    def documents(self) -> Iterator[dict[str, Any]]:
        """The documents of the copy, by identifier."""
        for file in sorted(self._folder.glob("BOI-*.json"), key=lambda file: file.stem):
            yield json.loads(file.read_text(encoding="utf-8"))

    def _root(self) -> str | None:
        """That of the copy; `None` when one of its files is not a document."""
        try:
            return export_root(self.documents())
        except (ValueError, KeyError, TypeError):
            return None

    def _export(self) -> dict[str, Any]:
        state: dict[str, Any] | None = None
        seen: set[str] = set()
        after: str | None = ""
        while after is not None:
            head, *documents, end = self._whole_page(after)
            # The journal is followed from the start of the first page on.
            state = state or {"dernier": told(head, "sequence", int), "derivation": told(head, "derivation", int)}
            state["derniere_page"] = after
            for document in documents:
                boi_id = document.get("boi_id")
                if self._admits(boi_id):
                    _write(self._file(boi_id), document)
                    seen.add(boi_id)
            after = _after(end, after)
        for file in self._folder.glob("BOI-*.json"):
            if file.stem not in seen:
                file.unlink()
        assert state is not None
        return self._write_state(state)

    def _whole_page(self, after: str) -> list[dict[str, Any]]:
        """A page that was cut has no last line: it is asked for again."""
        for _ in range(PAGE_ATTEMPTS):
            with contextlib.suppress(ConnectionError):
                lines = list(self._client.export_documents(apres=after or None, limit=PAGE))
                if len(lines) > 1 and lines[-1].get("fin"):
                    return lines
        raise ConnectionError(f"Une page de l'export est arrivée coupée {PAGE_ATTEMPTS} fois.")

    def _follow(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """Applies what the journal tells since the last pass; `None` when all must be taken again."""
        while True:
            page = self._client.list_journal(apres=state["dernier"], limit=PAGE)
            if told(page, "derivation", int) != state["derivation"]:
                return None
            named = [told({"entree": each}, "entree", dict).get("boi_id") for each in told(page, "entrees", list)]
            for boi_id in dict.fromkeys(boi_id for boi_id in named if boi_id is not None and self._admits(boi_id)):
                self._read_again(boi_id)
            if named and told(page, "dernier", int) <= state["dernier"]:
                raise unreadable(200, "Réponse illisible : le journal n'avance pas.")
            # After the documents: what was done twice is never forgotten.
            state = self._write_state({**state, "dernier": told(page, "dernier", int)})
            if not named:
                return state

    def _read_again(self, boi_id: str) -> None:
        try:
            document: Any = self._client.get_document(boi_id)
        except DoctrineError as refusal:
            # A text that the law had erased.
            if refusal.status != 410:
                raise
            document = None
        if document is not None and told(document, "statut", str) == "en_vigueur":
            _write(self._file(boi_id), document)
        else:
            self._file(boi_id).unlink(missing_ok=True)

    def _root_of_service(self, state: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """That of the whole export, told by its last page: the one known, or those that came after it."""
        after: str | None = state.get("derniere_page", "")
        end: dict[str, Any] = {}
        while after is not None:
            state = self._write_state({**state, "derniere_page": after})
            end = self._whole_page(after)[-1]
            after = _after(end, after)
        return told(end, "racine", dict), state

    def _admits(self, boi_id: Any) -> TypeGuard[str]:
        """Whether it may name a file; what may not is remembered."""
        if isinstance(boi_id, str) and IDENTIFIER.fullmatch(boi_id):
            return True
        self._refused.add(ascii(boi_id)[:80])
        return False

    def _file(self, boi_id: str) -> pathlib.Path:
        return self._folder / f"{boi_id}.json"

    def _read_state(self) -> dict[str, Any] | None:
        """`None` when there is none, or none that can be read: everything is then taken again."""
        try:
            state = json.loads(self._state_file.read_text(encoding="utf-8"))
            return state if {"dernier", "derivation"} <= state.keys() else None
        except (FileNotFoundError, ValueError, AttributeError):
            return None

    def _write_state(self, state: dict[str, Any]) -> dict[str, Any]:
        _write(self._state_file, state)
        return state


def _after(end: dict[str, Any], after: str) -> str | None:
    """Where the next page begins; pages that do not advance would never end."""
    if end.get("suivant") is None:
        return None
    following = told(end, "suivant", str)
    if following <= after:
        raise unreadable(200, "Réponse illisible : l'export n'avance pas.")
    return following


def _write(file: pathlib.Path, content: Mapping[str, Any]) -> None:
    """At once: a pass that is killed never leaves half a file, and a link is replaced, not followed."""
    temporary = file.with_suffix(".tmp")
    temporary.unlink(missing_ok=True)
    with temporary.open("x", encoding="utf-8") as opened:
        json.dump(content, opened, ensure_ascii=False)
    os.replace(temporary, file)
