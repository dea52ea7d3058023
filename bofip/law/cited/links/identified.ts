import { isRealDate } from "../../../identifiers/identifier.ts";
import { type DecisionNumber, decisionKey } from "../decisions/numbers.ts";
import type { CitedDecision, CitedNorm, Court, NormKind } from "../mentions.ts";
import { normKey } from "../norms/known-norms.ts";
import type { OfficialPage } from "./linked.ts";

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
