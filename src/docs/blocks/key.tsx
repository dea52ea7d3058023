import type { DocContext } from "../context.ts";
import { entryOf } from "../site.ts";

/** How to get a key: at the address that the operator gives, or by asking the operator directly. */
export function key({ contactUrl }: DocContext) {
  if (contactUrl !== null) {
    return (
      <p>
        <a class="button" href={contactUrl} rel="external">
          Demander une clé
        </a>{" "}
        Dites pour quel usage, et quelle <a href={entryOf("limites").path}>formule</a> vous convient.
      </p>
    );
  }
  return (
    <p>
      L'exploitant de ce service remet les clés : demandez-lui la vôtre, en disant pour quel usage et quelle{" "}
      <a href={entryOf("limites").path}>formule</a> vous convient. Si vous exploitez vous-même le service,{" "}
      <code>bun run keys create --name "Mon application" --plan pro</code> en crée une.
    </p>
  );
}
