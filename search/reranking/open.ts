import { Type } from "@sinclair/typebox";
import type { Config } from "../../config/config.ts";
import { DEFAULT_RERANK_WEIGHT, type OpenaiConfig, type RerankingConfig } from "../../config/embeddings.ts";
import type { OutageLogger } from "../../db/engine/outage-log.ts";
import { InvalidJson, jsonParser } from "../../db/engine/parse-json.ts";
import { type JsonAnswer, NoAnswer, postJson } from "../../db/engine/post.ts";
import { RestingCircuit } from "../../db/engine/resting-circuit.ts";
import { EngineUnavailable } from "../../db/engine/unavailable.ts";
import type { Database } from "../../db/postgres/database.ts";
import { type NamedPassages, type PassageHit, readPassageHits } from "../../db/queries/passages.ts";
import { encoderAlone, partsOf } from "../embeddings/completed.ts";
import { dimensionsOf } from "../embeddings/openai/version.ts";
import type { VectorReader } from "../vectors/port.ts";
import type { JudgedPassage, Reranker } from "./port.ts";

interface RerankingDeps {
  readonly database: Database;
  readonly vectors: Pick<VectorReader, "search">;
  readonly logger: OutageLogger;
}

/**
 * Opens the second stage of hybrid search: the service of `RERANK_URL`, which was chosen for that, else the vectors of
 * the embeddings service; null when there is neither.
 */
export function openReranker(
  { reranking, embeddings }: Pick<Config, "reranking" | "embeddings">,
  { database, vectors, logger }: RerankingDeps,
): Reranker | null {
  if (reranking !== null) return serviceReranker(reranking, database, rerankingCircuit(logger));
  return embeddings.kind === "openai" ? storedReranker(embeddings, vectors) : null;
}

/**
 * The reranker that compares the question with the vectors that an embeddings service has filled, by that service's
 * part of them alone: every passage of each document counts, and nothing is asked of the service.
 */
function storedReranker(config: OpenaiConfig, vectors: Pick<VectorReader, "search">): Reranker {
  const dimensionsIn = (version: string) => {
    const { encoder } = partsOf(version);
    return encoder === null ? null : dimensionsOf(config, encoder);
  };
  return {
    weight: DEFAULT_RERANK_WEIGHT,
    canJudge: (version) => dimensionsIn(version) !== null,
    async judge({ vector, version, passages }) {
      const dimensions = dimensionsIn(version);
      const alone = vector === null || dimensions === null ? null : encoderAlone(vector, dimensions);
      if (alone === null) return passages.map(() => null);
      const among = passages.map(({ boiId }) => boiId);
      const query = { vector: alone, version, domaine: null, limit: among.length, among };
      const cosines = new Map((await vectors.search(query)).map(({ boiId, score }) => [boiId, score]));
      return among.map((boiId) => cosines.get(boiId) ?? null);
    },
    remark: () => null,
  };
}

/** Beyond what most of these models read, some 512 tokens with the question; passages seldom reach it. */
const MOST_CHARACTERS = 2_000;

/** The reranker that asks a service, each document being judged on its title and its best passage. */
function serviceReranker(config: RerankingConfig, database: Database, circuit: RestingCircuit): Reranker {
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

/**
 * The answers, limited to the fields we read: a bare list by text-embeddings-inference, `results` by Cohere, Jina and
 * those that follow them.
 */
const parseAnswer = jsonParser(
  Type.Union([
    Type.Array(Type.Object({ index: Type.Integer(), score: Type.Number() })),
    Type.Object({
      results: Type.Array(Type.Object({ index: Type.Integer(), relevance_score: Type.Number() })),
    }),
  ]),
);

/** Size limits of an answer: some services repeat each text in theirs, where JSON may write a character in 6 bytes. */
const CHARACTER_BYTES = 6;
const REST_BYTES = 64 * 1024;

/**
 * One call of a reranking service: how well each text answers the question, in the order of the texts.
 * @throws {EngineUnavailable} whose message contains neither the key nor the address.
 */
export async function requestScores(
  config: RerankingConfig,
  question: string,
  texts: readonly string[],
): Promise<readonly number[]> {
  const mostBytes = REST_BYTES + CHARACTER_BYTES * texts.reduce((sum, { length }) => sum + length, 0);
  const { status, body } = await send(config, bodyOf(config, question, texts), mostBytes);
  if (status === 200) return readScores(body, texts.length);
  if (status === 429 || status >= 500) throw unavailable(`est surchargé ou en panne (statut ${status})`);
  throw unavailable(`refuse la demande (statut ${status})`, checkedFor(status, config));
}

/** Only services that have several models are sent a name: it decides between the two request shapes. */
function bodyOf({ model }: RerankingConfig, query: string, texts: readonly string[]): object {
  return model === null
    ? { query, texts, truncate: true }
    : { model, query, documents: texts, top_n: texts.length };
}

async function send(
  { url, apiKey, timeoutMs }: RerankingConfig,
  body: object,
  mostBytes: number,
): Promise<JsonAnswer> {
  try {
    return await postJson({ url, apiKey, body, signal: AbortSignal.timeout(timeoutMs), mostBytes });
  } catch (error) {
    throw error instanceof NoAnswer ? unavailable(`ne répond pas (${error.reason})`) : error;
  }
}

function readScores(json: string, count: number): readonly number[] {
  const answer = parseAnswer(json);
  if (answer instanceof InvalidJson) throw unreadable("elle n'a aucune des deux formes connues");
  const scored = Array.isArray(answer)
    ? answer.map(({ index, score }) => [index, score] as const)
    : answer.results.map(({ index, relevance_score: score }) => [index, score] as const);
  const byIndex = new Map(scored);
  const scores = Array.from({ length: count }, (_, index) => {
    const score = byIndex.get(index);
    if (score === undefined) throw unreadable("un texte n'a pas reçu de note");
    return score;
  });
  if (!Number.isFinite(Math.max(...scores) - Math.min(...scores)))
    throw unreadable("ses notes sont trop éloignées pour se comparer");
  return scores;
}

function checkedFor(status: number, { model }: RerankingConfig): string {
  if (status === 401 || status === 403) return "RERANK_KEY";
  return model === null
    ? "RERANK_URL, et RERANK_MODEL que ce service attend peut-être"
    : "RERANK_URL et RERANK_MODEL";
}

function unreadable(reason: string): EngineUnavailable {
  return unavailable(`donne une réponse inattendue (${reason})`);
}

function unavailable(state: string, checked = "RERANK_URL et l'état du service"): EngineUnavailable {
  return new EngineUnavailable(
    "reranking",
    `Le service de second classement ${state} : vérifiez ${checked}.`,
  );
}

/** Calls in progress at once: a service on a processor gives later answers to all when asked for more. */
const MOST_AT_ONCE = 4;
/** After a fault; doubles while faults follow each other. */
const FIRST_REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;

/** The circuit of that service. @param nowMs a monotonic clock. */
export function rerankingCircuit(log: OutageLogger, nowMs?: () => number): RestingCircuit {
  const words = {
    began: "the second stage of hybrid search is away: results keep the order of the first one",
    goesOn: "the second stage of hybrid search is still away",
    over: "the second stage of hybrid search is back",
  };
  const restAfter = (_: number, lastMs: number | null) =>
    lastMs === null ? FIRST_REST_MS : Math.min(2 * lastMs, LONGEST_REST_MS);
  const service = {
    engine: "reranking",
    title: "Le second classement",
    words,
    restAfter,
    most: MOST_AT_ONCE,
  };
  return new RestingCircuit(service, log, nowMs);
}
