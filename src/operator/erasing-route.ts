import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { FINGERPRINT, IS_UNPRINTABLE, isPrintable } from "../../bofip/text/characters.ts";
import { eraseWording } from "../../db/erasure/erase.ts";
import { readErasures } from "../../db/erasure/erasures.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { RecordFor } from "../access/act-log.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { jsonBody } from "../http/json-body.ts";

export interface ErasingDeps {
  /** Where the corpus is written. */
  readonly primary: Database;
  readonly clock: () => Date;
  /** Has the worker remove the text from the derived stores at once. */
  readonly wakeWorker: () => void;
}

const Request = t.Object(
  {
    empreinte: t.String({ pattern: FINGERPRINT.source }),
    reason: t.String({ minLength: 1 }),
    empreintes: t.Optional(t.Array(t.String({ pattern: FINGERPRINT.source }))),
    erasedAt: t.Optional(t.String({ format: "date-time" })),
  },
  { additionalProperties: false },
);
const none = t.Object({}, { additionalProperties: false });

/** `bun run erase` while the service runs: for the control socket only. */
export const erasing = ({ primary, clock, wakeWorker }: ErasingDeps, record: RecordFor) =>
  new Elysia({ name: "erasing", normalize: false })
    .post(
      "/admin/erase",
      async ({ body, request, server }) => {
        if (!isPrintable(body.reason))
          throw new ApiError("invalid_parameter", { reason: `Le champ « reason » ${IS_UNPRINTABLE}.` });
        const outcome = await eraseWording(primary, body, clock());
        // Null: refused while a run is under way.
        if (outcome.wordings !== null) record({ request, server })("wording erased", { ...body, ...outcome });
        wakeWorker();
        return outcome;
      },
      { parse: jsonBody, body: Request, query: none },
    )
    .get("/admin/erase", async () => ({ effacements: await readErasures(primary) }), { query: none });
