import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../folders.ts";
import { type Exports, generateExports } from "./corpus.ts";
import { openDoors } from "./doors.ts";
import { type Snapshot, type State, startEngines } from "./engines.ts";
import { startRun, throughDoors, wordsOf } from "./run.ts";
import { FAULT_SEED } from "./seed.ts";
import { Steps, type TakenStep } from "./steps.ts";

/** An import of the tests: the first one, or one of two that may follow it. */
export type ImportName = keyof Exports;

/** An import that met no fault. */
export interface Reference {
  /** Path of the export. */
  readonly source: string;
  /** The content of the engines before it; null for empty ones. */
  readonly before: Snapshot | null;
  readonly after: Snapshot;
  readonly state: State;
  readonly steps: readonly TakenStep[];
  /** Whether its runs may change the source and withdraw what they like (`--force`). */
  readonly isForced: boolean;
}

const made = new Map<ImportName, Promise<Reference>>();
let sources: Readonly<Record<ImportName, string>> | null = null;

/** The import as it goes when nothing fails; made once for all suites. */
export function reference(name: ImportName): Promise<Reference> {
  const known = made.get(name) ?? makeReference(name);
  made.set(name, known);
  return known;
}

async function makeReference(name: ImportName): Promise<Reference> {
  const before = name === "first" ? null : (await reference("first")).after;
  return await importUndisturbed({ source: sourceOf(name), before, isForced: true });
}

/** A daily run, not forced, over what the first import brought, when nothing fails. */
export async function dailyReference(source: string): Promise<Reference> {
  const before = (await reference("first")).after;
  return await importUndisturbed({ source, before, isForced: false });
}

async function importUndisturbed(
  start: Pick<Reference, "source" | "before" | "isForced">,
): Promise<Reference> {
  const { source, before, isForced } = start;
  const engines = await startEngines(before);
  if (!isForced) await engines.rememberSource(source);
  const steps = new Steps();
  const doors = await openDoors(engines, steps);
  const ended = await startRun(source, throughDoors(engines, doors), { isForced }).ended;
  await doors.close();
  if (ended.code !== 0) throw new Error(`the import of ${source} does not succeed: ${wordsOf(ended)}`);
  const state = await engines.state();
  return { ...start, after: await engines.stop(), state, steps: steps.taken };
}

/** Path of the export of an import. */
export function sourceOf(name: ImportName): string {
  sources ??= writeExports();
  return sources[name];
}

function writeExports(): Readonly<Record<ImportName, string>> {
  const folder = temporaryFolder();
  const { first, revised, renewed } = generateExports(FAULT_SEED);
  const write = (name: ImportName, lines: readonly string[], issuedAt: string) => {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
    utimesSync(path, new Date(issuedAt), new Date(issuedAt));
    return path;
  };
  return {
    first: write("first", first, "2023-07-01T00:00:00Z"),
    revised: write("revised", revised, "2024-03-01T00:00:00Z"),
    renewed: write("renewed", renewed, "2024-03-01T00:00:00Z"),
  };
}
