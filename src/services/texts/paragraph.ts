import type { ParagraphSpan } from "../../../bofip/paragraphs/paragraph-text.ts";
import { readTables } from "../../../bofip/tables/read-tables.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import type { CitedArticle } from "../../../db/queries/texts/cited.ts";
import { type HeldParagraphText, readHeldParagraphs } from "../../../db/queries/texts/held-paragraphs.ts";
import type { ParagraphAnswer } from "../../schemas/answers/texts/paragraph.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import { citedLawAnswer } from "../cited-law/answers.ts";
import { articleAnswer, type DocumentDeps } from "../documents.ts";
import { consultationsOfParagraph } from "./consultations.ts";
import { askedDay, paragraphEditionOf, placeOfParagraph } from "./edition.ts";
import { findTextOfParagraph } from "./find-paragraph.ts";
import { paragraphHtml } from "./paragraph-html.ts";
import { refusalOfNumber, refusalOfUnheld } from "./refusal.ts";
import { type HeldParagraph, unchangedRun } from "./unchanged.ts";

interface ParagraphRequest {
  readonly boiId: string;
  readonly asked: AskedText;
  /** In its usual form. */
  readonly numero: string;
}

/**
 * A numbered paragraph of a text; for a number that occurs twice, the first.
 * @throws {ApiError} `text_not_held`, `unknown_paragraph`, `paragraph_reserved`, and as `findText`
 */
export async function readParagraph(
  deps: DocumentDeps,
  { boiId, asked, numero }: ParagraphRequest,
): Promise<ParagraphAnswer> {
  const stored = await findTextOfParagraph(deps.database, boiId, asked, numero);
  if (!stored.texte_detenu) throw refusalOfUnheld(stored, { numero });
  const rank = stored.spans.findIndex((span) => span.numero === numero);
  const span = stored.spans[rank];
  if (span === undefined) throw refusalOfNumber(stored, numero);
  const texte = textOf(stored, span);
  const empreinte = fingerprint(texte);
  const held = await readHeldParagraphs(deps.database, boiId, numero);
  const html = paragraphHtml(stored.contenu_html, numero);
  return {
    boi_id: stored.boi_id,
    titre: stored.titre,
    numero,
    section: span.section,
    texte,
    html,
    tableaux: readTables(html).length,
    references: referencesOf(stored, numero),
    articles: articlesOf(stored, numero),
    ...citedLawAnswer(stored.citedLaw, numero),
    consultations: consultationsOfParagraph(stored, numero),
    edition: paragraphEditionOf(deps, stored, askedDay(asked)),
    ...unchangedRun(
      {
        edition: stored.edition,
        date_debut: stored.date_publication,
        date_fin: stored.date_mise_a_jour,
        statut: stored.statut,
        empreinte,
      },
      held.map(heldOf),
    ),
    empreinte,
    ...placeOfParagraph(deps, stored, { numero, empreinte }),
    url: stored.url,
    precedent: stored.spans[rank - 1]?.numero ?? null,
    suivant: stored.spans[rank + 1]?.numero ?? null,
  };
}

/** The references that a § makes, counting its own mentions only. */
function referencesOf({ references }: StoredDocument, numero: string): ParagraphAnswer["references"] {
  return references.flatMap((reference) => {
    const cibles = reference.cibles.filter(({ depuis }) => depuis === numero);
    return cibles.length === 0 ? [] : [{ ...reference, cibles, paragraphe: numero, mentions: cibles.length }];
  });
}

/**
 * The articles that a § cites, in its own words and with the precision that it gives. When its own citations are
 * unknown, `precision` is null: that of the document's first citation may belong to another §.
 */
export function articlesOf(
  { articles }: { readonly articles: readonly CitedArticle[] },
  numero: string,
): ParagraphAnswer["articles"] {
  return articles.flatMap((cited) => {
    if (!cited.paragraphes.includes(numero)) return [];
    const occurrences = cited.occurrences?.filter(({ paragraphe }) => paragraphe === numero) ?? null;
    const own = occurrences?.[0] ?? { texte: cited.texte, precision: null };
    return [articleAnswer({ ...cited, texte: own.texte, precision: own.precision, occurrences })];
  });
}

function textOf({ contenu_texte }: StoredDocument, { start, end }: ParagraphSpan): string {
  return contenu_texte.slice(start, end);
}

function heldOf({ texte, ...edition }: HeldParagraphText): HeldParagraph {
  return { ...edition, empreinte: texte === null ? null : fingerprint(texte) };
}
