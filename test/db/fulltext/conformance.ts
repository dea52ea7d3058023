import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { isStopWord } from "../../../db/fulltext/analyzer/index.ts";
import type {
  FullTextHit,
  FullTextReader,
  FullTextWriter,
  IndexedDocument,
} from "../../../db/fulltext/port.ts";
import { parseQuery } from "../../../db/fulltext/query/parse.ts";
import { randomNumbers, testCorpus, VOCABULARY } from "./corpus.ts";
import { matching } from "./oracle.ts";

/** An engine that holds nothing yet. */
export interface EngineUnderTest {
  readonly reader: FullTextReader;
  readonly writer: FullTextWriter;
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
  '"PAT étang"',
  "BOI-IR-LIQ-20-10",
  "BOI-IR-LIQ-20-10-20140305",
  "BOI-INCONNU-10",
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

/**
 * What every full-text engine promises, whatever its ranking: run it over an engine that holds nothing.
 * Engines that index behind the caller's back must have done so when `upsert` and `remove` resolve.
 */
export function describeFullTextEngine(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(name, () => {
    const corpus = testCorpus();
    let engine: EngineUnderTest;

    beforeAll(async () => {
      engine = await open();
      await engine.writer.upsert(corpus);
    });
    afterAll(async () => engine.dispose());

    const everyHit = async (q: string, domaine: string | null = null): Promise<readonly FullTextHit[]> => {
      const page = await engine.reader.search({
        query: parseQuery(q).node,
        domaine,
        limit: 1_000,
        offset: 0,
      });
      expect(page.total).toBe(page.hits.length);
      return page.hits;
    };
    const found = async (q: string, domaine: string | null = null): Promise<string[]> =>
      (await everyHit(q, domaine)).map((hit) => hit.boiId);
    const expected = (q: string, domaine: string | null = null): string[] =>
      matching(corpus, parseQuery(q).node, domaine);

    test("answers", async () => {
      await expect(engine.reader.ping()).resolves.toBeUndefined();
    });

    test.each(QUERIES)("finds exactly the documents of %s", async (q) => {
      expect((await found(q)).sort()).toEqual(expected(q));
    });

    test("finds exactly the documents of any query", async () => {
      const draw = randomNumbers(42);
      for (let count = 0; count < 150; count += 1) {
        const q = randomQuery(draw, 2);
        expect({ q, found: (await found(q)).sort() }).toEqual({ q, found: expected(q) });
      }
    });

    test.each(["IR", "TVA", "CF", "REC"])("keeps to the series %s when asked", async (domaine) => {
      expect((await found("impôt OR mot", domaine)).sort()).toEqual(expected("impôt OR mot", domaine));
    });

    test("matches a phrase within the title or the text, never across", async () => {
      expect(await found('"étang salé"')).toEqual(["BOI-PAT-CROISE-10"]);
    });

    test("finds the last words of documents of 30,000 and of 70,000 words", async () => {
      expect((await found('"fanal éteint"')).sort()).toEqual(["BOI-CF-LONG-30"]);
      expect(await found('"port éteint"')).toEqual(["BOI-CF-LONG-70"]);
    });

    test.each(["BOI-IR-LIQ-20-10", "boi-ir-liq-20-10", "BOI-IR-LIQ-20-10-20140305"])(
      "puts the document named %s first",
      async (q) => {
        expect((await found(q))[0]).toBe("BOI-IR-LIQ-20-10");
      },
    );

    test("ranks a word of the title above the same word of the text", async () => {
      expect(await found("girafe")).toEqual(["BOI-PAT-POIDS-20", "BOI-PAT-POIDS-10"]);
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

    test("gives every document once over the pages, and the total on each, even past the end", async () => {
      const query = parseQuery("impôt OR navire").node;
      const whole = await found("impôt OR navire");
      const paged: string[] = [];
      for (let offset = 0; offset < whole.length + 7; offset += 7) {
        const page = await engine.reader.search({ query, domaine: null, limit: 7, offset });
        expect(page.total).toBe(whole.length);
        paged.push(...page.hits.map((hit) => hit.boiId));
      }
      expect(paged).toEqual(whole);
    });

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

      test("finds a document added, then only its new words once replaced, then nothing once removed", async () => {
        await engine.writer.upsert([newcomer]);
        expect(await found("ornithorynque")).toEqual([newcomer.boiId]);
        expect(await isHeld(newcomer.boiId)).toBe("first");

        const replaced = { ...newcomer, titre: "REC - Échidné", domaine: "ENR", hash: "second" };
        await engine.writer.upsert([replaced]);
        expect(await found("ornithorynque")).toEqual([]);
        expect(await found("échidné", "ENR")).toEqual([newcomer.boiId]);
        expect(await engine.reader.suggest("ornitho", 5)).toEqual([]);
        expect(await engine.reader.suggest("échid", 5)).toEqual([newcomer.boiId]);
        expect(await isHeld(newcomer.boiId)).toBe("second");

        await engine.writer.remove([newcomer.boiId, "BOI-JAMAIS-VU"]);
        expect(await found("échidné")).toEqual([]);
        expect(await engine.reader.suggest("échid", 5)).toEqual([]);
        expect(await isHeld(newcomer.boiId)).toBeUndefined();
      });

      test("takes an empty batch", async () => {
        await engine.writer.upsert([]);
        await engine.writer.remove([]);
        expect((await engine.writer.hashes()).size).toBe(corpus.length);
      });
    });
  });
}

/** A query of the syntax, each OR branch with something to find. */
function randomQuery(draw: () => number, depth: number): string {
  const parts = [randomPart(draw, depth)];
  if (draw() < 0.5) parts.push(randomPart(draw, depth));
  if (draw() < 0.4) parts.push(`NOT ${randomPart(draw, depth)}`);
  if (draw() < 0.4) parts.push(`OR ${randomPart(draw, depth)}`);
  return parts.join(" ");
}

function randomPart(draw: () => number, depth: number): string {
  const kind = draw();
  if (depth > 0 && kind < 0.35) return `(${randomQuery(draw, depth - 1)})`;
  if (kind < 0.55) return `"${randomWord(draw)} ${randomWord(draw)}"`;
  return kind < 0.65 ? `${randomWord(draw).slice(0, 2)}*` : randomWord(draw);
}

/** Of two letters or more, and no stop word, which alone would ask for nothing. */
function randomWord(draw: () => number): string {
  const words = VOCABULARY.filter((word) => word.length > 1 && !isStopWord(word));
  return words[Math.floor(draw() * words.length)] ?? "impôt";
}
