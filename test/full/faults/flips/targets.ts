import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../../db/postgres/database.ts";
import type { Random } from "../random.ts";

/** A kind of file of the embedded data folder, and one file of it. */
export interface Target {
  readonly kind: string;
  /** Relative to the data folder. */
  readonly file: string;
}

/** What the texts, the indexes, the keys and the engine's own catalogue lie in. */
const RELATIONS = [
  "documents",
  "edition_contents",
  "wordings",
  "passage_vectors",
  "document_postings",
  "embedding_model_parts",
  "actualites",
  "journal",
  "corpus",
  "past_fillings",
  "cited_law",
  "edition_tables",
  "proof_leaves",
  "proof_checkpoints",
  "api_keys",
  "editions_key",
  "pg_catalog.pg_class",
  "pg_catalog.pg_database",
] as const;

/** Files of PGlite that are no relation, by the pattern of their path. */
const OTHERS: readonly (readonly [kind: string, path: RegExp])[] = [
  ["free space map", /^pg\/base\/5\/\d+_fsm$/],
  ["visibility map", /^pg\/base\/5\/\d+_vm$/],
  ["write-ahead log", /^pg\/pg_wal\/[0-9A-F]{24}$/],
  ["pg_control", /^pg\/global\/pg_control$/],
  ["map of relations", /^pg\/base\/5\/pg_filenode\.map$/],
  ["shared map of relations", /^pg\/global\/pg_filenode\.map$/],
  ["cache of the catalogue", /^pg\/base\/5\/pg_internal\.init$/],
  ["version", /^pg\/PG_VERSION$/],
  ["configuration", /^pg\/postgresql\.conf$/],
  ["access rules", /^pg\/pg_hba\.conf$/],
  ["state of transactions", /^pg\/pg_xact\/[0-9A-F]+$/],
  ["shared row locks", /^pg\/pg_multixact\/offsets\/[0-9A-F]+$/],
  ["subtransactions", /^pg\/pg_subtrans\/[0-9A-F]+$/],
  ["origins of replication", /^pg\/pg_logical\/replorigin_checkpoint$/],
  ["full-text index", /^fulltext\.sqlite\.[\w-]+$/],
  ["full-text index of past texts", /^fulltext\.sqlite\.[\w-]+-passe$/],
];

/** One file of each kind in a data folder. */
export async function findTargets(database: Database, dataDir: string): Promise<readonly Target[]> {
  const rows = await database.$client<{ relation: string; file: string; toast: string | null }[]>`
    select name as relation, pg_relation_filepath(name::regclass) as file,
      (select pg_relation_filepath(reltoastrelid) from pg_class
        where oid = name::regclass and reltoastrelid <> 0) as toast
    from json_array_elements_text(${JSON.stringify(RELATIONS)}::text::json) as name`;
  const relations = rows.flatMap(({ relation, file, toast }) => [
    { kind: relation, file: join("pg", file) },
    ...(toast === null ? [] : [{ kind: `${relation}, long values`, file: join("pg", toast) }]),
  ]);
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" }).sort();
  const others = OTHERS.map(([kind, path]) => ({ kind, file: files.find((file) => path.test(file)) ?? "" }));
  return [...relations, ...others].filter(({ file }) => file !== "" && isFilled(join(dataDir, file)));
}

function isFilled(path: string): boolean {
  const { size } = statSync(path);
  return size > 0;
}

/** Flips one bit of a file, among its meaningful bytes, and returns where. */
export function flipOneBit(path: string, random: Random): string {
  const bytes = readFileSync(path);
  const last = bytes.findLastIndex((byte) => byte !== 0);
  const at = random.below(last + 1);
  const bit = random.below(8);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(path, bytes);
  return `bit ${bit} of byte ${at}`;
}
