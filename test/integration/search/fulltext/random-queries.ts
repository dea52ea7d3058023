import {
  type DocumentFilter,
  NO_FILTER,
  VALUE_CRITERIA,
  type ValueCriterion,
} from "../../../../db/engine/document-filter.ts";
import { fold, isStopWord } from "../../../../search/fulltext/analyzer/index.ts";
import type { IndexedDocument } from "../../../../search/fulltext/port.ts";
import { randomNumbers } from "./corpus.ts";

interface RandomQuery {
  readonly q: string;
  readonly filter: DocumentFilter;
}

interface RandomRequest {
  readonly seed: number;
  readonly count: number;
  readonly criteria?: readonly ValueCriterion[];
}

/** The search syntax accepts 32 words at most, not counting stop words. */
const MAX_WORDS = 32;
/** And 8 prefixes. */
const MAX_PREFIXES = 8;
const DEPTH = 2;

/**
 * Queries over the whole syntax, deterministic for a seed: nested AND, OR, NOT and parentheses, exclusions, prefixes,
 * and phrases of two to six words of the documents, some of them inflected or without accents; half of the queries
 * have filters.
 * @param criteria which of the document's values they may filter by.
 */
export function randomQueries(
  documents: readonly IndexedDocument[],
  { seed, count, criteria = VALUE_CRITERIA }: RandomRequest,
): RandomQuery[] {
  const grammar = new Grammar(documents, criteria, randomNumbers(seed));
  return Array.from({ length: count }, () => grammar.request());
}

class Grammar {
  readonly #texts: readonly (readonly string[])[];
  readonly #documents: readonly IndexedDocument[];
  readonly #criteria: readonly ValueCriterion[];
  readonly #draw: () => number;

  constructor(
    documents: readonly IndexedDocument[],
    criteria: readonly ValueCriterion[],
    draw: () => number,
  ) {
    const written = documents.flatMap(({ titre, texte }) => [titre, texte]);
    // Enough of a long text for its words; its repetitions would dominate the others.
    this.#texts = written.map((text) => text.slice(0, 2_000).split(" ")).filter(({ length }) => length > 6);
    this.#documents = documents;
    this.#criteria = criteria;
    this.#draw = draw;
  }

  request(): RandomQuery {
    const filter = this.#chance(0.5) ? this.#filter() : NO_FILTER;
    for (;;) {
      const q = this.#query(DEPTH);
      const isTaken = q.split(" ").length <= MAX_WORDS && q.split("*").length - 1 <= MAX_PREFIXES;
      if (isTaken) return { q, filter };
    }
  }

  /** Up to as many conditions as there are criteria, usually values of the same document. */
  #filter(): DocumentFilter {
    const { boiId, articles, ...document } = this.#oneOf(this.#documents);
    const others = this.#oneOf(this.#documents).articles;
    const depth = 2 + this.#below(4);
    const values = this.#criteria.map((name) => [name, this.#chance(0.4) ? document[name] : null] as const);
    return {
      ...NO_FILTER,
      ...Object.fromEntries(values),
      chemin: this.#chance(0.3) ? boiId.split("-").slice(1, depth).join("/") : null,
      articles: this.#chance(0.3) ? [...articles, ...others] : null,
      ...Object.fromEntries(articles.flatMap((key) => this.#lawOf(key))),
    };
  }

  /** A criterion for a key of a decision, a norm or an answer, now and then; not among chosen criteria. */
  #lawOf(key: string): [string, string][] {
    const [genre = "", cle = ""] = key.split(":");
    const isOpen = this.#criteria === VALUE_CRITERIA && ["decision", "norme", "reponse"].includes(genre);
    return isOpen && this.#chance(0.3) ? [[genre, cle]] : [];
  }

  /** Each branch of an OR has something to find. */
  #query(depth: number): string {
    const branches = [this.#branch(depth)];
    while (this.#chance(0.35)) branches.push(this.#branch(depth));
    return branches.join(this.#oneOf([" OR ", " OU "]));
  }

  #branch(depth: number): string {
    const parts = [this.#part(depth)];
    while (this.#chance(0.25)) parts.push(`${this.#oneOf(["", "AND ", "ET "])}${this.#part(depth)}`);
    if (this.#chance(0.4)) parts.push(`${this.#oneOf(["-", "NOT ", "SAUF "])}${this.#part(depth)}`);
    return parts.join(" ");
  }

  #part(depth: number): string {
    if (depth > 0 && this.#chance(0.35)) return `(${this.#query(depth - 1)})`;
    if (this.#chance(0.5)) return `"${this.#phrase()}"`;
    const word = this.#varied(this.#word());
    return this.#chance(0.2) && /^\p{L}{3}/u.test(word) ? `${word.slice(0, 2 + this.#below(3))}*` : word;
  }

  #phrase(): string {
    const words = this.#oneOf(this.#texts);
    const length = 2 + this.#below(5);
    const start = this.#below(words.length - length + 1);
    const phrase = words.slice(start, start + length).map((word) => this.#varied(word));
    // Removing a word leaves something close to a phrase of the text.
    if (phrase.length > 3 && this.#chance(0.3)) phrase.splice(1 + this.#below(phrase.length - 2), 1);
    return (
      phrase
        .join(" ")
        .replace(/[^\p{L}\p{N}]+/gu, " ")
        .trim() || "impôt"
    );
  }

  /** Letters only, and not a stop word, which would be ignored; nor « PAS », which is one once in small letters. */
  #word(): string {
    const word = this.#oneOf(this.#oneOf(this.#texts));
    return /^\p{L}{2,}$/u.test(word) && !isStopWord(fold(word)) ? word : this.#word();
  }

  /** As written, without accents, in capitals, or in the other number. */
  #varied(word: string): string {
    const kind = this.#draw();
    if (kind < 0.25) return fold(word);
    if (kind < 0.4 && /^\p{L}{4,}$/u.test(word)) return word.endsWith("s") ? word.slice(0, -1) : `${word}s`;
    return kind < 0.5 && /^\p{L}{4,}$/u.test(word) ? word.toUpperCase() : word;
  }

  #oneOf<Value>(values: readonly Value[]): Value {
    const value = values[this.#below(values.length)];
    if (value === undefined) throw new Error("values to draw from were expected");
    return value;
  }

  #below(bound: number): number {
    return Math.floor(this.#draw() * bound);
  }

  #chance(probability: number): boolean {
    return this.#draw() < probability;
  }
}
