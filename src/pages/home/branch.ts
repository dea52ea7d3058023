import type { Database } from "../../../db/postgres/database.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import {
  CLASSIFICATION_PATH_EXPECTED,
  readClassificationPath,
} from "../../schemas/parameters/classification-path.ts";
import { readClassificationTrail } from "../../services/classification.ts";
import type { SearchBranch } from "../search-form.tsx";

/**
 * Parses the branch of the plan in an address; null for the whole plan.
 * @throws {ApiError} `invalid_parameter` for what can't be a node of the plan.
 */
export async function readBranch(database: Database, written: string): Promise<SearchBranch | null> {
  const chemin = readClassificationPath(written);
  if (chemin === null) {
    const reason = `Dans l'adresse, « chemin » attend ${CLASSIFICATION_PATH_EXPECTED}.`;
    throw new ApiError("invalid_parameter", { reason });
  }
  const node = (await readClassificationTrail(database, chemin)).at(-1);
  return node === undefined ? null : { chemin, titre: node.titre };
}
