import { Type } from "@sinclair/typebox";
import type { RerankingConfig } from "../../../config/reranking.ts";
import { InvalidJson, jsonParser } from "../../../db/engine/parse-json.ts";
import { type JsonAnswer, NoAnswer, postJson } from "../../../db/engine/post.ts";
import { EngineUnavailable } from "../../../db/engine/unavailable.ts";

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
