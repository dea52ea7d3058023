import type { Database } from "../../../db/postgres/database.ts";
import type { StoredDocument } from "../../../db/queries/documents.ts";
import {
  type ExportedWording,
  type Perimeter,
  readExportedIds,
  readExportedWordings,
} from "../../../db/queries/export.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import type { ExportPosition } from "../../schemas/parameters/export-position.ts";
import { findText } from "../texts/find-text.ts";
import { readWording } from "../texts/read-wording.ts";

interface Listed {
  readonly position: ExportPosition;
  /** Null for a text that left the perimeter since it was listed. */
  readonly read: () => Promise<StoredDocument | null>;
}

/** The texts of a perimeter after a position, in order. */
export async function listTexts(
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

/**
 * A document in force; null for one that was withdrawn since it was listed, as the journal records, or whose text was
 * erased by law.
 */
async function readInForce(database: Database, boiId: string): Promise<StoredDocument | null> {
  try {
    const document = await findText(database, boiId, { kind: "shown" });
    return document.statut === "en_vigueur" ? document : null;
  } catch (error) {
    if (error instanceof ApiError && [404, 410].includes(error.status)) return null;
    throw error;
  }
}
