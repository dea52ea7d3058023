import { MAX_KEYS, REPLACED_HOURS } from "../../db/keys/account-keys.ts";
import { instant } from "../pages/figures/format.ts";
import { TableBox } from "../pages/table-box.tsx";
import type { AccountKey } from "../schemas/answers/account.ts";
import { FormToken } from "../sessions/forms.tsx";
import type { Session } from "../sessions/session.ts";
import { PATHS } from "./context.ts";

interface KeysSectionProps {
  readonly session: Session;
  readonly keys: readonly AccountKey[];
  /** The visible start of the key signed in with. */
  readonly current: string;
}

/** The keys of an account, with the forms that change them. */
export function KeysSection({ session, keys, current }: KeysSectionProps) {
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
      <form class="stacked" action={PATHS.keys} method="post">
        <FormToken session={session} />
        <label for="nom">Nom, pour la reconnaître</label>
        <input id="nom" name="nom" required maxlength="100" autocomplete="off" />
        <button type="submit">Créer</button>
      </form>
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
      <form class="stacked" action={`${path}/nom`} method="post">
        <FormToken session={session} />
        <label for={`nom-${start}`}>Nom</label>
        <input id={`nom-${start}`} name="nom" value={name} required maxlength="100" autocomplete="off" />
        <button type="submit">Renommer</button>
      </form>
      {ends_at === null ? (
        <form action={`${path}/remplacement`} method="post">
          <FormToken session={session} />
          <p>Une autre clé prend sa place ; celle-ci reste acceptée {REPLACED_HOURS} heures.</p>
          <button type="submit">Remplacer</button>
        </form>
      ) : null}
      <form action={`${path}/revocation`} method="post">
        <FormToken session={session} />
        <p>La clé sera refusée partout en moins d'une minute, définitivement.</p>
        <button type="submit" class="button-warn">
          Révoquer
        </button>
      </form>
    </details>
  );
}
