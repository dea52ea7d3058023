import { IS_UNPRINTABLE, isPrintable } from "../../bofip/text/characters.ts";
import {
  type AllowedSources,
  canonicalSource,
  displaySource,
  isAllowed,
  listSources,
  withoutCredentials,
} from "../../config/allowed-sources.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readRun, readRuns, requestRun } from "../../db/runs/runs.ts";
import { type RunSummary, type RunView, summariseRun, viewRun } from "../../db/runs/view.ts";
import { ApiError } from "../http/errors/api-error.ts";

const LISTED_RUNS = 100;

export interface RunDeps {
  readonly database: Database;
  /** Chooses the source of a run that names none. */
  readonly chooseSource: () => Promise<string>;
  /** What a request may name and the run may then read; null = anything. */
  readonly allowed: AllowedSources | null;
  /** Notifies the worker of this process, if there is one, that a run is waiting. */
  readonly wakeWorker: () => void;
}

/** Requests a run of the worker; returns the number to follow it by. @throws {ApiError} `invalid_parameter` */
export async function requestAdminRun(
  { database, chooseSource, allowed, wakeWorker }: RunDeps,
  request: { readonly source?: string; readonly force?: boolean },
): Promise<{ readonly id: number }> {
  const { source: asked, force: forced = false } = request;
  if (!isPrintable(asked ?? ""))
    throw new ApiError("invalid_parameter", { reason: `Le champ « source » ${IS_UNPRINTABLE}.` });
  const own = await chooseSource();
  const run =
    asked === undefined || allowed === null
      ? { source: asked ?? own, forced }
      : { source: readAskedSource(asked, own, allowed), forced, allowedSources: allowed };
  const id = await requestRun(database, run);
  wakeWorker();
  return { id };
}

/** The latest runs, newest first. */
export async function listAdminRuns(database: Database): Promise<{ readonly runs: readonly RunSummary[] }> {
  return { runs: (await readRuns(database, LISTED_RUNS)).map(summariseRun) };
}

/**
 * A whole run: stages, proof, and the first hundred records that it set aside.
 * @throws {ApiError} `unknown_run`
 */
export async function readAdminRun(database: Database, id: number): Promise<RunView> {
  const run = await readRun(database, id);
  if (run === null) throw new ApiError("unknown_run", { id: String(id) });
  return viewRun(run);
}

/**
 * Reads the source named by a request, in full: the service's own source comes with its configured user and password,
 * which no answer ever shows.
 * @param own the service's source.
 * @throws {ApiError} `invalid_parameter` when a part of it is not allowed.
 */
function readAskedSource(written: string, own: string, allowed: AllowedSources): string {
  const names = listSources(canonicalSource(written));
  const refused = names.find((name) => !isAllowed(allowed, name)) ?? (names.length === 0 ? written : null);
  if (refused !== null) throw new ApiError("invalid_parameter", { reason: wordRefusal(refused) });
  const configured = new Map(
    listSources(canonicalSource(own)).map((name) => [withoutCredentials(name), name]),
  );
  return names.map((name) => configured.get(withoutCredentials(name)) ?? name).join(",");
}

function wordRefusal(name: string): string {
  return `Le champ « source » ne peut pas nommer « ${displaySource(name)} » : sont permis SOURCE, les sources officielles et ce qui se trouve sous un préfixe de la variable INGEST_ALLOW.`;
}
