/** Series that name the kind of a document, not its subject. */
const KINDS: ReadonlySet<string> = new Set(["RES", "BAREME", "FORM", "LETTRE", "ANNX", "CARTE"]);

/**
 * Code of the series that a document is about (docs/search.md, « Filters »): its own, or for a ruling, an annex, a
 * form, a letter… the second segment of its identifier when that is a series (`BOI-RES-TVA-000123`), else its
 * division when that is the code of one. Null when neither is.
 */
export function subjectOf({ boiId, domaine, division }: Placed): string | null {
  if (!KINDS.has(domaine)) return domaine;
  const [, , second = ""] = boiId.split("-");
  return [second, division?.trim() ?? ""].find(isSeries) ?? null;
}

interface Placed {
  readonly boiId: string;
  readonly domaine: string;
  readonly division: string | null;
}

/** The source does not list its series: their codes are short words in capitals. */
function isSeries(code: string): boolean {
  return /^[A-Z]{2,6}$/.test(code) && !KINDS.has(code);
}
