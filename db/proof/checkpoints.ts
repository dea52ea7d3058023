import type { Database } from "../postgres/database.ts";

/** A signed checkpoint to keep. */
interface NewCheckpoint {
  readonly log: number;
  readonly size: number;
  readonly note: string;
  /** The key that signed it, SPKI in base64. */
  readonly publicKey: string;
  readonly signedAt: Date;
}

/** Keeps a signed checkpoint; one of that size is never replaced. */
export async function keepCheckpoint(database: Database, checkpoint: NewCheckpoint): Promise<void> {
  const { log, size, note, publicKey, signedAt } = checkpoint;
  await database.$client`
    insert into proof_checkpoints (log, size, note, public_key, signed_at)
    values (${log}, ${size}, ${note}, ${publicKey}, ${signedAt.toISOString()}) on conflict do nothing`;
}

/** A timestamp of a checkpoint (RFC 3161). */
export interface KeptTimestamp {
  /** The name of the authority's certificate. */
  readonly authority: string;
  /** ISO 8601. */
  readonly instant: string;
  /** TimeStampToken, DER. */
  readonly token: Uint8Array;
}

export async function keepTimestamp(
  database: Database,
  { log, size }: Pick<NewCheckpoint, "log" | "size">,
  { authority, instant, token }: KeptTimestamp,
): Promise<void> {
  await database.$client`
    insert into proof_timestamps (log, size, authority, instant, token)
    values (${log}, ${size}, ${authority}, ${instant}, ${token}::bytea) on conflict do nothing`;
}

/** A checkpoint, with its timestamps, the first one first. */
export interface ProvingCheckpoint extends Omit<NewCheckpoint, "signedAt" | "log"> {
  readonly timestamps: readonly KeptTimestamp[];
}

/**
 * The checkpoint that proves a leaf best: the first timestamped one that covers it, else the first signed one. Null
 * while none covers it.
 */
export async function readProvingCheckpoint(
  database: Database,
  log: number,
  rank: number,
): Promise<ProvingCheckpoint | null> {
  const sql = database.$client;
  const [row] = await sql<Omit<ProvingCheckpoint, "timestamps">[]>`
    select c.size::float8 as size, c.note, c.public_key as "publicKey"
    from proof_checkpoints c
    where c.log = ${log} and c.size > ${rank}
    order by not exists (select from proof_timestamps t where t.log = c.log and t.size = c.size), c.size limit 1`;
  if (row === undefined) return null;
  const timestamps = await sql<KeptTimestamp[]>`
    select authority, to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as instant, token
    from proof_timestamps where log = ${log} and size = ${row.size} order by instant`;
  return { ...row, timestamps };
}
