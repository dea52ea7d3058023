import type { KnownEdition } from "../../schemas/answers/texts/edition.ts";

/** What names the words of the page, whole; nothing where no text is held. */
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
