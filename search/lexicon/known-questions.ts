import { readdirSync, readFileSync } from "node:fs";
import { listStems } from "../embeddings/corpus/index.ts";
import { ARROW, type JoinedWords, joinedWords, linesOf } from "./lines.ts";
import { NearestQuestions } from "./nearest-questions.ts";
import { Register } from "./register.ts";

/** A question as people ask it, and the same in the words of the doctrine. */
interface KnownQuestion {
  /** Its distinct stems. */
  readonly asked: readonly string[];
  readonly restated: JoinedWords;
}

/** What a question is in the words of the doctrine. */
export interface RestatedQuestion {
  /** The restatements of the nearest questions, as they are written, nearest first. */
  readonly words: readonly JoinedWords[];
  /** The stems on which more of them agree most, each with its weight, a word of the question weighing 1. */
  readonly stems: ReadonlyMap<string, number>;
}

/** How many questions say what a new one may mean: where they agree, their words add up. */
const NEIGHBOURS = 10;
/** Below, two questions share hardly more than how one asks. */
const LEAST_COSINE = 0.25;
/** Of a restated word, when its question is the very one asked. */
const RESTATED_WEIGHT = 0.9;
/** The stems on which the neighbours agree most: the others mislead, and each costs the search time. */
const MOST_STEMS = 24;
/** Restatements that the meaning looks for. */
const MOST_WORDS = 3;

const NOTHING: RestatedQuestion = { words: [], stems: new Map() };

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

/**
 * Restates a question by those that resemble it. As far as a question is in the doctrine's words already, it is left as
 * it is: it says better than others what it looks for.
 */
export class KnownQuestions {
  private indexed: Indexed | null = null;

  /** @param read called once, by `load` or the first question. */
  constructor(private readonly read: () => readonly KnownQuestion[]) {}

  /** Reads and indexes the questions. */
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
      return restated === undefined ? [] : { ...restated, weight: RESTATED_WEIGHT * everydayShare * cosine };
    });
    const stems = new Map<string, number>();
    for (const { stems: restated, weight } of neighbours)
      for (const stem of restated) stems.set(stem, (stems.get(stem) ?? 0) + weight);
    const heaviest = [...stems].sort(([, one], [, other]) => other - one).slice(0, MOST_STEMS);
    return { words: neighbours.slice(0, MOST_WORDS), stems: new Map(heaviest) };
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

const FOLDER = new URL("./questions/", import.meta.url);

/** The questions of the service, one file for each part of tax law. */
export function readKnownQuestions(): KnownQuestion[] {
  return readdirSync(FOLDER)
    .sort()
    .flatMap((file) => parseQuestions(readFileSync(new URL(file, FOLDER), "utf8")));
}
