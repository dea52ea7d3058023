import { type Filling, readFillings } from "../../db/embeddings/fillings.ts";
import { TimeLimitPassed, withTimeout } from "../../db/engine/timeout.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { FullTextReader } from "../../db/fulltext/port.ts";
import type { Database } from "../../db/postgres/database.ts";
import { pingKeys, pingStore } from "../../db/postgres/health.ts";
import { findDocument, findNewestId } from "../../db/queries/documents.ts";
import { readLastImport } from "../../db/queries/stats.ts";
import type { Check, Status } from "../schemas/answers/service.ts";
import { inActiveVersion, type SemanticDeps } from "./semantic.ts";

/** The checks of /v1/status, under the contract's short names. */
export type Checks = Status["checks"];

/** What /v1/status tells of the stores. */
export type State = Omit<Status, "version">;

export interface StatusDeps extends SemanticDeps {
  /** Where keys and runs are. */
  readonly primary: Database;
  readonly fulltext: FullTextReader;
}

const TIME_LIMIT_MS = 2000;
/** Ingestion is daily: one missed run is bad luck, two are a fault (docs/decisions.md, « Status »). */
const MAX_IMPORT_AGE_HOURS = 48;
const HOUR_MS = 3_600_000;

/** The state of the service: operational when every component is in order. */
export async function readState(deps: StatusDeps, now: Date): Promise<State> {
  const checks = await checkComponents(deps, now);
  const status = isOperational(checks) ? "operational" : "degraded";
  return { status, timestamp: now.toISOString(), checks };
}

/** Asks every component at once, each within `timeLimitMs`. Never throws: a fault is a check that is not `ok`. */
export async function checkComponents(
  deps: StatusDeps,
  now: Date,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Checks> {
  const { database, primary, fulltext } = deps;
  const check = (component: string, probe: Probe) => checkOne(component, probe, timeLimitMs);
  const [d1, kv, r2, vectorize, search, ingestion] = await Promise.all([
    check("Base relationnelle (PostgreSQL)", () => answers(pingStore(primary))),
    check("Clés d'API et limites", () => answers(pingKeys(primary))),
    check("Contenus des documents", () => readNewestDocument(database)),
    check("Index vectoriel", () => pingSemantic(deps)),
    check("Index plein texte", () => answers(fulltext.ping())),
    check("Ingestion quotidienne", () => judgeLastImport(primary, now)),
  ]);
  return { d1, kv, r2, vectorize, search, ingestion };
}

/** Whether every component is in order. */
export function isOperational(checks: Checks): boolean {
  return Object.values(checks).every((check) => check.ok);
}

/** Resolves when the component is in order, with a remark if there is one; rejects when it is not. */
type Probe = () => Promise<string | null>;

/** A fault whose message may be shown. */
class Fault extends Error {}

async function checkOne(component: string, probe: Probe, timeLimitMs: number): Promise<Check> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const detail = await withTimeout(timeLimitMs, probe());
    return { ok: true, component, latency_ms: elapsed(), ...(detail === null ? {} : { detail }) };
  } catch (error) {
    return { ok: false, component, latency_ms: elapsed(), detail: wordingOf(error) };
  }
}

/** A driver's own message may hold an address: it is not shown. */
function wordingOf(error: unknown): string {
  if (error instanceof TimeLimitPassed) return `Aucune réponse en ${error.limitMs} ms.`;
  const isShowable = error instanceof Fault || error instanceof EngineUnavailable;
  return isShowable ? error.message : "Le composant ne répond pas.";
}

/** In order as soon as it answers. */
async function answers(ping: Promise<void>): Promise<null> {
  await ping;
  return null;
}

async function readNewestDocument(database: Database): Promise<string | null> {
  const boiId = await findNewestId(database);
  if (boiId === null) return "Aucun document n'est encore enregistré.";
  const found = await findDocument(database, boiId, { kind: "shown" });
  if (found === null) throw new Fault(`Le contenu du document ${boiId} est illisible.`);
  return null;
}

/** Both halves of semantic search: the vectors, and who embeds the questions. */
async function pingSemantic(deps: SemanticDeps): Promise<string | null> {
  if ((await findNewestId(deps.database)) === null) return "Aucun passage n'est encore enregistré.";
  return await inActiveVersion(deps, async (version, fault) => {
    const embedder = await deps.embedders.of(version);
    const [remark] = await Promise.all([deps.vectors.ping(version), embedder.ping()]);
    // Those that another model left, or that other processes have, say nothing of this one.
    const fillings = (await readFillings(deps.database)).filter((one) => deps.embedders.canHave(one.version));
    const absence = fault instanceof EngineUnavailable ? fault.message : null;
    const remarks = [tellFilling(fillings, version), absence, remark];
    return remarks.filter((sentence) => sentence !== null).join(" ") || null;
  });
}

/**
 * What an operator may want to know of the vectors of a language model. Neither a backlog nor its service away is a
 * fault: the corpus model answers.
 */
function tellFilling([filling]: readonly Filling[], version: string): string | null {
  if (filling === undefined) return null;
  const set = filling.version === version ? "du modèle de langue" : "du modèle du corpus";
  const { missing, since } = filling;
  const backlog =
    since === null
      ? ""
      : ` ; ${missing} passages attendent le modèle de langue, depuis ${since.toISOString()}`;
  return `Les questions sont comparées aux vecteurs ${set}${backlog}.`;
}

async function judgeLastImport(database: Database, now: Date): Promise<string | null> {
  const lastImport = await readLastImport(database);
  if (lastImport === null) return "Aucune ingestion n'a encore abouti.";
  const ageHours = Math.floor((now.getTime() - lastImport.getTime()) / HOUR_MS);
  if (ageHours >= MAX_IMPORT_AGE_HOURS) {
    throw new Fault(`La dernière ingestion réussie remonte à ${ageHours} heures.`);
  }
  return null;
}
