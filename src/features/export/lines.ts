import type { Database } from "../../../db/postgres/database.ts";
import { readRevision } from "../../../db/queries/corpus.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import {
  type ExportedWording,
  type ExportRoot,
  type Perimeter,
  readExportedIds,
  readExportedWordings,
  readExportRoot,
  readExportStart,
} from "../../../db/queries/export.ts";
import { ATTRIBUTION } from "../../http/attribution.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { stated } from "../../http/exchange.ts";
import { type ExportPosition, writeExportPosition } from "../../schemas/parameters/parameter.ts";
import { findText } from "../../texts/find-text.ts";
import { readWording } from "../../texts/read-wording.ts";
import { type DocumentDeps, documentAnswer } from "../documents/service.ts";

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

/** Streams a page as it is read: where it starts, texts in order, then how it ended; without a last line, it was cut. */
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

interface Listed {
  readonly position: ExportPosition;
  /** Null for a text that left the perimeter since it was listed. */
  readonly read: () => Promise<StoredDocument | null>;
}

/** The texts of a perimeter after a position, in order. */
async function listTexts(
  database: Database,
  perimeter: Perimeter,
  after: ExportPosition,
  limit: number,
): Promise<Listed[]> {
  if (perimeter === "en_vigueur") {
    const ids = await readExportedIds(database, after.boiId, limit);
    return ids.map((boiId) => ({
      position: { boiId, key: null },
      read: () => readInForce(database, boiId),
    }));
  }
  const wordings = await readExportedWordings(database, after, limit);
  return wordings.map((wording) => listedWording(database, wording));
}

function listedWording(database: Database, { boiId, edition, ...key }: ExportedWording): Listed {
  return { position: { boiId, key }, read: () => readWording(database, boiId, edition, key.empreinte) };
}

/** Null for a document withdrawn since it was listed, as the journal records, or whose text was erased by law. */
async function readInForce(database: Database, boiId: string): Promise<StoredDocument | null> {
  try {
    const document = await findText(database, boiId, { kind: "shown" });
    return document.statut === "en_vigueur" ? document : null;
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) return null;
    throw error;
  }
}

/** Caches the roots of exports, each computed once per state of the corpus: it reads every stored text. */
export class ExportRoots {
  private readonly known = new Map<Perimeter, Promise<ExportRoot>>();

  constructor(private readonly database: Database) {}

  async of(perimeter: Perimeter): Promise<ExportRoot> {
    const known = await this.known.get(perimeter)?.catch(() => null);
    if (known != null && known.revision === (await readRevision(this.database))) return known;
    const reading = readExportRoot(this.database, perimeter);
    this.known.set(perimeter, reading);
    return await reading;
  }
}
