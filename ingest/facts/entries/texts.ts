import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import {
  type EditionName,
  readToldEditions,
  type ToldEdition,
} from "../../../db/ingestion/journal/sources.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { Happening } from "./documents.ts";

/** An event with its texts. */
export interface ToldHappening extends Happening {
  /** Gives the entry its title. */
  readonly titled: ToldEdition;
  readonly textBefore: ToldEdition | null;
  readonly textAfter: ToldEdition | null;
}

/** Reads the texts of events: from the store, those that the batch does not write itself. */
export async function readTold(
  database: Database,
  happenings: readonly Happening[],
  written: readonly DerivedEdition[],
): Promise<ToldHappening[]> {
  const held = new Map<string, ToldEdition>();
  const names = storedNames(happenings, written);
  // A first import has nothing to read.
  for (const edition of names.length === 0 ? [] : await readToldEditions(database, names))
    held.set(keyOf(edition), edition);
  const shown = new Map(held);
  for (const edition of written) shown.set(keyOf(edition.row), toldOf(edition));
  return happenings.flatMap((happening) => {
    const { evenement, edition, before, after } = happening;
    const titled = after !== null && "row" in after ? toldOf(after) : shown.get(keyOf(edition));
    if (titled === undefined) return [];
    const earlier = evenement === "rectification" ? held : shown;
    const textBefore = before === null ? null : (earlier.get(keyOf(before)) ?? null);
    return [{ ...happening, titled, textBefore, textAfter: after === null ? null : titled }];
  });
}

/** Editions that the batch does not write, and those whose text it changes. */
function storedNames(happenings: readonly Happening[], written: readonly DerivedEdition[]): EditionName[] {
  const own = new Set(written.map(({ row }) => keyOf(row)));
  const names = happenings.flatMap(({ evenement, edition, before, after }) => [
    ...(before !== null && (evenement === "rectification" || !own.has(keyOf(before))) ? [before] : []),
    ...((after === null || !("row" in after)) && !own.has(keyOf(edition)) ? [edition] : []),
  ]);
  return [...new Map(names.map((name) => [keyOf(name), name])).values()];
}

function toldOf({ row, texte, paragraphes, empreinte }: DerivedEdition): ToldEdition {
  const { boiId, debutDeValidite, pgp, titre, domaine, type } = row;
  const isDamaged = false;
  return { boiId, debutDeValidite, pgp, titre, domaine, type, texte, paragraphes, empreinte, isDamaged };
}

function keyOf({ boiId, debutDeValidite, pgp }: EditionName): string {
  return `${boiId} ${debutDeValidite} ${pgp}`;
}
