import type { Edition } from "../../schemas/answers/texts/edition.ts";

/** What proves the text of the page, whole. */
export function Proof({ edition: { empreinte } }: { readonly edition: Edition }) {
  return (
    <section class="appendix" aria-labelledby="preuve">
      <h2 id="preuve">Preuve</h2>
      <p>
        Empreinte SHA-256 de ce texte, espaces réduites : <code class="fingerprint">{empreinte}</code>
      </p>
    </section>
  );
}
