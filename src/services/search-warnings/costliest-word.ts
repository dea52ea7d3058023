import { fold, stem } from "../../../search/fulltext/analyzer/index.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import type { Term } from "../../../search/fulltext/query/terms.ts";
import type { SearchWarning } from "../../schemas/answers/search.ts";
import { type DoneSearch, MAX_EXAMINED, totalOf } from "./warning.ts";

/**
 * Words of one family share this part of their first letters, and at least as many as below: plafond, plafonnement.
 */
const SHARED_BEGINNING = 0.75;
const SHORTEST_BEGINNING = 5;
/** The most frequent ones; each requires a count from the index. */
const MAX_RELATIVES = 4;

/** A change of the query, and how many documents it then finds. */
interface Trial {
  readonly term: Term;
  /** What replaces the word, or null for nothing. */
  readonly by: string | null;
  readonly total: number;
}

/**
 * Warns of the required word that costs the most documents: the one that, replaced by a word of its family or else
 * removed, lets the query find the most.
 */
export async function warnOfCostliestWord(search: DoneSearch): Promise<SearchWarning[]> {
  const { sought, isPlain } = search.query.terms;
  if (!isPlain || sought.length < 2) return [];
  const examined = sought.slice(0, MAX_EXAMINED);
  const best =
    (await bestOf(search, await byRelatives(search.fulltext, examined))) ??
    (await bestOf(
      search,
      examined.map((term) => ({ term, by: null })),
    ));
  return best === null ? [] : [await warning(search, best)];
}

/** The query without the word that, removed, lets it find the most; null when it finds nothing without any one. */
export async function readWithoutOneWord(search: DoneSearch): Promise<string | null> {
  const examined = search.query.terms.sought.slice(0, MAX_EXAMINED);
  const best = await bestOf(
    search,
    examined.map((term) => ({ term, by: null })),
  );
  return best === null ? null : tried(search, best.term, null);
}

async function warning(search: DoneSearch, { term, by: word, total }: Trial): Promise<SearchWarning> {
  const mot = term.text;
  const by = word === null ? null : await search.spell(word);
  const finds = `la requête trouve ${total} document${total > 1 ? "s" : ""}`;
  const message =
    by === null ? `Sans « ${mot} », ${finds}.` : `Avec « ${by} » au lieu de « ${mot} », ${finds}.`;
  return { code: "mot_couteux", message, mot, essayer: tried(search, term, by) };
}

/** The trial that finds the most documents, if it finds more than the search did. */
async function bestOf(
  search: DoneSearch,
  trials: readonly Pick<Trial, "term" | "by">[],
): Promise<Trial | null> {
  const counted = await Promise.all(
    trials.map(async ({ term, by }) => {
      return { term, by, total: await totalOf(search, tried(search, term, by)) };
    }),
  );
  const [best] = counted.toSorted((one, other) => other.total - one.total);
  return best !== undefined && best.total > search.total ? best : null;
}

/** The query with one of its words replaced, or removed. */
function tried({ query }: DoneSearch, term: Term, by: string | null): string {
  const words = query.terms.sought.map((other) => (other === term ? by : other.text));
  return words.filter((word) => word !== null).join(" ");
}

/** Each word with the most frequent words of its family that have other stems. */
async function byRelatives(
  fulltext: FullTextReader,
  terms: readonly Term[],
): Promise<Pick<Trial, "term" | "by">[]> {
  const trials: Pick<Trial, "term" | "by">[] = [];
  for (const term of terms) {
    if (term.node.kind !== "word") continue;
    for (const by of await relativesOf(fulltext, fold(term.text), term.node.stem)) trials.push({ term, by });
  }
  return trials;
}

async function relativesOf(fulltext: FullTextReader, word: string, ownStem: string): Promise<string[]> {
  const shared = Math.max(SHORTEST_BEGINNING, Math.ceil(word.length * SHARED_BEGINNING));
  if (word.length <= shared) return [];
  const family = [...(await fulltext.wordsBeginning(word.slice(0, shared)))].filter(
    ([other]) => stem(other) !== ownStem,
  );
  const frequent = family.toSorted(([, ones], [, others]) => others - ones);
  const byStem = new Map(frequent.map(([other]) => [stem(other), other] as const).toReversed());
  return frequent
    .map(([other]) => other)
    .filter((other) => byStem.get(stem(other)) === other)
    .slice(0, MAX_RELATIVES);
}
