import { and, desc, eq } from "drizzle-orm";
import type { Database } from "../../postgres/database.ts";
import { editions, type Statut } from "../../schema/documents.ts";
import { textIsHeld } from "./text-is-held.ts";

/** Days on which an edition is in force: `[date_debut, date_fin[`. */
type Interval = Pick<HeldEdition, "date_debut" | "date_fin">;

/** A stored edition with content, in force on `[date_debut, date_fin[`. */
export interface HeldEdition {
  readonly id: number;
  readonly boi_id: string;
  readonly pgp: number;
  readonly titre: string;
  readonly url: string;
  readonly statut: Statut;
  /** `YYYY-MM-DD`, included. */
  readonly date_debut: string;
  /** Excluded; null when no end of it is known. */
  readonly date_fin: string | null;
  /** Whether its end is known only from an absence from an export. */
  readonly fin_constatee: boolean;
  /** Latest day on which sources show it in force; null when none does. */
  readonly attestee_jusqu_au: string | null;
}

/**
 * The stored editions of a document, latest first, the higher PGP number first at one date; none for an unknown
 * document, or one of which only the end is known. The last of the list is the first edition stored.
 */
export async function readHeldEditions(database: Database, boiId: string): Promise<HeldEdition[]> {
  return await database
    .select({
      id: editions.id,
      boi_id: editions.boiId,
      pgp: editions.pgp,
      titre: editions.titre,
      url: editions.url,
      statut: editions.statut,
      date_debut: editions.debutDeValidite,
      date_fin: editions.dateFin,
      fin_constatee: editions.finConstatee,
      attestee_jusqu_au: editions.attestedUntil,
    })
    .from(editions)
    .where(and(eq(editions.boiId, boiId), textIsHeld))
    .orderBy(desc(editions.debutDeValidite), desc(editions.pgp))
    .prepare("held-editions")
    .execute();
}

/**
 * The edition in force on a day (`YYYY-MM-DD`), among those of `readHeldEditions`; undefined when none covers it: the
 * document was not known yet, or was withdrawn or moved. The day of a change belongs to the new edition.
 */
export function editionAt<Edition extends Interval>(
  held: readonly Edition[],
  day: string,
): Edition | undefined {
  return held.find((edition) => covers(edition, day));
}

/** Start of the first stored edition; null when there is none. Earlier ones may have existed. */
export function firstHeld(held: readonly HeldEdition[]): string | null {
  return held.at(-1)?.date_debut ?? null;
}

function covers({ date_debut, date_fin }: Interval, day: string): boolean {
  return date_debut <= day && (date_fin === null || day < date_fin);
}
