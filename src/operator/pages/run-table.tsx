import { type RunSummary, UNEXPECTED } from "../../../db/runs/view.ts";
import type { RunCounts, RunStatus } from "../../../db/schema/ingestion.ts";
import { duration, instant, quantity } from "../../pages/figures/figures.tsx";
import { TableBox } from "../../pages/paging.tsx";
import { PATHS } from "./context.ts";

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

/** Commands and options in the messages of runs: between guillemets, or a bare option. */
const COMMANDS = /((?<=« )bun run [^«»]*(?= »)|(?<=\s)--[a-z]+)/;

/** A command on its own line is indented; its description follows after a gap. */
const INDENT = "  ";
const GAP = "    ";

/** The final message of a run: a paragraph per line, with suggested commands and program output as code. */
export function Message({ text }: { readonly text: string }) {
  return (
    <>
      {text.split("\n").map((line) => (
        <p>{line.startsWith(INDENT) ? <CommandLine line={line} /> : <Sentence text={line} />}</p>
      ))}
    </>
  );
}

function CommandLine({ line }: { readonly line: string }) {
  const [command = "", ...purpose] = line.trim().split(GAP);
  return (
    <>
      <code>{command}</code> {purpose.join(" ")}
    </>
  );
}

/** Splitting by a group puts its matches at the odd indexes. */
function Sentence({ text }: { readonly text: string }) {
  if (text.startsWith(UNEXPECTED))
    return (
      <>
        {UNEXPECTED}
        <code>{text.slice(UNEXPECTED.length)}</code>
      </>
    );
  const parts = text.split(COMMANDS);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>;
}

const STATUS_LABELS: Readonly<Record<RunStatus, string>> = {
  queued: "En attente",
  running: "En cours",
  succeeded: "Réussie",
  failed: "Échouée",
  interrupted: "Interrompue",
};

export const COUNT_LABELS: Readonly<Record<keyof RunCounts, string>> = {
  records: "Enregistrements lus",
  documents: "Documents",
  actualites: "Actualités",
  unchanged: "Inchangés",
  created: "Créés",
  modified: "Modifiés",
  rederived: "Dérivés à nouveau",
  retired: "Retirés",
  rejected: "Écartés",
  indexed: "Indexés",
  unindexed: "Restant à indexer",
  unposted: "Documents dont les racines restent à tenir",
  embedded: "Passages vectorisés",
  unembedded: "Passages restant à vectoriser",
  toJudge: "Documents courts à juger",
};
