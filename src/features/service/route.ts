import { Type as t } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { readCorpusState } from "../../../db/queries/corpus.ts";
import { SERVICE, VERSION } from "../../http/attribution.ts";
import { wellFormed } from "../../http/connections.ts";
import {
  exchangeOf,
  neverStored,
  requestContext,
  revalidated,
  sharedForAMinute,
} from "../../http/exchange.ts";
import { shared } from "../../http/response/kept-bodies.ts";
import { covered, publicAnswers, unchangedAnswer } from "../../schemas/responses.ts";
import { Health, Statistics, Status } from "./answer.ts";
import { readStatistics } from "./stats.ts";
import { readState, type StatusDeps } from "./status.ts";

const noParameter = t.Object({}, { additionalProperties: false });

interface ServiceDeps extends StatusDeps {
  readonly clock: () => Date;
  /** How long the state of the stores is shared among callers: nobody needs a key to ask for it. */
  readonly stateLifetimeMs: number;
}

/** The public routes: the state of the service itself. */
export const service = (deps: ServiceDeps) => {
  const statistics = shared(deps.stateLifetimeMs, async () => {
    const corpus = await readCorpusState(deps.database);
    return { corpus, answer: await readStatistics(deps.database) };
  });
  const state = shared(deps.stateLifetimeMs, () => readState(deps, deps.clock()));
  return new Elysia({ name: "service", prefix: "/v1", normalize: false, tags: ["Service"] })
    .use(wellFormed)
    .get(
      "/health",
      () => ({
        status: "ok" as const,
        timestamp: deps.clock().toISOString(),
        service: SERVICE,
        version: VERSION,
      }),
      {
        query: noParameter,
        response: publicAnswers(Health),
        beforeHandle: sharedForAMinute,
        detail: {
          operationId: "getHealth",
          tags: ["Service"],
          summary: "Santé",
          description: "Répond tant que le processus est en vie.",
          security: [],
        },
      },
    )
    .get(
      "/stats",
      async ({ request }) => {
        const { corpus, answer } = await statistics();
        const exchange = exchangeOf(request);
        exchange.corpus = corpus;
        exchange.covers = "corpus";
        return answer;
      },
      {
        query: noParameter,
        response: { ...publicAnswers(covered(Statistics)), ...unchangedAnswer },
        beforeHandle: [revalidated, sharedForAMinute],
        detail: {
          operationId: "getStatistics",
          tags: ["Service"],
          summary: "Statistiques",
          description: "Étendue du corpus en vigueur.",
          security: [],
        },
      },
    )
    .get(
      "/status",
      async ({ request, set }) => {
        const { status, timestamp, checks } = await requestContext(request, state);
        set.status = status === "operational" ? 200 : 503;
        return { status, timestamp, version: VERSION, checks };
      },
      {
        query: noParameter,
        response: { ...publicAnswers(Status), 503: Status },
        beforeHandle: neverStored,
        detail: {
          operationId: "getStatus",
          tags: ["Service"],
          summary: "État des composants",
          description: "200 quand tous les composants répondent, 503 sinon ; le détail est dans checks.",
          security: [],
        },
      },
    );
};
