import { Cursor } from "../../../reading/cursor.ts";
import type { CitedNorm } from "../mentions.ts";
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
import type { NormCore } from "./core.ts";
import { takeEuropeanNorm } from "./european-norm.ts";
import { takeFrenchNorm } from "./french-norm.ts";
import { takeFundamental } from "./fundamental.ts";
import { KnownNorms, normKey } from "./known-norms.ts";
import { officialNormUrl } from "./official-address.ts";
import { NORM_START, takeNormWord } from "./words.ts";

/** A norm cited in an evened-out text, with offsets in it. */
export type ReadNorm = CitedNorm & { readonly start: number; readonly end: number };

/**
 * Norms that a text names by number, by day or by title, once for each article: « les articles 9 et 11 de la loi
 * n° 82-1021 du 3 décembre 1982 » are two. « Ladite loi » and « ce décret » are none.
 * @param titre evened out: the convention that it names needs no day, or no country
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
