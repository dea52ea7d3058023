import { setTimeout as sleep } from "node:timers/promises";
import { StoreDamaged } from "../../db/engine/unavailable.ts";
import { settleDebt } from "../../db/ingestion/derived/debts.ts";
import {
  type KnownServers,
  readServers,
  recordServerBehind,
  recordServerInStep,
  recordServerWritten,
  SERVERS_LEASE_MS,
  type ServerState,
} from "../../db/ingestion/derived/fulltext-servers.ts";
import type { IndexableText } from "../../db/ingestion/derived/indexing.ts";
import type { Database } from "../../db/postgres/database.ts";
import { readRevision } from "../../db/queries/corpus.ts";
import { STORE_NAMES } from "../../db/runs/view.ts";
import type { StageProgress } from "../../db/schema/ingestion.ts";
import { ANALYZER_VERSION } from "../../search/fulltext/analyzer/index.ts";
import { digestIndex, type FullTextServer } from "../../search/fulltext/open.ts";
import { Interrupted, messageOf } from "../journal/fault.ts";
import type { StageJournal } from "../journal/journal.ts";
import { derivedFullText, readWanted } from "./fulltext.ts";
import { type DerivedIndex, type Follower, UNFOLLOWED } from "./in-step.ts";

/** A server as it now is, and as it was recorded. */
interface SeenServer {
  readonly server: FullTextServer;
  readonly state: ServerState;
  /** Null when it does not report one. */
  readonly generation: string | null;
  /** Why it does not answer; null for one that does. */
  readonly fault: unknown;
}

/** Asks every server at once what it is. Writes nothing. */
export async function lookAtServers(
  database: Database,
  servers: readonly FullTextServer[],
): Promise<readonly SeenServer[]> {
  const known = await readServers(database);
  return await seeServers(known, servers);
}

async function seeServers(
  known: KnownServers,
  servers: readonly FullTextServer[],
): Promise<readonly SeenServer[]> {
  return await Promise.all(
    servers.map(async (server) => {
      try {
        const generation = await generationOf(server);
        const state = known.stateOf(server.name, (recorded) => recorded === generation);
        return { server, state, generation, fault: null };
      } catch (fault) {
        const isAway = !(fault instanceof StoreDamaged);
        return { server, state: "behind", generation: null, fault: isAway ? fault : null } as const;
      }
    }),
  );
}

async function generationOf(server: FullTextServer): Promise<string> {
  return `${ANALYZER_VERSION} ${await server.generation()}`;
}

interface Bringing {
  readonly database: Database;
  readonly servers: readonly FullTextServer[];
  readonly now: Date;
  /**
   * Brings a server in step.
   * @param isFirst no server is in step yet: what it lacks, the index as a whole does.
   */
  readonly bring: (
    index: DerivedIndex<IndexableText>,
    server: FullTextServer,
    isFirst: boolean,
  ) => Promise<unknown>;
  /** Whether a server that is still as it was when last seen with the same content is not compared again. */
  readonly trusts: boolean;
  /** Told, in French, of every server that is left behind. */
  readonly warn: (sentence: string) => void;
}

/** The readers' own clocks, and the requests that they have under way. */
const MARGIN_MS = 1_000;

/**
 * Brings the servers of the full-text index in step one after the other, so that the others answer meanwhile, those in
 * step until now first. The index is in step once one of them is; one that fails delays no other.
 * @throws the fault of the first one when none could be brought in step, and `Interrupted`.
 */
export async function bringServers(work: Bringing): Promise<void> {
  const { database, servers, now, warn } = work;
  const revision = await readRevision(database);
  const known = await readServers(database);
  const wanted = await readWanted(database);
  const { count, digest } = digestIndex(new Map(wanted.entries().map(([id, { hash }]) => [id, hash])));
  const content = `${count} ${digest}`;
  const among = servers.map(({ name }) => name);
  const faults: { readonly rank: number; readonly fault: unknown }[] = [];
  let isSettled = false;
  for (const seen of currentFirst(await seeServers(known, servers))) {
    const { server, state } = seen;
    try {
      const isTrusted = work.trusts && state === "in step" && known.had(server.name, content);
      if (!isTrusted) await bringOne(work, seen, wanted, !isSettled);
      const generation = await generationOf(server);
      await recordServerInStep(database, { server: server.name, wanted: content, generation, among, now });
      if (isSettled) continue;
      // Readers learn that the others are behind while the debt still has them warn of it.
      if (known.isAhead(server.name, content)) await sleep(SERVERS_LEASE_MS + MARGIN_MS);
      await settleDebt(database, "fulltext", { revision, generation });
      isSettled = true;
    } catch (fault) {
      if (fault instanceof Interrupted) throw fault;
      faults.push({ rank: server.rank, fault });
      await recordFault(database, known, seen, { reason: messageOf(fault), now });
    }
  }
  if (!isSettled) throw faults[0]?.fault;
  for (const { rank, fault } of faults) warn(tellBehind(rank, messageOf(fault)));
}

/** In French. */
export function tellBehind(rank: number, reason: string): string {
  return `Le serveur n° ${rank} de MEILI_URL reste à mettre à jour (${reason}) : le worker le fera dès qu'il le pourra.`;
}

function currentFirst(seen: readonly SeenServer[]): readonly SeenServer[] {
  const rank = ({ state, fault }: SeenServer) => (fault === null ? (state === "behind" ? 1 : 0) : 2);
  return seen.toSorted((one, other) => rank(one) - rank(other));
}

async function bringOne(
  { database, bring }: Bringing,
  { server, state, generation, fault }: SeenServer,
  wanted: ReadonlyMap<string, IndexableText>,
  isFirst: boolean,
): Promise<void> {
  if (fault !== null) throw fault;
  if (state === "in step" && generation !== null)
    await recordServerWritten(database, server.name, generation);
  await bring(
    derivedFullText(database, server, async () => wanted),
    server,
    isFirst,
  );
}

/** One in step until now stays so where nothing was written, and for readers that have no other where something was. */
async function recordFault(
  database: Database,
  known: KnownServers,
  { server: { name: server }, state, fault }: SeenServer,
  late: { readonly reason: string; readonly now: Date },
): Promise<void> {
  const isLate = state === "behind" && (fault === null || known.isBehind(server));
  if (isLate) await recordServerBehind(database, { server, ...late });
}

/** A server brought in step while another one already is: what it lacks is its own debt, which warns no reader. */
export class ServerTask implements Follower {
  readonly expects = UNFOLLOWED.expects;
  readonly applied = UNFOLLOWED.applied;

  constructor(
    private readonly run: {
      readonly database: Database;
      readonly server: FullTextServer;
      readonly journal: Pick<StageJournal, "advance">;
      readonly now: Date;
    },
  ) {}

  /** Recorded before anything is written: it is not to be read meanwhile. */
  async compared(_: number, remaining: number): Promise<void> {
    const { database, server, now } = this.run;
    if (remaining === 0) return;
    const reason = `remplissage inachevé, ${remaining} ${STORE_NAMES.fulltext.unit} à écrire`;
    await recordServerBehind(database, { server: server.name, reason, now });
  }

  /** @throws {Interrupted} when the run must stop here. */
  async wrote(progress: StageProgress | null): Promise<void> {
    await this.run.journal.advance(progress);
  }
}

/** In French, how many servers are in step; null when all are. */
export async function tellServers(
  database: Database,
  servers: readonly FullTextServer[],
): Promise<string | null> {
  const seen = await lookAtServers(database, servers);
  const inStep = seen.filter(({ state }) => state === "in step").length;
  if (inStep === seen.length) return null;
  return `Serveurs de MEILI_URL à jour : ${inStep} sur ${seen.length} ; le worker complète les autres dès qu'ils répondent.`;
}
