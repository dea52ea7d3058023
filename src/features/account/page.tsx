import { frenchDate } from "../../../bofip/days/days.ts";
import { MAX_KEYS, REPLACED_HOURS } from "../../../db/keys/account-keys.ts";
import { readDailyUsage, readUsage } from "../../../db/keys/usage.ts";
import { type DayRefusals, readRefusals } from "../../../db/measures/traffic.ts";
import { monthEnd } from "../../access/rate-limit.ts";
import { errorPath, findError } from "../../http/errors/catalogue.ts";
import { UsageChart } from "../../pages/figures/bar-chart.tsx";
import { Fault, instant, quantity } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import { Page } from "../../pages/layout.tsx";
import { TableBox } from "../../pages/paging.tsx";
import type { Session } from "../../sessions/cookie.ts";
import { SessionForm, SignOutForm } from "../../sessions/forms.tsx";
import type { AccountKey, NewAccountKey } from "./answer.ts";
import { listKeysOfAccount } from "./service.ts";
import { type AccountContext, type Holder, PATHS } from "./session.tsx";

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
        <SignOutForm action={PATHS.signOut} session={session} />
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

/** The refusals of an account in thirty days, by day and code, each code linked to its documentation. */
function RefusalsSection({ refusals }: { readonly refusals: readonly DayRefusals[] }) {
  return (
    <section aria-labelledby="refus">
      <h2 id="refus">Refus des 30 derniers jours</h2>
      {refusals.length === 0 ? (
        <p>Aucun.</p>
      ) : (
        <TableBox label="Refus">
          <table>
            <thead>
              <tr>
                <th scope="col">Jour (UTC)</th>
                <th scope="col">Code</th>
                <th scope="col">Refus</th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ day, code, refusals: count }) => (
                <tr>
                  <th scope="row">{frenchDate(day)}</th>
                  <td>
                    <Code code={code} />
                  </td>
                  <td class="number">{quantity(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <p class="quiet">Ils sont comptés chaque minute.</p>
    </section>
  );
}

/** A code that a later version counted has no documentation here. */
function Code({ code }: { readonly code: string }) {
  const entry = findError(code);
  return entry === null ? <code>{code}</code> : <a href={errorPath(entry.code)}>{code}</a>;
}

interface KeysSectionProps {
  readonly session: Session;
  readonly keys: readonly AccountKey[];
  /** The visible start of the key signed in with. */
  readonly current: string;
}

/** The keys of an account, with the forms that change them. */
function KeysSection({ session, keys, current }: KeysSectionProps) {
  return (
    <section aria-labelledby="cles">
      <h2 id="cles">Clés</h2>
      <TableBox label="Clés">
        <table>
          <thead>
            <tr>
              {["Nom", "Début", "Créée", "Acceptée", "Changer"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr>
                <th scope="row">{key.name}</th>
                <td>
                  <code>{key.visible_start}</code>
                  {key.visible_start === current ? " (celle-ci)" : ""}
                </td>
                <td class="instant">{instant(key.created_at)}</td>
                <td class="instant">{key.ends_at === null ? "oui" : `jusqu'au ${instant(key.ends_at)}`}</td>
                <td>
                  <KeyForms session={session} accountKey={key} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <p class="quiet">
        Elles partagent la formule, le quota et la limite par minute. {MAX_KEYS} au plus, sans compter celles
        qui sont remplacées.
      </p>
      <h3>Créer une clé</h3>
      <SessionForm class="stacked" action={PATHS.keys} session={session}>
        <label for="nom">Nom, pour la reconnaître</label>
        <input id="nom" name="nom" required maxlength="100" autocomplete="off" />
        <button type="submit">Créer</button>
      </SessionForm>
    </section>
  );
}

interface KeyFormsProps {
  readonly session: Session;
  readonly accountKey: AccountKey;
}

/** What can be done with a key, behind a click: a revocation can't be undone. */
function KeyForms({ session, accountKey: { visible_start: start, name, ends_at } }: KeyFormsProps) {
  const path = `${PATHS.keys}/${start}`;
  return (
    <details>
      <summary aria-label={`Changer la clé « ${name} »`}>Changer…</summary>
      <SessionForm class="stacked" action={`${path}/nom`} session={session}>
        <label for={`nom-${start}`}>Nom</label>
        <input id={`nom-${start}`} name="nom" value={name} required maxlength="100" autocomplete="off" />
        <button type="submit">Renommer</button>
      </SessionForm>
      {ends_at === null ? (
        <SessionForm action={`${path}/remplacement`} session={session}>
          <p>Une autre clé prend sa place ; celle-ci reste acceptée {REPLACED_HOURS} heures.</p>
          <button type="submit">Remplacer</button>
        </SessionForm>
      ) : null}
      <SessionForm action={`${path}/revocation`} session={session}>
        <p>La clé sera refusée partout en moins d'une minute, définitivement.</p>
        <button type="submit" class="button-warn">
          Révoquer
        </button>
      </SessionForm>
    </details>
  );
}
