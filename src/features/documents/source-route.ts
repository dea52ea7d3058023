import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import { findOfficialSource } from "../../../db/queries/texts/wordings.ts";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/response/hooks.ts";
import { fingerprintOf } from "../../schemas/parameters/asked-text.ts";
import { documentId } from "../../schemas/parameters/document-id.ts";
import { textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { refusalOfWording } from "../../texts/find-text.ts";
import { demandPossible } from "../../texts/refusal.ts";
import { SourceRecord } from "./answer.ts";

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

/** By the print of a text or of its bytes. @throws {ApiError} `unknown_document`, `unknown_wording`, `wording_erased` */
async function readSourceRecord(database: Database, boiId: string, empreinte: string): Promise<SourceRecord> {
  demandPossible(boiId);
  const found = await findOfficialSource(database, boiId, empreinte);
  if (found === null) throw await refusalOfWording(database, boiId, empreinte);
  // A source that is not in UTF-8 is refused when it is read, so what is stored always is.
  return { boi_id: boiId, encodage: "utf-8", ...found };
}
