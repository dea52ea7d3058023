import { readPlans } from "../../../db/keys/keys.ts";
import { type MonthUsage, readMonthUsages } from "../../../db/keys/usage.ts";
import { Fault, instant, quantity } from "../../pages/figures/figures.tsx";
import type { Html } from "../../pages/jsx/runtime.ts";
import { TableBox } from "../../pages/paging.tsx";
import type { Session } from "../../sessions/cookie.ts";
import { SessionForm } from "../../sessions/forms.tsx";
import { type KeyView, listAdminKeys } from "../keys.ts";
import { type DashboardContext, PATHS } from "./context.ts";
import { Dashboard } from "./layout.tsx";

/** The result of the last form: the created key, shown this once, or what was wrong. */
interface CreationOutcome {
  readonly created?: { readonly key: string; readonly visible_start: string };
  readonly fault?: string;
}

/** Every key, and the form that creates one. */
export async function keysPage(
  { primary, clock }: DashboardContext,
  session: Session,
  { created, fault }: CreationOutcome = {},
): Promise<Html> {
  const [{ keys }, plans, usages] = await Promise.all([
    listAdminKeys(primary),
    readPlans(primary),
    readMonthUsages(primary),
  ]);
  return (
    <Dashboard title="Clés" session={session} section="cles">
      <h1>Clés d'API</h1>
      {created === undefined ? null : (
        <div class="notice" role="status">
          <p>
            <strong>Clé créée.</strong> Copiez-la maintenant : elle ne sera plus jamais affichée.
          </p>
          <p>
            <code class="new-key">{created.key}</code>
          </p>
        </div>
      )}
      <Fault fault={fault} />
      <KeyTable session={session} keys={keys.toReversed()} plans={plans} usages={usages} now={clock()} />
      <section aria-labelledby="creation">
        <h2 id="creation">Créer une clé</h2>
        <CreationForm session={session} plans={plans} />
      </section>
    </Dashboard>
  );
}

interface KeyTableProps {
  readonly session: Session;
  readonly keys: readonly KeyView[];
  readonly plans: readonly string[];
  readonly usages: ReadonlyMap<string, MonthUsage>;
  readonly now: Date;
}

function KeyTable({ keys, usages, now, ...form }: KeyTableProps) {
  if (keys.length === 0) return <p>Aucune clé.</p>;
  return (
    <TableBox label="Clés">
      <table>
        <thead>
          <tr>
            {["Début", "Nom", "Formule", "Ce mois-ci", "Dernier usage", "Créée", "Expire", "État"].map(
              (name) => (
                <th scope="col">{name}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr id={key.visible_start}>
              <th scope="row">
                <a class="identifier" href={`${PATHS.keys}/${key.visible_start}`}>
                  {key.visible_start}
                </a>
              </th>
              <td>{key.name}</td>
              <td>{key.revoked_at === null ? <Terms keyView={key} {...form} /> : key.plan}</td>
              <td class="number">{wordUsage(usages.get(key.visible_start))}</td>
              <td class="instant">{instant(key.last_used_at)}</td>
              <td class="instant">{instant(key.created_at)}</td>
              <td class="instant">{instant(key.expires_at)}</td>
              <td>
                <KeyBadge keyView={key} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** The plan of a key and, behind a click, the form that changes it. */
function Terms({ keyView, ...form }: Omit<TermsFormProps, "page">) {
  return (
    <details>
      <summary aria-label={`${keyView.plan} : changer la formule ou le quota de ${keyView.name}`}>
        {keyView.plan}
      </summary>
      <TermsForm keyView={keyView} {...form} page="liste" />
    </details>
  );
}

function wordUsage(usage: MonthUsage | undefined): string {
  if (usage === undefined) return "–";
  const { utilise, quota } = usage;
  return quota === null ? quantity(utilise) : `${quantity(utilise)} sur ${quantity(quota)}`;
}

export function KeyBadge({ keyView, now }: { readonly keyView: KeyView; readonly now: Date }) {
  if (keyView.revoked_at !== null) return <span class="badge badge-warn">Révoquée</span>;
  const isOver = keyView.expires_at !== null && Date.parse(keyView.expires_at) <= now.getTime();
  return isOver ? (
    <span class="badge badge-warn">Expirée</span>
  ) : (
    <span class="badge badge-good">Valide</span>
  );
}

interface CreationFormProps {
  readonly session: Session;
  /** Codes of the plans in the store. */
  readonly plans: readonly string[];
}

function CreationForm({ session, plans }: CreationFormProps) {
  return (
    <SessionForm class="stacked" action={PATHS.keys} session={session}>
      <label for="nom">Nom</label>
      <input id="nom" name="nom" required maxlength="100" autocomplete="off" />
      <label for="formule">Formule</label>
      <select id="formule" name="formule" required>
        {plans.map((plan) => (
          <option value={plan}>{plan}</option>
        ))}
      </select>
      <label for="expiration">
        Expiration <span class="quiet">(facultative : refusée à partir de ce jour, 0 h UTC)</span>
      </label>
      <input id="expiration" name="expiration" type="date" />
      <button type="submit">Créer la clé</button>
    </SessionForm>
  );
}

/** The page that contains the form, and that it returns to. */
type TermsPage = "liste" | "cle";

interface TermsFormProps {
  readonly session: Session;
  readonly keyView: KeyView;
  /** Codes of the plans in the store. */
  readonly plans: readonly string[];
  readonly page: TermsPage;
}

/** The form that changes a key's plan and its own quota, where they are displayed. */
export function TermsForm({
  session,
  keyView: { visible_start: start, plan, quota },
  plans,
  page,
}: TermsFormProps) {
  return (
    <SessionForm class="terms" action={`${PATHS.keys}/${start}/conditions`} session={session}>
      <input type="hidden" name="page" value={page} />
      <label>
        Formule
        <select name="formule" required>
          {plans.map((code) => (
            <option value={code} selected={code === plan}>
              {code}
            </option>
          ))}
        </select>
      </label>
      <label>
        Quota par mois
        <input
          name="quota"
          inputmode="numeric"
          size="10"
          autocomplete="off"
          placeholder="de la formule"
          value={quota === null ? "" : quota}
        />
      </label>
      <button type="submit">Enregistrer</button>
    </SessionForm>
  );
}
