import { existsSync, realpathSync } from "node:fs";

/** End of its name, after that of the file of texts in force. */
export const PAST = "-passe";

/**
 * Path of the file with the texts that are no longer in force, beside the one with those in force: an index is two
 * files of the same tables, so that a search of what is in force reads nothing else. Whatever swaps the second swaps the
 * first, whose name comes from what the path of the index links to.
 */
export function pastFileOf(path: string): string {
  return (existsSync(path) ? realpathSync(path) : path) + PAST;
}
