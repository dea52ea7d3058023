import type { Static } from "@sinclair/typebox";
import type { Coverage } from "../../bofip/sources/coverage.ts";
import type { CorpusState } from "../../db/queries/corpus.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { Coverage as CoverageAnswer } from "../schemas/responses.ts";
import type { Covered, Exchange } from "./exchange.ts";

export const PUBLISHER = "Direction générale des Finances publiques";
/** Where the licence of the data is published. */
export const LICENCE_URL = "https://www.etalab.gouv.fr/licence-ouverte-open-licence/";

/** The mention that every body contains and that re-users must keep (docs/decisions.md, « Everywhere »). */
export const ATTRIBUTION =
  `${PUBLISHER} (DGFiP) – BOFiP-Impôts – Licence Ouverte / Open Licence version 2.0` as const;

/** The coverage that a body about the corpus contains beside its answer: the last day known to the sources. */
interface StatedCoverage {
  readonly couverture: Static<typeof CoverageAnswer>;
}

/** Answers with these statuses state the coverage: they return stored content, or did not find it. */
const TELLING = new Set([200, 304, 404]);

/** The coverage stated by an answer of that status; null when it does not depend on the sources. */
export function statedBy(exchange: Exchange, status: number): StatedCoverage | null {
  const { covers } = exchange;
  const state = stateOf(exchange);
  if (covers === null || state === null || !TELLING.has(status)) return null;
  return stated(state.coverage, covers);
}

/** Words a coverage for a body. */
export function stated(coverage: Coverage, covers: Covered): StatedCoverage {
  return { couverture: { jusqu_au: covers === "news" ? coverage.news : coverage.until } };
}

/** What `statedBy` gives, as headers, plus the last check of official addresses, which changes without the body. */
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

/** The state of the store that the answer is read from, else of the one that admitted the request. */
function stateOf({ corpus, admission }: Exchange): CorpusState | null {
  return corpus ?? admission?.corpus ?? null;
}

/** The running release. */
export const VERSION: string = packageJson.version;

export const SERVICE: string = packageJson.name;
