import { frenchDate } from "../../bofip/days/french-date.ts";
import type { DayRefusals } from "../../db/traffic/refusals.ts";
import { errorPath, findError } from "../http/errors/catalogue.ts";
import { quantity } from "../pages/figures/format.ts";
import { TableBox } from "../pages/table-box.tsx";

/** The refusals of an account in thirty days, by day and code, each code linked to its documentation. */
export function RefusalsSection({ refusals }: { readonly refusals: readonly DayRefusals[] }) {
  return (
    <section aria-labelledby="refus">
      <h2 id="refus">Refus des 30 derniers jours</h2>
      {refusals.length === 0 ? (
        <p>Aucun.</p>
      ) : (
        <TableBox label="Refus">
          <table>
            <thead>
              <tr>
                <th scope="col">Jour (UTC)</th>
                <th scope="col">Code</th>
                <th scope="col">Refus</th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ day, code, refusals: count }) => (
                <tr>
                  <th scope="row">{frenchDate(day)}</th>
                  <td>
                    <Code code={code} />
                  </td>
                  <td class="number">{quantity(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <p class="quiet">Ils sont comptés chaque minute.</p>
    </section>
  );
}

/** A code that a later version counted has no documentation here. */
function Code({ code }: { readonly code: string }) {
  const entry = findError(code);
  return entry === null ? <code>{code}</code> : <a href={errorPath(entry.code)}>{code}</a>;
}
