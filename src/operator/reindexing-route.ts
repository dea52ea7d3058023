import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { DerivedStore } from "../../db/ingestion/derived/indexing.ts";
import { storeFault } from "../../db/postgres/open.ts";
import { type RebuildingView, viewProof } from "../../db/runs/view.ts";
import type { RunProof } from "../../db/schema/ingestion.ts";
import type { RecordFor } from "../access/act-log.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { jsonBody } from "../http/json-body.ts";
import { integer } from "../schemas/parameters/parameter.ts";

/** Rebuilds derived stores; returns the proof over all of them. */
export type Rebuild = (stores: readonly DerivedStore[]) => Promise<RunProof>;

const Store = t.Union([t.Literal("fulltext"), t.Literal("postings"), t.Literal("vectors")]);
const Request = t.Object({ stores: t.Array(Store, { minItems: 1 }) }, { additionalProperties: false });
const none = t.Object({}, { additionalProperties: false });
const byId = t.Object({ id: integer(1, 999_999_999, 1) });

/**
 * `bun run reindex` while the service runs: for the control socket only. A rebuild is long: its progress is polled.
 */
export const reindexing = (rebuild: Rebuild, record: RecordFor) => {
  const known: RebuildingView[] = [];
  return new Elysia({ name: "reindexing", prefix: "/admin/reindex", normalize: false })
    .post(
      "",
      ({ body, set, request, server }) => {
        const id = known.push(follow(rebuild(body.stores)));
        record({ request, server })("reindex asked", body);
        set.status = 202;
        return { id };
      },
      { parse: jsonBody, body: Request, query: none },
    )
    .get(
      "/:id",
      ({ params }) => {
        const found = known[params.id - 1];
        if (found === undefined) throw new ApiError("unknown_run", { id: String(params.id) });
        return found;
      },
      { params: byId, query: none },
    );
};

function follow(rebuilding: Promise<RunProof>): RebuildingView {
  const state: RebuildingView = { preuve: null, message: null };
  rebuilding.then(
    (proof) => {
      state.preuve = viewProof(proof);
    },
    (thrown: unknown) => {
      const error = storeFault(thrown);
      state.message = error instanceof Error ? error.message : String(error);
    },
  );
  return state;
}
