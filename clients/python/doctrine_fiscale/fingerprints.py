"""Fingerprints, computed again from the words: a text that has another one is not that text."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

_SPACES = re.compile(
    "[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"
)


def fingerprint(text: str) -> str:
    """The `empreinte` of a text: SHA-256 of its words in NFC, runs of white space being one space."""
    written = _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip(" ")
    return hashlib.sha256(written.encode()).hexdigest()


def export_root(documents: Iterable[dict[str, Any]]) -> str:
    """The root of an export of these documents, whatever their order, computed from their words.

    A mirror whose root is not the service's `racine.valeur` differs from the service.
    """
    total = hashlib.sha256()
    for document in sorted(documents, key=_export_order):
        total.update(_line(document).encode())
    return total.hexdigest()


def _line(document: dict[str, Any]) -> str:
    edition = document["edition"]
    held = edition["empreinte"] is not None
    fields = [
        document["boi_id"],
        edition["date_debut"],
        edition["pgp"],
        document["statut"],
        fingerprint(document["contenu_texte"]) if held else None,
        edition["empreinte_source"],
    ]
    return "\t".join("" if field is None else str(field) for field in fields) + "\n"


def _export_order(document: dict[str, Any]) -> tuple[str, str, int, str]:
    edition = document["edition"]
    return (document["boi_id"], edition["date_debut"] or "", edition["pgp"], edition["empreinte"] or "")
