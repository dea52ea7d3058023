import type { KnownEdition } from "../../schemas/answers/texts/edition.ts";

/** What proves the text of the page, whole; nothing where no text is held. */
export function Proof({ edition: { empreinte } }: { readonly edition: KnownEdition }) {
  if (empreinte === null) return null;
  return (
    <section class="appendix" aria-labelledby="preuve">
      <h2 id="preuve">Preuve</h2>
      <p>
        Empreinte SHA-256 de ce texte, espaces réduites : <code class="fingerprint">{empreinte}</code>
      </p>
    </section>
  );
}
