import { Elysia } from "elysia";
import { parseTilePath, TILE_WIDTH } from "../../../bofip/proof/ranges.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { readCheckpointNote, readTile } from "../../../db/proof/logs.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { RenderedAnswer, RenderedBody, renderedText } from "../../http/response/body.ts";
import { type VisitDeps, visitedByPrograms } from "../../pages/visits.ts";

interface ProofDeps extends VisitDeps {
  /** Where the worker writes: a replica might not have yet what it has just signed. */
  readonly primary: Database;
}

/** The logs of proof, as C2SP tlog-tiles has them: public, without a key, never in the OpenAPI document. */
export const proof = ({ primary, ...visits }: ProofDeps) =>
  new Elysia({ name: "proof", normalize: false })
    .use(visitedByPrograms(visits))
    .get("/preuves/checkpoint", ({ path }) => answerCheckpoint(primary, "1", path))
    .get("/preuves/tile/*", ({ params, path }) => answerTile(primary, "1", params["*"], path))
    .get("/preuves/:log/checkpoint", ({ params: { log }, path }) => answerCheckpoint(primary, log, path))
    .get("/preuves/:log/tile/*", ({ params, path }) => answerTile(primary, params.log, params["*"], path));

const FOR_A_MINUTE = "public, max-age=60";
/** A full tile never changes. */
const FOR_EVER = "public, max-age=31536000, immutable";

async function answerCheckpoint(database: Database, log: string, path: string): Promise<RenderedAnswer> {
  const number = readLogNumber(log);
  const note = number === null ? null : await readCheckpointNote(database, number);
  if (note === null) throw new ApiError("unknown_route", { path });
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": FOR_A_MINUTE };
  return new RenderedAnswer(renderedText(note), headers);
}

async function answerTile(
  database: Database,
  log: string,
  written: string,
  path: string,
): Promise<RenderedAnswer> {
  const number = readLogNumber(log);
  const tile = parseTilePath(written);
  const bytes = number === null || tile === null ? null : await readTile(database, number, tile);
  if (bytes === null) throw new ApiError("unknown_route", { path });
  const isFull = tile?.width === TILE_WIDTH;
  const cache = isFull ? FOR_EVER : FOR_A_MINUTE;
  const headers = { "content-type": "application/octet-stream", "cache-control": cache };
  return new RenderedAnswer(new RenderedBody(Buffer.from(bytes), null), headers);
}

/** The first log has no number in its addresses. */
function readLogNumber(written: string): number | null {
  return /^[1-9]\d{0,5}$/.test(written) ? Number(written) : null;
}
