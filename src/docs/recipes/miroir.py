"""Tient un miroir des documents en vigueur : API=https://… CLE=boi_… python3 miroir.py DOSSIER

Un passage à la fois ; chacun reprend où le précédent s'est arrêté, même tué, et finit par comparer la copie au service.
"""

import hashlib
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
BLANCS = re.compile(
    "[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"
)


def demander(chemin):
    """Les lignes d'une réponse entière ; attend et redemande quand le service le dit ou ne répond pas."""
    while True:
        try:
            requete = urllib.request.Request(API + chemin, headers={"X-API-Key": CLE})
            with urllib.request.urlopen(requete, timeout=120) as reponse:
                return [json.loads(ligne) for ligne in reponse]
        except urllib.error.HTTPError as refus:
            if refus.code != 429 and refus.code < 500:
                raise
            time.sleep(int(refus.headers.get("Retry-After", "5")))
        except (OSError, ValueError):
            time.sleep(5)


def ecrire(chemin, contenu):
    """D'un coup : un passage tué ne laisse jamais un fichier à moitié."""
    provisoire = chemin.with_suffix(".tmp")
    provisoire.write_text(json.dumps(contenu, ensure_ascii=False), encoding="utf-8")
    os.replace(provisoire, chemin)


def garder(document):
    ecrire(DOSSIER / (document["boi_id"] + ".json"), document)


def page_d_export(apres):
    """Les lignes d'une page entière : sans la dernière, elle a été coupée."""
    while True:
        lignes = demander("/v1/export" + (f"?apres={apres}" if apres else ""))
        if lignes and lignes[-1].get("fin"):
            return lignes


def exporter():
    """Tout reprendre : les pages jusqu'à la dernière, puis le journal depuis le début de la première."""
    etat, apres, vus = None, "", set()
    while apres is not None:
        tete, *documents, fin = page_d_export(apres)
        etat = etat or {"dernier": tete["sequence"], "derivation": tete["derivation"]}
        etat["derniere_page"] = apres
        for document in documents:
            garder(document)
            vus.add(document["boi_id"])
        apres = fin["suivant"]
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
        for boi_id in sorted({entree["boi_id"] for entree in page["entrees"]} - {None}):
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
        fin = page_d_export(apres)[-1]
        apres = fin["suivant"]
    return fin["racine"]


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
etat = json.loads(ETAT.read_text()) if ETAT.exists() else exporter()
while True:
    while suivre(etat) is None:
        etat = exporter()
    racine = racine_du_service(etat)
    # Une ingestion a eu lieu depuis : le journal dit le reste.
    if racine["sequence"] <= etat["dernier"]:
        break
ecrire(ETAT, etat)
if racine["valeur"] != racine_de_la_copie():
    sys.exit(f"{DOSSIER} diffère du service : effacez {ETAT} pour tout reprendre.")
