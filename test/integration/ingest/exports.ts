import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProofConfig } from "../../../config/proof.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { claimRun, type Run, readRun, requestRun } from "../../../db/runs/runs.ts";
import type { VectorStores } from "../../../ingest/derived/vectors/sync.ts";
import { runIngestion } from "../../../ingest/run.ts";
import { type FullTextIndex, type FullTextStore, openFullTextIndex } from "../../../search/fulltext/open.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { temporaryFolder } from "../../folders.ts";

export interface Edition {
  readonly date: string;
  readonly pgp: number;
  readonly titre?: string;
  readonly texte?: string;
  /** Its whole HTML, instead of one § with its text. */
  readonly html?: string;
}

/** A line of an export: one edition of a document. */
export function contenu(boiId: string, { date, pgp, titre, texte, html }: Edition): string {
  const body = texte ?? `Le régime de ${boiId} est exposé ici.`;
  return JSON.stringify({
    type: "Contenu",
    titre: titre ?? `IR - ${boiId}`,
    debut_de_validite: date,
    serie: boiId.split("-")[1],
    division: null,
    identifiant_juridique: boiId,
    permalien: `https://bofip.impots.gouv.fr/bofip/${pgp}-PGP.html/identifiant=${boiId}-${date.replaceAll("-", "")}`,
    contenu: body,
    contenu_html:
      html ??
      `<p class="numero-de-paragraphe-western" id="1_01">1</p><p class="paragraphe-western">${body}</p>`,
  });
}

/** A line of an export: an actualité that names documents. */
export function actualite(id: string, date: string, texte: string): string {
  return JSON.stringify({
    type: "Actualité",
    titre: `Nouvelle ${id}`,
    debut_de_validite: date,
    serie: null,
    division: null,
    identifiant_juridique: id,
    permalien: `https://bofip.impots.gouv.fr/bofip/77-PGP.html/identifiant=${id}`,
    contenu: texte,
    contenu_html: null,
  });
}

/** Ten documents in force since 2020, so that the loss of one stays within the 10 % guard. */
export const TEN = Array.from({ length: 10 }, (_, index) =>
  contenu(`BOI-IR-BASE-${index + 1}0`, { date: "2020-01-15", pgp: 100 + index }),
);

/** A record that dates an export. */
export function dating(date: string): string {
  return actualite("ACTU-2020-00001", date, "Mise à jour de la base.");
}

/** Writes an export to a new file, dated `issuedAt`. */
export function writeExport(lines: readonly string[], issuedAt = "2026-01-01T00:00:00Z"): string {
  const path = join(temporaryFolder(), "export.jsonl");
  writeFileSync(path, lines.map((line) => `${line}\n`).join(""));
  utimesSync(path, new Date(issuedAt), new Date(issuedAt));
  return path;
}

const VECTORS: VectorStores = { embeddings: EMBEDDED_ENGINES.embeddings, index: null };

export interface Ingester {
  /** Executes a run to its end and returns its row. Forced, so that sources may follow one another. */
  ingest(
    source: string,
    options?: {
      readonly forced?: boolean;
      readonly fullText?: FullTextStore;
      readonly vectors?: VectorStores;
      /** Treated as the official host. */
      readonly officialHost?: string;
      /** The log of proof. */
      readonly proof?: ProofConfig;
      /** Stops the run. */
      readonly signal?: AbortSignal;
    },
  ): Promise<Run>;
  readonly fullText: FullTextIndex;
}

/** @param dataDir folder of the full-text index. */
export function ingester(
  database: Database,
  now = "2026-06-01T04:00:00Z",
  dataDir = temporaryFolder(),
): Ingester {
  const fullText = openFullTextIndex({ ...EMBEDDED_ENGINES, dataDir });
  return {
    fullText,
    async ingest(source, options = {}) {
      const id = await requestRun(database, { source, forced: options.forced ?? true });
      const run = await claimRun(database);
      if (run === null) throw new Error("the run is not there");
      const { signal = new AbortController().signal, officialHost, proof = null } = options;
      const stores = { fullText: options.fullText ?? fullText, vectors: options.vectors ?? VECTORS };
      const deps = {
        database,
        ...stores,
        clock: () => new Date(now),
        signal,
        proof,
        ...(officialHost && { officialHost }),
      };
      await runIngestion(deps, run);
      const ended = await readRun(database, id);
      if (ended === null) throw new Error("the run has gone");
      return ended;
    },
  };
}

/** The tables that ingestion fills. */
const FILLED =
  `journal documents edition_contents edition_references cited_law edition_pgp_links edition_tables passages
  kept_texts kept_sources wordings editions changes plan_nodes actualite_references consultations actualites exports
  export_members absences applied_archives named_archives http_validators runs store_debts owed_documents store_generations fulltext_servers passage_vectors embedding_models
  embedding_model_parts document_postings fillings past_fillings damaged_texts scrubs erasures
  proof_logs proof_leaves proof_nodes proof_checkpoints proof_timestamps source_servers`.split(/\s+/);
const NUMBERED = ["editions", "exports", "runs", "wordings"];

/**
 * Empties the tables that ingestion fills. A truncation recreates the files of each table and index, which takes a
 * hundred times as long as deleting a few rows; meanwhile no key is checked and no trigger fires.
 */
export async function emptyStore(database: Database): Promise<void> {
  await database.$client.unsafe(
    [
      "set session_replication_role = replica",
      ...FILLED.map((table) => `delete from ${table}`),
      ...NUMBERED.map((table) => `alter sequence ${table}_id_seq restart`),
      "update corpus set source = null, embedder = null, coverage = null, surveyed_at = null",
      "set session_replication_role = default",
    ].join(";"),
  );
}

/** All that readers can see, in an order of its own: equal for equal stores. */
export async function visibleState(database: Database): Promise<unknown> {
  const sql = database.$client;
  const tables = [
    sql`select boi_id, titre, type, domaine, statut, transfere_vers, date_publication, date_mise_a_jour, url
      from documents order by boi_id`,
    sql`select e.boi_id, debut_de_validite, pgp, kind, statut, date_fin, current, source_hash, derivation_version,
        avis, transferts, contenu_html, contenu_texte, paragraphes, reserves, images
      from editions e join edition_contents c on c.edition_id = e.id order by 1, 2, 3`,
    sql`select boi_id, date, nature, pgp from changes order by 1, 2, 3, 4`,
    sql`select chemin, parent, segment, titre, documents from plan_nodes order by chemin`,
    sql`select e.boi_id, e.debut_de_validite, target, position, mentions
      from edition_references r join editions e on e.id = r.edition_id order by 1, 2, 4`,
    sql`select id, titre, date, contenu_texte from actualites order by id`,
    sql`select boi_id, since from absences order by 1, 2`,
  ];
  return (await Promise.all(tables)).map((rows) => [...rows]);
}

/** `BOI-…: statut` of every document. */
export async function statuts(database: Database): Promise<Record<string, string>> {
  const rows = await database.$client<
    { boi_id: string; statut: string }[]
  >`select boi_id, statut from documents`;
  return Object.fromEntries(rows.map(({ boi_id, statut }) => [boi_id, statut]));
}

/** Entries of /v1/changes of a document, oldest first: `2020-01-15 creation`. */
export async function changesOf(database: Database, boiId: string): Promise<string[]> {
  const rows = await database.$client<{ date: string; nature: string }[]>`
    select date, nature from changes where boi_id = ${boiId} order by date, nature`;
  return rows.map(({ date, nature }) => `${date} ${nature}`);
}

/** Versions of a document, oldest first: `2020-01-15 remplace 2021-02-01`. */
export async function versionsOf(database: Database, boiId: string): Promise<string[]> {
  const rows = await database.$client<{ debut: string; statut: string; date_fin: string | null }[]>`
    select debut_de_validite as debut, statut, date_fin from editions where boi_id = ${boiId} order by 1, pgp`;
  return rows.map(({ debut, statut, date_fin }) => `${debut} ${statut} ${date_fin ?? "…"}`);
}
