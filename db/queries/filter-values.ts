import { subjectOf } from "../../bofip/identifiers/identifier.ts";
import type { FilterValues } from "../engine/document-filter.ts";
import type { Piece, Statements } from "../postgres/statements.ts";

/** What the values of a document are computed from. */
export interface ValueSource extends Pick<FilterValues, "domaine" | "type"> {
  readonly boiId: string;
  readonly division: string | null;
}

/** Where each is in the row of a document, or of an edition. */
const COLUMNS = {
  domaine: "domaine",
  type: "type",
  division: "division",
} satisfies Record<Exclude<keyof ValueSource, "boiId">, string>;

/** The columns of `ValueSource`, of a document or of an edition, by the name of its row. */
export function valueColumns(sql: Statements, row: "d" | "e"): Piece {
  const columns = Object.entries(COLUMNS).map(
    ([name, column]) => sql`, ${sql(`${row}.${column}`)} as ${sql(name)}`,
  );
  return sql`${sql(row)}.boi_id as "boiId" ${columns}`;
}

/**
 * Those columns but the identifier, as the last arguments of `concat_ws`, null being empty: a document is indexed again when
 * any of them changes.
 */
export function hashedValueColumns(sql: Statements, row: "d" | "e"): Piece {
  return sql`${Object.values(COLUMNS).map((column) => sql`, coalesce(${sql(`${row}.${column}`)}::text, '')`)}`;
}

/** The values by which filters find a document, and the columns that each comes from. */
export function filterValuesOf(source: ValueSource): FilterValues {
  const { domaine, type } = source;
  return { domaine, type, matiere: subjectOf(source) };
}
