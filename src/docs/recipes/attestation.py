"""Vérifie une attestation sans le service : python3 attestation.py attestation.json [racines.pem]"""
import base64, hashlib, json, os, re, subprocess, sys, tempfile, unicodedata
from html.parser import HTMLParser

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_der_public_key

ESPACES = "[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+"


def sha256(octets):
    return hashlib.sha256(octets).digest()


def reduire(texte):
    reduit = re.sub(ESPACES, " ", unicodedata.normalize("NFC", texte))
    reduit = reduit[1:] if reduit.startswith(" ") else reduit
    return reduit[:-1] if len(reduit) > 1 and reduit.endswith(" ") else reduit


def empreinte(texte):
    return sha256(reduire(texte).encode()).hex()


def exiger(vrai, sinon):
    if not vrai:
        sys.exit(f"Refusée : {sinon}")


def en_octets(valeur):
    octets = base64.b64decode(valeur, validate=True)
    exiger(base64.b64encode(octets).decode() == valeur, "un champ d'octets n'est pas du base64.")
    return octets


def sans_double(paires):
    exiger(len(dict(paires)) == len(paires), "un champ y est écrit deux fois.")
    return dict(paires)


def pareil(un, autre):
    return type(un) is type(autre) and un == autre


def montrable(texte):
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in texte)


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


FICHIER = ["genre", "fichier", "empreinte_fichier"]
# Ce que l'attestation répète de la feuille : son champ, puis celui de la feuille.
EDITION = [(f"edition.{nom}", nom) for nom in ["pgp", "empreinte", "empreinte_source", "recue_le"]]
EDITION += [(f"edition.provenance.{nom}", nom) for nom in FICHIER]
SOURCE = [("officiel.empreinte_source", "empreinte_source")]
SOURCE += [(f"officiel.provenance.{nom}", nom) for nom in [*FICHIER, "recue_le"]]
ABSENT = object()


def champ(valeur, chemin):
    for nom in chemin.split("."):
        valeur = valeur.get(nom, ABSENT) if isinstance(valeur, dict) else ABSENT
    return valeur


def notre_parole(valeur, verifies, chemin=""):
    """Les champs, par leur nom, que rien ne vérifie."""
    if chemin in verifies:
        return []
    en_partie = chemin == "" or any(un.startswith(chemin + ".") for un in verifies)
    if not en_partie or not isinstance(valeur, (dict, list)):
        return [chemin]
    noms = []
    for nom, membre in valeur.items() if isinstance(valeur, dict) else enumerate(valeur):
        nom = str(nom) if re.fullmatch(r"\w+", str(nom), re.ASCII) else json.dumps(nom)
        noms += notre_parole(membre, verifies, f"{chemin}.{nom}" if chemin else nom)
    return noms


def seules(texte):
    """Les lettres et les chiffres : le HTML n'a pas les blancs ni les tirets que le texte ajoute."""
    return "".join(c for c in unicodedata.normalize("NFC", texte) if c.isalnum())


def numero_de(texte):
    """« 130 », « § 1 bis », « n° 20 A » ; None pour un numéro réservé et pour d'autres mots."""
    trouve = re.fullmatch(r"(?:(?:§{1,2}|n°)\s?)?(\d{1,6})\s?([A-Za-z]*)\.?", texte.strip())
    suite = trouve[2] if trouve else ""
    return trouve and " ".join([trouve[1], suite if len(suite) == 1 else suite.lower()]).strip()


class Lecteur(HTMLParser):
    """Les § d'un HTML officiel : numéro, lettres et chiffres, et où commence et finit leur corps, titres à part."""

    def __init__(self):
        super().__init__()
        self.numero, self.titre, self.lus, self.tout = None, False, [], ""

    def handle_starttag(self, nom, attributs):
        self.titre = self.titre or re.fullmatch("h[1-6]", nom) is not None
        if nom == "p" and ("class", "numero-de-paragraphe-western") in attributs:
            self.numero = ""

    def handle_endtag(self, nom):
        self.titre = self.titre and re.fullmatch("h[1-6]", nom) is None
        if nom == "p" and self.numero is not None:
            self.lus.append([numero_de(self.numero), "", None, 0])
            self.numero = None

    def handle_data(self, texte):
        if self.numero is not None:
            self.numero += texte
            return
        self.tout += seules(texte)
        if self.lus and seules(texte):
            lu = self.lus[-1]
            if not self.titre:
                lu[2] = len(lu[1]) if lu[2] is None else lu[2]
                lu[3] = len(lu[1]) + len(seules(texte))
            lu[1] += seules(texte)


def relu(a, feuille):
    """Si les octets officiels que nomme la feuille se relisent ici ; le § de ce numéro doit alors avoir ces mots."""
    if not a["officiel"] or feuille["empreinte_source"] != a["officiel"]["empreinte_source"]:
        return False
    lecteur = Lecteur()
    lecteur.feed(en_octets(a["officiel"]["contenu"]).decode())
    lecteur.close()
    if lecteur.tout != seules(a["document"]["texte"]):
        return False
    p = a["paragraphe"]
    corps = next((lettres[debut:fin] for un, lettres, debut, fin in lecteur.lus if un == p["numero"] and fin), None)
    exiger(corps == seules(p["texte"]), "relu, le § de ce numéro n'a pas ces mots.")
    return True


def horodatage(h, tete, racines):
    """L'instant et l'autorité que dit le jeton, qu'openssl vérifie ; le fichier ne peut que les répéter."""
    with tempfile.TemporaryDirectory() as dossier:
        jeton, donnee, dit, signataire = (os.path.join(dossier, nom) for nom in ["jeton", "tete", "dit", "signataire"])
        open(jeton, "wb").write(en_octets(h["jeton"]))
        open(donnee, "wb").write(tete.encode())
        for commande in (
            ["ts", "-verify", "-token_in", "-in", jeton, "-data", donnee, "-CAfile", racines],
            ["cms", "-verify", "-inform", "DER", "-in", jeton, "-noverify", "-signer", signataire, "-out", dit],
        ):
            fait = subprocess.run(["openssl", *commande], capture_output=True)
            exiger(fait.returncode == 0, "openssl refuse l'horodatage.")
        temps = re.search(rb"\x18[\x0f-\x17](\d{14})(?:\.(\d{1,6}))?Z", open(dit, "rb").read())
        sujet = x509.load_pem_x509_certificate(open(signataire, "rb").read()).subject
    jour, fraction = temps[1].decode(), (temps[2] or b"").decode()
    instant = re.sub(r"(....)(..)(..)(..)(..)(..)", r"\1-\2-\3T\4:\5:\6", jour) + f".{fraction[:3]:0<3}Z"
    communs = sujet.get_attributes_for_oid(x509.NameOID.COMMON_NAME)
    autorite = communs[0].value if communs else ", ".join(un.value for un in sujet)
    exiger(h.get("instant", instant) == instant, "le jeton d'horodatage dit un autre instant.")
    exiger(h.get("autorite", autorite) == autorite, "le jeton d'horodatage dit une autre autorité.")
    return instant, autorite


def verifier(a, racines):
    """Ce qui est vérifié, en phrases, puis ce qui manque ; s'arrête au premier refus."""
    p, d, f, n = a["paragraphe"], a["document"], a["feuille"], a["inclusion"]
    exiger(empreinte(p["texte"]) == p["empreinte"], "le § a été modifié.")
    exiger(empreinte(d["texte"]) == d["empreinte"], "le document a été modifié.")
    debut, fin = p["position"]["debut"], p["position"]["fin"]
    exiger(min(debut, fin) >= 0 and d["texte"][debut:fin] == p["texte"], "le § n'est pas à cette place du document.")
    octets = en_octets(f["octets"])
    feuille = json.loads(octets)
    exiger(pareil(a["v"], feuille["v"]) and a["v"] in (1, 2), "la feuille est d'une autre version.")
    parle = [feuille["boi_id"], feuille["date_debut"], feuille["empreinte"]]
    exiger(parle == [p["boi_id"], a["edition"]["date_debut"], d["empreinte"]], "la feuille parle d'un autre texte.")
    exiger(feuille["evenement"] in ("edition", "rectification", "derivation"), "la feuille n'apporte pas de texte.")
    source = feuille["empreinte_source"]
    if a["officiel"]:
        lue = sha256(en_octets(a["officiel"]["contenu"])).hex()
        exiger(lue == a["officiel"]["empreinte_source"], "les octets officiels ont été modifiés.")

    verifies = {"v", "paragraphe.boi_id", "paragraphe.texte", "paragraphe.empreinte", "edition.date_debut"}
    verifies |= {"document.texte", "document.empreinte", "feuille.rang", "feuille.octets", "inclusion.taille"}
    verifies |= {"inclusion.hachages", "checkpoint", "cle_publique"}
    if d["texte"].find(p["texte"]) == d["texte"].rfind(p["texte"]):
        verifies |= {"paragraphe.position.debut", "paragraphe.position.fin"}
    if a["officiel"] and source:
        verifies.add("officiel.contenu")
    for chemin, nom in EDITION + (SOURCE if a["officiel"] and source else []):
        dite = champ(a, chemin)
        if dite is ABSENT or (feuille[nom] is None and dite is not None):
            continue
        exiger(pareil(dite, feuille[nom]), f"la feuille dit autre chose que {chemin}.")
        verifies.add(chemin)

    liste = a.get("paragraphes")
    numerote = a["v"] == 2 or relu(a, feuille)
    if a["v"] == 2:
        for numero, marque in liste:
            exiger(not re.search("[\t\n]", numero) and re.fullmatch("[0-9a-f]{64}", marque), "la liste des § est fausse.")
        lignes = "".join(f"{numero}\t{marque}\n" for numero, marque in liste)
        exiger(liste and sha256(lignes.encode()).hex() == feuille["paragraphes"], "la liste des § a été modifiée.")
        premier = next((marque for numero, marque in liste if numero == p["numero"]), None)
        exiger(premier == p["empreinte"], "le § de ce numéro n'a pas ces mots.")
    if a["v"] == 2 or liste is None:
        verifies.add("paragraphes")
    if numerote:
        verifies.add("paragraphe.numero")

    origine, taille, tete = a["checkpoint"].split("\n")[:3]
    cle = load_der_public_key(en_octets(a["cle_publique"]))
    exiger(signee(a["checkpoint"], cle, origine), "la clé jointe n'a pas signé cette tête.")
    entiers = type(f["rang"]) is int and type(n["taille"]) is int
    exiger(entiers and n["taille"] == int(taille) > f["rang"] >= 0, "le journal est tronqué.")
    chemin = [en_octets(h) for h in n["hachages"]]
    trouvee = racine(sha256(b"\x00" + octets), f["rang"], n["taille"], chemin)
    exiger(trouvee == en_octets(tete), "la feuille n'est pas dans l'arbre signé.")

    dates = sorted(horodatage(h, a["checkpoint"], racines) for h in (a["horodatages"] if racines else []))
    for rang in range(len(dates)):
        verifies |= {f"horodatages.{rang}.{nom}" for nom in ["jeton", "autorite", "instant"]}
    if not a["horodatages"]:
        verifies.add("horodatages")
    parole = notre_parole(a, verifies) + ([] if numerote else ["limites du §"])
    parole += ["autres signatures de checkpoint"] if a["checkpoint"].rsplit("\n\n", 1)[1].count("\n") > 1 else []
    parole.append("blancs des textes (espaces, retours à la ligne)")

    lieu = f"§ {p['numero']}" if numerote else "un § dont le numéro n'est pas prouvé"
    mots = reduire(p["texte"])
    dit = [f"Vérifié : {p['boi_id']}, {lieu}, édition qui commence le {a['edition']['date_debut']}."]
    dit.append(f"Premiers mots : « {mots[:100]}{' …' if len(mots) > 100 else ''} ».")
    dit.append(f"Journal : {origine}, feuille {f['rang']} d'un arbre de {taille} feuilles.")
    dit.append(f"Clé (SHA-256), à comparer à celle que le service publie : {sha256(en_octets(a['cle_publique'])).hex()}.")
    dit += [f"Horodatée le {instant} par {autorite}." for instant, autorite in dates]
    sans_date = "Aucune date n'est prouvée : il y faut un horodatage, et les racines de son autorité."
    dit.append(f"Rien n'est prouvé d'avant le {dates[0][0]}." if dates else sans_date)
    dit.append(f"Notre parole, que rien de ce qui est joint ne prouve : {', '.join(parole)}.")
    manques = [] if numerote else ["Le numéro du § et ses limites sont notre parole : rien de joint ne les redonne ici."]
    if source and not a["officiel"]:
        manques.append("Les octets officiels que nomme la feuille ne sont pas joints.")
    return dit + manques, bool(manques)


def main(fichier, racines=None):
    try:
        a = json.load(open(fichier, encoding="utf-8"), object_pairs_hook=sans_double)
        dit, manque = verifier(a, racines)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        sys.exit("Refusée : ce fichier n'est pas une attestation de ce service.")
    print("\n".join(map(montrable, dit)))
    sys.exit(3 if manque else 0)


main(*sys.argv[1:])
