import { beforeAll, describe, expect, test } from "bun:test";
import { corpusEmbedder } from "../../../../search/embeddings/corpus/blocks.ts";
import { type CorpusModel, parseModel, serializeModel } from "../../../../search/embeddings/corpus/model.ts";
import { measureNovelty, needsRetraining } from "../../../../search/embeddings/corpus/terms.ts";
import { trainCorpusModel } from "../../../../search/embeddings/corpus/train.ts";
import { DIMENSIONS, type Embedding } from "../../../../search/embeddings/port.ts";
import { ANALYZER_VERSION } from "../../../../search/fulltext/analyzer/index.ts";
import { dot } from "../../../fixtures/vectors.ts";

/** Each topic has sentences that share words two by two, never all of them. */
const TOPICS = {
  forest: [
    "Le propriétaire du bois replante des chênes après la coupe.",
    "La coupe des chênes se fait en hiver, quand la sève dort.",
    "Un garde surveille la forêt et marque les arbres avant la coupe.",
    "Les arbres de la forêt donnent du bois de chauffage.",
    "Le bois de chauffage sèche deux ans avant la vente.",
    "Le garde mesure chaque chêne et chaque hêtre de la forêt.",
  ],
  boat: [
    "Le marin hisse la voile et quitte le port avant la marée.",
    "La marée basse retient les navires dans le port.",
    "Un navire sans voile avance à la rame ou au moteur.",
    "Le moteur du navire tombe en panne loin du quai.",
    "Au quai, le marin répare la voile et peint la coque.",
    "La coque du navire souffre à chaque marée.",
  ],
  kitchen: [
    "Le cuisinier pétrit la pâte puis la laisse lever.",
    "La pâte lève mieux près du four.",
    "Le four chauffe pendant que le cuisinier coupe les légumes.",
    "Les légumes mijotent avec du sel et du beurre.",
    "Le beurre fond dans la casserole, puis vient la farine.",
    "Avec la farine et le sel, le cuisinier prépare le pain.",
  ],
} as const;

const PASSAGES = Object.values(TOPICS).flat();
const SEED = 7;

let model: CorpusModel;

beforeAll(async () => {
  model = await trainCorpusModel(PASSAGES, { seed: SEED });
});

const embed = (text: string): Promise<Embedding> => corpusEmbedder(model).embedQuestion(text);

describe("training", () => {
  test("the same passages and seed give the same model, wherever they are read from", async () => {
    async function* streamed() {
      yield* PASSAGES;
    }
    expect(await trainCorpusModel(streamed(), { seed: SEED })).toEqual(model);
  });

  test("other passages, or another seed, give another version", async () => {
    const others = [
      await trainCorpusModel(PASSAGES.slice(1), { seed: SEED }),
      await trainCorpusModel(PASSAGES, { seed: SEED + 1 }),
    ];
    expect(new Set([model, ...others].map(({ version }) => version)).size).toBe(3);
  });

  test("passages and the frequency of every stem are counted, those of one passage included", () => {
    const frequency = (stem: string) => model.frequencies[model.stems.get(stem) ?? -1];
    expect(model.passages).toBe(PASSAGES.length);
    expect(frequency("coupe")).toBe(4);
    expect(frequency("hiver")).toBe(1);
    expect(model.frequencies.length).toBe(model.stems.size);
  });

  test("an empty corpus gives a model that embeds nothing", async () => {
    const empty = await trainCorpusModel([], { seed: SEED });
    expect(await corpusEmbedder(empty).embedQuestion("Le bois sèche.")).toBeNull();
    expect(parseModel(serializeModel(empty))).toEqual(empty);
  });
});

describe("a model kept as bytes", () => {
  test("comes back the same, and embeds the same", async () => {
    const bytes = serializeModel(model);
    // As a driver may deliver it: inside a message, at any offset.
    const message = new Uint8Array(bytes.length + 1);
    message.set(bytes, 1);
    const read = parseModel(message.subarray(1));
    expect(read).toEqual(model);
    if (read === null) return;
    expect(await corpusEmbedder(read).embedPassages(PASSAGES)).toEqual(
      await corpusEmbedder(model).embedPassages(PASSAGES),
    );
  });

  test("is void when another version of the algorithm wrote it", () => {
    const bytes = serializeModel(model);
    bytes[0] = 0xff;
    expect(parseModel(bytes)).toBeNull();
  });
});

describe("embedding", () => {
  test("every vector has 1024 dimensions and unit length", async () => {
    for (const embedding of await corpusEmbedder(model).embedPassages(PASSAGES)) {
      expect(embedding?.length).toBe(DIMENSIONS);
      expect(dot(embedding, embedding)).toBeCloseTo(1, 5);
    }
  });

  test("a passage and a question of the same words have the same vector", async () => {
    const [passage] = await corpusEmbedder(model).embedPassages(["La coupe du bois"]);
    expect(await embed("coupe, bois ?")).toEqual(passage ?? null);
  });

  test("passages of one topic are nearer to each other than to those of another", async () => {
    const topics = await Promise.all(
      Object.values(TOPICS).map((sentences) => corpusEmbedder(model).embedPassages(sentences)),
    );
    for (const topic of topics) {
      const strangers = topics.filter((other) => other !== topic).flat();
      expect(meanCosine(topic, topic)).toBeGreaterThan(meanCosine(topic, strangers) + 0.1);
    }
  });

  test("different words are near when they come in the same passages", async () => {
    const [tide, port, flour] = await Promise.all(["marée", "port", "farine"].map(embed));
    expect(dot(tide, port)).toBeGreaterThan(dot(tide, flour) + 0.1);
  });

  test.each([
    ["moteur", "coque", "farine"],
    ["chauffage", "garde", "sel"],
    ["moteur", "marin", "four"],
  ])(
    "« %s » and « %s », never in one passage, are near by the words that they come with",
    async (one, other, stranger) => {
      const [first, second, third] = await Promise.all([one, other, stranger].map(embed));
      expect(dot(first, second)).toBeGreaterThan(dot(first, third) + 0.1);
    },
  );

  test("a word that every passage holds alike tells nothing of topics", async () => {
    const alike = await trainCorpusModel(["Bois sec", "Bois sec", "Bois sec"], { seed: SEED });
    const embedding = await corpusEmbedder(alike).embedQuestion("bois");
    expect(embedding?.subarray(0, DIMENSIONS / 2).every((component) => component === 0)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["stop words alone", "Et que sont les leurs, par elle ou pour il ?"],
    ["words of the asker alone", "Combien dois-je, et comment puis-je ?"],
    ["an identifier alone", "BOI-IR-LIQ-20-10 et boi-ir-liq-20-10-20240118"],
    ["punctuation", "… — ?!"],
  ])("%s has no vector", async (_, text) => {
    expect(await embed(text)).toBeNull();
  });

  test("an identifier weighs nothing, even glued to a word", async () => {
    const plain = await embed("Le bois sèche.");
    expect(await embed("Le bois (BOI-IR-LIQ-20-10) sèche.")).toEqual(plain);
    expect(await embed("Le bois BOI-IR-BASE-10sèche.")).toEqual(plain);
  });

  test("words that the corpus does not hold are compared as words only", async () => {
    const unknown = await embed("Zeugme zinzolin");
    const again = await embed("zinzolin, un zeugme");
    expect(unknown?.subarray(0, DIMENSIONS / 2).every((component) => component === 0)).toBe(true);
    expect(dot(unknown, unknown)).toBeCloseTo(1, 5);
    expect(dot(unknown, again)).toBeCloseTo(1, 5);
    expect(dot(unknown, await embed("Abscons"))).toBeLessThan(0.5);
  });
});

describe("a model is trained again when it no longer fits", () => {
  const known = { occurrences: 0, unknownOccurrences: 0 };
  const trained = () => ({ ...model, passages: 1_000 });

  test.each([
    ["nothing new", { ...known, passages: 1_000 }, false],
    ["fewer passages", { ...known, passages: 500 }, false],
    ["a fifth more passages, less one", { ...known, passages: 1_199 }, false],
    ["a fifth more passages", { ...known, passages: 1_200 }, true],
    ["5 % of unknown words", { passages: 1_001, occurrences: 100, unknownOccurrences: 5 }, false],
    ["over 5 % of unknown words", { passages: 1_001, occurrences: 100, unknownOccurrences: 6 }, true],
  ])("%s", (_, growth, expected) => {
    expect(needsRetraining(trained(), growth)).toBe(expected);
  });

  test("the first passages of a corpus that was empty", async () => {
    const empty = await trainCorpusModel([], { seed: SEED });
    expect(needsRetraining(empty, { ...known, passages: 0 })).toBe(false);
    expect(needsRetraining(empty, { ...known, passages: 1 })).toBe(true);
  });

  test("another analyzer", () => {
    const stale = { ...model, analyzerVersion: ANALYZER_VERSION - 1 };
    expect(needsRetraining(stale, { ...known, passages: model.passages })).toBe(true);
  });

  test("unknown occurrences are those of stems never seen, whatever their form", () => {
    const novelty = measureNovelty(model, ["Le zeugme surveillait du bois.", "Des zeugmes !"]);
    expect(novelty).toEqual({ occurrences: 4, unknownOccurrences: 2 });
  });
});

function meanCosine(some: readonly Embedding[], others: readonly Embedding[]): number {
  const cosines = some.flatMap((one) =>
    others.filter((other) => other !== one).map((other) => dot(one, other)),
  );
  return cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
}
