import type { KeyView } from "../../schemas/answers/keys.ts";
import { PATHS } from "../context.ts";
import { FormToken } from "../layout.tsx";
import type { Session } from "../session.ts";

/** The page that a form was filled in on, and leads back to. */
export type TermsPage = "liste" | "cle";

export interface TermsFormProps {
  readonly session: Session;
  readonly keyView: KeyView;
  /** Codes of the plans of the store. */
  readonly plans: readonly string[];
  readonly page: TermsPage;
}

/** The plan of a key and its own quota, to be changed where they are read. */
export function TermsForm({
  session,
  keyView: { visible_start: start, plan, quota },
  plans,
  page,
}: TermsFormProps) {
  return (
    <form class="terms" action={`${PATHS.keys}/${start}/conditions`} method="post">
      <FormToken session={session} />
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
    </form>
  );
}
