import { type ChangeSummary, summariseChanges } from "../../../db/bofip/comparison/compare.ts";
import { comparedText } from "../../../db/bofip/comparison/text.ts";
import { fingerprint } from "../../../db/bofip/fingerprint.ts";
import { announcedScope } from "../../../db/bofip/news/scope.ts";
import type { DerivedActualite } from "../../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { NewEntry } from "../../../db/ingestion/journal/entries.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type DocumentChange, happeningsOf, type ReceivedWords } from "./documents.ts";
import { announcementOf, readNaming } from "./nearest-news.ts";
import { readTold, type Told, type ToldHappening } from "./texts.ts";

/** What a batch is about to write, as far as the journal tells it. */
export interface ToldBatch {
  readonly changes: readonly DocumentChange[];
  readonly receptions: readonly ReceivedWords[];
  readonly editions: readonly DerivedEdition[];
  readonly actualites: readonly DerivedActualite[];
}

/** The entries of the journal that a batch is worth, to be told before it is written. */
export async function entriesOf(database: Database, batch: ToldBatch): Promise<NewEntry[]> {
  const { changes, receptions, editions } = batch;
  // What the store derives again is no news.
  const actualites = batch.actualites.filter(({ isNew }) => isNew);
  const happenings = changes.flatMap((change) => happeningsOf(change, receptions, editions));
  if (happenings.length === 0) return actualites.map(newsEntry);
  const told = (await readTold(database, happenings, editions)).filter((happening) => !isSame(happening));
  const naming = await readNaming(database, told, actualites);
  const entries = told.map((happening) => ({
    ...documentEntry(happening),
    ...announcementOf(happening, naming),
  }));
  return [...entries, ...actualites.map(newsEntry)];
}

/** Whether an edition is given the words that it has: two kinds of source may say the same. */
function isSame({ evenement, textBefore, textAfter }: ToldHappening): boolean {
  if (evenement !== "rectification") return false;
  return textBefore?.empreinte === textAfter?.empreinte && textBefore?.titre === textAfter?.titre;
}

const NO_PARAGRAPHS: ChangeSummary["paragraphes"] = { ajoutes: [], modifies: [], supprimes: [] };

function documentEntry(happening: ToldHappening): Omit<NewEntry, "actualite" | "porteeAnnoncee"> {
  const { evenement, boiId, date, titled, textBefore, textAfter } = happening;
  const { titre, domaine, type } = titled;
  const compared = textBefore === null || textAfter === null ? null : summarise(textBefore, textAfter);
  return {
    evenement,
    boiId,
    titre,
    domaine,
    type,
    date,
    porteeTexte: compared?.portee_texte ?? null,
    paragraphes: compared?.paragraphes ?? NO_PARAGRAPHS,
    empreinteAvant: textBefore?.empreinte ?? null,
    empreinteApres: textAfter?.empreinte ?? null,
    documents: [],
  };
}

function summarise(before: Told, after: Told): ChangeSummary {
  const cut = ({ texte, paragraphes }: Told) => comparedText(texte, paragraphes, fingerprint);
  return summariseChanges(cut(before), cut(after));
}

function newsEntry({ id, titre, url, date, texte, targets }: DerivedActualite): NewEntry {
  return {
    evenement: "actualite",
    boiId: null,
    titre,
    domaine: null,
    type: null,
    date,
    porteeAnnoncee: announcedScope(titre, texte),
    porteeTexte: null,
    paragraphes: NO_PARAGRAPHS,
    empreinteAvant: null,
    empreinteApres: fingerprint(texte),
    actualite: { id, titre, url },
    documents: targets,
  };
}
