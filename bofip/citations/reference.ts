import { readCitations } from "./read.ts";

/** A document that a query names, and where in it. */
export interface Reference {
  /** Without date, in capitals. */
  readonly boiId: string;
  /** The identifier as the query writes it, its date included, in capitals. */
  readonly identifiant: string;
  /** Day of an edition, `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Number of a §, the first one named. */
  readonly paragraphe: string | null;
}

/** What may stand around citations that are the whole of a query: « (BOI-… § 50) ; § 60 ». */
const AROUND = /^[\s,;.()]*(?:et[\s]*)?$/;

/**
 * Reads a query that is a citation of one document and nothing else: an identifier, dated or not, followed or preceded
 * by « § 50 », « n° 50 », a date or a citation's own words. Null for any other query.
 */
export function readReference(query: string): Reference | null {
  const { citations, lone } = readCitations(query);
  const [first] = citations;
  if (!first || first.boiId === null || first.fault !== null || lone.length > 0) return null;
  let read = 0;
  for (const { boiId, start, end } of citations) {
    if (boiId !== first.boiId || !AROUND.test(query.slice(read, start))) return null;
    read = end;
  }
  if (!AROUND.test(query.slice(read))) return null;
  const { boiId, identifiant, edition, numero } = first;
  return { boiId, identifiant, date: edition, paragraphe: numero };
}
