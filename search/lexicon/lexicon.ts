import { listStems } from "../embeddings/corpus/terms.ts";
import {
  ARROW,
  type JoinedWords,
  joinedWords,
  KnownQuestions,
  linesOf,
  readFolder,
  readKnownQuestions,
  withinLimit,
} from "./known-questions.ts";

interface LexiconEntry {
  /** Alternative wordings, each a sequence of stems. */
  readonly said: readonly (readonly string[])[];
  readonly joined: JoinedWords;
}

const PART = ",";

/** Parses a lexicon, one entry per line; lines that begin with `#` are comments. */
export function parseLexicon(text: string): LexiconEntry[] {
  return linesOf(text).map((line) => {
    const [said = "", joined = ""] = line.split(ARROW);
    return { said: said.split(PART).map(listStems), joined: joinedWords(joined) };
  });
}

interface Reading {
  readonly said: readonly string[];
  readonly joined: JoinedWords;
}

/** A reading that applies to the stems of a question, from the index `start` on. */
interface Applied extends Reading {
  readonly start: number;
}

/** Adds the doctrine's words to those of a question. */
export class Lexicon {
  /** By first stem of the wording. */
  private readonly readings = new Map<string, Reading[]>();

  constructor(entries: readonly LexiconEntry[]) {
    for (const { said, joined } of entries) for (const stems of said) this.add({ said: stems, joined });
  }

  private add(reading: Reading): void {
    const [first] = reading.said;
    if (first !== undefined) this.readings.set(first, [...(this.readings.get(first) ?? []), reading]);
  }

  /**
   * What is added to a question: the doctrine's words as written, and their stems, less the question's own. When
   * nothing but everyday words is asked, those of the first, up to the limit (`withinLimit`).
   */
  joinedTo(asked: readonly string[]): {
    readonly words: readonly JoinedWords[];
    readonly stems: readonly string[];
  } {
    const applied = this.appliedTo(asked);
    // « pension de retraite » is not a pension and a retirement: a longer wording says what its parts do not.
    const longest = applied.filter((one) => !applied.some((other) => isWithin(one, other)));
    const distinct = new Map(longest.map(({ joined }) => [joined.words, joined])).values();
    const kept = withinLimit([...distinct]);
    const stems = new Set(kept.flatMap((joined) => joined.stems));
    return {
      words: kept,
      stems: [...stems.difference(new Set(asked))],
    };
  }

  private appliedTo(asked: readonly string[]): Applied[] {
    return asked.flatMap((stem, start) =>
      (this.readings.get(stem) ?? [])
        .filter(({ said }) => said.every((word, index) => asked[start + index] === word))
        .map((reading) => ({ ...reading, start })),
    );
  }
}

/** Whether the words of one reading are some of those of another. */
function isWithin(one: Applied, other: Applied): boolean {
  return (
    one.said.length < other.said.length &&
    one.start >= other.start &&
    one.start + one.said.length <= other.start + other.said.length
  );
}

/** The entries of the service, one file for each part of tax law. */
export const ENTRIES: readonly LexiconEntry[] = readFolder(
  new URL("./entries/", import.meta.url),
  parseLexicon,
);

/** The lexicon of the service. */
export const LEXICON = new Lexicon(ENTRIES);

/** What is known of everyday French: its words, and its questions. */
export interface EverydayFrench {
  readonly lexicon: Lexicon;
  readonly questions: KnownQuestions;
}

/** That of the service. */
export const EVERYDAY_FRENCH: EverydayFrench = {
  lexicon: LEXICON,
  questions: new KnownQuestions(readKnownQuestions),
};

/** Leaves questions as they are asked. */
export const AS_ASKED: EverydayFrench = {
  lexicon: new Lexicon([]),
  questions: new KnownQuestions(() => []),
};
