"""Le journal d'aujourd'hui prolonge-t-il la tête gardée ? JOURNAL=… python3 coherence.py tete.txt"""
import base64, functools, hashlib, os, sys, urllib.request

JOURNAL = os.environ["JOURNAL"]  # l'adresse du journal, « …/preuves » ou « …/preuves/2 »


def lire(chemin):
    with urllib.request.urlopen(f"{JOURNAL}/{chemin}") as reponse:
        return reponse.read()


def noeud(gauche, droite):
    return hashlib.sha256(b"\x01" + gauche + droite).digest()


def pliee(hachages):
    while len(hachages) > 1:
        hachages = [noeud(*hachages[i : i + 2]) for i in range(0, len(hachages), 2)]
    return hachages[0]


@functools.cache
def tuile(niveau, numero, taille):
    """Les hachages d'une tuile d'un arbre de cette taille (C2SP tlog-tiles)."""
    rang, largeur = numero, min(256, taille // 256**niveau - 256 * numero)
    groupes = [f"{numero % 1000:03}"]
    while numero := numero // 1000:
        groupes.insert(0, f"x{numero % 1000:03}")
    partie = "" if largeur == 256 else f".p/{largeur}"
    octets = lire(f"tile/{niveau}/{'/'.join(groupes)}{partie}")
    hachages = [octets[i : i + 32] for i in range(0, len(octets), 32)]
    # Une tuile pleine se plie en un hachage du niveau d'au-dessus ; les autres, la racine les vérifie.
    if largeur == 256 and pliee(hachages) != tuile(niveau + 1, rang // 256, taille)[rang % 256]:
        sys.exit("Une tuile ne donne pas le hachage qui est au-dessus d'elle.")
    return hachages


def hachage(debut, fin, taille):
    """Le hachage des feuilles [debut, fin[ (RFC 6962, 2.1), d'après les tuiles."""
    niveau = 0
    while 256 ** (niveau + 1) <= fin - debut:
        niveau += 1
    if fin - debut == 256**niveau:
        rang = debut // 256**niveau
        return tuile(niveau, rang // 256, taille)[rang % 256]
    milieu = 1
    while milieu * 2 < fin - debut:
        milieu *= 2
    return noeud(hachage(debut, debut + milieu, taille), hachage(debut + milieu, fin, taille))


def lue(tete):
    origine, taille, racine = tete.split("\n")[:3]
    return origine, int(taille), base64.b64decode(racine)


gardee = open(sys.argv[1], encoding="utf-8").read()
nouvelle = lire("checkpoint").decode()
(origine, avant, racine), (meme, taille, actuelle) = lue(gardee), lue(nouvelle)
if origine != meme or avant > taille:
    sys.exit(f"Ce n'est pas le même journal, ou il a raccourci : {avant} feuilles gardées, {taille} aujourd'hui.")
if hachage(0, taille, taille) != actuelle:
    sys.exit("Les tuiles ne donnent pas la racine signée aujourd'hui.")
if hachage(0, avant, taille) != racine:
    sys.exit("Le journal a changé ce qu'il avait signé : gardez les deux têtes, et publiez-les.")
open(sys.argv[1], "w", encoding="utf-8").write(nouvelle)
print(f"{taille - avant} feuilles de plus, les {avant} premières inchangées.")
