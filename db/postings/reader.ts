import { EngineUnavailable } from "../engine/unavailable.ts";
import type { Database } from "../postgres/database.ts";
import { readRevision } from "../queries/corpus.ts";
import { loadPostings } from "./load.ts";
import { type HeldDocument, NO_POSTINGS, type Postings } from "./postings.ts";
import type { WeightedStems } from "./question.ts";
import { type TextMatch, TextScorer } from "./text-scorer.ts";

/** What the API asks of the stems that are kept. Methods reject with EngineUnavailable when there are none. */
export interface PostingsReader {
  /** The documents in force that hold words of a question, best first. @param isCandidate those to look in. */
  rank(question: WeightedStems, isCandidate: (document: HeldDocument) => boolean): Promise<TextMatch[]>;
}

/** How often the revision of the corpus is looked at: every batch of an ingestion raises it. */
const CHECK_EVERY_MS = 1_000;

/** The stems of the corpus in memory, read with the first question and brought up to date beside the next ones. */
export class LivePostings implements PostingsReader {
  private postings: Postings = NO_POSTINGS;
  private scorer: TextScorer | null = null;
  private revision = -1;
  private checkedAt = Number.NEGATIVE_INFINITY;
  private loading: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  async rank(
    question: WeightedStems,
    isCandidate: (document: HeldDocument) => boolean,
  ): Promise<TextMatch[]> {
    // A question does not wait for a refresh, nor does it suffer from one that fails: the next one tries again.
    if (this.scorer === null) await this.refresh();
    else this.refresh().catch(() => {});
    if (this.scorer === null) throw notKept();
    return this.scorer.rank(question, isCandidate);
  }

  private async refresh(): Promise<void> {
    this.loading ??= this.load().finally(() => {
      this.loading = null;
    });
    await this.loading;
  }

  private async load(): Promise<void> {
    if (this.scorer !== null && performance.now() - this.checkedAt < CHECK_EVERY_MS) return;
    const revision = await readRevision(this.database).catch(refuse);
    this.checkedAt = performance.now();
    if (this.scorer !== null && revision === this.revision) return;
    const postings = await loadPostings(this.database, this.postings).catch(refuse);
    if (postings.documents.length === 0) throw notKept();
    this.postings = postings;
    this.scorer = new TextScorer(postings);
    this.revision = revision;
  }
}

function notKept(): EngineUnavailable {
  return new EngineUnavailable("postings", "L'index des racines n'est pas encore construit.");
}

/** The driver's own message may hold an address. */
function refuse(cause: unknown): never {
  const message = "L'index des racines ne peut pas être lu dans la base relationnelle.";
  throw new EngineUnavailable("postings", message, { cause });
}
