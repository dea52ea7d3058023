import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Database } from "../../../db/postgres/database.ts";
import type { Gates } from "../../access/gates.ts";
import { ApiError } from "../../http/errors/api-error.ts";
import { pastDate, pastInstant } from "../../schemas/parameters/days.ts";
import { type DomainList, domainCode } from "../../schemas/parameters/filters.ts";
import { integer } from "../../schemas/parameters/parameter.ts";
import { keyedAnswers } from "../../schemas/responses.ts";
import { ChangeList } from "./answer.ts";
import { type ChangesRequest, type ChangesStart, listChanges } from "./service.ts";

interface ChangesRouteDeps {
  readonly database: Database;
  readonly clock: () => Date;
  readonly domains: DomainList;
}

export const changes = (gates: Gates, deps: ChangesRouteDeps) =>
  new Elysia({ name: "changes", prefix: "/v1", normalize: false })
    .use(gates.admitted)
    .use(gates.keptByRevision)
    .get("/changes", ({ query }) => listChanges(deps.database, changesRequest(query)), {
      query: t.Object(
        {
          since: t.Optional(
            pastDate(deps.clock, {
              description: "Premier jour de validité, compris. À la place : `recus_depuis`.",
              examples: ["2026-01-01"],
              "x-shown": true,
            }),
          ),
          recus_depuis: t.Optional(
            pastInstant(deps.clock, {
              description:
                "À la place de `since` : ce que le service a reçu depuis cet instant, compris, quelle que soit sa date. Ce dont l'instant de réception n'a pas été gardé n'y est pas.",
            }),
          ),
          domaine: t.Optional(domainCode(deps.domains, { description: "Domaine du document." })),
          limit: integer(1, 1000, 500, { description: "Nombre d'entrées." }),
          offset: integer(0, 10_000, 0, { description: "Nombre d'entrées à passer." }),
        },
        { additionalProperties: false },
      ),
      transform: demandOneStart,
      response: keyedAnswers(ChangeList),
      detail: {
        operationId: "listChanges",
        tags: ["Suivi"],
        summary: "Documents publiés, modifiés ou retirés",
        description:
          "Du plus récent au plus ancien, avec l'actualité qui annonce chaque changement quand elle est connue.",
      },
    });

interface ChangesQuery {
  readonly since?: string | undefined;
  readonly recus_depuis?: string | undefined;
  readonly domaine?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Called once `demandOneStart` has accepted the query. */
function changesRequest({ since, recus_depuis, domaine, limit, offset }: ChangesQuery): ChangesRequest {
  const start: ChangesStart =
    recus_depuis === undefined
      ? { kind: "dated", since: since ?? "" }
      : { kind: "received", since: recus_depuis };
  return { start, domaine: domaine ?? null, limit, offset };
}

/** Route hook: a list starts at a day, or at an instant. @throws {ApiError} `invalid_parameter` */
function demandOneStart({
  query,
}: {
  readonly query: { readonly since?: unknown; readonly recus_depuis?: unknown };
}) {
  const given = [query.since, query.recus_depuis].filter((one) => one !== undefined).length;
  if (given === 1) return;
  const reason =
    given === 0
      ? "Le paramètre « since » est obligatoire : une date AAAA-MM-JJ, ou « recus_depuis », un instant, à sa place."
      : "Les paramètres « since » et « recus_depuis » disent chacun d'où partir : donnez l'un des deux.";
  throw new ApiError("invalid_parameter", { reason });
}
