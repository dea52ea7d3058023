"""Tient un miroir des documents en vigueur : API=https://… CLE=boi_… python3 miroir.py DOSSIER

Un passage à la fois ; chacun reprend où le précédent s'est arrêté, même tué, et finit par comparer la copie au service.
"""

import hashlib
import http.client
import json
import os
import pathlib
import re
import sys
import time
import unicodedata
import urllib.error
import urllib.request

API, CLE = os.environ["API"], os.environ["CLE"]
DOSSIER = pathlib.Path(sys.argv[1])
ETAT = DOSSIER / "etat.json"
IDENTIFIANT = re.compile("BOI-[A-Z0-9-]{1,60}")
REFUSES = set()
BLANCS = re.compile(
    "[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"
)


class SansRedirection(urllib.request.HTTPRedirectHandler):
    """Une redirection porterait la clé ailleurs : elle est un refus."""

    def redirect_request(self, *_):
        return None


OUVRIR = urllib.request.build_opener(SansRedirection).open


def attente(refus):
    """Ce que demande le service, une minute au plus."""
    demandee = refus.headers.get("Retry-After", "")
    return min(int(demandee), 60) if re.fullmatch("[0-9]{1,9}", demandee) else 5


def demander(chemin):
    """Les lignes d'une réponse entière ; attend et redemande, vingt fois, quand le service le dit ou ne répond pas."""
    for essai in range(20):
        try:
            requete = urllib.request.Request(API + chemin, headers={"X-API-Key": CLE})
            with OUVRIR(requete, timeout=120) as reponse:
                return [json.loads(ligne) for ligne in reponse]
        except urllib.error.HTTPError as refus:
            if refus.code != 429 and refus.code < 500:
                raise
            time.sleep(attente(refus))
        except (OSError, ValueError, http.client.HTTPException):
            time.sleep(5)
    sys.exit(f"Le service ne répond pas à {chemin}.")


def ecrire(chemin, contenu):
    """D'un coup, sans suivre de lien : un passage tué ne laisse jamais un fichier à moitié."""
    provisoire = chemin.with_suffix(".tmp")
    provisoire.unlink(missing_ok=True)
    with provisoire.open("x", encoding="utf-8") as fichier:
        json.dump(contenu, fichier, ensure_ascii=False)
    os.replace(provisoire, chemin)


def admis(boi_id):
    """Un identifiant nomme un fichier du dossier ; autre chose pourrait en sortir."""
    if isinstance(boi_id, str) and IDENTIFIANT.fullmatch(boi_id):
        return True
    REFUSES.add(ascii(boi_id)[:80])
    return False


def garder(document):
    ecrire(DOSSIER / (document["boi_id"] + ".json"), document)


def page_d_export(apres):
    """Les lignes d'une page entière, et où commence la suivante : sans la dernière ligne, elle a été coupée."""
    for essai in range(20):
        lignes = demander("/v1/export" + (f"?apres={apres}" if apres else ""))
        if lignes and lignes[-1].get("fin"):
            suivant = lignes[-1]["suivant"]
            if suivant is not None and suivant <= apres:
                sys.exit(f"Réponse illisible : après {apres}, l'export n'avance pas.")
            return lignes, suivant
    sys.exit(f"La page de l'export après {apres} arrive toujours coupée.")


def exporter():
    """Tout reprendre : les pages jusqu'à la dernière, puis le journal depuis le début de la première."""
    etat, apres, vus = None, "", set()
    while apres is not None:
        (tete, *documents, _), suivant = page_d_export(apres)
        etat = etat or {"dernier": tete["sequence"], "derivation": tete["derivation"]}
        etat["derniere_page"] = apres
        for document in documents:
            if admis(document["boi_id"]):
                garder(document)
                vus.add(document["boi_id"])
        apres = suivant
    for fichier in DOSSIER.glob("BOI-*.json"):
        if fichier.stem not in vus:
            fichier.unlink()
    return etat


def relire(boi_id):
    """Le document en vigueur ; null quand il ne l'est plus, ou que la loi a fait effacer son texte (410)."""
    try:
        [document] = demander(f"/v1/boi/{boi_id}")
    except urllib.error.HTTPError as refus:
        if refus.code != 410:
            raise
        return None
    return document if document["statut"] == "en_vigueur" else None


def suivre(etat):
    """Ce que le journal dit depuis la dernière fois ; null quand il faut tout reprendre."""
    while True:
        [page] = demander(f"/v1/journal?limit=1000&apres={etat['dernier']}")
        if page["derivation"] != etat["derivation"]:
            return None
        nommes = [entree["boi_id"] for entree in page["entrees"] if entree["boi_id"] is not None]
        for boi_id in sorted(filter(admis, dict.fromkeys(nommes))):
            document = relire(boi_id)
            if document:
                garder(document)
            else:
                (DOSSIER / (boi_id + ".json")).unlink(missing_ok=True)
        etat["dernier"] = page["dernier"]
        # Après les documents : ce qui a été fait deux fois n'est jamais oublié.
        ecrire(ETAT, etat)
        if page["count"] == 0:
            return etat


def racine_du_service(etat):
    """Celle de tout l'export, que dit sa dernière page."""
    apres = etat.get("derniere_page", "")
    while apres is not None:
        etat["derniere_page"] = apres
        lignes, apres = page_d_export(apres)
    return lignes[-1]["racine"]


def racine_de_la_copie():
    """La même, refaite des mots de chaque fichier, dans l'ordre des identifiants."""
    total = hashlib.sha256()
    for fichier in sorted(DOSSIER.glob("BOI-*.json"), key=lambda fichier: fichier.stem):
        document = json.loads(fichier.read_text(encoding="utf-8"))
        edition, texte = document["edition"], unicodedata.normalize("NFC", document["contenu_texte"])
        empreinte = hashlib.sha256(BLANCS.sub(" ", texte).strip(" ").encode()).hexdigest()
        champs = [document["boi_id"], edition["date_debut"], edition["pgp"], document["statut"]]
        champs += [empreinte, edition["empreinte_source"] or ""]
        total.update(("\t".join(map(str, champs)) + "\n").encode())
    return total.hexdigest()


DOSSIER.mkdir(parents=True, exist_ok=True)
try:
    etat = json.loads(ETAT.read_text(encoding="utf-8"))
except (FileNotFoundError, ValueError):
    etat = exporter()
while True:
    while suivre(etat) is None:
        etat = exporter()
    racine = racine_du_service(etat)
    # Une ingestion a eu lieu depuis : le journal dit le reste.
    if racine["sequence"] <= etat["dernier"]:
        break
ecrire(ETAT, etat)
if REFUSES or racine["valeur"] != racine_de_la_copie():
    refuses = f" Identifiants refusés : {', '.join(sorted(REFUSES))}." if REFUSES else ""
    sys.exit(f"{DOSSIER} diffère du service : effacez {ETAT} pour tout reprendre.{refuses}")
