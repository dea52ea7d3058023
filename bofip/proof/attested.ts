/** What of an attestation (contract, « Attestation, second version ») is checked; bytes are in base64. */
export interface CheckedAttestation {
  readonly v: number;
  readonly paragraphe: {
    readonly boi_id: string;
    readonly numero: string;
    readonly texte: string;
    readonly empreinte: string;
    /** Code points of the document's text. */
    readonly position: { readonly debut: number; readonly fin: number };
  };
  /** Number and fingerprint of every § of the edition, in order; absent or null in version 1. */
  readonly paragraphes?: readonly (readonly string[])[] | null;
  readonly edition: { readonly date_debut: string };
  readonly document: { readonly texte: string; readonly empreinte: string };
  /** Null when the official bytes were not kept. */
  readonly officiel: { readonly contenu: string; readonly empreinte_source: string } | null;
  readonly feuille: { readonly rang: number; readonly octets: string };
  readonly inclusion: { readonly taille: number; readonly hachages: readonly string[] };
  readonly checkpoint: string;
  /** SPKI. */
  readonly cle_publique: string;
  readonly horodatages: readonly {
    readonly jeton: string;
    readonly autorite?: string;
    readonly instant?: string;
  }[];
}

/** Why an attestation is refused, in French. */
export class AttestationRefused extends Error {
  override readonly name = "AttestationRefused";
}

export function refuse(sentence: string): never {
  throw new AttestationRefused(sentence);
}

/** In its only form: what a reader would pass over could say anything. */
export function bytesOf(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : refuse("Un champ d'octets n'est pas du base64.");
}

/**
 * Names the fields of a JSON value, by their paths, that are not verified; an object or a list of which nothing is
 * verified is one of them.
 * @param verified paths, as `edition.date_debut`, of whole values.
 */
export function unverifiedFields(value: unknown, verified: ReadonlySet<string>, path = ""): string[] {
  if (verified.has(path)) return [];
  const isPartial = path === "" || [...verified].some((one) => one.startsWith(`${path}.`));
  if (!isPartial || typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) =>
    unverifiedFields(member, verified, `${path === "" ? "" : `${path}.`}${nameOf(name)}`),
  );
}

/** A name with a point in it is no path. */
function nameOf(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}
