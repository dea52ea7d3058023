import { existsSync, realpathSync } from "node:fs";
import { isPastEntry } from "../../../../db/engine/dated-texts.ts";
import type { FullTextWriter } from "../../port.ts";

/** Writer of the texts in force and writer of the others, each of its file. */
interface PartWriters {
  readonly present: FullTextWriter;
  readonly past: FullTextWriter;
}

/** Writes a whole index, past texts first and removed last: a replaced text is twice there for a moment, not nowhere. */
export function writerOfParts({ present, past }: PartWriters): FullTextWriter {
  const parts = [past, present];
  return {
    async hashes() {
      const held = await Promise.all(parts.map((part) => part.hashes()));
      return new Map(held.flatMap((hashes) => [...hashes]));
    },
    async upsert(documents) {
      // Even without any: the file of past texts is made with the other.
      await past.upsert(documents.filter(({ place }) => place !== "present"));
      const inForce = documents.filter(({ place }) => place === "present");
      if (inForce.length > 0) await present.upsert(inForce);
    },
    async remove(entries) {
      await present.remove(entries.filter((entry) => !isPastEntry(entry)));
      await past.remove(entries.filter(isPastEntry));
    },
    async settle(onWait) {
      for (const part of parts) await part.settle(onWait);
    },
    applied: () => parts.reduce((sum, part) => sum + part.applied(), 0),
    async close() {
      for (const part of parts) await part.close();
    },
  };
}

/** End of its name, after that of the file of texts in force. */
export const PAST = "-passe";

/**
 * Path of the texts no longer in force, beside the file of those in force: a search of what is in force reads nothing
 * else. Its name comes from what the path links to, so that both are swapped at once.
 */
export function pastFileOf(path: string): string {
  return (existsSync(path) ? realpathSync(path) : path) + PAST;
}
