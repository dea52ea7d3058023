import { frenchDate } from "../days/french-date.ts";

/** Number of fingerprint characters in a citation. */
const SHOWN_FINGERPRINT = 12;

/** The text that a citation names. */
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

/**
 * The canonical citation (docs/decisions.md, « Citation »):
 * `BOI-IR-LIQ-20-20-20, § 130, version du 18 janvier 2024, empreinte 0123456789ab (retiré le 1er mars 2025)`.
 */
export function writeCitation({ boiId, date, numero, numeroFin, empreinte, retireLe }: CitedText): string {
  const parts = [boiId];
  if (numero) parts.push(numeroFin ? `§ ${numero} à ${numeroFin}` : `§ ${numero}`);
  parts.push(`version du ${frenchDate(date)}`);
  if (empreinte) parts.push(`empreinte ${empreinte.slice(0, SHOWN_FINGERPRINT)}`);
  const citation = parts.join(", ");
  return retireLe ? `${citation} (retiré le ${frenchDate(retireLe)})` : citation;
}
