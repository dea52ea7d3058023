import { dropOtherVectors } from "../../../db/ingestion/derived/embedding.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readActiveEmbedder } from "../../../db/queries/corpus.ts";
import { partsOf } from "../../../search/embeddings/completed/index.ts";
import {
  activateEmbedder,
  forgetAbandoned,
  mayServe,
  readFillings,
  recordFilling,
  serveFilling,
} from "../../../search/embeddings/fillings.ts";
import { removeModelsExcept } from "../../../search/embeddings/models.ts";
import { forgetPastFillings } from "../../../search/embeddings/past-fillings.ts";
import type { VectorIndex } from "../../../search/vectors/port.ts";
import { readBacklog } from "../passages/passage-texts.ts";
import { isOf, type LanguageModels } from "./language-model.ts";

/** Makes the vectors of a corpus model answer; those of a language model, if they did, become a set beside. */
export async function adopt(database: Database, version: string, now: Date): Promise<void> {
  const active = await readActiveEmbedder(database);
  if (active === version) return;
  const { encoder } = partsOf(active ?? "");
  if (active !== null && encoder !== null) {
    const filling = { ...(await readBacklog(database, active)), encoder, version: active };
    await recordFilling(database, filling, now);
    if (mayServe(filling)) await serveFilling(database, filling);
  }
  await activateEmbedder(database, version);
}

interface RemovalOptions extends LanguageModels {
  readonly index: VectorIndex | null;
  readonly now: Date;
}

/** Removes the vectors and models no longer in use, and records how complete those beside now are. */
export async function removeOthers(
  database: Database,
  version: string,
  { index, now, ...models }: RemovalOptions,
): Promise<void> {
  await forgetAbandoned(database, (encoder) => isOf(models, encoder), now);
  const fillings = await readFillings(database);
  await index?.keepOnly([version, ...fillings.map((filling) => filling.version)]);
  const beside = fillings.flatMap((filling) => [filling.version, filling.encoder]);
  await dropOtherVectors(database, [version, ...beside]);
  await forgetPastFillings(database, [version, ...beside]);
  await removeModelsExcept(database, [version]);
  for (const filling of fillings) {
    const { passages, missing } = await readBacklog(database, filling.version);
    await recordFilling(database, { ...filling, passages, missing }, now);
  }
}
