import type { AnswerFields, DecisionFields, LawEntry, NormFields } from "../../../bofip/law/cited/entries.ts";
import type { CitedDecision, CitedNorme, CitedReponse } from "./answer.ts";

/** What a text cites beside the articles of codes, with the contract's field names. */
export interface CitedLawAnswer {
  readonly decisions: CitedDecision[];
  readonly normes: CitedNorme[];
  readonly reponses: CitedReponse[];
}

/**
 * The decisions, norms and ministerial answers that a text cites.
 * @param numero a § that cites them, whose words describe them; null for the whole text.
 */
export function citedLawAnswer(entries: readonly LawEntry[], numero: string | null = null): CitedLawAnswer {
  const answer: CitedLawAnswer = { decisions: [], normes: [], reponses: [] };
  for (const entry of entries) {
    const { cle, article, occurrences } = entry;
    const first = occurrences.find(({ paragraphe }) => numero === null || paragraphe === numero);
    if (first === undefined) continue;
    const numbers = occurrences.flatMap(({ paragraphe }) => paragraphe ?? []);
    const cited = { texte: first.texte, paragraphes: [...new Set(numbers)] };
    if (entry.genre === "decision") answer.decisions.push({ ...decisionOf(cle, entry.champs), ...cited });
    else if (entry.genre === "norme")
      answer.normes.push({ ...normeOf(cle, entry.champs), article, ...cited });
    else answer.reponses.push({ ...reponseOf(cle, entry.champs), ...cited });
  }
  return answer;
}

/** A decision's fields, in the order of the contract. */
export function decisionOf(cle: string | null, fields: DecisionFields) {
  const { juridiction, formation, date, numero, ecli, url } = fields;
  return { cle, juridiction, formation, date, numero, ecli, url };
}

/** A norm's fields, likewise. */
export function normeOf(cle: string | null, { nature, numero, date, url }: NormFields) {
  return { cle, nature, numero, date, url };
}

/** A ministerial answer's fields, likewise. */
export function reponseOf(cle: string | null, { chambre, auteur, numero, date, url }: AnswerFields) {
  return { cle, chambre, auteur, numero, date, url };
}
