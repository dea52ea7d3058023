import type { Meilisearch } from "meilisearch";
import { documentOfEntry } from "../../../db/engine/dated-texts.ts";
import type { FullTextPage, FullTextRequest } from "../port.ts";
import { ask, traced } from "./connection.ts";
import type { Ranking } from "./ranking.ts";
import type { TextRecord } from "./schema.ts";

type Page = Pick<FullTextRequest, "limit" | "offset">;

/** What a filter finds in an index, ranked by one query of which only the first word is required. */
export async function search(
  client: Meilisearch,
  { index, filter, q }: { readonly index: string; readonly filter: string; readonly q: string },
  { limit, offset }: Page,
): Promise<FullTextPage> {
  const { estimatedTotalHits, hits } = await ask(() =>
    client.index<TextRecord>(index).search(
      q,
      {
        filter,
        limit,
        offset,
        matchingStrategy: "last",
        attributesToRetrieve: ["pk"],
        showRankingScore: true,
      },
      traced(),
    ),
  );
  return {
    total: estimatedTotalHits,
    hits: hits.map(({ pk, _rankingScore = 0 }) => ({ boiId: documentOfEntry(pk), score: _rankingScore })),
  };
}

/** What a filter finds in an index, and the sub-queries that rank it. */
interface RankedPart {
  readonly index: string;
  readonly filter: string;
  readonly rankings: readonly Ranking[];
}

/** Runs sub-queries in one federated search: returns each text once, with its best weighted score. */
export async function searchRanked(
  client: Meilisearch,
  parts: readonly RankedPart[],
  { limit, offset }: Page,
): Promise<FullTextPage> {
  const subQuery = ({ index, filter }: RankedPart, { q, weight, among, areWordsOptional }: Ranking) => ({
    indexUid: index,
    q,
    filter: among === null ? filter : `${filter} AND (${among})`,
    matchingStrategy: areWordsOptional === true ? ("last" as const) : ("all" as const),
    attributesToRetrieve: ["pk"],
    federationOptions: { weight },
  });
  const queries = parts.flatMap((part) => part.rankings.map((ranking) => subQuery(part, ranking)));
  const request = { federation: { limit, offset }, queries };
  const { estimatedTotalHits = 0, hits } = await ask(() =>
    client.multiSearch<typeof request, TextRecord>(request, traced()),
  );
  return {
    total: estimatedTotalHits,
    hits: hits.map(({ pk, _federation }) => ({
      boiId: documentOfEntry(pk),
      score: _federation?.weightedRankingScore ?? 0,
    })),
  };
}
