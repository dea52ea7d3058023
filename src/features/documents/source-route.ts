import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/response/hooks.ts";
import { documentId } from "../../schemas/parameters/document-id.ts";
import { fingerprintOf } from "../../schemas/parameters/fingerprint.ts";
import { textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { readSourceRecord } from "./source.ts";
import { SourceRecord } from "./source-answer.ts";

export const sourceRecord = (gates: Gates, deps: { readonly database: Database }) =>
  new Elysia({ name: "sourceRecord", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id/source",
      ({ params: { id }, query: { empreinte } }) => readSourceRecord(deps.database, id.boiId, empreinte),
      {
        params: t.Object({ id: documentId({ examples: ["BOI-IR-LIQ-20-10"] }) }),
        query: t.Object(
          {
            empreinte: fingerprintOf({
              description: "`empreinte` ou `empreinte_source` d'une rédaction.",
              examples: [EXAMPLE],
            }),
          },
          { additionalProperties: false },
        ),
        response: { ...textAnswers(SourceRecord), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getSource",
          tags: ["Documents"],
          summary: "Octets officiels d'une rédaction",
          description: "Le HTML officiel tel que reçu, d'où il vient et quand. Accepte If-None-Match.",
        },
      },
    );

/** SHA-256 of the official bytes of an edition of the sample corpus. */
const EXAMPLE = "b82688fbfb365e4c9b4e9a8a9bce3b7e11d1d8730c1805963d9b6b3027ae6038";
