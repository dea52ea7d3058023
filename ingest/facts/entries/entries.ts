import { type ChangeSummary, summariseChanges } from "../../../bofip/comparison/compare.ts";
import { comparedText } from "../../../bofip/comparison/compared-text.ts";
import { scopeOf } from "../../../bofip/news/scope.ts";
import type { Leaf } from "../../../bofip/proof/leaf.ts";
import { fingerprint } from "../../../bofip/text/fingerprint.ts";
import type { DerivedActualite } from "../../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { NewEntry } from "../../../db/ingestion/journal/entries.ts";
import type { EditionName, ToldEdition } from "../../../db/ingestion/journal/sources.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type DocumentChange, type Happening, happeningsOf } from "./documents.ts";
import { newsLeaf, textLeaf } from "./leaves.ts";
import { type Announcement, announcementOf, readNaming } from "./nearest-news.ts";
import { type RecordBatch, recordEntries } from "./records.ts";
import { readTold, type ToldHappening } from "./texts.ts";

/** A batch about to be written, as far as the journal needs it. */
interface ToldBatch extends RecordBatch {
  readonly changes: readonly DocumentChange[];
  readonly editions: readonly DerivedEdition[];
  readonly actualites: readonly DerivedActualite[];
}

/** The journal entries of a batch, to be computed before it is written. */
export async function entriesOf(database: Database, batch: ToldBatch): Promise<NewEntry[]> {
  const { changes, receptions, editions } = batch;
  // Content that the store derives again is no news.
  const actualites = batch.actualites.filter(({ isNew }) => isNew);
  const happenings = changes.flatMap((change) => happeningsOf(change, receptions, editions));
  const own = await happeningEntries(database, happenings, { editions, actualites, receptions });
  const told = new Set(own.flatMap(({ boiId }) => boiId ?? []));
  return [...own, ...(await recordEntries(database, batch, told)), ...actualites.map(newsEntry)];
}

async function happeningEntries(
  database: Database,
  happenings: readonly Happening[],
  { editions, actualites, receptions }: Pick<ToldBatch, "editions" | "actualites" | "receptions">,
): Promise<NewEntry[]> {
  if (happenings.length === 0) return [];
  const told = (await readTold(database, happenings, editions)).filter((happening) => !isSame(happening));
  const naming = await readNaming(database, told, actualites);
  return told.map((happening) => ({
    ...documentEntry(happening),
    ...announcementOf(happening, naming),
    leaf: leafOf(happening, receptions),
  }));
}

/** Only a text received has a leaf here: a document's end or return brings and drops none. */
function leafOf(
  { evenement, edition, after }: ToldHappening,
  receptions: RecordBatch["receptions"],
): Leaf | null {
  const isReceived = evenement === "edition" || evenement === "rectification";
  if (!isReceived || after === null || !("row" in after)) return null;
  const own = receptions.filter((reception) => isSameEdition(reception.edition, edition));
  return textLeaf(
    evenement,
    after,
    own.flatMap(({ added }) => added),
  );
}

/** Whether an edition receives the text that it has: two kinds of source may give the same. */
function isSame({ evenement, textBefore, textAfter }: ToldHappening): boolean {
  if (evenement !== "rectification") return false;
  return textBefore?.empreinte === textAfter?.empreinte && textBefore?.titre === textAfter?.titre;
}

const NO_PARAGRAPHS: ChangeSummary["paragraphes"] = { ajoutes: [], modifies: [], supprimes: [] };

function documentEntry(happening: ToldHappening): Omit<NewEntry, keyof Announcement | "leaf"> {
  const { evenement, boiId, date, titled, textBefore, textAfter } = happening;
  const { titre, domaine, type } = titled;
  const isComparable = textBefore?.isDamaged === false && textAfter?.isDamaged === false;
  const compared = isComparable ? summarise(textBefore, textAfter) : null;
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
    champs: null,
  };
}

function summarise(before: ToldEdition, after: ToldEdition): ChangeSummary {
  const cut = ({ texte, paragraphes }: ToldEdition) => comparedText(texte, paragraphes, fingerprint);
  return summariseChanges(cut(before), cut(after));
}

function newsEntry(actualite: DerivedActualite): NewEntry {
  const { id, titre, url, date, texte, targets } = actualite;
  const { annoncee, deduite } = scopeOf(titre, texte);
  return {
    evenement: "actualite",
    boiId: null,
    titre,
    domaine: null,
    type: null,
    date,
    porteeAnnoncee: annoncee,
    porteeDeduite: deduite,
    porteeTexte: null,
    paragraphes: NO_PARAGRAPHS,
    empreinteAvant: null,
    empreinteApres: fingerprint(texte),
    actualite: { id, titre, url },
    documents: targets,
    champs: null,
    leaf: newsLeaf(actualite),
  };
}

function isSameEdition(one: EditionName, other: EditionName): boolean {
  return one.boiId === other.boiId && one.debutDeValidite === other.debutDeValidite && one.pgp === other.pgp;
}
