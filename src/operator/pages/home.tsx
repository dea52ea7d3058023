import { frenchDate } from "../../../bofip/days/days.ts";
import { readCorpusState } from "../../../db/queries/corpus.ts";
import type { DigestView, ProofView, StoreProofView } from "../../../db/runs/view.ts";
import type { Check, ProofCheck } from "../../features/service/answer.ts";
import { checkProof } from "../../features/service/proof-check.ts";
import { readStatistics } from "../../features/service/stats.ts";
import { checkComponents } from "../../features/service/status.ts";
import { Figures, instant, quantity } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import { TableBox } from "../../pages/paging.tsx";
import type { Session } from "../../sessions/cookie.ts";
import { listAdminRuns } from "../runs.ts";
import { readServiceTraffic } from "../traffic.ts";
import type { DashboardContext } from "./context.ts";
import { Dashboard } from "./layout.tsx";
import { RunTable } from "./run-table.tsx";
import { LaunchForm } from "./runs-page.tsx";
import { TrafficSection } from "./traffic.tsx";

const LATEST_RUNS = 5;
const PROOF_LIMIT_MS = 2_000;

/** The state of the service: extent of the corpus, requests, components, latest ingestions. */
export async function homePage(context: DashboardContext, session: Session): Promise<Html> {
  const now = context.clock();
  const terms = { now, isStamped: context.isProofStamped, timeLimitMs: PROOF_LIMIT_MS };
  const [checks, { coverage, surveyedAt }, statistics, traffic, { runs }, log] = await Promise.all([
    checkComponents(context, now),
    readCorpusState(context.primary),
    readStatistics(context.database),
    readServiceTraffic(context.primary, now),
    listAdminRuns(context.primary),
    checkProof(context.primary, terms),
  ]);
  const proof = runs.find((run) => run.preuve !== null)?.preuve;
  return (
    <Dashboard title="État" session={session} section="etat">
      <h1>État du service</h1>
      <Figures
        figures={[
          ["documents en vigueur", statistics.total_documents],
          ["éditions", statistics.total_versions],
          ["actualités", statistics.total_actualites],
          ["sources connues jusqu'au", coverage.until && frenchDate(coverage.until)],
          ["dernier relevé des adresses officielles", surveyedAt && instant(surveyedAt.toISOString())],
          ["dernière ingestion réussie", statistics.last_import && instant(statistics.last_import)],
        ]}
      />
      <TrafficSection traffic={traffic} />
      <section aria-labelledby="composants">
        <h2 id="composants">Composants</h2>
        <CheckTable checks={Object.values(checks)} />
      </section>
      <ProofLogSection log={log} />
      {proof ? <Proof proof={proof} /> : null}
      <section aria-labelledby="ingestions">
        <h2 id="ingestions">Dernières ingestions</h2>
        <LaunchForm session={session} />
        <RunTable runs={runs.slice(0, LATEST_RUNS)} />
      </section>
    </Dashboard>
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

/** Where the log of proof is: leaves, the last checkpoint, its timestamp. */
function ProofLogSection({ log }: { readonly log: ProofCheck }) {
  const { ok, journal, feuilles, signees, tete_le, horodatee_le, detail } = log;
  return (
    <section aria-labelledby="journal-de-preuve">
      <h2 id="journal-de-preuve">Journal de preuve</h2>
      {journal === null ? null : (
        <>
          <p>
            {journal}{" "}
            <span class={ok ? "badge badge-good" : "badge badge-warn"}>{ok ? "En ordre" : "En retard"}</span>
          </p>
          <Figures
            figures={[
              ["feuilles", feuilles],
              ["sous la dernière tête", quantity(signees)],
              ["dernière tête signée", instant(tete_le)],
              ["dernier horodatage", instant(horodatee_le)],
            ]}
          />
        </>
      )}
      {detail === undefined ? null : <p>{detail}</p>}
    </section>
  );
}

/** Whether the derived stores matched the relational one at the end of a run. */
export function Proof({ proof }: { readonly proof: ProofView }) {
  return (
    <section aria-labelledby="preuve">
      <h2 id="preuve">Accord des index avec la base</h2>
      <ul class="plain-list">
        <li>
          Plein texte (documents) : <Agreement store={proof.plein_texte} />
        </li>
        {proof.racines === null ? null : (
          <li>
            Racines (documents) : <Agreement store={proof.racines} />
          </li>
        )}
        <li>
          Vecteurs (passages) : <Agreement store={proof.vecteurs} />
        </li>
      </ul>
    </section>
  );
}

function Agreement({ store: { conforme, attendu, tenu } }: { readonly store: StoreProofView }) {
  return (
    <>
      <span class={conforme ? "badge badge-good" : "badge badge-warn"}>
        {conforme ? "Conforme" : "En écart"}
      </span>{" "}
      {describe(tenu)} tenus, {describe(attendu)} attendus
    </>
  );
}

function describe(digest: DigestView | null): string {
  return digest === null ? "?" : quantity(digest.nombre);
}
