import { setImmediate as nextTurn } from "node:timers/promises";
import type { TextSet } from "../../db/engine/dated-texts.ts";
import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import { EngineUnavailable, StoreDamaged } from "../../db/engine/unavailable.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { TEXT_WEIGHTS } from "../weights.ts";
import { PostingsBuilder } from "./builder.ts";
import {
  type HeldDocument,
  NO_POSTINGS,
  type PassageMatch,
  type Postings,
  type WeightedStems,
} from "./passage-matches.ts";
import { readStored } from "./posted-document.ts";
import { readPosted, readPostings } from "./read-postings.ts";
import { type TextMatch, TextScorer } from "./text-scorer.ts";
import { POSTINGS_VERSION, pastVersion } from "./write-postings.ts";

/** What the API asks of the stored stems. Methods reject with EngineUnavailable when there are none. */
export interface PostingsReader {
  /**
   * The documents in force that contain words of a question, best first; or past texts, each named by its entry.
   * @param isCandidate the documents, or past texts, to search.
   * @param set absent: the documents in force.
   */
  rank(
    question: WeightedStems,
    isCandidate: (document: HeldDocument) => boolean,
    set?: TextSet,
  ): Promise<TextMatch[]>;
  /** Passages that contain words of a question, up to `most` a document (or past text, by entry), best first. */
  passagesOf(
    question: WeightedStems,
    boiIds: readonly string[],
    most: number,
    set?: TextSet,
  ): Promise<PassageMatch[]>;
}

/** How often to check the corpus revision, which every ingestion batch increments. */
const CHECK_EVERY_MS = 1_000;

interface Held {
  readonly postings: Postings;
  readonly scorer: TextScorer;
  /** Corpus revision at which they were read. */
  readonly revision: number;
}

/** The stems of the corpus, loaded by the first question (past texts: about a day), then refreshed in the background. */
export class LivePostings implements PostingsReader {
  private readonly live: Readonly<Record<TextSet, RefreshedValue<Held>>>;

  constructor(database: Database, observer: RefreshObserver = UNOBSERVED) {
    const options = { lifetimeMs: CHECK_EVERY_MS, observer };
    const readPresent = (held: Held | null) => readAsNow(database, held).catch(refuse);
    const present = new RefreshedValue("postings", readPresent, options);
    const readPast = async (held: Held | null) =>
      readPastAsNow(database, held, await present.get()).catch(refuse);
    this.live = { present, past: new RefreshedValue("postings", readPast, options) };
  }

  async rank(
    question: WeightedStems,
    isCandidate: (document: HeldDocument) => boolean,
    set: TextSet = "present",
  ): Promise<TextMatch[]> {
    const { scorer } = await this.live[set].get();
    return scorer.rank(question, isCandidate);
  }

  async passagesOf(
    question: WeightedStems,
    boiIds: readonly string[],
    most: number,
    set: TextSet = "present",
  ): Promise<PassageMatch[]> {
    const { scorer } = await this.live[set].get();
    return scorer.passagesOf(question, boiIds, most);
  }
}

/** Returns the current value, reloaded only if the corpus has changed. */
async function readAsNow(database: Database, held: Held | null): Promise<Held> {
  const revision = await readRevision(database);
  if (held?.revision === revision) return held;
  const postings = await loadPostings(database, POSTINGS_VERSION, held?.postings ?? NO_POSTINGS);
  if (postings.documents.length === 0) throw notKept();
  return { postings, scorer: new TextScorer(postings), revision };
}

/** `readAsNow` for past texts, of which there may be none. */
async function readPastAsNow(database: Database, held: Held | null, present: Held): Promise<Held> {
  const revision = await readRevision(database);
  if (held?.revision === revision) return held;
  const version = pastVersion(POSTINGS_VERSION);
  const postings = await loadPostings(database, version, held?.postings ?? NO_POSTINGS);
  return { postings, scorer: new TextScorer(postings, TEXT_WEIGHTS, present.postings), revision };
}

function notKept(): EngineUnavailable {
  return new EngineUnavailable("postings", "L'index des racines n'est pas encore construit.");
}

/** The driver's own message may contain an address. */
function refuse(cause: unknown): never {
  if (cause instanceof EngineUnavailable) throw cause;
  const message = "L'index des racines ne peut pas être lu dans la base relationnelle.";
  throw new EngineUnavailable("postings", message, { cause });
}

/** Some 200 KB on the wire, and a few milliseconds of this thread. */
const DOCUMENTS_PER_STATEMENT = 32;

const DAMAGED = "L'index des racines est abîmé : il se refait depuis la base.";

/** Loads a version's current postings, but for those in memory. @throws {StoreDamaged} when a seal does not match */
async function loadPostings(database: Database, version: string, previous: Postings): Promise<Postings> {
  const kept = new Map<string, string>();
  for await (const page of readPosted(database, version)) {
    for (const { boiId, hash } of page) kept.set(boiId, hash);
  }
  const builder = new PostingsBuilder(previous, ({ boiId, hash }) => kept.get(boiId) === hash);
  const held = new Map(previous.documents.map(({ boiId, hash }) => [boiId, hash]));
  const missing = [...kept].flatMap(([boiId, hash]) => (held.get(boiId) === hash ? [] : boiId));
  for (let start = 0; start < missing.length; start += DOCUMENTS_PER_STATEMENT) {
    const batch = missing.slice(start, start + DOCUMENTS_PER_STATEMENT);
    for (const row of await readPostings(database, version, batch)) {
      if (!row.isWhole) throw new StoreDamaged("postings", DAMAGED);
      builder.add(row, readStored(row));
    }
    await nextTurn();
  }
  return builder.build();
}
