import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A list of the public test set: a file each in `questions/open` and `questions/closed`. */
export type List = "everyday" | "professional" | "keywords" | "titles";
export const LISTS: readonly List[] = ["everyday", "professional", "keywords", "titles"];

/** What was written without seeing the code; the closed half settles nothing, it only judges. */
export type Half = "open" | "closed";

/** A document that answers a question. */
interface Gold {
  /** Without `BOI-`. */
  readonly id: string;
  /** Of a keyword query: 3 is what is looked for, 1 is of use; 1 elsewhere. */
  readonly grade: number;
  /** Numbers of the § that answer, where the judges gave them. */
  readonly paragraphs: readonly string[];
}

/** A question as it is asked, and the documents that answer it, best first. */
export interface JudgedQuestion {
  readonly list: List;
  readonly asked: string;
  readonly gold: readonly Gold[];
}

const FOLDER = join(import.meta.dir, "questions");
const JOINT = " | ";

/** Whether that half is here. */
export function hasTestSet(half: Half): boolean {
  return existsSync(join(FOLDER, half));
}

/** The questions of one half: a line is the documents that answer, « | », what is asked. */
export function readTestSet(half: Half): JudgedQuestion[] {
  return LISTS.flatMap((list) => {
    const lines = readFileSync(join(FOLDER, half, `${list}.txt`), "utf8").split("\n");
    return lines.flatMap((line) => (line === "" || line.startsWith("#") ? [] : readQuestion(list, line)));
  });
}

function readQuestion(list: List, line: string): JudgedQuestion {
  const at = line.indexOf(JOINT);
  const gold = line.slice(0, at).split(" ").map(readGold);
  return { list, asked: line.slice(at + JOINT.length), gold };
}

/** `IR-RICI-300`, `IR-RICI-300§10,20` or `IR-RICI-300=3`. */
function readGold(written: string): Gold {
  const [named = "", grade = "1"] = written.split("=");
  const [id = "", paragraphs = ""] = named.split("§");
  return { id, grade: Number(grade), paragraphs: paragraphs.split(",").filter((numero) => numero !== "") };
}
