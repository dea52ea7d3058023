"""Tient un miroir des documents en vigueur : API=https://… CLE=boi_… python3 miroir.py DOSSIER

Un passage à la fois ; chacun reprend où le précédent s'est arrêté, même tué.
"""

import hashlib
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.request

API, CLE = os.environ["API"], os.environ["CLE"]
DOSSIER = pathlib.Path(sys.argv[1])
ETAT = DOSSIER / "etat.json"


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


def ligne_de_racine(document):
    """Ce que l'empreinte de tout un export dit d'un texte."""
    edition = document["edition"]
    champs = [document["boi_id"], edition["date_debut"], edition["pgp"], document["statut"]]
    champs += [edition["empreinte"], edition["empreinte_source"]]
    return "\t".join("" if champ is None else str(champ) for champ in champs) + "\n"


def exporter():
    """Tout reprendre : les pages jusqu'à la dernière, puis le journal depuis le début de la première."""
    depart, apres, vus, empreinte = None, "", set(), hashlib.sha256()
    while apres is not None:
        tete, *documents = demander("/v1/export" + (f"?apres={apres}" if apres else ""))
        # Sans sa dernière ligne, la page a été coupée.
        if not documents or not documents[-1].get("fin"):
            continue
        depart = depart or tete
        for document in documents[:-1]:
            garder(document)
            vus.add(document["boi_id"])
            empreinte.update(ligne_de_racine(document).encode())
        apres = documents[-1]["suivant"]
    racine = documents[-1]["racine"]
    # Une ingestion a pu changer le corpus entre deux pages : le journal dit alors le reste.
    if racine["revision"] == depart["revision"] and racine["valeur"] != empreinte.hexdigest():
        sys.exit("La racine de l'export n'est pas celle des documents reçus : recommencez.")
    for fichier in DOSSIER.glob("BOI-*.json"):
        if fichier.stem not in vus:
            fichier.unlink()
    return {"dernier": depart["sequence"], "derivation": depart["derivation"]}


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


DOSSIER.mkdir(parents=True, exist_ok=True)
etat = json.loads(ETAT.read_text()) if ETAT.exists() else exporter()
while suivre(etat) is None:
    etat = exporter()
