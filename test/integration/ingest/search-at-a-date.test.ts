/**
 * Draws editions, wordings, withdrawals and returns, and compares what each engine finds on a day with a naive search of
 * the texts in force that day.
 */
import { expect, test } from "bun:test";
import type { SearchedEditions } from "../../../db/engine/dated-texts.ts";
import { NO_FILTER } from "../../../db/engine/document-filter.ts";
import type { Run } from "../../../db/runs/runs.ts";
import { type FullTextIndex, openFullTextIndex, openFullTextReader } from "../../../search/fulltext/open.ts";
import type { FullTextReader } from "../../../search/fulltext/port.ts";
import { parseQuery } from "../../../search/fulltext/query/parse.ts";
import { NO_VECTORS } from "../../fixtures/absent-stores.ts";
import { EMBEDDED_ENGINES } from "../../fixtures/engines.ts";
import { PLAIN } from "../../fixtures/fulltext.ts";
import { temporaryFolder } from "../../folders.ts";
import { type Random, randomOf } from "../../full/faults/random.ts";
import { IS_FULL } from "../../full/faults/seed.ts";
import { meilisearchAbsence, ownIndexes } from "../../servers/meilisearch.ts";
import { forOneStore } from "../../servers/stores.ts";
import { matching } from "../search/fulltext/oracle.ts";
import { contenu, dating, ingester, TEN, writeExport } from "./exports.ts";
import { useOwnStore } from "./own-store.ts";
import { DAYS, DOCUMENTS, drawStory, keyOf, MONTHS, modelEdition, modelText, type Story } from "./stories.ts";

const SEEDS = Array.from({ length: IS_FULL ? 8 : 1 }, (_, index) => 40 + index);
const WORDS = ["phare", "navire", "moulin", "vignoble", "usufruit"];
const QUERIES = 30;

interface Engine {
  readonly index: FullTextIndex;
  readonly reader: FullTextReader;
}

forOneStore((_, open) => {
  const store = useOwnStore(open);

  async function openEngines(): Promise<Map<string, Engine>> {
    const embedded = { ...EMBEDDED_ENGINES, dataDir: temporaryFolder() };
    const engines = new Map([["embedded", opened(embedded)]]);
    if (meilisearchAbsence !== null) return engines;
    const fulltext = { kind: "meilisearch", ...(await ownIndexes()) } as const;
    return engines.set("Meilisearch", opened({ dataDir: "", fulltext }));
  }
  function opened(config: Parameters<typeof openFullTextIndex>[0]): Engine {
    return { index: openFullTextIndex(config), reader: openFullTextReader(config) };
  }

  test.each(SEEDS)("both engines find on a day what a naive search does (seed %i)", async (seed) => {
    const stories = new Map(DOCUMENTS.map((boiId) => [boiId, drawStory(randomOf(seed, boiId), drawText)]));
    const engines = await openEngines();
    for (const [month, asOf] of MONTHS.entries()) {
      const lines = [...stories].flatMap(([boiId, story]) =>
        (story[month] ?? []).map((said) => contenu(boiId, { ...said, html: `<p>${said.texte}</p>` })),
      );
      const { ingest } = ingester(store.database, `${asOf}T12:00:00Z`);
      const source = writeExport([...TEN, ...lines, dating(asOf)]);
      // The last run brings Meilisearch in step with all that the others brought.
      const isLast = month === MONTHS.length - 1;
      for (const [name, { index }] of engines)
        if (isLast || name === "embedded")
          expectInStep(await ingest(source, { fullText: index, vectors: NO_VECTORS }));
    }
    const random = randomOf(seed, "queries");
    const queries = Array.from({ length: QUERIES }, () => drawQuery(random));
    const moments: SearchedEditions[] = [
      { kind: "last" },
      ...DAYS.map((day) => ({ kind: "on", day }) as const),
    ];
    for (const [name, { reader }] of engines) {
      for (const editions of moments) {
        const texts = [...stories].flatMap(([boiId, story]) => textOf(boiId, story, editions));
        for (const q of queries) {
          const { node: query } = parseQuery(q);
          const filter = { ...NO_FILTER, chemin: "IR" };
          const page = await reader.search({ query, filter, editions, limit: 100, offset: 0 });
          const found = page.hits.map(({ boiId }) => boiId).filter((boiId) => stories.has(boiId));
          expect({ name, editions, q, found: found.toSorted() }).toEqual({
            name,
            editions,
            q,
            found: matching(texts, query),
          });
        }
      }
      await reader.close();
    }
  });
});

function expectInStep({ status, proof }: Run): void {
  expect({ status, agrees: proof?.fulltext.agrees }).toEqual({ status: "succeeded", agrees: true });
}

/** What a document says on a day, or last. */
function textOf(boiId: string, story: Story, editions: SearchedEditions) {
  const edition = editions.kind === "on" ? modelEdition(story, editions.day) : lastEdition(story);
  const texte = edition === null ? null : modelText(story, edition, MONTHS.at(-1) ?? "");
  return texte === null ? [] : [{ ...PLAIN, boiId, domaine: "IR", titre: "", texte, hash: "" }];
}

function lastEdition(story: Story): string | null {
  return story.flat().map(keyOf).sort().at(-1) ?? null;
}

function drawText(random: Random): string {
  return Array.from({ length: 3 }, () => random.pick(WORDS)).join(" ");
}

function drawQuery(random: Random): string {
  const word = () => random.pick(WORDS);
  return random.pick([
    word(),
    `${word()} ${word()}`,
    `${word()} OU ${word()}`,
    `${word()} -${word()}`,
    `"${word()} ${word()}"`,
    `${word().slice(0, 3)}*`,
  ]);
}
