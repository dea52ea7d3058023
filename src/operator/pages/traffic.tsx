import { frenchDate } from "../../../bofip/days/days.ts";
import { BarChart } from "../../pages/figures/bar-chart.tsx";
import { counted, dayAndMonth, Figures, quantity, responseTime } from "../../pages/figures/figures.tsx";
import { TableBox } from "../../pages/paging.tsx";
import type { PeriodView, ServiceTraffic, TrafficView } from "../traffic.ts";

const HOUR: SpanWords = {
  name: (iso) => iso.slice(11, 16),
  told: (iso) => `${iso.slice(11, 16)} UTC`,
  length: "60 minutes",
  unit: "minute",
  article: "une",
};

const MONTH: SpanWords = {
  name: dayAndMonth,
  told: (iso) => frenchDate(iso.slice(0, 10)),
  length: "30 jours",
  unit: "jour",
  article: "un",
};

/** The traffic of the service over the last hour and the last thirty days. */
export function TrafficSection({
  traffic: { heure, trente_jours: month },
}: {
  readonly traffic: ServiceTraffic;
}) {
  return (
    <section aria-labelledby="requetes">
      <h2 id="requetes">Requêtes</h2>
      <p class="quiet">
        Toutes celles des appelants et des lecteurs, comptées chaque minute ; sans la supervision ni ce
        tableau de bord.
      </p>
      {month.requetes === 0 && heure.requetes === 0 ? (
        <p>Aucune requête n'a encore été comptée.</p>
      ) : (
        <>
          <Span title="La dernière heure" figures={heure} periods={heure.par_minute} words={HOUR} />
          <Span title="Les trente derniers jours" figures={month} periods={month.par_jour} words={MONTH} />
        </>
      )}
    </section>
  );
}

interface SpanProps {
  readonly title: string;
  readonly figures: TrafficView;
  readonly periods: readonly PeriodView[];
  readonly words: SpanWords;
}

function Span({ title, figures: { requetes, refus, erreurs, p95_ms: p95 }, periods, words }: SpanProps) {
  return (
    <>
      <h3>{title}</h3>
      {requetes === 0 ? (
        <p>Aucune requête.</p>
      ) : (
        <>
          <Figures
            figures={[
              ["requêtes", requetes],
              ["refus (401, 402, 403, 429)", refus],
              ["erreurs du service (5xx)", erreurs],
              ["95 % des réponses en moins de", p95 === null ? null : responseTime(p95)],
            ]}
          />
          <div class="charts">
            <RequestChart periods={periods} words={words} />
            <TimeChart periods={periods} words={words} />
          </div>
          <PeriodTable periods={periods} words={words} />
        </>
      )}
    </>
  );
}

/** How to word the periods of a span, from their first instants (ISO 8601). */
interface SpanWords {
  readonly name: (iso: string) => string;
  readonly told: (iso: string) => string;
  readonly length: string;
  readonly unit: string;
  readonly article: string;
}

interface PeriodsProps {
  /** Oldest first. */
  readonly periods: readonly PeriodView[];
  readonly words: SpanWords;
}

/** Requests as bars, with refusals and faults drawn over them. */
function RequestChart({ periods, words }: PeriodsProps) {
  const most = Math.max(...periods.map(({ requetes }) => requetes));
  const total = sum(periods.map(({ requetes }) => requetes));
  const failed = sum(periods.map(failuresOf));
  return (
    <BarChart
      bars={periods.map((period) => ({
        name: words.name(period.debut),
        value: period.requetes,
        part: failuresOf(period),
        told: `${words.told(period.debut)} : ${counted(period.requetes, "requête")}, dont ${quantity(failuresOf(period))} en refus ou en erreur`,
      }))}
      label={`${counted(total, "requête")} en ${words.length}, dont ${quantity(failed)} en refus ou en erreur ; au plus ${quantity(most)} en ${words.article} ${words.unit}.`}
      caption={
        <>
          Requêtes{" "}
          {failed === 0 ? null : (
            <>
              (<span class="chart-key">refus et erreurs</span>){" "}
            </>
          )}
          ; au plus {quantity(most)} par {words.unit}
        </>
      }
    />
  );
}

/** The response time of the slowest twentieth, as bars. */
function TimeChart({ periods, words }: PeriodsProps) {
  const most = responseTime(Math.max(0, ...periods.map(({ p95_ms: p95 }) => p95 ?? 0)));
  return (
    <BarChart
      bars={periods.map(({ debut, p95_ms: p95 }) => ({
        name: words.name(debut),
        value: p95 ?? 0,
        told: `${words.told(debut)} : ${timeOf(p95)}`,
      }))}
      label={`Temps que 95 % des réponses ne dépassent pas, par ${words.unit}, en ${words.length} : au plus ${most}.`}
      caption={`Temps que 95 % des réponses ne dépassent pas ; au plus ${most}`}
    />
  );
}

/** The figures of the periods with requests, newest first, behind a click. */
function PeriodTable({ periods, words: { told, unit } }: PeriodsProps) {
  const label = `Les chiffres ${unit} par ${unit}`;
  return (
    <details>
      <summary>{label}</summary>
      <TableBox label={label}>
        <table>
          <thead>
            <tr>
              {[unit === "jour" ? "Jour" : "Minute", "Requêtes", "Refus", "Erreurs", "95 sur 100 en"].map(
                (name) => (
                  <th scope="col">{name}</th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {periods
              .filter(({ requetes }) => requetes > 0)
              .toReversed()
              .map(({ debut, requetes, refus, erreurs, p95_ms: p95 }) => (
                <tr>
                  <th scope="row">{told(debut)}</th>
                  {[requetes, refus, erreurs].map((count) => (
                    <td class="number">{quantity(count)}</td>
                  ))}
                  <td class="number">{timeOf(p95)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </TableBox>
    </details>
  );
}

function failuresOf({ refus, erreurs }: PeriodView): number {
  return refus + erreurs;
}

function timeOf(p95: number | null): string {
  return p95 === null ? "–" : responseTime(p95);
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
