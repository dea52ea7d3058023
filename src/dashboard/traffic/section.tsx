import { frenchDate } from "../../../bofip/days/french-date.ts";
import { Figures } from "../../pages/figures/figures.tsx";
import { dayAndMonth, responseTime } from "../../pages/figures/format.ts";
import type { PeriodView, ServiceTraffic, TrafficView } from "../../schemas/answers/traffic.ts";
import { PeriodTable, RequestChart, type SpanWords, TimeChart } from "./charts.tsx";

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
