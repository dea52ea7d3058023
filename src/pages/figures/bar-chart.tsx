import { frenchDate } from "../../../bofip/days/days.ts";
import type { DayUsage } from "../../../db/keys/usage.ts";
import type { Child } from "../jsx/runtime.ts";
import { counted, dayAndMonth, quantity } from "./figures.tsx";

interface Bar {
  /** The label under the axis. */
  readonly name: string;
  readonly value: number;
  /** A part of the value, drawn over it in the warning colour. */
  readonly part?: number;
  /** The figure, shown on hover. */
  readonly told: string;
}

interface BarChartProps {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  /** Text alternative of the drawing. */
  readonly label: string;
  /** Above the chart: what is drawn, and its highest value. */
  readonly caption: Child;
  /** The figures as a table, behind a click. */
  readonly children?: Child;
}

/** In the drawing's own units: it stretches to its container, whereas its texts, outside, keep their size. */
const STEP = 10;
const BAR_WIDTH = 8;
const HEIGHT = 100;
const NAMES_ON_THE_AXIS = 4;

/** A bar chart of values over time. */
export function BarChart({ bars, label, caption, children }: BarChartProps) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const heightOf = (value: number) => (most === 0 ? 0 : (value / most) * HEIGHT);
  return (
    <figure class="chart">
      <p class="chart-text">{caption}</p>
      <svg
        viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map((bar, index) => (
          <g>
            <title>{bar.told}</title>
            <Rectangle kind="chart-bar" index={index} height={heightOf(bar.value)} />
            {bar.part ? <Rectangle kind="chart-part" index={index} height={heightOf(bar.part)} /> : null}
          </g>
        ))}
      </svg>
      <div class="chart-axis chart-text" aria-hidden="true">
        {namesOf(bars).map((name) => (
          <span>{name}</span>
        ))}
      </div>
      {children === undefined ? null : <figcaption>{children}</figcaption>}
    </figure>
  );
}

interface RectangleProps {
  readonly kind: "chart-bar" | "chart-part";
  readonly index: number;
  readonly height: number;
}

function Rectangle({ kind, index, height }: RectangleProps) {
  const tall = Math.round(height * 10) / 10;
  return (
    <rect
      class={kind}
      x={index * STEP + (STEP - BAR_WIDTH) / 2}
      y={Math.round((HEIGHT - tall) * 10) / 10}
      width={BAR_WIDTH}
      height={tall}
    />
  );
}

/** The first, the last, and some at even distances between them. */
function namesOf(bars: readonly Bar[]): string[] {
  const last = bars.length - 1;
  return Array.from({ length: NAMES_ON_THE_AXIS }, (_, index) => {
    const place = Math.round((index * last) / (NAMES_ON_THE_AXIS - 1));
    return bars[place]?.name ?? "";
  });
}

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
