import { type RunView, STAGE_LABELS } from "../../../db/runs/view.ts";
import type { RunCounts } from "../../../db/schema/ingestion.ts";
import { duration, Figures, instant, quantity } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import { TableBox } from "../../pages/paging.tsx";
import type { Session } from "../../sessions/cookie.ts";
import { readAdminRun } from "../runs.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { Proof } from "./home.tsx";
import { Dashboard } from "./layout.tsx";
import { COUNT_LABELS, durationOf, Message, RunStatusBadge } from "./run-table.tsx";

/** The page of a run: its progress, what it did, what went wrong. @throws {ApiError} `unknown_run` */
export async function runPage(context: DashboardContext, session: Session, id: number): Promise<Html> {
  const run = await readAdminRun(context.primary, id);
  return (
    <Dashboard title={`Ingestion ${id}`} session={session} section="ingestions">
      <p>
        <a href={PATHS.runs}>Toutes les ingestions</a>
      </p>
      <h1>
        Ingestion {id} <RunStatusBadge status={run.statut} />
      </h1>
      <Outcome run={run} />
      <Facts run={run} />
      <Stages run={run} />
      {run.preuve === null ? null : <Proof proof={run.preuve} />}
      <Counts counts={run.comptes} />
      <Remarks run={run} />
    </Dashboard>
  );
}

/** Why the run failed, or what to know though it succeeded. */
function Outcome({ run: { statut, message } }: { readonly run: RunView }) {
  if (message === null) return null;
  if (statut !== "failed")
    return (
      <div class="notice">
        <Message text={message} />
      </div>
    );
  return (
    <section class="notice notice-warn" aria-labelledby="cause">
      <h2 id="cause">Cause de l'échec</h2>
      <Message text={message} />
    </section>
  );
}

function Facts({ run }: { readonly run: RunView }) {
  const stage = run.etape === null ? null : STAGE_LABELS[run.etape];
  const progress =
    run.avancement === null
      ? ""
      : ` (${quantity(run.avancement.fait)} sur ${quantity(run.avancement.total)})`;
  return (
    <ul class="facts">
      <li>
        Origine : <code>{run.origine}</code>
        {run.force ? " (forcée)" : ""}
      </li>
      <li>Demandée : {instant(run.demande)}</li>
      <li>Début : {instant(run.debut)}</li>
      <li>Fin : {instant(run.fin)}</li>
      <li>Durée : {durationOf(run)}</li>
      {stage === null ? null : (
        <li>
          Étape : {stage}
          {progress} — <a href={`${PATHS.runs}/${run.id}`}>actualiser</a>
        </li>
      )}
    </ul>
  );
}

function Stages({ run: { etapes } }: { readonly run: RunView }) {
  if (etapes.length === 0) return null;
  return (
    <section aria-labelledby="etapes">
      <h2 id="etapes">Étapes</h2>
      <TableBox label="Étapes">
        <table>
          <thead>
            <tr>
              {["Étape", "Durée", "Ajoutés", "Changés", "Retirés", "Inchangés", "Écartés"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {etapes.map((stage) => (
              <tr>
                <th scope="row">{STAGE_LABELS[stage.etape]}</th>
                <td class="number">{duration(stage.duree_ms)}</td>
                {[stage.ajoutes, stage.changes, stage.retires, stage.inchanges, stage.ecartes].map(
                  (count) => (
                    <td class="number">{quantity(count)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
    </section>
  );
}

/** What the run read and wrote; a run that changed nothing shows little. */
function Counts({ counts }: { readonly counts: RunCounts }) {
  const names = Object.keys(COUNT_LABELS) as (keyof RunCounts)[];
  const told = names.filter((name) => counts[name] > 0);
  return (
    <section aria-labelledby="comptes">
      <h2 id="comptes">Comptes</h2>
      {told.length === 0 ? (
        <p>Rien n'a été lu ni écrit.</p>
      ) : (
        <Figures figures={told.map((name) => [COUNT_LABELS[name], counts[name]] as const)} />
      )}
    </section>
  );
}

/** Records that were set aside or need a look: faults of a failed run, remarks otherwise. */
function Remarks({ run: { statut, erreurs } }: { readonly run: RunView }) {
  return (
    <section aria-labelledby="remarques">
      <h2 id="remarques">{statut === "failed" ? "Erreurs" : "Remarques"}</h2>
      {erreurs.length === 0 ? <p>Aucune.</p> : null}
      <ul>
        {erreurs.map(({ ligne, identifiant, message }) => (
          <li>
            {ligne === null ? "" : `Ligne ${ligne} : `}
            {identifiant === null ? "" : <code>{identifiant}</code>}{" "}
            {statut === "failed" ? <code>{message}</code> : message}
          </li>
        ))}
      </ul>
    </section>
  );
}
