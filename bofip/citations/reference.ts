import { readCitations } from "./read-citations.ts";

/** A document named by a query, and a place in it. */
export interface Reference {
  /** Without date, in capitals. */
  readonly boiId: string;
  /** The identifier as written in the query, date included, in capitals. */
  readonly identifiant: string;
  /** Date of an edition, `YYYY-MM-DD`. */
  readonly date: string | null;
  /** Number of the first § named. */
  readonly paragraphe: string | null;
}

/** What may surround the citations when they are the whole query: « (BOI-… § 50) ; § 60 ». */
const AROUND = /^[\s,;.()]*(?:et[\s]*)?$/;

/**
 * Reads a query that is a citation of one document and nothing else: an identifier, dated or not, before or after « §
 * 50 », « n° 50 », a date or other words of a citation. Null for any other query.
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
