import type { StoreDigest } from "../engine/digest.ts";
import type {
  RunCounts,
  RunProof,
  RunStage,
  RunStatus,
  StageReport,
  StoreProof,
} from "../schema/ingestion.ts";
import type { Run } from "./runs.ts";
import { displaySource, hideCredentials } from "./source-names.ts";

/** A run as the admin routes give it (contract, operations). */
export interface RunView {
  readonly id: number;
  readonly statut: RunStatus;
  readonly etape: RunStage | null;
  readonly avancement: { readonly fait: number; readonly total: number } | null;
  /** What was ingested; not `source`, which is the attribution of every body. */
  readonly origine: string;
  readonly force: boolean;
  readonly demande: string;
  readonly debut: string | null;
  readonly fin: string | null;
  readonly date_reference: string | null;
  readonly comptes: RunCounts;
  readonly etapes: readonly StageView[];
  readonly preuve: ProofView | null;
  readonly erreurs: readonly { ligne: number | null; identifiant: string | null; message: string }[];
  readonly message: string | null;
}

/** A run in a list: how many things it had to say, without them. */
export interface RunSummary extends Omit<RunView, "erreurs"> {
  readonly nombre_erreurs: number;
}

/** What a stage took and did, in documents, or in passages for the vector store. */
export interface StageView {
  readonly etape: RunStage;
  readonly duree_ms: number;
  readonly ajoutes: number;
  readonly changes: number;
  readonly retires: number;
  readonly inchanges: number;
  readonly ecartes: number;
}

export interface DigestView {
  readonly nombre: number;
  readonly empreinte: string;
}

/** What the relational store says that a derived one must hold, and what that one holds (null: it can't be read). */
export interface StoreProofView {
  readonly conforme: boolean;
  readonly attendu: DigestView;
  readonly tenu: DigestView | null;
}

export interface ProofView {
  readonly plein_texte: StoreProofView;
  readonly vecteurs: StoreProofView;
}

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
    erreurs: run.errors.map(({ line, identifiant, message }) => ({
      ligne: line,
      identifiant,
      message: hideCredentials(message),
    })),
    message: run.message === null ? null : hideCredentials(run.message),
  };
}

/** The same without its errors, of which a run keeps up to a hundred. */
export function summariseRun(run: Run): RunSummary {
  const { erreurs, ...view } = viewRun(run);
  return { ...view, nombre_erreurs: erreurs.length };
}

/** A stage in the words of the admin routes. */
export function viewStage({ stage, durationMs, ...counts }: StageReport): StageView {
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
export function viewProof({ fulltext, vectors }: RunProof): ProofView {
  return { plein_texte: viewStore(fulltext), vecteurs: viewStore(vectors) };
}

function viewStore({ agrees, expected, held }: StoreProof): StoreProofView {
  return { conforme: agrees, attendu: viewDigest(expected), tenu: held === null ? null : viewDigest(held) };
}

function viewDigest({ count, digest }: StoreDigest): DigestView {
  return { nombre: count, empreinte: digest };
}
