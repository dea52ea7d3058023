import type { Database } from "../postgres/database.ts";

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

/** Instants in milliseconds. */
interface Row {
  readonly log: number;
  readonly unsigned: number;
  readonly size: number | null;
  readonly unsignedMs: number | null;
  readonly signedMs: number | null;
  readonly stampedMs: number | null;
  readonly unstampedMs: number | null;
}

/** What the open log still needs; null when there is none. */
export async function readProofDue(database: Database): Promise<ProofDue | null> {
  const [row] = await database.$client<Row[]>`
    select l.id as log, (l.size - coalesce(c.size, 0))::float8 as unsigned, c.size::float8 as size, (
        select extract(epoch from f.added_at)::float8 * 1000 from proof_leaves f
        where f.log = l.id and f.rank = coalesce(c.size, 0)) as "unsignedMs",
      extract(epoch from c.signed_at)::float8 * 1000 as "signedMs",
      extract(epoch from t.instant)::float8 * 1000 as "stampedMs", (
        select extract(epoch from min(n.signed_at))::float8 * 1000 from proof_checkpoints n
        where n.log = l.id and n.size > coalesce(t.size, 0)) as "unstampedMs"
    from proof_logs l
      left join lateral (
        select size, signed_at from proof_checkpoints where log = l.id order by size desc limit 1) c on true
      left join lateral (
        select size, instant from proof_timestamps where log = l.id order by size desc limit 1) t on true
    where l.closed_at is null limit 1`;
  if (row === undefined) return null;
  const { log, unsigned, size, unsignedMs, signedMs, stampedMs, unstampedMs } = row;
  return {
    log,
    unsigned,
    size,
    unsignedSince: dateOf(unsignedMs),
    signedAt: dateOf(signedMs),
    stampedAt: dateOf(stampedMs),
    unstampedSince: dateOf(unstampedMs),
  };
}

function dateOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
