import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { requestContext } from "../../http/exchange.ts";
import { jsonTextAfterKey } from "../../http/json-body.ts";
import {
  demandOnePin,
  trackedReferences,
  trackedReferencesBody,
} from "../../schemas/parameters/tracked-references.ts";
import { bodyAnswers } from "../../schemas/responses.ts";
import { TrackedReferences } from "./answer.ts";
import { type TrackingDeps, trackReferences } from "./service.ts";

export const tracking = (gates: Gates, deps: TrackingDeps & { readonly clock: () => Date }) =>
  new Elysia({ name: "tracking", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.placed)
    .post(
      "/suivi",
      ({ request, body }) => requestContext(request, () => trackReferences(deps, trackedReferences(body))),
      {
        query: t.Object({}, { additionalProperties: false }),
        ...jsonTextAfterKey(trackedReferencesBody(deps.clock), demandOnePin),
        response: bodyAnswers(TrackedReferences),
        detail: {
          operationId: "trackReferences",
          tags: ["Documents"],
          summary: "Suivre des références",
          description:
            "Chaque § ou document retenu un jour est-il encore, mot pour mot, ce qui est en vigueur ? Sinon : modifié, déplacé, retiré, transféré, depuis quand, et par quelle annonce. Rien n'est journalisé ni conservé. Corps de 512 Kio au plus.",
        },
      },
    );
