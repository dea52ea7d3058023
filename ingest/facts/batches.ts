import { setTimeout as sleep } from "node:timers/promises";
import { erasureEntry } from "../../db/erasure/erase.ts";
import { readErasedPrints } from "../../db/erasure/erasures.ts";
import type { DerivedActualite } from "../../db/ingestion/actualites.ts";
import { type ErasedText, prepareBatches, writeBatch } from "../../db/ingestion/batch.ts";
import type { DerivedEdition } from "../../db/ingestion/derived-edition.ts";
import type { AbsenceChange } from "../../db/ingestion/exports.ts";
import {
  type DocumentProjection,
  type EditionFact,
  readFacts,
  type StoredFacts,
} from "../../db/ingestion/facts.ts";
import type { WordingReception } from "../../db/ingestion/wordings/receptions.ts";
import type { Database } from "../../db/postgres/database.ts";
import { entriesOf } from "./entries/entries.ts";
import { projectDocument } from "./state.ts";

/** A document before and after a batch. */
export interface Transition {
  readonly before: StoredFacts;
  readonly after: DocumentProjection;
  /** False when the batch repeats what was known: an archive's record in place of an equal one of an export. */
  readonly isNews: boolean;
}

type OnWritten = (transitions: readonly Transition[], actualites: number) => Promise<void> | void;

/** A batch of these sizes occupies PGlite for some 10 ms. */
const MAX_BATCH_BYTES = 128 * 1024;
const MAX_BATCH_RECORDS = 8;

/** Collects derived records and writes them in small transactions, each with the projection of its documents. */
export class Batches {
  private editions: DerivedEdition[] = [];
  private receptions: WordingReception[] = [];
  private actualites: DerivedActualite[] = [];
  /** Documents that the batch changes. */
  private news = new Set<string>();
  private bytes = 0;
  private erasedPrints: ReadonlyMap<string, string> | null = null;
  /** The transaction under way, while the next batch is derived; null before the first. */
  private writing: Promise<void> | null = null;

  /** @param onWritten called after each transaction. */
  constructor(
    private readonly database: Database,
    private readonly onWritten: OnWritten,
  ) {}

  /** `bytes` is the size of the record's source, `isNews` whether it is new to the store. */
  async addEdition(
    edition: DerivedEdition,
    bytes: number,
    isNews = true,
    reception: WordingReception | null = null,
  ): Promise<void> {
    await this.makeRoom(bytes);
    this.editions.push(edition);
    if (reception !== null) this.receptions.push(reception);
    if (isNews) this.news.add(edition.row.boiId);
  }

  /** Adds wordings to an edition whose content stays. */
  async addReception(reception: WordingReception, bytes: number): Promise<void> {
    await this.makeRoom(bytes);
    this.receptions.push(reception);
  }

  async addActualite(actualite: DerivedActualite, bytes: number): Promise<void> {
    await this.makeRoom(bytes);
    this.actualites.push(actualite);
  }

  /** Writes the rest and waits for it. */
  async finish(): Promise<void> {
    await this.flush();
    await this.writing;
  }

  private async flush(): Promise<void> {
    const { editions, receptions, actualites, news } = this;
    if (this.size === 0) return;
    this.editions = [];
    this.receptions = [];
    this.actualites = [];
    this.news = new Set();
    this.bytes = 0;
    const isFirst = this.writing === null;
    await (this.writing ?? prepareBatches(this.database));
    const touched = [...editions.map(({ row }) => row), ...receptions.map(({ edition }) => edition)];
    const facts = await readFacts(this.database, [...new Set(touched.map(({ boiId }) => boiId))]);
    const change = (known: StoredFacts) => ({
      ...known,
      editions: withEditions(known, editions, receptions),
    });
    const transitions = project(facts, change, news);
    const projections = transitions.map(({ after }) => after);
    const told = new Set(receptions.map(({ edition }) => edition.boiId));
    const changes = transitions.filter(({ after }) => told.has(after.boiId));
    const entries = await entriesOf(this.database, {
      ...{ transitions, changes, receptions, editions, actualites },
    });
    const erased = await this.erasedAmong(editions, receptions);
    entries.push(...erased.map(erasureEntry));
    const batch = { editions, receptions, actualites, absences: [], projections, entries, erased };
    this.writing = writeBatch(this.database, batch).then(() =>
      this.onWritten(transitions, actualites.length),
    );
    // Two statements are prepared in the first transaction, in exchanges that need this thread.
    if (isFirst) return await this.writing;
    // The next caller to wait receives the error.
    this.writing.catch(() => {});
    // The driver sends small messages at the next turn of the event loop: COMMIT must not wait for the parser.
    await sleep(0);
  }

  /** A store restored from an older dump may receive an erased text again from a source: it is erased at once. */
  private async erasedAmong(
    editions: readonly DerivedEdition[],
    receptions: readonly WordingReception[],
  ): Promise<ErasedText[]> {
    this.erasedPrints ??= await readErasedPrints(this.database);
    const prints = this.erasedPrints;
    if (prints.size === 0) return [];
    const received = [...editions, ...receptions.flatMap(({ kept }) => kept ?? [])];
    return received.flatMap(({ row, empreinte, empreinteSource }) => {
      const print = [empreinte, empreinteSource].find((one) => one !== null && prints.has(one)) ?? null;
      if (print === null) return [];
      const { boiId, debutDeValidite: date, domaine, type } = row;
      return [{ boiId, date, domaine, type, empreinte, print, reason: prints.get(print) ?? "" }];
    });
  }

  private get size(): number {
    return this.editions.length + this.receptions.length + this.actualites.length;
  }

  /** A record too large for the current batch starts a new one. */
  private async makeRoom(bytes: number): Promise<void> {
    if (this.size >= MAX_BATCH_RECORDS || this.bytes + bytes > MAX_BATCH_BYTES) await this.flush();
    this.bytes += bytes;
  }
}

const ABSENCES_PER_BATCH = 50;

/** Writes changed absences and the state of their documents, by small transactions. */
export async function writeAbsenceChanges(
  database: Database,
  changes: readonly AbsenceChange[],
  onWritten: OnWritten,
): Promise<void> {
  for (let start = 0; start < changes.length; start += ABSENCES_PER_BATCH) {
    const absences = changes.slice(start, start + ABSENCES_PER_BATCH);
    const since = new Map(absences.map((change) => [change.boiId, change.since]));
    const facts = await readFacts(database, [...since.keys()]);
    const change = (known: StoredFacts) => ({ ...known, absences: since.get(known.boiId) ?? [] });
    const transitions = project(facts, change, new Set(since.keys()));
    const projections = transitions.map(({ after }) => after);
    const nothing = { editions: [], receptions: [], actualites: [] };
    const entries = await entriesOf(database, { ...nothing, transitions, changes: transitions });
    await writeBatch(database, { ...nothing, absences, projections, entries, erased: [] });
    await onWritten(transitions, 0);
  }
}

function project(
  facts: ReadonlyMap<string, StoredFacts>,
  change: (known: StoredFacts) => StoredFacts,
  news: ReadonlySet<string>,
): Transition[] {
  const transitions: Transition[] = [];
  for (const before of facts.values()) {
    const after = projectDocument(change(before));
    if (after === null) continue;
    const isNews = news.has(before.boiId) || before.statut !== after.statut;
    transitions.push({ before, after, isNews });
  }
  return transitions;
}

/** The known editions of a document, with those of the batch in place of the stored ones. */
function withEditions(
  known: StoredFacts,
  batch: readonly DerivedEdition[],
  receptions: readonly WordingReception[],
): EditionFact[] {
  const facts = new Map(known.editions.map((fact) => [keyOf(fact), fact]));
  for (const { row } of batch) {
    if (row.boiId !== known.boiId) continue;
    const isArchived = facts.get(keyOf(row))?.isArchived === true || row.sourceKind === "archive";
    facts.set(keyOf(row), { ...row, isArchived });
  }
  for (const { edition, added } of receptions) {
    const fact = edition.boiId === known.boiId ? facts.get(keyOf(edition)) : undefined;
    if (fact !== undefined && added.some(({ sourceKind }) => sourceKind === "archive"))
      facts.set(keyOf(edition), { ...fact, isArchived: true });
  }
  return [...facts.values()];
}

function keyOf({ debutDeValidite, pgp }: Pick<EditionFact, "debutDeValidite" | "pgp">): string {
  return `${debutDeValidite}|${pgp}`;
}
