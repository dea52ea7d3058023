import type { SearchedEditions } from "../../db/engine/dated-texts.ts";
import { readCodesOfArticle } from "../../db/queries/articles/cited.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import { wordsOf } from "../../search/fulltext/query/citations/citation.ts";
import type { SearchWarning } from "../schemas/answers/search.ts";
import { tellNamed } from "./search/named-thing.ts";
import { readCitationKeys, type SearchDeps, type WarnOfSearch } from "./search.ts";
import { warnOfCitations } from "./search-warnings/citations.ts";
import { warnOfCostliestWord } from "./search-warnings/costliest-word.ts";
import { warnOfIgnoredWords } from "./search-warnings/ignored-words.ts";
import { warnOfQuestion } from "./search-warnings/question.ts";
import { spelled } from "./search-warnings/spelling.ts";
import { warnOfUnknownWords } from "./search-warnings/unknown-words.ts";
import type { DoneSearch, LawHeld } from "./search-warnings/warning.ts";
import type { StoreLag } from "./store-lag.ts";

/** docs/search.md: below this many documents, the words that cost results are looked for. */
const FEW_DOCUMENTS = 3;

/** The warnings about a completed search, the most useful first; often none. */
export async function findWarnings(search: DoneSearch): Promise<SearchWarning[]> {
  const { query } = search;
  const ignored = warnOfIgnoredWords(query);
  const cited = await citationsOf(search);
  const isFound = query.reference !== null || search.named?.detenu === true;
  if (search.total >= FEW_DOCUMENTS || isFound) return [...cited, ...ignored];
  const told = query.citations.filter(({ text }) => cited.some(({ mot }) => mot === text));
  const explained = new Set(told.flatMap(({ whole }) => wordsOf(whole, query.terms.sought)));
  const others = [...(await warnOfQuestion(search)), ...(await warnOfUnknownWords(search, explained))];
  if (others.length > 0 || cited.length > 0) return [...cited, ...others, ...ignored];
  return [...(await warnOfCostliestWord(search)), ...ignored];
}

/** What the query names is told once: by the citation that it is, or alone. */
async function citationsOf(search: DoneSearch): Promise<SearchWarning[]> {
  const cited = await warnOfCitations(search);
  return cited.some(({ page }) => page !== undefined) ? cited : [...warnOfNamed(search), ...cited];
}

/** What a query names; when it is not held, words without « BOI » that find something may be words. */
function warnOfNamed({ query, named, total }: DoneSearch): SearchWarning[] {
  if (named === null) return [];
  return named.detenu || query.reference !== null || total === 0 ? tellNamed(named) : [];
}

interface WarningDeps extends Pick<SearchDeps, "database" | "fulltext"> {
  readonly storeLag: StoreLag;
}

/**
 * `findWarnings` over the stores, for searches made by `searchDocuments`. `index_en_retard` comes first: words that no
 * indexed document has may be in one that is not indexed yet.
 */
export function warningsFrom(deps: WarningDeps): WarnOfSearch {
  const { database, fulltext } = deps;
  const law: LawHeld = {
    codesOf: (numbers) => readCodesOfArticle(database, numbers),
    keysOf: (article) => readCitationKeys(database, article),
  };
  const spell = (word: string) => spelled(deps, word);
  return async ({ revision, ...search }) => {
    const lag = await deps.storeLag.warnings(["fulltext"], revision);
    const isBehind = lag.length > 0;
    const counting = countingIn(fulltext, search.editions);
    return [...lag, ...(await findWarnings({ ...search, isBehind, fulltext: counting, spell, law }))];
  };
}

/** The index, whose counts are of some editions. */
function countingIn(fulltext: FullTextReader, editions: SearchedEditions): FullTextReader {
  return { ...fulltext, count: (query, filter) => fulltext.count(query, filter, editions) };
}
