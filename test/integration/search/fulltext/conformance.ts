import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { StoreDigest } from "../../../../db/engine/digest.ts";
import { type DocumentFilter, NO_FILTER, VALUE_CRITERIA } from "../../../../db/engine/document-filter.ts";
import { digestIndex } from "../../../../search/fulltext/open.ts";
import type {
  FullTextHit,
  FullTextPage,
  FullTextReader,
  FullTextWriter,
  IndexedDocument,
} from "../../../../search/fulltext/port.ts";
import { parseQuery } from "../../../../search/fulltext/query/parse.ts";
import { PLAIN } from "../../../fixtures/fulltext.ts";
import { testCorpus } from "./corpus.ts";
import { counted, matching } from "./oracle.ts";
import { randomQueries } from "./random-queries.ts";

/** An empty engine. */
export interface EngineUnderTest {
  readonly reader: FullTextReader;
  readonly writer: FullTextWriter;
  /** See `FullTextIndex`. */
  digest(): Promise<StoreDigest>;
  dispose(): Promise<void>;
}

const QUERIES: readonly string[] = [
  "impôt",
  "Impots",
  "navire",
  "introuvable",
  "impôt revenu crédit",
  "navire OR vignoble OR phare OR moulin",
  "impôt -crédit",
  "impôt NOT (crédit OR revenu)",
  "impôt NOT (crédit NOT revenu)",
  "(navire OR phare) (vignoble OR moulin)",
  "phare OR (moulin -navire) OR (option seuil)",
  "plus-value",
  "5,5",
  "10 000,5",
  "plateforme",
  "plate-forme OR navire",
  '"une plateforme du port"',
  "PAS",
  "taux PAS",
  "dû",
  "reçu -recevoir",
  '"impôt de revenu"',
  '"la crédit des société sur"',
  '"de la"',
  '"le"',
  "10 000",
  '"39 A"',
  "œuvre OR aine",
  "na*",
  "vig*",
  "amortiss*",
  "dé*",
  "10*",
  "impôt -na* -vig*",
  '(phare "plus value") OR -("impôt le") usufruit',
  "mot",
  '"fanal éteint"',
  '"fanal du port éteint"',
  '"mot fanal"',
  '"étang salé"',
  // Side by side in a label, from which stop words are left out, and nowhere in a text.
  '"taxe polders"',
  '"PAT étang"',
  "BOI-IR-LIQ-20-10",
  "BOI-IR-LIQ-20-10-20140305",
  "BOI-IR-LIQ-20-10 § 50",
  "BOI-IR-LIQ-20-10, version du 5 mars 2014",
  "BOI-INCONNU-10",
  "IR-PAS-50",
  "IR PAS 50",
  "pas*",
  '"BOI-IR-PAS-50 TVA"',
  "T.V.A.",
  "Où est ma TVA, peut-on la déduire ?",
  "article 244 bis A",
  "244 bis A 31 mars 2020",
  "244 bis A -mars",
  "(244 bis A 31 mars 2020) OU navire*",
  '"244 bis A"',
  `${"(navire OR ".repeat(20)}phare${")".repeat(20)}`,
  `${"impôt NOT (".repeat(20)}phare${")".repeat(20)}`,
  Array.from({ length: 32 }, (_, index) => `mot${index}`).join(" OR "),
  `phare ${Array.from({ length: 31 }, (_, index) => `-mot${index}`).join(" ")}`,
];

const SUGGESTIONS: readonly (readonly [typed: string, first: string])[] = [
  ["amort", "BOI-BIC-AMT-10"],
  ["amortisement", "BOI-BIC-AMT-10"],
  ["AMORTISSEMENTS duree", "BOI-BIC-AMT-20"],
  ["durée amort", "BOI-BIC-AMT-20"],
  ["exoneraton plus val", "BOI-RPPM-PVBMI-10"],
  ["exonération des plus-val", "BOI-RPPM-PVBMI-10"],
  ["tva tau", "BOI-TVA-TAUX-10"],
  ["liquid", "BOI-IR-LIQ"],
  ["barème de l'imp", "BOI-IR-LIQ-20-10"],
  ["BOI-IR-LIQ", "BOI-IR-LIQ"],
  ["boi-ir-liq-20", "BOI-IR-LIQ-20-10"],
  ["BOI-RPPM-", "BOI-RPPM-PVBMI-10"],
];

/** The promises of every full-text engine, whatever its ranking: run it over an empty engine. */
export function describeFullTextEngine(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(name, () => {
    const corpus = testCorpus();
    let engine: EngineUnderTest;

    beforeAll(async () => {
      engine = await open();
      await upsert(corpus);
    });
    afterAll(async () => engine.dispose());

    const upsert = async (documents: readonly IndexedDocument[]): Promise<void> => {
      await engine.writer.upsert(documents);
      await engine.writer.settle();
    };
    const remove = async (boiIds: readonly string[]): Promise<void> => {
      await engine.writer.remove(boiIds);
      await engine.writer.settle();
    };

    const everyHit = async (q: string, filter = NO_FILTER): Promise<FullTextHit[]> => {
      const { node: query, adjacent } = parseQuery(q);
      const page = await engine.reader.search({ query, adjacent, filter, limit: 1_000, offset: 0 });
      expect(page.total).toBe(page.hits.length);
      return [...page.hits];
    };
    /** One page beyond the last: it is empty, and still returns the total. */
    const pagesOf = async (q: string, filter: DocumentFilter, limit: number): Promise<FullTextPage[]> => {
      const { node: query, adjacent } = parseQuery(q);
      const pages = [await engine.reader.search({ query, adjacent, filter, limit, offset: 0 })];
      for (let offset = limit; pages.at(-1)?.hits.length !== 0; offset += limit) {
        pages.push(await engine.reader.search({ query, adjacent, filter, limit, offset }));
      }
      return pages;
    };
    const found = async (q: string, filter = NO_FILTER): Promise<string[]> =>
      (await everyHit(q, filter)).map((hit) => hit.boiId);
    const expected = (q: string, filter = NO_FILTER): string[] =>
      matching(corpus, parseQuery(q).node, filter);

    test("answers", async () => {
      await expect(engine.reader.ping()).resolves.toBeUndefined();
    });

    test.each(QUERIES)("finds exactly the documents of %s", async (q) => {
      expect((await found(q)).sort()).toEqual(expected(q));
    });

    test.each(QUERIES)("counts the documents of %s", async (q) => {
      const filter = { ...NO_FILTER, domaine: "IR" };
      expect(await engine.reader.count(parseQuery(q).node, filter)).toBe(expected(q, filter).length);
    });

    test("tells the words that begin with some letters, and how many documents hold each", async () => {
      const words = await engine.reader.wordsBeginning("hipp");
      expect([...words]).toEqual([["hippocampe", 2]]);
      expect((await engine.reader.wordsBeginning("zzz")).size).toBe(0);
    });

    test("finds exactly the documents of any query under any filters", async () => {
      for (const { q, filter } of randomQueries(corpus, { seed: 42, count: 300 })) {
        const identifiers = (await found(q, filter)).sort();
        expect({ q, filter, identifiers }).toEqual({ q, filter, identifiers: expected(q, filter) });
      }
    });

    test("counts the values of all the documents that any query finds under any filters", async () => {
      for (const { q, filter } of randomQueries(corpus, { seed: 2_026, count: 150 })) {
        const identifiers = new Set(expected(q, filter));
        const documents = corpus.filter(({ boiId }) => identifiers.has(boiId));
        const facets = await engine.reader.facets(parseQuery(q).node, filter);
        expect({ q, filter, ...facets }).toEqual({
          q,
          filter,
          domaine: counted(documents, "domaine"),
          type: counted(documents, "type"),
          matiere: counted(documents, "matiere"),
        });
      }
    });

    test("pages any query without gap nor repetition, by falling score, ties by identifier", async () => {
      for (const { q, filter } of randomQueries(corpus, { seed: 1_515, count: 40 })) {
        const whole = await everyHit(q, filter);
        expect({ q, hits: whole }).toEqual({ q, hits: whole.toSorted(byScore) });
        const paged = await pagesOf(q, filter, Math.max(7, Math.ceil(whole.length / 3)));
        expect({ q, hits: paged.flatMap(({ hits }) => hits) }).toEqual({ q, hits: whole });
        expect({ q, totals: new Set(paged.map(({ total }) => total)) }).toEqual({
          q,
          totals: new Set([whole.length]),
        });
      }
    });

    test.each([...VALUE_CRITERIA])("keeps to each %s of the corpus, which has several", async (name) => {
      const values = new Set(corpus.flatMap((document) => document[name] ?? []));
      expect(values.size).toBeGreaterThan(1);
      for (const value of values) {
        const filter = { ...NO_FILTER, [name]: value };
        const q = "impôt OR mot";
        expect({ value, found: (await found(q, filter)).sort() }).toEqual({
          value,
          found: expected(q, filter),
        });
      }
    });

    test.each<Partial<DocumentFilter>>([
      { domaine: "IR" },
      { domaine: "CF" },
      { domaine: "REC" },
      { type: "rescrit" },
      { type: "bareme" },
      { matiere: "TVA" },
      { matiere: "ANNX" },
      { chemin: "IR" },
      { chemin: "IR/LIQ/20" },
      { chemin: "IR/LIQ/2" },
      { chemin: "CF/LONG/30" },
      { articles: ["CGI:150 U"] },
      { articles: ["CGI:150"] },
      { articles: ["LPF:R.* 196-1", "CGI-ANN-2:210"] },
      { articles: ["CGI:39", "LPF:L. 10..L. 54 A"] },
      { decision: "CE-248065" },
      { decision: "CE-24806" },
      { norme: "loi-2012-1509", decision: "CE-248065" },
      { reponse: "RM-AN-1996-39397", articles: ["CGI:150 U"] },
      { domaine: "TVA", type: "annexe" },
      { domaine: "IR", matiere: "IS", chemin: "IR/GEN" },
      { type: "commentaire", matiere: "IR", chemin: "IR", articles: ["CGI:150 UA"] },
      { domaine: "IR", type: "commentaire", matiere: "IR", chemin: "IR/GEN", articles: ["CGI:150-0 A"] },
      { domaine: "IR", chemin: "TVA" },
    ])("keeps to %p", async (sides) => {
      const filter = { ...NO_FILTER, ...sides };
      for (const q of ["impôt OR mot", "crédit -revenu", '"taxe du"', "BOI-IR-LIQ-20-10", "na* OU vig*"])
        expect({ q, found: (await found(q, filter)).sort() }).toEqual({ q, found: expected(q, filter) });
    });

    test("matches a phrase within the title or the text, never across", async () => {
      expect(await found('"étang salé"')).toEqual(["BOI-PAT-CROISE-10"]);
    });

    test("finds the last words of documents of 30,000 and of 70,000 words", async () => {
      expect((await found('"fanal éteint"')).sort()).toEqual(["BOI-CF-LONG-30"]);
      expect(await found('"port éteint"')).toEqual(["BOI-CF-LONG-70"]);
    });

    test.each([
      "BOI-IR-LIQ-20-10",
      "boi-ir-liq-20-10",
      "BOI-IR-LIQ-20-10-20140305",
      "BOI-IR-LIQ-20-10 n° 50",
    ])("puts the document named %s first", async (q) => {
      expect((await found(q))[0]).toBe("BOI-IR-LIQ-20-10");
    });

    test.each<readonly [q: string, ...tiers: string[][]]>([
      ["article 244 bis A", ["BOI-CF-CITE-10", "BOI-CF-CITE-30"], ["BOI-CF-CITE-20", "BOI-CF-CITE-40"]],
      ["244 bis A", ["BOI-CF-CITE-10", "BOI-CF-CITE-30"], ["BOI-CF-CITE-20", "BOI-CF-CITE-40"]],
      ["31 mars 2020", ["BOI-CF-CITE-20", "BOI-CF-CITE-30"], ["BOI-CF-CITE-40"]],
      ["244 bis A 31 mars 2020", ["BOI-CF-CITE-30"], ["BOI-CF-CITE-20"], ["BOI-CF-CITE-40"]],
      ["bis* 31 mars 2020", ["BOI-CF-CITE-20", "BOI-CF-CITE-30"], ["BOI-CF-CITE-40"]],
      [
        "(244 bis A) OU hippocampe",
        ["BOI-CF-CITE-10", "BOI-CF-CITE-30"],
        ["BOI-CF-CITE-20", "BOI-CF-CITE-40", "BOI-PAT-JUMEAU-10", "BOI-PAT-JUMEAU-20"],
      ],
    ])("ranks first for %s the documents that have its citations side by side", async (q, ...tiers) => {
      let shown = await found(q);
      for (const tier of tiers) {
        expect({ q, tier: shown.slice(0, tier.length).toSorted() }).toEqual({ q, tier: [...tier] });
        shown = shown.slice(tier.length);
      }
      expect(shown).toEqual([]);
    });

    test("finds no word in the segments of an identifier, and dotted letters as an acronym", async () => {
      expect(await found("PAS")).not.toContain("BOI-IR-CITE-50");
      expect(await found("pas* sigles")).toEqual([]);
      for (const q of [
        "TVA sigles",
        "t.v.a. sigles",
        "CGI sigles",
        "IR-PAS-50 sigles",
        '"BOI-IR-PAS" sigles',
      ])
        expect({ q, found: await found(q) }).toEqual({ q, found: ["BOI-IR-CITE-50"] });
    });

    test("ranks a word of the title above the same word of the text", async () => {
      expect(await found("girafe")).toEqual(["BOI-PAT-POIDS-20", "BOI-PAT-POIDS-10"]);
    });

    test.each([
      ["Taxe des polders", "BOI-PAT-POLDER-10"],
      ["polders taxe", "BOI-PAT-POLDER-10"],
      ["Assiette de la taxe des polders et des digues", "BOI-PAT-POLDER-20"],
      ["« taxe des polders »", "BOI-PAT-POLDER-10"],
    ])("finds first by its own title, %s, a document", async (q, boiId) => {
      expect((await found(q))[0]).toBe(boiId);
    });

    test("orders documents of one score by identifier", async () => {
      expect(await found("hippocampe")).toEqual(["BOI-PAT-JUMEAU-10", "BOI-PAT-JUMEAU-20"]);
    });

    test.each(["impôt", "na*", "navire OR phare OR moulin", '"de la"', "BOI-IR-LIQ"])(
      "gives %s positive scores that never rise",
      async (q) => {
        const scores = (await everyHit(q)).map((hit) => hit.score);
        expect(scores.every((score) => score > 0)).toBe(true);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      },
    );

    test.each(SUGGESTIONS)("suggests for %s first %s", async (typed, first) => {
      expect((await engine.reader.suggest(typed, 5))[0]).toBe(first);
    });

    test("suggests as many as asked at most, each once, and nothing for what resembles no title", async () => {
      const titles = await engine.reader.suggest("impôt", 3);
      expect(new Set(titles).size).toBe(3);
      expect(await engine.reader.suggest("zzyzx", 10)).toEqual([]);
      expect(await engine.reader.suggest("!?", 10)).toEqual([]);
    });

    test("suggests identifiers that begin as typed, and only those", async () => {
      const suggested = await engine.reader.suggest("BOI-IR-LIQ", 10);
      expect(suggested.toSorted()).toEqual(["BOI-IR-LIQ", "BOI-IR-LIQ-20-10", "BOI-IR-LIQ-20-10-10"]);
    });

    describe("kept in step", () => {
      const isHeld = async (boiId: string): Promise<string | undefined> =>
        (await engine.writer.hashes()).get(boiId);
      const newcomer: IndexedDocument = {
        boiId: "BOI-REC-NEUF-10",
        domaine: "REC",
        ...PLAIN,
        articles: ["CGI:238 bis"],
        titre: "REC - Ornithorynque",
        texte: "Un seul texte en parle.",
        hash: "first",
      };

      test("tells the hash of every document it holds", async () => {
        const held = await engine.writer.hashes();
        expect([...held].sort()).toEqual(
          corpus.map(({ boiId, hash }): [string, string] => [boiId, hash]).sort(),
        );
      });

      test("tells the digest of what it holds, which follows what is added and removed", async () => {
        const expected = digestIndex(new Map(corpus.map(({ boiId, hash }) => [boiId, hash])));
        expect(await engine.digest()).toEqual(expected);
        await upsert([newcomer]);
        expect(await engine.digest()).toMatchObject({ count: expected.count + 1 });
        await remove([newcomer.boiId]);
        expect(await engine.digest()).toEqual(expected);
      });

      test("finds a document added, then only its new words once replaced, then nothing once removed", async () => {
        await upsert([newcomer]);
        expect(await found("ornithorynque")).toEqual([newcomer.boiId]);
        expect(await isHeld(newcomer.boiId)).toBe("first");

        const cited = (key: string): DocumentFilter => ({ ...NO_FILTER, articles: [key] });
        const replaced = {
          ...newcomer,
          titre: "REC - Échidné",
          domaine: "ENR",
          articles: ["CGI:238 quater"],
          hash: "second",
        };
        await upsert([replaced]);
        expect(await found("ornithorynque")).toEqual([]);
        expect(await found("échidné", { ...NO_FILTER, domaine: "ENR" })).toEqual([newcomer.boiId]);
        expect(await found("échidné", cited("CGI:238 quater"))).toEqual([newcomer.boiId]);
        expect(await found("échidné", cited("CGI:238 bis"))).toEqual([]);
        expect(await engine.reader.suggest("ornitho", 5)).toEqual([]);
        expect(await engine.reader.suggest("échid", 5)).toEqual([newcomer.boiId]);
        expect(await isHeld(newcomer.boiId)).toBe("second");

        await remove([newcomer.boiId, "BOI-JAMAIS-VU"]);
        expect(await found("échidné")).toEqual([]);
        expect(await engine.reader.suggest("échid", 5)).toEqual([]);
        expect(await isHeld(newcomer.boiId)).toBeUndefined();
      });

      test("tells how many of the documents given are applied, once settled", async () => {
        const before = engine.writer.applied();
        await upsert([newcomer, { ...newcomer, boiId: "BOI-REC-NEUF-20" }]);
        await remove([newcomer.boiId, "BOI-REC-NEUF-20"]);
        expect(engine.writer.applied()).toBe(before + 2);
      });

      test("applies what it is given in the order given", async () => {
        await engine.writer.upsert([newcomer]);
        await engine.writer.remove([newcomer.boiId]);
        await engine.writer.upsert([{ ...newcomer, hash: "second" }]);
        await engine.writer.upsert([{ ...newcomer, hash: "third" }]);
        await engine.writer.settle();
        expect(await isHeld(newcomer.boiId)).toBe("third");
        await remove([newcomer.boiId]);
      });

      test("takes an empty batch", async () => {
        await upsert([]);
        await remove([]);
        expect((await engine.writer.hashes()).size).toBe(corpus.length);
      });
    });
  });
}

function byScore(a: FullTextHit, b: FullTextHit): number {
  return b.score - a.score || (a.boiId < b.boiId ? -1 : 1);
}
