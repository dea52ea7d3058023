import { isRealDate } from "../../identifiers/identifier.ts";
import { type DecisionNumber, decisionKey } from "./decisions/numbers.ts";
import type { CitedKind } from "./keys.ts";
import type { CitedDecision, CitedNorm, Court, NormKind } from "./mentions.ts";
import { normKey } from "./norms/known-norms.ts";

/** A link of a text: its target, and UTF-16 offsets of its words in the source. */
export interface TextLink {
  readonly href: string;
  readonly start: number;
  readonly end: number;
}

export interface OfficialLink extends OfficialPage {
  readonly start: number;
  readonly end: number;
}

interface Cited {
  readonly url: string | null;
  readonly start: number;
  readonly end: number;
}

/** The links of a text that lead to the official page of something cited. */
export function officialLinks(links: readonly TextLink[]): readonly OfficialLink[] {
  return links.flatMap(({ href, start, end }) => {
    const page = readOfficialPage(href);
    return page === null || start >= end ? [] : [{ ...page, start, end }];
  });
}

/** Gives each mention the link inside or around it that no other has, and lists the links left. All are in text order. */
export function withLinks<Mention extends Cited>(
  mentions: readonly Mention[],
  links: readonly OfficialLink[],
  kind: CitedKind,
): { readonly mentions: readonly Mention[]; readonly others: readonly OfficialLink[] } {
  const own = links.filter((link) => link.kind === kind);
  const met = new Map<OfficialLink, number[]>();
  mentions.forEach(({ start, end }, index) => {
    for (let at = firstAfter(own, start); at < own.length; at += 1) {
      const link = own[at];
      if (link === undefined || link.start >= end) break;
      const indexes = met.get(link);
      if (indexes === undefined) met.set(link, [index]);
      else indexes.push(index);
    }
  });
  const urls = new Map<number, string>();
  for (const [{ href }, [index, ...others]] of met)
    if (index !== undefined && others.length === 0 && !urls.has(index)) urls.set(index, href);
  return {
    mentions: mentions.map((mention, index) => ({ ...mention, url: urls.get(index) ?? mention.url })),
    others: own.filter((link) => !met.has(link)),
  };
}

/** The first link that ends after an offset. */
function firstAfter(links: readonly OfficialLink[], offset: number): number {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Official sites, the paths of their pages, and what these are about. */
const PAGES: readonly (readonly [host: string, path: RegExp, kind: CitedKind])[] = [
  ["legifrance.gouv.fr", /^\/(?:ceta|juri|cons|juriadmin|jurica)\/id\//, "decision"],
  ["legifrance.gouv.fr", /^\/(?:loda|jorf)\/(?:id|article_lc|article_jo)\/|^\/eli\//, "norme"],
  ["conseil-etat.fr", /^\/fr\/arianeweb\/CE\/decision\//, "decision"],
  ["conseil-constitutionnel.fr", /^\/decision\//, "decision"],
  ["courdecassation.fr", /^\/decision\//, "decision"],
  ["curia.europa.eu", /^\/juris\//, "decision"],
  ["hudoc.echr.coe.int", /^\//, "decision"],
  ["eur-lex.europa.eu", /CELEX:6|ecli:/i, "decision"],
  ["eur-lex.europa.eu", /CELEX:3|^\/eli\/(?:dir|reg)/i, "norme"],
  ["data.europa.eu", /^\/eli\/(?:dir|reg)/, "norme"],
  ["questions.assemblee-nationale.fr", /^\/q\d/, "reponse"],
  ["senat.fr", /^\/questions\//, "reponse"],
];

interface OfficialPage {
  readonly kind: CitedKind;
  readonly href: string;
  /** Site without `www.`. */
  readonly host: string;
  /** Path and query, decoded. */
  readonly path: string;
}

/** Reads an address; null when it is no page of a decision, a norm or an answer on its publisher's site. */
function readOfficialPage(href: string): OfficialPage | null {
  const url = URL.parse(href);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, "");
  const path = decoded(url.pathname + url.search);
  const page = PAGES.find(([site, pattern]) => site === host && pattern.test(path));
  return page === undefined ? null : { kind: page[2], href, host, path };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What the address of an official page identifies, without its text. */
export type Identified =
  | { readonly kind: "decision"; readonly cited: CitedDecision }
  | { readonly kind: "norme"; readonly cited: CitedNorm };

const STATE_COUNCIL = /\/CE\/decision\/(?<date>\d{4}-\d\d-\d\d)\/(?<numero>\d{4,6})(?!\d)/;
const CASE = /CELEX:6(?<year>\d{4})(?<court>[CT])[JO](?<rank>\d{4})(?!\d)/i;
const ACT = /CELEX:3(?<year>\d{4})(?<type>[LR])(?<rank>\d{4})(?!\d)/i;
const EUROPEAN_ELI = /^\/eli\/(?<type>dir|reg)(?:_impl|_del)?\/(?<year>\d{4})\/(?<rank>\d{1,4})(?!\d)/;
const FRENCH_ELI =
  /^\/eli\/(?<nature>loi|ordonnance|decret)\/(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<numero>\d{2,4}-\d{1,5})\//;
/** From that year, cases of the Court of Justice have a letter, and European acts the year first. */
const FIRST_LETTER = 1989;
const YEAR_FIRST = 2015;

/** The decision or the norm that an address identifies by its publisher's scheme; null for other addresses. */
export function identifiedBy({ host, path, href }: OfficialPage): Identified | null {
  if (host === "conseil-etat.fr") return stateCouncilDecision(path, href);
  if (host === "legifrance.gouv.fr") return frenchNorm(path, href);
  return europeanCase(path, href) ?? europeanAct(path, href);
}

function stateCouncilDecision(path: string, href: string): Identified | null {
  const { date = "", numero } = STATE_COUNCIL.exec(path)?.groups ?? {};
  if (numero === undefined || !isRealDate(date)) return null;
  return decision("CE", { shape: "plain", written: numero }, date, href);
}

function europeanCase(path: string, href: string): Identified | null {
  const { year = "", court = "", rank = "" } = CASE.exec(path)?.groups ?? {};
  if (year === "") return null;
  const number = `${Number(rank)}/${year.slice(2)}`;
  const isLettered = Number(year) >= FIRST_LETTER;
  const written = isLettered ? `${court.toUpperCase()}-${number}` : number;
  return decision("CJUE", { shape: isLettered ? "union" : "stroke", written }, null, href);
}

function decision(juridiction: Court, number: DecisionNumber, date: string | null, url: string): Identified {
  const cle = decisionKey({ court: juridiction, seat: null }, number);
  const cited = { cle, juridiction, formation: null, date, numero: number.written, ecli: null, url };
  return { kind: "decision", cited };
}

function europeanAct(path: string, href: string): Identified | null {
  const { year = "", type = "", rank = "" } = (ACT.exec(path) ?? EUROPEAN_ELI.exec(path))?.groups ?? {};
  if (year === "") return null;
  const isDirective = /^(?:L|dir)$/i.test(type);
  const isYearFirst = isDirective || Number(year) >= YEAR_FIRST;
  // Until 1999 directives and regulations have two digits of the year.
  const short = Number(year) < 2000 ? year.slice(2) : year;
  const numero = isYearFirst ? `${short}/${Number(rank)}` : `${Number(rank)}/${short}`;
  return norm(isDirective ? "directive" : "reglement", numero, null, href);
}

function frenchNorm(path: string, href: string): Identified | null {
  const { nature, year = "", month = "", day = "", numero } = FRENCH_ELI.exec(path)?.groups ?? {};
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (numero === undefined || !isRealDate(date)) return null;
  return norm(nature === "loi" || nature === "ordonnance" ? nature : "decret", numero, date, href);
}

function norm(nature: NormKind, numero: string, date: string | null, url: string): Identified {
  const cle = normKey({ nature, numero, date, name: null });
  return { kind: "norme", cited: { cle, nature, numero, date, article: null, url } };
}
