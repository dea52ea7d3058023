"""Client de l'API de la doctrine fiscale française (BOFiP-Impôts)."""

from .citations import UnfinishedCheck, WrongCitation, wrong_citations
from .client import Client, DoctrineError
from .fingerprints import export_root, fingerprint
from .mirror import Mirror, MirrorDiffers
from .pages import every

__all__ = [
    "Client",
    "DoctrineError",
    "Mirror",
    "MirrorDiffers",
    "UnfinishedCheck",
    "WrongCitation",
    "every",
    "export_root",
    "fingerprint",
    "wrong_citations",
]
