import { isPoint, isWord } from "./numbers.ts";
import type { Token } from "./tokens.ts";

/** What the words before a day say of it. */
export interface SaidDay {
  /** Of the edition that begins on it, of the one in force on it, or of something else. */
  readonly of: "start" | "within" | "nothing";
  /** Whether a word says that it is an edition's: « version », « publié », « en vigueur ». */
  readonly isSaid: boolean;
  /** Whether « version » itself is one of them. */
  readonly isVersion: boolean;
  /** Rank of the first of these words, or of the day. */
  readonly from: number;
}

const MOST_WORDS = 14;

/** Reads the words that introduce the day, the month or the year at a rank: « dans sa version en vigueur au ». */
export function readSaidDay(tokens: readonly Token[], rank: number): SaidDay {
  let from = rank;
  const said: Said = { isVersion: false, isPublished: false, isInForce: false, isMis: false, isJour: false };
  for (let at = rank - 1; at >= 0 && rank - at <= MOST_WORDS; at -= 1) {
    const token = tokens[at];
    if (token?.kind === "point") {
      if (!",([:.".includes(token.mark)) break;
    } else if (token?.kind !== "word" || !INTRODUCING.has(token.class ?? "")) break;
    else hear(said, token.word.toLowerCase(), token.class);
    from = at;
  }
  const isInForce = said.isInForce || (said.isJour && !said.isMis);
  const isPublished = said.isPublished || said.isMis;
  const isSaid = isInForce || isPublished || said.isVersion;
  const last = tokens[rank - 1];
  const isOf = isWord(last, "of") || (last?.kind === "word" && last.word === "of");
  const isAt = last?.kind === "word" && last.word.toLowerCase() === "au";
  const isBare = rank === from || last?.kind === "point";
  return {
    of: isInForce ? "within" : isSaid || isOf || isBare ? "start" : isAt ? "within" : "nothing",
    ...{ isSaid, isVersion: said.isVersion, from },
  };
}

const INTRODUCING: ReadonlySet<string> = new Set([
  "version",
  "published",
  "inForce",
  "of",
  "glue",
  "administrative",
  "noun",
]);

interface Said {
  isVersion: boolean;
  isPublished: boolean;
  isInForce: boolean;
  isMis: boolean;
  isJour: boolean;
}

function hear(said: Said, word: string, name: string | undefined): void {
  if (name === "version") said.isVersion = true;
  else if (word === "jour") said.isJour = true;
  else if (/^mise?s?$/.test(word)) said.isMis = true;
  else if (name === "published" && word !== "ligne") said.isPublished = true;
  else if (name === "inForce") said.isInForce = true;
}

/** Whether a period of two days begins at a rank: « du 1er janvier au 31 mars ». */
export function isPeriod(tokens: readonly Token[], rank: number): boolean {
  const to = tokens[rank + 1];
  const isTo = isPoint(to, "-") || (to?.kind === "word" && /^(?:au|à|to)$/.test(to.word));
  return isTo && tokens[rank + 2]?.kind === "day";
}
