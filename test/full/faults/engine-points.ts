import type { EngineFault, EngineName } from "../../servers/observed.ts";
import { isOfStage, type StageName } from "./kill-points.ts";
import { randomOf } from "./random.ts";
import type { ImportName } from "./references.ts";
import { FAULT_SEED, IS_FULL } from "./seed.ts";
import type { TakenStep } from "./steps.ts";

/** `crash`: SIGKILL to the server itself, which is started again once the run has ended. */
export type PointFault = EngineFault | "crash";

/** When an engine begins to fail, and how. */
export interface EnginePoint {
  readonly engine: EngineName;
  readonly fault: PointFault;
  readonly import: ImportName;
  readonly stage: StageName;
  /** Among the steps of that stage: 0 for the first, just under 1 for the last. */
  readonly share: number;
}

const ENGINES: readonly EngineName[] = ["postgres", "meilisearch", "qdrant"];
/** The database server loses nothing that it has accepted. */
const FAULTS: Readonly<Record<EngineName, readonly PointFault[]>> = {
  postgres: ["refuse", "error", "stumble", "hang"],
  meilisearch: ["refuse", "error", "stumble", "hang", "lose"],
  qdrant: ["refuse", "error", "stumble", "hang", "lose", "crash"],
};
/** At each stage for the database; the others are asked nothing before their own, and away from the start or within. */
const STAGES: Readonly<Record<EngineName, readonly StageName[]>> = {
  postgres: ["start", "read", "store", "plan", "derived", "derived", "derived", "proof"],
  meilisearch: ["read", "store", "fulltext engine", "derived", "proof"],
  qdrant: ["read", "store", "fulltext engine", "vector engine", "proof"],
};
const IMPORTS: readonly ImportName[] = ["first", "revised", "renewed"];
const SAMPLE = 3;

/** Every fault of every engine at every stage, each in one of the imports; or one of each engine. */
export function chooseEnginePoints(): EnginePoint[] {
  const random = randomOf(FAULT_SEED, "engine points");
  const points = ENGINES.flatMap((engine) =>
    FAULTS[engine].flatMap((fault) =>
      STAGES[engine].map((stage) => ({
        engine,
        fault,
        import: random.pick(IMPORTS),
        stage,
        share: random.below(1_000) / 1_000,
      })),
    ),
  );
  if (IS_FULL) return points;
  // The import that embeds everything again takes as long as the two others, and what hangs is waited for.
  const isShort = (point: EnginePoint) => point.import !== "renewed" && point.fault !== "hang";
  const drawn = random.shuffle(points.filter(isShort));
  return ENGINES.flatMap((name) => drawn.find(({ engine }) => engine === name) ?? []).slice(0, SAMPLE);
}

export function nameOfEnginePoint(point: EnginePoint): string {
  const { engine, fault, stage, share } = point;
  return `${engine}, ${fault}, in the ${point.import} import, ${stage}, from the step at ${(share * 100).toFixed(1)} %`;
}

/** The step of a run at which a point lies, by its rank among those of the stage. */
export function rankOf(steps: readonly TakenStep[], stage: StageName, share: number): number {
  return Math.floor(share * steps.filter((step) => isOfStage(step, stage)).length);
}
