import type { DigestView, ProofView, StoreProofView } from "../../../db/runs/view.ts";
import { quantity } from "../../pages/figures/format.ts";

/** Whether the derived stores matched the relational one at the end of a run. */
export function Proof({ proof }: { readonly proof: ProofView }) {
  return (
    <section aria-labelledby="preuve">
      <h2 id="preuve">Accord des index avec la base</h2>
      <ul class="plain-list">
        <li>
          Plein texte (documents) : <Agreement store={proof.plein_texte} />
        </li>
        {proof.racines === null ? null : (
          <li>
            Racines (documents) : <Agreement store={proof.racines} />
          </li>
        )}
        <li>
          Vecteurs (passages) : <Agreement store={proof.vecteurs} />
        </li>
      </ul>
    </section>
  );
}

function Agreement({ store: { conforme, attendu, tenu } }: { readonly store: StoreProofView }) {
  return (
    <>
      <span class={conforme ? "badge badge-good" : "badge badge-warn"}>
        {conforme ? "Conforme" : "En écart"}
      </span>{" "}
      {describe(tenu)} tenus, {describe(attendu)} attendus
    </>
  );
}

function describe(digest: DigestView | null): string {
  return digest === null ? "?" : quantity(digest.nombre);
}
