import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { corpusEmbedder, trainCorpusModel } from "../../../db/embeddings/corpus/index.ts";
import type { Embedder, Embedding } from "../../../db/embeddings/port.ts";

const EXPORT = new URL("../../../../shared/corpus/bofip-vigueur.jsonl.gz", import.meta.url);

// The real test corpus stands beside the project on the workshop's machines only.
const isThere = existsSync(EXPORT);
const reason = isThere ? "" : " (skipped: ../shared/corpus is absent)";

const Line = Type.Object({
  type: Type.String(),
  titre: Type.Union([Type.String(), Type.Null()]),
  identifiant_juridique: Type.String(),
  contenu: Type.Union([Type.String(), Type.Null()]),
});

interface Passage {
  readonly boiId: string;
  readonly text: string;
}

const PASSAGE_LENGTH = 1_200;
const NEAREST = 10;

describe.skipIf(!isThere)(`the corpus embedder on the real test corpus${reason}`, () => {
  let passages: Passage[];
  let embedder: Embedder;
  let embeddings: Embedding[];

  beforeAll(async () => {
    passages = await readPassages();
    const texts = passages.map(({ text }) => text);
    embedder = corpusEmbedder(await trainCorpusModel(texts, { seed: 1 }));
    embeddings = await embedder.embedPassages(texts);
  });

  test.each([
    ["combien puis-je déduire pour une aide à domicile ?", /^BOI-IR-RICI-150/],
    ["comment changer mon taux de prélèvement à la source ?", /^BOI-IR-PAS-20/],
    ["je verse une pension à mon ancienne épouse, est-ce déductible ?", /^BOI-IR-BASE-20-30/],
    ["quelle réduction pour un don à une association ?", /^BOI-IR-RICI-250/],
    ["nous avons changé les fenêtres de la maison", /^BOI-IR-RICI-280/],
    ["je fais garder mon bébé par une nourrice", /^BOI-IR-RICI-300/],
  ])("« %s » finds a passage of its topic in the first ten", async (question, topic) => {
    const nearest = await search(question);
    expect(nearest.some((boiId) => topic.test(boiId))).toBe(true);
  });

  /** Documents of the nearest passages, nearest first. */
  async function search(question: string): Promise<string[]> {
    const asked = await embedder.embedQuestion(question);
    return passages
      .map(({ boiId }, index) => ({ boiId, cosine: cosine(asked, embeddings[index] ?? null) }))
      .toSorted((one, other) => other.cosine - one.cosine)
      .slice(0, NEAREST)
      .map(({ boiId }) => boiId);
  }
});

async function readPassages(): Promise<Passage[]> {
  const zipped = await Bun.file(EXPORT).bytes();
  const lines = Buffer.from(Bun.gunzipSync(zipped)).toString().trim().split("\n");
  return lines
    .map((line) => Value.Parse(Line, JSON.parse(line)))
    .filter(({ type }) => type === "Contenu")
    .flatMap(({ identifiant_juridique: boiId, titre, contenu }) =>
      pieces(contenu ?? "").map((piece) => ({ boiId, text: `${titre ?? ""}\n${piece}` })),
    );
}

function pieces(text: string): string[] {
  return text.match(new RegExp(`[^]{1,${PASSAGE_LENGTH}}(?=\\s|$)`, "g")) ?? [];
}

function cosine(one: Embedding, other: Embedding): number {
  if (one === null || other === null) return 0;
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] ?? 0) * (other[i] ?? 0);
  return sum;
}
