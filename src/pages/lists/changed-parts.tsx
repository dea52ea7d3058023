import type { TextComparison } from "../../features/comparison/answer.ts";
import { paragraphAnchor } from "../addresses.ts";

type Change = TextComparison["paragraphes"][number];

interface ChangedPartsProps {
  readonly changes: readonly Change[];
  /** What the text outside numbered § is called. */
  readonly whole: string;
}

/** What differs between two texts, word by word. */
export function ChangedParts({ changes, whole }: ChangedPartsProps) {
  return (
    <>
      {changes.map((change) => (
        <Changed change={change} whole={whole} />
      ))}
    </>
  );
}

function Changed({ change, whole }: { readonly change: Change; readonly whole: string }) {
  const { numero, section, segments } = change;
  const id = numero === null ? "hors-paragraphes" : paragraphAnchor(numero);
  return (
    <section class="change" aria-labelledby={`titre-${id}`}>
      <h2 id={`titre-${id}`}>{headingOf(change, whole)}</h2>
      {section.length === 0 ? null : <p class="quiet">{section.join(" › ")}</p>}
      <p class="compared-text">
        {segments.map(({ op, texte }) => {
          if (op === "retire") return <del>{texte}</del>;
          return op === "ajoute" ? <ins>{texte}</ins> : texte;
        })}
      </p>
    </section>
  );
}

const NATURES = {
  ajoute: "ajouté",
  supprime: "supprimé",
  modifie: "modifié",
  renumerote: "renuméroté",
} as const;

/** « § 130 modifié », « § 140 renuméroté (§ 130 avant) ». */
function headingOf({ nature, numero, numero_avant }: Change, whole: string): string {
  const name = numero === null ? whole : `§ ${numero}`;
  const former = numero_avant === null || numero_avant === numero ? "" : ` (§ ${numero_avant} avant)`;
  return `${name} ${NATURES[nature]}${former}`;
}
