import { fingerprint, sha256 } from "../text/fingerprint.ts";
import { parseCheckpoint, type SignedCheckpoint } from "./checkpoint.ts";
import { leafHash } from "./hashes.ts";
import { readPublicKey } from "./keys.ts";
import { checkSignature } from "./note.ts";
import { checkTimestamp, type ReadTimestamp, type TimestampFault } from "./timestamp.ts";
import { isIncluded } from "./verify.ts";

/** What of an attestation (contract, « Proof beyond our word ») is checked; bytes are in base64. */
export interface CheckedAttestation {
  readonly paragraphe: {
    readonly boi_id: string;
    readonly texte: string;
    readonly empreinte: string;
    /** Code points of the document's text. */
    readonly position: { readonly debut: number; readonly fin: number };
  };
  readonly edition: { readonly date_debut: string };
  readonly document: { readonly texte: string; readonly empreinte: string };
  /** Null when the official bytes were not kept. */
  readonly officiel: { readonly contenu: string; readonly empreinte_source: string } | null;
  readonly feuille: { readonly rang: number; readonly octets: string };
  readonly inclusion: { readonly taille: number; readonly hachages: readonly string[] };
  readonly checkpoint: string;
  /** SPKI. */
  readonly cle_publique: string;
  readonly horodatages: readonly { readonly jeton: string }[];
}

/** A sound attestation: the log, the key and the timestamps are to be compared with what one knows of them. */
export interface SoundAttestation {
  readonly origin: string;
  readonly size: number;
  /** SHA-256 of the key's SPKI. */
  readonly key: string;
  readonly timestamps: readonly ReadTimestamp[];
}

/** Why an attestation is refused, in French. */
export class AttestationRefused extends Error {
  override readonly name = "AttestationRefused";
}

/**
 * Checks an attestation, without a network and without the service.
 * @param roots DER certificates that timestamps must lead to; null to leave their authority unchecked.
 * @throws {AttestationRefused} with the first thing that is wrong.
 */
export async function checkAttestation(
  attestation: CheckedAttestation,
  roots: readonly Uint8Array[] | null,
): Promise<SoundAttestation> {
  checkTexts(attestation);
  checkLeaf(attestation);
  const checkpoint = checkSigned(attestation);
  checkInclusion(attestation, checkpoint);
  const timestamps = [];
  for (const { jeton } of attestation.horodatages)
    timestamps.push(await checkToken(bytesOf(jeton), attestation.checkpoint, roots));
  const { origin, size } = checkpoint;
  return { origin, size, key: sha256(bytesOf(attestation.cle_publique)), timestamps };
}

function checkTexts({ paragraphe, document, officiel }: CheckedAttestation): void {
  const { texte, empreinte, position } = paragraphe;
  if (fingerprint(texte) !== empreinte)
    refuse("Le texte du § n'a pas l'empreinte qui l'accompagne : il a été modifié.");
  if (fingerprint(document.texte) !== document.empreinte)
    refuse("Le texte du document n'a pas l'empreinte qui l'accompagne : il a été modifié.");
  const cut = [...document.texte].slice(position.debut, position.fin).join("");
  if (fingerprint(cut) !== empreinte)
    refuse("Le § ne se trouve pas à cette position du document : l'un des deux a été modifié.");
  if (officiel !== null && sha256(bytesOf(officiel.contenu)) !== officiel.empreinte_source)
    refuse("Les octets officiels n'ont pas l'empreinte qui les accompagne : ils ont été modifiés.");
}

function checkLeaf({ paragraphe, edition, document, officiel, feuille }: CheckedAttestation): void {
  const leaf = readLeaf(bytesOf(feuille.octets));
  const isOurs = leaf["boi_id"] === paragraphe.boi_id && leaf["date_debut"] === edition.date_debut;
  if (!isOurs || leaf["empreinte"] !== document.empreinte)
    refuse("La feuille du journal ne parle pas de ce texte : le document ou l'édition n'est pas le sien.");
  const print = leaf["empreinte_source"];
  if (officiel !== null && print !== null && print !== officiel.empreinte_source)
    refuse("La feuille du journal ne parle pas de ces octets officiels.");
}

function readLeaf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return refuse("La feuille du journal est illisible.");
  }
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

async function checkToken(
  token: Uint8Array,
  checkpoint: string,
  roots: readonly Uint8Array[] | null,
): Promise<ReadTimestamp> {
  const checked = await checkTimestamp(token, Buffer.from(checkpoint), roots);
  return typeof checked === "string" ? refuse(TIMESTAMP_FAULTS[checked]) : checked;
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

function bytesOf(base64: string): Uint8Array {
  return Buffer.from(base64, "base64");
}

function refuse(sentence: string): never {
  throw new AttestationRefused(sentence);
}
