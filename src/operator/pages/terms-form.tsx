import { FormToken } from "../../sessions/forms.tsx";
import type { Session } from "../../sessions/session.ts";
import type { KeyView } from "../key-answer.ts";
import { PATHS } from "./context.ts";

/** The page that contains the form, and that it returns to. */
type TermsPage = "liste" | "cle";

export interface TermsFormProps {
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
