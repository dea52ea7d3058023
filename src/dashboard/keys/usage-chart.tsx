import { frenchDate } from "../../../db/bofip/french-date.ts";
import type { DayUsage } from "../../../db/keys/usage.ts";
import { quantity } from "../format.ts";

const BAR_WIDTH = 18;
const BAR_GAP = 4;
const HEIGHT = 140;
/** Room for the day under the bars and the highest value above them. */
const FOOT = 18;
const HEAD = 18;
const LABEL_EVERY_DAYS = 7;

/** Charged answers by day as bars, each with its figure for who points at it; the figures again in a table. */
export function UsageChart({ days }: { readonly days: readonly DayUsage[] }) {
  const most = Math.max(0, ...days.map((day) => day.utilise));
  const total = days.reduce((sum, day) => sum + day.utilise, 0);
  const width = days.length * (BAR_WIDTH + BAR_GAP);
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${width} ${HEAD + HEIGHT + FOOT}`}
        role="img"
        aria-label={`${quantity(total)} réponses en ${days.length} jours ; au plus ${quantity(most)} en un jour.`}
      >
        <line class="chart-line" x1="0" x2={width} y1={HEAD + HEIGHT} y2={HEAD + HEIGHT} />
        {days.map((day, index) => (
          <Bar
            day={day}
            x={index * (BAR_WIDTH + BAR_GAP)}
            most={most}
            isNamed={index % LABEL_EVERY_DAYS === 0}
          />
        ))}
        <text class="chart-text" x="0" y="12">
          {`Maximum : ${quantity(most)}`}
        </text>
      </svg>
      <figcaption>
        <details>
          <summary>Les chiffres jour par jour</summary>
          <UsageTable days={days} />
        </details>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly day: DayUsage;
  readonly x: number;
  readonly most: number;
  readonly isNamed: boolean;
}

function Bar({ day: { date, utilise }, x, most, isNamed }: BarProps) {
  const height = most === 0 ? 0 : Math.round((utilise / most) * HEIGHT);
  return (
    <>
      <rect class="chart-bar" x={x} y={HEAD + HEIGHT - height} width={BAR_WIDTH} height={height}>
        <title>{`${frenchDate(date)} : ${quantity(utilise)}`}</title>
      </rect>
      {isNamed ? (
        <text class="chart-text" x={x} y={HEAD + HEIGHT + FOOT - 4}>
          {date.slice(8)}/{date.slice(5, 7)}
        </text>
      ) : null}
    </>
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
