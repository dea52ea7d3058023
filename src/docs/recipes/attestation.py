"""Vérifie une attestation sans le service : python3 attestation.py attestation.json [racines.pem]"""
import base64, hashlib, json, os, re, subprocess, sys, tempfile, unicodedata

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

ESPACES = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"


def sha256(octets):
    return hashlib.sha256(octets).digest()


def empreinte(texte):
    reduit = re.sub(ESPACES, " ", unicodedata.normalize("NFC", texte))
    reduit = reduit[1:] if reduit.startswith(" ") else reduit
    reduit = reduit[:-1] if len(reduit) > 1 and reduit.endswith(" ") else reduit
    return sha256(reduit.encode()).hex()


def exiger(vrai, sinon):
    if not vrai:
        sys.exit(f"Refusée : {sinon}")


def racine(feuille, rang, taille, chemin):
    """RFC 9162, 2.1.3.2 ; None quand le chemin n'est pas de cette longueur."""
    hachage, dernier = feuille, taille - 1
    for frere in chemin:
        if dernier == 0:
            return None
        if rang % 2 or rang == dernier:
            hachage = sha256(b"\x01" + frere + hachage)
            while rang % 2 == 0 and rang:
                rang, dernier = rang // 2, dernier // 2
        else:
            hachage = sha256(b"\x01" + hachage + frere)
        rang, dernier = rang // 2, dernier // 2
    return hachage if dernier == 0 else None


def signee(note, cle, nom):
    """Si la clé a signé la note (C2SP signed-note)."""
    texte, lignes = note.rsplit("\n\n", 1)
    brute = b"\x01" + cle.public_bytes(Encoding.Raw, PublicFormat.Raw)
    nomme = sha256(nom.encode() + b"\n" + brute)[:4]
    for ligne in lignes.splitlines():
        _, auteur, valeur = ligne.split(" ")
        octets = base64.b64decode(valeur)
        if auteur == nom and octets[:4] == nomme:
            try:
                cle.verify(octets[4:], (texte + "\n").encode())
                return True
            except InvalidSignature:
                return False
    return False


def main(fichier, racines=None):
    a = json.load(open(fichier, encoding="utf-8"))
    p, d, f, n = a["paragraphe"], a["document"], a["feuille"], a["inclusion"]
    exiger(empreinte(p["texte"]) == p["empreinte"], "le § a été modifié.")
    exiger(empreinte(d["texte"]) == d["empreinte"], "le document a été modifié.")
    coupe = d["texte"][p["position"]["debut"] : p["position"]["fin"]]
    exiger(empreinte(coupe) == p["empreinte"], "le § n'est pas à cette place du document.")
    octets = base64.b64decode(f["octets"])
    feuille = json.loads(octets)
    parle = [feuille["boi_id"], feuille["date_debut"], feuille["empreinte"]]
    exiger(parle == [p["boi_id"], a["edition"]["date_debut"], d["empreinte"]], "la feuille parle d'un autre texte.")
    if a["officiel"]:
        source = sha256(base64.b64decode(a["officiel"]["contenu"])).hex()
        exiger(source == a["officiel"]["empreinte_source"], "les octets officiels ont été modifiés.")
        exiger(feuille["empreinte_source"] in (None, source), "la feuille parle d'autres octets officiels.")
    origine, taille, tete = a["checkpoint"].split("\n")[:3]
    cle = load_der_public_key(base64.b64decode(a["cle_publique"]))
    exiger(signee(a["checkpoint"], cle, origine), "la clé jointe n'a pas signé cette tête.")
    exiger(n["taille"] == int(taille) > f["rang"], "le journal est tronqué.")
    chemin = [base64.b64decode(h) for h in n["hachages"]]
    trouvee = racine(sha256(b"\x00" + octets), f["rang"], n["taille"], chemin)
    exiger(trouvee == base64.b64decode(tete), "la feuille n'est pas dans l'arbre signé.")
    print(f"Feuille {f['rang']} de {origine}, arbre de {taille} feuilles.")
    print("Clé (SHA-256) :", sha256(base64.b64decode(a["cle_publique"])).hex())
    for h in a["horodatages"] if racines else []:
        with tempfile.TemporaryDirectory() as dossier:
            jeton, donnee = os.path.join(dossier, "jeton"), os.path.join(dossier, "tete")
            open(jeton, "wb").write(base64.b64decode(h["jeton"]))
            open(donnee, "wb").write(a["checkpoint"].encode())
            commande = ["openssl", "ts", "-verify", "-token_in", "-in", jeton, "-data", donnee, "-CAfile", racines]
            exiger(subprocess.run(commande, capture_output=True).returncode == 0, "openssl refuse l'horodatage.")
            print(f"Horodatée le {h['instant']} par {h['autorite']}.")
    if not (racines and a["horodatages"]):
        print("Aucune date n'est prouvée : il y faut un horodatage, et les racines de son autorité.")


main(*sys.argv[1:])
