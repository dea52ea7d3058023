import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { FINGERPRINT } from "../../db/bofip/fingerprint.ts";
import { eraseWording } from "../../db/erasure/erase.ts";
import type { Database } from "../../db/postgres/database.ts";
import type { RecordAct } from "../access/operator-log.ts";
import { jsonBody } from "../http/json-body.ts";

export interface ErasingDeps {
  /** Where the corpus is written. */
  readonly primary: Database;
  readonly clock: () => Date;
}

const Request = t.Object(
  { empreinte: t.String({ pattern: FINGERPRINT.source }), reason: t.String({ minLength: 1 }) },
  { additionalProperties: false },
);
const none = t.Object({}, { additionalProperties: false });

/** `bun run erase` while the service runs: for the control socket alone. */
export const erasing = ({ primary, clock }: ErasingDeps, record: RecordAct) =>
  new Elysia({ name: "erasing", normalize: false }).post(
    "/admin/erase",
    async ({ body, request, server }) => {
      const outcome = await eraseWording(primary, body, clock());
      record({ request, server }, "wording erased", { ...body, ...outcome });
      return outcome;
    },
    { parse: jsonBody, body: Request, query: none },
  );
