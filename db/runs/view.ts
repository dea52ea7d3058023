import { type Static, type TInteger, Type } from "@sinclair/typebox";
import { displaySource, hideCredentials } from "../../config/allowed-sources.ts";
import type { StoreDigest } from "../engine/digest.ts";
import { Nullable } from "../engine/parse-json.ts";
import type { DerivedStore } from "../ingestion/derived/indexing.ts";
import type { Database } from "../postgres/database.ts";
import { jsonRows } from "../postgres/statements.ts";
import type {
  RunCounts,
  RunProof,
  RunStage,
  RunStatus,
  StageReport,
  StoreProof,
} from "../schema/ingestion.ts";
import type { Run } from "./runs.ts";

/** The stages of a run in their order, as operators read them. */
export const STAGE_LABELS: Readonly<Record<RunStage, string>> = {
  rederive: "Nouvelle analyse",
  download: "Téléchargement",
  read: "Lecture",
  diff: "Comparaison",
  store: "Enregistrement",
  plan: "Plan de classement",
  fulltext: "Index plein texte",
  postings: "Index des racines",
  vectors: "Index vectoriel",
  proof: "Contrôle des index",
  law: "Droit du jour",
};

/** Checks that all the keys of a record are listed, at compile time. */
const keyOf = <Word extends string>(words: Readonly<Record<Word, unknown>>) =>
  Type.Unsafe<Word>(Type.Union(Object.keys(words).map((word) => Type.Literal(word))));

const Statut = keyOf<RunStatus>({
  queued: true,
  running: true,
  succeeded: true,
  failed: true,
  interrupted: true,
});

const Etape = keyOf(STAGE_LABELS);

const StageView = Type.Object({
  etape: Etape,
  duree_ms: Type.Number(),
  ajoutes: Type.Integer(),
  changes: Type.Integer(),
  retires: Type.Integer(),
  inchanges: Type.Integer(),
  ecartes: Type.Integer(),
});

/** Duration and counts of a stage, in documents, or in passages for the vector store. */
type StageView = Static<typeof StageView>;

const DigestView = Type.Object({ nombre: Type.Integer(), empreinte: Type.String() });

export type DigestView = Static<typeof DigestView>;

const StoreProofView = Type.Object({
  conforme: Type.Boolean(),
  attendu: DigestView,
  tenu: Nullable(DigestView),
});

/** What a derived store must contain according to the relational one, and what it contains (null: unreadable). */
export type StoreProofView = Static<typeof StoreProofView>;

const ProofView = Type.Object({
  plein_texte: StoreProofView,
  /** Null in the runs of releases without stems. */
  racines: Nullable(StoreProofView),
  vecteurs: StoreProofView,
});

export type ProofView = Static<typeof ProofView>;

const Debt = Type.Object({
  index: Type.Union([Type.Literal("plein_texte"), Type.Literal("racines"), Type.Literal("vecteurs")]),
  /** Documents, or passages of the vectors. */
  entrees: Type.Integer(),
});

/** What a run left unwritten in an index, for the worker to write. */
type Debt = Static<typeof Debt>;

const Counts = Type.Object({
  records: Type.Integer(),
  documents: Type.Integer(),
  actualites: Type.Integer(),
  unchanged: Type.Integer(),
  created: Type.Integer(),
  modified: Type.Integer(),
  rederived: Type.Integer(),
  retired: Type.Integer(),
  rejected: Type.Integer(),
  indexed: Type.Integer(),
  unindexed: Type.Integer(),
  unposted: Type.Integer(),
  embedded: Type.Integer(),
  unembedded: Type.Integer(),
  toJudge: Type.Integer(),
} satisfies Record<keyof RunCounts, TInteger>);

const RunRemark = Type.Object({
  ligne: Nullable(Type.Integer()),
  identifiant: Nullable(Type.String()),
  message: Type.String(),
});

export const RunView = Type.Object({
  id: Type.Integer(),
  statut: Statut,
  etape: Nullable(Etape),
  avancement: Nullable(Type.Object({ fait: Type.Integer(), total: Type.Integer() })),
  /** What was ingested; not `source`, which is the attribution of every body. */
  origine: Type.String(),
  force: Type.Boolean(),
  demande: Type.String(),
  debut: Nullable(Type.String()),
  fin: Nullable(Type.String()),
  date_reference: Nullable(Type.String()),
  comptes: Counts,
  etapes: Type.Array(StageView),
  preuve: Nullable(ProofView),
  dettes: Type.Array(Debt),
  erreurs: Type.Array(RunRemark),
  message: Nullable(Type.String()),
});

/** A run as the admin routes give it. */
export type RunView = Static<typeof RunView>;

/** A run in a list: the number of its errors instead of the errors. */
export interface RunSummary extends Omit<RunView, "erreurs"> {
  readonly nombre_erreurs: number;
}

export const RebuildingView = Type.Object({
  preuve: Nullable(ProofView),
  /** Why it failed, in French. */
  message: Nullable(Type.String()),
});

/** Progress of a rebuild of derived stores: it ends in one of the two fields, both null before. */
export type RebuildingView = Static<typeof RebuildingView>;

export function viewRun(run: Run): RunView {
  const { progress } = run;
  return {
    id: run.id,
    statut: run.status,
    etape: run.stage,
    avancement: progress === null ? null : { fait: progress.done, total: progress.total },
    origine: displaySource(run.source),
    force: run.forced,
    demande: run.requestedAt.toISOString(),
    debut: run.startedAt?.toISOString() ?? null,
    fin: run.endedAt?.toISOString() ?? null,
    date_reference: run.asOf,
    comptes: run.counts,
    etapes: run.stages.map(viewStage),
    preuve: run.proof === null ? null : viewProof(run.proof),
    dettes: debtsOf(run.counts),
    erreurs: run.errors.map(({ line, identifiant, message }) => ({
      ligne: line,
      identifiant,
      message: hideCredentials(message),
    })),
    message: run.message === null ? null : hideCredentials(run.message),
  };
}

function debtsOf({ unindexed = 0, unposted = 0, unembedded = 0 }: Partial<RunCounts>): Debt[] {
  const debts: readonly Debt[] = [
    { index: "plein_texte", entrees: unindexed },
    { index: "racines", entrees: unposted },
    { index: "vecteurs", entrees: unembedded },
  ];
  return debts.filter(({ entrees }) => entrees > 0);
}

/** A run without its errors, which are up to a hundred per run. */
export function summariseRun(run: Run): RunSummary {
  const { erreurs, ...view } = viewRun(run);
  return { ...view, nombre_erreurs: erreurs.length };
}

/** A stage in the words of the admin routes. */
function viewStage({ stage, durationMs, ...counts }: StageReport): StageView {
  return {
    etape: stage,
    duree_ms: durationMs,
    ajoutes: counts.added,
    changes: counts.changed,
    retires: counts.removed,
    inchanges: counts.unchanged,
    ecartes: counts.rejected,
  };
}

/** A proof in the words of the admin routes. */
export function viewProof({ fulltext, postings, vectors }: RunProof): ProofView {
  return {
    plein_texte: viewStore(fulltext),
    racines: postings === undefined ? null : viewStore(postings),
    vecteurs: viewStore(vectors),
  };
}

function viewStore({ agrees, expected, held }: StoreProof): StoreProofView {
  return { conforme: agrees, attendu: viewDigest(expected), tenu: held === null ? null : viewDigest(held) };
}

function viewDigest({ count, digest }: StoreDigest): DigestView {
  return { nombre: count, empreinte: digest };
}

/** Prefix of a run's message for an unforeseen fault, whose text is the program's own. */
export const UNEXPECTED = "Erreur inattendue : ";

interface StoreNames {
  /** How operators and callers read it, at the start of a sentence. */
  readonly label: string;
  /** The operator's name for its entries, in the plural. */
  readonly unit: string;
  /** The run's counter of entries written, if any. */
  readonly written: keyof RunCounts | null;
  /** The run's counter of entries left to write. */
  readonly undone: keyof RunCounts;
}

/** Names and counters of each derived store. */
export const STORE_NAMES: Readonly<Record<DerivedStore, StoreNames>> = {
  fulltext: { label: "L'index plein texte", unit: "textes", written: "indexed", undone: "unindexed" },
  postings: { label: "L'index des racines", unit: "documents", written: null, undone: "unposted" },
  vectors: { label: "L'index vectoriel", unit: "passages", written: null, undone: "unembedded" },
};

export const DERIVED_STORES: readonly DerivedStore[] = ["fulltext", "postings", "vectors"];

interface Backlog {
  readonly store: DerivedStore;
  /** Documents, or passages for the vectors, that the store lacks, or has in excess or outdated. */
  readonly entries: number;
}

/**
 * What is left to write in each derived store: as the run under way reports it, else as the last run that compared the
 * stores left it; zero without a debt, and at least one with it.
 */
export async function readBacklogs({ $client: sql }: Database): Promise<readonly Backlog[]> {
  const names = jsonRows(Object.entries(STORE_NAMES).map(([store, { undone }]) => ({ store, undone })));
  return await sql<Backlog[]>`
    select name.store, case when debt.store is null then owed.documents
      else greatest(1, owed.documents, coalesce(live.entries, last.entries, 1)) end as entries
    from json_to_recordset(${names}::text::json) as name (store text, undone text)
      cross join lateral (
        select count(*)::int as documents from owed_documents where store = name.store) as owed
      left join store_debts as debt on debt.store = name.store
      left join lateral (
        select (progress->>'total')::int - (progress->>'done')::int as entries from runs
        where status = 'running' and stage = name.store order by id desc limit 1) as live on true
      left join lateral (
        select (counts->>name.undone)::int as entries from runs
        where proof is not null order by id desc limit 1) as last on true
    order by name.store`;
}
