import type { Html } from "../pages/jsx/runtime.ts";
import { TableBox } from "../pages/table-box.tsx";
import type { Check, Statistics } from "../schemas/answers/service.ts";
import { listAdminRuns } from "../services/admin/runs.ts";
import { readStatistics } from "../services/stats.ts";
import { checkComponents } from "../services/status.ts";
import type { DashboardContext } from "./context.ts";
import { instant, quantity } from "./format.ts";
import { Dashboard } from "./layout.tsx";
import { LaunchForm } from "./runs/launch-form.tsx";
import { Proof } from "./runs/proof.tsx";
import { RunTable } from "./runs/run-table.tsx";
import type { Session } from "./session.ts";

const LATEST_RUNS = 5;

/** The state of the service: components, extent of the corpus, latest ingestions. */
export async function homePage(context: DashboardContext, session: Session): Promise<Html> {
  const [checks, statistics, { runs }] = await Promise.all([
    checkComponents(context, context.clock()),
    readStatistics(context.database),
    listAdminRuns(context.primary),
  ]);
  const proof = runs.find((run) => run.preuve !== null)?.preuve;
  return (
    <Dashboard title="État" session={session} section="etat">
      <h1>État du service</h1>
      <Figures statistics={statistics} />
      <section aria-labelledby="composants">
        <h2 id="composants">Composants</h2>
        <CheckTable checks={Object.values(checks)} />
      </section>
      {proof ? <Proof proof={proof} /> : null}
      <section aria-labelledby="ingestions">
        <h2 id="ingestions">Dernières ingestions</h2>
        <LaunchForm session={session} />
        <RunTable runs={runs.slice(0, LATEST_RUNS)} />
      </section>
    </Dashboard>
  );
}

function Figures({ statistics }: { readonly statistics: Statistics }) {
  const figures = [
    ["documents en vigueur", quantity(statistics.total_documents)],
    ["versions", quantity(statistics.total_versions)],
    ["actualités", quantity(statistics.total_actualites)],
    ["dernière ingestion réussie", instant(statistics.last_import)],
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CheckTable({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <TableBox label="Composants">
      <table>
        <thead>
          <tr>
            <th scope="col">Composant</th>
            <th scope="col">État</th>
            <th scope="col">Réponse</th>
            <th scope="col">Remarque</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ component, ok, latency_ms: latencyMs, detail }) => (
            <tr>
              <th scope="row">{component}</th>
              <td>
                <span class={ok ? "badge badge-good" : "badge badge-warn"}>
                  {ok ? "En ordre" : "En défaut"}
                </span>
              </td>
              <td class="number">{latencyMs} ms</td>
              <td>{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
