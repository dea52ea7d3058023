import { frenchDate } from "../days/days.ts";
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

/** Reads a query that is only a citation of one document, dated or not, with « § 50 », « n° 50 » or not; or null. */
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

const SHOWN_FINGERPRINT = 12;

interface CitedText {
  /** Without date. */
  readonly boiId: string;
  /** Start date of the edition's validity, `YYYY-MM-DD`. */
  readonly date: string;
  /** Number of a §; null for the whole document. */
  readonly numero?: string | null;
  /** Last § of a range. */
  readonly numeroFin?: string | null;
  /** Fingerprint of the text, when its date and § are ambiguous: two PGP numbers, or two wordings. */
  readonly empreinte?: string | null;
  /** Date on which the document was withdrawn, `YYYY-MM-DD`. */
  readonly retireLe?: string | null;
}

/** Canonical (docs/decisions.md): `BOI-IR-LIQ-20, § 130, version du 18 janvier 2024, empreinte 01234… (retiré le …)`. */
export function writeCitation({ boiId, date, numero, numeroFin, empreinte, retireLe }: CitedText): string {
  const parts = [boiId];
  if (numero) parts.push(numeroFin ? `§ ${numero} à ${numeroFin}` : `§ ${numero}`);
  parts.push(`version du ${frenchDate(date)}`);
  if (empreinte) parts.push(`empreinte ${empreinte.slice(0, SHOWN_FINGERPRINT)}`);
  const citation = parts.join(", ");
  return retireLe ? `${citation} (retiré le ${frenchDate(retireLe)})` : citation;
}
