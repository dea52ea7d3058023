import type { Database } from "../../postgres/database.ts";
import { inTransaction, jsonRows } from "../../postgres/statements.ts";

/**
 * How long what readers know of the servers may be used. The worker waits a second more between the moment a server is
 * ahead of the others and the end of the debt, whose warning covers the answers given meanwhile.
 */
export const SERVERS_LEASE_MS = 2_000;

/** A server of the full-text index, when several hold it. */
interface ServerRow {
  readonly server: string;
  readonly wanted: string | null;
  readonly generation: string | null;
  readonly isBehind: boolean;
  readonly isWritten: boolean;
}

/** `written`: in step, as far as is known, but for what the worker may be writing. */
export type ServerState = "in step" | "written" | "behind";

/** What the relational store knows of the servers of the full-text index. */
export class KnownServers {
  private readonly rows: ReadonlyMap<string, ServerRow>;

  /** @param generation the index's own (`readGenerations`). */
  constructor(
    private readonly generation: string | null,
    rows: readonly ServerRow[],
  ) {
    // A process with one server, or of an earlier release, writes no row: after it, the rows tell of another content.
    const areCurrent = rows.some((row) => row.generation === generation);
    this.rows = new Map(areCurrent ? rows.map((row) => [row.server, row]) : []);
  }

  /** @param isReported whether it is the generation that the server reports. */
  stateOf(server: string, isReported: (generation: string) => boolean): ServerState {
    const reports = (generation: string | null) => generation !== null && isReported(generation);
    if (this.rows.size === 0) return reports(this.generation) ? "in step" : "behind";
    const row = this.rows.get(server);
    if (row === undefined || row.isBehind) return "behind";
    if (reports(row.generation)) return "in step";
    return row.isWritten ? "written" : "behind";
  }

  /** Whether it is recorded as behind, or not at all. */
  isBehind(server: string): boolean {
    return this.rows.get(server)?.isBehind ?? true;
  }

  /** Whether it was last seen with this content, whatever it has become. */
  had(server: string, wanted: string): boolean {
    const row = this.rows.get(server);
    return row !== undefined && !row.isBehind && row.wanted === wanted;
  }

  /** Whether another server was last seen in step with another content. */
  isAhead(server: string, wanted: string): boolean {
    return this.rows.values().some((row) => row.server !== server && !row.isBehind && row.wanted !== wanted);
  }
}

/** One short statement. */
export async function readServers({ $client: sql }: Database): Promise<KnownServers> {
  const [row] = await sql<{ generation: string | null; rows: readonly ServerRow[] }[]>`
    select (select generation from store_generations where store = 'fulltext') as generation, coalesce((
      select json_agg(json_build_object('server', server, 'wanted', wanted, 'generation', generation,
        'isBehind', since is not null, 'isWritten', is_written)) from fulltext_servers), '[]') as rows`;
  return new KnownServers(row?.generation ?? null, row?.rows ?? []);
}

interface SeenServer {
  readonly server: string;
  /** Digest of what the index must contain, as the server does. */
  readonly wanted: string;
  readonly generation: string;
  /** All the servers of the index: others are forgotten. */
  readonly among: readonly string[];
  readonly now: Date;
}

/** Records that a server is in step: those last seen with another content are behind from now on. */
export async function recordServerInStep(database: Database, seen: SeenServer): Promise<void> {
  const { server, wanted, generation } = seen;
  const [now, among] = [seen.now.toISOString(), jsonRows(seen.among)];
  await inTransaction(database, (sql) => [
    sql`
      delete from fulltext_servers
      where server not in (select json_array_elements_text(${among}::text::json))`,
    sql`
      update fulltext_servers set since = ${now}, reason = 'il attend ce qu''un autre serveur a reçu'
      where server <> ${server} and since is null and wanted is distinct from ${wanted}`,
    sql`
      insert into fulltext_servers (server, wanted, generation) values (${server}, ${wanted}, ${generation})
      on conflict (server) do update set wanted = excluded.wanted, generation = excluded.generation,
        since = null, reason = null, is_written = false`,
    sql`
      insert into store_generations (store, generation) values ('fulltext', ${generation})
      on conflict (store) do update set generation = excluded.generation`,
  ]);
}

/**
 * Records that the worker is about to write a server in step, of this generation: it stays so for readers that have no
 * other.
 */
export async function recordServerWritten(
  { $client: sql }: Database,
  server: string,
  generation: string,
): Promise<void> {
  await sql`
    insert into fulltext_servers as s (server, generation, is_written) values (${server}, ${generation}, true)
    on conflict (server) do update set since = null, reason = null, is_written = true,
      wanted = case when s.generation = excluded.generation then s.wanted end, generation = excluded.generation`;
}

interface LateServer {
  readonly server: string;
  /** In French, for operators. */
  readonly reason: string;
  readonly now: Date;
}

/** Records that a server is not, or no longer, in step. */
export async function recordServerBehind(
  { $client: sql }: Database,
  { server, reason, now }: LateServer,
): Promise<void> {
  await sql`
    insert into fulltext_servers as s (server, since, reason) values (${server}, ${now}, ${reason})
    on conflict (server) do update set since = coalesce(s.since, excluded.since), reason = excluded.reason,
      is_written = false`;
}
