import { readFileSync } from "node:fs";
import { listStems } from "../embeddings/corpus/index.ts";

/** Everyday words, and the stems of the doctrine's words for the same thing. */
interface LexiconEntry {
  /** Alternative wordings, each a sequence of stems. */
  readonly said: readonly (readonly string[])[];
  readonly joined: readonly string[];
}

const PART = ",";
const ARROW = "→";

/** Parses a lexicon, one entry per line; lines that begin with `#` are comments. */
export function parseLexicon(text: string): LexiconEntry[] {
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [said = "", joined = ""] = line.split(ARROW);
      return { said: said.split(PART).map(listStems), joined: [...new Set(listStems(joined))] };
    });
}

interface Reading {
  readonly said: readonly string[];
  readonly joined: readonly string[];
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

  /** Stems that the lexicon adds to a question's, without duplicates or stems of the question itself. */
  joinedTo(asked: readonly string[]): string[] {
    const joined = asked.flatMap((stem, at) =>
      (this.readings.get(stem) ?? [])
        .filter(({ said }) => said.every((word, index) => asked[at + index] === word))
        .flatMap((reading) => reading.joined),
    );
    return [...new Set(joined)].filter((stem) => !asked.includes(stem));
  }
}

/** The lexicon of the service. */
export const LEXICON = new Lexicon(
  parseLexicon(readFileSync(new URL("./lexicon.txt", import.meta.url), "utf8")),
);
