import type { Static } from "@sinclair/typebox";
import type { Coverage } from "../../bofip/sources/coverage.ts";
import type { CorpusState } from "../../db/queries/coverage.ts";
import type { Coverage as CoverageAnswer } from "../schemas/responses.ts";
import type { Covered, Exchange } from "./exchange.ts";

/** What a body that depends on the corpus has beside its answer: up to which day the sources speak. */
export interface StatedCoverage {
  readonly couverture: Static<typeof CoverageAnswer>;
}

/** An answer of these statuses says how far the sources speak: it gives what they hold, or does not find it there. */
const TELLING = new Set([200, 304, 404]);

/** What an answer of that status says of the sources; nothing when it does not depend on them. */
export function statedBy(exchange: Exchange, status: number): StatedCoverage | null {
  const { covers } = exchange;
  const state = stateOf(exchange);
  if (covers === null || state === null || !TELLING.has(status)) return null;
  return stated(state.coverage, covers);
}

/** What is said of sources that speak so far. */
export function stated(coverage: Coverage, covers: Covered): StatedCoverage {
  return { couverture: { jusqu_au: covers === "news" ? coverage.news : coverage.until } };
}

/** The same in headers, with when the official addresses were last asked, which moves without the body. */
export function coverageHeaders(exchange: Exchange, status: number): Record<string, string> {
  const said = statedBy(exchange, status);
  if (said === null) return {};
  const { jusqu_au } = said.couverture;
  const surveyedAt = stateOf(exchange)?.surveyedAt ?? null;
  return {
    ...(jusqu_au === null ? {} : { "x-corpus-couverture": jusqu_au }),
    ...(surveyedAt === null ? {} : { "x-corpus-releve": surveyedAt.toISOString() }),
  };
}

/** Of the store that the answer is read from, else of the one that admitted the request. */
function stateOf({ corpus, admission }: Exchange): CorpusState | null {
  return corpus ?? admission?.corpus ?? null;
}
