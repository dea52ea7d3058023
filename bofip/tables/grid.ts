/** What a cell takes of its table. */
interface Spanning {
  readonly hauteur: number;
  readonly largeur: number;
}

/** Cells, spans repeated: no table of the doctrine comes near; more is a fault of the source. */
const MAX_SLOTS = 100_000;

/**
 * Spreads the cells of a table over its rows and columns, as HTML lays them out, each in every place that it spans;
 * rows are of one length, null where no cell is. Null for a table of more than 100,000 places.
 * @param rows cells in the row that opens them; none spans beyond the last row.
 */
export function spreadCells<Cell extends Spanning>(
  rows: readonly (readonly Cell[])[],
): (readonly (Cell | null)[])[] | null {
  const grid: (Cell | undefined)[][] = rows.map(() => []);
  let slots = 0;
  for (const [index, row] of rows.entries()) {
    let column = 0;
    for (const cell of row) {
      slots += cell.hauteur * cell.largeur;
      if (slots > MAX_SLOTS) return null;
      while (grid[index]?.[column] !== undefined) column += 1;
      fill(grid.slice(index, index + cell.hauteur), column, cell);
      column += cell.largeur;
    }
  }
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width * rows.length > MAX_SLOTS) return null;
  return grid.map((row) => Array.from({ length: width }, (_, column) => row[column] ?? null));
}

/** Where two cells overlap, the first one stays. */
function fill<Cell extends Spanning>(rows: (Cell | undefined)[][], start: number, cell: Cell): void {
  for (const row of rows) {
    for (let column = start; column < start + cell.largeur; column += 1) row[column] ??= cell;
  }
}
