"""A copy of the documents in force, kept in step by the journal and compared with the service after each pass."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

from .client import Client, DoctrineError
from .fingerprints import export_root

PAGE = 1_000


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

    def update(self) -> None:
        """Makes a pass: raises `MirrorDiffers` when the copy ends unlike the service."""
        self._folder.mkdir(parents=True, exist_ok=True)
        state = self._read_state() or self._export()
        while True:
            followed = self._follow(state)
            state = followed or self._export()
            if followed is None:
                continue
            root, state = self._root_of_service(state)
            # An ingestion took place in between: the journal tells the rest.
            if root["sequence"] <= state["dernier"]:
                break
        if root["valeur"] != export_root(self.documents()):
            raise MirrorDiffers(f"{self._folder} diffère du service : rebuild() reprend tout.")

    def rebuild(self) -> None:
        """Forgets where the copy was, and takes everything again."""
        self._state_file.unlink(missing_ok=True)
        self.update()

    def documents(self) -> Iterator[dict[str, Any]]:
        """The documents of the copy, by identifier."""
        for file in sorted(self._folder.glob("BOI-*.json"), key=lambda file: file.stem):
            yield json.loads(file.read_text(encoding="utf-8"))

    def _export(self) -> dict[str, Any]:
        state: dict[str, Any] | None = None
        seen: set[str] = set()
        after: str | None = ""
        while after is not None:
            head, *documents, end = self._whole_page(after)
            # The journal is followed from the start of the first page on.
            state = state or {"dernier": head["sequence"], "derivation": head["derivation"]}
            state["derniere_page"] = after
            for document in documents:
                self._keep(document)
                seen.add(document["boi_id"])
            after = end["suivant"]
        for file in self._folder.glob("BOI-*.json"):
            if file.stem not in seen:
                file.unlink()
        assert state is not None
        return self._write_state(state)

    def _whole_page(self, after: str) -> list[dict[str, Any]]:
        """A page that was cut has no last line: it is asked for again."""
        while True:
            lines = list(self._client.export_documents(apres=after or None, limit=PAGE))
            if lines and lines[-1].get("fin"):
                return lines

    def _follow(self, state: dict[str, Any]) -> dict[str, Any] | None:
        """Applies what the journal tells since the last pass; `None` when all must be taken again."""
        while True:
            page = self._client.list_journal(apres=state["dernier"], limit=PAGE)
            if page["derivation"] != state["derivation"]:
                return None
            for boi_id in sorted({entry["boi_id"] for entry in page["entrees"] if entry["boi_id"] is not None}):
                self._read_again(boi_id)
            # After the documents: what was done twice is never forgotten.
            state = self._write_state({**state, "dernier": page["dernier"]})
            if page["count"] == 0:
                return state

    def _read_again(self, boi_id: str) -> None:
        try:
            document: Any = self._client.get_document(boi_id)
        except DoctrineError as refusal:
            # A text that the law had erased.
            if refusal.status != 410:
                raise
            document = None
        if document is not None and document["statut"] == "en_vigueur":
            self._keep(document)
        else:
            self._file(boi_id).unlink(missing_ok=True)

    def _root_of_service(self, state: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """That of the whole export, told by its last page: the one known, or those that came after it."""
        after: str | None = state.get("derniere_page", "")
        end: dict[str, Any] = {}
        while after is not None:
            state = self._write_state({**state, "derniere_page": after})
            end = self._whole_page(after)[-1]
            after = end["suivant"]
        return end["racine"], state

    def _keep(self, document: dict[str, Any]) -> None:
        _write(self._file(document["boi_id"]), document)

    def _file(self, boi_id: str) -> pathlib.Path:
        return self._folder / f"{boi_id}.json"

    def _read_state(self) -> dict[str, Any] | None:
        if not self._state_file.exists():
            return None
        state: dict[str, Any] = json.loads(self._state_file.read_text(encoding="utf-8"))
        return state

    def _write_state(self, state: dict[str, Any]) -> dict[str, Any]:
        _write(self._state_file, state)
        return state


def _write(file: pathlib.Path, content: dict[str, Any]) -> None:
    """At once: a pass that is killed never leaves half a file."""
    temporary = file.with_suffix(".tmp")
    temporary.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    os.replace(temporary, file)
