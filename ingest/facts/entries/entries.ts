import { type ChangeSummary, comparedText, summariseChanges } from "../../../bofip/comparison/compare.ts";
import { scopeOf } from "../../../bofip/news/scope.ts";
import type { Leaf } from "../../../bofip/proof/leaf.ts";
import { fingerprint } from "../../../bofip/text/characters.ts";
import type { DerivedActualite } from "../../../db/ingestion/actualites.ts";
import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { NewEntry } from "../../../db/ingestion/journal/entries.ts";
import {
  type AnnouncedDay,
  type NamingNews,
  readNamingNews,
  readToldEditions,
  type ToldEdition,
} from "../../../db/ingestion/journal/sources.ts";
import type { EditionKey } from "../../../db/ingestion/wordings/edition-key.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { ANNOUNCEMENT_DAYS } from "../../../db/queries/changes.ts";
import { type DocumentChange, type Happening, happeningsOf } from "./documents.ts";
import { newsLeaf, type RecordBatch, recordEntries, textLeaf } from "./records.ts";

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
  const compared = textBefore?.text && textAfter?.text ? summarise(textBefore.text, textAfter.text) : null;
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

type Text = NonNullable<ToldEdition["text"]>;

function summarise(before: Text, after: Text): ChangeSummary {
  const cut = ({ texte, spans }: Text) => comparedText(texte, spans, fingerprint);
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

function isSameEdition(one: EditionKey, other: EditionKey): boolean {
  return one.boiId === other.boiId && one.debutDeValidite === other.debutDeValidite && one.pgp === other.pgp;
}

const DAY_MS = 86_400_000;

/** The actualités that name documents: those of the store, and those of the same batch. */
async function readNaming(
  database: Database,
  days: readonly AnnouncedDay[],
  actualites: readonly DerivedActualite[],
): Promise<NamingNews[]> {
  const own = actualites.flatMap(({ targets, ...news }) => targets.map((boiId) => ({ boiId, ...news })));
  const fresh = new Set(actualites.map(({ id }) => id));
  const stored = await readNamingNews(database, days);
  return [...own, ...stored.filter(({ id }) => !fresh.has(id))];
}

type Announcement = Pick<NewEntry, "actualite" | "porteeAnnoncee" | "porteeDeduite">;

const NO_ANNOUNCEMENT: Announcement = { actualite: null, porteeAnnoncee: null, porteeDeduite: null };

/** The announcement of a change, as `/v1/changes` attaches it: the nearest in time, of two as near the later. */
function announcementOf({ boiId, date }: AnnouncedDay, naming: readonly NamingNews[]): Announcement {
  const [nearest] = naming
    .filter((news) => news.boiId === boiId && daysBetween(news.date, date) <= ANNOUNCEMENT_DAYS)
    .toSorted(
      (one, other) =>
        daysBetween(one.date, date) - daysBetween(other.date, date) ||
        (one.date === other.date ? compare(one.id, other.id) : compare(other.date, one.date)),
    );
  if (nearest === undefined) return NO_ANNOUNCEMENT;
  const { id, titre, url, texte } = nearest;
  const { annoncee, deduite } = scopeOf(titre, texte);
  return { actualite: { id, titre, url }, porteeAnnoncee: annoncee, porteeDeduite: deduite };
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

interface ToldHappening extends Happening {
  /** Gives the entry its title. */
  readonly titled: ToldEdition;
  readonly textBefore: ToldEdition | null;
  readonly textAfter: ToldEdition | null;
}

/** Reads the texts of events: from the store, those that the batch does not write itself. */
async function readTold(
  database: Database,
  happenings: readonly Happening[],
  written: readonly DerivedEdition[],
): Promise<ToldHappening[]> {
  const held = new Map<string, ToldEdition>();
  const names = storedNames(happenings, written);
  // A first import has nothing to read.
  for (const edition of names.length === 0 ? [] : await readToldEditions(database, names))
    held.set(keyOf(edition), edition);
  const shown = new Map(held);
  for (const edition of written) shown.set(keyOf(edition.row), toldOf(edition));
  return happenings.flatMap((happening) => {
    const { evenement, edition, before, after } = happening;
    const titled = after !== null && "row" in after ? toldOf(after) : shown.get(keyOf(edition));
    if (titled === undefined) return [];
    const earlier = evenement === "rectification" ? held : shown;
    const textBefore = before === null ? null : (earlier.get(keyOf(before)) ?? null);
    return [{ ...happening, titled, textBefore, textAfter: after === null ? null : titled }];
  });
}

/** Editions that the batch does not write, and those whose text it changes. */
function storedNames(happenings: readonly Happening[], written: readonly DerivedEdition[]): EditionKey[] {
  const own = new Set(written.map(({ row }) => keyOf(row)));
  const names = happenings.flatMap(({ evenement, edition, before, after }) => [
    ...(before !== null && (evenement === "rectification" || !own.has(keyOf(before))) ? [before] : []),
    ...((after === null || !("row" in after)) && !own.has(keyOf(edition)) ? [edition] : []),
  ]);
  return [...new Map(names.map((name) => [keyOf(name), name])).values()];
}

function toldOf({ row, texte, paragraphes, empreinte }: DerivedEdition): ToldEdition {
  const { boiId, debutDeValidite, pgp, titre, domaine, type } = row;
  return {
    boiId,
    debutDeValidite,
    pgp,
    titre,
    domaine,
    type,
    empreinte,
    text: { texte, spans: paragraphes },
  };
}

function keyOf({ boiId, debutDeValidite, pgp }: EditionKey): string {
  return `${boiId} ${debutDeValidite} ${pgp}`;
}
