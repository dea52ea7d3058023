import { daysBetween, parisDay } from "../../../bofip/days/days.ts";
import type { OutageLog } from "../../../db/engine/outage-log.ts";
import { TimeLimitPassed, withTimeout } from "../../../db/engine/retry.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import { readUnproved } from "../../../db/erasure/erasures.ts";
import { type Debt, readDebts } from "../../../db/ingestion/derived/debts.ts";
import { DamagedText, readDamagedIdentifiers } from "../../../db/integrity/damages.ts";
import { isStoreFull } from "../../../db/postgres/client.ts";
import { type Database, pingKeys, pingWritable } from "../../../db/postgres/database.ts";
import { storeFault } from "../../../db/postgres/open.ts";
import type { ReplicaRouter } from "../../../db/postgres/replica.ts";
import { type CorpusState, readCorpusState, readLastImport } from "../../../db/queries/corpus.ts";
import { findDocument, findNewestId } from "../../../db/queries/documents.ts";
import { findToJudge } from "../../../db/queries/versions.ts";
import { STORE_NAMES } from "../../../db/runs/view.ts";
import type { ErasedStore } from "../../../db/schema/erasures.ts";
import { type Filling, readFillings } from "../../../search/embeddings/fillings.ts";
import { inActiveVersion, type VersionDeps } from "../../../search/embeddings/open.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import type { Reranker } from "../../../search/reranking/port.ts";
import type { VectorReader } from "../../../search/vectors/port.ts";
import type { DamageSightings } from "../../operator/damage-sightings.ts";
import { tellLag } from "../../questions/not-seen.ts";
import type { Check, SourcesCheck, Status } from "./answer.ts";
import { checkProof } from "./proof-check.ts";

/** The components of /v1/status, under the contract's short names. */
type Checks = Omit<Status["checks"], "sources" | "preuve">;

/** What /v1/status reports of the stores. */
type State = Omit<Status, "version">;

interface SearchedDeps extends VersionDeps {
  readonly vectors: VectorReader;
  readonly reranker?: Pick<Reranker, "remark"> | null;
}

interface ComponentDeps extends SearchedDeps {
  /** Where keys and runs are stored. */
  readonly primary: Database;
  /** Where documents are read, when that is not the primary; null or absent without one. */
  readonly replica?: Pick<ReplicaRouter, "fault"> | null;
  readonly fulltext: FullTextReader;
  readonly sightings: DamageSightings;
  /** Told of every check, to log a lasting fault with its cause, which the answer does not show whole. */
  readonly outages?: Pick<OutageLog, "failed" | "worked">;
  /** Whether the store was filled from a source other than the configured one. */
  readonly isSourceOther: () => Promise<boolean>;
}

export interface StatusDeps extends ComponentDeps {
  /** How many days the sources may be silent. */
  readonly sourcesLateDays: number;
  /** Whether the checkpoints of the log of proof are to be timestamped. */
  readonly isProofStamped: boolean;
}

const TIME_LIMIT_MS = 2000;
/** Ingestion is daily: one missed run is bad luck, two are a fault (docs/decisions.md, « Status »). */
const MAX_IMPORT_AGE_HOURS = 48;
const HOUR_MS = 3_600_000;

/** The state of the service: operational when every component works, however late the sources are. */
export async function readState(deps: StatusDeps, now: Date): Promise<State> {
  const late = { now, lateDays: deps.sourcesLateDays, timeLimitMs: TIME_LIMIT_MS };
  const proof = { now, isStamped: deps.isProofStamped, timeLimitMs: TIME_LIMIT_MS };
  const [components, sources, preuve] = await Promise.all([
    checkComponents(deps, now),
    checkSources(deps.primary, late),
    checkProof(deps.primary, proof),
  ]);
  const status = isOperational(components) ? "operational" : "degraded";
  return { status, timestamp: now.toISOString(), checks: { ...components, sources, preuve } };
}

/** Checks every component at once, each within `timeLimitMs`. Never throws: a fault is a check that is not `ok`. */
export async function checkComponents(
  deps: ComponentDeps,
  now: Date,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Checks> {
  const { primary, fulltext } = deps;
  const check = (component: string, probe: Probe) => checkOne(component, probe, timeLimitMs, deps.outages);
  // An unavailable store has its own check.
  const debts = readDebts(primary).then(
    (known) => known.debts,
    () => [],
  );
  const unproved = readUnproved(primary).catch(() => new Set<ErasedStore>());
  const known = { debts, unproved };
  const [servers, d1, kv, r2, vectorize, search, ingestion] = await Promise.all([
    fulltext.servers(),
    check("Base relationnelle (PostgreSQL)", () => answers(pingWritable(primary))),
    check("Clés d'API et limites", () => answers(pingKeys(primary))),
    check("Contenus des documents", () => whole(known, ["relational"], () => judgeContents(deps))),
    check("Index vectoriel", () => whole(known, ["vectors", "postings"], () => pingSemantic(deps))),
    check("Index plein texte", () => whole(known, ["fulltext"], () => answers(fulltext.ping()))),
    check("Ingestion quotidienne", () => judgeIngestion(deps, now)),
  ]);
  const serveurs = servers && { en_marche: servers.up, a_jour: servers.inStep, total: servers.total };
  return { d1, kv, r2, vectorize, search: { ...search, ...(serveurs && { serveurs }) }, ingestion };
}

/** Whether every component works. */
export function isOperational(checks: Checks): boolean {
  return Object.values(checks).every((check) => check.ok);
}

/** Resolves when the component works, with a remark if there is one; rejects when it does not. */
type Probe = () => Promise<string | null>;

/** A fault whose message may be shown. */
class Fault extends Error {}

async function checkOne(
  component: string,
  probe: Probe,
  timeLimitMs: number,
  outages: ComponentDeps["outages"],
): Promise<Check> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const detail = await withTimeout(timeLimitMs, probe());
    outages?.worked(component);
    return { ok: true, component, latency_ms: elapsed(), ...(detail === null ? {} : { detail }) };
  } catch (error) {
    outages?.failed(component, storeFault(error), { level: "warn" });
    return { ok: false, component, latency_ms: elapsed(), detail: wordingOf(error) };
  }
}

/** A driver's own message may contain an address: it is not shown. */
function wordingOf(error: unknown): string {
  if (error instanceof TimeLimitPassed) return `Aucune réponse en ${error.limitMs} ms.`;
  if (isStoreFull(error)) return "L'espace disque est épuisé.";
  const isShowable =
    error instanceof Fault || error instanceof EngineUnavailable || error instanceof DamagedText;
  return isShowable ? error.message : "Le composant ne répond pas.";
}

/** Works as soon as it answers. */
async function answers(ping: Promise<void>): Promise<null> {
  await ping;
  return null;
}

interface KnownFaults {
  readonly debts: Promise<readonly Debt[]>;
  /** The stores that may still contain a text erased by law. */
  readonly unproved: Promise<ReadonlySet<ErasedStore>>;
}

const UNPROVED =
  "Un texte effacé sur obligation légale n'en est pas encore prouvé absent : le worker s'y emploie.";

/** Fails when one of these stores is known to be damaged, to owe an erasure, or to be behind; else runs the probe. */
async function whole(
  { debts, unproved }: KnownFaults,
  stores: readonly ErasedStore[],
  probe: Probe,
): Promise<string | null> {
  const owed = (await debts).filter(({ store }) => stores.includes(store));
  const damaged = owed.find(({ isDamaged }) => isDamaged);
  if (damaged !== undefined)
    throw new Fault(`${STORE_NAMES[damaged.store].label} est abîmé : il se refait depuis la base.`);
  const owing = await unproved;
  if (stores.some((store) => owing.has(store))) throw new Fault(UNPROVED);
  const behind = owed.filter(({ documents }) => documents > 0);
  if (behind.length === 0) return await probe();
  const told = behind.map(({ store, documents }) => `${tellLag(store, documents)}.`);
  const cause = await probe().then(() => "Le worker les y écrit dès qu'il le peut.", wordingOf);
  throw new Fault([...told, cause].join(" "));
}

/** Reads the newest document back whole, and fails when a text is known to be damaged; a replica left is a remark. */
async function judgeContents(deps: ComponentDeps): Promise<string | null> {
  const { database, primary, replica, sightings } = deps;
  const damaged = new Set([...(await readDamagedIdentifiers(primary)), ...sightings.recent()]);
  if (damaged.size > 0) throw new Fault(tellDamages([...damaged]));
  return (await readNewestDocument(database)) ?? replica?.fault ?? null;
}

const NAMED_DAMAGES = 5;

function tellDamages(names: readonly string[]): string {
  const named = names.slice(0, NAMED_DAMAGES).join(", ");
  const others = names.length > NAMED_DAMAGES ? `, et ${names.length - NAMED_DAMAGES} autres` : "";
  return `${names.length === 1 ? "1 texte enregistré est abîmé" : `${names.length} textes enregistrés sont abîmés`} : ${named}${others}.`;
}

async function readNewestDocument(database: Database): Promise<string | null> {
  const boiId = await findNewestId(database);
  if (boiId === null) return "Aucun document n'est encore enregistré.";
  const found = await findDocument(database, boiId, { kind: "shown" });
  if (found === null) throw new Fault(`Le contenu du document ${boiId} est illisible.`);
  return null;
}

/** The vectors, and the embedder of questions; the absence of a second stage is only a remark. */
async function pingSemantic(deps: SearchedDeps): Promise<string | null> {
  if ((await findNewestId(deps.database)) === null) return "Aucun passage n'est encore enregistré.";
  return await inActiveVersion(deps, async (version, fault) => {
    const embedder = await deps.embedders.of(version);
    const [remark] = await Promise.all([deps.vectors.ping(version), embedder.ping()]);
    // Fillings left by another model, or available to other processes only, don't concern this one.
    const fillings = (await readFillings(deps.database)).filter((one) => deps.embedders.canHave(one.version));
    const absence = fault instanceof EngineUnavailable ? fault.message : null;
    const reranking = deps.reranker?.remark() ?? null;
    const remarks = [tellFilling(fillings, version), absence, remark, reranking];
    return remarks.filter((sentence) => sentence !== null).join(" ") || null;
  });
}

/** A remark on a language model's vectors: a backlog or an unavailable service is no fault, the corpus model answers. */
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

const OTHER_SOURCE =
  "SOURCE n'est pas la source que la base retient : ce qui est tenu est servi, l'ingestion refuse l'autre.";

/** A setting that ingestion refuses deserves a remark: reads are not affected. */
async function judgeIngestion({ primary, isSourceOther }: ComponentDeps, now: Date): Promise<string | null> {
  const [remark, isOther] = await Promise.all([judgeLastImport(primary, now), isSourceOther()]);
  return [remark, isOther ? OTHER_SOURCE : null].filter((sentence) => sentence !== null).join(" ") || null;
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

/**
 * How far the sources have been read, and whether that is late: `lateDays` after the last day covered. Never where the
 * official addresses were never checked, as for the sample: only gaps are reported.
 */
export function judgeSources(
  { coverage, surveyedAt }: CorpusState,
  now: Date,
  lateDays: number,
): Omit<SourcesCheck, "a_juger"> {
  const trous = coverage.gaps.map(({ from, to }) => ({ du: from, au: to }));
  if (surveyedAt === null) return { ok: true, jusqu_au: null, releve_le: null, retard_jours: null, trous };
  const { until } = coverage;
  const delay = until === null ? null : daysBetween(until, parisDay(now));
  return {
    ok: delay !== null && delay <= lateDays,
    jusqu_au: until,
    releve_le: surveyedAt.toISOString(),
    retard_jours: delay,
    trous,
  };
}

/** `judgeSources` read from the store; never throws: an unavailable store reports nothing. */
export async function checkSources(
  database: Database,
  {
    now,
    lateDays,
    timeLimitMs,
  }: { readonly now: Date; readonly lateDays: number; readonly timeLimitMs: number },
): Promise<SourcesCheck> {
  const read = Promise.all([readCorpusState(database), findToJudge(database)]);
  return await withTimeout(timeLimitMs, read).then(
    ([state, toJudge]) => ({ ...judgeSources(state, now, lateDays), a_juger: toJudge.length }),
    () => ({ ok: false, jusqu_au: null, releve_le: null, retard_jours: null, trous: [], a_juger: null }),
  );
}
