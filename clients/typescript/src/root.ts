/**
 * What identifies a text in the root of an export: a line of the export or an answer about a document has these
 * fields.
 */
export interface RootedText {
  readonly boi_id: string;
  readonly statut: string;
  readonly edition: {
    /** Null, like both fingerprints, for a document whose text is not stored. */
    readonly date_debut: string | null;
    readonly pgp: number;
    readonly empreinte: string | null;
    readonly empreinte_source: string | null;
  };
}

/**
 * Computes the root of an export of these texts, whatever their order: a mirror whose root is not the service's
 * `racine.valeur` differs from the service. It is computed from the given fingerprints, not from the words.
 */
export async function exportRoot(texts: Iterable<RootedText>): Promise<string> {
  const lines = Array.from(texts).toSorted(inExportOrder).map(lineOf);
  const bytes = new TextEncoder().encode(lines.join(""));
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function lineOf({ boi_id, statut, edition }: RootedText): string {
  const { date_debut, pgp, empreinte, empreinte_source } = edition;
  // `join` writes null as an empty string.
  return `${[boi_id, date_debut, pgp, statut, empreinte, empreinte_source].join("\t")}\n`;
}

function inExportOrder(one: RootedText, other: RootedText): number {
  return (
    compare(one.boi_id, other.boi_id) ||
    compare(one.edition.date_debut ?? "", other.edition.date_debut ?? "") ||
    one.edition.pgp - other.edition.pgp ||
    compare(one.edition.empreinte ?? "", other.edition.empreinte ?? "")
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function hexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
