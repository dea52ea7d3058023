import { beforeEach, describe, expect, test } from "bun:test";
import type { Index } from "meilisearch";
import { NO_FILTER } from "../../../../../db/engine/document-filter.ts";
import { EngineUnavailable } from "../../../../../db/engine/unavailable.ts";
import type { MeilisearchConfig } from "../../../../../search/fulltext/meilisearch/connection.ts";
import { openMeilisearchReader } from "../../../../../search/fulltext/meilisearch/reader.ts";
import {
  removeMeilisearchLeftovers,
  replaceMeilisearchIndexes,
} from "../../../../../search/fulltext/meilisearch/replace.ts";
import { openMeilisearchWriter } from "../../../../../search/fulltext/meilisearch/writer.ts";
import type { FullTextReader, IndexedDocument } from "../../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../../search/fulltext/query/parse.ts";
import { PLAIN } from "../../../../fixtures/fulltext.ts";
import {
  describeOnMeilisearch,
  meilisearchServer,
  ownIndexes,
  readerKey,
  writerKey,
} from "../../../../servers/meilisearch.ts";
import { testCorpus } from "../corpus.ts";
import { matching } from "../oracle.ts";
import { randomQueries } from "../random-queries.ts";

describeOnMeilisearch("Meilisearch", () => {
  let config: MeilisearchConfig;
  let reader: FullTextReader;
  let texts: Index;
  let titles: Index;

  beforeEach(async () => {
    config = await ownIndexes();
    reader = openMeilisearchReader(config);
    const { client } = await meilisearchServer();
    texts = client.index(config.index);
    titles = client.index(`${config.index}-titres`);
  });

  const found = async (q: string): Promise<string[]> => {
    const query = parseQuery(q).node;
    const { hits } = await reader.search({ query, filter: NO_FILTER, limit: 1_000, offset: 0 });
    return hits.map(({ boiId }) => boiId);
  };
  const write = async (documents: readonly IndexedDocument[], settings = config): Promise<void> => {
    const writer = await openMeilisearchWriter(settings);
    await writer.upsert(documents);
    await writer.settle();
    await writer.close();
  };
  const rebuild = (documents: readonly IndexedDocument[], settings = config): Promise<void> =>
    replaceMeilisearchIndexes(settings, (writer) => writer.upsert(documents));
  const namesOwn = () => [config.index, `${config.index}-passes`, `${config.index}-titres`];
  const held = async (): Promise<number> => (await (await openMeilisearchWriter(config)).hashes()).size;

  test("keeps apart words that the server would take for one", async () => {
    await write([
      doc("BOI-A-1", "le nº 7 vaut ½ part"),
      doc("BOI-A-2", "no 7 vaut 1 2 part"),
      doc("BOI-A-3", `un Δr et ${"x".repeat(300)}`),
    ]);
    expect(await found("nº")).toEqual(["BOI-A-1"]);
    expect(await found("no")).toEqual(["BOI-A-2"]);
    expect(await found('"vaut ½"')).toEqual(["BOI-A-1"]);
    expect(await found('"vaut 1 2"')).toEqual(["BOI-A-2"]);
    expect(await found("δr*")).toEqual(["BOI-A-3"]);
    expect(await found("x".repeat(300))).toEqual(["BOI-A-3"]);
  });

  test("finds phrases of more words than the server reads", async () => {
    const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliette kilo lima mike";
    await write([doc("BOI-A-1", words), doc("BOI-A-2", words.replace("mike", "november mike"))]);
    expect(await found(`"${words}"`)).toEqual(["BOI-A-1"]);
    expect(await found(words)).toEqual(["BOI-A-1", "BOI-A-2"]);
  });

  test("finds a phrase that hundreds of documents hold, and not those that only have its words", async () => {
    const holding = Array.from({ length: 310 }, (_, rank) =>
      doc(`BOI-A-${rank}`, "la taxe due par le phare"),
    );
    const others = Array.from({ length: 5 }, (_, rank) => doc(`BOI-B-${rank}`, "le phare, par taxe due"));
    await write([...holding, ...others]);
    const expected = holding.map(({ boiId }) => boiId).sort();
    expect((await found('"taxe due par le phare"')).sort()).toEqual(expected);
    expect((await found('phare SAUF "taxe due par le phare"')).sort()).toEqual(
      others.map(({ boiId }) => boiId).sort(),
    );
  });

  test("a phrase asked for before a change is found as the index is after it", async () => {
    await write([doc("BOI-A-1", "le grand phare blanc")]);
    expect(await found('"grand phare blanc"')).toEqual(["BOI-A-1"]);
    await write([doc("BOI-A-2", "un grand phare blanc")]);
    expect(await found('"grand phare blanc"')).toEqual(["BOI-A-1", "BOI-A-2"]);
    await rebuild([doc("BOI-A-3", "ce grand phare blanc")]);
    expect(await found('"grand phare blanc"')).toEqual(["BOI-A-3"]);
  });

  test("made before filters, it goes on answering without them, and counts as empty", async () => {
    await write([doc("BOI-A-1", "le grand phare blanc")]);
    const filterableAttributes = [
      {
        attributePatterns: ["pk", "stems", "mots", "domaine", "long"],
        features: { facetSearch: false, filter: { equality: true, comparison: false } },
      },
    ];
    await texts.updateSettings({ filterableAttributes }).waitTask();
    const query = parseQuery("phare").node;
    const inSeries = { query, filter: { ...NO_FILTER, domaine: "A" }, limit: 5, offset: 0 };
    expect([await found("phare"), (await reader.search(inSeries)).total]).toEqual([["BOI-A-1"], 1]);
    const rescrits = { ...NO_FILTER, type: "rescrit" } as const;
    await expect(reader.count(query, rescrits)).rejects.toThrow(EngineUnavailable);
    await expect(reader.facets(query, NO_FILTER)).rejects.toThrow(EngineUnavailable);
    expect(await held()).toBe(0);
    await rebuild([doc("BOI-A-1", "le grand phare blanc")]);
    expect([await reader.count(query, rescrits), await held()]).toEqual([0, 1]);
  });

  describe("rebuilt beside", () => {
    test("answers every query meanwhile, none empty", async () => {
      const corpus = testCorpus().slice(0, 120);
      await write(corpus);
      const expected = new Map(
        ['"impôt de revenu"', "impôt -crédit", "na*"].map((q) => [q, matching(corpus, parseQuery(q).node)]),
      );
      let isDone = false;
      const rounds = (async () => {
        let count = 0;
        for (; !isDone; count += 1) {
          for (const [q, identifiers] of expected) expect((await found(q)).sort()).toEqual(identifiers);
          expect(await reader.suggest("amortis", 2)).toEqual(["BOI-BIC-AMT-10", "BOI-BIC-AMT-20"]);
        }
        return count;
      })();
      for (let count = 0; count < 3; count += 1) await rebuild(corpus);
      isDone = true;
      expect(await rounds).toBeGreaterThan(10);
    });

    test("answers as the documents say", async () => {
      const corpus = testCorpus();
      await rebuild(corpus);
      for (const { q } of randomQueries(corpus, { seed: 7, count: 60 })) {
        const identifiers = matching(corpus, parseQuery(q).node);
        expect({ q, identifiers: (await found(q)).sort() }).toEqual({ q, identifiers });
      }
    });

    test("leaves nothing behind, whether there was an index before or not", async () => {
      await rebuild([doc("BOI-A-1", "phare")]);
      expect(await found("phare")).toEqual(["BOI-A-1"]);
      await rebuild([doc("BOI-A-2", "phare")]);
      expect(await found("phare")).toEqual(["BOI-A-2"]);
      expect(await namesOf(config.index)).toEqual(namesOwn());
    });

    test("what a rebuild that was cut short left is removed, and nothing else", async () => {
      const { client } = await meilisearchServer();
      await write([doc("BOI-A-1", "phare")]);
      for (const name of ["neuf", "neuf-titres", "neuf-1b2c", "neuf-1b2c-titres", "neufchatel"])
        await client.createIndex(`${config.index}-${name}`).waitTask();
      await removeMeilisearchLeftovers({ ...config, key: await writerKey() });
      expect(await namesOf(config.index)).toEqual([
        config.index,
        `${config.index}-neufchatel`,
        `${config.index}-passes`,
        `${config.index}-titres`,
      ]);
      expect(await found("phare")).toEqual(["BOI-A-1"]);
    });

    test("stays what it was when the filling fails", async () => {
      await write([doc("BOI-A-1", "phare")]);
      const failing = replaceMeilisearchIndexes(config, async (writer) => {
        await writer.upsert([doc("BOI-A-2", "phare")]);
        throw new Error("source away");
      });
      await expect(failing).rejects.toThrow("source away");
      expect(await found("phare")).toEqual(["BOI-A-1"]);
      expect(await namesOf(config.index)).toEqual(namesOwn());
    });

    test("needs no more than the worker's key", async () => {
      const key = await writerKey();
      await rebuild([doc("BOI-A-1", "phare")], { ...config, key });
      reader = openMeilisearchReader({ ...config, key: await readerKey(config) });
      expect(await found('"un beau phare" OR phare')).toEqual(["BOI-A-1"]);
    });
  });

  describe("counts as empty, so that everything is indexed anew,", () => {
    beforeEach(() => write([doc("BOI-A-1", "phare"), doc("BOI-A-2", "phare")]));

    test("when another analyzer made it", async () => {
      await texts.updateDocuments([{ pk: "BOI-A-1", version: 1 }]).waitTask();
      expect(await held()).toBe(0);
    });

    test("when settings that exactness rests on were changed", async () => {
      expect(await held()).toBe(2);
      await texts.updateTypoTolerance({ enabled: true }).waitTask();
      expect(await held()).toBe(0);
      await rebuild([doc("BOI-A-1", "phare")]);
      expect(await held()).toBe(1);
    });

    test("when the titles were lost", async () => {
      await titles.delete().waitTask();
      expect(await held()).toBe(0);
    });
  });

  test("a document that only one of the two indexes holds is held in part", async () => {
    await write([doc("BOI-A-1", "phare"), doc("BOI-A-2", "phare")]);
    await titles.deleteDocument("BOI-A-2").waitTask();
    const hashes = await (await openMeilisearchWriter(config)).hashes();
    expect([...hashes].sort()).toEqual([
      ["BOI-A-1", doc("BOI-A-1", "phare").hash],
      ["BOI-A-2", ""],
    ]);
  });

  test("an index in step is not touched by the next run", async () => {
    await write([doc("BOI-A-1", "phare")]);
    const { updatedAt } = await texts.getRawInfo();
    expect(await held()).toBe(1);
    expect((await texts.getRawInfo()).updatedAt).toBe(updatedAt);
  });

  describe("tuned", () => {
    const documents = [
      doc("BOI-A-1", "La TVA, encore la TVA.", "Divers"),
      doc("BOI-A-2", "Il y est question de TVA, une fois.", "Taxe sur la valeur ajoutée"),
      doc("BOI-A-3", "Un sigle en fin de texte, loin : TVA.", "Divers"),
    ];

    test("ranks higher a title that spells the word out, and suggests it", async () => {
      await write(documents);
      expect(await found("TVA")).toEqual(["BOI-A-2", "BOI-A-1", "BOI-A-3"]);
      expect(await reader.suggest("tva", 5)).toEqual(["BOI-A-2"]);
    });

    test.each([true, false])(
      "keeps the operator's ranking and synonyms (MEILI_KEEP_SETTINGS = %p)",
      async (keepsSettings) => {
        const settings = { ...config, keepsSettings };
        await write(documents, settings);
        await texts.updateSettings({ rankingRules: ["words", "pk:desc"], synonyms: {} }).waitTask();
        const operators = ["BOI-A-3", "BOI-A-2", "BOI-A-1"];
        const ours = ["BOI-A-2", "BOI-A-1", "BOI-A-3"];
        expect(await found("TVA")).toEqual(operators);
        await openMeilisearchWriter(settings);
        expect(await found("TVA")).toEqual(keepsSettings ? operators : ours);
        await rebuild(documents, settings);
        expect(await found("TVA")).toEqual(keepsSettings ? operators : ours);
      },
    );
  });
});

function doc(boiId: string, texte: string, titre = "Phares et balises"): IndexedDocument {
  return { boiId, domaine: "A", ...PLAIN, titre, texte, hash: `${boiId} ${texte}` };
}

/** The server's indexes whose names start with this one. */
async function namesOf(index: string): Promise<string[]> {
  const { client } = await meilisearchServer();
  const { results } = await client.getRawIndexes({ limit: 1_000 });
  return results
    .map(({ uid }) => uid)
    .filter((uid) => uid === index || uid.startsWith(`${index}-`))
    .sort();
}
