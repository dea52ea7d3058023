import { codeKey } from "../../bofip/law/codes.ts";
import type { SearchedEditions } from "../../db/engine/dated-texts.ts";
import { NO_FILTER } from "../../db/engine/document-filter.ts";
import { type QueryCitation, wordsOf } from "../../search/fulltext/query/citations/citation.ts";
import type { SearchWarning } from "../features/search/answer.ts";
import type { AskedFilter } from "../schemas/parameters/filters.ts";
import type { LawArticle } from "../schemas/parameters/law.ts";
import { placeOf } from "./named-thing.ts";
import { type DoneSearch, readQuery, totalOf } from "./unknown-words.ts";

const KINDS: Readonly<Record<QueryCitation["kind"], string>> = {
  article: "un article de loi",
  decision: "une décision de justice",
  date: "une date",
  amount: "un montant",
  "old form": "une ancienne référence",
  document: "l'identifiant d'un document",
};

/** Warns of each citation in a query, with a filter that keeps to it or its usual writing, if either finds others. */
export async function warnOfCitations(search: DoneSearch): Promise<SearchWarning[]> {
  const warnings: SearchWarning[] = [];
  for (const citation of search.query.citations) {
    const essayer = await quoted(search, citation);
    const requete = await filtered(search, citation);
    const place = search.named?.genre === citation.kind ? placeOf(search.named) : {};
    const isOffered = essayer !== null || requete !== null || "page" in place;
    if (!isOffered && !(await isAbsent(search, citation))) continue;
    warnings.push({
      code: "citation_reconnue",
      message: messageOf(citation, isOffered, essayer !== null),
      mot: citation.text,
      essayer,
      ...(requete === null ? {} : { requete }),
      ...place,
    });
  }
  return warnings;
}

function messageOf({ text, usual, kind }: QueryCitation, isHeld: boolean, isQuoted: boolean): string {
  const read = `« ${text} » est lu comme ${KINDS[kind]}`;
  if (!isHeld) return `${read}, qu'aucun document n'écrit « ${usual} ».`;
  if (text.toLowerCase() !== usual.toLowerCase()) return `${read}, que la doctrine écrit « ${usual} ».`;
  return isQuoted ? `${read} ; entre guillemets, ses mots sont exigés côte à côte.` : `${read}.`;
}

/** Whether no document of any kind has the usual writing of a citation. */
async function isAbsent({ fulltext }: DoneSearch, { kind, usual }: QueryCitation): Promise<boolean> {
  if (kind === "document") return false;
  const node = readQuery(`"${usual}"`)?.node;
  return node !== undefined && (await fulltext.count(node, NO_FILTER)) === 0;
}

/** With a citation's usual writing, if it finds another number; or a document's identifier alone, if none is found. */
async function quoted(search: DoneSearch, { kind, whole, usual }: QueryCitation): Promise<string | null> {
  const { text } = search.query;
  if (kind === "document" ? search.total > 0 : !usual.includes(" ")) return null;
  const written = `${text.slice(0, whole.start)}"${usual}"${text.slice(whole.end)}`.trim();
  const q = kind === "document" ? usual : written;
  const total = q === text.trim() ? 0 : await totalOf(search, q);
  return total > 0 && total !== search.total ? q : null;
}

/** The other words of the query, kept to the documents that cite its article or its decision. */
async function filtered(search: DoneSearch, citation: QueryCitation): Promise<SuggestedRequest | null> {
  const { query, editions, fulltext } = search;
  const kept = query.terms.isPlain ? await keptTo(search, citation) : null;
  if (kept === null) return null;
  const own = new Set(wordsOf(citation.whole, query.terms.sought));
  const others = query.terms.sought.filter((term) => !own.has(term)).map(({ text }) => text);
  const q = others.join(" ") || kept.name;
  const node = readQuery(q)?.node;
  if (node === undefined) return null;
  const total = await fulltext.count(node, kept.filter);
  return total === 0 ? null : exactRequest(q, { asked: kept.asked, editions });
}

/** The filters of a search, and the one that keeps to what a citation names. */
interface Kept extends Pick<DoneSearch, "asked" | "filter"> {
  /** The words to search for when the query has no others. */
  readonly name: string;
}

/** Null for a citation that no filter takes, and where the caller already gave that filter. */
async function keptTo(search: DoneSearch, citation: QueryCitation): Promise<Kept | null> {
  const { filter, asked, law } = search;
  if (citation.kind === "decision") {
    const { cle: decision, usual: name } = citation;
    if (filter.decision !== null) return null;
    return { asked: { ...asked, decision }, filter: { ...filter, decision }, name };
  }
  const article = filter.articles === null ? await articleOf(search, citation) : null;
  if (article === null) return null;
  const articles = [...(await law.keysOf(article))];
  // « R.* 196-1 »: the star is no prefix.
  const name = article.article.replaceAll("*", "");
  return { asked: { ...asked, article }, filter: { ...filter, articles }, name };
}

/** Without a code: the CGI's or one of its annexes', the LPF's for a number with a letter, or the code most cited so. */
async function articleOf({ law }: DoneSearch, citation: QueryCitation): Promise<LawArticle | null> {
  if (citation.kind !== "article") return null;
  const { code, inTaxCode, plain } = citation.article;
  const numberIn = (one: string) => (one.startsWith("CGI") ? inTaxCode : plain);
  if (code !== null) return { code, article: numberIn(code) };
  const held = await law.codesOf([...new Set([inTaxCode, plain])]);
  const named = held.filter((one) => one.article === numberIn(one.code));
  const isOwn = (one: string) => (/^[A-Z]/.test(plain) ? one === "LPF" : one.startsWith("CGI"));
  const found = named.find((one) => isOwn(one.code)) ?? named[0];
  return found === undefined ? null : { code: found.code, article: found.article };
}

type SuggestedRequest = NonNullable<SearchWarning["requete"]>;

interface AskedSearch {
  readonly asked: AskedFilter;
  readonly editions: SearchedEditions;
}

function exactRequest(q: string, { asked, editions }: AskedSearch): SuggestedRequest {
  const last = editions.kind === "last" ? { statut: "tous" } : {};
  const parameters = new URLSearchParams({ q, ...parametersOf(asked), ...dateOf(editions), ...last });
  return { methode: "GET", adresse: `/v1/search?${parameters}`, corps: null };
}

/** The request of a hybrid search, of the editions in force, now or on a day, under a caller's filters. */
export function hybridRequest(question: string, { asked, editions }: AskedSearch): SuggestedRequest {
  return {
    methode: "POST",
    adresse: "/v1/search/hybride",
    corps: { question, ...dateOf(editions), ...parametersOf(asked) },
  };
}

/** An article as the filter takes it: `CGI:150 U`. */
function articleParameter({ code, article }: LawArticle): string {
  return `${codeKey(code)}:${article}`;
}

function dateOf(editions: SearchedEditions): Record<string, string> {
  return editions.kind === "on" ? { date: editions.day } : {};
}

function parametersOf({ article, ...values }: AskedFilter): Record<string, string> {
  return { ...values, ...(article === undefined ? {} : { article: articleParameter(article) }) };
}
