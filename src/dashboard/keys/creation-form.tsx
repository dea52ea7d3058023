import { FormToken } from "../../sessions/forms.tsx";
import type { Session } from "../../sessions/session.ts";
import { PATHS } from "../context.ts";

interface CreationFormProps {
  readonly session: Session;
  /** Codes of the plans in the store. */
  readonly plans: readonly string[];
}

export function CreationForm({ session, plans }: CreationFormProps) {
  return (
    <form class="stacked" action={PATHS.keys} method="post">
      <FormToken session={session} />
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
    </form>
  );
}
