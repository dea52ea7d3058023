import type { RunSummary } from "../../../db/runs/view.ts";
import type { RunStatus } from "../../../db/schema/ingestion.ts";
import { duration, instant, quantity } from "../../pages/figures/format.ts";
import { TableBox } from "../../pages/table-box.tsx";
import { PATHS } from "./context.ts";
import { STATUS_LABELS } from "./run-labels.ts";
import { Message } from "./run-message.tsx";

/** Runs, newest first. */
export function RunTable({ runs }: { readonly runs: readonly RunSummary[] }) {
  if (runs.length === 0) return <p>Aucune ingestion n'a encore été demandée.</p>;
  return (
    <TableBox label="Ingestions">
      <table>
        <thead>
          <tr>
            <th scope="col">N°</th>
            <th scope="col">Demandée le</th>
            <th scope="col">État</th>
            <th scope="col">Durée</th>
            <th scope="col">Créés</th>
            <th scope="col">Modifiés</th>
            <th scope="col">Retirés</th>
            <th scope="col">Remarques</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr>
              <th scope="row">
                <a href={`${PATHS.runs}/${run.id}`}>{run.id}</a>
              </th>
              <td class="instant">{instant(run.demande)}</td>
              <td>
                <RunStatusBadge status={run.statut} />
                {run.statut === "failed" && run.message !== null ? <Message text={run.message} /> : null}
              </td>
              <td class="number">{durationOf(run)}</td>
              <td class="number">{quantity(run.comptes.created)}</td>
              <td class="number">{quantity(run.comptes.modified)}</td>
              <td class="number">{quantity(run.comptes.retired)}</td>
              <td class="number">{countRemarks(run)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** How many remarks a run made about records; called faults for a failed run. */
function countRemarks({ nombre_erreurs: count, statut }: RunSummary): string {
  if (count === 0) return "–";
  const word = statut === "failed" ? "erreur" : "remarque";
  return `${quantity(count)} ${word}${count > 1 ? "s" : ""}`;
}

export function RunStatusBadge({ status }: { readonly status: RunStatus }) {
  const tones: Partial<Record<RunStatus, string>> = { succeeded: "badge-good", failed: "badge-warn" };
  return <span class={`badge ${tones[status] ?? ""}`}>{STATUS_LABELS[status]}</span>;
}

/** The duration of an ended run. */
export function durationOf({ debut, fin }: Pick<RunSummary, "debut" | "fin">): string {
  return debut === null || fin === null ? "–" : duration(Date.parse(fin) - Date.parse(debut));
}
