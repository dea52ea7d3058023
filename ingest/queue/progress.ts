import { setTimeout as sleep } from "node:timers/promises";
import { Type } from "@sinclair/typebox";
import { agree, printable } from "../../bofip/text/characters.ts";
import { jsonParser } from "../../db/engine/parse-json.ts";
import { ErasureOutcome } from "../../db/erasure/erase.ts";
import { ErasureView } from "../../db/erasure/erasures.ts";
import {
  type ProofView,
  RebuildingView,
  RunView,
  STAGE_LABELS,
  type StoreProofView,
} from "../../db/runs/view.ts";
import type { RunStage } from "../../db/schema/ingestion.ts";

/** Where progress is shown: standard error, in practice. */
interface Screen {
  write(text: string): void;
  readonly isTTY?: boolean;
}

const BAR_WIDTH = 30;
const ERASE_LINE = "\r\x1b[2K";

/**
 * Shows how far a run is: on a terminal a bar that redraws itself, with counts, rate and time left; elsewhere one plain
 * line per stage, because a scheduler's logs must contain no control codes.
 */
export class ProgressDisplay {
  private readonly told = new Set<RunStage>();
  private paced: { readonly stage: RunStage; readonly pace: Pace } | null = null;

  /** @param nowMs a monotonic clock. */
  constructor(
    private readonly screen: Screen,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** @param run its present state, ended or not: a stage too short to be seen running still gets its line. */
  show({ etape, etapes, avancement }: RunView): void {
    if (this.screen.isTTY === true) {
      if (etape !== null) this.screen.write(ERASE_LINE + this.draw(etape, avancement));
      return;
    }
    for (const stage of [...etapes.map((entry) => entry.etape), ...(etape === null ? [] : [etape])]) {
      if (this.told.has(stage)) continue;
      this.told.add(stage);
      this.screen.write(`${STAGE_LABELS[stage]}…\n`);
    }
  }

  private draw(stage: RunStage, progress: RunView["avancement"]): string {
    const label = STAGE_LABELS[stage];
    if (progress === null || progress.total === 0) return `${label}…`;
    if (this.paced?.stage !== stage) this.paced = { stage, pace: new Pace() };
    const { pace } = this.paced;
    pace.record(progress.fait, this.nowMs());
    const rate = pace.rate();
    const left = progress.total - progress.fait;
    const told = rate === null ? [] : [tellRate(rate), ...(left > 0 ? [tellTimeLeft(left / rate)] : [])];
    return [drawBar(label, progress), ...told].join(", ");
  }

  /** Leaves the cursor on an empty line. */
  end(): void {
    if (this.screen.isTTY === true) this.screen.write(ERASE_LINE);
  }
}

function drawBar(label: string, { fait, total }: NonNullable<RunView["avancement"]>): string {
  if (fait === total) return `${label} : ${fait}`;
  const filled = Math.round((fait / total) * BAR_WIDTH);
  return `${label} [${"#".repeat(filled)}${" ".repeat(BAR_WIDTH - filled)}] ${fait}/${total}`;
}

const SHOWN_ERRORS = 10;

const OUTCOMES = {
  queued: "Ingestion en attente",
  running: "Ingestion en cours",
  succeeded: "Ingestion terminée",
  failed: "Ingestion échouée",
  interrupted: "Ingestion interrompue",
} as const;

/** The end of a run in a few lines of French: what was rejected, then a summary line. */
export function summarise(run: RunView): string {
  const { comptes: counts } = run;
  const errors = run.erreurs
    .slice(0, SHOWN_ERRORS)
    .map(({ ligne, message }) => (ligne === null ? message : `ligne ${ligne} : ${message}`))
    .map((told) => `  - ${printable(told)}`);
  const hidden = run.erreurs.length - errors.length;
  if (hidden > 0) errors.push(`  - et ${hidden} autres (voir l'exécution ${run.id})`);
  // A document may come in several editions: what was read and what became of the documents are counted apart.
  const read = [
    agree(counts.documents, "édition de document", "éditions de documents"),
    agree(counts.actualites, "actualité"),
    agree(counts.rejected, "écarté"),
  ];
  const became = [
    agree(counts.created, "créé"),
    agree(counts.modified, "modifié"),
    agree(counts.retired, "retiré"),
  ];
  const summary =
    `${outcomeOf(run)} : ${agree(counts.records, "enregistrement lu", "enregistrements lus")} ` +
    `(${read.join(", ")}), dont ${agree(counts.unchanged, "inchangé")}. Documents : ${became.join(", ")}.`;
  const stages = run.etapes.length === 0 ? [] : [tellStages(run.etapes)];
  const proof = run.preuve === null ? [] : [tellProof(run.preuve)];
  return [
    ...errors,
    ...(run.message === null ? [] : [printable(run.message)]),
    ...stages,
    ...proof,
    summary,
  ].join("\n");
}

/** A run that stored all it read may have left an index behind. */
function outcomeOf({ statut, dettes }: RunView): string {
  return statut === "succeeded" && dettes.length > 0
    ? "Ingestion terminée, index en retard"
    : OUTCOMES[statut];
}

function tellStages(stages: RunView["etapes"]): string {
  const told = stages.map(
    ({ etape, duree_ms }) => `${STAGE_LABELS[etape].toLowerCase()} ${seconds(duree_ms)}`,
  );
  return `Étapes : ${told.join(", ")}.`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toLocaleString("fr-FR", { maximumFractionDigits: 1 })} s`;
}

/** Whether the stores agree, as a line of French. */
export function tellProof({ plein_texte, racines, vecteurs }: ProofView): string {
  const told = [tellStore("index plein texte", "textes", plein_texte)];
  if (racines !== null) told.push(tellStore("index des racines", "documents", racines));
  told.push(tellStore("index vectoriel", "passages", vecteurs));
  return `Contrôle des index : base ${plein_texte.attendu.nombre} textes et ${vecteurs.attendu.nombre} passages, ${told.join(", ")}.`;
}

function tellStore(label: string, unit: string, { conforme, tenu }: StoreProofView): string {
  const outcome = conforme ? "conforme" : "PAS CONFORME";
  return tenu === null
    ? `${label} ${outcome} (illisible)`
    : `${label} ${outcome} (${tenu.nombre} ${unit}, empreinte ${tenu.empreinte})`;
}

/** Whether a run has nothing more to do. */
export function isEnded({ statut }: RunView): boolean {
  return statut !== "queued" && statut !== "running";
}

/** Whether a run ended with every store in step, and proved it. */
export function isInStep({ statut, preuve }: RunView): boolean {
  if (statut !== "succeeded" || preuve === null) return false;
  const { plein_texte, racines, vecteurs } = preuve;
  return plein_texte.conforme && racines?.conforme !== false && vecteurs.conforme;
}

/** The pace is the latest minute's: a stage may begin slowly. */
const WINDOW_MS = 60_000;
/** A shorter time is no evidence. */
const SHORTEST_MS = 1_000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

/** How fast a stage progresses, from samples. */
class Pace {
  private samples: Sample[] = [];

  /** @param atMs of a monotonic clock. */
  record(done: number, atMs: number): void {
    this.samples.push({ done, atMs });
    // Keeps one sample from before the window: samples may be further apart than its length.
    while ((this.samples[1]?.atMs ?? atMs) <= atMs - WINDOW_MS) this.samples.shift();
  }

  /** Per second; null while there is no evidence. */
  rate(): number | null {
    const [first] = this.samples;
    const last = this.samples.at(-1);
    if (first === undefined || last === undefined) return null;
    const elapsedMs = last.atMs - first.atMs;
    const done = last.done - first.done;
    return elapsedMs < SHORTEST_MS || done <= 0 ? null : (done * 1_000) / elapsedMs;
  }
}

/** `120/s`, `0,3/s`. */
function tellRate(rate: number): string {
  const maximumFractionDigits = rate < 10 ? 1 : 0;
  return `${rate.toLocaleString("fr-FR", { maximumFractionDigits, useGrouping: false })}/s`;
}

/** `encore 43 s`, `encore 32 min`, `encore 5 h 30`. */
function tellTimeLeft(seconds: number): string {
  if (seconds < 60) return `encore ${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `encore ${minutes} min`;
  return `encore ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}

const POLL_MS = 250;

/** Shows a run on standard error until it ends, and returns its final state. @param read returns its present state. */
export async function followToEnd(read: () => Promise<RunView>): Promise<RunView> {
  const display = new ProgressDisplay(process.stderr);
  for (;;) {
    const run = await read();
    display.show(run);
    if (isEnded(run)) {
      display.end();
      return run;
    }
    await sleep(POLL_MS);
  }
}

/* FILE: Parsers of what the service answers to the commands of ingestion, over its control socket. */
/** Number of the task that the service accepted. */
export const parseAccepted = jsonParser(Type.Object({ id: Type.Integer() }));

export const parseRun = jsonParser(RunView);

export const parseErased = jsonParser(ErasureOutcome);

export const parseErasures = jsonParser(Type.Object({ effacements: Type.Array(ErasureView) }));

export const parseRebuilding = jsonParser(RebuildingView);
