/**
 * Draws editions, wordings, withdrawals and returns, and compares what the words and the vectors of each store find on a
 * day with the texts in force that day.
 */
import { afterAll, expect, test } from "bun:test";
import { readActiveEmbedder } from "../../../db/queries/corpus.ts";
import { textHashOf } from "../../../ingest/derived/passages.ts";
import { listStems } from "../../../search/embeddings/corpus/terms.ts";
import { readPastLacking } from "../../../search/embeddings/fillings.ts";
import { LivePostings } from "../../../search/stems/live-postings.ts";
import { loadHoldings } from "../../../search/vectors/exact/load-holdings.ts";
import { openQdrantReader } from "../../../search/vectors/open.ts";
import type { VectorReader } from "../../../search/vectors/port.ts";
import { openQdrantIndex } from "../../../search/vectors/qdrant/index.ts";
import {
  nearestTexts,
  readSearchedTexts,
  SearchedWords,
} from "../../../src/features/hybrid/searched-texts.ts";
import { AWAY } from "../../fixtures/absent-stores.ts";
import { vectorDrawer } from "../../fixtures/vectors.ts";
import { type Random, randomOf } from "../../full/faults/random.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { startQdrant } from "../../servers/qdrant.ts";
import { qdrantAbsence, qdrantServer } from "../../servers/real-qdrant.ts";
import { forOneStore } from "../../servers/stores.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";
import { DAYS, DOCUMENTS, drawStory, MONTHS, modelEdition, modelText, type Story } from "./stories.ts";

const SEEDS = Array.from({ length: IS_FULL ? 8 : 1 }, (_, index) => 60 + index);
const WORDS = ["phare", "navire", "moulin", "vignoble", "usufruit"];
const ALL = 1_000;

const double = startQdrant();
afterAll(() => double.stop());

forOneStore((_, open) => {
  const store = useOwnStore(open);

  test.each(SEEDS)("each store finds on a day the texts in force that day (seed %i)", async (seed) => {
    const { database } = store;
    const stories = new Map(DOCUMENTS.map((boiId) => [boiId, drawStory(randomOf(seed, boiId), drawText)]));
    const url = qdrantAbsence === null ? (await qdrantServer()).url : double.url;
    const connection = { url, apiKey: null, prefix: `jours-${seed}` };
    const index = openQdrantIndex(connection);
    for (const asOf of MONTHS) {
      const lines = [...stories].flatMap(([boiId, story]) =>
        (story[MONTHS.indexOf(asOf)] ?? []).map((said) => contenu(boiId, said)),
      );
      const { ingest } = ingester(database, `${asOf}T12:00:00Z`);
      const vectors = { embeddings: { kind: "corpus" }, index } as const;
      const run = await ingest(writeExport([...TEN, ...lines, dating(asOf)]), { fullText: AWAY, vectors });
      const { postings, vectors: points } = run.proof ?? {};
      expect([asOf, postings?.agrees, points?.agrees]).toEqual([asOf, true, true]);
    }
    const version = (await readActiveEmbedder(database)) ?? "";
    expect(await readPastLacking(database, version)).toBe(0);
    const readers = { embedded: await openHeld(version), Qdrant: openQdrantReader(connection) };
    const postings = new LivePostings(database);
    const [vector] = [vectorDrawer(seed)()];
    for (const day of DAYS) {
      const asked = { domaine: "IR", among: new Set(stories.keys()) };
      const texts = await readSearchedTexts(database, { kind: "on", day }, asked);
      const inForce = new Map([...stories].flatMap(([boiId, story]) => textOn(boiId, story, day)));
      const hashes = [...inForce].map(([boiId, text]) => `${boiId} ${textHashOf(`IR - ${boiId}\n${text}`)}`);
      for (const [name, reader] of Object.entries(readers)) {
        const hits = await nearestTexts(reader, texts, { vector, version, limit: ALL });
        const found = hits.map(({ boiId, textHash }) => `${boiId} ${textHash}`).sort();
        expect({ name, day, found }).toEqual({ name, day, found: hashes.toSorted() });
      }
      for (const word of WORDS) {
        const question = new Map(listStems(word).map((stem) => [stem, 1]));
        const found = (await new SearchedWords(postings, texts, question).rank()).map(({ boiId }) => boiId);
        const holders = [...inForce].flatMap(([boiId, text]) => (text.includes(word) ? boiId : []));
        expect({ day, word, found: found.toSorted() }).toEqual({ day, word, found: holders.toSorted() });
      }
    }
    await index.keepOnly([]);
  });

  /** The exact comparison, without its thread. */
  async function openHeld(version: string): Promise<Pick<VectorReader, "search">> {
    const present = await loadHoldings(store.database, { version, set: "present" }, []);
    const past = await loadHoldings(store.database, { version, set: "past" }, [present]);
    return { search: async (query) => (query.pastAmong === undefined ? present : past).search(query) };
  }
});

function textOn(boiId: string, story: Story, day: string): [string, string][] {
  const edition = modelEdition(story, day);
  const text = edition === null ? null : modelText(story, edition, MONTHS.at(-1) ?? "");
  return text === null ? [] : [[boiId, text]];
}

function drawText(random: Random): string {
  return Array.from({ length: 3 }, () => random.pick(WORDS)).join(" ");
}
