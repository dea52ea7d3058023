import { randomUUID } from "node:crypto";
import { access, constants, mkdir, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { parseCheckpoint, parseOrigin } from "../../bofip/proof/checkpoint.ts";
import type { ProofConfig } from "../../config/proof.ts";
import { IngestionFault } from "../journal/fault.ts";

/** The last checkpoint that this service signed, kept apart from the database. */
export interface KnownCheckpoint {
  readonly note: string;
  /** Origin of the service's first log. */
  readonly first: string;
  /** Number of its log. */
  readonly number: number;
  readonly size: number;
  readonly root: Uint8Array;
}

type CheckpointPlaces = Pick<ProofConfig, "checkpointFile" | "checkpointFallback">;

/** The file of the last checkpoint: the fallback where the folder of the first choice cannot be written. */
export async function checkpointPlace({
  checkpointFile,
  checkpointFallback,
}: CheckpointPlaces): Promise<string> {
  if (checkpointFallback === null) return checkpointFile;
  const isWritable = access(dirname(checkpointFile), constants.W_OK | constants.X_OK);
  return await isWritable.then(
    () => checkpointFile,
    () => checkpointFallback,
  );
}

/**
 * The file of the last checkpoint, going on from where it was kept before: the one of both that goes further.
 * @throws {IngestionFault} when one is not a checkpoint of ours, or they are of two services
 */
export async function openCheckpointPlace(places: CheckpointPlaces): Promise<string> {
  const { checkpointFile, checkpointFallback } = places;
  const place = await checkpointPlace(places);
  if (checkpointFallback === null) return place;
  const former = place === checkpointFile ? checkpointFallback : checkpointFile;
  const left = await readCheckpointFile(former);
  if (left === null) return place;
  const kept = await readCheckpointFile(place);
  if (kept !== null && kept.first !== left.first)
    throw new IngestionFault(
      `${place} et ${former} sont les têtes de deux journaux de preuve : rien n'est signé tant que les deux y sont. Gardez celle de cette base.`,
    );
  if (kept === null || goesFurther(left, kept)) await writeCheckpointFile(place, left.note);
  if (former === checkpointFallback) await rm(former, { force: true });
  return place;
}

function goesFurther(one: KnownCheckpoint, other: KnownCheckpoint): boolean {
  return one.number === other.number ? one.size > other.size : one.number > other.number;
}

/** @throws {IngestionFault} when the file is there and is not a checkpoint of ours. */
export async function readCheckpointFile(path: string): Promise<KnownCheckpoint | null> {
  const note = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw new IngestionFault(`${path} : la dernière tête du journal de preuve est illisible.`, {
      cause: error,
    });
  });
  if (note === null) return null;
  const read = parseCheckpoint(note);
  const origin = read === null ? null : parseOrigin(read.origin);
  if (read === null || origin === null)
    throw new IngestionFault(
      `${path} n'est pas une tête du journal de preuve : rien n'est signé tant qu'il y est.`,
    );
  return { note, ...origin, size: read.size, root: read.root };
}

/** Replaces the file, on disk when this resolves, so that it shows what is published signed. @throws {IngestionFault} */
export async function writeCheckpointFile(path: string, note: string): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
    // A worker that has lost its lock may still write: each has its own name.
    const fresh = `${path}.${randomUUID()}.new`;
    await writeFile(fresh, note, { flush: true });
    await rename(fresh, path);
    const directory = await open(folder);
    await directory.sync().finally(() => directory.close());
  } catch (cause) {
    throw new IngestionFault(
      `La tête du journal de preuve ne peut pas être écrite dans ${folder} : rien n'est signé. PROOF_CHECKPOINT en nomme un autre.`,
      { cause },
    );
  }
}
