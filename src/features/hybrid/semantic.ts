import { type EditionsInForce, IN_FORCE } from "../../../db/engine/dated-texts.ts";
import { type Passage, type PassageHit, readPassageHits } from "../../../db/queries/passages.ts";
import { step } from "../../../db/tracing/span.ts";
import type { VersionDeps } from "../../../search/embeddings/open.ts";
import { inActiveVersion } from "../../../search/embeddings/open.ts";
import { passageExcerpt } from "../../../search/fulltext/excerpt/beginnings.ts";
import type { VectorHit, VectorReader } from "../../../search/vectors/port.ts";
import { readNamedQuestion } from "../../questions/named-thing.ts";
import type { SearchHit, SemanticPage } from "../search/answer.ts";
import { type HitDeps, identityOfHit } from "../search/service.ts";
import { nearestTexts, readSearchedTexts, type SearchedTexts } from "./searched-texts.ts";

export interface SemanticDeps extends VersionDeps {
  readonly vectors: VectorReader;
}

interface SemanticRequest {
  readonly question: string;
  /** Series code in upper case, or null for all. */
  readonly domaine: string | null;
  /** Absent: those in force now. */
  readonly editions?: EditionsInForce;
  readonly limit: number;
  /** Revision of the corpus that the request was admitted at; null or absent for a search outside any request. */
  readonly revision?: number | null;
}

interface FoundByMeaning extends SemanticPage {
  readonly version: string;
}

/** The documents whose edition looked at has the passages nearest to a question; none for stop words alone. */
export async function searchByMeaning(
  deps: SemanticDeps & HitDeps,
  { editions = IN_FORCE, revision = null, ...request }: SemanticRequest,
): Promise<FoundByMeaning> {
  const { database } = deps;
  const { question, only, warnings } = await readNamedQuestion(deps, request.question);
  const among = only === null ? null : new Set([only]);
  const texts = await readSearchedTexts(database, editions, { domaine: request.domaine, among });
  const { hits, version } = await inActiveVersion(deps, async (compared) => ({
    hits: await findNearest(deps, { ...request, question, texts }, compared),
    version: compared,
  }));
  const counted = { "doctrine.passages": hits.length };
  const sources = await step("texts", counted, () =>
    readPassageHits(database, hits.map(nameOf), { revision, editions }),
  );
  // The index may lag a moment behind: a passage that was just removed is not shown.
  const results = hits.flatMap((hit) => {
    const source = sources.get(hit.boiId);
    const [passage] = source?.passages ?? [];
    if (source === undefined || passage === undefined) return [];
    return toSearchHit(deps, Math.min(1, Math.max(0, hit.score)), source, { passage, editions });
  });
  const avertissements = [...warnings];
  return { results: results.sort(byScore), version, ...(warnings.length === 0 ? {} : { avertissements }) };
}

function nameOf({ boiId, textHash }: VectorHit) {
  return { boiId, textHashes: [textHash], positions: [] };
}

async function findNearest(
  { vectors, embedders }: SemanticDeps,
  { question, texts, limit }: Pick<SemanticRequest, "question" | "limit"> & { readonly texts: SearchedTexts },
  version: string,
): Promise<VectorHit[]> {
  const embedder = await embedders.of(version);
  const vector = await embedder.embedQuestion(question);
  return vector === null ? [] : await nearestTexts(vectors, texts, { vector, version, limit });
}

/** @param score 0 to 1. */
export function toSearchHit(
  deps: HitDeps,
  score: number,
  source: PassageHit,
  { passage, editions }: { readonly passage: Passage; readonly editions: EditionsInForce },
): SearchHit {
  const span = source.spans.find(({ numero }) => numero === passage.paragraphe);
  return {
    boi_id: source.boi_id,
    titre: source.titre,
    extrait: passageExcerpt(source.contenu_texte, passage),
    score,
    paragraphe: passage.paragraphe,
    ...identityOfHit(deps, source, { span, editions }),
  };
}

/** Engines order ties arbitrarily. */
function byScore(left: SearchHit, right: SearchHit): number {
  return right.score - left.score || (left.boi_id < right.boi_id ? -1 : 1);
}
