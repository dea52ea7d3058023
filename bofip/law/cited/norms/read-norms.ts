import { Cursor } from "../../../reading/cursor.ts";
import type { CitedNorm } from "../mentions.ts";
import { NUMBER_SIGN } from "../number-sign.ts";
import {
  ARTICLE_START,
  ARTICLE_WORD,
  isListed,
  takeArticleNumbers,
  takeArticlesAfter,
  takeJoint,
  takeNextArticles,
} from "./articles.ts";
import { takeConvention } from "./convention.ts";
import { isFeminineOfCountry } from "./countries.ts";
import { takeFrenchNorm } from "./french-norm.ts";
import { KnownNorms, type NormCore, normKey } from "./known-norms.ts";
import { NORM_START, type NormWord, takeNormDate, takeNormWord } from "./norm-date.ts";

/** A norm cited in an evened-out text, with offsets in it. */
type ReadNorm = CitedNorm & { readonly start: number; readonly end: number };

/**
 * Norms named by number, day or title, one for each article: « les articles 9 et 11 de la loi n° 82-1021 » are two,
 * « ladite loi » none. The convention that `titre`, evened out, names needs no day, or no country.
 */
export function readNorms(texte: string, titre = ""): readonly ReadNorm[] {
  const titled = new NormReader(titre, null).read().map(({ core }) => core);
  const country = conventionCountry(titled);
  const found = new NormReader(texte, country).read();
  const known = new KnownNorms([...titled, ...found.map(({ core }) => core)]);
  return found.flatMap(({ core, article, start, end }) => {
    const completed = known.complete(core);
    const { nature, numero, date } = completed;
    const cle = normKey(completed);
    // « Les conventions conclues avec la Nouvelle-Calédonie »: which one is unknown.
    if (nature === "convention" && cle === null && completed.name !== country) return [];
    return [{ cle, nature, numero, date, article, url: officialNormUrl(completed), start, end }];
  });
}

/** The one country whose convention is named, as keys write it; null when several are. */
function conventionCountry(cores: readonly NormCore[]): string | null {
  const names = new Set(cores.flatMap(({ nature, name }) => (nature === "convention" ? [name] : [])));
  const [country = null] = names;
  return names.size === 1 ? country : null;
}

interface Found {
  readonly core: NormCore;
  readonly article: string | null;
  readonly start: number;
  readonly end: number;
}

const START = new RegExp(`${ARTICLE_START}|${NORM_START}`, "gu");
const ORDINAL_BEFORE = /(?<![\p{L}])(première|seconde|deuxième|troisième|quatrième|cinquième) $/u;
const LONGEST_ORDINAL = 12;

class NormReader {
  readonly #texte: string;
  readonly #cursor: Cursor;
  readonly #country: string | null;
  readonly #found: Found[] = [];

  constructor(texte: string, country: string | null) {
    this.#texte = texte;
    this.#country = country;
    this.#cursor = new Cursor(texte);
  }

  read(): readonly Found[] {
    for (let at = this.#next(); at !== null; at = this.#next()) {
      this.#cursor.at = at;
      const isRead = this.#cursor.take(ARTICLE_WORD) ? this.#readFromArticle(at) : this.#readFromNorm(at);
      if (!isRead) this.#cursor.at = at + 1;
    }
    return this.#found;
  }

  #next(): number | null {
    START.lastIndex = this.#cursor.at;
    return START.exec(this.#texte)?.index ?? null;
  }

  /** « articles 105 de la loi … et 83 de la loi … » */
  #readFromArticle(start: number): boolean {
    const word = this.#texte.slice(start, this.#cursor.at).trimEnd();
    let isRead = this.#readOneFromArticle(start, isListed(word));
    if (!isRead) return false;
    while (isRead) {
      isRead =
        this.#cursor.attempt(() => {
          const from = takeNextArticles(this.#cursor);
          return from !== null && this.#readOneFromArticle(from, true) ? true : null;
        }) ?? false;
    }
    return true;
  }

  #readOneFromArticle(start: number, isPlural: boolean): boolean {
    const articles = takeArticleNumbers(this.#cursor, isPlural);
    const joint = articles.length === 0 ? null : takeJoint(this.#cursor);
    const cores = joint === null ? [] : this.#takeNorm(joint.ordinal);
    const [first, ...others] = cores;
    if (first === undefined) return false;
    const end = this.#cursor.at;
    this.#found.push(...articles.map((article) => ({ core: first, article, start, end })));
    this.#found.push(...others.map((core) => ({ core, article: null, start, end })));
    return true;
  }

  #readFromNorm(start: number): boolean {
    const before = this.#texte.slice(Math.max(0, start - LONGEST_ORDINAL), start);
    const cores = this.#takeNorm(ORDINAL_BEFORE.exec(before)?.[1] ?? null);
    const last = cores.at(-1);
    if (last === undefined) return false;
    const articles = takeArticlesAfter(this.#cursor);
    const end = this.#cursor.at;
    this.#found.push(...cores.slice(0, -1).map((core) => ({ core, article: null, start, end })));
    const cited = articles.length === 0 ? [null] : articles;
    this.#found.push(...cited.map((article) => ({ core: last, article, start, end })));
    return true;
  }

  /** The norms at the cursor, which moves past them; empty, when there is none. */
  #takeNorm(ordinal: string | null): readonly NormCore[] {
    const start = this.#cursor.at;
    const word = takeNormWord(this.#cursor);
    if (word === null) return [];
    switch (word.nature) {
      case "convention":
        return takeConvention(
          this.#cursor,
          this.#texte.slice(Math.max(0, start - 100), start),
          this.#country,
        );
      case "directive":
      case "reglement":
        return takeEuropeanNorm(this.#cursor, word);
      case "traite":
      case "constitution":
        this.#cursor.at = start;
        return takeFundamental(this.#cursor, word);
      default:
        return takeFrenchNorm(this.#cursor, word, ordinal);
    }
  }
}

const EUR_LEX = "https://eur-lex.europa.eu/legal-content/FR/TXT/?uri=CELEX:";
const LEGIFRANCE = "https://www.legifrance.gouv.fr/eli";
/** Légifrance gives European identifiers to the texts of its Journal officiel from that year. */
const FIRST_ELI_YEAR = 2002;
/** From that year, numbers of European regulations begin with the year. */
const YEAR_FIRST = 2015;

/** Address of a norm by a rule of its publisher, else null: ELI on Légifrance, CELEX numbers on EUR-Lex. */
function officialNormUrl(norm: Pick<CitedNorm, "nature" | "numero" | "date">): string | null {
  if (norm.numero === null) return null;
  if (norm.nature === "directive" || norm.nature === "reglement") {
    const celex = celexOf(norm.nature, norm.numero);
    return celex === null ? null : `${EUR_LEX}${celex}`;
  }
  return eliOf(norm);
}

function eliOf({ nature, numero, date }: Pick<CitedNorm, "nature" | "numero" | "date">): string | null {
  const [year, month, day] = date?.split("-") ?? [];
  if (year === undefined || Number(year) < FIRST_ELI_YEAR) return null;
  return `${LEGIFRANCE}/${nature}/${year}/${Number(month)}/${Number(day)}/${numero}/jo/texte`;
}

/** `32006L0112` for a directive `2006/112/CE`, `32014R0651` for a regulation `651/2014`. */
function celexOf(nature: "directive" | "reglement", numero: string): string | null {
  const [first = "", second = ""] = numero.split("/");
  const isYearFirst = nature === "directive" || isRecentYear(first);
  // « 2016/2020 » has two readings.
  if (nature === "reglement" && isRecentYear(first) && isRecentYear(second)) return null;
  const [year, rank] = isYearFirst ? [first, second] : [second, first];
  const full = year.length === 2 ? `19${year}` : year;
  if (!/^(?:19[5-9]|20)\d/.test(full) || full.length !== 4 || rank.length > 4) return null;
  return `3${full}${nature === "directive" ? "L" : "R"}${rank.padStart(4, "0")}`;
}

function isRecentYear(written: string): boolean {
  return written.length === 4 && Number(written) >= YEAR_FIRST && Number(written) < 2100;
}

/** Treaties of the Union, by what names them; the more precise first. */
const TREATIES: readonly (readonly [RegExp, string])[] = [
  [/TFUE|traités? sur le fonctionnement de l'(?:Union(?: européenne)?|UE)( \(TFUE\))?/iuy, "TFUE"],
  [/TUE|traités? sur l'(?:Union(?: européenne)?|UE)( \(TUE\))?/iuy, "TUE"],
  [/traités? instituant la Communauté européenne du charbon et de l'acier/iuy, "CECA"],
  [/traités? instituant la Communauté européenne de l'énergie atomique/iuy, "EURATOM"],
  [/traités? (?:instituant la Communauté(?: économique)? européenne|CEE?|de Rome)/iuy, "CE"],
];
const CONSTITUTION = /Constitution/uy;
const NEXT_WORD = / (?<word>\p{Ll}{4,20})/uy;

/** A treaty of the Union, by name or initials (« TFUE »), or the Constitution; empty when it is another country's. */
function takeFundamental(cursor: Cursor, { nature }: NormWord): readonly NormCore[] {
  if (nature === "constitution") return takeConstitution(cursor);
  const name = TREATIES.find(([pattern]) => cursor.take(pattern))?.[1];
  return name === undefined ? [] : [{ nature, numero: null, date: null, name }];
}

function takeConstitution(cursor: Cursor): readonly NormCore[] {
  cursor.take(CONSTITUTION);
  const date = takeNormDate(cursor, false);
  if (isOtherCountry(cursor)) return [];
  const name = date?.startsWith("1946") ? "1946" : "1958";
  return [{ nature: "constitution", numero: null, date, name }];
}

/** « la Constitution italienne ». */
function isOtherCountry(cursor: Cursor): boolean {
  const end = cursor.at;
  const word = cursor.take(NEXT_WORD)?.groups?.["word"];
  cursor.at = end;
  return word !== undefined && isFeminineOfCountry(word);
}

const COMMUNITY = "(?:UE|CEE|CE|Euratom|CECA)(?:, ?Euratom)?";
const QUALIFIER = / ?(?:d'exécution|déléguée?|d'application|européenn?e?|modifiée?)s?(?!\p{L})/uy;
/** The name that it goes by: « directive TVA 2006/112/CE », « directive « mères-filles » 2011/96/UE ». */
const USUAL_NAME =
  / (?:« ?[^»\n]{1,40} ?»|(?!(?:et|ou|à|aux?|de|des|du|la|les?|par|sur|n)(?![\p{L}]))[\p{L}-]{2,24}(?: [\p{L}-]{2,24})?)(?= ?\(?(?:n°|\d{2,4}\/\d|\(?(?:UE|CEE?)))/uy;
const OF_COMMUNITY = String.raw`(?: ?\(${COMMUNITY}\)| ${COMMUNITY}(?= n°| \d))?`;
const SIGN = `(?: ?(?:${NUMBER_SIGN}))?`;
const NUMBER = String.raw` ?(?<numero>\d{1,4} ?/ ?\d{1,4}(?:/(?:CEE|CE|UE|Euratom))?)(?!\d|/)`;
const FIRST = new RegExp(`${OF_COMMUNITY}${SIGN}${NUMBER}`, "uy");
const NEXT = new RegExp(`,? ?(?:,|et|ou) ?${OF_COMMUNITY}${SIGN}${NUMBER}`, "uy");
const AUTHOR =
  /,? ?(?:de la Commission|du Parlement(?: européen)?(?: et du Conseil)?|du [Cc]onseil(?: des [Cc]ommunautés [Ee]uropéennes)?)(?: modifiée?)?/uy;
const OPENING = / ?\((?=(?:n°|\d))/uy;
const CLOSING = /\)/uy;
const MOST = 12;

/** « 2006/112/CE du Conseil du … », « (UE) n° 651/2014 »; empty without a number. Of several, the last has the day. */
function takeEuropeanNorm(cursor: Cursor, { nature }: NormWord): readonly NormCore[] {
  while (cursor.take(QUALIFIER));
  cursor.take(USUAL_NAME);
  const before = takeAuthorAndDate(cursor, false);
  const numbers = takeNumbers(cursor);
  if (numbers.length === 0) return [];
  const date = before ?? takeAuthorAndDate(cursor, true);
  return numbers.map((numero, index) => {
    const isDated = index === numbers.length - 1;
    return { nature, numero, date: isDated ? date : null, name: null };
  });
}

function takeNumbers(cursor: Cursor): readonly string[] {
  const numbers: string[] = [];
  const opening = cursor.take(OPENING)?.[0] ?? "";
  for (let pattern = FIRST; numbers.length < MOST; pattern = NEXT) {
    const numero = cursor.take(pattern)?.groups?.["numero"];
    if (numero === undefined) break;
    numbers.push(numero.replaceAll(" ", ""));
  }
  if (opening !== "") cursor.take(CLOSING);
  return numbers;
}

/** « du Conseil du 28 novembre 2006 »: the cursor passes the author even without a day. */
function takeAuthorAndDate(cursor: Cursor, isBare: boolean): string | null {
  cursor.take(AUTHOR);
  return takeNormDate(cursor, isBare);
}
