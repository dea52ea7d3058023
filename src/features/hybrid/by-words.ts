import type { OutageLogger } from "../../../db/engine/outage-log.ts";
import { RestingCircuit } from "../../../db/engine/resting-circuit.ts";
import { EngineUnavailable, StoreDamaged } from "../../../db/engine/unavailable.ts";
import { inActiveVersion, type VersionDeps } from "../../../search/embeddings/open.ts";

/** The circuit of what compares meaning: the vectors, and what embeds a question. */
export function senseCircuit(log: OutageLogger): RestingCircuit {
  const words = {
    began: "meaning is away: hybrid search and contexts answer by words alone",
    goesOn: "meaning is still away",
    over: "meaning is back",
  };
  return new RestingCircuit({ engine: "sense", title: "La recherche par le sens", words, restAfter }, log);
}

const RESTS_A_WAIT = 10;
const LONGEST_REST_MS = 5_000;

/** One question in eleven waits for a store that hangs; one that refuses at once costs nobody a wait. */
function restAfter(tookMs: number): number {
  return Math.min(RESTS_A_WAIT * tookMs, LONGEST_REST_MS);
}

export interface SenseDeps extends VersionDeps {
  /** Absent: where meaning is unavailable, so is the answer. */
  readonly sense?: RestingCircuit;
  /** Called once an answer is to be by words alone. */
  readonly onByWords?: () => void;
}

/**
 * Runs `find` with the active version of the vectors or, where meaning is unavailable, without any (contract,
 * additions 3, « Several machines »). Damage is no absence: it is a named refusal, until it is mended.
 * @throws {EngineUnavailable} of another engine; what `find` throws.
 */
export async function withOrWithoutSense<Found>(
  deps: SenseDeps,
  find: (version: string | null) => Promise<Found>,
): Promise<Found> {
  const { sense } = deps;
  if (sense === undefined) return await inActiveVersion(deps, find);
  try {
    return await sense.call(() => inActiveVersion(deps, find), isSenseAway);
  } catch (error) {
    if (!isSenseAway(error)) throw error;
    deps.onByWords?.();
    return await find(null);
  }
}

const ENGINES: ReadonlySet<string> = new Set(["sense", "vectors", "qdrant", "embeddings"]);

function isSenseAway(error: unknown): boolean {
  return error instanceof EngineUnavailable && !(error instanceof StoreDamaged) && ENGINES.has(error.engine);
}
