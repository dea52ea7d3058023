import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Gates } from "../../access/gates.ts";
import { revalidated } from "../../http/exchange.ts";
import { pathOf } from "../../http/kept-words.ts";
import { answerCsv, asCsvToo, isCsvPreferred } from "../../http/response/kept-bodies.ts";
import { askedText, demandOneText, textQuery } from "../../schemas/parameters/asked-text.ts";
import { classificationNode } from "../../schemas/parameters/filters.ts";
import { documentId, integer, wholeNumber } from "../../schemas/parameters/parameter.ts";
import { type ReadQuery, searchQuery } from "../../schemas/parameters/search-query.ts";
import { csvToo, keyedAnswers, textAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import type { DocumentDeps } from "../documents/service.ts";
import { DocumentTables, TableList } from "./answer.ts";
import {
  listTables,
  readDocumentTable,
  readDocumentTables,
  readTableCsv,
  type TableListDeps,
  type TableRequest,
} from "./service.ts";

const id = documentId({
  description: "Identifiant du document ; suivi de -AAAAMMJJ, il nomme une de ses éditions.",
  examples: ["BOI-IR-LIQ-20-10"],
});

export const tables = (
  gates: Gates,
  deps: DocumentDeps & TableListDeps & { readonly readQuery: ReadQuery },
) =>
  new Elysia({ name: "tables", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get(
      "/tableaux",
      ({ request, query: { q = null, chemin = null, ...page } }) =>
        listTables(deps, { query: q, chemin, ...page, path: pathOf(request.url) }),
      {
        query: t.Object(
          {
            q: t.Optional(
              searchQuery(deps.readQuery, {
                description: "Mots de leurs titres ou de leurs en-têtes, comme pour /v1/search.",
                examples: ["taux"],
              }),
            ),
            chemin: t.Optional(
              classificationNode({
                description: "Nœud du plan : les tableaux de son document et de tout ce qui est dessous.",
                examples: ["IR/LIQ"],
              }),
            ),
            limit: integer(1, 100, 20, { description: "Nombre de tableaux." }),
            offset: integer(0, 10_000, 0, { description: "Nombre de tableaux à passer." }),
          },
          { additionalProperties: false },
        ),
        response: { ...keyedAnswers(TableList), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "listTables",
          tags: ["Documents"],
          summary: "Tableaux de la doctrine",
          description:
            "Ceux des documents en vigueur, par leurs titres et leurs en-têtes, sans leurs cellules. Accepte If-None-Match.",
        },
      },
    )
    .get(
      "/boi/:id/tableaux",
      ({ params, query }) =>
        readDocumentTables(deps, { boiId: params.id.boiId, asked: askedText(params.id, query) }),
      {
        params: t.Object({ id }),
        query: t.Object(textQuery(deps.clock), { additionalProperties: false }),
        transform: demandOneText,
        response: { ...textAnswers(DocumentTables), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getTables",
          tags: ["Documents"],
          summary: "Tableaux d'un document",
          description:
            "Chaque tableau, cellule par cellule, avec les nombres et les tranches qu'elles écrivent. Accepte If-None-Match.",
        },
      },
    )
    .get(
      "/boi/:id/tableaux/:rang",
      ({ request, params, query }) =>
        answerTable(deps, request, {
          boiId: params.id.boiId,
          asked: askedText(params.id, query),
          rang: params.rang,
        }),
      {
        params: t.Object({
          id,
          rang: wholeNumber(1, 9999, { description: "Rang du tableau, à partir de 1.", examples: ["1"] }),
        }),
        query: t.Object(textQuery(deps.clock), { additionalProperties: false }),
        transform: [demandOneText, asCsvToo],
        response: { ...textAnswers(csvToo(DocumentTables)), ...unchangedAnswer },
        beforeHandle: revalidated,
        detail: {
          operationId: "getTable",
          tags: ["Documents"],
          summary: "Un tableau",
          description:
            "Le même, seul ; avec `Accept: text/csv`, en CSV (RFC 4180), le texte de chaque cellule répété partout où elle s'étend. Accepte If-None-Match.",
        },
      },
    );

/** As JSON, or as CSV for who prefers it. */
function answerTable(
  deps: DocumentDeps,
  request: Request,
  asked: TableRequest,
): Promise<DocumentTables> | Promise<Response> {
  return isCsvPreferred(request) ? answerTableCsv(deps, request, asked) : readDocumentTable(deps, asked);
}

async function answerTableCsv(deps: DocumentDeps, request: Request, asked: TableRequest): Promise<Response> {
  return answerCsv(request, await readTableCsv(deps, asked));
}
