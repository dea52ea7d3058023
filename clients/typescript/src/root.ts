/** What the root of an export says of a text: a line of the export, or an answer on a document, has it. */
export interface RootedText {
  readonly boi_id: string;
  readonly statut: string;
  readonly edition: {
    /** Null, like both fingerprints, of a document whose text is not held. */
    readonly date_debut: string | null;
    readonly pgp: number;
    readonly empreinte: string | null;
    readonly empreinte_source: string | null;
  };
}

/**
 * The root that an export of these texts has, whatever their order: a mirror that gives another than `racine.valeur` of
 * the service differs from it. It goes by the fingerprints that it is given, not by the words.
 */
export async function exportRoot(texts: Iterable<RootedText>): Promise<string> {
  const lines = Array.from(texts).toSorted(inExportOrder).map(lineOf);
  const bytes = new TextEncoder().encode(lines.join(""));
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

function lineOf({ boi_id, statut, edition }: RootedText): string {
  const { date_debut, pgp, empreinte, empreinte_source } = edition;
  // What is null joins as nothing.
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
