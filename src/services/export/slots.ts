import { ApiError } from "../../http/errors/api-error.ts";

/** Exports that a process streams at a time: each holds a connection of its client, and reads the store all along. */
export const MAX_EXPORTS = 4;

/** The stream that is in the way may end at any moment, with its page or its client. */
const RETRY = { seconds: "5" };

/** Who is exporting now, in this process. */
export class ExportSlots {
  private readonly keys = new Set<number>();

  /**
   * Takes the place of a key.
   * @returns what gives it back.
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
