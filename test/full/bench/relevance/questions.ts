import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A question as it is asked, and where its answer is. */
export interface Question {
  readonly asked: string;
  /** Documents that answer it, without `BOI-`; those below them in the classification do too. */
  readonly right: readonly string[];
}

/**
 * Questions written before anything was measured with them, a file each: `everyday`, `lay` and `professional` ask the
 * real corpus, `sample` asks the sample.
 */
export type QuestionList = "everyday" | "lay" | "professional" | "sample";

/** The questions of a list, in its order: a line is the documents that answer, « | », what is asked. */
export function readQuestions(list: QuestionList): Question[] {
  const lines = readFileSync(join(import.meta.dir, `${list}.txt`), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [right = "", asked = ""] = line.split(" | ");
    return line === "" || line.startsWith("#") ? [] : [{ asked, right: right.split(" ") }];
  });
}

/** Where the first right document stands, from 1; Infinity when none is found. */
export function rankOf({ right }: Question, boiIds: readonly string[]): number {
  const at = boiIds.findIndex((boiId) => right.some((id) => `${boiId}-`.startsWith(`BOI-${id}-`)));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** Those that the tests require the service to answer. */
export const PROMISED: readonly Question[] = [
  {
    asked: "ma grand-mère m'héberge gratuitement, dois-je le déclarer ?",
    right: ["IR-BASE-20-30-10", "IR-BASE-20-30-20-10", "IR-BASE-20-30-20-20"],
  },
  {
    asked: "mon fils étudiant peut-il rester sur ma déclaration ?",
    right: ["IR-LIQ-10-10-10-20", "IR-BASE-20-30-20-20"],
  },
  { asked: "combien puis-je déduire pour une aide à domicile ?", right: ["IR-RICI-150"] },
];
