import { RefreshedValue, type RefreshObserver, UNOBSERVED } from "../../db/engine/refreshed-value.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { loadPostings } from "./load-postings.ts";
import type { PassageMatch } from "./passage-matches.ts";
import { type HeldDocument, NO_POSTINGS, type Postings } from "./postings.ts";
import type { WeightedStems } from "./question.ts";
import { type TextMatch, TextScorer } from "./text-scorer.ts";

/** What the API asks of the stored stems. Methods reject with EngineUnavailable when there are none. */
export interface PostingsReader {
  /**
   * The documents in force that contain words of a question, best first.
   * @param isCandidate the documents to search.
   */
  rank(question: WeightedStems, isCandidate: (document: HeldDocument) => boolean): Promise<TextMatch[]>;
  /** The passages of documents that contain words of a question, up to `most` of each, best first. */
  passagesOf(question: WeightedStems, boiIds: readonly string[], most: number): Promise<PassageMatch[]>;
}

/** How often to check the corpus revision, which every ingestion batch increments. */
const CHECK_EVERY_MS = 1_000;

interface Held {
  readonly postings: Postings;
  readonly scorer: TextScorer;
  /** Corpus revision at which they were read. */
  readonly revision: number;
}

/** The stems of the corpus in memory, loaded with the first question and refreshed in the background afterwards. */
export class LivePostings implements PostingsReader {
  private readonly live: RefreshedValue<Held>;

  constructor(database: Database, observer: RefreshObserver = UNOBSERVED) {
    const read = (held: Held | null) => readAsNow(database, held).catch(refuse);
    this.live = new RefreshedValue("postings", read, { lifetimeMs: CHECK_EVERY_MS, observer });
  }

  async rank(
    question: WeightedStems,
    isCandidate: (document: HeldDocument) => boolean,
  ): Promise<TextMatch[]> {
    const { scorer } = await this.live.get();
    return scorer.rank(question, isCandidate);
  }

  async passagesOf(
    question: WeightedStems,
    boiIds: readonly string[],
    most: number,
  ): Promise<PassageMatch[]> {
    const { scorer } = await this.live.get();
    return scorer.passagesOf(question, boiIds, most);
  }
}

/** Returns the current value, reloaded only if the corpus has changed. */
async function readAsNow(database: Database, held: Held | null): Promise<Held> {
  const revision = await readRevision(database);
  if (held?.revision === revision) return held;
  const postings = await loadPostings(database, held?.postings ?? NO_POSTINGS);
  if (postings.documents.length === 0) throw notKept();
  return { postings, scorer: new TextScorer(postings), revision };
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
