import { readdirSync, readFileSync } from "node:fs";
import { listStems } from "../embeddings/corpus/terms.ts";

/** A question as people ask it, and the same in the words of the doctrine. */
interface KnownQuestion {
  /** Its distinct stems. */
  readonly asked: readonly string[];
  readonly restated: JoinedWords;
}

interface RestatedQuestion {
  /** As the nearest question is restated; null when none resembles it. */
  readonly words: JoinedWords | null;
  /** The stems on which the nearest ones agree, each with its weight, a word of the question weighing 1. */
  readonly stems: ReadonlyMap<string, number>;
}

/** How many questions say what a new one may mean. */
const NEIGHBOURS = 10;
/** Below, two questions share hardly more than how one asks. */
const LEAST_COSINE = 0.25;
/** From there on the nearest question is believed alone; what others say is, where two say it. */
const BELIEVED_COSINE = 0.3;
/** Weight of a restated word, when its question is the very one asked; weights add up. */
const RESTATED_WEIGHT = 0.9;
/** The heaviest stems: the others mislead, and each costs the search time. */
const MOST_STEMS = 24;

const NOTHING: RestatedQuestion = { words: null, stems: new Map() };

/** Parses questions, one per line: as people ask it, an arrow, the same in the words of the doctrine. */
export function parseQuestions(text: string): KnownQuestion[] {
  return linesOf(text).map((line) => {
    const [asked = "", restated = ""] = line.split(ARROW);
    return { asked: [...new Set(listStems(asked))], restated: joinedWords(restated) };
  });
}

interface Indexed {
  readonly questions: readonly KnownQuestion[];
  readonly nearest: NearestQuestions;
  readonly register: Register;
}

/** Restates a question by those that resemble it, but for its words that are the doctrine's already. */
export class KnownQuestions {
  private indexed: Indexed | null = null;

  /** @param read called once, by `load` or the first question. */
  constructor(private readonly read: () => readonly KnownQuestion[]) {}

  load(): void {
    this.index();
  }

  /** @param asked the stems of a question. */
  restate(asked: readonly string[]): RestatedQuestion {
    const { questions, nearest, register } = this.index();
    const everydayShare = register.everydayShareOf(asked);
    if (everydayShare === 0) return NOTHING;
    const neighbours = nearest.of(asked, NEIGHBOURS, LEAST_COSINE).flatMap(({ at, cosine }) => {
      const restated = questions[at]?.restated;
      return restated === undefined ? [] : { restated, cosine };
    });
    return {
      words: neighbours[0]?.restated ?? null,
      stems: stemsAgreedOn(neighbours, RESTATED_WEIGHT * everydayShare),
    };
  }

  private index(): Indexed {
    if (this.indexed !== null) return this.indexed;
    const questions = this.read();
    const asked = questions.map((question) => question.asked);
    const restated = questions.map((question) => question.restated.stems);
    this.indexed = {
      questions,
      nearest: new NearestQuestions(asked),
      register: new Register(asked, restated),
    };
    return this.indexed;
  }
}

interface RestatedNeighbour {
  readonly restated: JoinedWords;
  readonly cosine: number;
}

/** @param neighbours nearest first. @param most weight of a stem that a question of cosine 1 says alone. */
function stemsAgreedOn(neighbours: readonly RestatedNeighbour[], most: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  const agreed = new Set<string>();
  for (const [rank, { restated, cosine }] of neighbours.entries())
    for (const stem of restated.stems) {
      const before = weights.get(stem);
      if (before !== undefined || (rank === 0 && cosine >= BELIEVED_COSINE)) agreed.add(stem);
      weights.set(stem, (before ?? 0) + most * cosine);
    }
  const heaviest = [...weights]
    .filter(([stem]) => agreed.has(stem))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_STEMS);
  return new Map(heaviest);
}

/** The questions of the service, one file for each part of tax law. */
export function readKnownQuestions(): KnownQuestion[] {
  return readFolder(new URL("./questions/", import.meta.url), parseQuestions);
}

/** Log-likelihood ratio from which a question counts as everyday French altogether; at 0 and below, not at all. */
const EVERYDAY_FROM = 1;

/**
 * Tells everyday French from the doctrine's: how much likelier, in the mean of its stems, a question is among texts of
 * the first than among texts of the second (naive Bayes with a half added to each count: Manning, Raghavan, Schütze,
 * « Introduction to Information Retrieval », 13.2).
 */
export class Register {
  private readonly everyday: Frequencies;
  private readonly doctrine: Frequencies;

  constructor(everyday: Iterable<readonly string[]>, doctrine: Iterable<readonly string[]>) {
    this.everyday = new Frequencies(everyday);
    this.doctrine = new Frequencies(doctrine);
  }

  /** How far some stems are everyday French, 0 to 1; 0 when there are none. */
  everydayShareOf(stems: readonly string[]): number {
    const distinct = [...new Set(stems)];
    if (distinct.length === 0) return 0;
    const ratios = distinct.map((stem) => Math.log(this.everyday.of(stem) / this.doctrine.of(stem)));
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / distinct.length;
    return Math.min(1, Math.max(0, mean / EVERYDAY_FROM));
  }
}

class Frequencies {
  private readonly counts = new Map<string, number>();
  private total = 0;

  constructor(texts: Iterable<readonly string[]>) {
    for (const stems of texts) for (const stem of stems) this.count(stem);
  }

  of(stem: string): number {
    return ((this.counts.get(stem) ?? 0) + 0.5) / (this.total + 1);
  }

  private count(stem: string): void {
    this.counts.set(stem, (this.counts.get(stem) ?? 0) + 1);
    this.total += 1;
  }
}

/** A question by its place among those indexed, and the cosine of its stems with those of another, 0 to 1. */
interface Neighbour {
  readonly at: number;
  readonly cosine: number;
}

/** One stem in common is chance, unless there is only one. */
const LEAST_SHARED = 2;

/** Questions by the stems shared with another one, each weighing its rarity among them, once in each question. */
export class NearestQuestions {
  /** The questions that have each stem. */
  private readonly owners = new Map<string, number[]>();
  /** Length of the vector of each question. */
  private readonly lengths: Float64Array;

  /** @param questions the distinct stems of each. */
  constructor(questions: readonly (readonly string[])[]) {
    this.lengths = new Float64Array(questions.length);
    for (const [at, stems] of questions.entries()) for (const stem of stems) this.add(stem, at);
    for (const [at, stems] of questions.entries()) this.lengths[at] = this.lengthOf(stems);
  }

  /** The nearest ones, ties in their order. @param least cosine. */
  of(stems: readonly string[], most: number, least: number): Neighbour[] {
    const { lengths } = this;
    const asked = [...new Set(stems)];
    const sums = new Float64Array(lengths.length);
    const shared = new Uint32Array(lengths.length);
    for (const stem of asked) addUp(this.owners.get(stem) ?? [], this.rarityOf(stem) ** 2, sums, shared);
    const length = this.lengthOf(asked);
    return namedBy(shared, Math.max(1, Math.min(LEAST_SHARED, asked.length)))
      .map((at) => ({ at, cosine: (sums[at] ?? 0) / (length * (lengths[at] ?? 1)) }))
      .filter(({ cosine }) => cosine >= least)
      .sort((one, other) => other.cosine - one.cosine || one.at - other.at)
      .slice(0, most);
  }

  private add(stem: string, at: number): void {
    const owners = this.owners.get(stem);
    if (owners === undefined) this.owners.set(stem, [at]);
    else owners.push(at);
  }

  private rarityOf(stem: string): number {
    return Math.log(1 + this.lengths.length / (1 + (this.owners.get(stem)?.length ?? 0)));
  }

  private lengthOf(stems: readonly string[]): number {
    return Math.sqrt(stems.reduce((sum, stem) => sum + this.rarityOf(stem) ** 2, 0));
  }
}

// Indexed loops: `for … of` over a typed array costs ten times more on Bun 1.4.

function addUp(owners: readonly number[], weight: number, sums: Float64Array, shared: Uint32Array): void {
  for (const at of owners) {
    sums[at] = (sums[at] ?? 0) + weight;
    shared[at] = (shared[at] ?? 0) + 1;
  }
}

/** The places of those that share as many stems as that, or more. */
function namedBy(shared: Uint32Array, least: number): number[] {
  const named: number[] = [];
  for (let at = 0; at < shared.length; at++) if ((shared[at] ?? 0) >= least) named.push(at);
  return named;
}

/** Words of the doctrine that are added to a question, as they are written, and their distinct stems. */
export interface JoinedWords {
  readonly words: string;
  readonly stems: readonly string[];
}

/** Characters added to a question: with it, no more to embed than a passage. */
const MOST_JOINED = 700;

/** Between everyday words and those of the doctrine. */
export const ARROW = "→";

/** The lines of a file of words; those that begin with `#` are comments. */
export function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

/** What the files of a folder say, in the order of their names. */
export function readFolder<Line>(folder: URL, parse: (text: string) => readonly Line[]): Line[] {
  return readdirSync(folder)
    .sort()
    .flatMap((file) => parse(readFileSync(new URL(file, folder), "utf8")));
}

/** Words of the doctrine from one side of a line. */
export function joinedWords(written: string): JoinedWords {
  const words = written.trim();
  return { words, stems: [...new Set(listStems(words))] };
}

/** The first ones, as long as they take no more than `MOST_JOINED` together. */
export function withinLimit(all: readonly JoinedWords[]): JoinedWords[] {
  let left = MOST_JOINED;
  return all.filter(({ words }) => {
    left -= words.length;
    return left >= 0;
  });
}
