import type { CitedLaw } from "../../bofip/law/citation.ts";
import type { EditionsInForce, SearchedEditions } from "../../db/engine/dated-texts.ts";
import { type DocumentFilter, NO_FILTER } from "../../db/engine/document-filter.ts";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { CodeOfArticle } from "../../db/queries/cited-law/listed.ts";
import { readPastLacking } from "../../search/embeddings/fillings.ts";
import { fold } from "../../search/fulltext/analyzer/index.ts";
import type { FullTextReader } from "../../search/fulltext/port.ts";
import type { QueryNode } from "../../search/fulltext/query/ast.ts";
import { type ParsedQuery, parseQuery, QuerySyntaxError } from "../../search/fulltext/query/parse.ts";
import type { Term } from "../../search/fulltext/query/stretches.ts";
import { nearestWord } from "../../search/fulltext/typos.ts";
import type { SearchWarning } from "../features/search/answer.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";
import type { NamedThing } from "./named-thing.ts";
import type { NotHeld, StoreLag } from "./not-seen.ts";

/** Parts of a compound have at least this many letters; each way to part a word requires a count from the index. */
const SHORTEST_PART = 3;
const MOST_PARTINGS = 8;

/** Warns of words that no document has, with the nearest one, but for those `explained` by another warning. */
export async function warnOfUnknownWords(
  search: DoneSearch,
  explained: ReadonlySet<Term>,
): Promise<SearchWarning[]> {
  const { query, total } = search;
  // The found documents contain them all.
  if (total > 0 && query.terms.isPlain) return [];
  const terms = query.terms.sought.filter((term) => !explained.has(term)).slice(0, MAX_EXAMINED);
  const counts = await Promise.all(terms.map(({ node }) => countEverywhere(search, node)));
  const unknown = terms.filter((_, index) => counts[index] === 0);
  if (unknown.length === 0) return [];
  const nearest = new Map<Term, string>();
  for (const term of unknown) {
    const word = await nearestTo(search, term);
    if (word !== null) nearest.set(term, await search.spell(word));
  }
  const q = corrected(search, unknown, nearest);
  const essayer = (await totalOf(search, q)) > 0 ? q : null;
  const where = search.isBehind ? "aucun document indexé" : "aucun document";
  return unknown.map((term) => warning(term.text, where, nearest.get(term), essayer));
}

/** How many documents of any kind match a node; already counted when it is the whole query, without a filter. */
async function countEverywhere(
  { fulltext, query, filter, total }: DoneSearch,
  node: QueryNode,
): Promise<number> {
  const isOpen = Object.values(filter).every((side) => side === null);
  return isOpen && node === query.node ? total : await fulltext.count(node, NO_FILTER);
}

function warning(
  mot: string,
  where: string,
  nearest: string | undefined,
  essayer: string | null,
): SearchWarning {
  const near = nearest === undefined ? "" : ` ; le plus proche qui s'y trouve est « ${nearest} »`;
  return {
    code: "mot_inconnu",
    message: `Le mot « ${mot} » ne figure dans ${where}${near}.`,
    mot,
    essayer,
  };
}

/** What the documents have instead of an unknown word: itself in two (plus-value), else the word with the fewest typos. */
async function nearestTo({ fulltext }: DoneSearch, { text, node }: Term): Promise<string | null> {
  if (node.kind !== "word") return null;
  const word = fold(text).replace(/[^\p{L}\p{N}]/gu, "");
  const words = await fulltext.wordsBeginning(word.slice(0, 1));
  return (await partedIn(fulltext, word, words)) ?? nearestWord(word, words);
}

/** The compound that is the word without its hyphen and that the most documents have; null when none does. */
async function partedIn(
  fulltext: FullTextReader,
  word: string,
  words: ReadonlyMap<string, number>,
): Promise<string | null> {
  if (!/^\p{L}+$/u.test(word)) return null;
  const compounds = Array.from(word, (_, at) => [word.slice(0, at), word.slice(at)] as const)
    .filter(([one, other]) => one.length >= SHORTEST_PART && other.length >= SHORTEST_PART && words.has(one))
    .slice(0, MOST_PARTINGS)
    .map((parts) => parts.join("-"));
  const counted = await Promise.all(
    compounds.map(async (compound) => {
      const node = readQuery(compound)?.node;
      return { compound, documents: node === undefined ? 0 : await fulltext.count(node, NO_FILTER) };
    }),
  );
  const [best] = counted.toSorted((one, other) => other.documents - one.documents);
  return best !== undefined && best.documents > 0 ? best.compound : null;
}

/** The query with the unknown words replaced by the nearest ones, and without those that nothing resembles. */
function corrected(
  { query }: DoneSearch,
  unknown: readonly Term[],
  nearest: ReadonlyMap<Term, string>,
): string {
  const { sought, isPlain } = query.terms;
  if (!isPlain) return replaced(query.text, nearest);
  const kept = sought.filter((term) => !unknown.includes(term) || nearest.has(term));
  return kept.map((term) => nearest.get(term) ?? term.text).join(" ");
}

function replaced(text: string, by: ReadonlyMap<Term, string>): string {
  let written = "";
  let at = 0;
  for (const [{ start, text: term }, word] of by) {
    written += text.slice(at, start) + word;
    at = start + term.length;
  }
  return (written + text.slice(at)).trim();
}

/** A completed search, and the index that it used, whose counts are of the editions looked at. */
export interface DoneSearch {
  readonly fulltext: FullTextReader;
  readonly query: ParsedQuery;
  /** See `WarnOfSearch`. */
  readonly named: NamedThing | null;
  /** As the caller sent it, and as the index takes it. */
  readonly asked: AskedFilter;
  readonly filter: DocumentFilter;
  readonly editions: SearchedEditions;
  readonly total: number;
  /** Whether the index is known to lack documents: claims about every document are then left out. */
  readonly isBehind: boolean;
  /** Spells an index word, which has no accents, as texts do. */
  readonly spell: (word: string) => Promise<string>;
  readonly law: LawHeld;
}

/** What the corpus cites of the law. */
export interface LawHeld {
  /** See `readCodesOfArticle`. */
  codesOf(numbers: readonly string[]): Promise<readonly CodeOfArticle[]>;
  /** Keys of the citations of an article, by itself or in a range. */
  keysOf(article: Pick<CitedLaw, "code" | "article">): Promise<readonly string[]>;
}

/** Each word requires a few counts from the index: words beyond this many are not examined. */
export const MAX_EXAMINED = 8;

/** How many documents another query would find in place of this one; 0 when it is not a valid query. */
export async function totalOf({ fulltext, filter }: DoneSearch, q: string): Promise<number> {
  const query = readQuery(q);
  return query === null ? 0 : fulltext.count(query.node, filter);
}

/** Null for a syntax error. */
export function readQuery(q: string): ParsedQuery | null {
  try {
    return parseQuery(q);
  } catch (error) {
    if (error instanceof QuerySyntaxError) return null;
    throw error;
  }
}

export interface SemanticWarningDeps {
  readonly database: Database;
  readonly notHeld: NotHeld;
  readonly storeLag: StoreLag;
}

/** A search by meaning, once answered. */
export interface SemanticSearch {
  readonly editions: EditionsInForce;
  /** Version of the vectors compared; null when meaning was unavailable. */
  readonly version: string | null;
  /** Those that the answer comes from, vectors apart when there are none. */
  readonly stores: readonly DerivedStore[];
  /** That the request was admitted at; null outside any request. */
  readonly revision: number | null;
}

interface Said {
  /** Absent for an answer about now. */
  readonly editions_non_detenues?: number;
  /** Absent when there are none. */
  readonly avertissements?: SearchWarning[];
}

/** What a search by meaning could not look at: in late stores, in editions not held, in past texts without vectors. */
export async function warnOfMeaning(
  { database, notHeld, storeLag }: SemanticWarningDeps,
  { editions, version, stores, revision }: SemanticSearch,
): Promise<Said> {
  const asked = version === null ? stores.filter((store) => store !== "vectors") : stores;
  const lag = await storeLag.warnings(asked, revision);
  const { warnings, ...lack } = await notHeld.tell(editions, revision);
  const isPastCompared = version !== null && editions.kind === "on";
  const lacking = isPastCompared ? await readPastLacking(database, version) : 0;
  const avertissements = [
    ...(version === null ? [WITHOUT_MEANING] : []),
    ...lag,
    ...warnings,
    ...(lacking === 0 ? [] : [tellLacking(lacking)]),
  ];
  return { ...lack, ...(avertissements.length === 0 ? {} : { avertissements }) };
}

const WITHOUT_MEANING: SearchWarning = {
  code: "sens_indisponible",
  message:
    "La recherche par le sens est indisponible : seuls les mots de la question ont compté. Ce qui y répond en d'autres mots peut manquer ; la même demande donnera bientôt mieux.",
  mot: null,
  essayer: null,
};

/** @param lacking past texts with a passage that has no vector; null when they are not known yet. */
function tellLacking(lacking: number | null): SearchWarning {
  const texts = lacking === 1 ? "d'un texte passé" : `de ${lacking ?? "tous les"} textes passés`;
  const message = `Les vecteurs ${texts} restent à faire : leur sens n'est comparé que par les passages que d'autres textes ont aussi, leurs mots le sont.`;
  return {
    code: "index_en_retard",
    message,
    mot: null,
    essayer: null,
    ...(lacking === null ? {} : { documents: lacking }),
  };
}
