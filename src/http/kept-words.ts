import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database } from "../../db/postgres/database.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { matches, type TextWords, wordsOf } from "../../search/fulltext/match-query.ts";
import type { QueryNode } from "../../search/fulltext/query/ast.ts";

interface SearchedText {
  readonly id: string;
  readonly titre: string;
  readonly texte: string;
  /** Identifiers of the documents that it names. */
  readonly named: readonly string[];
}

/** Where the texts of a list are read. */
export interface SearchedList {
  /** In the order of the list; a version changes whenever its text does. */
  readonly readVersions: (database: Database) => Promise<ReadonlyMap<string, string>>;
  readonly readTexts: (database: Database, ids: readonly string[]) => Promise<readonly SearchedText[]>;
  /** Texts read per statement. */
  readonly pageTexts: number;
}

interface Kept {
  readonly version: string;
  readonly words: TextWords;
}

/** A list's short texts in memory, by revision: some thousands of a few kilobytes, all searched in a millisecond. */
export class KeptWords {
  private kept: ReadonlyMap<string, Kept> = new Map();
  private revision = -1;
  private reading: Promise<void> | null = null;

  constructor(
    private readonly database: Database,
    private readonly list: SearchedList,
  ) {}

  /** Identifiers of the texts that a query finds, or of all, in the order of the list and the state of the store. */
  async matching(query: QueryNode | null): Promise<string[]> {
    await this.follow(await readRevision(this.database));
    const found = [...this.kept].filter(([, { words }]) => query === null || matches(words, query));
    return found.map(([id]) => id);
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
    const { readVersions, readTexts, pageTexts } = this.list;
    const versions = await readVersions(this.database);
    const kept = new Map([...this.kept].filter(([id, { version }]) => versions.get(id) === version));
    const unread = [...versions.keys()].filter((id) => !kept.has(id));
    for (let start = 0; start < unread.length; start += pageTexts) {
      const texts = await readTexts(this.database, unread.slice(start, start + pageTexts));
      for (const { id, titre, texte, named } of texts) {
        kept.set(id, { version: versions.get(id) ?? "", words: wordsOf(titre, texte, named) });
        // A long text takes a millisecond: other requests run in between.
        await nextTurn();
      }
    }
    this.kept = inOrder(kept, versions.keys());
    this.revision = revision;
  }
}

function inOrder(kept: ReadonlyMap<string, Kept>, ids: Iterable<string>): ReadonlyMap<string, Kept> {
  return new Map(
    [...ids].flatMap((id) => {
      const one = kept.get(id);
      return one === undefined ? [] : [[id, one]];
    }),
  );
}

/** `offset` goes no further (docs/decisions.md, « Everywhere »). */
const MAX_OFFSET = 10_000;

/** The page of a list that is asked for, and how many entries the whole list has. */
interface ListPage {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Path of an address, with its parameters. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** Address of the page that follows one, given its own, with all its parameters; null after the last one. */
export function nextPage(address: string, { limit, offset, total }: ListPage): string | null {
  const next = offset + limit;
  if (next >= total || next > MAX_OFFSET) return null;
  const following = new URL(address);
  following.searchParams.set("offset", String(next));
  return following.href;
}
