import { openMeilisearchReader } from "../../../search/fulltext/meilisearch/reader.ts";
import type { Passage } from "../../servers/observed.ts";
import type { Outcome } from "./campaign.ts";
import { type Doors, openDoors } from "./doors.ts";
import { type Engines, type State, startEngines } from "./engines.ts";
import type { Reference } from "./references.ts";
import { type Environment, startRun, throughDoors, wordsOf } from "./run.ts";
import { fullTextSearch, searchMeanwhile, semanticSearch } from "./searches.ts";
import { differences } from "./state/lines.ts";
import { SPARE } from "./state/relational.ts";
import { Steps, type TakenStep } from "./steps.ts";

/** A run that meets a fault, as its trier sees it. */
export interface Trial {
  readonly engines: Engines;
  readonly doors: Doors;
  readonly source: string;
  readonly environment: Environment;
  /** Has something done about one step of the runs to come. */
  meet(isMet: (step: TakenStep) => boolean, passage: (step: TakenStep) => Passage): void;
  /** Notes something that should not be. */
  complain(fault: string): void;
}

/**
 * On its own engines, filled with what precedes an import: has `disturb` run the import with its fault, then repeats it
 * without one, and compares the three stores with those of the undisturbed import. Searches run all the while.
 */
export async function attempt(
  { source, before, state, isForced }: Reference,
  disturb: (trial: Trial) => Promise<void>,
): Promise<Outcome> {
  const engines = await startEngines(before);
  if (!isForced) await engines.rememberSource(source);
  let onStep: (step: TakenStep) => Passage = () => ({});
  const doors = await openDoors(engines, new Steps((step) => onStep(step)));
  const { url, key } = engines.meilisearch;
  const reader = openMeilisearchReader({ url, key, index: "doctrine", keepsSettings: false });
  const searcher = searchMeanwhile([fullTextSearch(reader), semanticSearch(engines)], before === null);
  const faults: string[] = [];
  const environment = throughDoors(engines, doors);
  try {
    await disturb({
      engines,
      doors,
      source,
      environment,
      meet(isMet, passage) {
        let isPast = false;
        onStep = (step) => {
          if (isPast || !isMet(step)) return {};
          isPast = true;
          return passage(step);
        };
      },
      complain: (fault) => void faults.push(fault),
    });
    onStep = () => ({});
    const again = await startRun(source, environment, { isForced }).ended;
    if (again.code !== 0) faults.push(`the next run fails: ${wordsOf(again)}`);
    for (const { status, message } of await engines.runs()) {
      if (status === "running" || status === "queued") faults.push(`a run stays ${status}`);
      else if (status !== "succeeded" && message === null)
        faults.push(`a run is ${status} and its row tells nothing`);
    }
    const found = await engines.state();
    faults.push(...(await searcher.stop()));
    return { isCompared: true, differences: compare(state, found), faults };
  } finally {
    await searcher.stop();
    await doors.close();
    await engines.discard();
  }
}

/** What one state has and the other has not, each line with its store; spare vectors may be more than wanted. */
export function compare(wanted: State, found: State): string[] {
  return (["relational", "fullText", "vectors"] as const).flatMap((store) =>
    differences(wanted[store], found[store])
      .filter((line) => !line.startsWith(`+ ${SPARE}`))
      .map((line) => `${store} ${line}`),
  );
}
