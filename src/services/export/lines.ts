import { type Perimeter, readExportStart } from "../../../db/queries/export.ts";
import { ATTRIBUTION } from "../../http/attribution.ts";
import { stated } from "../../http/coverage.ts";
import { type ExportPosition, writeExportPosition } from "../../schemas/parameters/export-position.ts";
import { type DocumentDeps, documentAnswer } from "../documents.ts";
import { listTexts } from "./perimeters.ts";
import type { ExportRoots } from "./roots.ts";

export interface ExportRequest {
  readonly perimetre: Perimeter;
  /** The page starts after it; null for the first one. */
  readonly apres: ExportPosition | null;
  /** Documents of the page. */
  readonly limit: number;
}

export interface ExportLinesDeps extends DocumentDeps {
  readonly roots: ExportRoots;
}

/** Texts listed at once, so that each read of the store stays small whatever the page. */
const LISTED_AT_ONCE = 100;

const BEGINNING: ExportPosition = { boiId: "", key: null };

/**
 * Streams one page of an export, line by line, read from the store as the lines are consumed: where it starts, the
 * texts of the perimeter in order, then how it ended. A page without its last line was cut.
 */
export async function* exportLines(
  { roots, ...deps }: ExportLinesDeps,
  { perimetre, apres, limit }: ExportRequest,
): AsyncGenerator<string> {
  const { database } = deps;
  const { coverage, ...start } = await readExportStart(database, perimetre);
  yield lineOf({ ...start, ...stated(coverage, "corpus"), source: ATTRIBUTION });
  let documents = 0;
  let last = apres ?? BEGINNING;
  let isEnd = false;
  while (!isEnd && documents < limit) {
    const texts = await listTexts(database, perimetre, last, Math.min(LISTED_AT_ONCE, limit - documents));
    isEnd = texts.length === 0;
    for (const { position, read } of texts) {
      const text = await read();
      last = position;
      if (text === null) continue;
      documents += 1;
      yield lineOf(await documentAnswer(deps, text, null));
    }
  }
  const isWhole = isEnd || (await listTexts(database, perimetre, last, 1)).length === 0;
  if (isWhole) yield lineOf({ fin: true, documents, suivant: null, racine: await roots.of(perimetre) });
  else yield lineOf({ fin: true, documents, suivant: writeExportPosition(last) });
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
