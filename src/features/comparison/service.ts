import { LRUCache } from "lru-cache";
import type { TextComparison } from "../../../bofip/comparison/compare.ts";
import { frenchDate } from "../../../bofip/days/days.ts";
import { joined } from "../../../db/engine/refreshed-value.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import { readHeldEditions } from "../../../db/queries/texts/editions-at.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { type Caller, TaskThread } from "../../process/task-thread.ts";
import type { AskedText } from "../../schemas/parameters/asked-text.ts";
import { askedDay, editionOf } from "../../texts/edition.ts";
import { findText, refusalOfUnheld } from "../../texts/find-text.ts";
import type { DocumentDeps } from "../documents/service.ts";
import type { DocumentComparison } from "./answer.ts";
import { type ComparedSource, type ComparisonTask, compareSources } from "./compare-sources.ts";

export interface ComparisonDeps extends DocumentDeps {
  readonly comparator: Comparator;
}

interface ComparisonRequest {
  readonly boiId: string;
  /** Null for the edition before the other one. */
  readonly de: AskedText | null;
  /** Null for the edition that the document shows. */
  readonly a: AskedText | null;
}

/**
 * Compares two texts of a document, § by § and word by word.
 * @throws {ApiError} `edition_not_held` when there is nothing before the later text, `text_not_held` when there is no
 * text at all, and as `findText`
 * @throws {EngineUnavailable} when too many comparisons are waiting.
 */
export async function compareEditions(
  deps: ComparisonDeps,
  { boiId, de, a }: ComparisonRequest,
  caller: Caller,
): Promise<DocumentComparison> {
  const later = a ?? { kind: "shown" };
  const after = await findText(deps.database, boiId, later);
  if (!after.texte_detenu) throw refusalOfUnheld(after, "comparison");
  const earlier = de ?? (await editionBefore(deps.database, after));
  const before = await findText(deps.database, boiId, earlier);
  return {
    boi_id: boiId,
    de: editionOf(deps, before, askedDay(earlier)),
    a: editionOf(deps, after, askedDay(later)),
    ...(await deps.comparator.compare(textOf(before), textOf(after), caller)),
  };
}

/** The last edition that was in force before another began. */
async function editionBefore(database: Database, later: StoredDocument): Promise<AskedText> {
  const { boi_id: boiId, date_publication: start } = later;
  const held = await readHeldEditions(database, boiId);
  const before = held.find(({ date_debut, date_fin }) => date_debut < start && date_debut !== date_fin);
  if (before !== undefined) return { kind: "edition", date: before.date_debut };
  const first = { date: start, premiere_edition_detenue: start, transfere_vers: null, proches: [start] };
  throw new ApiError("single_edition", { id: boiId, first: frenchDate(start) }, first);
}

function textOf({ contenu_texte, spans }: StoredDocument): ComparedSource {
  return { texte: contenu_texte, spans };
}

/** Comparing as many characters, both texts together, takes less than 30 ms at worst (`bun run bench comparison`). */
const MOST_CHARACTERS_IN_LINE = 8_000;

/** Several times what the longest comparison takes (see `Effort`), its wait included. */
const TIME_LIMIT_MS = 20_000;

/** The longest comparison takes about 200 ms: nobody waits for more than a few seconds. */
const MOST_WAITING = { keyed: 16, visitor: 4 } as const;

/** Characters of the cached comparisons, the latest requested: several hundred ordinary ones. */
const MOST_KEPT_CHARACTERS = 8_000_000;

/** Compares texts without blocking the event loop. */
export interface Comparator {
  /** Compares a pair once for all callers and days. @throws {EngineUnavailable} when too many wait, or it is too long */
  compare(before: ComparedSource, after: ComparedSource, caller: Caller): Promise<TextComparison>;
  /** Ends the thread; the comparison in progress is refused. */
  close(): Promise<void>;
}

/** Compares small texts at once (`mostInLine` characters of both), large ones in a thread started by the first one. */
export function openComparator(mostInLine = MOST_CHARACTERS_IN_LINE): Comparator {
  const thread = new TaskThread<ComparisonTask, TextComparison>({
    script: new URL("./thread.ts", import.meta.url),
    engine: "comparison",
    mostWaiting: MOST_WAITING,
  });
  const kept = new LRUCache<string, TextComparison>({
    maxSize: MOST_KEPT_CHARACTERS,
    sizeCalculation: charactersOf,
  });
  const join = joined<TextComparison>();

  async function start(task: ComparisonTask, pair: string, caller: Caller): Promise<TextComparison> {
    const isSmall = task.before.texte.length + task.after.texte.length <= mostInLine;
    const request = { caller, timeLimitMs: TIME_LIMIT_MS };
    const comparison = isSmall ? compareSources(task) : await thread.run(task, request);
    kept.set(pair, comparison);
    return comparison;
  }

  return {
    compare: async (before, after, caller) => {
      const pair = `${digestOf(before)} ${digestOf(after)}`;
      const known = kept.get(pair);
      if (known !== undefined) return known;
      // Keyed by caller too: a key holder must not wait for a visitor's place in the queue.
      return await join(`${caller} ${pair}`, () => start({ before, after }, pair, caller));
    },
    close: () => thread.close(),
  };
}

/** Exact, unlike a fingerprint: the segments of a comparison have the white space of their texts. */
function digestOf({ texte, spans }: ComparedSource): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify(spans)).update(texte).digest("base64");
}

function charactersOf({ paragraphes }: TextComparison): number {
  // Each word is in a text and in a segment.
  return paragraphes.reduce((sum, { avant, apres }) => sum + 2 * (avant.length + apres.length), 1);
}
