import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import { readNewsTexts, readNewsVersions } from "../../../db/queries/news.ts";
import { matches, type TextWords, wordsOf } from "../../../search/fulltext/memory/match-query.ts";
import type { QueryNode } from "../../../search/fulltext/query/ast.ts";

interface Kept {
  readonly version: string;
  readonly words: TextWords;
}

/** Texts read by a statement. */
const PAGE_TEXTS = 50;

/**
 * The words of all actualités, in memory: there are some thousands, a few kilobytes each, and a search through all of
 * them takes a millisecond. They follow the revision of the corpus; what did not change is not read again.
 */
export class NewsWords {
  private kept: ReadonlyMap<string, Kept> = new Map();
  private revision = -1;
  private reading: Promise<void> | null = null;

  constructor(private readonly database: Database) {}

  /** Identifiers of the actualités that a query finds, as the store has them when it is asked. */
  async matching(query: QueryNode): Promise<Set<string>> {
    await this.follow(await readRevision(this.database));
    const found = [...this.kept].filter(([, { words }]) => matches(words, query));
    return new Set(found.map(([id]) => id));
  }

  private async follow(revision: number): Promise<void> {
    while (this.revision < revision) {
      this.reading ??= this.read(revision).finally(() => {
        this.reading = null;
      });
      await this.reading;
    }
  }

  private async read(revision: number): Promise<void> {
    const versions = await readNewsVersions(this.database);
    const kept = new Map([...this.kept].filter(([id, { version }]) => versions.get(id) === version));
    const unread = [...versions.keys()].filter((id) => !kept.has(id));
    for (let start = 0; start < unread.length; start += PAGE_TEXTS) {
      const texts = await readNewsTexts(this.database, unread.slice(start, start + PAGE_TEXTS));
      for (const { id, titre, texte, named } of texts) {
        kept.set(id, { version: versions.get(id) ?? "", words: wordsOf(titre, texte, named) });
        // A long text takes a millisecond: other requests pass between two.
        await nextTurn();
      }
    }
    this.kept = kept;
    this.revision = revision;
  }
}
