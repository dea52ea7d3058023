import hashlib
import re
import unicodedata

BLANCS = re.compile(
    "[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"
)


def empreinte(texte: str) -> str:
    """L'empreinte d'un texte : SHA-256 de l'UTF-8, après NFC et réduction des espaces."""
    compose = unicodedata.normalize("NFC", texte)
    return hashlib.sha256(BLANCS.sub(" ", compose).strip(" ").encode("utf-8")).hexdigest()
