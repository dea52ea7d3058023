import { sha256 } from "../../../bofip/text/fingerprint.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readProofDue } from "../../../db/proof/due.ts";
import { type ProofLog, readProofLog } from "../../../db/proof/logs.ts";
import type { RenderedAnswer } from "../../http/response/body.ts";
import { answerPage, renderPage } from "../../pages/answer.ts";
import { Page } from "../../pages/layout.tsx";
import { verifierKeyOf } from "./log.ts";

/** The page of the log of proof: its key, its last checkpoint and its last timestamp, to compare attestations with. */
export async function showProofLog({ primary }: { readonly primary: Database }): Promise<RenderedAnswer> {
  const [log, due] = await Promise.all([readProofLog(primary), readProofDue(primary)]);
  return answerPage(
    renderPage(
      <Page
        title="Journal de preuve"
        description="Le journal public où ce service inscrit chaque texte qu'il reçoit."
        section="documentation"
      >
        <article class="attestation">
          <h1>Journal de preuve</h1>
          <p>
            Chaque texte reçu y est inscrit ; on ne peut qu'y ajouter.{" "}
            <a href="/docs/preuve">Une preuve sans nous</a> dit comment s'en servir, et ce qu'il ne prouve
            pas.
          </p>
          {log === null || log.last === null ? (
            <p>Ce service ne tient pas de journal de preuve, ou n'en a encore rien signé.</p>
          ) : (
            <SignedLog log={log} last={log.last} stampedAt={due?.stampedAt ?? null} />
          )}
        </article>
      </Page>,
    ),
  );
}

interface SignedLogProps {
  readonly log: ProofLog;
  readonly last: NonNullable<ProofLog["last"]>;
  readonly stampedAt: Date | null;
}

function SignedLog({ log, last, stampedAt }: SignedLogProps) {
  const base = log.id === 1 ? "/preuves" : `/preuves/${log.id}`;
  return (
    <>
      <dl class="prints">
        <dt>Journal</dt>
        <dd>{log.origin}</dd>
        <dt>Feuilles sous la dernière tête</dt>
        <dd>{last.size}</dd>
        <dt>Clé (SHA-256)</dt>
        <dd>{sha256(Buffer.from(last.publicKey, "base64"))}</dd>
        <dt>Clé, pour les lecteurs de journaux</dt>
        <dd>{verifierKeyOf(log)}</dd>
        <dt>Dernier horodatage</dt>
        <dd>{stampedAt === null ? "aucun" : stampedAt.toISOString()}</dd>
      </dl>
      <h2>
        <a href={`${base}/checkpoint`}>La dernière tête signée</a>
      </h2>
      <pre>{last.note}</pre>
    </>
  );
}
