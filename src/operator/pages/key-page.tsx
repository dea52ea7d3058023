import { readPlans } from "../../../db/keys/keys.ts";
import { readDailyUsage } from "../../../db/keys/usage.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { UsageChart } from "../../pages/figures/bar-chart.tsx";
import { Fault, instant, quantity } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import type { Session } from "../../sessions/cookie.ts";
import { SessionForm } from "../../sessions/forms.tsx";
import { listAdminKeys, readAdminUsage } from "../keys.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { KeyBadge, TermsForm } from "./keys-page.tsx";
import { Dashboard } from "./layout.tsx";

const CHART_DAYS = 30;

/**
 * The page of a key: its terms, its usage of the month and of the last thirty days.
 * @param fault what was wrong with the last form.
 * @throws {ApiError} `unknown_key`
 */
export async function keyPage(
  { primary, clock }: DashboardContext,
  session: Session,
  visibleStart: string,
  fault?: string,
): Promise<Html> {
  const usage = await readAdminUsage(primary, visibleStart);
  const [{ keys }, plans, days] = await Promise.all([
    listAdminKeys(primary),
    readPlans(primary),
    readDailyUsage(primary, visibleStart, CHART_DAYS),
  ]);
  const key = keys.find((candidate) => candidate.visible_start === visibleStart);
  if (key === undefined) throw new ApiError("unknown_key", { visible_start: visibleStart });
  return (
    <Dashboard title={`Clé ${visibleStart}`} session={session} section="cles">
      <p>
        <a href={PATHS.keys}>Toutes les clés</a>
      </p>
      <h1>
        {key.name} <KeyBadge keyView={key} now={clock()} />
      </h1>
      <Fault fault={fault} />
      <ul class="facts">
        <li>
          Début : <code>{visibleStart}</code>
        </li>
        <li>Formule : {key.plan}</li>
        <li>Créée : {instant(key.created_at)}</li>
        <li>Dernier usage : {instant(key.last_used_at)}</li>
        <li>Expire : {instant(key.expires_at)}</li>
        {key.revoked_at === null ? null : <li>Révoquée : {instant(key.revoked_at)}</li>}
      </ul>
      <section aria-labelledby="usage">
        <h2 id="usage">Réponses décomptées</h2>
        <p>
          Ce mois-ci ({usage.mois}) : <strong>{quantity(usage.utilise)}</strong>
          {usage.quota === null ? ", sans quota" : ` sur ${quantity(usage.quota)}`}. Les {CHART_DAYS} derniers
          jours :
        </p>
        <UsageChart days={days} />
      </section>
      {key.revoked_at === null ? (
        <>
          <section aria-labelledby="conditions">
            <h2 id="conditions">Formule et quota</h2>
            <TermsForm session={session} keyView={key} plans={plans} page="cle" />
            <p class="quiet">Valent dans tous les processus en 30 secondes.</p>
          </section>
          <RevocationForm session={session} visibleStart={visibleStart} />
        </>
      ) : null}
    </Dashboard>
  );
}

interface RevocationProps {
  readonly session: Session;
  readonly visibleStart: string;
}

/** Asks for confirmation: a revocation can't be undone. */
function RevocationForm({ session, visibleStart }: RevocationProps) {
  return (
    <section aria-labelledby="revocation">
      <h2 id="revocation">Révocation</h2>
      <details>
        <summary>Révoquer cette clé…</summary>
        <SessionForm action={`${PATHS.keys}/${visibleStart}/revocation`} session={session}>
          <p>La clé sera refusée partout en moins d'une minute, définitivement.</p>
          <button type="submit" class="button-warn">
            Révoquer définitivement
          </button>
        </SessionForm>
      </details>
    </section>
  );
}
