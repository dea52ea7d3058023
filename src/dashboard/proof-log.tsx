import { Figures } from "../pages/figures/figures.tsx";
import { instant, quantity } from "../pages/figures/format.ts";
import type { ProofCheck } from "../schemas/answers/service.ts";

/** Where the log of proof is: leaves, the last checkpoint, its timestamp. */
export function ProofLogSection({ log }: { readonly log: ProofCheck }) {
  const { ok, journal, feuilles, signees, tete_le, horodatee_le, detail } = log;
  return (
    <section aria-labelledby="journal-de-preuve">
      <h2 id="journal-de-preuve">Journal de preuve</h2>
      {journal === null ? null : (
        <>
          <p>
            {journal}{" "}
            <span class={ok ? "badge badge-good" : "badge badge-warn"}>{ok ? "En ordre" : "En retard"}</span>
          </p>
          <Figures
            figures={[
              ["feuilles", feuilles],
              ["sous la dernière tête", quantity(signees)],
              ["dernière tête signée", instant(tete_le)],
              ["dernier horodatage", instant(horodatee_le)],
            ]}
          />
        </>
      )}
      {detail === undefined ? null : <p>{detail}</p>}
    </section>
  );
}
