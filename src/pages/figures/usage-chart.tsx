import { frenchDate } from "../../../bofip/days/french-date.ts";
import type { DayUsage } from "../../../db/keys/usage.ts";
import { BarChart } from "./bar-chart.tsx";
import { counted, dayAndMonth, quantity } from "./format.ts";

/** Charged answers by day as bars, with the figures in a table. A sentence when there were none. */
export function UsageChart({ days }: { readonly days: readonly DayUsage[] }) {
  const most = Math.max(0, ...days.map((day) => day.utilise));
  const total = days.reduce((sum, day) => sum + day.utilise, 0);
  if (total === 0) return <p>Aucune réponse.</p>;
  return (
    <BarChart
      bars={days.map(({ date, utilise }) => ({
        name: dayAndMonth(date),
        value: utilise,
        told: `${frenchDate(date)} : ${quantity(utilise)}`,
      }))}
      label={`${counted(total, "réponse")} en ${days.length} jours ; au plus ${quantity(most)} en un jour.`}
      caption={`Maximum : ${quantity(most)}`}
    >
      <details>
        <summary>Les chiffres jour par jour</summary>
        <UsageTable days={days} />
      </details>
    </BarChart>
  );
}

function UsageTable({ days }: { readonly days: readonly DayUsage[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Jour</th>
          <th scope="col">Réponses</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ date, utilise }) => (
          <tr>
            <th scope="row">{frenchDate(date)}</th>
            <td class="number">{quantity(utilise)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
