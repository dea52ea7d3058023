import { frenchDate } from "../../bofip/days/french-date.ts";
import { readDailyUsage, readUsage } from "../../db/keys/usage.ts";
import { readRefusals } from "../../db/traffic/refusals.ts";
import { monthEnd } from "../access/periods.ts";
import { Fault } from "../pages/figures/fault.tsx";
import { instant, quantity } from "../pages/figures/format.ts";
import { UsageChart } from "../pages/figures/usage-chart.tsx";
import type { Html } from "../pages/jsx/runtime.ts";
import { Page } from "../pages/layout.tsx";
import type { NewAccountKey } from "../schemas/answers/account.ts";
import { listKeysOfAccount } from "../services/account/keys.ts";
import { FormToken } from "../sessions/forms.tsx";
import { type AccountContext, PATHS } from "./context.ts";
import { KeysSection } from "./keys.tsx";
import { RefusalsSection } from "./refusals.tsx";
import type { Holder } from "./session.ts";

/** Outcome of the last form: the key that it created, or what was wrong with it. */
interface Outcome {
  readonly created?: NewAccountKey;
  readonly fault?: string;
}

/** The page of an account: its plan, its usage of the month, its refusals and its keys. */
export async function accountPage(
  { primary, clock, upgradeUrl }: AccountContext,
  { session, grant }: Holder,
  { created, fault }: Outcome = {},
): Promise<Html> {
  const now = clock();
  const [usage, days, refusals, { cles }] = await Promise.all([
    readUsage(primary, grant.visibleStart, now),
    readDailyUsage(primary, grant.visibleStart, now.getUTCDate(), now),
    readRefusals(primary, grant.accountId, now),
    listKeysOfAccount(primary, grant.accountId),
  ]);
  const used = usage?.utilise ?? 0;
  return (
    <Page title="Votre compte" isPrivate>
      <div class="dashboard">
        <h1>Votre compte</h1>
        <form class="sign-out" action={PATHS.signOut} method="post">
          <FormToken session={session} />
          <button type="submit" class="button-quiet">
            Se déconnecter
          </button>
        </form>
        {created === undefined ? null : <NewKey created={created} />}
        <Fault fault={fault} />
        <ul class="facts">
          <li>
            Formule : {grant.plan}, recherche par le sens {grant.semantic ? "comprise" : "non comprise"} (
            <a href={upgradeUrl()}>changer de formule</a>)
          </li>
          <li>Limite : {quantity(grant.minuteLimit)} requêtes par minute</li>
          <li>
            Quota :{" "}
            {grant.monthlyQuota === null ? "aucun" : `${quantity(grant.monthlyQuota)} réponses par mois`}
          </li>
          {grant.expiresAt === null ? null : (
            <li>Cette clé expire : {instant(grant.expiresAt.toISOString())}</li>
          )}
        </ul>
        <section aria-labelledby="usage">
          <h2 id="usage">Ce mois-ci</h2>
          <p>
            <strong>{quantity(used)}</strong> {used > 1 ? "réponses décomptées" : "réponse décomptée"}
            {grant.monthlyQuota === null
              ? ""
              : `, il en reste ${quantity(Math.max(0, grant.monthlyQuota - used))} jusqu'au ${frenchDate(
                  monthEnd(now).toISOString().slice(0, 10),
                )}`}
            .
          </p>
          <UsageChart days={days} />
        </section>
        <RefusalsSection refusals={refusals} />
        <KeysSection session={session} keys={cles} current={grant.visibleStart} />
      </div>
    </Page>
  );
}

function NewKey({ created }: { readonly created: NewAccountKey }) {
  return (
    <div class="notice" role="status">
      <p>
        <strong>Clé « {created.name} » créée.</strong> Copiez-la maintenant : elle ne sera plus jamais
        affichée.
      </p>
      <p>
        <code class="new-key">{created.key}</code>
      </p>
    </div>
  );
}
