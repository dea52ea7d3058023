import { documentOfEntry, type EditionsInForce, isPastEntry } from "../../../db/engine/dated-texts.ts";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCitingIds } from "../../../db/queries/cited-law/citing.ts";
import { readHeldWriting } from "../../../db/queries/cited-law/listed.ts";
import { readTextsOn } from "../../../db/queries/texts/dated-texts.ts";
import { readFilteredIds } from "../../../search/stems/filtered-documents.ts";
import type { PostingsReader } from "../../../search/stems/live-postings.ts";
import type { HeldDocument, PassageMatch, WeightedStems } from "../../../search/stems/passage-matches.ts";
import type { TextMatch } from "../../../search/stems/text-scorer.ts";
import type { VectorHit, VectorQuery, VectorReader } from "../../../search/vectors/port.ts";
import type { AskedFilter } from "../../schemas/parameters/filters.ts";

/** The texts that a question is compared with. */
export interface SearchedTexts {
  /** For documents in force: a series, which the stores have themselves; null for all. */
  readonly domaine: string | null;
  /** The only ones of these; null for all. */
  readonly present: ReadonlySet<string> | null;
  /** The entry of each document whose text on the day asked is a past one. */
  readonly past: ReadonlyMap<string, string>;
}

/** The texts in force, or those of a day, of the documents kept. */
export async function readSearchedTexts(
  database: Database,
  editions: EditionsInForce,
  { domaine, among }: Kept,
): Promise<SearchedTexts> {
  if (editions.kind === "in force") return { domaine, present: among, past: new Map() };
  const texts = [...(await readTextsOn(database, editions.day))].filter(
    ([boiId]) => among === null || among.has(boiId),
  );
  const past = texts.filter(([, entry]) => isPastEntry(entry));
  const present = texts.filter(([, entry]) => !isPastEntry(entry)).map(([boiId]) => boiId);
  return { domaine, present: new Set(present), past: new Map(past) };
}

/** What both sides of a search are restricted to: a series, which they store themselves, or a list of documents. */
interface Kept {
  /** Null: every series, or those of the listed documents. */
  readonly domaine: string | null;
  /** Null: every document of the series. */
  readonly among: ReadonlySet<string> | null;
}

/** What a caller restricts a search to, in the editions looked at. @param only the only document sought; null for all. */
export async function readKept(
  database: Database,
  { filter, only }: { readonly filter: AskedFilter; readonly only: string | null },
  editions: EditionsInForce,
): Promise<Kept> {
  const { domaine, among } = await readFiltered(database, filter, editions);
  if (only === null) return { domaine, among };
  return { domaine, among: new Set(among === null || among.has(only) ? [only] : []) };
}

async function readFiltered(
  database: Database,
  { article, ...own }: AskedFilter,
  editions: EditionsInForce,
): Promise<Kept> {
  const { domaine = null, ...others } = own;
  if (Object.keys(others).length === 0 && article === undefined) return { domaine, among: null };
  const kept = await readFilteredIds(database, { ...NO_FILTER, ...own }, editions);
  if (article === undefined) return { domaine: null, among: kept };
  const citing = await readCitingIds(database, await readHeldWriting(database, article), editions);
  return { domaine: null, among: kept.intersection(citing) };
}

/** The words of a question, compared with the searched texts; those of the past are named by their documents. */
export class SearchedWords {
  private readonly entries: ReadonlySet<string>;

  constructor(
    private readonly postings: PostingsReader,
    private readonly texts: SearchedTexts,
    private readonly question: WeightedStems,
  ) {
    this.entries = new Set(texts.past.values());
  }

  /** See `PostingsReader.rank`. */
  async rank(): Promise<TextMatch[]> {
    const { postings, question, entries } = this;
    const { domaine, present } = this.texts;
    const isOfSeries = (document: HeldDocument) => domaine === null || document.domaine === domaine;
    const inForce = await postings.rank(
      question,
      (document) => isOfSeries(document) && (present === null || present.has(document.boiId)),
    );
    if (entries.size === 0) return inForce;
    const isAsked = (document: HeldDocument) => isOfSeries(document) && entries.has(document.boiId);
    const past = await postings.rank(question, isAsked, "past");
    return [...inForce, ...past.map(ofDocument)].sort(byScore);
  }

  /** See `PostingsReader.passagesOf`. */
  async passagesOf(boiIds: readonly string[], most: number): Promise<PassageMatch[]> {
    const { postings, question } = this;
    const { present, past } = apart(this.texts, boiIds);
    const inForce = await postings.passagesOf(question, present, most);
    if (past.length === 0) return inForce;
    return [...inForce, ...(await postings.passagesOf(question, past, most, "past")).map(ofDocument)];
  }
}

/** Which vectors of the searched texts are compared. */
export interface Comparison extends Pick<VectorQuery, "vector" | "version" | "limit" | "perDocument"> {
  /** The only documents; absent = all. */
  readonly boiIds?: readonly string[];
}

/** See `VectorReader.search`, over the searched texts. */
export async function nearestTexts(
  vectors: Pick<VectorReader, "search">,
  texts: SearchedTexts,
  { boiIds, ...query }: Comparison,
): Promise<VectorHit[]> {
  const { domaine } = texts;
  if (boiIds === undefined && texts.present === null) return await vectors.search({ ...query, domaine });
  const { present, past } = boiIds === undefined ? allOf(texts) : apart(texts, boiIds);
  const inForce = present.length === 0 ? [] : await vectors.search({ ...query, domaine, among: present });
  if (past.length === 0) return inForce;
  const others = await vectors.search({ ...query, domaine, pastAmong: past });
  return [...inForce, ...others].sort(byScore).slice(0, query.limit);
}

/** Documents in force, and entries of past texts. */
interface Apart {
  readonly present: readonly string[];
  readonly past: readonly string[];
}

function allOf({ present, past }: SearchedTexts): Apart {
  return { present: [...(present ?? [])], past: [...past.values()] };
}

function apart({ past }: SearchedTexts, boiIds: readonly string[]): Apart {
  return {
    present: boiIds.filter((boiId) => !past.has(boiId)),
    past: boiIds.flatMap((boiId) => past.get(boiId) ?? []),
  };
}

function ofDocument<Match extends { readonly boiId: string }>(match: Match): Match {
  return { ...match, boiId: documentOfEntry(match.boiId) };
}

interface Scored {
  readonly boiId: string;
  readonly score: number;
}

function byScore(left: Scored, right: Scored): number {
  return right.score - left.score || (left.boiId < right.boiId ? -1 : 1);
}
