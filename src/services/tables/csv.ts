import { stringify } from "csv-stringify/sync";
import { spreadCells } from "../../../bofip/tables/grid.ts";
import type { TableContent } from "../../../bofip/tables/table-builder.ts";

/**
 * A table as CSV (RFC 4180), each cell in every place that it spans; null when that would take too much room. The texts
 * are exact: nothing is added to those that a spreadsheet would take for a formula.
 */
export function csvOf({ lignes }: TableContent): string | null {
  const grid = spreadCells(lignes);
  if (grid === null) return null;
  const rows = grid.map((row) => row.map((cell) => cell?.texte ?? ""));
  // An empty line is no row to many readers, and a line break inside a cell must not end its row.
  return stringify(rows, { record_delimiter: "\r\n", quoted_empty: true, quoted_match: /[\r\n]/ });
}
