import { subjectOf } from "../../bofip/identifiers/subject.ts";
import type { FilterValues } from "../engine/document-filter.ts";
import type { Statements } from "../postgres/statements.ts";

/** What the values of a document are computed from. */
export interface ValueSource extends Pick<FilterValues, "domaine" | "type"> {
  readonly boiId: string;
  readonly division: string | null;
}

/** Where each is in the row of a document `d`. */
const COLUMNS = {
  domaine: "d.domaine",
  type: "d.type",
  division: "d.division",
} satisfies Record<Exclude<keyof ValueSource, "boiId">, string>;

/** The columns of `ValueSource`, of a document `d`. */
export function valueColumns(sql: Statements) {
  const columns = Object.entries({ boiId: "d.boi_id", ...COLUMNS });
  return sql.unsafe(columns.map(([name, column]) => `${column} as "${name}"`).join(", "));
}

/**
 * The same but the identifier, as arguments of `concat_ws`, null being empty: a document is indexed again when any of
 * them changes.
 */
export function hashedValueColumns(sql: Statements) {
  return sql.unsafe(
    Object.values(COLUMNS)
      .map((column) => `coalesce(${column}::text, '')`)
      .join(", "),
  );
}

/** The values by which filters find a document: the one place that says where each comes from. */
export function filterValuesOf(source: ValueSource): FilterValues {
  const { domaine, type } = source;
  return { domaine, type, matiere: subjectOf(source) };
}
