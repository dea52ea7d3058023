import type { RerankingConfig } from "../../../config/reranking.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";
import type { Database } from "../../../db/postgres/database.ts";
import { type NamedPassages, type PassageHit, readPassageHits } from "../../../db/queries/passages.ts";
import type { RerankingCircuit } from "../circuit.ts";
import type { JudgedPassage, Reranker } from "../port.ts";
import { requestScores } from "./request.ts";

/** Beyond what most of these models read, some 512 tokens with the question; passages seldom reach it. */
const MOST_CHARACTERS = 2_000;

/** The reranker that asks a service, each document being judged on its title and its best passage. */
export function serviceReranker(
  config: RerankingConfig,
  database: Database,
  circuit: RerankingCircuit,
): Reranker {
  return {
    weight: config.weight,
    canJudge: () => true,
    async judge({ question, passages }) {
      const found = [...(await readPassageHits(database, passages.map(nameOf))).values()];
      if (found.length === 0) return passages.map(() => null);
      const scores = await circuit.call(() => requestScores(config, question, found.map(textOf)));
      const byId = new Map(found.map(({ boi_id: boiId }, index) => [boiId, scores[index]]));
      return passages.map(({ boiId }) => byId.get(boiId) ?? null);
    },
    remark() {
      const { fault } = circuit;
      if (fault === null) return null;
      const cause = fault instanceof EngineUnavailable ? ` ${fault.message}` : "";
      return `Les résultats de la recherche hybride gardent l'ordre de la première étape.${cause}`;
    },
  };
}

function nameOf(passage: JudgedPassage): NamedPassages {
  const { boiId } = passage;
  return "textHash" in passage
    ? { boiId, textHashes: [passage.textHash], positions: [] }
    : { boiId, textHashes: [], positions: [passage.position] };
}

/** The text given to embedders: the title and the headings above give its subject. */
function textOf({ titre, contenu_texte: text, passages: [passage] }: PassageHit): string {
  const { section = [], start, end } = passage ?? {};
  return [titre, ...section, text.slice(start, end)].join("\n").slice(0, MOST_CHARACTERS);
}
