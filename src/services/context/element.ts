import { paragraphSpan, paragraphText } from "../../../bofip/paragraphs/paragraph-text.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { PackedEdition } from "../../../db/queries/texts/packed.ts";
import type { ContextElement } from "../../schemas/answers/texts/context.ts";
import { citedLawAnswer } from "../cited-law/answers.ts";
import { articleAnswer } from "../documents.ts";
import { type EditionDeps, paragraphEditionOf, placeOfParagraph } from "../texts/edition.ts";
import { articlesOf } from "../texts/paragraph.ts";
import type { Candidate, Packed } from "./pack.ts";
import { keyOf, type NamedParagraph, type RankedParagraph } from "./ranked.ts";

/** A § with its words and the edition that has them. */
export interface Chosen extends Candidate, NamedParagraph {
  readonly edition: PackedEdition;
}

/**
 * Those of some § that the editions have, in their order. Hundreds may be ranked for the few that are given: the words
 * of each are cut out, and hashed, when first asked for.
 */
export function chosenAmong(
  editions: ReadonlyMap<string, PackedEdition>,
  ranked: readonly RankedParagraph[],
): Chosen[] {
  return ranked.flatMap((one) => {
    const edition = editions.get(one.boiId);
    return edition !== undefined && hasParagraph(edition, one.numero) ? [chosenIn(edition, one)] : [];
  });
}

/** A document without numbered § counts as one, whose number is null. */
function hasParagraph({ spans }: PackedEdition, numero: string | null): boolean {
  return numero === null ? spans.length === 0 : paragraphSpan(spans, numero) !== undefined;
}

function chosenIn(edition: PackedEdition, one: RankedParagraph): Chosen {
  const { contenu_texte: whole, spans } = edition;
  const { numero } = one;
  let texte: string | null = null;
  let empreinte: string | null = numero === null ? edition.empreinte : null;
  return {
    ...one,
    key: keyOf(one),
    edition,
    get texte() {
      texte ??= numero === null ? whole : (paragraphText(whole, spans, numero) ?? "");
      return texte;
    },
    get empreinte() {
      empreinte ??= fingerprint(this.texte);
      return empreinte;
    },
  };
}

/** A § as the answer gives it. @param day that was asked for; null for none. */
export function elementOf(
  deps: EditionDeps,
  { boiId, numero, texte, empreinte, reason, isCut, edition: stored }: Packed<Chosen>,
  day: string | null,
): ContextElement {
  const edition = paragraphEditionOf(deps, stored, day);
  const { citation, page } =
    numero === null ? edition : placeOfParagraph(deps, stored, { numero, empreinte });
  return {
    boi_id: boiId,
    titre: stored.titre,
    numero,
    section: (numero === null ? undefined : paragraphSpan(stored.spans, numero)?.section) ?? [],
    texte,
    coupe: isCut,
    edition,
    empreinte,
    citation,
    page,
    pourquoi: reason,
    articles: numero === null ? stored.articles.map(articleAnswer) : articlesOf(stored, numero),
    decisions: citedLawAnswer(stored.citedLaw, numero).decisions,
  };
}
