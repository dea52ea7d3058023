import type { DocContext } from "../context.ts";
import { DocFrame } from "../frame.tsx";
import { RELEASES } from "../releases.ts";

/** What a major version promises, and the releases. */
export function versionsPage({ publicUrl }: DocContext) {
  return (
    <DocFrame slug="versions" publicUrl={publicUrl}>
      <h2 id="promesse">Ce que promet /v1</h2>
      <p>
        La version majeure est dans l'adresse. Tant qu'elle reste la même, les réponses ne peuvent que grandir
        : un champ, un paramètre facultatif ou une route s'ajoutent ; rien de ce qui existe ne change de nom,
        de type ou de sens. Votre programme doit donc laisser passer les champs qu'il ne connaît pas.
      </p>
      <p>
        L'inverse n'est pas vrai : un paramètre que l'API ne connaît pas est refusé, pour qu'une faute de
        frappe ne passe pas inaperçue.
      </p>
      <h2 id="journal">Journal</h2>
      {RELEASES.map(({ version, changes }) => (
        <section aria-labelledby={`v${version}`}>
          <h3 id={`v${version}`}>{version}</h3>
          <ul>
            {changes.map((change) => (
              <li>{change}</li>
            ))}
          </ul>
        </section>
      ))}
    </DocFrame>
  );
}
