import { readExportedIds, readExportStart } from "../../../db/queries/export.ts";
import { ATTRIBUTION } from "../../http/attribution.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { FullDocument } from "../../schemas/answers/document.ts";
import { type DocumentDeps, readDocument } from "../documents.ts";

export interface ExportRequest {
  /** Identifier after which the page begins; "" for the first one. */
  readonly apres: string;
  /** Documents of the page. */
  readonly limit: number;
}

/** Identifiers read at once: what is asked of the store stays small whatever the page. */
const IDS_A_READ = 100;

/**
 * One page of an export, line by line, read from the store as the lines are taken: where it begins, the documents in
 * force by identifier, then how it ended. Without its last line, a page was cut.
 */
export async function* exportLines(
  deps: DocumentDeps,
  { apres, limit }: ExportRequest,
): AsyncGenerator<string> {
  const { database } = deps;
  yield lineOf({ ...(await readExportStart(database)), source: ATTRIBUTION });
  let documents = 0;
  let last = apres;
  let isEnd = false;
  while (!isEnd && documents < limit) {
    const ids = await readExportedIds(database, last, Math.min(IDS_A_READ, limit - documents));
    isEnd = ids.length === 0;
    for (const boiId of ids) {
      const document = await readInForce(deps, boiId);
      last = boiId;
      if (document === null) continue;
      documents += 1;
      yield lineOf(document);
    }
  }
  const isWhole = isEnd || (await readExportedIds(database, last, 1)).length === 0;
  yield lineOf({ fin: true, documents, suivant: isWhole ? null : last });
}

/** A document in force; null for one that was withdrawn since it was listed, as the journal tells, or whose text the law erased. */
async function readInForce(deps: DocumentDeps, boiId: string): Promise<FullDocument | null> {
  try {
    const document = await readDocument(deps, boiId, { kind: "shown" });
    return document.statut === "en_vigueur" ? document : null;
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) return null;
    throw error;
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
