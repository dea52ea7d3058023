import { readTitles } from "../../../db/ingestion/classification.ts";
import type { Database } from "../../../db/postgres/database.ts";
import type { Embedder } from "../../../search/embeddings/port.ts";
import type { Judgement, RecallSample } from "../../../search/vectors/port.ts";

const QUESTIONS = 100;

/**
 * Vectors of the ends of titles, evenly sampled: likely questions, in the words of the doctrine.
 * @param told its observers: see `RecallSample`.
 */
export function sampleOf(
  database: Database,
  embedder: Embedder,
  told: Pick<RecallSample, "onWait" | "judged">,
): RecallSample {
  return {
    ...told,
    async questions() {
      const vectors: Float32Array[] = [];
      for (const question of await readQuestions(database, QUESTIONS)) {
        const vector = await embedder.embedQuestion(question);
        if (vector !== null) vectors.push(vector);
      }
      return vectors;
    },
  };
}

/** No observer. */
export const UNJUDGED: Pick<RecallSample, "onWait" | "judged"> = { onWait: async () => {}, judged() {} };

/** At most `count` questions, always the same for the same documents. */
export async function readQuestions(database: Database, count: number): Promise<string[]> {
  const titles: string[] = [];
  for await (const page of readTitles(database)) titles.push(...page.map(({ titre }) => titre));
  const step = Math.max(1, titles.length / count);
  const chosen = Array.from(
    { length: Math.min(count, titles.length) },
    (_, at) => titles[Math.floor(at * step)],
  );
  return chosen.map((titre = "") => titre.split(" - ").slice(-2).join(" "));
}

/** A sentence for the operator when readers compare every vector; null when the approximation is trusted. */
export function tellJudgement({ recall, minRecall, isTrusted }: Judgement): string | null {
  if (isTrusted) return null;
  const exact = "chaque question est comparée à tous les vecteurs";
  return recall === null
    ? `Qdrant n'a pas achevé son index : jusqu'à ce que son rappel soit prouvé, ${exact}.`
    : `Qdrant retrouve ${percent(recall)} des documents les plus proches, moins que les ${percent(minRecall)} attendus : ${exact}.`;
}

function percent(share: number): string {
  // Rounded down, never up to the threshold.
  return `${(Math.floor(share * 1_000) / 10).toLocaleString("fr-FR")} %`;
}
