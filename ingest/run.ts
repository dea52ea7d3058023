import { parisDay } from "../bofip/days/days.ts";
import { type Leaf, NO_TEXT_LEAF, paragraphPrints, printOfParagraphs } from "../bofip/proof/leaf.ts";
import { agree } from "../bofip/text/characters.ts";
import { SAMPLE } from "../config/allowed-sources.ts";
import type { LawConfig } from "../config/law.ts";
import type { ProofConfig } from "../config/proof.ts";
import { refreshCoverage, refreshStatistics } from "../db/ingestion/coverage.ts";
import { readEditionSources, readPgpLinks } from "../db/ingestion/pgp-links.ts";
import { readKeptWordings } from "../db/ingestion/wordings/kept-wordings.ts";
import { DamagedText } from "../db/integrity/damages.ts";
import type { Database } from "../db/postgres/database.ts";
import { appendLeaves } from "../db/proof/leaves.ts";
import { readProofLog } from "../db/proof/logs.ts";
import {
  readUnloggedEntries,
  readUnloggedWordings,
  type UnloggedEntry,
  type UnloggedWording,
} from "../db/proof/unlogged.ts";
import { findText } from "../db/queries/texts/stored-texts.ts";
import { findToJudge } from "../db/queries/versions.ts";
import { endRun, INTERRUPTED, type Run, type RunEnd } from "../db/runs/runs.ts";
import type { StageReport } from "../db/schema/ingestion.ts";
import { proveRun } from "./derived/proof.ts";
import { type DerivedStores, syncStores } from "./derived/stores.ts";
import { KnownPgpNames } from "./facts/export-picture.ts";
import { refreshAttestations } from "./facts/known-attestations.ts";
import { rederive, rederiveKept, rederiveRecords } from "./facts/rederive.ts";
import { refreshClassification } from "./facts/refresh/classification.ts";
import { refreshConsultations } from "./facts/refresh/consultations.ts";
import { IngestionFault, Interrupted, messageOf } from "./journal/fault.ts";
import { Journal } from "./journal/journal.ts";
import { ingestLaw } from "./law/stage.ts";
import { openLogIfNeeded, sealLog } from "./proof/open-log.ts";
import { openProver, type Prover } from "./proof/prover.ts";
import { ingestSource } from "./source.ts";
import { assertSameSource } from "./sources/remembered.ts";

export interface IngestionDeps extends DerivedStores {
  /** Nothing else writes the corpus meanwhile. */
  readonly database: Database;
  readonly clock: () => Date;
  /** See `Opening`. */
  readonly officialHost?: string;
  /** The log of proof; absent or null when this process keeps none. */
  readonly proof?: ProofConfig | null;
  /** The law of the day; absent or null when it is off. */
  readonly law?: LawConfig | null;
  /** Stops the run after the present batch. */
  readonly signal: AbortSignal;
  /** Called with each stage that has ended or been left. */
  readonly onStage?: (report: StageReport) => void;
}

/** Executes a claimed run, and writes its end, or its fault, to its row. The caller owns the ingestion lock. */
export async function runIngestion(deps: IngestionDeps, run: Run): Promise<RunEnd> {
  const journal = new Journal(deps.database, run.id, deps.signal, deps.onStage);
  const end = await runStages(deps, run, journal).then(
    (fault) => journal.end(fault === null ? "succeeded" : "failed", fault),
    (error) => journal.end(isInterruption(error) ? "interrupted" : "failed", wordsOf(error)),
  );
  await endRun(deps.database, run.id, end);
  return end;
}

/** Returns the source's fault, if any: derived stores are brought in step all the same. @throws {OtherSource} at first */
async function runStages(deps: IngestionDeps, run: Run, journal: Journal): Promise<string | null> {
  const { database, fullText, vectors, clock, proof: config = null } = deps;
  const proof = { database, config, journal, clock };
  if (!run.forced) await assertSameSource(database, run.source);
  await beginProof(proof);
  await rederive(database, journal);
  const fault = await ingestSource(deps, run, journal).then(
    () => null,
    (error) => {
      // A faulty source stops nothing else. Any other fault, the store's first of all, may have interrupted an import:
      // half of one must neither be published nor trained on.
      if (!(error instanceof IngestionFault) || isInterruption(error) || deps.signal.aborted) throw error;
      return wordsOf(error);
    },
  );
  const today = parisDay(clock());
  await refreshAttestations(database, today);
  await relink(database, journal);
  await refreshConsultations(database);
  await refreshClassification(database, journal);
  await countToJudge(database, journal);
  // Last: no response built from the previous content may claim this coverage.
  await refreshCoverage(database, today);
  if (journal.hasWritten()) await refreshStatistics(database);
  await endProof(proof);
  const outcomes = await syncStores({ database, fullText, vectors, clock }, journal);
  await proveRun(database, { fullText, vectors }, journal, { outcomes, now: clock() });
  const { law = null, signal } = deps;
  // The sample's articles are no law: they go with its documents alone.
  const isFit = law !== null && (law.source !== SAMPLE || run.source === SAMPLE);
  if (isFit) await ingestLaw({ database, law, clock, signal, isForced: run.forced }, journal);
  return fault;
}

const NAMED_TO_JUDGE = 5;

/** What may be a notice that was not read as one is never silent. */
async function countToJudge(database: Database, journal: Journal): Promise<void> {
  const found = await findToJudge(database);
  if (found.length === 0) return;
  journal.count("toJudge", found.length);
  const named = found.slice(0, NAMED_TO_JUDGE).join(", ");
  const others = found.length > NAMED_TO_JUDGE ? ", …" : "";
  const counted = agree(
    found.length,
    "document court sans paragraphe numéroté",
    "documents courts sans paragraphe numéroté",
  );
  const message = `À juger : ${counted}, dont aucune phrase ne dit le retrait ni le transfert (${named}${others}).`;
  journal.note({ line: null, identifiant: null, message });
}

function wordsOf(error: unknown): string {
  return isInterruption(error) ? INTERRUPTED : messageOf(error);
}

function isInterruption(error: unknown): boolean {
  return error instanceof Interrupted || (error instanceof Error && error.name === "AbortError");
}

interface RunProof {
  readonly database: Database;
  /** Null when this process keeps no log. */
  readonly config: ProofConfig | null;
  readonly journal: Pick<Journal, "warn" | "advance">;
  readonly clock: () => Date;
}

/** Before a run writes: its log is open, and has a leaf for every entry of the journal. */
export async function beginProof(run: RunProof): Promise<void> {
  const { database, journal, clock } = run;
  await withProver(run, (prover) => openLogIfNeeded(database, prover, clock()));
  await catchUpJournal(database, () => journal.advance(null));
}

/** Once a run has written: every text has its leaf, and every leaf is signed. */
export async function endProof(run: RunProof): Promise<void> {
  const { database, journal, clock } = run;
  await catchUpWordings(database, () => journal.advance(null));
  await withProver(run, (prover) => sealLog(database, prover, clock()));
}

/** Does what needs the key, if there is one. A fault of the log stops no ingestion: the run reports it. */
async function withProver(
  { config, journal }: RunProof,
  work: (prover: Prover) => Promise<void>,
): Promise<void> {
  try {
    const prover = config === null ? null : await openProver(config);
    if (prover !== null) await work(prover);
  } catch (error) {
    if (!(error instanceof IngestionFault)) throw error;
    journal.warn(error.message);
  }
}

const EDITIONS_PER_PAGE = 20;

/**
 * Derives again the editions that link to PGP numbers whose document has since become known, or changed, or that give the
 * day of one: a link and a day are the same whichever of the two came first.
 */
export async function relink(database: Database, journal: Journal): Promise<void> {
  const positions = await findOutdated(database);
  if (positions.length === 0) return;
  await rederiveRecords(
    database,
    journal,
    readPages(positions, (page) => readEditionSources(database, page)),
  );
  await rederiveKept(
    database,
    journal,
    readPages(positions, (page) => readKeptWordings(database, page)),
  );
}

async function findOutdated(database: Database): Promise<number[]> {
  const names = await KnownPgpNames.read(database);
  const positions: number[] = [];
  for await (const page of readPgpLinks(database)) {
    for (const { position, links } of page) {
      if (links.some(({ pgp, target }) => (names.get(pgp) ?? null) !== target)) positions.push(position);
    }
  }
  return positions;
}

async function* readPages<Row>(
  positions: readonly number[],
  read: (page: readonly number[]) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < positions.length; start += EDITIONS_PER_PAGE) {
    yield await read(positions.slice(start, start + EDITIONS_PER_PAGE));
  }
}

/** Called between two pages; throws to stop. */
type OnPage = () => Promise<void>;

/** Gives leaves, in the journal's order, to entries without: from before the log, or of a release that had none. */
async function catchUpJournal(database: Database, onPage: OnPage): Promise<void> {
  const log = await readProofLog(database);
  if (log?.isOpen !== true) return;
  for (let after = -1; ; ) {
    const page = await readUnloggedEntries(database, after);
    const last = page.at(-1);
    if (last === undefined) return;
    const leaves = [];
    for (const entry of page) {
      const paragraphes = await readList(database, entry);
      if (paragraphes !== undefined)
        leaves.push({ leaf: entryLeaf(entry, paragraphes), sequence: entry.sequence });
    }
    await appendLeaves(database, log.id, leaves);
    after = last.sequence;
    await onPage();
  }
}

/**
 * Gives leaves to the wordings whose present fingerprint has none, in the order of their rows: those that a new parser
 * changed, and texts received that their edition did not answer with; and to those whose § it cut otherwise.
 */
async function catchUpWordings(database: Database, onPage: OnPage): Promise<void> {
  const log = await readProofLog(database);
  if (log?.isOpen !== true) return;
  for (let after = 0; ; ) {
    const { last, unlogged } = await readUnloggedWordings(database, after);
    if (last === null) return;
    const leaves = new Map<string, Leaf>();
    for (const wording of unlogged) {
      const paragraphes = await readList(database, wording);
      const isLogged = paragraphes === undefined || wording.lists?.includes(paragraphes) === true;
      if (!isLogged) leaves.set(keyOf(wording), wordingLeaf(wording, paragraphes));
    }
    await appendLeaves(
      database,
      log.id,
      [...leaves.values()].map((leaf) => ({ leaf, sequence: null })),
    );
    after = last;
    await onPage();
  }
}

/** What its leaf says of the § of a text; null without, undefined while damaged: its leaf waits for the repair. */
async function readList(
  database: Database,
  { edition, empreinte }: UnloggedEntry | UnloggedWording,
): Promise<string | null | undefined> {
  if (edition === null || empreinte === null) return null;
  try {
    const text = await findText(database, edition, empreinte);
    return text === null ? null : printOfParagraphs(paragraphPrints(text.contenu_texte, text.spans));
  } catch (error) {
    if (error instanceof DamagedText) return undefined;
    throw error;
  }
}

/** Two kinds of source may have given one text: it has one leaf. */
function keyOf({ boiId, date, pgp, empreinte }: UnloggedWording): string {
  return `${boiId} ${date} ${pgp} ${empreinte}`;
}

function entryLeaf(entry: UnloggedEntry, paragraphes: string | null): Leaf {
  const { evenement, boiId: boi_id, date: date_debut, empreinte } = entry;
  if (evenement === "effacement") return { ...NO_TEXT_LEAF, evenement, boi_id, date_debut, empreinte };
  return { evenement, ...textOf(entry), paragraphes };
}

function wordingLeaf(wording: UnloggedWording, paragraphes: string | null): Leaf {
  const { isDerived, isKnown } = wording;
  if (isDerived) return { evenement: "derivation", ...textOf(wording), paragraphes };
  return { evenement: isKnown ? "rectification" : "edition", ...textOf(wording), paragraphes };
}

function textOf(text: UnloggedEntry | UnloggedWording): Omit<Leaf, "evenement" | "paragraphes"> {
  const { boiId, date, pgp, empreinte, empreinteSource, derivation, genre, fichier, recueLe } = text;
  return {
    boi_id: boiId,
    date_debut: date,
    pgp,
    empreinte,
    empreinte_source: empreinteSource,
    derivation,
    genre,
    fichier,
    empreinte_fichier: text.empreinteFichier,
    recue_le: recueLe,
  };
}
