import { fingerprint, normalise, sha256 } from "../text/characters.ts";
import {
  bytesOf,
  type CheckedAttestation,
  checkLeaf,
  checkNumber,
  compareWithLeaf,
  type OfficialReader,
  refuse,
  unverifiedFields,
} from "./attested-leaf.ts";
import { checkSignature, parseCheckpoint, type SignedCheckpoint } from "./checkpoint.ts";
import { isSameHash, leafHash, nodeHash } from "./hashes.ts";
import { readPublicKey } from "./keys.ts";
import { checkTimestamp, type ReadTimestamp, type TimestampFault } from "./timestamp.ts";

/** What an attestation is checked with. */
export interface AttestationChecks {
  /** DER certificates that timestamps must lead to; null to leave their authority unchecked. */
  readonly roots: readonly Uint8Array[] | null;
  readonly readOfficial: OfficialReader;
}

/** A sound attestation: the log, the key and the timestamps are to be compared with what one knows of them. */
export interface SoundAttestation {
  readonly boiId: string;
  /** Start of the edition, `YYYY-MM-DD`. */
  readonly date: string;
  /** Null when nothing joined proves it. */
  readonly numero: string | null;
  /** Words of the §, as its fingerprint reduces them. */
  readonly words: string;
  readonly origin: string;
  readonly rank: number;
  readonly size: number;
  /** SHA-256 of the key's SPKI. */
  readonly key: string;
  /** The earliest first; none while their authority is not checked. */
  readonly timestamps: readonly ReadTimestamp[];
  /** Fields of the file, by name, that nothing joined proves. */
  readonly ourWord: readonly string[];
  /** Why it does not prove all that an attestation should, in French; empty when it does. */
  readonly lacks: readonly string[];
}

/** Checks an attestation, without network or service. @throws {AttestationRefused} with the first thing that is wrong */
export async function checkAttestation(
  attestation: CheckedAttestation,
  checks: AttestationChecks,
): Promise<SoundAttestation> {
  const { paragraphe, edition, feuille, checkpoint: note } = attestation;
  const verified = new Set(VERIFIED);
  checkTexts(attestation, verified);
  const leaf = checkLeaf(attestation);
  const checkpoint = checkSigned(attestation);
  checkInclusion(attestation, checkpoint);
  compareWithLeaf(attestation, leaf, verified);
  const unread = checkNumber(attestation, leaf, checks.readOfficial);
  if (unread === null) verified.add("paragraphe.numero");
  if (leaf["v"] === 2 || attestation.paragraphes == null) verified.add("paragraphes");
  const timestamps = [];
  for (const stamp of attestation.horodatages) timestamps.push(await checkStamp(stamp, note, checks.roots));
  for (const path of stampFields(timestamps.length, checks.roots)) verified.add(path);
  const isSourceLost = attestation.officiel === null && leaf["empreinte_source"] !== null;
  const { origin, size } = checkpoint;
  return {
    boiId: paragraphe.boi_id,
    date: edition.date_debut,
    numero: unread === null ? paragraphe.numero : null,
    words: normalise(paragraphe.texte),
    origin,
    rank: feuille.rang,
    size,
    key: sha256(bytesOf(attestation.cle_publique)),
    timestamps: checks.roots === null ? [] : timestamps.toSorted(byInstant),
    ourWord: [
      ...unverifiedFields(attestation, verified),
      ...(unread === null ? [] : ["limites du §"]),
      ...(checkpoint.note.signatures.length > 1 ? ["autres signatures de checkpoint"] : []),
      "blancs des textes (espaces, retours à la ligne)",
    ],
    lacks: [...(unread === null ? [] : [unread]), ...(isSourceLost ? [SOURCE_LOST] : [])],
  };
}

/** What the checks below refuse any change of. */
const VERIFIED = [
  ...["v", "paragraphe.boi_id", "paragraphe.texte", "paragraphe.empreinte", "edition.date_debut"],
  ...["document.texte", "document.empreinte", "feuille.rang", "feuille.octets"],
  ...["inclusion.taille", "inclusion.hachages", "checkpoint", "cle_publique"],
];

const SOURCE_LOST =
  "Les octets officiels que nomme la feuille ne sont pas joints : d'où ces mots ont été tirés est notre parole.";

/** Nobody vouches for the authority of a token without its roots. */
function stampFields(count: number, roots: AttestationChecks["roots"]): string[] {
  if (count === 0) return ["horodatages"];
  const ranks = roots === null ? [] : Array.from({ length: count }, (_, rank) => rank);
  return ranks.flatMap((rank) =>
    ["jeton", "autorite", "instant"].map((name) => `horodatages.${rank}.${name}`),
  );
}

function byInstant(one: ReadTimestamp, other: ReadTimestamp): number {
  return Date.parse(one.instant) - Date.parse(other.instant);
}

/** Its words may stand elsewhere in the document too: which of the places is the § is then not proved. */
function checkTexts({ paragraphe, document, officiel }: CheckedAttestation, verified: Set<string>): void {
  const { texte, empreinte, position } = paragraphe;
  if (fingerprint(texte) !== empreinte)
    refuse("Le texte du § n'a pas l'empreinte qui l'accompagne : il a été modifié.");
  if (fingerprint(document.texte) !== document.empreinte)
    refuse("Le texte du document n'a pas l'empreinte qui l'accompagne : il a été modifié.");
  if ([...document.texte].slice(position.debut, position.fin).join("") !== texte)
    refuse("Le § ne se trouve pas à cette position du document : l'un des deux a été modifié.");
  if (document.texte.indexOf(texte) === document.texte.lastIndexOf(texte))
    verified.add("paragraphe.position.debut").add("paragraphe.position.fin");
  if (officiel !== null && sha256(bytesOf(officiel.contenu)) !== officiel.empreinte_source)
    refuse("Les octets officiels n'ont pas l'empreinte qui les accompagne : ils ont été modifiés.");
}

function checkSigned({ checkpoint: written, cle_publique }: CheckedAttestation): SignedCheckpoint {
  const checkpoint = parseCheckpoint(written);
  if (checkpoint === null) return refuse("La tête du journal est illisible.");
  const signature = checkSignature(checkpoint.note, { name: checkpoint.origin, key: keyOf(cle_publique) });
  if (signature === "absent")
    refuse(
      "La clé publique jointe n'est pas celle qui a signé la tête du journal : l'une des deux a été remplacée.",
    );
  if (signature === "forged")
    refuse("La signature de la tête du journal est fausse : la tête a été modifiée après sa signature.");
  return checkpoint;
}

function keyOf(spki: string) {
  try {
    return readPublicKey(spki);
  } catch {
    return refuse("La clé publique jointe n'est pas une clé Ed25519.");
  }
}

function checkInclusion({ feuille, inclusion }: CheckedAttestation, { size, root }: SignedCheckpoint): void {
  const { rang: rank } = feuille;
  if (inclusion.taille !== size || rank >= size)
    refuse(
      `La tête signée compte ${size} feuilles ; l'attestation en suppose ${Math.max(inclusion.taille, rank + 1)} : le journal est tronqué, ou la tête n'est pas la bonne.`,
    );
  const leaf = leafHash(bytesOf(feuille.octets));
  const path = inclusion.hachages.map(bytesOf);
  if (!isIncluded({ leaf, rank, size, path, root }))
    refuse("La feuille n'est pas dans l'arbre que le journal a signé : elle, ou sa preuve, a été forgée.");
}

/** The token alone says when and by whom; the file may only repeat it. */
async function checkStamp(
  { jeton, autorite, instant }: CheckedAttestation["horodatages"][number],
  checkpoint: string,
  roots: readonly Uint8Array[] | null,
): Promise<ReadTimestamp> {
  const checked = await checkTimestamp(bytesOf(jeton), Buffer.from(checkpoint), roots);
  if (typeof checked === "string") return refuse(TIMESTAMP_FAULTS[checked]);
  if (
    (instant ?? checked.instant) !== checked.instant ||
    (autorite ?? checked.authority) !== checked.authority
  )
    refuse(
      "Le jeton d'horodatage dit un autre instant, ou une autre autorité, que le fichier : il a été modifié.",
    );
  return checked;
}

const TIMESTAMP_FAULTS: Readonly<Record<TimestampFault, string>> = {
  unreadable: "Le jeton d'horodatage est illisible.",
  other_data: "Le jeton d'horodatage est celui d'une autre empreinte : il ne date pas cette tête du journal.",
  forged: "La signature du jeton d'horodatage est fausse.",
  untrusted: "L'autorité d'horodatage n'est pas reconnue par les racines données avec --ca.",
  expired:
    "Le certificat de l'autorité d'horodatage n'était pas valide à l'instant que dit le jeton : il était expiré, ou pas encore en cours.",
  other_usage: "Le certificat qui a signé le jeton n'est pas fait pour l'horodatage.",
};

interface Inclusion {
  readonly leaf: Uint8Array;
  readonly rank: number;
  readonly size: number;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether hashes prove that a leaf, by its hash, is in the tree of that size and root (RFC 9162, 2.1.3.2). */
export function isIncluded({ leaf, rank, size, path, root }: Inclusion): boolean {
  if (rank < 0 || rank >= size) return false;
  let at = rank;
  let last = size - 1;
  let hash = leaf;
  for (const sibling of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, sibling);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(hash, root);
}

interface Growth {
  readonly former: { readonly size: number; readonly root: Uint8Array };
  readonly later: { readonly size: number; readonly root: Uint8Array };
  readonly path: readonly Uint8Array[];
}

/** Whether hashes prove that the later tree begins with every leaf of the former, in order (RFC 9162, 2.1.4.2). */
export function isConsistent({ former, later, path }: Growth): boolean {
  if (former.size > later.size) return false;
  if (former.size === later.size) return path.length === 0 && isSameHash(former.root, later.root);
  if (former.size === 0) return path.length === 0;
  // A tree of a power of two is a node of the later one: its hash is not repeated in the path.
  const [first, ...rest] = isPowerOfTwo(former.size) ? [former.root, ...path] : path;
  if (first === undefined) return false;
  let at = former.size - 1;
  let last = later.size - 1;
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let formerHash = first;
  let laterHash = first;
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      formerHash = nodeHash(hash, formerHash);
      laterHash = nodeHash(hash, laterHash);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else laterHash = nodeHash(laterHash, hash);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(formerHash, former.root) && isSameHash(laterHash, later.root);
}

/** Sizes may exceed the 32 bits of shifts. */
function half(count: number): number {
  return Math.floor(count / 2);
}

function isPowerOfTwo(count: number): boolean {
  let power = 1;
  while (power < count) power *= 2;
  return power === count;
}
