import type { QueryNode } from "../query/ast.ts";
import { isOfSeveralWords, type QueryCitation, wordsOf } from "../query/citations/citation.ts";
import type { ParsedQuery } from "../query/parse.ts";
import { type CitedWords, Finder } from "./finder.ts";

/**
 * Finds what a query marks in texts: its words, but those of a citation only side by side, where a text has them so.
 * In a text that has not, they are marked wherever they are, but for the day of a date, which says something else
 * there (« art. 31 ») unless its month follows.
 */
export function finderOf({ node, terms, citations }: ParsedQuery): Finder {
  const cited = citations.filter((one) => isOfSeveralWords(one, terms));
  if (cited.length === 0) return new Finder(node);
  const own = new Set(cited.flatMap((citation) => wordsOf(citation, terms.sought)));
  const others = terms.sought.filter((term) => !own.has(term)).map((term) => term.node);
  return new Finder({ kind: "or", branches: others }, cited.map(citedWords));
}

function citedWords({ kind, stems }: QueryCitation): CitedWords {
  const words = stems.map((stem): QueryNode => ({ kind: "word", stem }));
  const [day, month] = stems;
  if (kind !== "date" || day === undefined || month === undefined) return { stems, apart: words };
  return { stems, apart: [{ kind: "phrase", stems: [day, month] }, ...words.slice(1)] };
}
