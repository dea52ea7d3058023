import type { KnownEdition } from "../../schemas/answers/texts/edition.ts";

/** The full fingerprint of the page's text; nothing where no text is stored. */
export function Fingerprint({ edition: { empreinte } }: { readonly edition: KnownEdition }) {
  if (empreinte === null) return null;
  return (
    <section class="appendix" aria-labelledby="empreinte">
      <h2 id="empreinte">Empreinte</h2>
      <p>
        SHA-256 de ce texte, espaces réduites : <code class="fingerprint">{empreinte}</code>
      </p>
    </section>
  );
}
