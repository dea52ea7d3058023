import { type SchemaOptions, type TInteger, Type } from "@sinclair/typebox";
import type { WordingKey } from "../../../db/queries/export.ts";
import { EXPECTED, type Parameter, parameter } from "./parameter.ts";

/** Plain digits within the bounds; `fallback` when absent. */
export function integer(
  minimum: number,
  maximum: number,
  fallback: number,
  documented: SchemaOptions = {},
): Parameter<number> {
  return wholeNumber(minimum, maximum, { ...documented, default: String(fallback) });
}

/** Plain digits within the bounds. */
export function wholeNumber(
  minimum: number,
  maximum: number,
  documented: SchemaOptions = {},
): Parameter<number> {
  const schema = { ...documented, type: "integer", minimum, maximum };
  return parameter(schema, `un entier de ${minimum} à ${maximum}`, (raw) => {
    const value = /^\d{1,9}$/.test(raw) ? Number(raw) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  });
}

/** A JSON number without fraction within the bounds; `fallback` when absent. */
export function jsonInteger(
  minimum: number,
  maximum: number,
  fallback: number,
  documented: SchemaOptions = {},
): TInteger {
  const options = { ...documented, minimum, maximum, default: fallback };
  return Type.Integer({ ...options, [EXPECTED]: () => `un entier de ${minimum} à ${maximum}` });
}

/** A number of the journal: microseconds, some 1.8 × 10^15 today. 0 when absent: from the beginning. */
export function sequenceNumber(documented: SchemaOptions = {}): Parameter<number> {
  const maximum = Number.MAX_SAFE_INTEGER;
  const schema = { ...documented, type: "integer", minimum: 0, maximum, default: "0" };
  return parameter(schema, `un entier de 0 à ${maximum}`, (raw) => {
    const value = /^\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
    return value <= maximum ? value : undefined;
  });
}

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
