/** Parsers of what the service answers to the commands of ingestion, over its control socket. */
import { Type } from "@sinclair/typebox";
import { jsonParser } from "../../db/engine/parse-json.ts";
import { ErasureOutcome } from "../../db/erasure/erase.ts";
import { ErasureView } from "../../db/erasure/erasures.ts";
import { RebuildingView, RunView } from "../../db/runs/view.ts";

/** Number of the task that the service accepted. */
export const parseAccepted = jsonParser(Type.Object({ id: Type.Integer() }));

export const parseRun = jsonParser(RunView);

export const parseErased = jsonParser(ErasureOutcome);

export const parseErasures = jsonParser(Type.Object({ effacements: Type.Array(ErasureView) }));

export const parseRebuilding = jsonParser(RebuildingView);
