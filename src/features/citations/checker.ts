import { TaskThread } from "../../process/task-thread.ts";
import {
  type CheckResult,
  type CheckTask,
  type FingerprintTask,
  type LocatedQuotations,
  locateQuotations,
  matchFingerprints,
  type QuotationTask,
  type ReadText,
  readText,
} from "./check-task.ts";

/** Up to this many characters, reading or searching takes some milliseconds at most, whatever they are. */
const MOST_CHARACTERS_IN_LINE = 5_000;

/** Reading 50,000 characters takes about 60 ms at most. */
const READ_LIMIT_MS = 10_000;

const MOST_WAITING = { keyed: 32, visitor: 0 } as const;

/** Reads and checks the citations of texts without blocking the event loop. */
export interface CitationChecker {
  /** `series` of identifiers that exist. @throws {EngineUnavailable} when too many texts are waiting */
  read(texte: string, series: ReadonlySet<string>): Promise<ReadText>;
  /** `timeLimitMs` includes the wait. @throws {EngineUnavailable} past that time, or when too many texts are waiting */
  locate(task: QuotationTask, timeLimitMs: number): Promise<LocatedQuotations>;
  /** Finds the ranks of the texts that have the fingerprints; limits and errors as above. */
  match(task: FingerprintTask, timeLimitMs: number): Promise<readonly (number | null)[]>;
  /** A checker on behalf of one caller: nobody waits behind all that another has asked. */
  by(caller: string): CitationChecker;
  close(): Promise<void>;
}

/** Checks short texts (`mostInLine` characters) at once, long ones in a thread started by the first of them. */
export function openCitationChecker(mostInLine = MOST_CHARACTERS_IN_LINE): CitationChecker {
  const thread = new TaskThread<CheckTask, CheckResult>({
    script: new URL("./thread.ts", import.meta.url),
    engine: "citations",
    mostWaiting: MOST_WAITING,
  });
  return checkerFor("", thread, mostInLine);
}

function checkerFor(
  of: string,
  thread: TaskThread<CheckTask, CheckResult>,
  mostInLine: number,
): CitationChecker {
  const ask = (task: CheckTask, timeLimitMs: number) =>
    thread.run(task, { caller: "keyed", of, timeLimitMs });
  return {
    read: async (texte, series) => {
      if (texte.length <= mostInLine) return readText(texte, series);
      const result = await ask({ kind: "read", texte, series }, READ_LIMIT_MS);
      if (result.kind !== "read") throw new Error("the thread answered another task");
      return result.read;
    },
    locate: async (task, timeLimitMs) => {
      if (charactersOf(task) <= mostInLine) return locateQuotations(task);
      const result = await ask({ kind: "locate", task }, timeLimitMs);
      if (result.kind !== "locate") throw new Error("the thread answered another task");
      return result.located;
    },
    match: async (task, timeLimitMs) => {
      if (sumOf(task.texts.map(({ texte }) => texte)) <= mostInLine) return matchFingerprints(task);
      const result = await ask({ kind: "match", task }, timeLimitMs);
      if (result.kind !== "match") throw new Error("the thread answered another task");
      return result.ranks;
    },
    by: (caller) => checkerFor(caller, thread, mostInLine),
    close: () => thread.close(),
  };
}

function charactersOf({ text, quotations, free }: QuotationTask): number {
  return sumOf([text.texte, ...quotations.map(({ quote }) => quote), ...free]);
}

function sumOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
