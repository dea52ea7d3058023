import type { SearchWarning } from "../schemas/answers/search.ts";
import type { SearchDeps, WarnOfSearch } from "./search.ts";
import { warnOfCostliestWord } from "./search-warnings/costliest-word.ts";
import { warnOfIgnoredWords } from "./search-warnings/ignored-words.ts";
import { warnOfQuestion } from "./search-warnings/question.ts";
import { spelled } from "./search-warnings/spelling.ts";
import { warnOfUnknownWords } from "./search-warnings/unknown-words.ts";
import type { DoneSearch } from "./search-warnings/warning.ts";
import type { StoreLag } from "./store-lag.ts";

/** docs/search.md: below this many documents, the words that cost results are looked for. */
const FEW_DOCUMENTS = 3;

/** The warnings about a completed search, the most useful first; often none. */
export async function findWarnings(search: DoneSearch): Promise<SearchWarning[]> {
  const ignored = warnOfIgnoredWords(search.query);
  if (search.total >= FEW_DOCUMENTS || search.query.reference !== null) return ignored;
  const explained = [...(await warnOfQuestion(search)), ...(await warnOfUnknownWords(search))];
  if (explained.length > 0) return [...explained, ...ignored];
  return [...(await warnOfCostliestWord(search)), ...ignored];
}

interface WarningDeps extends Pick<SearchDeps, "database" | "fulltext"> {
  readonly storeLag: StoreLag;
}

/**
 * `findWarnings` over the stores, for searches made by `searchDocuments`. That the index is behind comes first: what no
 * document of it says, one of the others may.
 */
export function warningsFrom(deps: WarningDeps): WarnOfSearch {
  const spell = (word: string) => spelled(deps, word);
  return async ({ revision, ...search }) => [
    ...(await deps.storeLag.warnings(["fulltext"], revision)),
    ...(await findWarnings({ ...search, fulltext: deps.fulltext, spell })),
  ];
}
