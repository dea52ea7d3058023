import type { CheckedTally, CitationState, FreeQuotation } from "../../schemas/answers/citations.ts";

type Heading = keyof CheckedTally;

/** Contract, additions, part three, « Citations, second correction ». */
const OF_CITATIONS: Readonly<Record<CitationState, Heading>> = {
  verifiee: "verifiees",
  remplacee: "remplacees",
  document_inconnu: "non_detenues",
  edition_non_detenue: "non_detenues",
  lien_contradictoire: "a_corriger",
  titre_inexact: "a_corriger",
  retiree: "a_corriger",
  transferee: "a_corriger",
  paragraphe_reserve: "a_corriger",
  paragraphe_absent: "a_corriger",
  empreinte_inexacte: "a_corriger",
  section_inexacte: "a_corriger",
  citation_inexacte: "a_corriger",
  citation_tronquee: "a_corriger",
  non_verifiable: "a_lire",
  non_verifiee: "a_lire",
  partielle: "a_lire",
};

const OF_QUOTATIONS: Readonly<Record<FreeQuotation["etat"], Heading>> = {
  trouvee: "verifiees",
  introuvable: "a_corriger",
  non_verifiee: "a_lire",
};

interface CheckedEntries {
  readonly citations: readonly { readonly etat: CitationState }[];
  readonly citations_libres: readonly { readonly etat: FreeQuotation["etat"] }[];
  readonly non_lues: readonly unknown[];
  /** Ministerial answers are not judged. */
  readonly references_droit: readonly { readonly genre: string; readonly date_discordante?: boolean }[];
}

/** Counts every entry of an answer once, by what is to be done of it; of the law, only what is known to be wrong. */
export function tallyOf(entries: CheckedEntries): CheckedTally {
  const { citations, citations_libres, non_lues, references_droit } = entries;
  const a_corriger = references_droit.filter(({ date_discordante }) => date_discordante === true).length;
  const tally = { verifiees: 0, remplacees: 0, a_corriger, a_lire: non_lues.length, non_detenues: 0 };
  for (const { etat } of citations) tally[OF_CITATIONS[etat]] += 1;
  for (const { etat } of citations_libres) tally[OF_QUOTATIONS[etat]] += 1;
  return tally;
}
