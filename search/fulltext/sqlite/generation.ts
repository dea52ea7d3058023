import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { EngineUnavailable, StoreDamaged } from "../../../db/engine/unavailable.ts";

import { LiveFile } from "./live-file.ts";

interface Content {
  readonly documents: number;
  /** The last number given: every document written takes another. */
  readonly last: number;
}

const CONTENT = `
  SELECT (SELECT count(*) FROM documents) AS documents,
    coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'documents'), 0) AS last`;

/** See `FullTextIndex.generation`, of the file at a path. @throws {StoreDamaged} */
export function readSqliteGeneration(path: string): string {
  if (!existsSync(path)) return "absent";
  const file = new LiveFile(path);
  try {
    return file.read(({ database, past }) => [database, past()].map(contentOf).join(" "));
  } catch (error) {
    if (error instanceof StoreDamaged || !(error instanceof EngineUnavailable)) throw error;
    return "unreadable";
  } finally {
    file.close();
  }
}

function contentOf(database: Database): string {
  const content = database.query<Content, []>(CONTENT).get();
  return `${content?.documents ?? 0} ${content?.last ?? 0}`;
}
