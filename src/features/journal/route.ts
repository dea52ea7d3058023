import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import { JOURNAL_EVENTS } from "../../../db/schema/journal.ts";
import type { Gates } from "../../access/gates.ts";
import { coveredByExports, revalidated } from "../../http/exchange.ts";
import { classificationPath, type DomainList, domainCode } from "../../schemas/parameters/filters.ts";
import { documentId, integer, oneOf, sequenceNumber } from "../../schemas/parameters/parameter.ts";
import { keyedAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { JournalPage } from "./answer.ts";
import { followJournal } from "./service.ts";

export const journal = (gates: Gates, deps: { readonly database: Database; readonly domains: DomainList }) =>
  new Elysia({ name: "journal", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    // Destructured, because Elysia would read a body on every route of the service if the hook took its whole
    // context.
    .onBeforeHandle(({ request, query }) => {
      if (query["evenement"] === "actualite") coveredByExports({ request });
    })
    .use(gates.keptByRevision)
    .get(
      "/journal",
      ({ query: { evenement = null, domaine = null, chemin = null, boi_id, ...page } }) =>
        followJournal(deps.database, {
          evenement,
          domaine,
          chemin,
          boiId: boi_id?.boiId ?? null,
          ...page,
        }),
      {
        query: t.Object(
          {
            apres: sequenceNumber({ description: "Le plus grand numéro déjà vu ; 0 pour tout le journal." }),
            limit: integer(1, 1000, 200, { description: "Nombre d'entrées." }),
            evenement: t.Optional(oneOf(JOURNAL_EVENTS, { description: "Ce qui est arrivé." })),
            domaine: t.Optional(
              domainCode(deps.domains, {
                description: "Domaine du document, ou d'un document que l'actualité nomme.",
              }),
            ),
            chemin: t.Optional(
              classificationPath({
                description: "Nœud du plan, avec tout ce qui est dessous.",
                examples: ["IR/LIQ"],
              }),
            ),
            boi_id: t.Optional(
              documentId({
                description: "Le document, ou un que l'actualité nomme.",
                examples: ["BOI-IR-LIQ-20-10"],
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(JournalPage), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listJournal",
          tags: ["Suivi"],
          summary: "Journal",
          description:
            "Tout ce que le corpus a reçu, dans l'ordre où il l'a reçu : qui garde le plus grand numéro vu ne manque rien et ne voit rien deux fois.",
        },
      },
    );
