import { setImmediate as nextTurn } from "node:timers/promises";
import type { Parser } from "htmlparser2";
import { gatherCitedLaw, type LawEntry } from "../../bofip/law/cited/entries.ts";
import type { Database } from "../../db/postgres/database.ts";
import { findDocument, type StoredDocument } from "../../db/queries/documents.ts";
import { readGraphDocuments } from "../../db/queries/graph.ts";
import type { CitedDocument } from "../../db/queries/texts/edition-columns.ts";
import { findText, type StoredText } from "../../db/queries/texts/stored-texts.ts";
import { readSayings, readWordings } from "../../db/queries/texts/wordings.ts";
import type { ReferenceTarget } from "../../db/schema/documents.ts";

/** A text of an edition, in the shape of the one that it shows; null when it is not stored. */
export async function readWording(
  database: Database,
  boiId: string,
  edition: number,
  empreinte: string,
): Promise<StoredDocument | null> {
  const shown = await findDocument(database, boiId, { kind: "row", edition });
  if (shown === null || (shown.empreinte === empreinte && shown.erased_at === null)) return shown;
  const [text, wordings, sayings] = await Promise.all([
    findText(database, edition, empreinte),
    readWordings(database, [edition]),
    readSayings(database, edition, empreinte),
  ]);
  if (text === null) return null;
  const wording = wordings.get(edition)?.find((held) => held.empreinte === empreinte);
  return {
    ...shown,
    titre: wording?.titre ?? shown.titre,
    contenu_html: text.contenu_html,
    contenu_texte: text.contenu_texte,
    spans: text.spans,
    references: await titledReferences(database, text),
    articles: [...text.articles],
    citedLaw: text.citedLaw ?? readLaw(text),
    reserves: text.reserves,
    images: text.images,
    empreinte,
    empreinte_source: wording?.empreinte_source ?? null,
    sayings,
    is_shown: false,
    erased_at: null,
  };
}

/** What a text kept before its decisions, norms and answers were read cites of them, read from its words alone. */
function readLaw({ contenu_texte: texte, spans: paragraphes }: StoredText): LawEntry[] {
  return gatherCitedLaw({ titre: "", texte, paragraphes, introductionEnd: 0 });
}

/** The references of a previous wording, with what is known today of their targets. */
async function titledReferences(database: Database, { references }: StoredText): Promise<CitedDocument[]> {
  const targets = await readGraphDocuments(
    database,
    references.map(({ target }) => target),
  );
  const known = new Map(targets.map((target) => [target.boi_id, target]));
  // Whether the text of that time had the § is unknown.
  const place = (target: ReferenceTarget) => ({ ...target, existe: null });
  return references.map(({ target: boi_id, paragraphe, mentions, cibles = [] }) => {
    const { titre = null, statut = null } = known.get(boi_id) ?? {};
    return {
      boi_id,
      titre,
      existe: known.has(boi_id),
      statut,
      paragraphe,
      mentions,
      cibles: cibles.map(place),
    };
  });
}

/** About five milliseconds of work: the longest documents have twenty times as much. */
const CHARACTERS_A_TURN = 20_000;

/** Parses a document's HTML to its end, a long one over several turns of the event loop. */
export async function parseInTurns(parser: Parser, contenuHtml: string): Promise<void> {
  for (let start = 0; start < contenuHtml.length; start += CHARACTERS_A_TURN) {
    if (start > 0) await nextTurn();
    parser.write(contenuHtml.slice(start, start + CHARACTERS_A_TURN));
  }
  parser.end();
}
