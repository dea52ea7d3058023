import type { SchemaOptions } from "@sinclair/typebox";
import type { WordingKey } from "../../../db/queries/export.ts";
import { type Parameter, parameter } from "./parameter.ts";

/** Where a page of an export ends: after a wording of a document or, without a key, after the whole document. */
export interface ExportPosition {
  readonly boiId: string;
  readonly key: WordingKey | null;
}

const POSITION = /^BOI-[A-Z0-9-]+(?:_\d{4}-\d\d-\d\d_\d{1,9}_[0-9a-f]{64})?$/;

/** The value `suivant` of a page of an export. */
export function exportPosition(documented: SchemaOptions = {}): Parameter<ExportPosition> {
  const schema = { ...documented, type: "string", pattern: POSITION.source };
  return parameter(schema, "la valeur « suivant » de la page précédente", (raw) =>
    POSITION.test(raw) ? readExportPosition(raw) : undefined,
  );
}

/** The position as callers hand it back; they make nothing of it. */
export function writeExportPosition({ boiId, key }: ExportPosition): string {
  return key === null ? boiId : `${boiId}_${key.date}_${key.pgp}_${key.empreinte}`;
}

/** Reads what `writeExportPosition` wrote. */
export function readExportPosition(raw: string): ExportPosition {
  const [boiId = "", date, pgp, empreinte = ""] = raw.split("_");
  return { boiId, key: date === undefined ? null : { date, pgp: Number(pgp), empreinte } };
}
