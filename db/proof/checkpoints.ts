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
export async function keepCheckpoint({ $client: sql }: Database, checkpoint: NewCheckpoint): Promise<void> {
  const { log, size, note, publicKey, signedAt } = checkpoint;
  await sql`
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
  { $client: sql }: Database,
  { log, size }: Pick<NewCheckpoint, "log" | "size">,
  { authority, instant, token }: KeptTimestamp,
): Promise<void> {
  await sql`
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
  { $client: sql }: Database,
  log: number,
  rank: number,
): Promise<ProvingCheckpoint | null> {
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

/** What the open log still needs. */
export interface ProofDue {
  readonly log: number;
  /** Leaves that no checkpoint covers. */
  readonly unsigned: number;
  /** When the first of them was added; null for none. */
  readonly unsignedSince: Date | null;
  /** Size of its last checkpoint; null before the first. */
  readonly size: number | null;
  readonly signedAt: Date | null;
  /** When its last timestamped checkpoint was timestamped; null for none. */
  readonly stampedAt: Date | null;
  /** When the first checkpoint after that one was signed; null for none. */
  readonly unstampedSince: Date | null;
}

/** What the open log still needs; null when there is none. */
export async function readProofDue({ $client: sql }: Database): Promise<ProofDue | null> {
  const [row] = await sql<ProofDue[]>`
    select l.id as log, (l.size - coalesce(c.size, 0))::float8 as unsigned, c.size::float8 as size, (
        select added_at from proof_leaves f
        where f.log = l.id and f.rank = coalesce(c.size, 0)) as "unsignedSince",
      c.signed_at as "signedAt", t.instant as "stampedAt", (
        select min(n.signed_at) from proof_checkpoints n
        where n.log = l.id and n.size > coalesce(t.size, 0)) as "unstampedSince"
    from proof_logs l
      left join lateral (
        select size, signed_at from proof_checkpoints where log = l.id order by size desc limit 1) c on true
      left join lateral (
        select size, instant from proof_timestamps where log = l.id order by size desc limit 1) t on true
    where l.closed_at is null limit 1`;
  return row ?? null;
}
