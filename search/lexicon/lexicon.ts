import { readFileSync } from "node:fs";
import { listStems } from "../embeddings/corpus/index.ts";

/** Words of everyday life, and the stems of the doctrine's words that say the same. */
export interface LexiconEntry {
  /** Each way to say it, in stems that follow one another. */
  readonly said: readonly (readonly string[])[];
  readonly joined: readonly string[];
}

const PART = ",";
const ARROW = "→";

/** The entries of a lexicon, one a line; lines that begin with `#` are comments. */
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

/** Joins the doctrine's words to those that are asked. */
export class Lexicon {
  /** By the first stem of what is said. */
  private readonly readings = new Map<string, Reading[]>();

  constructor(entries: readonly LexiconEntry[]) {
    for (const { said, joined } of entries) for (const stems of said) this.add({ said: stems, joined });
  }

  private add(reading: Reading): void {
    const [first] = reading.said;
    if (first !== undefined) this.readings.set(first, [...(this.readings.get(first) ?? []), reading]);
  }

  /** The stems that the lexicon joins to those of a question, each once; none of the question's own. */
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
