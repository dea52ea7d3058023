import { randomOf } from "./random.ts";
import type { ImportName } from "./references.ts";
import { FAULT_SEED, IS_FULL } from "./seed.ts";
import type { TakenStep } from "./steps.ts";

/** Where a run is killed. */
export interface KillPoint {
  readonly import: ImportName;
  readonly stage: StageName;
  /** Among the steps of that stage: 0 for the first, just under 1 for the last. */
  readonly share: number;
  /** Whether the engine has done what it was asked, and only the answer is lost. */
  readonly isDone: boolean;
  readonly process: "ingest" | "worker";
}

/** What a run asks of the engines, cut where it goes from one thing to the next. */
export type StageName =
  | "start"
  | "read"
  | "store"
  | "plan"
  | "derived"
  | "fulltext engine"
  | "vector engine"
  | "proof";

/** They go on beside each other: a statement is told to be of one of them, whichever it is. */
const DERIVED: readonly string[] = ["fulltext", "postings", "vectors"];
/** The stages where most is written come more often. */
const STAGES: readonly StageName[] = [
  "store",
  "fulltext engine",
  "vector engine",
  "derived",
  "derived",
  "store",
  "fulltext engine",
  "plan",
  "vector engine",
  "derived",
  "store",
  "read",
  "proof",
  "start",
];
/** The sample leaves out the one that embeds everything again: it takes as long as the two others. */
const IMPORTS: readonly ImportName[] = IS_FULL ? ["first", "revised", "renewed"] : ["first", "revised"];
const POINTS = IS_FULL ? 84 : 3;

/** Points spread over the imports and the stages, every one with every other; each at a place of its own. */
export function chooseKillPoints(): KillPoint[] {
  const random = randomOf(FAULT_SEED, "kill points");
  const stages = random.shuffle(STAGES);
  return Array.from({ length: POINTS }, (_, index) => ({
    import: IMPORTS[index % IMPORTS.length] ?? "first",
    // 14 stages and 3 imports have no divisor in common: each stage comes in each import.
    stage: stages[index % stages.length] ?? "store",
    share: random.below(1_000) / 1_000,
    isDone: random.below(2) === 0,
    process: random.below(4) === 0 ? "worker" : "ingest",
  }));
}

export function nameOf({ import: name, stage, share, isDone, process }: KillPoint): string {
  const when = isDone ? "once it is done" : "before it is done";
  return `the ${name} import, ${stage}, step at ${(share * 100).toFixed(1)} %, ${when} (${process})`;
}

/** The steps of a stage among those of a run, in their order. */
export function isOfStage({ engine, stage }: TakenStep, name: StageName): boolean {
  switch (name) {
    case "fulltext engine":
      return engine === "meilisearch";
    case "vector engine":
      return engine === "qdrant";
    case "read":
      return ["rederive", "download", "read"].includes(stage);
    case "derived":
      return engine === "postgres" && DERIVED.includes(stage);
    default:
      return engine === "postgres" && stage === name;
  }
}
