import { readPlanTerms } from "../../../db/keys/plans.ts";
import { Rows } from "../code.tsx";
import type { DocContext } from "../context.ts";
import { french } from "./numbers.ts";

/** The plans, read from the store. */
export async function plans({ database }: DocContext) {
  const terms = await readPlanTerms(database);
  return (
    <Rows
      label="Formules"
      heads={["Formule", "Requêtes par mois", "Par minute", "Recherche par le sens"]}
      rows={terms.map(({ code, monthlyQuota, minuteLimit, semantic }) => [
        <code>{code}</code>,
        monthlyQuota === null ? "sans quota" : french(monthlyQuota),
        french(minuteLimit),
        semantic ? "oui" : "non",
      ])}
    />
  );
}
