import { isSameHash, leafHash } from "../../bofip/proof/hashes.ts";
import { inclusionRanges } from "../../bofip/proof/ranges.ts";
import { DamagedText } from "../integrity/damage.ts";
import type { Database } from "../postgres/database.ts";
import { type ProvingCheckpoint, readProvingCheckpoint } from "./checkpoints.ts";
import { readRangeHashes } from "./hashes.ts";

/** A text of an edition, as its leaf records it. */
interface LoggedText {
  readonly boiId: string;
  /** Start of validity, `YYYY-MM-DD`. */
  readonly date: string;
  readonly pgp: number;
  readonly empreinte: string;
  /** `printOfParagraphs` of its §. */
  readonly paragraphes: string | null;
}

/** The leaf of a text, and what proves that the log has it. */
export interface ProvedLeaf {
  readonly log: number;
  readonly rank: number;
  /** As hashed. */
  readonly leaf: string;
  /** Null while no checkpoint covers it. */
  readonly proof: (ProvingCheckpoint & { readonly path: readonly Uint8Array[] }) | null;
}

/**
 * The first leaf of a text that holds its § as they are cut, or of version 1, which holds none; null when no log has one.
 * One that names neither § nor official bytes proves no number: it comes last.
 * @throws {DamagedText} when it no longer has its hash.
 */
export async function findProvedLeaf(database: Database, text: LoggedText): Promise<ProvedLeaf | null> {
  const { boiId, date, pgp, empreinte, paragraphes } = text;
  const [row] = await database.$client<{ log: number; rank: number; leaf: string; hash: Uint8Array }[]>`
    select log, rank::float8 as rank, leaf, hash from proof_leaves
    where empreinte = ${empreinte} and leaf::json ->> 'boi_id' = ${boiId}
      and leaf::json ->> 'date_debut' = ${date} and coalesce((leaf::json ->> 'pgp')::int, ${pgp}) = ${pgp}
      and leaf::json ->> 'evenement' in ('edition', 'rectification', 'derivation')
      and (leaf::json ->> 'v' = '1' or leaf::json ->> 'paragraphes' is not distinct from ${paragraphes}::text)
    order by leaf::json ->> 'v' = '1' and leaf::json ->> 'empreinte_source' is null, log, rank limit 1`;
  if (row === undefined) return null;
  const { log, rank, leaf, hash } = row;
  if (!isSameHash(leafHash(leaf), hash)) throw new DamagedText(`journal de preuve ${log}`);
  const checkpoint = await readProvingCheckpoint(database, log, rank);
  if (checkpoint === null) return { log, rank, leaf, proof: null };
  const path = await readRangeHashes(database, log, inclusionRanges(rank, checkpoint.size));
  return { log, rank, leaf, proof: { ...checkpoint, path } };
}
