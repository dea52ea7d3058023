import type { Statut } from "../../../db/schema/documents.ts";

/** A § of one number in a stored edition. */
export interface HeldParagraph {
  readonly edition: number;
  readonly date_debut: string;
  readonly date_fin: string | null;
  readonly statut: Statut;
  /** Null where the edition has no § of that number. */
  readonly empreinte: string | null;
}

/** Days between which a § is unchanged: the first one included, the last one excluded, null for none. */
interface UnchangedRun {
  readonly inchange_depuis: string;
  readonly inchange_jusqu_au: string | null;
}

/**
 * The unbroken run of editions around one in which the § of its number has the same fingerprint. It ends at another
 * text, at a withdrawal, and at any day between two editions.
 * @param editions stored, by start of validity.
 */
export function unchangedRun(shown: HeldParagraph, editions: readonly HeldParagraph[]): UnchangedRun {
  const run = [shown];
  const others = editions.filter(({ date_debut, date_fin }) => date_debut !== date_fin);
  const rank = others.findIndex(({ edition }) => edition === shown.edition);
  for (const previous of others.slice(0, Math.max(0, rank)).toReversed()) {
    const [first] = run;
    if (first === undefined || !leadsTo(previous, first)) break;
    run.unshift(previous);
  }
  for (const next of rank === -1 ? [] : others.slice(rank + 1)) {
    const last = run.at(-1);
    if (last === undefined || !leadsTo(last, next)) break;
    run.push(next);
  }
  return {
    inchange_depuis: run[0]?.date_debut ?? shown.date_debut,
    inchange_jusqu_au: run.at(-1)?.date_fin ?? null,
  };
}

function leadsTo(earlier: HeldParagraph, later: HeldParagraph): boolean {
  return (
    earlier.statut === "remplace" &&
    earlier.date_fin === later.date_debut &&
    earlier.empreinte === later.empreinte
  );
}
