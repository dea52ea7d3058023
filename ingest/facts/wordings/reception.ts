import type { DerivedEdition } from "../../../db/ingestion/derived-edition.ts";
import type { KnownWording } from "../../../db/ingestion/editions.ts";
import type { WordingReception } from "../../../db/ingestion/wordings/receptions.ts";
import type { KnownRecord } from "../known-records.ts";
import { type Arrangement, type NewWording, saysSame } from "./arrange.ts";

/** Where the texts of a file come from. */
export interface Provenance {
  /** See `SaidWording`. */
  readonly sourceOrder: string;
  /** Name of the file. */
  readonly fichier: string;
  /** Its SHA-256. */
  readonly empreinteFichier: string;
  /** The day that it describes, `YYYY-MM-DD`. */
  readonly day: string;
  readonly recueLe: Date;
}

/** The wordings of a record, ready to be written. */
interface Receiving {
  readonly derived: DerivedEdition;
  readonly provenance: Provenance;
  /** Whether the edition now answers with the record. */
  readonly isShown: boolean;
}

/** The wordings that result from the first record of an edition. */
export function firstReception(receiving: Receiving): WordingReception {
  const { row, empreinte } = receiving.derived;
  const { sourceKind, titre } = row;
  const { sourceOrder } = receiving.provenance;
  const first = { sourceKind, sourceOrder, titre, empreinte, again: null };
  return { edition: row, added: [addedOf(first, receiving, true)], redated: null, kept: null, renamed: null };
}

/**
 * The changes that a record makes to the wordings of a stored edition.
 * @param same the wording that it repeats but for days left to be filled in, when the edition now answers with the record.
 */
export function nextReception(
  receiving: Receiving,
  { added, redated }: Omit<Arrangement, "current">,
  stored: KnownRecord,
  same: KnownWording | null = null,
): WordingReception {
  const { derived, isShown } = receiving;
  const said = { titre: derived.row.titre, empreinte: derived.empreinte };
  const isHeld = stored.wordings.some((wording) => saysSame(wording, said));
  const isKept = isShown || !isHeld;
  const { day } = receiving.provenance;
  return {
    edition: derived.row,
    added: added.map((wording) => addedOf(wording, receiving, isKept)),
    redated: redated && { ...redated, shownFrom: day },
    kept: isShown || isHeld || added.length === 0 ? null : derived,
    renamed: same && { ids: idsOf(stored, same), empreinte: derived.empreinte, isCurrent: same.isCurrent },
  };
}

function idsOf({ wordings }: KnownRecord, same: KnownWording): number[] {
  return wordings.filter((wording) => saysSame(wording, same)).map(({ id }) => id);
}

/** @param isKept whether the store keeps the official bytes. */
function addedOf(wording: NewWording, { derived, provenance }: Receiving, isKept: boolean) {
  const { fichier, empreinteFichier, recueLe, day } = provenance;
  const { sourceKind, sourceOrder, titre, empreinte, again } = wording;
  return {
    sourceKind,
    sourceOrder,
    titre,
    empreinte,
    empreinteSource: isKept ? derived.empreinteSource : null,
    recueLe: recueLe.toISOString(),
    fichier,
    empreinteFichier,
    dateSource: day,
    shownFrom: again === null ? day : null,
    derivationVersion: derived.row.derivationVersion,
    again: again?.id ?? null,
  };
}
