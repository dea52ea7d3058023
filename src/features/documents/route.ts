import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { exchangeOf, lawOf, revalidated } from "../../http/exchange.ts";
import { consultationPath } from "../../pages/addresses.ts";
import { askedText, demandOneText, textQuery } from "../../schemas/parameters/asked-text.ts";
import { documentId } from "../../schemas/parameters/parameter.ts";
import { textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { lawOfText } from "../../texts/law-of-day.ts";
import { FullDocument } from "./answer.ts";
import { type DocumentDeps, readDocument, withLawOfDay } from "./service.ts";

export const documents = (gates: Gates, deps: DocumentDeps) =>
  new Elysia({ name: "documents", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/boi/:id",
      async ({ request, params: { id }, query }) => {
        const asked = askedText(id, query);
        const document = await withLawOfDay(
          deps.database,
          await readDocument(deps, id.boiId, asked),
          lawOfText(lawOf(request), asked, deps.clock),
        );
        const empreinte = asked.kind === "wording" ? asked.empreinte : null;
        const page = deps.publicUrl() + consultationPath(id.boiId, document.date_publication, empreinte);
        exchangeOf(request).ownHeaders = { link: `<${page}>; rel="alternate"; type="text/html"` };
        return document;
      },
      {
        params: t.Object({
          id: documentId({
            description: "Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.",
            examples: ["BOI-IR-LIQ-20-10"],
          }),
        }),
        query: t.Object(textQuery(deps.clock), { additionalProperties: false }),
        transform: demandOneText,
        response: { ...textAnswers(FullDocument), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getDocument",
          tags: ["Documents"],
          summary: "Document complet",
          description:
            "Contenu, paragraphes numérotés, place dans le plan, renvois et articles cités ; le texte d'aujourd'hui, d'un jour passé ou d'une empreinte. Accepte If-None-Match.",
        },
      },
    );
