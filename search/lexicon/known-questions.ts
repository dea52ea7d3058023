import { listStems } from "../embeddings/corpus/index.ts";
import { ARROW, type JoinedWords, joinedWords, linesOf, readFolder } from "./lines.ts";
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
/** Of a restated word, when its question is the very one asked; its weights add up. */
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
