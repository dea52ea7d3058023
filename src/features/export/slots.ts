import { ApiError } from "../../http/errors/api-error.ts";

/**
 * Exports that a process streams at a time: each occupies a connection of its client, and reads the store throughout.
 */
export const MAX_EXPORTS = 4;

/** The stream in progress may end at any moment, with its page or its client. */
const RETRY = { seconds: "5" };

/** The exports in progress, in this process. */
export class ExportSlots {
  private readonly keys = new Set<number>();

  /**
   * Takes the slot of a key.
   * @returns the function that releases it.
   * @throws {ApiError} `export_under_way` for a second one of a key, `too_many_exports`.
   */
  take(keyId: number): () => void {
    if (this.keys.has(keyId)) throw new ApiError("export_under_way", RETRY);
    if (this.keys.size >= MAX_EXPORTS)
      throw new ApiError("too_many_exports", { ...RETRY, limit: String(MAX_EXPORTS) });
    this.keys.add(keyId);
    return () => {
      this.keys.delete(keyId);
    };
  }
}
