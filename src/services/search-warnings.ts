import { fold } from "../../db/fulltext/analyzer/index.ts";
import type { FullTextReader } from "../../db/fulltext/port.ts";
import { type ParsedQuery, parseQuery, QuerySyntaxError } from "../../db/fulltext/query/parse.ts";
import type { Term } from "../../db/fulltext/query/terms.ts";
import { nearestWord } from "../../db/fulltext/typos.ts";
import { isQuestion, withoutQuestion } from "./question.ts";

/** What a caller may want to know of a search (contract additions, « Search »). */
export interface SearchWarning {
  readonly code: "mot_inconnu" | "mot_couteux" | "mots_ignores" | "question";
  readonly message: string;
  /** What it is about, as written; null when it is the whole query. */
  readonly mot: string | null;
  /** A query that finds documents, ready to send. */
  readonly essayer: string | null;
}

export interface WarnedSearch {
  readonly query: ParsedQuery;
  readonly domaine: string | null;
  readonly total: number;
}

/** Contract additions, « Search »: below so many documents, the words that cost are looked for. */
const FEW_DOCUMENTS = 3;
/** Each takes a count or two of the index: the words after these are not examined. */
const MAX_EXAMINED = 8;
/** Stop words that are operators or acronyms once in capitals. */
const IN_CAPITALS: ReadonlySet<string> = new Set(["ou", "pas"]);

/** What is worth saying of a search that found `total` documents, the most useful first; often nothing. */
export async function findWarnings(fulltext: FullTextReader, search: WarnedSearch): Promise<SearchWarning[]> {
  const ignored = ignoredWords(search.query);
  if (search.total >= FEW_DOCUMENTS || search.query.reference !== null) return ignored;
  const examiner = new Examiner(fulltext, search);
  const question = search.total === 0 && isQuestion(search.query.text) ? [await examiner.question()] : [];
  const unknown = await examiner.unknownWords();
  const isExplained = question.length > 0 || unknown.length > 0;
  return [...question, ...unknown, ...(isExplained ? [] : await examiner.costliestWord()), ...ignored];
}

function ignoredWords({ text, terms: { ignored, isPlain } }: ParsedQuery): SearchWarning[] {
  const words = [...new Set(ignored.map((word) => word.toLowerCase()))];
  if (words.length === 0) return [];
  const listed = words.map((word) => `« ${word} »`).join(", ");
  const message =
    words.length === 1
      ? `Le mot ${listed} ne compte pas hors des guillemets.`
      : `Les mots ${listed} ne comptent pas hors des guillemets.`;
  const capital = isPlain ? ignored.find((word) => IN_CAPITALS.has(word)) : undefined;
  const essayer = capital === undefined ? null : valid(inCapitals(text, capital));
  return [{ code: "mots_ignores", message, mot: words.join(" "), essayer }];
}

function inCapitals(text: string, word: string): string {
  return text
    .trim()
    .split(/\s+/)
    .map((part) => (part === word ? part.toUpperCase() : part))
    .join(" ");
}

function valid(q: string): string | null {
  return parsed(q) === null ? null : q;
}

function parsed(q: string): ParsedQuery | null {
  try {
    return parseQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}

/** Asks the index what each word of a query is worth. */
class Examiner {
  readonly #fulltext: FullTextReader;
  readonly #search: WarnedSearch;
  readonly #terms: readonly Term[];

  constructor(fulltext: FullTextReader, search: WarnedSearch) {
    this.#fulltext = fulltext;
    this.#search = search;
    this.#terms = search.query.terms.sought.slice(0, MAX_EXAMINED);
  }

  async question(): Promise<SearchWarning> {
    const words = withoutQuestion(this.#search.query.terms.sought.map(({ text }) => text)).join(" ");
    const message =
      "La requête est une question, dont tous les mots sont exigés dans un même document : posez-la telle quelle à la recherche par le sens (POST /v1/search/semantic), ou n'en gardez que les mots qui comptent.";
    return { code: "question", message, mot: null, essayer: (await this.#total(words)) > 0 ? words : null };
  }

  /** Words that no document of any series holds; none of them is in any document found. */
  async unknownWords(): Promise<SearchWarning[]> {
    const counts = await Promise.all(this.#terms.map(({ node }) => this.#fulltext.count(node, null)));
    const unknown = this.#terms.filter((_, index) => counts[index] === 0);
    if (unknown.length === 0) return [];
    const nearest = new Map<Term, string>();
    for (const term of unknown) {
      const word = await this.#nearest(term);
      if (word !== null) nearest.set(term, word);
    }
    const essayer = await this.#corrected(unknown, nearest);
    return unknown.map((term) => unknownWord(term.text, nearest.get(term), essayer));
  }

  /** The required word without which most documents are found, when there are more than with it. */
  async costliestWord(): Promise<SearchWarning[]> {
    const { sought, isPlain } = this.#search.query.terms;
    if (!isPlain || sought.length < 2) return [];
    const others = this.#terms.map((term) => sought.filter((other) => other !== term));
    const queries = others.map((terms) => terms.map(({ text }) => text).join(" "));
    const totals = await Promise.all(queries.map((q) => this.#total(q)));
    const most = Math.max(...totals);
    const costliest = totals.indexOf(most);
    const term = this.#terms[costliest];
    if (term === undefined || most <= this.#search.total) return [];
    const message = `Sans « ${term.text} », la requête trouve ${most} document${most > 1 ? "s" : ""}.`;
    return [{ code: "mot_couteux", message, mot: term.text, essayer: queries[costliest] ?? null }];
  }

  async #nearest({ text, node }: Term): Promise<string | null> {
    if (node.kind !== "word") return null;
    const word = fold(text).replace(/[^\p{L}\p{N}]/gu, "");
    return nearestWord(word, await this.#fulltext.wordsBeginning(word.slice(0, 1)));
  }

  /** The query with the nearest words in place of the unknown ones, or without those, when it finds documents. */
  async #corrected(unknown: readonly Term[], nearest: ReadonlyMap<Term, string>): Promise<string | null> {
    const { text, terms } = this.#search.query;
    const kept = terms.sought.filter((term) => !unknown.includes(term) || nearest.has(term));
    const words = kept.map((term) => nearest.get(term) ?? term.text);
    const q = terms.isPlain ? words.join(" ") : replaced(text, nearest);
    return (await this.#total(q)) > 0 ? q : null;
  }

  /** How many documents a query finds; none when it is no good query. */
  async #total(q: string): Promise<number> {
    const query = parsed(q);
    return query === null ? 0 : this.#fulltext.count(query.node, this.#search.domaine);
  }
}

function unknownWord(mot: string, nearest: string | undefined, essayer: string | null): SearchWarning {
  const near = nearest === undefined ? "" : ` ; le plus proche qui s'y trouve est « ${nearest} »`;
  return { code: "mot_inconnu", message: `Aucun document ne porte le mot « ${mot} »${near}.`, mot, essayer };
}

/** The query as written, but for some of its terms. */
function replaced(text: string, by: ReadonlyMap<Term, string>): string {
  let written = "";
  let at = 0;
  for (const [{ start, text: term }, word] of by) {
    written += text.slice(at, start) + word;
    at = start + term.length;
  }
  return (written + text.slice(at)).trim();
}
