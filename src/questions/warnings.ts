import type { SearchedEditions } from "../../db/engine/dated-texts.ts";
import { NO_FILTER } from "../../db/engine/document-filter.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readCodesOfArticle } from "../../db/queries/cited-law/listed.ts";
import { readHitSources } from "../../db/queries/hits.ts";
import { APOSTROPHE_MARKS } from "../../search/fulltext/analyzer/characters.ts";
import { fold, stem } from "../../search/fulltext/analyzer/index.ts";
import { Finder } from "../../search/fulltext/excerpt/finder.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import { wordsOf } from "../../search/fulltext/query/citations/citation.ts";
import type { ParsedQuery } from "../../search/fulltext/query/parse.ts";
import type { Term } from "../../search/fulltext/query/stretches.ts";
import type { SearchWarning } from "../features/search/answer.ts";
import { readCitationKeys, type SearchDeps, type WarnOfSearch } from "../features/search/service.ts";
import { hybridRequest, warnOfCitations } from "./citation-warnings.ts";
import { tellNamed } from "./named-thing.ts";
import type { StoreLag } from "./not-seen.ts";
import {
  type DoneSearch,
  type LawHeld,
  MAX_EXAMINED,
  readQuery,
  totalOf,
  warnOfUnknownWords,
} from "./unknown-words.ts";

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

/** `findWarnings` over the stores. `index_en_retard` comes first: unknown words may be in what is not indexed yet. */
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

/** Stop words that become an operator or an acronym in capitals. */
const IN_CAPITALS: ReadonlySet<string> = new Set(["ou", "pas"]);

/** Warns of the stop words of a query, with the one that makes an operator or an acronym of one, unless it is a question. */
function warnOfIgnoredWords({ text, terms }: ParsedQuery): SearchWarning[] {
  const words = [...new Set(terms.ignored.map((word) => word.toLowerCase()))];
  if (words.length === 0) return [];
  const listed = words.map((word) => `« ${word} »`).join(", ");
  const message =
    words.length === 1
      ? `Le mot ${listed} ne compte pas hors des guillemets.`
      : `Les mots ${listed} ne comptent pas hors des guillemets.`;
  const isMeant = terms.isPlain && !isQuestion(text);
  const essayer = isMeant && terms.ignored.some((word) => IN_CAPITALS.has(word)) ? inCapitals(text) : null;
  return [{ code: "mots_ignores", message, mot: words.join(" "), essayer }];
}

function inCapitals(text: string): string | null {
  const words = text.trim().split(/\s+/);
  const q = words.map((word) => (IN_CAPITALS.has(word) ? word.toUpperCase() : word)).join(" ");
  return readQuery(q) === null ? null : q;
}

/** Spells an index word, which has no accents, as the texts do: « exonération ». Unchanged when no text shows it. */
async function spelled(
  { database, fulltext }: { readonly database: Database; readonly fulltext: FullTextReader },
  word: string,
): Promise<string> {
  const query = readQuery(word);
  if (query === null) return word;
  const { hits } = await fulltext.search({ query: query.node, filter: NO_FILTER, limit: 1, offset: 0 });
  const sources = await readHitSources(
    database,
    hits.map(({ boiId }) => boiId),
  );
  for (const { titre, contenu_texte } of sources.values()) {
    const text = `${titre} ${contenu_texte}`.normalize("NFC");
    for (const { start, end } of new Finder(query.node).matches(text)) {
      const written = text.slice(start, end).toLowerCase();
      if (fold(written) === word) return written;
    }
  }
  return word;
}

/** The message for a question typed as a query. */
export const QUESTION_MESSAGE =
  "La requête est une question, dont tous les mots sont exigés dans un même document : posez-la telle quelle à la recherche hybride (POST /v1/search/hybride), ou n'en gardez que les mots qui comptent.";

/** `QUESTION_MESSAGE` for a search of last texts. */
const LAST_QUESTION_MESSAGE =
  "La requête est une question, dont tous les mots sont exigés dans un même document : n'en gardez que les mots qui comptent. La recherche hybride ne cherche que dans les textes en vigueur, aujourd'hui ou à une date.";

/** Bounds of the questions that the hybrid search takes. */
const QUESTION_LENGTHS = { least: 3, most: 500 } as const;

/** Warns of a question typed as a query, of which no document has all the words that carry something. */
async function warnOfQuestion(search: DoneSearch): Promise<SearchWarning[]> {
  const { text } = search.query;
  if (search.total > 0 || !isQuestion(text)) return [];
  const question = text.trim();
  const { length } = [...question];
  const { editions } = search;
  // The hybrid search looks at the editions in force alone.
  const isInForce = editions.kind !== "last";
  const isAccepted = isInForce && length >= QUESTION_LENGTHS.least && length <= QUESTION_LENGTHS.most;
  return [
    {
      code: "question",
      message: isInForce ? QUESTION_MESSAGE : LAST_QUESTION_MESSAGE,
      mot: null,
      essayer: await loosened(search),
      ...(isAccepted ? { requete: hybridRequest(question, search) } : {}),
    },
  ];
}

/** The words of the query but the costliest one, else any of them; null when nothing finds a document. */
async function loosened(search: DoneSearch): Promise<string | null> {
  const { sought, isPlain } = search.query.terms;
  if (!isPlain || sought.length < 2) return null;
  const fewer = await readWithoutOneWord(search);
  if (fewer !== null) return fewer;
  const any = sought.map(({ text }) => text).join(" OU ");
  return (await totalOf(search, any)) > 0 ? any : null;
}

/** Words of one family share this part of their first letters, and a minimum of them: plafond, plafonnement. */
const SHARED_BEGINNING = 0.75;
const SHORTEST_BEGINNING = 5;
/** The most frequent ones; each requires a count from the index. */
const MAX_RELATIVES = 4;

interface Trial {
  readonly term: Term;
  /** What replaces the word, or null for nothing. */
  readonly by: string | null;
  readonly total: number;
}

/** The required word that, replaced by one of its family or else removed, lets the query find the most documents. */
async function warnOfCostliestWord(search: DoneSearch): Promise<SearchWarning[]> {
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
async function readWithoutOneWord(search: DoneSearch): Promise<string | null> {
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

/** Beginnings of French questions, once in lower case and with straight apostrophes. */
const OPENINGS =
  /^(?:qu'est|est-ce|comment|pourquoi|quand|combien|où|qui|que|quoi|quels?|quelles?|lequel|laquelle|peut-on|peux-tu|puis-je|pouvez-vous|dois-je|doit-on|devons-nous|faut-il|y a-t-il|a-t-on|ai-je|suis-je|sommes-nous|existe-t-il)(?![\p{L}])/u;
const APOSTROPHE = new RegExp(`[${APOSTROPHE_MARKS}]`, "g");

/** Whether a query is a question in ordinary French. */
export function isQuestion(query: string): boolean {
  const text = query.toLowerCase().replace(APOSTROPHE, "'").trim();
  return text.endsWith("?") || OPENINGS.test(text);
}
