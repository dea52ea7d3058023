import type { Child } from "../pages/jsx/runtime.ts";
import { TableBox } from "../pages/table-box.tsx";

interface RowsProps {
  readonly label: string;
  readonly heads: readonly Child[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly Child[])[];
}

/** A table of a few columns. */
export function Rows({ label, heads, rows }: RowsProps) {
  return (
    <TableBox label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr>
              <th scope="row">{name}</th>
              {cells.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
